// whet backtest: recorded runs under other rules, from what was recorded alone.
import { lending } from '../lending.ts'
import { describe, expect, it } from 'vitest'
import * as backtest from '../../src/operations/backtest.ts'
import * as list from '../../src/operations/list.ts'
import * as designNew from '../../src/workflows/design/verbs/new.ts'
import type { Rule } from '../../src/schema/rule.ts'
import { type Says, criteria, loop, openWorld, project, run, says, steady } from './support.ts'

const word = says('a.correctness.word', 'whetstone')
const judged: Rule = {
  id: 'a.quality.kind',
  description: 'It is kind.',
  severity: 'fail',
  weight: 2,
  phase: 'A',
  check: { kind: 'judged-by-agent' },
}
const command: Rule = {
  id: 'a.correctness.runs',
  description: 'It runs.',
  severity: 'fail',
  weight: 2,
  phase: 'A',
  check: { kind: 'command', command: 'test -f artifact.md' },
}
const makes: Says = (request) =>
  request.role === 'judge'
    ? { anchor: 'met', absent: false, quotes: ['Hello there'], reasoning: 'It greets.' }
    : steady(['Hello there, whetstone.'])(request)

async function recorded() {
  const at = project()
  await loop(at, { rules: [word, judged, command], judge: true, makes, input: { alias: 'good', allowCommands: true } })
  await loop(at, { rules: [word], makes: steady(['Hello there.']), input: { alias: 'bad' } })
  return at
}

describe('recorded runs under other rules', () => {
  it('pass or fail again, without a call or a command; what was decided then about the same question stands', async () => {
    const at = await recorded()
    const table: [string, Rule[], object, object[]][] = [
      [
        'the same rules',
        [word, judged, command],
        {},
        [
          {
            name: 'good',
            then: { passed: true },
            now: { passed: true, score: '1.00' },
            asThen: ['a.quality.kind', 'a.correctness.runs'],
            undecided: [],
          },
          {
            name: 'bad',
            then: { passed: false },
            now: { passed: false, blockers: ['a.correctness.word', 'a.quality.kind', 'a.correctness.runs'] },
            asThen: [],
            undecided: ['a.quality.kind', 'a.correctness.runs'],
          },
        ],
      ],
      [
        'a stricter one',
        [word, says('a.correctness.more', 'oilstone')],
        {},
        [
          { name: 'good', now: { passed: false, score: '0.50', blockers: ['a.correctness.more'] } },
          { name: 'bad', now: { passed: false } },
        ],
      ],
      [
        'a laxer one',
        [says('a.correctness.hello', 'Hello')],
        {},
        [
          { name: 'good', now: { passed: true } },
          { name: 'bad', now: { passed: true } },
        ],
      ],
      [
        'other weights and another threshold',
        [{ ...word, severity: 'warn', weight: 3 }, says('a.correctness.hello', 'Hello', { weight: 1 })],
        { threshold: 0.5 },
        [
          { name: 'good', now: { passed: true, score: '1.00' } },
          { name: 'bad', now: { passed: false, score: '0.25', blockers: [] } },
        ],
      ],
      [
        'another rubric',
        [word, { ...judged, description: 'It is very kind.' }],
        {},
        [{ name: 'good', now: { passed: false, blockers: ['a.quality.kind'] }, asThen: [], undecided: ['a.quality.kind'] }, {}],
      ],
      ['a sentence', [word, { ...judged, check: 'It is kind, says somebody.' }], {}, [{ name: 'good', undecided: ['a.quality.kind'] }, {}]],
    ]
    for (const [what, rules, input, rows] of table) {
      at.write('rules.json', criteria(rules))
      const result = await run(backtest, { rules: 'rules.json', ...input }, openWorld(at))
      expect([what, result.rows]).toMatchObject([what, rows])
      expect(result.changed).toBe(result.rows.filter(({ then, now }) => then.passed !== now.passed).length)
    }
  })

  it('are those that are named, in their order; an unknown one is named back', async () => {
    const at = await recorded()
    at.write('rules.json', criteria([word]))
    const world = openWorld(at)
    expect((await run(backtest, { rules: 'rules.json', runs: ['bad', 'good'] }, world)).rows.map(({ name }) => name)).toEqual([
      'bad',
      'good',
    ])
    await expect(run(backtest, { rules: 'rules.json', runs: ['goood'] }, world)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('good'),
    })
  })
})

it('a run that has not ended is open: nothing is said about how it would have ended', async () => {
  const at = project({ 'rules.json': criteria([says('a.correctness.goal', 'goals')]) })
  await run(designNew, { feature: 'tool-loans', requirements: `${lending}` }, openWorld(at))
  const result = await run(backtest, { rules: 'rules.json', runs: ['tool-loans'] }, openWorld(at))
  expect(result).toMatchObject({ rows: [{ then: { passed: null }, now: { passed: true } }], changed: 0 })
  expect(backtest.default.text(result, {} as never)).toMatch(/open [\d.]+ +pass 1\.00 +–/)
})

it('rules that cannot be read are named with their line', async () => {
  const at = project({
    'rules.yaml': 'rules:\n  - { id: a.style.x, description: x, severity: fatal, check: { kind: content.contains, text: x } }\n',
  })
  await expect(run(backtest, { rules: 'rules.yaml' }, openWorld(at))).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/rules\.yaml:2:.*severity/s),
  })
})

it('without an ended run there is nothing to say', async () => {
  const at = project({ 'rules.json': criteria([word]) })
  expect(await run(backtest, { rules: 'rules.json' }, openWorld(at))).toEqual({ rows: [], changed: 0 })
})

it('a loop that grew worse is listed and compared by its best score, as its card tells it', async () => {
  const at = project()
  const rules = ['one', 'two', 'three', 'four'].map((word) => says(`a.style.${word}`, word))
  const { report } = await loop(at, { rules, makes: steady(['one two three\n', 'one\n', 'none\n']), more: { max_iterations: 3 } })
  expect(report.card).toContain('final score 0.75')
  const listed = await run(list, {}, openWorld(at))
  expect(listed.runs).toMatchObject([{ score: 0.75 }])
  expect(list.default.text(listed, {})).toMatch(/score .*\n.* 0\.75 /)
  at.write('rules.yaml', JSON.stringify({ rules }))
  expect((await run(backtest, { rules: 'rules.yaml' }, openWorld(at))).rows).toMatchObject([
    { then: { score: '0.75' }, now: { score: '0.75' } },
  ])
})
