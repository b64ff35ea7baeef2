// OpenSSH signatures: what ssh-keygen made is taken, what was bent in any place is not.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signatureCrypto } from '../../src/adapters/sshsig.ts'
import { parseAllowedSigners } from '../../src/gates/allowed-signers.ts'
import { verifySignature, type SignatureClaim, type SignatureCrypto } from '../../src/gates/sshsig.ts'
import { armor, dearmor, makeSigner, wire, type Bend, type KeyKind } from './sshsig-signer.ts'

const crypto: SignatureCrypto = signatureCrypto
const message = 'sha256:3f2a and ünïcode\n'
const now = Date.UTC(2026, 10, 15)
const kinds: KeyKind[] = ['ed25519', 'ecdsa256', 'ecdsa384', 'ecdsa521', 'rsa', 'sk-ed25519', 'sk-ecdsa']

function check(claim: Partial<SignatureClaim> & { armored: string; signers: string }) {
  return verifySignature({ message, namespace: 'whetstone', at: now, crypto, allowedSigners: parseAllowedSigners(claim.signers), ...claim })
}

describe('signatures that ssh-keygen made', () => {
  const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'sshsig-fixtures', name))
  const signers = fixture('allowed_signers').toString()
  const real = (name: string) => check({ armored: fixture(name).toString(), signers, message: fixture('message.txt') })

  test.each(
    ['ed25519', 'ecdsa256', 'ecdsa384', 'ecdsa521', 'rsa2048', 'rsa3072'].flatMap((key) =>
      ['sha256', 'sha512'].map((hash) => [key, hash] as const),
    ),
  )('%s over %s is taken', (key, hash) => {
    expect(real(`${key}-${hash}.sig`)).toEqual({
      ok: true,
      principal: `${key}@example.com`,
      fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
    })
  })

  test('the fingerprint is the one ssh-keygen -l prints', () => {
    expect(real('ed25519-sha512.sig')).toMatchObject({ fingerprint: 'SHA256:nFJ3XD3vDSRoX7/8v6OKrldDgYNZ1R6Jo8Ni3yHI8D8' })
  })

  test.each([
    ['a short RSA key', 'rsa1024-sha512.sig', /RSA key has 1024 bits, expected 2048/],
    ['another namespace', 'ed25519-other-namespace.sig', /namespace "git", expected "whetstone"/],
    ['a certificate', 'ed25519-certificate.sig', /certificate/],
  ])('%s is refused', (_, name, why) => {
    expect(real(name)).toEqual({ ok: false, why: expect.stringMatching(why) })
  })
})

test.each(kinds)('a signature by %s is taken, and refused after any flipped bit of it or of the message', (kind) => {
  const signer = makeSigner(kind)
  const signers = signer.line('ada@example.com')
  const armored = signer.sign(message)
  expect(check({ armored, signers })).toMatchObject({ ok: true, principal: 'ada@example.com' })
  expect(check({ armored, signers, message: message + ' ' }).ok).toBe(false)
  const blob = dearmor(armored)
  for (let i = 0; i < blob.length; i++) {
    const bent = Buffer.from(blob)
    bent[i]! ^= 1 << (i % 8)
    expect(check({ armored: armor(bent), signers }).ok, `bit of byte ${i}`).toBe(false)
  }
})

