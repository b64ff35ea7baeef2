// OpenSSH public keys and signature blobs, in the form a cryptographic library takes; weak and unknown kinds are refused by name.
import { base64Url, concat, padStart, reader, unreadable } from './ssh-wire.ts'

export type HashName = 'sha256' | 'sha384' | 'sha512'

export interface SshKey {
  type: string
  jwk: Record<string, string>
  /** Only for keys on a security token: the application it was enrolled for. */
  application?: string
}

export interface SshSignature {
  hash: HashName | null
  bytes: Uint8Array
  token?: { flags: number; counter: number }
}

const skEd25519 = 'sk-ssh-ed25519@openssh.com'
const skEcdsa = 'sk-ecdsa-sha2-nistp256@openssh.com'

const curves: Record<string, { name: string; crv: string; size: number; hash: HashName }> = {
  'ecdsa-sha2-nistp256': { name: 'nistp256', crv: 'P-256', size: 32, hash: 'sha256' },
  'ecdsa-sha2-nistp384': { name: 'nistp384', crv: 'P-384', size: 48, hash: 'sha384' },
  'ecdsa-sha2-nistp521': { name: 'nistp521', crv: 'P-521', size: 66, hash: 'sha512' },
  [skEcdsa]: { name: 'nistp256', crv: 'P-256', size: 32, hash: 'sha256' },
}

const rsaHashes: Record<string, HashName> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' }

const keyTypes = ['ssh-ed25519', ...Object.keys(curves), 'ssh-rsa', skEd25519]

export function readKey(blob: Uint8Array): SshKey {
  const input = reader(blob, 'the public key')
  const type = input.utf8()
  const curve = Object.hasOwn(curves, type) ? curves[type] : undefined
  let jwk: SshKey['jwk']
  if (type === 'ssh-ed25519' || type === skEd25519) {
    const x = input.string()
    if (x.length !== 32) unreadable(`the public key has ${x.length} bytes, expected 32`)
    jwk = { kty: 'OKP', crv: 'Ed25519', x: base64Url(x) }
  } else if (curve) {
    if (input.utf8() !== curve.name) unreadable(`the public key names a different curve than its type ${type}`)
    const point = input.string()
    if (point.length !== 1 + 2 * curve.size || point[0] !== 4) unreadable("the public key isn't an uncompressed point")
    jwk = { kty: 'EC', crv: curve.crv, x: base64Url(point.subarray(1, 1 + curve.size)), y: base64Url(point.subarray(1 + curve.size)) }
  } else if (type === 'ssh-rsa') {
    const e = input.mpint()
    const n = input.mpint()
    const bits = n.length * 8 - (Math.clz32(n[0]!) - 24)
    if (bits < 2048 || bits > 16384) unreadable(`the RSA key has ${bits} bits, expected 2048 to 16384`)
    if (e.length > 8 || (e[e.length - 1]! & 1) === 0 || (e.length === 1 && e[0] === 1)) unreadable('the RSA key has an unusable exponent')
    jwk = { kty: 'RSA', n: base64Url(n), e: base64Url(e) }
  } else if (type.endsWith('-cert-v01@openssh.com')) {
    return unreadable('it was made with a certificate; expected a plain key')
  } else {
    return unreadable(`keys of type "${type.slice(0, 60)}" aren't accepted; expected one of ${keyTypes.join(', ')}`)
  }
  if (type !== skEd25519 && type !== skEcdsa) {
    input.end()
    return { type, jwk }
  }
  const application = input.utf8()
  input.end()
  return { type, jwk, application }
}

export function readSignature(blob: Uint8Array, key: SshKey): SshSignature {
  const input = reader(blob, 'the signature')
  const algorithm = input.utf8()
  const body = input.string()
  const curve = Object.hasOwn(curves, key.type) ? curves[key.type] : undefined
  let signature: SshSignature
  if (key.type === 'ssh-rsa') {
    const hash = Object.hasOwn(rsaHashes, algorithm) ? rsaHashes[algorithm] : undefined
    if (!hash) return unreadable(`it was made with "${algorithm.slice(0, 60)}"; an RSA key signs with rsa-sha2-256 or rsa-sha2-512`)
    // The modulus is as long as its base64url says; OpenSSH may drop leading zeros of the signature.
    signature = { hash, bytes: padStart(body, Math.floor((key.jwk['n']!.length * 3) / 4)) }
  } else if (algorithm !== key.type) {
    return unreadable(`it was made with "${algorithm.slice(0, 60)}", but the key is ${key.type}`)
  } else if (curve) {
    const numbers = reader(body, 'the signature')
    const r = padStart(numbers.mpint(), curve.size)
    const s = padStart(numbers.mpint(), curve.size)
    numbers.end()
    signature = { hash: curve.hash, bytes: concat(r, s) }
  } else {
    if (body.length !== 64) unreadable(`the signature has ${body.length} bytes, expected 64`)
    signature = { hash: null, bytes: body }
  }
  if (key.application !== undefined) signature.token = { flags: input.byte(), counter: input.uint32() }
  input.end()
  return signature
}
