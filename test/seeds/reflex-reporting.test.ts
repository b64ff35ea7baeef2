// What a person reads while a reflex loop goes on, and at its end.
import { describe, expect, it } from 'vitest'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as resume from '../../src/operations/resume.ts'
import { reportText } from '../../src/operations/runs.ts'
import * as show from '../../src/operations/show.ts'
import * as stop from '../../src/operations/stop.ts'
import { contextHint } from '../../src/workflows/reflex/report.ts'
import {
  type Project,
  type Says,
  criteria,
  evolution,
  folder,
  loop,
  makerWorld,
  openWorld,
  person,
  project,
  run,
  runFile,
  says,
  sha256,
  steady,
} from '../operations/support.ts'

const word = says('a.correctness.word', 'word')
const more = says('b.correctness.more', 'more')
const nice = says('a.style.nice', 'nice', { severity: 'warn' })
const summaries = (said: readonly string[]) => said.filter((text) => text.startsWith('── '))
const hints = (said: readonly string[]) => said.filter((text) => text.includes('whet reflex resume'))

describe('the summary of an iteration', () => {
  it('RX-114 RX-115 RX-116 has its header and six lines, in order, with the hash of artifact.md', async () => {
    const at = project()
    const hashes: string[] = []
    const makes: Says = (request) => (
      request.role === 'critique' && hashes.push(sha256(at.read(`${folder()}/artifact.md`)).slice(0, 8)),
      steady(['# T\n\nno\n', '# T\n\nword nice\n'])(request)
    )
    const { world } = await loop(at, { rules: [word, nice], makes })
    expect(summaries(world.said)[0]?.split('\n').slice(0, 7)).toEqual([
      '── Iteration 1/4 | Phase A | Score: 0.00 | FAIL ──',
      'Plan: Open.',
      `Hash: ${hashes[0]}`,
      'Changed: initial generation',
      'Failed: a.correctness.word',
      'Warnings: a.style.nice',
      `Artifact: ${folder()}/artifact.md`,
    ])
    expect(summaries(world.said)[1]?.split('\n')).toEqual([
      '── Iteration 2/4 | Phase A | Score: 1.00 | PASS ──',
      'Plan: Open.',
      `Hash: ${sha256('# T\n\nword nice\n').slice(0, 8)}`,
      'Changed: T',
      'Failed: none',
      'Warnings: none',
      `Artifact: ${folder()}/artifact.md`,
    ])
    expect(summaries(world.said)[2]).toMatch(/^── Iteration 2\/4 \| Phase B \| Score: 1\.00 \| PASS ──/)
  })

  it('RX-117 Changed names the sections that came, went or moved', async () => {
    const at = project()
    const texts = ['# One\n\na\n\n## Two\n\nb\n', '# One\n\na\n\n## Two\n\nc\n\n## Three\n\nd\n', '# One\n\na\n\n## Three\n\nd word\n']
    const { world } = await loop(at, {
      rules: [word, ...['c', 'd'].map((each) => says(`a.style.${each}`, `${each}\n`, { severity: 'warn' }))],
      makes: steady(texts),
    })
    expect(summaries(world.said).map((text) => /^Changed: (.*)$/m.exec(text)?.[1])).toEqual([
      'initial generation',
      'Two, added Three',
      'Three, removed Two',
      'Three, removed Two',
    ])
  })

  it('RX-118 each failed rule is told with what was seen; with a CRITIQUE it adds a line an issue, which the last evaluation, which none follows, has not', async () => {
    const at = project()
    const { world } = await loop(at, { rules: [word, nice], makes: steady(['no\n', 'nice\n']), more: { max_iterations: 2 } })
    const [first, last] = summaries(world.said) as [string, string]
    expect(first.split('\n').slice(7)).toEqual([
      '  - a.correctness.word: does not contain "word"; expected word; found nowhere in the text',
      '  - a.style.nice: does not contain "nice"; expected nice; found nowhere in the text',
      '  a.correctness.word: Add what a.correctness.word wants.',
      '  a.style.nice: Add what a.style.nice wants.',
    ])
    expect(last.split('\n')).toHaveLength(8)
    expect(last).toContain('Failed: a.correctness.word')
  })

  it.each<[string, (at: Project) => Promise<readonly string[]>]>([
    [
      'a CRITIQUE that fails twice',
      async (at) =>
        (await loop(at, { rules: [word], makes: (request) => (request.role === 'critique' ? 'no JSON' : steady(['no\n'])(request)) })).world
          .said,
    ],
    [
      'a stop before its CRITIQUE was answered',
      async (at) => {
        const world = makerWorld(at, async (request) => {
          if (request.role === 'critique') await world.store.post(runFile(at).run_id, { kind: 'stop', reason: '', by: 'x' }, 1)
          return request.role === 'critique' ? 'no JSON' : steady(['no\n'])(request)
        })
        at.write('criteria.json', criteria([word]))
        await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json' }, world)
        return world.said
      },
    ],
  ])('RX-114 is printed also after %s', async (_, ended) => {
    expect(summaries(await ended(project()))).toEqual([expect.stringMatching(/^── Iteration 1\/4 \| Phase A \| Score: 0\.00 \| FAIL ──/)])
  })
})

