// Checks as makers write them: what is taken, what is asked for again and with which words, and that ordinary work of every form is a probe.
import { describe, expect, it } from 'vitest'
import { readChecks } from '../../../src/workflows/reflex/contracts.ts'
import { typedCheck } from '../../../src/workflows/reflex/prepared.ts'
import { probesFor } from '../../../src/workflows/reflex/probe.ts'
import { tryCheck } from '../../rules/checks/try-check.ts'

const rule = 'a.correctness.v1'
const read = (check: object) =>
  readChecks(
    { ok: true, value: { checks: [{ rule_id: rule, type: 'content', expected: 'present', ...check }] } },
    { sentences: [rule], active: [rule], allowCommands: false },
  )
const typed = (check: object) => {
  const taken = read(check)
  return 'value' in taken ? typedCheck(taken.value[0]!) : taken
}

describe('a check that a maker wrote', () => {
  it.each<[string, object, object]>([
    [
      'an expression that says it looks at every match',
      { search: '/openapi/gi' },
      { kind: 'content.regex', pattern: 'openapi', flags: 'i' },
    ],
    [
      'a path that only looks like an expression',
      { search: '/api/guid' },
      { kind: 'content.contains', text: '/api/guid', ignore_case: true },
    ],
    ['true for present', { search: 'x', expected: true }, { kind: 'content.contains', text: 'x', ignore_case: true }],
    ['at least 3', { search: 'x', expected: 'at least 3' }, { kind: 'content.count', of: 'occurrences', text: 'x', min: 3 }],
  ])('is taken: %s', (_what, check, expected) => expect(typed(check)).toEqual(expected))

  it.each<[string, object, RegExp]>([
    ['an expectation nobody can read', { search: 'x', expected: 'present or absent' }, /^\/checks\/0\/expected: "present or absent" isn't/],
    ['one that leaves the matter open', { search: 'x', expected: 'maybe' }, /^\/checks\/0\/expected/],
    ['a flag that moves with every look', { search: '/openapi/y' }, /^\/checks\/0\/search: .*only the flags/],
    ['an expression that cannot be read', { search: '/([/' }, /^\/checks\/0\/search: .*Invalid regular expression/],
    [
      'another rule',
      { rule_id: 'a.x.y', search: 'x' },
      /^\/checks\/0\/rule_id: a\.x\.y isn't an active rule; expected one of a\.correctness\.v1/,
    ],
  ])('is asked for again, with its place: %s', (_what, check, problem) =>
    expect(read(check)).toEqual({ problem: expect.stringMatching(problem) }),
  )

  it.each(['openapi', 'paths:', '"paths"', '/^paths:/m', '/^  \\/\\w+:/m', 'responses', '/\\d{3}/', 'schema', '## ', 'export', 'security'])(
    'that looks for %s holds for work about something else',
    async (search) => {
      const check = { rule_id: rule, type: 'content' as const, search, expected: 'present' }
      const { kind, ...params } = typedCheck(check)
      const [nothing, ...others] = probesFor([check]).slice(0, -1)
      expect((await tryCheck(kind, params, nothing as string)).outcome).toBe('fail')
      const outcomes = await Promise.all(others.map(async (text) => (await tryCheck(kind, params, text)).outcome))
      expect(outcomes).toContain('pass')
    },
  )
})
