// Fields that others added to a JSON document of ours survive its rewriting.
import { expect, test } from 'vitest'
import { keepUnknown } from '../../src/lib/unknown-fields.ts'

const ours = `${JSON.stringify({ state: 'IDLE', score: null }, null, 2)}\n`

test.each([
  ['nothing before', null, ours],
  ['the same text', ours, ours],
  ['an older one of ours', '{"state": "FAILED", "score": 3}', ours],
  ['no JSON', '{"state":', ours],
  ['a list', '[1]', ours],
  ['null', 'null', ours],
  [
    'an added field',
    '{"state": "FAILED", "reviewer": {"name": "Ann"}}',
    `${JSON.stringify({ state: 'IDLE', score: null, reviewer: { name: 'Ann' } }, null, 2)}\n`,
  ],
])('%s', (_, before, expected) => {
  expect(keepUnknown(ours, before)).toBe(expected)
})

test('a prototype that somebody wrote down reaches no object', () => {
  const kept = JSON.parse(keepUnknown(ours, '{"__proto__": {"polluted": true}, "constructor": 1}')) as Record<string, unknown>
  expect(Object.keys(kept)).toEqual(['state', 'score', 'constructor'])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('keeping is steady: what was kept once is kept as it is', () => {
  const once = keepUnknown(ours, '{"note": 1}')
  expect(keepUnknown(ours, once)).toBe(once)
})
