// The facts of a reflex loop as history.jsonl tells them.
import { describe, expect, it } from 'vitest'
import { historyNames } from '../../src/workflows/reflex/events.ts'
import { type Says, events, folder, history, loop, project, runFile, says, sha256, steady } from '../operations/support.ts'

const word = says('a.correctness.word', 'word')
const more = says('b.correctness.more', 'more')
const twelve = [
  'run_started',
  'plan_created',
  'artifact_created',
  'checks_prepared',
  'evaluation_done',
  'critique_done',
  'refinement_done',
  'phase_switched',
  'iteration_advanced',
  'phase_error',
  'stopped',
  'failed',
]

it('RX-037 names are exactly these twelve, all of them used, whatever else the journal holds', async () => {
  const [good, bad] = [project(), project()]
  const { world } = await loop(good, { rules: [word, more], makes: steady(['no\n', 'word\n', 'word more\n']) })
  await loop(bad, { rules: [word], makes: ({ role }) => (role === 'plan' ? 'no JSON' : '') })
  expect(new Set([...events(good), ...events(bad)])).toEqual(new Set(twelve))
  expect([...historyNames]).toEqual(twelve)
  const journaled = new Set<string>()
  await world.store.read(runFile(good).run_id, 1, (entry) => entry.events.forEach(({ type }) => journaled.add(type)))
  expect(journaled.size).toBeGreaterThan(twelve.length)
})

it('RX-038 run_started is the first line, before any step', async () => {
  const at = project()
  await loop(at, { rules: [word], makes: steady(['word\n']) })
  expect(history(at)[0]).toMatchObject({ event: 'run_started', iteration: 1, phase: 'A', status: 'ok' })
  expect(events(at).filter((name) => name === 'run_started')).toHaveLength(1)
})

describe('each answer', () => {
  it.each<[string, string, string, number]>([
    ['PLAN', 'plan', 'plan_created', 1],
    ['PRODUCE', 'produce', 'artifact_created', 1],
    ['PREPARE', 'prepare', 'checks_prepared', 2],
    ['CRITIQUE', 'critique', 'critique_done', 2],
  ])('RX-039 a valid %s is followed by one event', async (_, role, name, times) => {
    const at = project()
    const after: string[][] = []
    const makes: Says = (request) => (
      after.push(at.has(`${folder()}/history.jsonl`) ? events(at) : []),
      steady(['no\n', 'word done\n', 'word done more\n'])(request)
    )
    const { roles } = await loop(at, {
      rules: [word, { ...word, id: 'a.style.sentence', check: 'says done' }, { ...more, check: 'says done' }, says('b.style.more', 'more')],
      makes,
    })
    expect(roles.filter((each) => each === role)).toHaveLength(times)
    expect(events(at).filter((each) => each === name)).toHaveLength(times)
    // Each is there by the time the next maker is asked, and not before its own was.
    const asked = roles.indexOf(role)
    expect(after[asked]).not.toContain(name)
  })

  it('RX-040 evaluation_done carries score and passed', async () => {
    const at = project()
    await loop(at, { rules: [word, more], makes: steady(['word\n', 'word more\n']) })
    expect(
      history(at)
        .filter(({ event }) => event === 'evaluation_done')
        .map(({ payload: { score, passed } }) => [score, passed]),
    ).toEqual([
      [1, true],
      [0.5, false],
      [1, true],
    ])
  })

  it('RX-041 refinement_done carries the hash of the bytes it replaced', async () => {
    const at = project()
    const before: string[] = []
    await loop(at, {
      rules: [word],
      makes: (request) => (
        request.role === 'refine' && before.push(at.read(`${folder()}/artifact.md`)),
        steady(['nö\n', 'näh\n', 'word\n'])(request)
      ),
    })
    expect(before).toEqual(['nö\n', 'näh\n'])
    expect(new Set(before.map(sha256)).size).toBe(2)
    expect(
      history(at)
        .filter(({ event }) => event === 'refinement_done')
        .map(({ payload }) => payload['previous_artifact_hash']),
    ).toEqual(before.map(sha256))
  })
})

it('RX-041 it is the artifact on disk that is replaced, bytes and all, also when a refinement made it worse', async () => {
  const at = project()
  const replaced: string[] = []
  const texts = ['one two\r\n', 'one \u{1F600}\n', 'one two three\n', 'one two three four\n']
  await loop(at, {
    rules: ['one', 'two', 'three', 'four'].map((each) => says(`a.style.${each}`, each)),
    makes: (request) => (request.role === 'refine' && replaced.push(at.read(`${folder()}/artifact.md`)), steady(texts)(request)),
    more: { max_iterations: 4 },
  })
  const told = history(at)
    .filter(({ event }) => event === 'refinement_done')
    .map(({ payload }) => payload['previous_artifact_hash'])
  expect(replaced).toHaveLength(3)
  expect(told).toEqual(replaced.map(sha256))
  expect(told[0]).toBe(sha256('one two\r\n'))
})

it.each([['short'], ['every']])(
  'RX-042 phase_switched comes once, iteration_advanced once for every rise, with steps: %s',
  async (steps) => {
    const at = project()
    const risen: number[] = []
    const makes: Says = (request) => (risen.push(runFile(at).iteration), steady(['no\n', 'word\n', 'word\n', 'word more\n'])(request))
    await loop(at, {
      rules: [word, more, ...['a', 'b', 'c'].map((each) => says(`b.style.${each}`, each, { severity: 'warn' }))],
      makes,
      input: { steps },
      more: { max_iterations: 4 },
    })
    expect(events(at).filter((name) => name === 'phase_switched')).toHaveLength(1)
    const advanced = history(at)
      .filter(({ event }) => event === 'iteration_advanced')
      .map(({ payload }) => payload['iteration'])
    expect(advanced).toEqual([...new Set([...risen, runFile(at).iteration])].slice(1))
    expect(advanced.at(-1)).toBe(runFile(at).iteration)
  },
)

it.each<[string, Says, string[], string]>([
  ['a success', steady(['word more\n']), ['stopped'], 'threshold_reached'],
  ['no major issues', steady(['word\n']), ['stopped'], 'no_major_issues'],
  ['the limit', steady(['no\n']), ['stopped'], 'iteration_limit'],
  [
    'an error',
    ({ role }) => (role === 'produce' ? ' ' : steady([''])({ role, task: 'x:1', prompt: '' } as never)),
    ['failed'],
    'phase_error',
  ],
])('RX-043 %s is the last line, once, with its reason', async (_, makes, last, reason) => {
  const at = project()
  await loop(at, { rules: [word, says('b.style.more', 'more', { severity: 'warn' })], makes, more: { max_iterations: 1 } })
  expect(events(at).filter((name) => name === 'stopped' || name === 'failed')).toEqual(last)
  expect(history(at).at(-1)).toMatchObject({ event: last[0], payload: { reason } })
})
