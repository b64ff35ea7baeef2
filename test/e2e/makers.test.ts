// Makers as people name them: by role in whetstone.yaml or after --maker, over every wire format and through every assistant, from the command line.
import { afterEach, describe, expect, it } from 'vitest'
import { type Behaviour, type Call, type Loopback, startLoopback } from '../loopback/server.ts'
import type { Wire } from '../loopback/wire.ts'
import { type Project, eventsOf, newProject } from './whet.ts'

const key = 'sk-loopback-0123456789abcdef'
const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const criteria = `max_iterations: 4
rules:
  - id: a.correctness.word
    description: says whetstone
    severity: fail
    check: { kind: content.contains, text: whetstone }
`

function project(): Project {
  const made = newProject()
  cleaning.push(() => made.remove())
  made.write('criteria.yaml', criteria)
  return made
}

async function serve(behave: Parameters<typeof startLoopback>[0]): Promise<Loopback> {
  const server = await startLoopback(behave)
  cleaning.push(() => server.close())
  return server
}

const plan = { plan: ['Greet.', 'Say the word.', 'End.'] }
const issues = {
  issues: [
    {
      rule_id: 'a.correctness.word',
      problem: 'The word is missing.',
      fix_instruction: 'Add whetstone.',
      expected_effect: 'The rule passes.',
    },
  ],
}

/** A model that needs two tries to write what the rules want. */
const maker = ({ prompt }: Pick<Call, 'prompt'>): Behaviour => {
  if (prompt.startsWith('PLAN')) return { json: plan }
  if (prompt.startsWith('PRODUCE')) return { reply: '# Greeting\n\nHello.\n', tokensIn: 100, tokensOut: 10 }
  if (prompt.startsWith('CRITIQUE')) return { json: issues }
  return { reply: '# Greeting\n\nHello, whetstone.\n' }
}
const start = ['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.yaml']
const steps = (server: Loopback) => server.calls.map(({ prompt }) => prompt.split(' ')[0])

