// SHA-256 as lower-case hex: the one place below the adapters that needs node:crypto.
import { createHash, hash } from 'node:crypto'

export function sha256(bytes: string | Uint8Array): string {
  if (typeof bytes !== 'string' || bytes.length < worthKeeping.least || bytes.length > worthKeeping.most)
    return hash('sha256', bytes, 'hex')
  if (bytes !== last.text) last = { text: bytes, hash: hash('sha256', bytes, 'hex') }
  return last.hash
}

/** A maker's reply is hashed by the driver, by its workflow and by the store, one right after the other. */
const worthKeeping = { least: 1024, most: 1024 * 1024 }
let last = { text: '', hash: '' }

/** For content that is not in one piece. */
export function hasher() {
  return createHash('sha256')
}
