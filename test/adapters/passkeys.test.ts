// A passkey's signature counts for one text, one host name and a person who was there; and what a server asks before it enrols one.
import { type KeyObject, createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Passkey, addPasskey, checkAssertion, readPasskeys, requestOptions } from '../../src/adapters/passkeys.ts'
import type { World } from '../../src/operations/world.ts'
import { Passkeys } from '../../src/surfaces/web/passkeys.ts'

const url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** An ES256 key as an authenticator states it: COSE. */
function keys(): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return { publicKey: url(Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')])), privateKey }
}

const { publicKey, privateKey } = keys()
const ann: Passkey = {
  principal: 'ann,ann@example.org',
  id: url('key-1'),
  publicKey,
  rpId: 'localhost',
  addedAt: '2026-01-01T00:00:00.000Z',
}
const text = 'Approve booking at 3f2a'
const challengeFor = async (message: string, rpId = 'localhost') => (await requestOptions([ann], rpId, message)).challenge

interface Claimed {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  flags?: number
  id?: string
  by?: KeyObject
}

/** What an authenticator answers. Flags: 1 somebody touched it, 4 it knows who. */
async function answer({
  challenge,
  origin = 'http://localhost:4173',
  rpId = 'localhost',
  type = 'webauthn.get',
  flags = 5,
  id = ann.id,
  by = privateKey,
}: Claimed = {}) {
  const clientData = Buffer.from(JSON.stringify({ type, challenge: challenge ?? (await challengeFor(text)), origin, crossOrigin: false }))
  const authenticator = Buffer.concat([sha256(rpId), Buffer.from([flags, 0, 0, 0, 0])])
  const signature = sign('sha256', Buffer.concat([authenticator, sha256(clientData)]), by)
  return JSON.stringify({
    id,
    response: { authenticatorData: url(authenticator), clientDataJSON: url(clientData), signature: url(signature) },
  })
}

const hosted = { ...ann, rpId: 'whet.example.org' }

describe('an assertion', () => {
  it('counts for the text it signs, in every name of its owner', async () => {
    expect(await checkAssertion([ann], await answer(), text)).toEqual({
      principals: ['ann', 'ann@example.org'],
      fingerprint: `passkey ${ann.id}`,
    })
  })

  it('names its owner without the spaces of a list', async () => {
    expect(await checkAssertion([{ ...ann, principal: 'ann, bob' }], await answer(), text)).toMatchObject({ principals: ['ann', 'bob'] })
  })

  it('counts on a host with a name only over https, and on its subdomains', async () => {
    const at = async (origin: string) =>
      checkAssertion([hosted], await answer({ origin, rpId: hosted.rpId, challenge: await challengeFor(text) }), text)
    for (const origin of ['https://whet.example.org', 'https://eu.whet.example.org']) expect(await at(origin)).toHaveProperty('principals')
    for (const origin of [
      'http://whet.example.org',
      'https://whet.example.org.evil.test',
      'https://evilwhet.example.org',
      'null',
      'whet.example.org',
    ])
      expect(await at(origin)).toEqual({ why: "it wasn't made at whet.example.org" })
  })

  it.each<[string, () => Promise<string>, RegExp]>([
    ['of another text', async () => answer({ challenge: await challengeFor('Approve something else') }), /didn't sign this/],
    ['whose challenge is the text itself', () => answer({ challenge: url(text) }), /didn't sign this/],
    ['of another key', () => answer({ by: keys().privateKey }), /didn't sign this/],
    ['of nobody we know', () => answer({ id: url('key-2') }), /belongs to no one/],
    ['for another host', () => answer({ rpId: 'example.org' }), /didn't sign this/],
    ['from another page', () => answer({ origin: 'https://evil.test' }), /wasn't made at localhost/],
    ['from this machine by another name', () => answer({ origin: 'http://evil.localhost' }), /wasn't made at localhost/],
    ['of a key that was touched by anybody', () => answer({ flags: 1 }), /didn't sign this/],
    ['of a key that nobody touched', () => answer({ flags: 0 }), /didn't sign this/],
    ['made while enrolling', () => answer({ type: 'webauthn.create' }), /didn't sign this/],
    ['that is no JSON', async () => 'yes', /isn't a passkey's response/],
    ['without a signature', async () => JSON.stringify({ id: ann.id, response: {} }), /isn't a passkey's response/],
    [
      'with odd bytes',
      async () => JSON.stringify({ id: ann.id, response: { authenticatorData: '!', clientDataJSON: '!', signature: '!' } }),
      /wasn't made at localhost/,
    ],
  ])('%s counts for nothing', async (_what, made, why) => {
    expect(await checkAssertion([ann], await made(), text)).toEqual({ why: expect.stringMatching(why) })
  })

  it('changed by one bit counts for nothing', async () => {
    const { id, response } = JSON.parse(await answer()) as { id: string; response: Record<string, string> }
    for (const part of ['authenticatorData', 'signature', 'clientDataJSON']) {
      const bytes = Buffer.from(response[part] ?? '', 'base64url')
      bytes[bytes.length - 3]! ^= 1
      const said = await checkAssertion([ann], JSON.stringify({ id, response: { ...response, [part]: url(bytes) } }), text)
      expect([part, said]).toEqual([part, { why: expect.any(String) }])
    }
  })
})

describe('the file', () => {
  let folder: string
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'whet-passkeys-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('gains one after the other, and nothing is added to one that is damaged', () => {
    const path = join(folder, 'new', 'passkeys.json')
    addPasskey(path, ann)
    addPasskey(path, hosted)
    expect(readPasskeys(path)).toEqual([ann, hosted])
    writeFileSync(path, '[{"principal": "ann"}]')
    expect(() => addPasskey(path, ann)).toThrow(/isn't a list of passkeys/)
    expect(readFileSync(path, 'utf8')).toBe('[{"principal": "ann"}]')
  })

  /** A server's passkeys, and the codes its terminal showed. */
  function server(name: string | null = null) {
    const codes: string[] = []
    const world = { clock: { now: () => 0 }, verifier: () => ({ passkeys: [], file: join(folder, 'approvers') }) } as unknown as World
    return { codes, passkeys: new Passkeys(world, (said) => codes.push(/\d{6}$/.exec(said)?.[0] ?? said), name) }
  }
  const odd = {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: '', attestationObject: '' },
  } as never

  it('gains none without the code of the terminal, in one try, on the same page; nor at all after five wrong ones', async () => {
    const { codes, passkeys } = server()
    await expect(passkeys.finish('000000', odd, 'localhost:1')).rejects.toThrow(/isn't the code/) // nothing was begun
    await passkeys.begin('ann', 'localhost:1')
    const wrong = codes[0] === '123456' ? '654321' : '123456'
    await expect(passkeys.finish(wrong, odd, 'localhost:1')).rejects.toThrow(/isn't the code/)
    await expect(passkeys.finish(codes[0]!, odd, 'localhost:1')).rejects.toThrow(/isn't the code/) // its one try is over
    await passkeys.begin('ann', 'localhost:1')
    await expect(passkeys.finish(codes[1]!, odd, 'localhost:2')).rejects.toThrow(/isn't the code/)
    await passkeys.begin('ann', 'localhost:1')
    await expect(passkeys.finish(` ${codes[2]} `, odd, 'localhost:1')).rejects.toThrow(/doesn't match the challenge/)
    await expect(passkeys.finish(codes[2]!, odd, 'localhost:1')).rejects.toThrow(/isn't the code/) // nor a second time after an answer that failed
    await expect(passkeys.begin('ann', 'localhost:1')).rejects.toThrow(/5 wrong codes/)
    expect(readPasskeys(join(folder, 'passkeys.json'))).toEqual([])
  })

  it('gains none on a page without a name', async () => {
    for (const host of ['127.0.0.1:1', '[::1]:1', 'localhost.evil.test', 'whet.example.org'])
      await expect(server().passkeys.begin('ann', host)).rejects.toThrow(/tied to a host name/)
    const { passkeys, codes } = server('whet.example.org')
    await passkeys.begin('ann', 'whet.example.org')
    expect(codes).toHaveLength(1)
  })
})
