// What makers say while they work, for watchers in any process. Nothing depends on it, and it is deleted once they have answered.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../kernel/store.ts'
import { makeFolder, readText, replaceFile } from '../disk.ts'
import { isRunId } from './home.ts'

export function overheardIn(temp: string): Pick<Store, 'overhear' | 'overheard'> {
  const all = new Map<string, Record<string, string>>()
  const pathOf = (run: string) => join(temp, `said-${run}.json`)
  return {
    async overhear(run, task, text) {
      const { [task]: _before, ...others } = all.get(run) ?? {}
      const said = text === null ? others : { ...others, [task]: text }
      all.set(run, said)
      try {
        if (text === null && Object.keys(others).length === 0) {
          all.delete(run)
          rmSync(pathOf(run), { force: true })
        } else {
          makeFolder(temp)
          replaceFile(pathOf(run), JSON.stringify(said), temp)
        }
      } catch {
        // a full or read-only disk is reported when something is recorded
      }
    },
    async overheard(run) {
      const text = isRunId(run) ? readText(pathOf(run)) : null
      try {
        return text === null ? {} : (JSON.parse(text) as Record<string, string>)
      } catch {
        return {}
      }
    },
  }
}
