// A workflow with hands: it reads the project, has a run of another workflow find a name, and announces it in a file of its own. With a setting, a command and a panel.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChildOutcome, Fault, type Hands, type NoGates, type World, type WorkflowPanel, defineOperation, defineWorkflow, sectionOf } from 'whetstone'
import * as z from 'zod'

export interface Launch {
  product: string
  taken: string[] | null
  name: string | null
  slogan: string | null
  announced: boolean
  failed: string | null
}

const settings = z.strictObject({ file: z.string().optional().meta({ description: 'Where launches are announced. Default: LAUNCHES.txt' }) })
const fileIn = (world: World) => join(world.root, sectionOf(world.config.config, 'launch', settings).file ?? 'LAUNCHES.txt')
const linesIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])

/** Everything that touches the world. An effect may be asked for again after a crash, so it looks first. */
const hands = (world: World): Hands<Launch> => ({
  builtins: { slogan: { version: '1', make: async ({ slots }) => `${slots['name']}: there is nothing like it` } },
  observe: async ({ source }) => (source === 'launches' ? { ok: true, value: linesIn(fileIn(world)) } : null),
  effect: async ({ args }) => {
    const { line } = args as { line: string }
    if (!linesIn(fileIn(world)).includes(line)) appendFileSync(fileIn(world), `${line}\n`)
    return { ok: true, value: null }
  },
})

const brief = defineOperation({
  summary: 'Print what was announced',
  input: z.object({ run: z.string().meta({ description: 'which launch' }) }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run }, world): Promise<{ slogan: string }> {
    const { slogan, product } = (await world.store.load(launch, run)).run.state
    if (slogan === null) throw new Fault('not_found', `${product} has no slogan yet`, { fix: `Continue the launch: \`whet resume ${run}\`.` })
    return { slogan }
  },
  text: ({ slogan }) => slogan,
})

const panel: WorkflowPanel<Launch> = {
  panels: async ({ run: { state } }) => [
    { id: 'launch', title: 'The launch', kind: 'table', columns: ['product', 'name', 'slogan'], rows: [[state.product, state.name ?? '', state.slogan ?? '']], empty: '' },
  ],
}

export const launch = defineWorkflow<Launch, { product: string }, NoGates, { launched: Partial<Launch> }>({
  name: 'launch',
  version: 1,
  summary: 'name a product and announce it',
  input: z.object({ product: z.string().meta({ description: 'what is to be launched' }) }),
  settings,
  roles: ['slogan'],
  prompts: { slogan: 'A slogan for {{name}}.' },
  initial: ({ product }) => ({ product, taken: null, name: null, slogan: null, announced: false, failed: null }),
  evolve: (state, { type, data }) => (type === 'launched' ? { ...state, ...data } : state),
  next({ product, taken, name, slogan, announced, failed }) {
    if (failed) return { done: { status: 'failed', reason: failed, passed: false } }
    if (announced) return { done: { status: 'launched', reason: `${slogan}`, passed: true } }
    if (taken?.some((line) => line.startsWith(`${name}:`))) return { done: { status: 'taken', reason: `${name} is taken`, passed: false } }
    if (taken === null) return { do: [{ kind: 'observe', key: 'launches', source: 'launches', args: {} }] }
    if (name === null) return { do: [{ kind: 'child', key: 'name', workflow: 'naming', input: { product } }] }
    if (slogan === null) return { do: [{ kind: 'ask', key: 'slogan', role: 'slogan', template: 'slogan', slots: { name }, expects: 'text' }] }
    return { do: [{ kind: 'effect', key: 'announce', effect: 'announce', args: { line: slogan } }] }
  },
  accept(_state, { key }, reply) {
    if (!reply.ok) return { events: [{ type: 'launched', data: { failed: reply.error.message } }] }
    const value = 'text' in reply ? reply.text : reply.value
    if (key === 'launches') return { events: [{ type: 'launched', data: { taken: value } }] }
    if (key === 'name') {
      const { passed, reason } = value as ChildOutcome
      return { events: [{ type: 'launched', data: passed ? { name: reason } : { failed: reason } }] }
    }
    return { events: [{ type: 'launched', data: key === 'slogan' ? { slogan: value } : { announced: true } }] }
  },
  gates: {},
  files: () => ({}),
  verbs: [{ name: 'brief', summary: 'Print what was announced', load: async () => ({ default: brief }) }],
  hands,
  panel: async () => ({ default: panel }),
})

export default launch