describe('models by role in whetstone.yaml', () => {
  const wires: [Wire, string, string][] = [
    ['anthropic', 'anthropic/claude-haiku-4-5', ''],
    ['chat', 'openai/gpt-4.1', '\n    api: chat'],
    ['responses', 'openai/gpt-4.1', ''],
    ['gemini', 'google/gemini-2.5-flash', ''],
    ['chat', 'openai-compatible/llama3.2', '\n    price: free'],
  ]
  it.each(wires)('a whole loop over %s with %s', async (wire, model, more) => {
    const server = await serve(maker)
    const { json, write, journal, whet } = project()
    write('whetstone.yaml', `makers:\n  default:\n    model: ${model}\n    base_url: ${server.url(wire)}\n    key_env: MY_API_KEY${more}\n`)
    expect(await json(start, { env: { MY_API_KEY: key } })).toMatchObject({ error: { code: 'untrusted' } })
    expect(server.calls).toEqual([])
    await whet(['trust'])
    const done = await json(start, { env: { MY_API_KEY: key } })
    expect(done).toMatchObject({
      at: 'end',
      status: 'completed',
      reason: 'threshold_reached',
      passed: true,
      artifact: { text: '# Greeting\n\nHello, whetstone.\n' },
      usage: { calls: 4, unpriced: 0, mayBePaid: 0 },
    })
    expect(steps(server)).toEqual(['PLAN', 'PRODUCE', 'CRITIQUE', 'REFINE'])
    expect(server.calls.every(({ temperature, headers }) => temperature === 0 && JSON.stringify(headers).includes(key))).toBe(true)
    const name = model.slice(model.indexOf('/') + 1)
    expect(eventsOf(journal(), 'replied').find(({ task }) => task === 'produce:1')).toMatchObject({
      usage: { calls: 1, tokensIn: 100, tokensOut: 10, costMicros: expect.any(Number) },
      meta: {
        role: 'produce',
        maker: `model:${model}`,
        model: { asked: name, reported: name },
        template: 'reflex-produce-v1.1.0',
        templateHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        settings: { temperature: 0, structured: false },
        warnings: [],
        ms: expect.any(Number),
        attempt: 1,
      },
    })
  })

  it('each role has its own maker, and a flag wins over the file', async () => {
    const [one, other] = [await serve(maker), await serve(maker)]
    const { json, write, whet, program } = project()
    program('refiner', `process.stdout.write('# Greeting\\n\\nHello, whetstone, from a program.\\n')`)
    write(
      'whetstone.yaml',
      `makers:\n  default: { model: openai-compatible/a, base_url: '${one.url('chat')}' }\n  plan: { model: openai-compatible/b, base_url: '${other.url('chat')}' }\n  refine: { model: openai-compatible/c, base_url: '${other.url('chat')}' }\n`,
    )
    await whet(['trust'])
    expect(await json([...start, '--maker', 'refine=command:refiner'])).toMatchObject({
      passed: true,
      artifact: { text: expect.stringContaining('from a program') },
    })
    expect([steps(one), steps(other)]).toEqual([['PRODUCE', 'CRITIQUE'], ['PLAN']])
  })

  it.each<[Wire, string, (server: Loopback) => Record<string, string>]>([
    ['chat', 'openai-compatible/llama3.2', (server) => ({ OPENAI_COMPATIBLE_BASE_URL: server.url('chat') })],
    ['responses', 'openai/gpt-4.1', (server) => ({ OPENAI_BASE_URL: server.url('responses'), OPENAI_API_KEY: key })],
    ['anthropic', 'anthropic/claude-haiku-4-5', (server) => ({ ANTHROPIC_BASE_URL: server.url('anthropic'), ANTHROPIC_API_KEY: key })],
    ['gemini', 'google/gemini-2.5-flash', (server) => ({ GOOGLE_GENERATIVE_AI_BASE_URL: server.url('gemini'), GEMINI_API_KEY: key })],
  ])('a flag alone is enough over %s: the address and the key of %s come from the environment', async (_wire, model, env) => {
    const server = await serve(maker)
    const { json } = project()
    expect(await json([...start, '--maker', `model:${model}`], { env: env(server) })).toMatchObject({ passed: true, usage: { calls: 4 } })
    expect(steps(server)).toEqual(['PLAN', 'PRODUCE', 'CRITIQUE', 'REFINE'])
  })

  it('a role that nothing has, in the file or after --maker, is noted with the one that was meant', async () => {
    const { whet, write } = project()
    write('script.yaml', 'replies:\n  - { role: plan, json: { plan: [a, b, c] } }\n  - { role: produce, text: whetstone }\n')
    const done = await whet([
      ...start,
      '--maker',
      'scripted:script.yaml',
      '--maker',
      'prodcue=scripted:script.yaml',
      '--maker',
      'judge-two=scripted:script.yaml',
    ])
    expect(done.stderr.match(/^note: .*$/gm)).toEqual([expect.stringMatching(/"prodcue".*; did you mean "produce"\?$/)])
  })

  it('a changed file is untrusted again, and its maker is not asked', async () => {
    const server = await serve(maker)
    const { json, write, whet } = project()
    const config = `makers:\n  default: { model: openai-compatible/a, base_url: '${server.url('chat')}' }\n`
    write('whetstone.yaml', config)
    await whet(['trust'])
    write('whetstone.yaml', `${config}# changed\n`)
    expect(await json(start)).toMatchObject({ error: { code: 'untrusted', fix: expect.stringContaining('whet trust') } })
    expect(server.calls).toEqual([])
  })
})

