// The contract folder's files: written after each entry if they differ, checked when a run is opened, hand edits recognised.
import { isUtf8 } from 'node:buffer'
import { closeSync, openSync, rmSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import type { Repair, RepairOptions } from '../../kernel/ports.ts'
import { type LogState, extendLog } from '../../kernel/reduce.ts'
import { type FileSet, type LogLine, type ProjectedFile, isAsRecorded } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { keepUnknown } from '../../lib/unknown-fields.ts'
import { Fault } from '../../schema/fault.ts'
import { below, guard, makeFolder, readBytes, readText, replaceFile, statOf, writeAll } from '../disk.ts'

export class Projection {
  readonly #root: string
  readonly #temp: string
  readonly #object: (hash: string) => Promise<string>
  /** What we last wrote: a text, or the hash of an artifact. */
  readonly #written = new Map<string, string>()
  readonly #artifacts = new Map<string, { hash: string; seen: Stats | undefined }>()
  readonly #full = new Map<string, string>()
  readonly #logs = new Map<string, number>()

  constructor(root: string, temp: string, object: (hash: string) => Promise<string>) {
    this.#root = root
    this.#temp = temp
    this.#object = object
  }

  async project(files: FileSet, lines: LogLine[]): Promise<void> {
    const byPath = new Map<string, string>()
    for (const { path, line } of lines) byPath.set(path, `${byPath.get(path) ?? ''}${line}\n`)
    for (const [path, text] of byPath) this.#append(path, text)
    for (const [path, file] of Object.entries(files)) await this.#write(path, file)
  }

  /**
   * Compares the folder with what it should hold and repairs it, except artifacts: `edits` reports those. An artifact that equals an
   * earlier version of ours is behind rather than edited, unless the last writer is known to have written everything.
   */
  async repair(files: FileSet, { logs, settled, rebuild }: RepairOptions): Promise<Repair[]> {
    const repairs: Repair[] = []
    for (const [path, log] of Object.entries(logs)) {
      const what = this.#logDiffers(path, log)
      if (!what) continue
      repairs.push({ path, what })
      const text = (await rebuild()).filter((line) => line.path === path).map(({ line }) => `${line}\n`)
      this.#replace(path, text.join(''))
    }
    for (const [path, file] of Object.entries(files)) {
      if (file.role === 'artifact' && this.#stat(path)) {
        const { object } = file.content
        const actual = sha256(readBytes(this.#at(path)) ?? '')
        if (settled || actual === object || !(await this.#isOurs(actual))) {
          this.#written.set(path, object)
          this.#artifacts.set(path, { hash: object, seen: undefined })
          continue
        }
        repairs.push({ path, what: 'behind' })
        await this.#write(path, file)
        continue
      }
      const actual = readText(this.#at(path))
      if (file.role === 'pointer' || file.role === 'absent') await this.#write(path, file)
      else if (actual !== null && isAsRecorded(file, actual)) this.#written.set(path, contentOf(file))
      else {
        repairs.push({ path, what: actual === null ? 'missing' : 'differs' })
        await this.#write(path, file)
      }
    }
    return repairs
  }

  async edits(): Promise<{ path: string; text: string }[]> {
    const edits: { path: string; text: string }[] = []
    for (const [path, { hash, seen }] of this.#artifacts) {
      const now = this.#stat(path)
      if (isSame(seen, now)) continue
      if (!now) {
        this.#replace(path, await this.#object(hash))
        this.#artifacts.set(path, { hash, seen: this.#stat(path) })
        continue
      }
      const text = this.#readEdited(path, now)
      const actual = sha256(text)
      this.#artifacts.set(path, { hash: actual, seen: now })
      this.#written.set(path, actual)
      if (actual !== hash) edits.push({ path, text })
    }
    return edits
  }

  close(): void {
    for (const fd of this.#logs.values()) closeSync(fd)
    this.#logs.clear()
  }

  async #write(path: string, file: ProjectedFile): Promise<void> {
    if (file.role === 'absent') {
      this.#written.delete(path)
      this.#artifacts.delete(path)
      const actual = file.owner === undefined ? '' : readText(this.#at(path))
      if (actual !== null && (file.owner === undefined || actual.includes(JSON.stringify(file.owner))))
        guard(path, () => rmSync(this.#at(path), { force: true }))
      return
    }
    const content = contentOf(file)
    if (this.#written.get(path) === content) return
    if (file.role === 'artifact' && this.#isEdited(path, content)) {
      this.#artifacts.set(path, { hash: content, seen: undefined }) // a person was quicker: their text stays for `edits` to find
      return
    }
    this.#replace(
      path,
      'content' in file
        ? await this.#object(content)
        : file.role === 'state' && file.keepsUnknown
          ? keepUnknown(content, readText(this.#at(path)))
          : content,
    )
    this.#written.set(path, content)
    if (file.role === 'artifact') this.#artifacts.set(path, { hash: content, seen: this.#stat(path) })
  }

  async #isOurs(hash: string): Promise<boolean> {
    try {
      await this.#object(hash)
      return true
    } catch (error) {
      if (error instanceof Fault && error.code === 'integrity') return false
      throw error
    }
  }

  #isEdited(path: string, content: string): boolean {
    const known = this.#artifacts.get(path)
    const now = known && this.#stat(path)
    if (!now || isSame(known.seen, now)) return false
    const actual = sha256(readBytes(this.#at(path)) ?? '')
    return actual !== known.hash && actual !== content
  }

  /** A hand edit is adopted verbatim or not at all. */
  #readEdited(path: string, { size }: Stats): string {
    const fix = 'Save it as UTF-8 text, or delete it to get the recorded version back.'
    if (size > mostBytes) throw new Fault('invalid', `${path} was changed and now has ${size} bytes; the limit is ${mostBytes}`, { fix })
    const bytes = readBytes(this.#at(path)) ?? Buffer.alloc(0)
    if (!isUtf8(bytes) || bytes.includes(0)) throw new Fault('invalid', `${path} was changed and is no longer UTF-8 text`, { fix })
    return bytes.toString('utf8')
  }

  #replace(path: string, text: string): void {
    const fd = this.#logs.get(path)
    if (fd !== undefined) closeSync(fd)
    this.#logs.delete(path)
    replaceFile(this.#at(path), text, this.#temp)
  }

  #append(path: string, text: string): void {
    const full = this.#at(path)
    guard(full, () => {
      let fd = this.#logs.get(path)
      if (fd === undefined) this.#logs.set(path, (fd = openSync(full, 'a')))
      writeAll(fd, Buffer.from(text))
    })
  }

  #logDiffers(path: string, log: LogState): Repair['what'] | null {
    const text = readText(this.#at(path))
    if (text === null) return 'missing'
    const lines = text.split('\n')
    if (lines.pop() !== '') return 'behind'
    if (lines.length < log.count) return 'behind'
    let state: LogState | undefined
    for (const line of lines) state = extendLog(state, line)
    return state?.count === log.count && state.chain === log.chain ? null : 'differs'
  }

  #stat(path: string): Stats | undefined {
    return statOf(this.#at(path))
  }

  /** Checked once per path: below the project, no link out of it, folder created. */
  #at(path: string): string {
    let full = this.#full.get(path)
    if (full === undefined) {
      full = below(this.#root, path)
      makeFolder(dirname(full))
      this.#full.set(path, full)
    }
    return full
  }
}

/** Identifies a file: its text, or the hash of a text stored elsewhere. */
const contentOf = (file: Exclude<ProjectedFile, { role: 'absent' }>) => ('content' in file ? file.content.object : file.text)

const mostBytes = 64 * 1024 * 1024

function isSame(seen: Stats | undefined, now: Stats | undefined): boolean {
  return seen !== undefined && now !== undefined && now.ino === seen.ino && now.mtimeMs === seen.mtimeMs && now.size === seen.size
}
