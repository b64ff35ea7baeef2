// The text that is signed: what it may say, how it is kept and read back, and when its terms hold.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strictest } from '../../src/gates/policy.ts'
import { type Terms, dayFrom, readStored, signedText, termsProblem } from '../../src/gates/signed-text.ts'

const hash = 'a'.repeat(64)
const now = Date.parse('2026-11-15T12:00:00Z')
const proof = '-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n'

describe('what is kept', () => {
  it('gives back the terms it was made from, and the proof', () => {
    const terms = fc.record(
      {
        hash: fc.constant(hash),
        until: fc.integer({ min: 0, max: 3650 }).map((days) => dayFrom(now, days)),
        askedBy: fc.stringMatching(/^[^\n\r]{1,60}$/),
      },
      { requiredKeys: ['hash'] },
    )
    fc.assert(
      fc.property(terms, fc.constantFrom(proof, '{"id":"x"}'), (given, end) => {
        const read = readStored(`${signedText(given as Terms)}${end}`, { hash })
        // A name that looks like a proof would end the text early: then it is refused, never read as something else.
        expect('why' in read ? given : read).toEqual('why' in read ? expect.anything() : { terms: given, proof: end })
      }),
    )
  })

  it.each([
    ['over the hash alone', proof, { terms: { hash }, proof }],
    ['over another hash', `${'b'.repeat(64)}\n${proof}`, { why: expect.stringContaining('it was signed for something else') }],
    ['with a line more', `${hash}\nand more\n${proof}`, { why: expect.stringContaining("isn't an approval") }],
    ['in another order', `${hash}\nasked by ann\nuntil 2027-01-01\n${proof}`, { why: expect.stringContaining("isn't an approval") }],
    ['with two last days', `${hash}\nuntil 2027-01-01\nuntil 2028-01-01\n${proof}`, { why: expect.stringContaining("isn't an approval") }],
    ['without a proof', `${hash}\n`, { why: expect.stringContaining('no signature') }],
  ])('%s', (_, stored, expected) => expect(readStored(stored, { hash })).toEqual(expected))
})

describe('terms', () => {
  const free: Parameters<typeof termsProblem>[1] = {
    separation: false,
    expiresDays: null,
    askedBy: 'ann@laptop',
    names: ['bob@example.com'],
    now,
  }
  it.each<[string, Omit<Terms, 'hash'>, Partial<typeof free>, string | null]>([
    ['none, none asked for', {}, {}, null],
    ['a last day today', { until: '2026-11-15' }, {}, null],
    ['a last day yesterday, though nobody asks', { until: '2026-11-14' }, {}, 'expired'],
    ['no day of the calendar', { until: '2026-13-45' }, {}, "isn't a date"],
    ['no last day where approvals expire', {}, { expiresDays: 30 }, 'has no expiry date'],
    ['a last day within', { until: '2026-12-15' }, { expiresDays: 30 }, null],
    ['a last day beyond', { until: '2026-12-17' }, { expiresDays: 30 }, 'would count until'],
    ['nobody named where who asks may not approve', {}, { separation: true }, "doesn't say who that was"],
    ['somebody else asked', { askedBy: 'ann@laptop' }, { separation: true }, null],
    [
      'the signer asked, by one of their names',
      { askedBy: 'Ann@Laptop' },
      { separation: true, askedBy: 'Ann@Laptop', names: ['ann@example.com', 'ann@laptop'] },
      "the requester can't approve",
    ],
    ['another asker than recorded, though nobody asks', { askedBy: 'eve@laptop' }, {}, 'the record says ann@laptop'],
  ])('%s', (_, terms, asked, expected) => {
    const problem = termsProblem({ hash, ...terms }, { ...free, ...asked })
    if (expected === null) expect(problem).toBeNull()
    else expect(problem).toContain(expected)
  })
})

it('of several policies each part is the strictest', () => {
  expect(strictest()).toEqual({ require: 'attended', separation: false, expiresDays: null })
  expect(
    strictest(
      { require: 'signed' },
      undefined,
      { separation: true, expires_days: 90 },
      { require: 'attended', separation: false, expires_days: 30 },
    ),
  ).toEqual({ require: 'signed', separation: true, expiresDays: 30 })
})
