// Makes keys and SSHSIG signatures with node:crypto alone, so that tests need no ssh-keygen; every part can be bent to make a bad one.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export type KeyKind = 'ed25519' | 'ecdsa256' | 'ecdsa384' | 'ecdsa521' | 'rsa' | 'sk-ed25519' | 'sk-ecdsa'

export interface Bend {
  namespace?: string
  hash?: string
  version?: number
  magic?: string
  algorithm?: string
  /** Hash that an RSA key signs with. */
  rsaHash?: 'sha1' | 'sha256' | 'sha512'
  flags?: number
  trailing?: Uint8Array
  /** The key in the envelope, when it is to be another than the one that signs. */
  key?: Uint8Array
}

const application = 'ssh:whetstone-test'

export function makeSigner(kind: KeyKind, bits = 2048) {
  const { privateKey, publicKey } = generate(kind, bits)
  const type = types[kind]
  const key = keyBlob(kind, type, publicKey)
  return {
    type,
    key,
    line: (principals: string, options = '') =>
      `${principals} ${options ? options + ' ' : ''}${type} ${key.toString('base64')} made for a test`,
    sign: (message: string | Uint8Array, bend: Bend = {}) => armor(envelope(kind, type, key, privateKey, message, bend)),
  }
}

export function armor(blob: Uint8Array): string {
  const lines =
    Buffer.from(blob)
      .toString('base64')
      .match(/.{1,70}/g) ?? []
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n')
}

export function dearmor(armored: string): Buffer {
  return Buffer.from(
    armored
      .split('\n')
      .filter((line) => !line.startsWith('-----'))
      .join(''),
    'base64',
  )
}

function envelope(kind: KeyKind, type: string, key: Buffer, privateKey: KeyObject, message: string | Uint8Array, bend: Bend): Buffer {
  const { namespace = 'whetstone', hash = 'sha512', magic = 'SSHSIG', version = 1, rsaHash = 'sha512' } = bend
  const digest = createHash(hash === 'sha256' ? 'sha256' : 'sha512')
    .update(message)
    .digest()
  const signed = Buffer.concat([Buffer.from('SSHSIG'), wire(namespace), wire(''), wire(hash), wire(digest)])
  const token = kind.startsWith('sk-') ? Buffer.concat([Buffer.of(bend.flags ?? 1), uint32(7)]) : Buffer.alloc(0)
  const data = token.length > 0 ? Buffer.concat([sha256(application), token, sha256(signed)]) : signed
  const algorithm = bend.algorithm ?? (kind === 'rsa' ? { sha1: 'ssh-rsa', sha256: 'rsa-sha2-256', sha512: 'rsa-sha2-512' }[rsaHash] : type)
  const signature = Buffer.concat([wire(algorithm), wire(rawSignature(kind, privateKey, data, rsaHash)), token])
  return Buffer.concat([
    Buffer.from(magic),
    uint32(version),
    wire(bend.key ?? key),
    wire(namespace),
    wire(''),
    wire(hash),
    wire(signature),
    bend.trailing ?? Buffer.alloc(0),
  ])
}

function rawSignature(kind: KeyKind, privateKey: KeyObject, data: Buffer, rsaHash: string): Buffer {
  if (kind === 'ed25519' || kind === 'sk-ed25519') return sign(null, data, privateKey)
  if (kind === 'rsa') return sign(rsaHash, data, privateKey)
  const both = sign({ ecdsa384: 'sha384', ecdsa521: 'sha512' }[kind as string] ?? 'sha256', data, {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return Buffer.concat([mpint(both.subarray(0, both.length / 2)), mpint(both.subarray(both.length / 2))])
}

function generate(kind: KeyKind, bits: number) {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: bits })
  if (kind === 'ed25519' || kind === 'sk-ed25519') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('ec', { namedCurve: { ecdsa384: 'P-384', ecdsa521: 'P-521' }[kind as string] ?? 'P-256' })
}

function keyBlob(kind: KeyKind, type: string, publicKey: KeyObject): Buffer {
  const jwk = publicKey.export({ format: 'jwk' })
  const field = (name: 'x' | 'y' | 'n' | 'e') => Buffer.from(jwk[name] ?? '', 'base64url')
  const tail = kind.startsWith('sk-') ? wire(application) : Buffer.alloc(0)
  if (kind === 'rsa') return Buffer.concat([wire(type), mpint(field('e')), mpint(field('n'))])
  if (kind === 'ed25519' || kind === 'sk-ed25519') return Buffer.concat([wire(type), wire(field('x')), tail])
  const curve = { ecdsa384: 'nistp384', ecdsa521: 'nistp521' }[kind as string] ?? 'nistp256'
  return Buffer.concat([wire(type), wire(curve), wire(Buffer.concat([Buffer.of(4), field('x'), field('y')])), tail])
}

const types: Record<KeyKind, string> = {
  ed25519: 'ssh-ed25519',
  ecdsa256: 'ecdsa-sha2-nistp256',
  ecdsa384: 'ecdsa-sha2-nistp384',
  ecdsa521: 'ecdsa-sha2-nistp521',
  rsa: 'ssh-rsa',
  'sk-ed25519': 'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa': 'sk-ecdsa-sha2-nistp256@openssh.com',
}

export function wire(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([uint32(bytes.length), bytes])
}

function mpint(bytes: Uint8Array): Buffer {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start++
  const trimmed = bytes.subarray(start)
  return wire(trimmed[0]! & 0x80 ? Buffer.concat([Buffer.of(0), trimmed]) : trimmed)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest()
}