describe('assistants on PATH, by their recipes', () => {
  /** What each prints around a reply, and where it finds its prompt. */
  const assistants: [string, string, string, object][] = [
    [
      'claude',
      'claude',
      `print(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: reply, ...(args.includes('--json-schema') && { structured_output: JSON.parse(reply) }), total_cost_usd: 0.0125, usage: { input_tokens: 20, cache_read_input_tokens: 5, output_tokens: 7 }, modelUsage: { 'claude-sonnet-5-5': { outputTokens: 7 } } }))`,
      {
        usage: { tokensIn: 25, tokensOut: 7, costMicros: 12_500 },
        meta: { maker: 'command:claude', version: 'claude 9.9.9', model: { asked: 'unknown', reported: 'claude-sonnet-5-5' } },
      },
    ],
    [
      'codex',
      'codex:gpt-5.4',
      `print([{ type: 'thread.started' }, { type: 'item.completed', item: { type: 'agent_message', text: reply } }, { type: 'turn.completed', usage: { input_tokens: 40, output_tokens: 9 } }].map((event) => JSON.stringify(event)).join('\\n'))`,
      {
        usage: { tokensIn: 40, tokensOut: 9, costMicros: 235 },
        meta: { maker: 'command:codex:gpt-5.4', model: { asked: 'gpt-5.4', reported: null } },
      },
    ],
    [
      'gemini',
      'gemini',
      `print('Loaded cached credentials.\\n' + JSON.stringify({ response: reply, stats: { models: { 'gemini-2.5-flash': { tokens: { prompt: 100, candidates: 10 } } } } }))`,
      { usage: { tokensIn: 100, tokensOut: 10, costMicros: 55 }, meta: { model: { reported: 'gemini-2.5-flash' } } },
    ],
    [
      'aider',
      'aider:gpt-4.1',
      `print('Aider v0.86.0\\nMain model: gpt-4.1 with diff edit format\\n\\n' + reply + '\\n\\nTokens: 2.1k sent, 30 received. Cost: $0.0044 message, $0.0044 session.')`,
      { usage: { tokensIn: 2100, tokensOut: 30, costMicros: 4400 }, meta: { model: { asked: 'gpt-4.1', reported: 'gpt-4.1' } } },
    ],
    [
      'ollama',
      'ollama:llama3.2',
      `process.stderr.write('prompt eval count:    12 token(s)\\neval count:           3 token(s)\\n'); print(reply)`,
      { usage: { tokensIn: 12, tokensOut: 3, costMicros: 0 }, meta: { model: { asked: 'llama3.2', reported: null } } },
    ],
  ]

  it.each(assistants)('%s makes a whole loop, and its tokens, cost and model are read back', async (name, flag, print, recorded) => {
    const { json, program, journal } = project()
    program(
      name,
      `
if (args.includes('--version')) { console.log('${name} 9.9.9'); process.exit(0) }
const asked = args.includes('--message-file') ? fs.readFileSync(args[args.indexOf('--message-file') + 1], 'utf8') : prompt
const print = (text) => process.stdout.write(text)
const reply = asked.startsWith('PLAN') ? ${JSON.stringify(JSON.stringify(plan))} : asked.startsWith('PRODUCE') ? '# Greeting\\n\\nHello.\\n' : asked.startsWith('CRITIQUE') ? ${JSON.stringify(JSON.stringify(issues))} : '# Greeting\\n\\nHello, whetstone.\\n'
${print}`,
    )
    const done = await json([...start, '--maker', flag])
    expect(done).toMatchObject({
      status: 'completed',
      passed: true,
      usage: { calls: 4, mayBePaid: 0 },
      warnings: [expect.stringContaining('temperature')],
    })
    expect(eventsOf(journal(), 'replied').find(({ task }) => task === 'produce:1')).toMatchObject(recorded)
  })

  it('an assistant that is not there or prints nonsense ends the run with its own words, one that is not logged in leaves it resting, and nothing is invented', async () => {
    const one = project()
    expect(await one.json([...start, '--maker', 'claude'])).toMatchObject({
      error: { code: 'maker', message: expect.stringContaining('claude') },
    })
    const two = project()
    two.program(
      'claude',
      `if (args.includes('--version')) { console.log('1'); process.exit(0) }\nprocess.stderr.write('Invalid API key, please run /login'); process.exit(1)`,
    )
    expect(await two.json([...start, '--maker', 'claude'])).toMatchObject({
      at: 'maker',
      status: 'running',
      waiting: [{ task: 'plan:1', code: 'denied', message: expect.stringContaining('Invalid API key'), until: null }],
    })
    const three = project()
    three.program(
      'claude',
      `if (args.includes('--version')) { console.log('1'); process.exit(0) }\nprocess.stdout.write('Sure, here is your plan!')`,
    )
    expect(await three.json([...start, '--maker', 'claude'])).toMatchObject({
      status: 'failed',
      artifact: null,
      card: expect.stringContaining('printed no result object'),
    })
  })
})
