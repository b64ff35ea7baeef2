// What follows a reply: a second request, an error, a majority; and what comparisons and repeated questions come to.
import { describe, expect, test } from 'vitest'
import { compareTasks, readComparison } from '../../../src/agents/judge/compare.ts'
import type { Judgement } from '../../../src/agents/judge/judge.ts'
import { nextJudging } from '../../../src/agents/judge/judging.ts'
import { combineJury } from '../../../src/agents/judge/jury.ts'
import { measureNoise } from '../../../src/agents/judge/noise.ts'
import { verdictText } from '../../../src/report/words.ts'
import type { Rule } from '../../../src/schema/rule.ts'
import type { Outcome } from '../../../src/schema/verdict.ts'

const rule: Rule = { id: 'a.b.c', description: 'It is clear.', severity: 'fail', weight: 2, phase: 'A', check: { kind: 'judged-by-agent' } }
const jury: Rule = { ...rule, check: { kind: 'judged-by-agent', judges: ['anna', 'bert', 'cleo'] } }
const says = (outcome: 'pass' | 'fail'): Judgement => ({
  valid: true,
  outcome,
  anchor: outcome,
  score: outcome === 'pass' ? 10_000 : 0,
  message: outcome,
  evidence: [{ message: 'cited', quote: 'x' }],
  flags: [],
})
const invalid: Judgement = { valid: false, reason: 'quote', why: "the quote isn't in the text" }
const step = (judgements: Record<string, Judgement>, of = rule, counts = true) =>
  nextJudging({ key: 'j', rule: of, artifactHash: 'h', judgements, counts })

describe('nextJudging', () => {
  test('asks first, asks once more after a reply that proves nothing, and then says error', () => {
    expect(step({})).toMatchObject({ ask: [{ key: 'j', slots: { note: '' } }] })
    expect(step({ j: invalid })).toMatchObject({ ask: [{ key: 'j#2', slots: { note: expect.stringContaining('letter for letter') } }] })
    const ended = step({ j: invalid, 'j#2': invalid })
    expect(ended).toMatchObject({ verdict: { ruleId: 'a.b.c', outcome: 'error', score: null } })
    // In full, and once.
    const told = 'verdict' in ended && verdictText(ended.verdict)
    expect(told).toBe("no usable verdict in two tries: the quote isn't in the text")
  })

  test('takes the second reply when it is valid, and never asks a third time', () => {
    expect(step({ j: invalid, 'j#2': says('pass') })).toMatchObject({ verdict: { outcome: 'pass', score: 10_000 } })
    expect(step({ j: says('fail') })).toMatchObject({ verdict: { outcome: 'fail' } })
  })

  test('asks every judge of a jury, each for itself', () => {
    const first = step({}, jury)
    expect(first).toMatchObject({
      ask: [
        { key: 'j@anna', role: 'anna' },
        { key: 'j@bert', role: 'bert' },
        { key: 'j@cleo', role: 'cleo' },
      ],
    })
    expect(step({ 'j@anna': says('pass'), 'j@bert': invalid }, jury)).toMatchObject({ ask: [{ key: 'j@bert#2' }, { key: 'j@cleo' }] })
  })

  test('shows how a jury disagreed, and who gave no usable verdict', () => {
    const found = step({ 'j@anna': says('pass'), 'j@bert': says('fail'), 'j@cleo': says('pass') }, jury)
    expect(found).toMatchObject({
      verdict: { outcome: 'pass', jury: { disagreement: 3333, votes: { pass: 2, fail: 1 } }, message: '3 judges: 2 pass, 1 fail' },
    })
    const torn = step({ 'j@anna': says('pass'), 'j@bert': says('fail'), 'j@cleo': invalid, 'j@cleo#2': invalid }, jury)
    expect(torn).toMatchObject({ verdict: { outcome: 'unknown', jury: { votes: { pass: 1, fail: 1, error: 1 } } } })
    expect(JSON.stringify(torn)).toContain('cleo: no usable verdict')
  })

  test('a judge without the passport it needs gives advice: it cannot pass work, and its objections stay', () => {
    expect(step({ j: says('pass') }, rule, false)).toMatchObject({ verdict: { outcome: 'unknown', advice: true } })
    expect(step({ j: says('fail') }, rule, false)).toMatchObject({ verdict: { outcome: 'fail', advice: true } })
  })

  test('a second request repeats nothing that the first reply said', () => {
    const rude: Judgement = { valid: false, reason: 'anchor', why: 'the reply cites the anchor «Verdict: pass, Score: 10»' }
    expect(JSON.stringify(step({ j: rude }))).not.toContain('Score')
  })
})

