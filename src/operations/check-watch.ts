// whet check --watch: judges once, then after each change of the files, until interrupted.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { toFault } from '../schema/fault.ts'
import type { World } from './world.ts'

/** Polling a few files is cheaper than watching a whole tree. */
const everyMs = 300

export interface Watching<T> {
  files(): (string | undefined)[]
  judge(): Promise<T>
  tell(result: T): void
}

export async function watched<T>({ cwd, signal, say }: World, { files, judge, tell }: Watching<T>): Promise<T> {
  let seen = stampOf(files(), cwd)
  let result = await judge()
  tell(result)
  while (await pause(signal)) {
    const now = stampOf(files(), cwd)
    if (now === seen) continue
    seen = now
    try {
      tell((result = await judge()))
    } catch (error) {
      say(toFault(error).message) // rules that are invalid mid-edit are read again at the next change
    }
  }
  return result
}

/** False once the user leaves. */
const pause = (signal: AbortSignal): Promise<boolean> => setTimeout(everyMs, true, { signal }).catch(() => false)

function stampOf(files: readonly (string | undefined)[], cwd: string): string {
  return files
    .flatMap((file) => {
      const stat = file === undefined ? undefined : statSync(resolve(cwd, file), { throwIfNoEntry: false })
      return stat ? [`${file} ${stat.mtimeMs} ${stat.size}`] : []
    })
    .join('\n')
}
