// Whether an OpenSSH signature (the SSHSIG format of `ssh-keygen -Y sign`) over a message comes from an allowed signer.
import { Fault } from '../schema/fault.ts'
import { concat, decodeBase64, encodeBase64, reader, text, uint32, wire, unreadable } from './ssh-wire.ts'
import { readKey, readSignature, type HashName } from './ssh-key.ts'
import type { AllowedSigners, Signer } from './allowed-signers.ts'

/** Signers name it (`ssh-keygen -Y sign -n whetstone`), so a signature made for another purpose can't approve a design. */
export const signatureNamespace = 'whetstone'

/** The two operations that need a cryptographic library, provided by an adapter. */
export interface SignatureCrypto {
  digest(hash: HashName, bytes: Uint8Array): Uint8Array
  /** ECDSA signatures are r and s concatenated; `hash` is null if the algorithm implies it. Returns false for an unusable key. */
  verify(check: { jwk: Record<string, string>; hash: HashName | null; data: Uint8Array; signature: Uint8Array }): boolean
}

export interface SignatureClaim {
  armored: string
  message: string | Uint8Array
  namespace: string
  allowedSigners: AllowedSigners
  /** When it was signed or presented, in milliseconds since 1970: a signer may be valid for a limited time. */
  at: number
  crypto: SignatureCrypto
}

export type SignatureVerdict = { ok: true; principal: string; fingerprint: string } | { ok: false; why: string }

export function verifySignature(claim: SignatureClaim): SignatureVerdict {
  if (!Number.isFinite(claim.at)) throw new Fault('usage', `the time to verify at is ${claim.at}; expected milliseconds since 1970`)
  try {
    return judge(claim)
  } catch (error) {
    if (error instanceof Fault && error.code === 'invalid') return { ok: false, why: error.message }
    throw error
  }
}

/** The public key a signature carries, as allowed signers spell it; only parsed, not verified. */
export function signatureKey(armored: string): string {
  return encodeBase64(readEnvelope(armored).key)
}

function judge({ armored, message, namespace, allowedSigners, at, crypto }: SignatureClaim): SignatureVerdict {
  const claimed = readEnvelope(armored)
  if (claimed.namespace !== namespace) return no(`it was made for the namespace "${claimed.namespace}", expected "${namespace}"`)
  const key = readKey(claimed.key)
  const fingerprint = 'SHA256:' + encodeBase64(crypto.digest('sha256', claimed.key)).replace(/=+$/, '')
  const found = findSigner(allowedSigners, encodeBase64(claimed.key), { namespace, at })
  if ('why' in found) return no(`the key ${fingerprint} ${found.why}`)

  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const signed = concat(
    text('SSHSIG'),
    wire(text(namespace)),
    wire(claimed.reserved),
    wire(text(claimed.hash)),
    wire(crypto.digest(claimed.hash, bytes)),
  )
  const signature = readSignature(claimed.signature, key)
  let data = signed
  if (key.application !== undefined) {
    const { flags, counter } = signature.token!
    if ((flags & 1) === 0) return no("the security key wasn't touched")
    data = concat(crypto.digest('sha256', text(key.application)), Uint8Array.of(flags), uint32(counter), crypto.digest('sha256', signed))
  }
  if (!crypto.verify({ jwk: key.jwk, hash: signature.hash, data, signature: signature.bytes }))
    return no(`it doesn't match the message: a different text was signed, or the signature was changed (key ${fingerprint})`)
  return { ok: true, principal: found.principals.join(','), fingerprint }
}

function readEnvelope(armored: string) {
  const lines = armored.trim().split(/\r?\n/)
  if (lines.shift() !== '-----BEGIN SSH SIGNATURE-----') unreadable('it doesn\'t begin with "-----BEGIN SSH SIGNATURE-----"')
  if (lines.pop() !== '-----END SSH SIGNATURE-----') unreadable('it doesn\'t end with "-----END SSH SIGNATURE-----"')
  const input = reader(decodeBase64(lines.join('')), 'the signature')
  if (input.ascii(6) !== 'SSHSIG') unreadable("it isn't an SSHSIG structure")
  const version = input.uint32()
  if (version !== 1) unreadable(`its format has version ${version}, expected 1`)
  const key = input.string()
  const namespace = input.utf8()
  const reserved = input.string()
  const hash = input.utf8()
  if (hash !== 'sha256' && hash !== 'sha512') return unreadable(`it hashes with "${hash.slice(0, 40)}", expected sha256 or sha512`)
  const signature = input.string()
  input.end()
  return { key, namespace, reserved, hash, signature } as const
}

function findSigner(
  { signers, refused }: AllowedSigners,
  key: string,
  wanted: { namespace: string; at: number },
): Signer | { why: string } {
  const lines = signers.filter((signer) => signer.key === key)
  const obstacles = lines.map((signer) => ({ signer, why: obstacle(signer, wanted) }))
  const open = obstacles.find(({ why }) => why === null)
  if (open) return open.signer
  const barred = refused.find((line) => line.key === key)
  const why =
    obstacles[0]?.why ??
    (barred ? `is on line ${barred.line} of the allowed signers, which doesn't count: ${barred.why}` : 'belongs to no allowed signer')
  return { why }
}

function obstacle(signer: Signer, { namespace, at }: { namespace: string; at: number }): string | null {
  if (signer.namespaces && !signer.namespaces.includes(namespace))
    return `(${signer.principals.join(',')}) may sign for the namespaces ${signer.namespaces.join(', ')}, not for "${namespace}"`
  if (signer.validAfter !== undefined && at < signer.validAfter)
    return `(${signer.principals.join(',')}) is valid only after ${new Date(signer.validAfter).toISOString()}`
  if (signer.validBefore !== undefined && at > signer.validBefore)
    return `(${signer.principals.join(',')}) was valid only before ${new Date(signer.validBefore).toISOString()}`
  return null
}

function no(why: string): SignatureVerdict {
  return { ok: false, why }
}
