// Scores, levels and outcomes of the reflex loop, from the formula to what run.json says.
import { describe, expect, it } from 'vitest'
import { scoreRules, showShare, toBasisPoints } from '../../src/rules/score.ts'
import type { Rule } from '../../src/schema/rule.ts'
import type { Outcome } from '../../src/schema/verdict.ts'
import { history, loop, project, runFile, says, steady } from '../operations/support.ts'

const rule = (id: string, severity: Rule['severity'], weight: number): Rule => ({
  id,
  description: id,
  severity,
  weight,
  phase: 'A',
  check: 'x',
})
const score = (rules: Rule[], outcomes: Record<string, Outcome>, threshold = 8000) =>
  scoreRules(rules, new Map(Object.entries(outcomes)), threshold)

describe('score', () => {
  it.each<[string, Rule[], Record<string, Outcome>, number]>([
    [
      'RX-071 is passed weight over all weight',
      [rule('a', 'fail', 2), rule('b', 'warn', 1), rule('c', 'warn', 1)],
      { a: 'pass', b: 'pass', c: 'fail' },
      7500,
    ],
    ['RX-071 is 1.0 when no rule weighs anything', [rule('a', 'info', 0), rule('b', 'fail', 0)], { a: 'fail', b: 'pass' }, 10_000],
    ['RX-071 is 1.0 without any rule', [], {}, 10_000],
    [
      'RX-075 leaves a rule that does not apply out of both sums',
      [rule('a', 'fail', 2), rule('b', 'warn', 8)],
      { a: 'pass', b: 'not-applicable' },
      10_000,
    ],
    [
      'RX-075 keeps unknown in the divisor, never as a pass',
      [rule('a', 'warn', 1), rule('b', 'warn', 1)],
      { a: 'pass', b: 'unknown' },
      5000,
    ],
    ['RX-075 keeps error in the divisor, never as a pass', [rule('a', 'warn', 1), rule('b', 'warn', 3)], { a: 'pass', b: 'error' }, 2500],
    [
      'RX-071 counts weights that are no whole numbers exactly',
      [rule('a', 'warn', 0.1), rule('b', 'warn', 0.2), rule('c', 'warn', 0.3)],
      { a: 'fail', b: 'fail', c: 'pass' },
      5000,
    ],
  ])('%s', (_, rules, outcomes, expected) => {
    expect(score(rules, outcomes).score).toBe(expected)
  })

  it.each<[string, Outcome, number, boolean]>([
    ['RX-072 at its threshold it passes', 'pass', 7500, true],
    ['RX-072 just below it does not', 'pass', 7501, false],
    ['RX-072 a failed fail rule bars it, whatever the score', 'fail', 0, false],
    ['RX-072 so does one nobody could decide', 'unknown', 0, false],
    ['RX-072 so does one whose check broke', 'error', 0, false],
    ['RX-072 one that does not apply bars nothing', 'not-applicable', 0, true],
  ])('%s', (_, outcome, threshold, passed) => {
    const { passed: found } = score(
      [rule('blocking', 'fail', 2), rule('a', 'warn', 1), rule('b', 'warn', 1)],
      { blocking: outcome, a: 'pass', b: 'fail' },
      threshold,
    )
    expect(found).toBe(passed)
  })

  it('RX-074 is a whole number of ten-thousandths, in which every gain of exactly 0.02 is one', () => {
    for (let points = 0; points <= 9800; points++) {
      expect(toBasisPoints((points + 200) / 10_000) - toBasisPoints(points / 10_000)).toBe(200)
      const lost = points - toBasisPoints(Number(showShare(points))) // shown rounded down, so that no score looks better than it is
      expect(lost).toBeGreaterThanOrEqual(0)
      expect(lost).toBeLessThan(100)
    }
    for (const [met, all] of [
      [1, 3],
      [2, 3],
      [5, 7],
    ] as const)
      expect(Number.isInteger(score([rule('a', 'warn', met), rule('b', 'warn', all - met)], { a: 'pass', b: 'fail' }).score)).toBe(true)
  })
})

describe('a loop', () => {
  it('RX-074 gains exactly 0.02 without that being taken for less', async () => {
    // Fifty rules of one weight: each word more is a gain of exactly 0.02, which doubles compute as a little less for some.
    const words = Array.from({ length: 50 }, (_, n) => `word${n}.`)
    const at = project()
    await loop(at, {
      rules: [
        says('a.correctness.never', 'never', { weight: 0 }),
        ...words.map((word, n) => says(`a.style.w-${n}`, word, { severity: 'warn' })),
      ],
      makes: steady((n) => `# T\n\n${words.slice(0, 27 + n).join(' ')}\n`),
      more: { max_iterations: 6 },
    })
    const scores = history(at)
      .filter(({ event }) => event === 'evaluation_done')
      .map(({ payload }) => payload['score'])
    expect(scores).toEqual([0.56, 0.58, 0.6, 0.62, 0.64, 0.66])
    expect(runFile(at)).toMatchObject({ stop: { reason: 'iteration_limit' }, stagnation_count: 0 })
  })

  it('RX-073 counts A rules alone at level A, both at level B', async () => {
    const at = project()
    await loop(at, {
      rules: [says('a.style.hello', 'hello'), says('b.style.bye', 'bye'), says('b.style.thanks', 'thanks', { severity: 'warn' })],
      makes: steady(['hello\n']),
      more: { max_iterations: 1 },
    })
    const [a, b] = history(at).filter(({ event }) => event === 'evaluation_done')
    expect(a).toMatchObject({ phase: 'A', payload: { score: 1, passed: true } })
    expect(b).toMatchObject({ phase: 'B', payload: { score: 0.4, passed: false } })
    expect(runFile(at).evaluation?.rule_results.map(({ id }) => id)).toEqual(['a.style.hello', 'b.style.bye', 'b.style.thanks'])
  })

  it('RX-075 ends checks in five ways, and shows unknown and error by their names', async () => {
    const at = project()
    const rules = [
      says('a.style.pass', 'hello', { severity: 'warn' }),
      says('a.style.fail', 'absent', { severity: 'warn' }),
      says('a.style.unknown', '', { severity: 'warn', check: { kind: 'judged-by-agent' } }),
      says('a.style.na', '', { severity: 'warn', weight: 5, check: { kind: 'markdown.heading-order', single_title: false } }),
      says('a.style.error', '', { severity: 'warn', check: { kind: 'command', command: 'true' } }),
      says('a.correctness.blocks', 'never'),
    ]
    const { world } = await loop(at, { rules, makes: steady(['hello\n']), more: { max_iterations: 1 } })
    const results = Object.fromEntries(
      (runFile(at).evaluation?.rule_results ?? []).map(({ id, verdict }) => [id.replace('a.style.', ''), verdict]),
    )
    expect(results).toEqual({
      pass: 'pass',
      fail: 'fail',
      unknown: 'unknown',
      na: 'not-applicable',
      error: 'error',
      'a.correctness.blocks': 'fail',
    })
    expect(runFile(at).last_score).toBe(0.1666) // 1 of 1 + 1 + 1 + 1 + 2: the 5 of what does not apply are in neither sum
    const summary = world.said.find((text) => text.startsWith('── Iteration 1/1')) ?? ''
    expect(summary).toMatch(/^Warnings: a\.style\.fail, a\.style\.unknown \(unknown\), a\.style\.error \(error\)$/m)
    expect(summary).toMatch(/^Failed: a\.correctness\.blocks$/m)
  })
})
