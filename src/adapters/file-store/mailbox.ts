// Messages from other processes to a run's writer: one small file each, folded in between tasks, then removed.
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Mail } from '../../kernel/ports.ts'
import { guard, makeFolder, readText, replaceFile } from './disk.ts'

/** Mail without the id its file name gives it. */
export type Letter = Mail extends infer M ? (M extends { id: string } ? Omit<M, 'id'> : never) : never

export function postMail(runFolder: string, letter: Letter, tempFolder: string, now: number): string {
  const id = `${now}-${randomUUID().slice(0, 8)}`
  makeFolder(join(runFolder, 'mail'))
  replaceFile(join(runFolder, 'mail', `${id}.json`), JSON.stringify({ id, ...letter }), tempFolder)
  return id
}

export function readMail(runFolder: string): Mail[] {
  const folder = join(runFolder, 'mail')
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  const names = guard(folder, () => readdirSync(folder)).filter((name) => name.endsWith('.json')).sort()
  return names.flatMap((name) => {
    try {
      const mail = JSON.parse(readText(join(folder, name)) ?? 'null') as Mail | null
      return mail ? [{ ...mail, id: name.slice(0, -'.json'.length) }] : []
    } catch {
      return [] // not written by us: stays for a person to look at
    }
  })
}

export function dropMail(runFolder: string, ids: string[]): void {
  for (const id of ids) guard(runFolder, () => rmSync(join(runFolder, 'mail', `${id}.json`), { force: true }))
}
