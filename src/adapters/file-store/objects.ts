// Texts by their SHA-256: every artifact version and reply, written once, checked whenever it is read.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../lib/hash.ts'
import { exists, guard, readText, storageFault, syncFolder, tempName, writeAll } from './disk.ts'

export class Objects {
  readonly #folder: string
  /** The texts of the last few steps, which the next step is about to use. */
  readonly #recent = new Map<string, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Null when it is not here or not what its name says: a copy that a crash tore, and the journal still has it. */
  get(hash: string): string | null {
    const recent = this.#recent.get(hash)
    if (recent !== undefined) return recent
    const text = this.#onDisk(hash)
    if (text !== null) this.#remember(hash, text)
    return text
  }

  /** A copy of what the journal already holds: no sync. */
  copy(hash: string, text: string): void {
    this.#remember(hash, text)
    const path = this.#path(hash)
    this.#create(path, () => writeFileSync(path, text, { flag: 'wx' }))
  }

  /** Durable before it returns, its name included. */
  put(hash: string, text: string): void {
    this.#remember(hash, text)
    if (this.#onDisk(hash) === text) return
    const path = this.#path(hash)
    const temp = `${path}.${tempName()}`
    try {
      this.#create(temp, () => writeSynced(temp, text))
      guard(path, () => renameSync(temp, path))
    } catch (error) {
      rmSync(temp, { force: true })
      throw error
    }
    syncFolder(dirname(path))
    syncFolder(this.#folder)
  }

  /** A copy replaced by the true text, after damage. */
  mend(hash: string, text: string): void {
    if (exists(this.#path(hash)) && this.#onDisk(hash) === null) guard(this.#path(hash), () => writeFileSync(this.#path(hash), text))
    this.copy(hash, text)
  }

  #onDisk(hash: string): string | null {
    const text = readText(this.#path(hash))
    return text !== null && sha256(text) === hash ? text : null
  }

  #create(path: string, write: () => void): void {
    try {
      write()
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EEXIST') return
      if (code !== 'ENOENT') throw storageFault(error, path)
      guard(path, () => {
        mkdirSync(dirname(path), { recursive: true })
        write()
      })
    }
  }

  #remember(hash: string, text: string): void {
    this.#recent.delete(hash)
    this.#recent.set(hash, text)
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= recentLimit) break
      this.#recent.delete(oldest)
    }
  }

  #path(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash.slice(2))
  }
}

const recentLimit = 8

function writeSynced(path: string, text: string): void {
  const fd = openSync(path, 'w')
  try {
    writeAll(fd, Buffer.from(text))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
