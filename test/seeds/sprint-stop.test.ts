// How a sprint goes on and ends: the order of its rules, stagnation and escalation, what a person may answer.
import { describe, expect, it } from 'vitest'
import { readParameters } from '../../src/workflows/sprint/parameters.ts'
import { type Faults, Play, input, parameters, play } from '../workflows/sprint/play.ts'

const bad: Faults = { 'functionality.mobile': [1, 20] }
const worse = (id: string): Faults => ({ ...bad, [id]: [9, 10] })

describe('the order', () => {
  it('SP-053 SP-054 SP-058 a pass ends it and says what it looked at', () => {
    const played = play({}, {})
    expect(played.end).toEqual({ status: 'passed', reason: 'passed', passed: true })
    expect(played.file('evaluation-report-1.json')).toMatchObject({
      result: 'PASS',
      decision: { rule: 'pass', saw: { overall: 10_000, threshold: 7500, iteration: 1, maxIterations: 5 } },
    })
  })

  it('SP-056 otherwise it goes on, one iteration after the other', () => {
    const played = play({}, bad, {})
    expect(played.state.evaluations.map(({ iteration, decision }) => [iteration, decision.rule])).toEqual([
      [1, 'iterate'],
      [2, 'pass'],
    ])
  })

  it('SP-055 the limit asks, and comes before escalation', () => {
    const { gate } = play({ parameters: parameters({ max_iterations: 2, escalation_after: 2 }) }, bad)
    expect(gate).toMatchObject({ key: 'limit:2', choices: [{ name: 'adjust' }, { name: 'abort' }, { name: 'force-pass' }] })
    expect(gate?.facts).toMatchObject({ must_pass: [{ id: 'functionality.mobile' }] })
  })

  it('SP-072 SP-073 strict mode wants every dimension, and two iterations', () => {
    const strict = parameters({ strict_mode: true })
    expect(play({ parameters: strict }, {}).state.evaluations.map(({ decision }) => decision.rule)).toEqual(['iterate', 'pass'])
    // The second only looks again: there is nothing to mend, so neither a builder nor a person is asked to.
    for (const builder of [true, false]) {
      const { prompts, end } = play({ parameters: strict, builder }, {})
      expect(prompts.map(({ key }) => key)).toEqual(['baseline', 'page:1', 'evaluate:1', 'evaluate:2', 'record'])
      expect(end).toMatchObject({ passed: true })
    }
    const low = play({ parameters: parameters({ strict_mode: true, max_iterations: 2 }) }, { 'functionality.touch': [3, 20] })
    expect(low.state.evaluations[1]).toMatchObject({
      card: { overall: 9000 },
      decision: { rule: 'max_iterations', because: expect.stringContaining('Functionality 0.50') as string },
    })
  })
})

describe('stagnation and escalation', () => {
  it('a builder that changes nothing is asked once more, and then counts as no gain', () => {
    const played = new Play(input(), [bad])
    played.build = () => 'The page is fine as it is.'
    expect(played.go().gate?.question).toMatch(/the last two gained 0\.00 and 0\.00/)
    expect(played.prompts.map(({ key }) => key).filter((key) => key.startsWith('build'))).toEqual([
      'build:2',
      'build:2#2',
      'build:3',
      'build:3#2',
    ])
    expect(new Set(played.state.evaluations.map(({ artifact }) => artifact)).size).toBe(1)
  })

  it('SP-063 SP-064 two gains in a row below the threshold ask with exactly three choices', () => {
    const { gate, state } = play({ parameters: parameters({ escalation_after: 9, max_iterations: 9 }) }, bad, bad, bad)
    expect(state.evaluations).toHaveLength(3)
    expect(gate?.choices.map(({ name }) => name)).toEqual(['continue', 'adjust', 'abort'])
    expect(gate?.question).toContain('each less than 0.05')
  })

  it('SP-006 a gain of exactly 0.05 is no stagnation', () => {
    // Functionality 0.25, 0.50, 0.75: a step of one anchor is worth 0.05.
    const at = (failed: number): Faults => ({ 'functionality.mobile': [failed, 20] })
    const { state } = play({ parameters: parameters({ escalation_after: 9, max_iterations: 4 }) }, at(20), at(6), at(2), {})
    expect(state.scores.map(({ score }) => score)).toEqual([8500, 9000, 9500, 10_000])
    expect(state.status).toBe('passed')
  })

  it('SP-069 three iterations without a pass ask even when the score rises', () => {
    const at = (failed: number): Faults => ({ 'functionality.mobile': [failed, 20] })
    const { gate, state } = play({}, at(20), at(6), at(2))
    expect(state.question?.rule).toBe('escalation')
    expect(gate?.key).toBe('escalation:3')
  })

  it('SP-070 both at once are one question', () => {
    const { state, gate } = play({}, bad, bad, bad)
    expect(state.question?.rule).toBe('escalation_and_stagnation')
    expect(gate?.question).toMatch(/3 iterations without a pass; the last two gained/)
  })

  it('counts from the last answer', () => {
    const played = play({ parameters: parameters({ max_iterations: 9 }) }, bad)
    played.answer('continue')
    expect(played.state.evaluations).toHaveLength(5) // the two gains after the answer stagnate
    expect(played.state.question?.rule).toBe('stagnation')
  })
})

