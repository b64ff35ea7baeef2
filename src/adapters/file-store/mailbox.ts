// Messages from other processes to a run's writer: one small file each, folded in between tasks, then deleted.
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Mail } from '../../kernel/ports.ts'
import type { Letter } from '../../kernel/store.ts'
import type { Reply } from '../../kernel/task.ts'
import { exists, guard, makeFolder, readText, replaceFile } from '../disk.ts'
import { ring } from './lock.ts'

const Content = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stop'), reason: z.string(), by: z.string() }),
  z.object({
    kind: z.literal('reply'),
    task: z.string(),
    reply: z.custom<Reply>((reply) => typeof (reply as Partial<Reply> | null)?.ok === 'boolean'),
  }),
])

export function postMail(runFolder: string, letter: Letter, tempFolder: string, now: number): string {
  const id = `${now}-${randomUUID().slice(0, 8)}`
  makeFolder(join(runFolder, 'mail'))
  replaceFile(join(runFolder, 'mail', `${id}.json`), JSON.stringify(letter), tempFolder)
  ring(runFolder)
  return id
}

export function readMail(runFolder: string): Mail[] {
  const folder = join(runFolder, 'mail')
  if (!exists(folder)) return []
  const names = guard(folder, () => readdirSync(folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
  return names.flatMap((name) => {
    const content = parse(join(folder, name))
    return content ? [{ ...content, id: name.slice(0, -'.json'.length) }] : []
  })
}

export function hasMail(runFolder: string): boolean {
  const folder = `${runFolder}/mail`
  return existsSync(folder) && guard(folder, () => readdirSync(folder)).length > 0
}

export function dropMail(runFolder: string, ids: string[]): void {
  for (const id of ids) guard(runFolder, () => rmSync(join(runFolder, 'mail', `${id}.json`), { force: true }))
}

/** Null for files we didn't write: they stay for a person to look at. */
function parse(path: string): Letter | null {
  try {
    return Content.safeParse(JSON.parse(readText(path) ?? 'null')).data ?? null
  } catch {
    return null
  }
}
