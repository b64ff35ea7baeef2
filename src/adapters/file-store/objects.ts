// Texts too large for the journal, by SHA-256: written once, verified on every read.
import { renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../lib/hash.ts'
import { guard, makeFolder, readText, syncFolder, tempName, writeSynced } from './disk.ts'

export class Objects {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Undefined if it is missing or doesn't match its name. */
  get(hash: string): string | undefined {
    const text = readText(this.#path(hash))
    return text !== null && sha256(text) === hash ? text : undefined
  }

  /** Durable, including its name, before it returns. */
  put(hash: string, text: string): void {
    if (this.get(hash) === text) return
    const path = this.#path(hash)
    const temp = `${path}.${tempName()}`
    makeFolder(dirname(path))
    guard(path, () => {
      try {
        writeSynced(temp, [Buffer.from(text)])
        renameSync(temp, path)
      } catch (error) {
        rmSync(temp, { force: true })
        throw error
      }
    })
    syncFolder(dirname(path))
    syncFolder(this.#folder)
  }

  #path(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash.slice(2))
  }
}
