// Certificates: what was written verifies anywhere, any changed byte shows, and none claims more than it proves.
import { describe, expect, test } from 'vitest'
import { signatureCrypto } from '../../../src/adapters/sshsig.ts'
import { parseAllowedSigners, type AllowedSigners } from '../../../src/gates/allowed-signers.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import { renderCertificate, type CertificateFacts } from '../../../src/workflows/design/certificate.ts'
import { seal } from '../../../src/workflows/design/certificate-seal.ts'
import { verifyCertificate } from '../../../src/workflows/design/certificate-verify.ts'
import { makeSigner } from '../../gates/sshsig-signer.ts'
import { attended, signed, signedBy, trusted } from './certificate-facts.ts'
import { intent, intentHash } from './preview/sample.ts'

const verify = (certificate: string | Uint8Array, allowedSigners?: AllowedSigners) =>
  verifyCertificate({ certificate, crypto: signatureCrypto, ...(allowedSigners && { allowedSigners }) })

describe.each([
  ['attended', attended],
  ['signed', signed],
] as const)('an %s certificate', (assurance, facts) => {
  const { page, statement } = renderCertificate(facts)

  test.each([
    ['page', page],
    ['statement', statement],
  ])('verifies as a %s, as text and as bytes', (_, text) => {
    for (const form of [text, new TextEncoder().encode(text)]) {
      expect(verify(form)).toMatchObject({ ok: true, problems: [], proves: assurance === 'signed' ? 'signature' : 'integrity' })
    }
  })

  test('is an in-toto statement about the four files', () => {
    expect(JSON.parse(statement)).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: ['intent.json', 'preview.html', 'critique.json', 'FROZEN.md'].map((name) => ({
        name,
        digest: { sha256: sha256(facts.files[name as keyof typeof facts.files]) },
      })),
      predicate: {
        featureId: intent.featureId,
        checksumSHA256: intentHash,
        assurance,
        identity: facts.identity,
        approvedAt: facts.approvedAt,
        score: 87.35,
        threshold: 80,
        iteration: 3,
        journalHead: facts.journalHead,
      },
    })
  })

  test('is rejected after any changed byte of the statement', () => {
    const bytes = new TextEncoder().encode(statement)
    for (let i = 0; i < bytes.length; i++) expect(verify(flip(bytes, i)).ok, `byte ${i}`).toBe(false)
  })

  test('is rejected after a changed byte anywhere in the page, a byte more or a byte less', () => {
    const bytes = new TextEncoder().encode(page)
    for (let i = 0; i < bytes.length; i += i < 600 || i > bytes.length - 100 ? 1 : 1009)
      expect(verify(flip(bytes, i)).ok, `byte ${i}`).toBe(false)
    for (const other of [
      page + '\n',
      page.slice(0, -1),
      '\ufeff' + page,
      page.replace('\n', '\r\n'),
      statement + '\n',
      ' ' + statement,
      statement.replace(',\n', ', \n'),
    ])
      expect(verify(other).ok).toBe(false)
  })

  test('says what it proves, in words', () => {
    expect(page.includes('Proves integrity only')).toBe(assurance === 'attended')
    expect(page.includes('was signed by')).toBe(assurance === 'signed')
  })
})

test('somebody who trusts the key learns that; somebody who trusts another is told', () => {
  const { page } = renderCertificate(signed)
  expect(verify(page, trusted)).toMatchObject({ ok: true, proves: 'signer' })
  expect(verify(page, parseAllowedSigners(makeSigner('ed25519').line('ada@example.com')))).toMatchObject({
    ok: false,
    proves: 'nothing',
    problems: [expect.stringMatching(/belongs to no allowed signer/)],
  })
  const renamed: AllowedSigners = { ...trusted, signers: trusted.signers.map((each) => ({ ...each, principals: ['eve@example.com'] })) }
  expect(verify(page, renamed).problems).toEqual(['the key belongs to eve@example.com, the certificate says ada@example.com'])
})

