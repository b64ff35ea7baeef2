// What makers say while they work, for watchers in any process. Nothing depends on it, and it is deleted once they have answered.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, readText, replaceFile } from './disk.ts'
import { isRunId } from './home.ts'
import { tempFolder } from '../own-folder.ts'

export class Overheard {
  readonly #temp: string
  readonly #said = new Map<string, Record<string, string>>()

  constructor(root: string) {
    this.#temp = tempFolder(root)
  }

  /** Null: it has answered or starts again. A run continues whether or not this can be written. */
  put(run: string, task: string, text: string | null): void {
    const { [task]: _before, ...others } = this.#said.get(run) ?? {}
    const said = text === null ? others : { ...others, [task]: text }
    this.#said.set(run, said)
    try {
      if (text === null && Object.keys(others).length === 0) {
        this.#said.delete(run)
        rmSync(this.#path(run), { force: true })
      } else {
        makeFolder(this.#temp)
        replaceFile(this.#path(run), JSON.stringify(said), this.#temp)
      }
    } catch {
      // a full or read-only disk is reported when something is recorded
    }
  }

  /** By task. */
  get(run: string): Record<string, string> {
    const text = isRunId(run) ? readText(this.#path(run)) : null
    try {
      return text === null ? {} : (JSON.parse(text) as Record<string, string>)
    } catch {
      return {}
    }
  }

  #path(run: string): string {
    return join(this.#temp, `said-${run}.json`)
  }
}