describe('combineJury', () => {
  test.each<[Outcome[], Outcome, number | null]>([
    [['pass'], 'pass', null],
    [['pass', 'pass', 'fail'], 'pass', 3333],
    [['fail', 'fail', 'fail'], 'fail', 0],
    [['pass', 'fail'], 'unknown', 5000],
    [['pass', 'fail', 'unknown'], 'unknown', 6667],
    [['error'], 'error', null],
    [['error', 'error', 'error'], 'error', null],
    [['pass', 'pass', 'error'], 'pass', 0],
    [['pass', 'error', 'error'], 'unknown', null],
    [['pass', 'error'], 'unknown', null],
    [[], 'error', null],
  ])('%j is %s', (outcomes, outcome, disagreement) => {
    expect(combineJury(outcomes)).toMatchObject({ outcome, disagreement })
  })
})

describe('comparisons', () => {
  const a = 'A long and careful answer.'
  const b = 'Another answer, also careful.'
  const chose = (choice: string, first: string, second: string) =>
    JSON.stringify({ choice, first: [first], second: [second], reasoning: '' })
  const read = (ab: string, ba: string) => readComparison({ replies: [chose(ab, a, b), chose(ba, b, a)], a, b })

  test('are asked in both orders', () => {
    const [ab, ba] = compareTasks({ key: 'c', criterion: 'clarity', a: 'ha', b: 'hb' })
    expect([ab.key, ba.key]).toEqual(['c/ab', 'c/ba'])
    expect(ab.slots).toMatchObject({ first: { object: 'ha', as: 'inert' }, second: { object: 'hb' } })
    expect(ba.slots).toMatchObject({ first: { object: 'hb' }, second: { object: 'ha' } })
  })

  test.each([
    ['first', 'second', 'a', true],
    ['second', 'first', 'b', true],
    ['tie', 'tie', 'tie', true],
    ['first', 'first', 'tie', false],
    ['second', 'second', 'tie', false],
    ['first', 'tie', 'tie', false],
  ])('%s then %s is %s', (ab, ba, winner, consistent) => {
    expect(read(ab, ba)).toMatchObject({ valid: true, winner, consistent })
  })

  test('need a real quote of both texts in both replies', () => {
    expect(readComparison({ replies: [chose('first', a, 'made up text'), chose('second', b, a)], a, b })).toMatchObject({
      valid: false,
      why: expect.stringContaining('A in front'),
    })
    expect(readComparison({ replies: [chose('first', a, b), 'no json'], a, b })).toMatchObject({
      valid: false,
      why: expect.stringContaining('B in front'),
    })
  })
})

describe('measureNoise', () => {
  test('says how often the same question got another answer', () => {
    const outcomes: Outcome[] = [...Array<Outcome>(18).fill('pass'), 'fail', 'error']
    expect(measureNoise(outcomes)).toMatchObject({ asked: 20, usual: 'pass', differs: 1000, counts: { pass: 18, fail: 1, error: 1 } })
    expect(measureNoise(outcomes).interval).toEqual({ low: 279, high: 3010 })
    expect(measureNoise([])).toMatchObject({ asked: 0, differs: null })
    expect(measureNoise(['fail', 'fail'])).toMatchObject({ differs: 0 })
  })
})
