// Contract files in memory, by path, with the same repairs and hand edits as on a disk.
import type { Repair, RepairOptions, Workspace } from '../kernel/ports.ts'
import type { FileSet, LogLine, ProjectedFile } from '../kernel/workflow.ts'
import { sha256 } from '../lib/hash.ts'
import { keepUnknown } from '../lib/unknown-fields.ts'
import { Fault } from '../schema/fault.ts'

export class MemoryWorkspace implements Workspace {
  readonly #objects: ReadonlyMap<string, string>
  readonly #files: Map<string, string>
  readonly #adopt: boolean
  /** What we last wrote as an artifact: path → hash. */
  readonly #artifacts = new Map<string, string>()

  constructor(objects: ReadonlyMap<string, string>, files: Map<string, string>, adopt: boolean) {
    this.#objects = objects
    this.#files = files
    this.#adopt = adopt
  }

  async project(files: () => FileSet, lines: LogLine[]): Promise<void> {
    if (this.#adopt) return
    for (const { path, line } of lines) this.#files.set(path, `${this.#files.get(path) ?? ''}${line}\n`)
    await this.#write(files())
  }

  async flush(): Promise<void> {}

  async repair(files: FileSet, { rebuild }: RepairOptions): Promise<Repair[]> {
    const logs = new Map<string, string>()
    for (const { path, line } of await rebuild()) logs.set(path, `${logs.get(path) ?? ''}${line}\n`)
    const wanted = [
      ...logs,
      ...Object.entries(files).flatMap(([path, file]) =>
        file.role === 'state' || file.role === 'derived' ? [[path, this.#text(path, file)] as const] : [],
      ),
    ]
    const repairs = wanted.flatMap(([path, text]): Repair[] => {
      const actual = this.#files.get(path)
      this.#files.set(path, text)
      return actual === text
        ? []
        : [{ path, what: actual === undefined ? 'missing' : logs.has(path) && actual.length < text.length ? 'behind' : 'differs' }]
    })
    for (const [path, file] of Object.entries(files)) if (file.role === 'artifact') this.#artifacts.set(path, file.content.object)
    return repairs
  }

  async edits(): Promise<{ path: string; text: string }[]> {
    const edits: { path: string; text: string }[] = []
    for (const [path, hash] of this.#artifacts) {
      const text = this.#files.get(path)
      if (text === undefined) this.#files.set(path, objectIn(this.#objects, hash))
      else if (sha256(text) !== hash) {
        this.#artifacts.set(path, sha256(text))
        edits.push({ path, text })
      }
    }
    return edits
  }

  async close(): Promise<boolean> {
    return true
  }

  async #write(files: FileSet): Promise<void> {
    for (const [path, file] of Object.entries(files)) {
      if (file.role === 'absent') {
        this.#artifacts.delete(path)
        if (file.owner === undefined || this.#files.get(path)?.includes(JSON.stringify(file.owner))) this.#files.delete(path)
      } else if (file.role === 'artifact') {
        this.#files.set(path, objectIn(this.#objects, file.content.object))
        this.#artifacts.set(path, file.content.object)
      } else this.#files.set(path, this.#text(path, file))
    }
  }

  #text(path: string, file: Exclude<ProjectedFile, { role: 'absent' | 'artifact' }>): string {
    if (file.role === 'derived') return this.#objects.get(file.content.object) ?? ''
    return file.role === 'state' && file.keepsUnknown ? keepUnknown(file.text, this.#files.get(path) ?? null) : file.text
  }
}

export function objectIn(objects: ReadonlyMap<string, string>, hash: string): string {
  const text = objects.get(hash)
  if (text === undefined) throw new Fault('integrity', `the text ${hash} is gone`, { data: { hash } })
  return text
}
