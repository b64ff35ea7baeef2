// One run's journal opened for writing: its lock, its file, its texts and its mailbox.
import { renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { decodeEntry } from '../../kernel/journal.ts'
import type { Appended, Journal, Mail, EncodedEntry } from '../../kernel/ports.ts'
import type { RunState } from '../../kernel/reduce.ts'
import { Fault } from '../../schema/fault.ts'
import { exists, storageFault, syncFolder } from '../disk.ts'
import { journalIn } from './home.ts'
import { JournalFile } from './journal-file.ts'
import type { Lock } from './lock.ts'
import { dropMail, hasMail, readMail } from './mailbox.ts'
import type { Objects } from './objects.ts'
import { type Read, bytesAt, readJournal, start } from './read-journal.ts'
import { writeSnapshot } from './snapshot.ts'

export interface Place {
  run: string
  /** The run's folder. */
  folder: string
  /** Its folder until the first entry is committed; a crash before that leaves nothing visible. */
  cradle?: string
  temp: string
  objects: Objects
  lock: Lock
}

/** How many texts can be found without reading the journal from its start; older ones are searched for. */
const mostIndexed = 2048
const mostRecent = 8

export class FileJournal implements Journal {
  readonly #place: Place
  readonly #file: JournalFile
  #folder: string
  #seq: number
  #head: string
  #lastLine: number
  #saved: number
  #rung = 0
  #mail = false
  readonly #lines = new Latest<{ offset: number; length: number }>(mostIndexed)
  /** The texts of the last few entries, which the next one is about to use. */
  readonly #recent = new Latest<string>(mostRecent)
  /** The texts of the entry that was looked up last: whoever needs one of them usually needs the others. */
  #together: Readonly<Record<string, string>> = {}

  /** `read`: the result of reading it; writing continues at its end. */
  constructor(place: Place, read?: Read & { saved: number; lastLine: number }) {
    this.#place = place
    this.#folder = place.cradle ?? place.folder
    this.#file = new JournalFile(journalIn(this.#folder), read?.cursor.offset, read?.closed ? read : null)
    this.#seq = read?.cursor.seq ?? 0
    this.#head = read?.cursor.head ?? start.head
    this.#saved = read?.saved ?? 0
    this.#lastLine = read?.lastLine ?? 0
    if (read?.torn) this.#file.blank()
  }

  get epoch(): number {
    return this.#place.lock.epoch
  }

  async append({ seq, line, head, objects, unlessMail = false }: EncodedEntry): Promise<Appended> {
    const { lock, run } = this.#place
    this.#hear(lock.check(this.#folder))
    if (unlessMail && this.#mail) return { committed: false, mail: true }
    if (seq !== this.#seq + 1) throw new Fault('conflict', `entry ${seq} of run ${run} can't follow entry ${this.#seq}`)
    const offset = this.#file.size
    await this.#file.append(line)
    if (this.#folder !== this.#place.folder) this.#bear()
    this.#seq = seq
    this.#head = head
    this.#lastLine = line.length
    for (const [hash, text] of Object.entries(objects)) {
      this.#recent.set(hash, text)
      this.index(hash, { offset, length: line.length - 1 })
    }
    return { committed: true, mail: this.#mail }
  }

  async object(hash: string): Promise<string> {
    const together = Object.hasOwn(this.#together, hash) ? this.#together[hash] : undefined
    const text =
      this.#recent.get(hash) ?? together ?? this.#inLine(hash) ?? this.#place.objects.get(hash)?.toString() ?? (await this.#inJournal(hash))
    if (text === undefined)
      throw new Fault('integrity', `the text ${hash} of run ${this.#place.run} is gone or was changed`, {
        fix: "Restore the project's objects folder from a backup.",
        data: { hash },
      })
    this.#recent.set(hash, text)
    return text
  }

  async putObject(hash: string, text: string): Promise<void> {
    this.#place.objects.put(hash, Buffer.from(text))
    this.#recent.set(hash, text)
  }

  async mail(): Promise<Mail[]> {
    return readMail(this.#folder)
  }

  async dropMail(ids: string[]): Promise<void> {
    dropMail(this.#folder, ids)
    this.#mail = hasMail(this.#folder)
  }

  async snapshot(run: RunState<unknown>): Promise<void> {
    if (this.#lastLine === 0 || this.#saved === run.seq || !this.#isOurs()) return
    try {
      writeSnapshot(this.#folder, { offset: this.#file.size, lastLine: this.#lastLine, run }, this.#place.temp)
      this.#saved = run.seq
    } catch {
      // an optional convenience: the journal has everything
    }
  }

  async close(settled: boolean): Promise<void> {
    try {
      this.#file.close(this.#isOurs() ? { seq: this.#seq, head: this.#head, settled } : null)
    } finally {
      this.#place.lock.release()
    }
  }

  /** Where a text stored in the journal is. */
  index(hash: string, line: { offset: number; length: number }): void {
    this.#lines.set(hash, line)
  }

  /** A replaced writer leaves the file as it is. */
  #isOurs(): boolean {
    try {
      this.#place.lock.check(this.#folder)
      return true
    } catch {
      return false
    }
  }

  /** From now on the run is visible to everyone. */
  #bear(): void {
    const { folder, run } = this.#place
    try {
      syncFolder(this.#folder)
      renameSync(this.#folder, folder)
    } catch (error) {
      if (exists(journalIn(folder))) throw existsAlready(run, error)
      throw storageFault(error, folder)
    }
    this.#folder = folder
    syncFolder(dirname(folder))
  }

  /** The lock's file grows with each message, so no mail is looked for until it has grown. */
  #hear(rung: number): void {
    if (rung !== this.#rung) this.#mail = hasMail(this.#folder)
    this.#rung = rung
  }

  #inLine(hash: string): string | undefined {
    const at = this.#lines.get(hash)
    const bytes = at && bytesAt(journalIn(this.#folder), at.offset, at.length)
    if (!bytes) return undefined
    try {
      const { seq, prev } = JSON.parse(bytes.toString('utf8')) as { seq: number; prev: string }
      this.#together = decodeEntry(bytes, { seq, prev }).entry.objects ?? {}
      return this.#together[hash]
    } catch {
      return undefined // changed since: reading from the start will tell where
    }
  }

  async #inJournal(hash: string): Promise<string | undefined> {
    let found: string | undefined
    await readJournal(journalIn(this.#folder), start, ({ objects }) => {
      if (objects && Object.hasOwn(objects, hash)) found ??= objects[hash]
    })
    return found
  }
}

export const existsAlready = (run: string, cause?: unknown) =>
  new Fault('conflict', `a run named ${run} already exists`, { fix: 'Choose another name, or clean the old run.', cause })

/** At least this many of the latest, at most twice as many; dropping half at once is cheap per entry. */
export class Latest<V> {
  readonly #most: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: V): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#most) return
    this.#old = this.#young
    this.#young = new Map()
  }
}