describe('the end', () => {
  it.each<[string, Says, object, RegExp]>([
    ['passed', steady(['word more\n']), {}, /^Passed: threshold_reached, [^]*iteration 1 of 4, phase B, final score 1\.00$/m],
    ['stopped', steady(['no\n']), { max_iterations: 1 }, /^Ended: iteration_limit, [^]*iteration 1 of 1, phase A, final score 0\.00$/m],
    ['failed', () => 'no JSON', {}, /^Failed: phase_error, [^]*iteration 1 of 4, phase A, final score none$/m],
  ])('RX-109 shows iteration, limit, level, final score and reason when it %s', async (_, makes, limits, expected) => {
    const { report } = await loop(project(), { rules: [word, more], makes, more: limits })
    expect(reportText(report)).toMatch(expected)
  })

  it('RX-109 does so also when a person stops it', async () => {
    const at = project()
    const leave = new AbortController()
    await loop(at, {
      rules: [word],
      makes: (request) => (request.role === 'critique' && leave.abort(), steady(['no\n'])(request)),
      world: { signal: leave.signal },
    })
    const done = await run(stop, { workflow: 'reflex', reason: 'lunch' }, openWorld(at))
    expect(stop.default.text(done, {})).toMatch(/^Ended: lunch, [^]*iteration 2 of 4, phase A, final score 0\.00$/m)
  })

  it('RX-110 RX-111 by the limit adds the distance to success: threshold, score, gap, blockers, rule progress', async () => {
    const at = project()
    const { report } = await loop(at, {
      rules: [word, says('a.correctness.other', 'other'), nice],
      makes: steady(['nice\n', 'nice, other\n']),
      more: { max_iterations: 2, thresholds: { A: 0.85 } },
    })
    expect(report.card).toMatch(
      /distance_to_success:\n {2}threshold 0\.85, final score 0\.60, gap 0\.25\n {2}blocking: 1 fail rule \(a\.correctness\.word\)\n {2}rules passed: 2\/3/,
    )
    expect(runFile(at)['distance_to_success']).toEqual({
      phase: 'A',
      threshold: 0.85,
      final_score: 0.6,
      gap: 0.25,
      failed_fail_rules: 1,
      blocking_rules: ['a.correctness.word'],
      rules_passed: 2,
      rules_total: 3,
    })
  })

  it('RX-111 counts failed fail rules alone as blocking, those that erred among them, and every rule of the level as progress', async () => {
    const at = project()
    const rules = [
      word,
      says('a.correctness.other', 'other'),
      says('a.correctness.open', '', { check: { kind: 'json.schema', schema_file: 'none.json' } }),
      says('a.style.warn', 'never', { severity: 'warn' }),
      says('a.style.info', 'never', { severity: 'info' }),
      nice,
      says('b.style.later', 'later'),
    ]
    const { report } = await loop(at, { rules, makes: steady(['nice\n']), more: { max_iterations: 1 } })
    expect(runFile(at)['distance_to_success']).toMatchObject({
      failed_fail_rules: 3,
      blocking_rules: ['a.correctness.word', 'a.correctness.other', 'a.correctness.open'],
      rules_passed: 1,
      rules_total: 6,
    })
    expect(report.card).toMatch(
      /blocking: 3 fail rules \(a\.correctness\.word, a\.correctness\.other, a\.correctness\.open\)\n {2}rules passed: 1\/6/,
    )
  })

  it('RX-110 the gap is never below 0', async () => {
    const at = project()
    // Above the threshold, and blocked nevertheless.
    await loop(at, {
      rules: [says('a.correctness.small', 'never', { weight: 0.1 }), says('a.correctness.big', 'big', { weight: 10 })],
      makes: steady(['big\n']),
      more: { max_iterations: 1 },
    })
    expect(runFile(at)['distance_to_success']).toMatchObject({ final_score: 0.99, gap: 0, failed_fail_rules: 1 })
  })

  it('RX-110 a pass has no such block', async () => {
    const at = project()
    const { report } = await loop(at, { rules: [word, more], makes: steady(['word more\n']) })
    expect(report.reason).toBe('threshold_reached')
    expect(report.card).not.toContain('distance_to_success')
    expect(runFile(at)).not.toHaveProperty('distance_to_success')
  })

  it('an end before anything was judged says that', async () => {
    const { report } = await loop(project(), { rules: [word], makes: steady(['no\n']), input: { calls: 1 } })
    expect(report).toMatchObject({ reason: 'budget_exceeded', card: expect.stringContaining('distance_to_success: unknown') })
  })

  it.each<[string, Says, object, string]>([
    ['stagnation', steady((n) => `try ${n}\n`), {}, 'stagnation'],
    ['going back and forth', steady(['one\n', 'two\n', 'one\n']), {}, 'stagnation'],
    ['a budget', steady((n) => `try ${n}\n`), { calls: 3 }, 'budget_exceeded'],
    ['a step that failed twice', (request) => (request.role === 'critique' ? 'no JSON' : steady(['no\n'])(request)), {}, 'phase_error'],
  ])('every other end tells the distance too: %s', async (_, makes, input, reason) => {
    const at = project()
    const { report } = await loop(at, { rules: [word, more], makes, input })
    expect(report.reason).toBe(reason)
    expect(report.card).toMatch(/distance_to_success:\n {2}threshold 0\.80, final score 0\.00, gap 0\.80\n {2}blocking: 1 fail rule/)
    expect(runFile(at)['distance_to_success']).toMatchObject({ gap: 0.8, blocking_rules: ['a.correctness.word'] })
  })

  it.each([
    ['api-spec', /plan the implementation/],
    ['code', /verify/],
    ['docs', /integrate/],
  ])('RX-113 suggests the next act for %s', async (type, act) => {
    const passed = await loop(project(), { rules: [word], makes: steady(['word\n']), input: { type } })
    expect(passed.report.card).toMatch(act)
    const stopped = await loop(project(), { rules: [word], makes: steady(['no\n']), input: { type }, more: { max_iterations: 1 } })
    expect(stopped.report.card).toMatch(act)
    expect(stopped.report.card).toContain('whet reflex new --from greeting')
  })

  describe('where the artifact goes', () => {
    const ask = async (at: Project, who: ReturnType<typeof person> | null, input: object = {}) =>
      loop(at, { rules: [word], makes: steady(['word\n']), input, world: { person: who } })

    it('RX-112 is asked, and it is copied where the person says', async () => {
      const at = project()
      const who = person('out/GREETING.md')
      await ask(at, who)
      expect(who.questions).toEqual([expect.stringContaining('Copy the artifact to')])
      expect(at.read('out/GREETING.md')).toBe('word\n')
      expect(at.read(`${folder()}/artifact.md`)).toBe('word\n')
    })

    it.each([
      ['an empty answer', person('')],
      ['nobody to ask', null],
    ])('RX-112 with %s it stays', async (_, who) => {
      const at = project()
      await ask(at, who)
      expect(at.files('.').filter((name) => !name.startsWith('.') && name !== 'criteria.json')).toEqual([])
      expect(at.read(`${folder()}/artifact.md`)).toBe('word\n')
    })

    it('RX-112 a file that is there is replaced only after a yes', async () => {
      const [no, yes] = [project({ 'a.md': 'mine\n' }), project({ 'a.md': 'mine\n' })]
      await ask(no, person('a.md', false))
      await ask(yes, person('a.md', true))
      expect([no.read('a.md'), yes.read('a.md')]).toEqual(['mine\n', 'word\n'])
    })

    it('RX-112 it is asked after a resumed loop as well, and --save-to needs no question', async () => {
      const at = project()
      const leave = new AbortController()
      await loop(at, {
        rules: [word],
        makes: (request) => (request.role === 'produce' && leave.abort(), steady(['word\n'])(request)),
        world: { signal: leave.signal },
      })
      await run(resume, { workflow: 'reflex' }, makerWorld(at, steady(['word\n']), { person: person('b.md') }))
      expect(at.read('b.md')).toBe('word\n')
      const other = project()
      await ask(other, person(), { saveTo: 'c/d.md' })
      expect(other.read('c/d.md')).toBe('word\n')
    })
  })
})

