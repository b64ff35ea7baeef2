// Whole design runs with models on loopback, over each wire format: the generator and the critic are models, the score is not theirs.
import { afterEach, describe, expect, test } from 'vitest'
import { type Behaviour, type Call, type Loopback, startLoopback } from './server.ts'
import type { Wire } from './wire.ts'
import { type Project, booking, newProject, weaker } from '../workflows/design/project.ts'

let server: Loopback
let project: Project
afterEach(async () => {
  await server.close()
  project.remove()
})

const wires: [Wire, string][] = [
  ['responses', 'model: openai/gpt-5.4'],
  ['chat', 'model: openai-compatible/llama3.2'],
  ['anthropic', 'model: anthropic/claude-sonnet-4-5'],
  ['gemini', 'model: google/gemini-2.5-flash'],
]

const critique = {
  scores: { completeness: 100, coherence: 100, clarity: 85, frameworkAgnosticism: 100, dataModelIntegrity: 100 },
  concerns: [{ dimension: 'clarity', quote: 'Guest chooses one free table.', change: 'Say how the tables are told apart.' }],
}

async function run(wire: Wire, model: string, behave: (call: Call) => Behaviour, settings = '') {
  server = await startLoopback(behave)
  const maker = `{ ${model}, base_url: '${server.url(wire)}', key_env: STITCH_API_KEY }`
  project = newProject({ config: `${settings}makers:\n  design-generator: ${maker}\n  design-critic: ${maker}\n` })
  return project.start()
}

const isCritic = ({ prompt }: Pick<Call, 'prompt'>) => prompt.includes('You read a software design')

describe.each(wires)('over %s', (wire, model) => {
  test('a weak design is revised, the model critic lowers the good one, and both are pinned', async () => {
    let drafts = 0
    const report = await run(wire, model, (call) => ({ json: isCritic(call) ? critique : ++drafts === 1 ? weaker(1) : booking.intent }))
    expect(report).toMatchObject({
      at: 'gate',
      status: 'CANDIDATE',
      card: expect.stringMatching(
        wire === 'chat' ? /^Spent: 4 calls, \d+ tokens, price unknown$/m : /^Spent: 4 calls, \d+ tokens, \$0\.\d+$/m,
      ),
    })
    expect(project.state()).toMatchObject({ iteration: 1, score: 97, scores: { clarity: 85 }, critic: 'model' })
    expect(server.calls.filter((call) => !isCritic(call))).toHaveLength(2)
    expect(JSON.parse(project.read('critique.json')).recommendations[0]).toMatchObject({ ruleId: 'clarity.model-concern' })
  })

  test.each([
    ['refuses', { refuse: 'I would rather not.' } as Behaviour, 'agent_error'],
    ['answers with words', { reply: 'Here is a nice design!' } as Behaviour, 'agent_error'],
    [
      'answers as another model',
      { reply: JSON.stringify(booking.intent), model: 'entirely-other-9' } as Behaviour,
      'determinism_violation',
    ],
  ])('a model that %s fails the run with the reason', async (_, behaviour, reason) => {
    const report = await run(wire, model, () => behaviour)
    expect(report).toMatchObject({ status: 'FAILED', reason })
  })
})
