// SHA-256 as lower-case hex: the one place below the adapters that needs node:crypto.
import { createHash, hash } from 'node:crypto'

export type Sha256 = string

export function sha256(bytes: string | Uint8Array): Sha256 {
  return hash('sha256', bytes, 'hex')
}

/** For content that is not in one piece. */
export function hasher() {
  return createHash('sha256')
}