describe('the whole artifact', () => {
  it('RX-119 is printed at the switch and at the end, once each, and never all of run.json', async () => {
    const at = project()
    const { world, report } = await loop(at, {
      rules: [word, more],
      makes: steady(['no, said tersely\n', 'word, said tersely\n', 'word more, said tersely\n']),
    })
    const talk = world.said.join('\n')
    expect(talk.match(/said tersely/g)).toHaveLength(1)
    expect(talk).toMatch(/Phase A \| Score: 1\.00 \| PASS[\s\S]*word, said tersely[\s\S]*Phase B/)
    expect(reportText(report).match(/said tersely/g)).toHaveLength(1)
    expect(reportText(report)).toContain('word more, said tersely')
    for (const text of [talk, reportText(report)]) expect(text).not.toMatch(/"stagnation_count"|"prepared_checks"/)
  })

  it('RX-119 is printed on request', async () => {
    const at = project()
    await loop(at, { rules: [word], makes: steady(['no\n', 'word\n']) })
    expect(show.default.text(await run(show, { run: 'greeting' }, openWorld(at)), {})).toBe('word\n')
    expect(show.default.text(await run(show, { run: 'greeting', version: 1 }, openWorld(at)), {})).toBe('no\n')
  })
})

describe('the recommendation to clear the context', () => {
  it('RX-120 follows iteration 2, every later one and the switch, and names the way back', async () => {
    const at = project()
    const words = ['one', 'two', 'three']
    const { world } = await loop(at, {
      rules: words.map((each) => says(`a.style.${each}`, each)),
      makes: steady(['no\n', 'one\n', 'one two\n', 'one two three\n']),
    })
    const talk = world.said.filter((text) => text.startsWith('── ') || text.includes('your context is growing'))
    expect(
      talk.map((text) => (text.startsWith('── ') ? /Iteration (\d)\/4 \| Phase ([AB])/.exec(text)?.slice(1).join('') : 'hint')),
    ).toEqual(['1A', '2A', 'hint', '3A', 'hint', '4A', 'hint', '4B', 'hint'])
    expect(hints(world.said)[0]).toMatch(/`whet reflex resume`.*on disk/)
    expect([1, 2, 3, 9].map((n) => contextHint(n, false) !== null)).toEqual([false, true, true, true])
    expect(contextHint(1, true)).not.toBeNull()
  })

  it('RX-121 is text only: nothing of it is recorded, and a loop nobody listens to goes the same way', async () => {
    const [heard, ignored] = [project(), project()]
    const makes = steady(['no\n', 'word\n', 'word more\n'])
    const { world } = await loop(heard, { rules: [word, more], makes })
    await loop(ignored, { rules: [word, more], makes, world: { say: () => {} } })
    expect(hints(world.said).length).toBeGreaterThan(1)
    const plain = (at: Project) =>
      at
        .files(evolution)
        .map((name) => at.read(`${evolution}/${name}`).replace(/\d{4}-\d\d-\d\dT[\d:]+Z|\d{8}-\d{6}|"completed_phase_seconds": \d+/g, ''))
    expect(plain(ignored)).toEqual(plain(heard))
    const journal: string[] = []
    await world.store.read(runFile(heard).run_id, 1, (entry) => journal.push(JSON.stringify(entry)))
    expect(journal.join('\n')).not.toContain('your context is growing')
  })
})
