// What keeps a design run reproducible: pins, temperature, recorded scores, the critic's recorded verdicts.
import { describe, expect, test } from 'vitest'
import { templateFolder } from '../../src/adapters/templates.ts'
import type { TemplateSource } from '../../src/agents/pins.ts'
import { freeUsage } from '../../src/agents/provider.ts'
import { canonicalize } from '../../src/lib/canonical.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { evolve } from '../../src/workflows/design/evolve.ts'
import type { ModelReply } from '../../src/workflows/design/critic/model-critic.ts'
import type { DesignState } from '../../src/workflows/design/state.ts'
import { maker, memoryRun } from '../workflows/design/memory.ts'
import { booking, weaker } from '../workflows/design/project.ts'

const good = () => maker(() => booking.intent)
const best: ModelReply['scores'] = { completeness: 100, coherence: 100, clarity: 100, frameworkAgnosticism: 100, dataModelIntegrity: 100 }
const concern = (clarity: number): ModelReply => ({
  scores: { ...best, clarity },
  concerns: [{ dimension: 'clarity', quote: 'Guest chooses one free table.', change: 'Say how the tables are told apart.' }],
})
const reason = ({ failure }: DesignState) => failure?.reason

describe('temperature', () => {
  test('DE-040 every Generator and Critic request asks for temperature 0', async () => {
    const generator = maker(({ task }) => (task.startsWith('generate:1.') ? weaker(1) : booking.intent))
    const critic = maker(() => concern(90))
    await (await memoryRun({ 'design-generator': generator, 'design-critic': critic })).go()
    expect(generator.asked.map(({ temperature }) => temperature)).toEqual([0, 0])
    expect(critic.asked.map(({ temperature }) => temperature)).toEqual([0, 0])
  })

  const dropping = () =>
    maker(() => ({
      text: JSON.stringify(booking.intent),
      usage: freeUsage,
      model: null,
      warnings: ['temperature is not supported by this model'],
    }))

  test('DE-040 DE-051 a maker that cannot take it is recorded and shown, and the run goes on', async () => {
    const run = await memoryRun({ default: dropping() })
    await run.go()
    expect(run.state().state).toBe('CANDIDATE')
    expect((await run.events()).find(({ type }) => type === 'determinism_warning')?.data).toMatchObject({
      agent: 'Design Generator',
      why: expect.stringContaining("can't take temperature 0"),
    })
    expect(run.json()['warnings']).toEqual([expect.stringContaining("model:test/steady-1 can't take temperature 0")])
  })

  test('DE-051 with strict determinism it fails, and the log names which condition and why', async () => {
    const run = await memoryRun({ default: dropping() }, { settings: { determinism: 'strict' } })
    await run.go()
    expect(run.state()).toMatchObject({
      state: 'FAILED',
      failure: {
        reason: 'determinism_violation',
        because: expect.stringMatching(/^Design Generator: .*temperature 0, and determinism is strict$/),
      },
    })
    expect((await run.events()).find(({ type }) => type === 'determinism_violated')?.data).toMatchObject({ what: 'Design Generator' })
  })
})

describe('pins', () => {
  test('DE-041 DE-043 DE-044 model version, template version, path and SHA-256 of both templates stand in state.json from the start', async () => {
    const run = await memoryRun({ 'design-generator': good() })
    const before = run.json()
    expect(before).toMatchObject({
      state: 'IDLE',
      modelVersion: 'model:test/steady-1, model steady-1, version 1',
      makers: { 'design-generator': { model: 'steady-1' } },
    })
    const { list } = templateFolder()
    const newest = new Map((await list()).filter(({ name }) => name.startsWith('design-')).map((template) => [template.name, template])) // in the order of their versions
    expect([...newest.keys()].sort()).toEqual(['design-critic', 'design-generator'])
    for (const { name, version, path, text } of newest.values()) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(before['promptTemplates']).toMatchObject({ [name]: { version, path, sha256: sha256(text) } })
    }
    await run.go()
    expect(run.json()).toMatchObject({ promptTemplates: before['promptTemplates'], makers: before['makers'] })
  })

  test('DE-042 another model answering moves the run to FAILED', async () => {
    const run = await memoryRun({
      default: maker(() => ({ text: JSON.stringify(booking.intent), usage: freeUsage, model: 'steady-2', warnings: [] })),
    })
    await run.go()
    expect(run.state()).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'determinism_violation', because: expect.stringContaining('steady-2') },
    })
  })

  test('DE-042 a maker that names no model is pinned by its name and program version', async () => {
    let version = '1.0'
    const program = { ...maker(() => weaker(1)), name: 'command:draw', identify: async () => ({ model: 'unknown', version }) }
    const run = await memoryRun(
      { default: { ...program, call: async (request) => ((version = '1.1'), program.call(request)) } },
      { settings: { maxIterations: 3 } },
    )
    await run.go()
    expect(run.json()['modelVersion']).toBe('command:draw, model unknown, version 1.0')
    expect(run.state()).toMatchObject({
      state: 'FAILED',
      iteration: 1,
      failure: { reason: 'determinism_violation', because: expect.stringContaining('version 1.1') },
    })
    expect(program.asked).toHaveLength(1)
  })

  test('DE-045 a template changed during the run moves it to FAILED without asking the agent', async () => {
    const shipped = templateFolder()
    let changed = false
    const templates: TemplateSource = {
      load: async (name, version) =>
        ((template) => (changed ? { ...template, text: `${template.text}.`, sha256: sha256(`${template.text}.`) } : template))(
          await shipped.load(name, version),
        ),
    }
    const generator = good()
    const run = await memoryRun({ default: generator }, { templates })
    changed = true
    await run.go()
    expect(run.state()).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'determinism_violation', because: expect.stringContaining('template design-generator has changed') },
    })
    expect(generator.asked).toEqual([])
  })
})

