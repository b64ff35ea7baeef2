// What a definition brings works for a program as on the command line: built-in makers, observations, effects, unwrap, news, settings, child runs.
import { expect, it } from 'vitest'
import * as z from 'zod'
import { type Hands, type World, defineMaker, defineWorkflow, runWorkflow, sectionOf } from '../../src/index.ts'
import { MemoryStore } from '../../src/testing.ts'

interface Seen {
  keys: string[]
  said: Record<string, unknown>
  news: number
}
const settings = z.strictObject({ word: z.string().optional() })
const did: string[] = []
const hands = (world: World): Hands<Seen> => ({
  builtins: { writer: { version: '1', make: async ({ slots }) => `${slots['word']} by hand` } },
  observe: async ({ source }) =>
    source === 'word' ? { ok: true, value: sectionOf(world.config.config, 'whole', settings).word ?? 'none' } : null,
  effect: async ({ args }, { run, object }) => {
    did.push(`${run} ${JSON.stringify(args)} ${typeof object}`)
    return { ok: true, value: 'done' }
  },
  noticed: async ({ state }) => (state.news === 0 && state.keys.length > 0 ? [{ type: 'noticed', data: {} }] : []),
})

const order = ['word', 'writer', 'effect', 'kid'] as const
const whole = defineWorkflow<Seen, object>({
  name: 'whole',
  version: 1,
  settings,
  roles: ['writer'],
  prompts: { writer: 'Write {{word}}.' },
  initial: () => ({ keys: [], said: {}, news: 0 }),
  evolve: (state, { type, data }) => {
    if (type === 'noticed') return { ...state, news: state.news + 1 }
    const { key, value } = data as { key: string; value: unknown }
    return type === 'got' ? { ...state, keys: [...state.keys, key], said: { ...state.said, [key]: value } } : state
  },
  next({ keys, said }) {
    switch (order.find((key) => !keys.includes(key))) {
      case 'word':
        return { do: [{ kind: 'observe', key: 'word', source: 'word', args: {} }] }
      case 'writer':
        return {
          do: [
            {
              kind: 'ask',
              key: 'writer',
              role: 'writer',
              template: 'writer',
              slots: { word: String(said['word']) },
              expects: 'text',
              makes: 'markdown',
            },
          ],
        }
      case 'effect':
        return { do: [{ kind: 'effect', key: 'effect', effect: 'note', args: { word: said['word'] } }] }
      case 'kid':
        return { do: [{ kind: 'child', key: 'kid', workflow: 'kid', input: { of: 'whole' } }] }
      default:
        return { done: { status: 'over', reason: 'all', passed: true } }
    }
  },
  accept: (_state, { key }, reply) => ({
    events: [{ type: 'got', data: { key, value: reply.ok ? ('text' in reply ? reply.text : reply.value) : reply.error } }],
  }),
  gates: {},
  files: () => ({}),
  unwrap: (reply) => /<<(.*)>>/.exec(reply)?.[1] ?? reply,
  hands,
})

const kid = defineWorkflow<{ answer: string | null }, { of: string }, { ready: 'yes' }>({
  name: 'kid',
  version: 1,
  initial: () => ({ answer: null }),
  evolve: (state, { type, data }) => (type === 'said' ? (data as { answer: string }) : state),
  next: ({ answer }) =>
    answer === null
      ? { do: [{ kind: 'ask', key: 'say', role: 'speaker', template: 'say', slots: {}, expects: 'text' }] }
      : answer === 'asks'
        ? { ask: { key: 'ready', question: 'Ready?', facts: {}, choices: [{ name: 'yes', means: 'it is' }] } }
        : { done: { status: 'said', reason: answer, passed: true } },
  prompts: { say: 'Say it.' },
  accept: (_state, _task, reply) => ({
    events: [{ type: 'said', data: { answer: reply.ok && 'text' in reply ? reply.text : 'nothing' } }],
  }),
  gates: { ready: { yes: () => ({ events: [{ type: 'said', data: { answer: 'ready' } }] }) } },
  files: () => ({}),
})
const speaks = (text: string) => ({ speaker: defineMaker({ name: 'speaker', make: () => text }) })

it('built-in makers, observations, effects, unwrap, settings and child runs', async () => {
  did.length = 0
  const started: string[] = []
  const { at, state, outcome } = await runWorkflow({
    workflow: whole,
    workflows: [kid],
    input: {},
    run: 'whole-1',
    maker: speaks('hello'),
    settings: { word: 'spoon' },
    onEvent: ({ type }) => started.push(type),
  })
  expect([at, outcome?.status, state.said]).toMatchObject([
    'end',
    'over',
    { word: 'spoon', writer: 'spoon by hand', effect: 'done', kid: { status: 'said', reason: 'hello', passed: true } },
  ])
  expect(did).toEqual(['whole-1 {"word":"spoon"} function'])
  // Only the run's own events are heard, not those of its child.
  expect(started.filter((type) => type === 'said')).toEqual([])
})

it('a setting that is not one is refused', async () => {
  await expect(runWorkflow({ workflow: whole, input: {}, settings: { wort: 'x' } })).rejects.toThrow(/wort/)
})

it('a child that waits is named, answered by its own name, and its parent goes on; the news is taken in', async () => {
  const store = new MemoryStore()
  const options = { workflow: whole, workflows: [kid], input: {}, run: 'whole-2', store, maker: speaks('asks') }
  const waiting = await runWorkflow(options)
  expect([waiting.at, waiting.children.length, waiting.state.news]).toEqual(['child', 1, 0])
  const child = { workflow: kid, input: { of: '' }, run: waiting.children[0]!, store, maker: speaks('asks') }
  expect((await runWorkflow({ ...child, decide: () => ({ choice: 'yes' }) })).outcome?.reason).toBe('ready')
  const { state, outcome } = await runWorkflow(options)
  expect([outcome?.status, state.said['kid'], state.news]).toMatchObject(['over', { reason: 'ready' }, 1])
})

it('a key beside the artifact is taken out of a reply, as the definition says where the artifact is', async () => {
  const key = `ghp_${'a1B2'.repeat(9)}`
  const writer = defineMaker({ name: 'writer', make: () => `I used ${key}.\n<<a spoon, ${key}>>\n` })
  const { state } = await runWorkflow({ workflow: whole, workflows: [kid], input: {}, maker: { ...speaks('hello'), writer } })
  expect(state.said['writer']).toMatch(new RegExp(`^I used (?!${key}).*\\n<<a spoon, ${key}>>\\n$`))
})
