// The contract of a sprint: when there is one, how it is agreed on, what it holds, how it goes on.
import { describe, expect, it } from 'vitest'
import { dimensions } from '../../src/workflows/sprint/dimensions.ts'
import { Play, input, parameters, play } from '../workflows/sprint/play.ts'

const contract = { contract: true }
const items = (file: Record<string, unknown>) =>
  file['acceptance_checklist'] as { id: string; measures: string; status: string; criterion: string; verification: string }[]

/** The item of the contract under negotiation that stands for a criterion. */
const itemOf = ({ state }: Play, id: string) => state.contract?.acceptance_checklist.find(({ measures }) => measures === id)?.id ?? ''

describe('the document', () => {
  it('SP-014 SP-018 SP-019 has every field of its form', () => {
    const file = play(contract, {}).file('sprint-1.json')
    expect(Object.keys(file)).toEqual(
      expect.arrayContaining([
        'sprint_id',
        'iteration',
        'priority_dimension',
        'acceptance_checklist',
        'test_scenarios',
        'pass_conditions',
        'negotiation_history',
        'created_at',
      ]),
    )
    expect(file).toMatchObject({ sprint_id: 'sprint-1', iteration: 1 })
    expect(new Date(file['created_at'] as string).toISOString()).toBe(file['created_at'])
    for (const [index, item] of items(file).entries()) {
      expect(item.id).toBe(`AC-${String(index + 1).padStart(2, '0')}`)
      expect([item.criterion, item.verification].every(Boolean)).toBe(true)
      expect(['pending', 'passed', 'refined', 'failed', 'new']).toContain(item.status)
    }
    for (const scenario of file['test_scenarios'] as object[])
      expect(scenario).toMatchObject({
        id: expect.stringMatching(/^TS-\d\d$/) as string,
        description: expect.any(String) as string,
        tool: expect.any(String) as string,
        command: expect.any(String) as string,
      })
  })

  it('SP-020 SP-021 names one dimension to focus on and a minimum for each, and the report says which were met', () => {
    const played = play(contract, { 'design.contrast': [9, 10] })
    expect(dimensions).toContain(played.file('sprint-1.json')['priority_dimension'])
    const met = played.file('evaluation-report-1.json')['pass_conditions'] as Record<string, { met: boolean }>
    expect(Object.keys(met)).toEqual([...dimensions])
    expect(met['Design Quality']?.met).toBe(false)
    expect(met['Completeness']?.met).toBe(true)
  })

  it('SP-017 is numbered on from what earlier runs left', () => {
    expect(play({ ...contract, firstNumber: 4 }, {}).file('sprint-4.json')).toMatchObject({ sprint_id: 'sprint-4', iteration: 1 })
  })
})

describe('the agreement', () => {
  it('SP-011 no builder builds before it is sealed', () => {
    const played = play(contract, { 'functionality.mobile': [1, 20] }, {})
    const asked = played.prompts.flatMap((task) => (task.kind === 'ask' ? [task.template] : []))
    expect(asked).toEqual(['sprint-review', 'sprint-review', 'sprint-build'])
  })

  it('SP-012 SP-013 without one nothing is negotiated and no contract is written', () => {
    const played = play({ contract: false }, { 'functionality.mobile': [1, 20] }, {})
    expect(played.prompts.filter((task) => task.kind === 'ask' && task.template === 'sprint-review')).toEqual([])
    expect(() => played.file('sprint-1.json')).toThrow()
  })

  it('SP-015 SP-016 is settled against the brief after the last round, and every exchange is kept', () => {
    const played = new Play(input(contract), [{}])
    let rounds = 0
    played.review = () => {
      rounds++
      return { accept: false, proposals: [{ id: itemOf(played, 'originality.slop'), drop: true, reason: 'the gradient is our brand' }] }
    }
    played.go()
    expect(rounds).toBe(2)
    const file = played.file('sprint-1.json')
    expect(items(file).map(({ measures }) => measures)).toContain('originality.slop')
    expect((file['negotiation_history'] as { says: string }[]).map(({ says }) => says)).toEqual([
      expect.stringContaining('because the gradient is our brand') as string,
      expect.stringContaining('must pass in every iteration') as string,
      expect.stringContaining('because the gradient is our brand') as string,
      expect.stringContaining('must pass in every iteration') as string,
      expect.stringContaining('settled against the brief') as string,
    ])
  })

  it('SP-022 SP-023 SP-032 what the two take out is listed and moves no score; must-pass cannot go', () => {
    const played = new Play(input(contract), [{ 'functionality.touch': [9, 10] }])
    played.review = () => ({
      accept: false,
      proposals: [{ id: itemOf(played, 'functionality.touch'), drop: true, reason: 'there is no phone version' }],
    })
    played.go()
    expect(items(played.file('sprint-1.json')).map(({ measures }) => measures)).not.toContain('functionality.touch')
    const [evaluation] = played.state.evaluations
    expect(evaluation?.card.overall).toBe(10_000)
    expect(played.file('evaluation-report-1.json')['out_of_contract']).toEqual([{ id: 'functionality.touch', message: '9 of 10' }])
  })

  it('keeps something that measures each dimension', () => {
    const played = new Play(input(contract), [{}])
    const ids = ['AC-01', 'AC-02', 'AC-03', 'AC-04', 'AC-05']
    played.review = () => ({ accept: false, proposals: ids.map((id) => ({ id, drop: true, reason: 'too much' })) })
    played.go()
    expect(items(played.file('sprint-1.json')).filter(({ measures }) => measures.startsWith('design.'))).toHaveLength(1)
  })
})

describe('the next contract', () => {
  const played = () => play(contract, { 'functionality.mobile': [1, 20], 'design.contrast': [9, 10], 'functionality.touch': [3, 20] }, {})

  it('SP-060 SP-061 carries what passed and opens what failed', () => {
    const drafted = played().prompts.filter((task) => task.kind === 'ask' && task.template === 'sprint-review')[1]
    const slot = drafted?.kind === 'ask' ? drafted.slots['contract'] : undefined
    const next = JSON.parse(typeof slot === 'object' && 'text' in slot ? slot.text : '{}') as Record<string, unknown>
    const status = Object.fromEntries(items(next).map(({ measures, status: now }) => [measures, now]))
    expect(status).toMatchObject({ 'design.contrast': 'failed', 'functionality.touch': 'refined', 'design.tokens': 'passed' })
  })

  it('SP-062 records every iteration with its score', () => {
    expect(played().file('sprint-2.json')['scores']).toEqual([
      { iteration: 1, score: expect.any(Number) as number },
      { iteration: 2, score: 1 },
    ])
  })

  it('SP-025 the builder gets contract, brief, copy, tokens and what failed', () => {
    const build = played().prompts.find((task) => task.kind === 'ask' && task.template === 'sprint-build')
    const slots = build?.kind === 'ask' ? build.slots : {}
    for (const name of ['contract', 'brief', 'copy', 'tokens', 'feedback', 'files']) expect(slots[name], name).not.toBe('none')
  })
})

it('SP-004 no threshold under 0.60 is taken, wherever it comes from', () => {
  expect(() => parameters({ pass_threshold: 0.59 })).toThrow(/0\.60/)
  expect(parameters({ pass_threshold: 0.6 }).gan_loop.pass_threshold).toBe(0.6)
  const played = play({ parameters: parameters({ max_iterations: 1 }) }, { 'functionality.mobile': [1, 2] })
  expect(played.answer('adjust', { text: 'be lenient', data: { pass_threshold: 0.5 } })).toEqual({
    refused: expect.stringContaining('0.60') as string,
  })
})
