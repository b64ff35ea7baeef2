// What is kept beside the journals, such as large texts and pictures, by SHA-256: written once, verified on every read.
import { renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../lib/hash.ts'
import { guard, makeFolder, readBytes, syncFolder, tempName, writeSynced } from '../disk.ts'

export class Objects {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Undefined if it is missing or doesn't match its name. */
  get(hash: string): Buffer | undefined {
    const bytes = /^[0-9a-f]{64}$/.test(hash) ? readBytes(this.#path(hash)) : null
    return bytes !== null && sha256(bytes) === hash ? bytes : undefined
  }

  /** Durable, including its name, before it returns. */
  put(hash: string, bytes: Uint8Array): void {
    if (this.get(hash)) return
    const path = this.#path(hash)
    const temp = `${path}.${tempName()}`
    makeFolder(dirname(path))
    guard(path, () => {
      try {
        writeSynced(temp, [bytes])
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