describe('a forger who computes every digest again', () => {
  /** Alters the statement and seals it again, as somebody who means to deceive would. */
  function forge(facts: CertificateFacts, change: (predicate: Record<string, unknown>) => void): string {
    const statement = JSON.parse(renderCertificate(facts).statement) as { predicate: Record<string, unknown> }
    statement.predicate['statementSha256'] = '0'.repeat(64)
    change(statement.predicate)
    return seal(JSON.stringify(statement, null, 2) + '\n', 'statement')
  }

  test.each<[string, CertificateFacts, (predicate: Record<string, unknown>) => void, RegExp]>([
    ['another design under the same signature', signed, (predicate) => (predicate['checksumSHA256'] = 'c'.repeat(64)), /doesn't approve/],
    [
      'another approver under the same signature',
      signed,
      (predicate) => (predicate['identity'] = 'eve@example.com'),
      /ada@example.com signed, but eve@example.com is named/,
    ],
    [
      'another message under the same signature',
      signed,
      (predicate) => ((predicate['signature'] as { message: string }).message = `${intentHash} and more`),
      /doesn't match the message/,
    ],
    [
      'a signature of nothing',
      signed,
      (predicate) => ((predicate['signature'] as { armored: string }).armored = 'none'),
      /doesn't begin with/,
    ],
    ['another namespace', signed, (predicate) => ((predicate['signature'] as { namespace: string }).namespace = 'git'), /is malformed/],
    [
      'another fingerprint',
      signed,
      (predicate) => ((predicate['signature'] as { fingerprint: string }).fingerprint = 'SHA256:x'),
      /the certificate says SHA256:x/,
    ],
    ['an attended approval called signed', attended, (predicate) => (predicate['assurance'] = 'signed'), /carries no signature/],
    ['a signed approval called attended', signed, (predicate) => (predicate['assurance'] = 'attended'), /doesn't claim to be signed/],
    ['a score below the threshold', attended, (predicate) => (predicate['score'] = 79.99), /79.99 is below the threshold 80/],
    ['a statement without a journal head', attended, (predicate) => delete predicate['journalHead'], /is malformed[^]*journalHead/],
  ])('cannot pass off %s', (_, facts, change, problem) => {
    const verdict = verify(forge(facts, change))
    expect(verdict.ok).toBe(false)
    expect(verdict.problems.join('\n')).toMatch(problem)
  })

  test('can still invent an unsigned certificate, which is why it proves integrity only', () => {
    expect(verify(forge(attended, (predicate) => (predicate['identity'] = 'Somebody else')))).toMatchObject({
      ok: true,
      proves: 'integrity',
    })
  })

  test('is caught when a file in the page is replaced', () => {
    const { page } = renderCertificate(attended)
    const other = page.replaceAll('borrow a tool they need within a day', 'borrow a tool they need within a year')
    const resealed = seal(other.replace(/(whetstone-page-sha256" content=")[0-9a-f]{64}/, `$1${'0'.repeat(64)}`), 'page')
    const verdict = verify(resealed)
    expect(verdict.ok).toBe(false)
    expect(verdict.problems.join('\n')).toMatch(/intent.json is not the certified one/)
    expect(verdict.problems.join('\n')).not.toMatch(/it was changed: its digest/)
  })

  test.each(['<iframe', '<pre tabindex="0" role="region" aria-label="intent.json"'])(
    'is caught when the page shows another design in %s',
    (tag) => {
      const [before, ...after] = renderCertificate(attended).page.split(tag) as [string, ...string[]]
      const other = `${before}${tag}${after.join(tag).replace('within a day', 'within a year')}`
      const resealed = seal(other.replace(/(whetstone-page-sha256" content=")[0-9a-f]{64}/, `$1${'0'.repeat(64)}`), 'page')
      expect(verify(resealed)).toMatchObject({ ok: false, problems: ["the design it shows isn't the certified one"] })
    },
  )
})

describe('no certificate is issued', () => {
  const files = attended.files
  test.each<[string, Partial<CertificateFacts>, RegExp]>([
    [
      'for the preview of another intent',
      { files: { ...files, 'preview.html': files['preview.html'].replace(intentHash, 'd'.repeat(64)) } },
      /the preview shows the intent d{64}/,
    ],
    ['for a preview that names none', { files: { ...files, 'preview.html': '<p>drawn by hand</p>' } }, /the preview shows no intent/],
    [
      'for the critique of another intent',
      { files: { ...files, 'critique.json': files['critique.json'].replace(intentHash, 'd'.repeat(64)) } },
      /the critique is of the intent d{64}/,
    ],
    ["for another score than the critique's", { score: 9900 }, /the critique's score is 87.35, the statement says 99/],
    [
      'for a marker with another checksum',
      { files: { ...files, 'FROZEN.md': files['FROZEN.md'].replaceAll(intentHash, 'd'.repeat(64)) } },
      /FROZEN.md states the checksum d{64}/,
    ],
    ['for a marker without one', { files: { ...files, 'FROZEN.md': '# Frozen' } }, /FROZEN.md states no checksum/],
    ['for another feature', { featureId: 'other' }, /the intent is of the feature tool-library, the statement of other/],
    ['that is signed without a signature', { assurance: 'signed' }, /but there is no signature/],
  ])('%s', (_, change, message) => {
    expect(() => renderCertificate({ ...attended, ...change })).toThrow(message)
  })
})

test.each([
  ['nothing', '', /isn't a certificate|no digest/],
  ['another page', '<!doctype html><p>hello', /the page has no statement/],
  ['another JSON', '{}', /carries no digest of itself/],
  ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0xfe), /encoded data was not valid|utf-8/i],
  [
    'a statement with a key twice',
    renderCertificate(attended).statement.replace('"featureId"', '"iteration": 9,\n    "featureId"'),
    /the key "iteration" occurs twice/,
  ],
])('%s is no certificate and is told so', (_, certificate, problem) => {
  const verdict = verify(certificate)
  expect(verdict.ok).toBe(false)
  expect(verdict.problems.join('\n')).toMatch(problem)
})

test('the signed message is the checksum and its terms, and nothing that merely names it', () => {
  expect(verify(renderCertificate(signedBy(`${intentHash}\nuntil 2099-01-01\nasked by ann@desk\n`)).page, trusted).ok).toBe(true)
  for (const message of [
    `I approve ${intentHash} for the spring`,
    `${'0'.repeat(64)}\nasked by ${intentHash}\n`,
    `${intentHash}\nto force-approve\n`,
  ])
    expect(verify(renderCertificate(signedBy(message)).page, trusted).problems).toEqual([
      expect.stringContaining("the signed message doesn't approve this design"),
    ])
})

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at]! ^= 1
  return copy
}
