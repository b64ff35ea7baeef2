// One run opened for writing: its lock, journal, texts, projected files and mailbox.
import { join } from 'node:path'
import type { Mail, RunStore } from '../../kernel/ports.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { Repair } from '../../kernel/store.ts'
import type { FileSet, LogLine } from '../../kernel/workflow.ts'
import { Fault } from '../../schema/fault.ts'
import { JournalFile, readJournal, start } from './journal-file.ts'
import { type Lock, acquireLock } from './lock.ts'
import { dropMail, readMail } from './mailbox.ts'
import type { Objects } from './objects.ts'
import { Projection } from './projection.ts'
import { writeSnapshot } from './snapshot.ts'

export interface RunPlace {
  run: string
  root: string
  folder: string
  temp: string
  objects: Objects
  /** Leave the contract folder alone: it was there before us. */
  adopt: boolean
}

const lagMs = 1000
/** Many loops share one disk: however many there are, this is between two of them writing files that nobody waits for. */
const spacingMs = 50
let lastSpared = 0
const mostCopies = 16

export class FileRunStore implements RunStore {
  readonly #place: RunPlace
  readonly #lock: Lock
  readonly #journal: JournalFile
  readonly #projection: Projection
  #lastLine = 0
  #due: { files: () => FileSet; lines: LogLine[] } | null = null
  #projectedAt = 0
  readonly #copies = new Map<string, string>()
  /** The texts of the step that was looked up last: whoever asks for one of them is about to ask for the others. */
  #together: Readonly<Record<string, string>> = {}

  constructor(place: RunPlace) {
    this.#place = place
    this.#lock = acquireLock(place.folder, `run ${place.run}`)
    this.#journal = new JournalFile(this.#journalPath)
    this.#projection = new Projection(place.root, place.temp, (hash) => this.object(hash))
  }

  async append(line: Uint8Array): Promise<void> {
    await this.#journal.append(line)
    this.#lastLine = line.length
  }

  async object(hash: string): Promise<string> {
    return (
      this.#copies.get(hash) ??
      (Object.hasOwn(this.#together, hash) ? this.#together[hash] : undefined) ??
      this.#place.objects.get(hash) ??
      (await this.#fromJournal(hash))
    )
  }

  async putObject(hash: string, text: string): Promise<void> {
    this.#place.objects.put(hash, text)
  }

  /** Copies wait until somebody outside can look; of a burst only the newest are made, the journal has them all. */
  copyObjects(objects: Record<string, string>): void {
    for (const [hash, text] of Object.entries(objects)) {
      this.#copies.delete(hash)
      this.#copies.set(hash, text)
    }
    for (const oldest of this.#copies.keys()) {
      if (this.#copies.size <= mostCopies) break
      this.#copies.delete(oldest)
    }
  }

  /**
   * Each step's files at once, unless the step stays in this process and the last writing was a moment ago: making and
   * replacing files between two syncs is what makes a sync slow, and nobody outside can look in between.
   */
  async project(files: () => FileSet, lines: LogLine[], when: 'now' | 'soon'): Promise<void> {
    this.#due = { files, lines: this.#due ? [...this.#due.lines, ...lines] : lines }
    if (when === 'now') await this.flush()
    else if (this.#isTime(performance.now())) await this.#projectDue()
  }

  async flush(): Promise<void> {
    for (const [hash, text] of this.#copies) this.#place.objects.copy(hash, text)
    this.#copies.clear()
    await this.#projectDue()
  }

  repair(files: FileSet, how: Parameters<Projection['repair']>[1]): Promise<Repair[]> {
    return this.#projection.repair(files, how)
  }

  async edits(): Promise<{ path: string; text: string }[]> {
    return this.#due ? [] : this.#projection.edits()
  }

  async mail(): Promise<Mail[]> {
    return readMail(this.#place.folder)
  }

  async dropMail(ids: string[]): Promise<void> {
    dropMail(this.#place.folder, ids)
  }

  snapshot(run: RunState<unknown>): void {
    if (this.#lastLine === 0) return
    try {
      writeSnapshot(
        this.#place.folder,
        { offset: this.#journal.size, lastLine: this.#lastLine, settled: this.#due === null, run },
        this.#place.temp,
      )
    } catch {
      // a convenience that may be missing: the journal has everything
    }
  }

  cutTo(size: number): void {
    this.#journal.cutTo(size)
  }

  async close(): Promise<void> {
    try {
      this.#projection.close()
      this.#journal.close()
    } finally {
      this.#lock.release()
    }
  }

  #isTime(now: number): boolean {
    if (now - this.#projectedAt < lagMs || now - lastSpared < spacingMs) return false
    lastSpared = now
    return true
  }

  async #projectDue(): Promise<void> {
    const due = this.#due
    this.#due = null
    this.#projectedAt = performance.now()
    if (due && !this.#place.adopt) await this.#projection.project(due.files(), due.lines)
  }

  /** The copy in objects/ is gone or torn: the journal has every small text, and the copy is made anew. */
  async #fromJournal(hash: string): Promise<string> {
    let found: string | undefined
    await readJournal(this.#journalPath, start, ({ objects }) => {
      if (found !== undefined || !objects || !Object.hasOwn(objects, hash)) return
      found = objects[hash]
      this.#together = objects
    })
    if (found === undefined) {
      throw new Fault('integrity', `the text ${hash} of run ${this.#place.run} is gone from .whetstone/objects/ or was changed`, {
        fix: 'Restore .whetstone/objects/ from a backup.',
        data: { hash },
      })
    }
    this.#place.objects.mend(hash, found)
    return found
  }

  get #journalPath(): string {
    return join(this.#place.folder, 'journal.jsonl')
  }
}
