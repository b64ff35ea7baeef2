// The cryptography behind OpenSSH signatures, by node:crypto.
import { createPublicKey, hash as digest, verify } from 'node:crypto'

type HashName = 'sha256' | 'sha384' | 'sha512'

/** Implements the gate's `SignatureCrypto`. */
export const signatureCrypto = {
  digest(hash: HashName, bytes: Uint8Array): Uint8Array {
    return digest(hash, bytes, 'buffer')
  },

  verify(check: { jwk: Record<string, string>; hash: HashName | null; data: Uint8Array; signature: Uint8Array }): boolean {
    try {
      const key = createPublicKey({ key: check.jwk, format: 'jwk' })
      return verify(check.hash, check.data, { key, dsaEncoding: 'ieee-p1363' }, check.signature)
    } catch {
      // A point off its curve or a modulus the library rejects: no valid signature can exist for such a key.
      return false
    }
  },
}