describe('answers', () => {
  it('SP-065 continue focuses on another dimension', () => {
    const played = play({ contract: true }, worse('design.contrast'))
    const before = played.state.contract?.priority_dimension
    played.answer('continue')
    expect(played.file('sprint-4.json')['priority_dimension']).not.toBe(before)
  })

  it('SP-066 adjust takes guidance and relaxed criteria into the next contract', () => {
    const played = play({ contract: true }, worse('design.contrast'))
    played.answer('adjust', { text: 'Calmer colours.', data: { drop: ['functionality.touch'], pass_threshold: 0.7 } })
    const file = played.file('sprint-4.json')
    expect(file['guidance']).toEqual(['Calmer colours.'])
    expect(JSON.stringify(file['acceptance_checklist'])).not.toContain('functionality.touch')
    expect(played.state.parameters.gan_loop.pass_threshold).toBe(0.7)
  })

  it.each([
    [{ drop: ['functionality.mobile'] }, 'must pass'],
    [{ drop: ['nothing.such'] }, 'no criterion'],
    [{ drop: ['completeness.sections', 'completeness.placeholders'] }, null],
    [
      { drop: ['design.tokens', 'design.spacing', 'design.contrast', 'design.breakpoints', 'design.text-size'] },
      'nothing would measure Design Quality',
    ],
    [{ max_iterations: 1 }, 'max_iterations'],
  ])('adjust refuses what would empty it: %j', (data, why) => {
    const said = play({}, bad).answer('adjust', { text: 'x', data })
    if (why === null) expect(said).not.toHaveProperty('refused')
    else expect(said).toEqual({ refused: expect.stringContaining(why) as string })
  })

  it('SP-067 SP-068 abort and force-pass are no pass, and carry a name', () => {
    const limit = { parameters: parameters({ max_iterations: 1 }) }
    const aborted = play(limit, bad)
    aborted.answer('abort')
    expect(aborted.end).toEqual({ status: 'accepted_as_is', reason: 'accepted_as_is', passed: false })
    const forced = play(limit, bad)
    forced.answer('force-pass')
    expect(forced.end).toEqual({ status: 'force_passed', reason: 'force_passed', passed: false })
    expect(forced.state.stop?.because).toContain('Ada')
    for (const choice of play(limit, bad).gate?.choices ?? []) if (choice.name !== 'adjust') expect(choice.attested).toBe(true)
  })
})

describe('leniency', () => {
  it('SP-029 every evaluation names all seven guards with what they did', () => {
    const { state } = play({}, { ...bad, 'functionality.alt': [1, 9], 'functionality.console': 'unknown' })
    expect(state.evaluations[0]?.guards.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['rubric anchors', 'clear'],
      ['must-pass firewall', 'acted'],
      ['anti-pattern caps', 'acted'],
      ['evidence', 'acted'],
      ['in-run regression', 'clear'],
      ['cross-project baseline', 'not due'],
      ['independent re-evaluation', 'not due'],
    ])
  })

  it.each([
    [8500, 'clear'],
    [8499, 'flagged'],
  ])('SP-052 a score more than 0.15 above the mean of %d is %s', (mean, outcome) => {
    const played = new Play(input(), [{}])
    played.baseline = { mean, runs: 4 }
    expect(played.go().state.evaluations[0]?.guards.find(({ name }) => name === 'cross-project baseline')?.outcome).toBe(outcome)
  })

  it.each([
    [3, null],
    [4, 10_000],
    [9, 10_000],
  ])('SP-074 after %d runs the same build is scored twice, or not', (runsBefore, second) => {
    const played = new Play(input({ runsBefore }), [{}])
    expect(played.go().state.calibration[0]?.second ?? null).toBe(second)
  })

  it('two scores of one build more than 0.10 apart are a warning', () => {
    const played = new Play(input({ runsBefore: 4 }), [{}])
    played.again = { 'design.contrast': [3, 20] }
    played.go()
    expect(played.state.calibration).toEqual([expect.objectContaining({ first: 10_000, second: 8500, divergence: 1500, warning: true })])
    expect(played.state.evaluations[0]?.guards.at(-1)?.outcome).toBe('flagged')
  })
})

describe('parameters', () => {
  it('SP-002 SP-003 have the defaults of their document', () => {
    expect(parameters().gan_loop).toEqual({
      max_iterations: 5,
      pass_threshold: 0.75,
      escalation_after: 3,
      improvement_threshold: 0.05,
      strict_mode: false,
      sprint_contract: {
        enabled: true,
        required_harness_levels: ['thorough'],
        optional_harness_levels: ['standard'],
        artifact_dir: '.moai/sprints',
        max_negotiation_rounds: 2,
      },
    })
  })

  it('tells keys it does not know, and refuses values that are wrong', () => {
    expect(readParameters({ design: { gan_loop: { max_iterations: 3, speed: 9 }, colour: 'blue' } })).toMatchObject({
      parameters: { gan_loop: { max_iterations: 3 } },
      unknown: expect.arrayContaining(['design.gan_loop.speed', 'design.colour']) as string[],
    })
    expect(readParameters({ design: { evaluator: { memory_scope: 'forever' } } })).toEqual({
      problems: [expect.stringContaining('design.evaluator.memory_scope') as string],
    })
    expect(readParameters({ design: { gan_loop: { sprint_contract: { artifact_dir: '../out' } } } })).toHaveProperty('problems')
  })
})