describe('scores', () => {
  test('DE-048 each evaluation records the input hash and the score it came to', async () => {
    const run = await memoryRun({ default: maker(({ task }) => (task.startsWith('generate:1.') ? weaker(1) : booking.intent)) })
    await run.go()
    const recorded = (await run.events())
      .filter(({ type }) => type === 'evaluation_done')
      .map(({ data }) => ({ inputHash: data['hash'], score: (data['score'] as number) / 100 }))
    expect(recorded[1]).toEqual({ inputHash: sha256(canonicalize(booking.intent)), score: 100 })
    expect(run.json()['evaluations']).toEqual(recorded)
  })

  test('DE-049 the same input with another score moves the run to FAILED', async () => {
    const run = await memoryRun({ default: good() })
    await run.go()
    const [first] = Object.keys(run.state().scored) as [string]
    // As if an earlier evaluation of this run had said otherwise.
    run.open.state = {
      ...run.open.state,
      state: evolve({ ...run.state(), scored: { [first]: 9500 } }, { type: 'rejected', data: { by: 'ann', feedback: 'again' }, at: 1 }),
    }
    expect(await run.answer({ choice: 'reject', text: 'once more' })).toBeNull()
    await run.go()
    expect(run.state()).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'determinism_violation', because: expect.stringContaining('scored 95 before and 100 now') },
    })
  })
})

describe('the model critic', () => {
  test('DE-037 DE-038 it adds recommendations and lowers a dimension, never raises one; without it a design becomes a candidate too', async () => {
    const run = await memoryRun({ 'design-generator': good(), 'design-critic': maker(() => concern(70)) })
    await run.go()
    expect(run.state().evaluation).toMatchObject({
      dimensions: { clarity: 7000, coherence: 10_000 },
      score: 9400,
      advice: [expect.objectContaining({ ruleId: 'clarity.model-concern' })],
    })
    const generous = await memoryRun(
      { 'design-generator': maker(() => weaker(2)), 'design-critic': maker(() => ({ scores: best, concerns: [] })) },
      { settings: { maxIterations: 1 } },
    )
    const alone = await memoryRun({ default: maker(() => weaker(2)) }, { settings: { maxIterations: 1 } })
    await generous.go()
    await alone.go()
    expect(generous.state().evaluation?.dimensions).toEqual(alone.state().evaluation?.dimensions)
    const plain = await memoryRun({ default: good() })
    expect((await plain.go()).at).toBe('gate')
  })

  test('DE-050 its replies are kept by intent hash, prompt hash and model, and used again', async () => {
    const critic = maker(() => concern(90))
    const run = await memoryRun({ 'design-generator': good(), 'design-critic': critic })
    await run.go()
    await run.answer({ choice: 'reject', text: 'Look again.' })
    await run.go()
    expect(run.state()).toMatchObject({ state: 'CANDIDATE', iteration: 1 })
    expect(critic.asked).toHaveLength(1)
    const [entry] = Object.values(run.state().ledger)
    expect(entry).toMatchObject({
      input: run.state().evaluation?.hash,
      model: 'model:test/steady-1 steady-1 1',
      rubric: (await templateFolder().load('design-critic')).sha256,
    })
  })

  test('DE-050 asked again under strict determinism, an answer that differs moves the run to FAILED', async () => {
    let asked = 0
    const run = await memoryRun(
      { 'design-generator': good(), 'design-critic': maker(() => concern(++asked === 1 ? 90 : 80)) },
      { settings: { determinism: 'strict' } },
    )
    await run.go()
    expect(run.state().state).toBe('CANDIDATE')
    await run.answer({ choice: 'reject', text: 'Look again.' })
    await run.go()
    expect(run.state()).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'determinism_violation', because: expect.stringContaining('differs from the recorded one') },
    })
  })

  test.each([
    ['a reply of another form', { scores: {} }, 'agent_error'],
    ['a refusal', { failed: 'refusal', message: 'I would rather not' }, 'agent_error'],
  ])('%s of the critic fails the run from EVALUATING', async (_, said, expected) => {
    const run = await memoryRun({ 'design-generator': good(), 'design-critic': maker(() => said) })
    await run.go()
    expect(reason(run.state())).toBe(expected)
    expect(run.state().history.at(-1)).toMatchObject({ from: 'EVALUATING', to: 'FAILED' })
  })
})
