// A run's contract files on this disk: projected at once or a moment later, repaired at opening.
import type { Repair, RepairOptions, Workspace } from '../../kernel/ports.ts'
import type { FileSet, LogLine } from '../../kernel/workflow.ts'
import { Projection } from './projection.ts'

const lagMs = 1000
/** Many runs share one disk: this is the time between any two of them writing files that nobody waits for. */
const spacingMs = 50
let lastSpared = 0

export class FileWorkspace implements Workspace {
  readonly #projection: Projection
  /** Don't touch the contract folder: it existed before us. */
  readonly #adopt: boolean
  #due: { files: () => FileSet; lines: LogLine[] } | null = null
  #projectedAt = 0

  constructor(options: { root: string; temp: string; object(hash: string): Promise<string>; adopt: boolean }) {
    this.#projection = new Projection(options.root, options.temp, options.object)
    this.#adopt = options.adopt
  }

  /**
   * Writes each entry's files at once, unless what follows stays in this process and the last write was a moment ago: creating and
   * replacing files between two syncs is what makes a sync slow, and nobody outside can look in between.
   */
  async project(files: () => FileSet, lines: LogLine[], when: 'now' | 'soon'): Promise<void> {
    if (!this.#due) this.#due = { files, lines: [...lines] }
    else {
      this.#due.files = files
      this.#due.lines.push(...lines)
    }
    if (when === 'now' || this.#isTime(performance.now())) await this.flush()
  }

  async flush(): Promise<void> {
    const due = this.#due
    this.#due = null
    this.#projectedAt = performance.now()
    if (due && !this.#adopt) await this.#projection.project(due.files(), due.lines)
  }

  repair(files: FileSet, how: RepairOptions): Promise<Repair[]> {
    return this.#projection.repair(files, how)
  }

  async edits(): Promise<{ path: string; text: string }[]> {
    return this.#due ? [] : this.#projection.edits()
  }

  async close(): Promise<boolean> {
    try {
      await this.flush()
      return true
    } catch {
      return false // the next opening repairs them
    } finally {
      this.#projection.close()
    }
  }

  #isTime(now: number): boolean {
    if (now - this.#projectedAt < lagMs || now - lastSpared < spacingMs) return false
    lastSpared = now
    return true
  }
}
