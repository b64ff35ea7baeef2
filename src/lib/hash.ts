// SHA-256 as lower-case hex: the only place below the adapters that uses node:crypto.
import { createHash, hash } from 'node:crypto'

export function sha256(bytes: string | Uint8Array): string {
  if (typeof bytes !== 'string' || bytes.length < worthKeeping.least || bytes.length > worthKeeping.most)
    return hash('sha256', bytes, 'hex')
  if (bytes !== last.text) last = { text: bytes, hash: hash('sha256', bytes, 'hex') }
  return last.hash
}

/** A maker's reply is hashed by the driver, its workflow and the store in quick succession. */
const worthKeeping = { least: 1024, most: 1024 * 1024 }
let last = { text: '', hash: '' }

/** For content in several pieces. */
export function hasher() {
  return createHash('sha256')
}