describe('a bent signature', () => {
  const other = makeSigner('ed25519')
  test.each<[string, KeyKind, Bend, RegExp]>([
    ['RSA with SHA-1', 'rsa', { rsaHash: 'sha1' }, /made with "ssh-rsa"; an RSA key signs with rsa-sha2-256/],
    ['SHA-1 under the name of SHA-512', 'rsa', { rsaHash: 'sha1', algorithm: 'rsa-sha2-512' }, /doesn't match the message/],
    ["an algorithm that is not the key's", 'ed25519', { algorithm: 'ecdsa-sha2-nistp256' }, /but the key is ssh-ed25519/],
    ['a weak message hash', 'ed25519', { hash: 'sha1' }, /hashes with "sha1", expected sha256 or sha512/],
    ['a wrong magic', 'ed25519', { magic: 'SSHGIS' }, /isn't an SSHSIG/],
    ['a future version', 'ed25519', { version: 2 }, /version 2, expected 1/],
    ['another namespace', 'ed25519', { namespace: 'file' }, /namespace "file"/],
    ['a trailing byte', 'ed25519', { trailing: Buffer.of(0) }, /1 bytes too many/],
    ['the key of somebody else', 'ed25519', { key: other.key }, /belongs to no allowed signer/],
    ['a token that saw no touch', 'sk-ed25519', { flags: 0 }, /wasn't touched/],
    ['a token that saw no touch', 'sk-ecdsa', { flags: 4 }, /wasn't touched/],
    ['a key type nobody knows', 'ed25519', { key: Buffer.concat([wire('ssh-dss'), wire('x')]) }, /keys of type "ssh-dss" aren't accepted/],
    [
      'a key type that is a property of every object',
      'ed25519',
      { key: wire('constructor') },
      /keys of type "constructor" aren't accepted/,
    ],
    ['a key of the wrong length', 'ed25519', { key: Buffer.concat([wire('ssh-ed25519'), wire('short')]) }, /5 bytes, expected 32/],
    [
      'a point off its curve',
      'ecdsa256',
      { key: Buffer.concat([wire('ecdsa-sha2-nistp256'), wire('nistp256'), wire(Buffer.alloc(65, 4))]) },
      /belongs to no allowed signer/,
    ],
    [
      "a curve that is not the type's",
      'ecdsa256',
      { key: Buffer.concat([wire('ecdsa-sha2-nistp256'), wire('nistp384'), wire(Buffer.alloc(65, 4))]) },
      /a different curve/,
    ],
  ])('with %s (%s) is refused with its reason', (_, kind, bend, why) => {
    const signer = makeSigner(kind)
    expect(check({ armored: signer.sign(message, bend), signers: signer.line('ada') })).toEqual({
      ok: false,
      why: expect.stringMatching(why),
    })
  })

  test('made by an allowed key but carrying the key of another allowed signer is refused', () => {
    const ada = makeSigner('ed25519')
    const bob = makeSigner('ed25519')
    const signers = [ada.line('ada'), bob.line('bob')].join('\n')
    expect(check({ armored: ada.sign(message, { key: bob.key }), signers })).toEqual({
      ok: false,
      why: expect.stringMatching(/doesn't match the message/),
    })
  })

  test('by an off-curve key that somebody listed is refused', () => {
    const signer = makeSigner('ecdsa256')
    const key = Buffer.concat([wire('ecdsa-sha2-nistp256'), wire('nistp256'), wire(Buffer.alloc(65, 4))])
    expect(check({ armored: signer.sign(message, { key }), signers: `eve ecdsa-sha2-nistp256 ${key.toString('base64')}` }).ok).toBe(false)
  })

  test.each([
    ['nothing', '', /doesn't begin with/],
    ['a PGP block', '-----BEGIN PGP SIGNATURE-----\nAAAA\n-----END PGP SIGNATURE-----', /doesn't begin with/],
    ['no end', '-----BEGIN SSH SIGNATURE-----\nAAAA\n', /doesn't end with/],
    ['broken base64', '-----BEGIN SSH SIGNATURE-----\nA*A=\n-----END SSH SIGNATURE-----', /base64 is damaged/],
    ['a blob cut short', armor(Buffer.from('SSHSIG\0\0\0\x01\xff\xff\xff\xff', 'latin1')), /cut short/],
    ['a flood', `-----BEGIN SSH SIGNATURE-----\n${'A'.repeat(10_000_000)}\n-----END SSH SIGNATURE-----`, /longer than any/],
  ])('that is %s is refused with its reason', (_, armored, why) => {
    expect(check({ armored, signers: makeSigner('ed25519').line('ada') })).toEqual({ ok: false, why: expect.stringMatching(why) })
  })
})

describe('who may sign', () => {
  const signer = makeSigner('ed25519')
  const armored = signer.sign(message)
  const day = 24 * 60 * 60 * 1000

  test.each<[string, string, boolean | RegExp]>([
    ['no option', '', true],
    ['its namespace', 'namespaces="git,whetstone"', true],
    ['an option name in capitals', 'NAMESPACES="whetstone"', true],
    ['only other namespaces', 'namespaces="git"', /may sign for the namespaces git, not for "whetstone"/],
    ['a time that has begun', 'valid-after="20261114"', true],
    ['a time that begins this instant', 'valid-after="20261115Z"', true],
    ['a time that has not begun', 'valid-after="202611150001"', /valid only after 2026-11-15T00:01:00.000Z/],
    ['a time that has ended', 'valid-before="20261114235959Z"', /was valid only before 2026-11-14T23:59:59.000Z/],
    ['both, around now', 'namespaces="whetstone",valid-after="20260101",valid-before="20270101"', true],
    ['a date that does not exist', 'valid-before="20260231"', /line 1 .* valid-before is "20260231", expected YYYYMMDD/],
    ['an hour that does not exist', 'valid-before="202602012500"', /expected YYYYMMDD/],
    ['a window turned round', 'valid-after="20270101",valid-before="20260101"', /valid-after isn't before/],
    ['a certificate authority', 'cert-authority', /certificate authority/],
    ['an option nobody knows', 'no-touch-required', /option "no-touch-required" is unknown/],
    ['a namespace pattern', 'namespaces="*"', /is a pattern/],
  ])('with %s: %s → %s', (_, options, expected) => {
    const verdict = check({ armored, signers: signer.line('ada@example.com', options) })
    if (expected === true) expect(verdict).toMatchObject({ ok: true, principal: 'ada@example.com' })
    else expect(verdict).toEqual({ ok: false, why: expect.stringMatching(expected as RegExp) })
  })

  test('the second line for a key counts when the first is over', () => {
    const signers = `${signer.line('old', 'valid-before="20200101"')}\n${signer.line('new')}`
    expect(check({ armored, signers })).toMatchObject({ ok: true, principal: 'new' })
    expect(check({ armored, signers, at: now - 3000 * day })).toMatchObject({ ok: true, principal: 'old' })
  })

  test('comments, blank lines, tabs, quotes, several names and Windows line ends are understood', () => {
    const text = `# who may approve\r\n\r\n\t${signer.line('"ada@example.com,countess@example.com"').replaceAll(' ', '\t')}\r\n`
    expect(parseAllowedSigners(text)).toEqual({
      signers: [{ line: 3, principals: ['ada@example.com', 'countess@example.com'], key: signer.key.toString('base64') }],
      refused: [],
    })
  })

  test.each([
    ['a pattern', signer.line('*@example.com'), /"\*@example.com" is a pattern/],
    ['no key', 'ada ssh-ed25519', /it has no key/],
    ['a damaged key', signer.line('ada').replace(/AAAA\S+/, 'AAAAx'), /base64 is damaged/],
    ["a type that is not the key's", signer.line('ada').replace('ssh-ed25519', 'ssh-rsa'), /says ssh-rsa, the key says ssh-ed25519/],
    ['a certificate', 'ada ssh-ed25519-cert-v01@openssh.com AAAAIHNz', /certificate/],
    ['a short RSA key', makeSigner('rsa', 1024).line('ada'), /1024 bits/],
    ['options in several fields', signer.line('ada', 'namespaces="a" valid-after="20200101"'), /expected the options in one field/],
    ['no name', signer.line('","'), /names no principal/],
  ])('a line with %s is refused with its reason, and the lines around it count', (_, line, why) => {
    const good = makeSigner('ed25519').line('grace')
    const list = parseAllowedSigners([good, line, good].join('\n'))
    expect(list.signers.map((each) => each.line)).toEqual([1, 3])
    expect(list.refused).toEqual([expect.objectContaining({ line: 2, why: expect.stringMatching(why) })])
  })

  test('the owner of a refused line is told which line and why', () => {
    expect(check({ armored, signers: `# list\n${signer.line('*')}` })).toEqual({
      ok: false,
      why: expect.stringMatching(/is on line 2 of the allowed signers, which doesn't count: the principal "\*"/),
    })
  })

  test('a time that is no time is a fault, not a pass', () => {
    expect(() => check({ armored, signers: signer.line('ada'), at: NaN })).toThrow(/the time to verify at is NaN/)
  })
})

test('what the test signer makes is taken by us, and by ssh-keygen where it is installed', () => {
  const installed = spawnSync('ssh-keygen', ['-?']).error === undefined
  const folder = mkdtempSync(join(tmpdir(), 'whetstone-sshsig-'))
  try {
    for (const kind of kinds) {
      const signer = makeSigner(kind)
      const signers = signer.line('ada@example.com') + '\n'
      for (const bend of [{ hash: 'sha512' }, { hash: 'sha256', rsaHash: 'sha256' }] satisfies Bend[]) {
        const armored = signer.sign(message, bend)
        const ours = check({ armored, signers })
        expect(ours.ok, kind).toBe(true)
        if (!installed) continue
        writeFileSync(join(folder, 'allowed'), signers)
        writeFileSync(join(folder, 'sig'), armored)
        const said = execFileSync(
          'ssh-keygen',
          ['-Y', 'verify', '-f', join(folder, 'allowed'), '-I', 'ada@example.com', '-n', 'whetstone', '-s', join(folder, 'sig')],
          { input: message, encoding: 'utf8' },
        )
        expect(said).toContain(ours.ok ? ours.fingerprint : 'no fingerprint')
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
