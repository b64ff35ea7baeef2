// A child run that ends, wherever and however, lets the run that started it continue, or says how.
import { expect, it } from 'vitest'
import answer from '../../src/operations/answer.ts'
import { type AnyWorkflow, defineWorkflow } from '../../src/operations/definition.ts'
import { listed } from '../../src/operations/list.ts'
import resume from '../../src/operations/resume.ts'
import type { RunReport } from '../../src/operations/runs.ts'
import { startOperation } from '../../src/operations/start.ts'
import status from '../../src/operations/status.ts'
import stop from '../../src/operations/stop.ts'
import type { World } from '../../src/operations/world.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import { Acts } from '../../src/surfaces/web/acts.ts'
import { RunIndex } from '../../src/surfaces/web/run-index.ts'
import * as z from 'zod'
import { later, project } from './support.ts'

interface Kid {
  looks: boolean
  asks: boolean
}

/** Looks at something for as long as `looking` takes, asks a person, or both, as its key in the parent says. */
const kid = (looking: Promise<void>) =>
  defineWorkflow<Kid, Kid, { fine: 'yes' }>({
    name: 'kid',
    version: 1,
    makerless: true,
    initial: (input) => input,
    evolve: (state, { type }) => (type === 'seen' ? { ...state, looks: false } : type === 'over' ? { looks: false, asks: false } : state),
    next: ({ looks, asks }) =>
      looks
        ? { do: [{ kind: 'observe', key: 'look', source: 'look', args: {} }] }
        : asks
          ? { ask: { key: 'fine', question: 'Fine?', choices: [{ name: 'yes', means: 'go on' }], facts: {} } }
          : { done: { status: 'completed', reason: 'nothing left', passed: true } },
    accept: () => ({ events: [{ type: 'seen', data: {} }] }),
    gates: { fine: { yes: () => ({ events: [{ type: 'over', data: {} }] }) } },
    stop: () => [{ type: 'over', data: {} }],
    files: () => ({}),
    hands: () => ({
      observe: async () => {
        await looking
        return { ok: true, text: '', usage: { calls: 3, tokensIn: 20, tokensOut: 10, costMicros: 500 } }
      },
    }),
  })

/** Starts one kid per word, side by side. */
const par = defineWorkflow<{ open: string[] }, { keys: string }>({
  name: 'par',
  version: 1,
  makerless: true,
  input: z.object({ keys: z.string() }),
  initial: ({ keys }) => ({ open: keys.split(' ') }),
  evolve: (state, { type, data }) =>
    type === 'came' ? { open: state.open.filter((key) => key !== (data as { key: string }).key) } : state,
  next: ({ open }) =>
    open.length === 0
      ? { done: { status: 'completed', reason: 'all came', passed: true } }
      : {
          do: open.map((key) => ({
            kind: 'child',
            key,
            workflow: 'kid',
            input: { looks: key.startsWith('look'), asks: key.endsWith('ask') },
          })),
        },
  accept: (_state, { key }) => ({ events: [{ type: 'came', data: { key } }] }),
  gates: {},
  files: () => ({}),
})

function family({ looking = Promise.resolve() } = {}) {
  const { root, env } = project()
  const known = [kid(looking), par] as unknown as AnyWorkflow[]
  const open = (more = {}): World => {
    const world = createWorld({ cwd: root, env, home: root, ...more })
    later(() => world.close())
    const get = async (name: string) => known.find((each) => each.name === name) as AnyWorkflow
    const workflows = {
      names: ['kid', 'par'],
      get,
      all: async () => known,
      inUse: async () => known,
      known: async () => known,
      shipped: () => workflows,
    }
    return Object.assign(world, { workflows })
  }
  const world = open()
  const begin = (keys: string) => startOperation(par as AnyWorkflow, par.input as z.ZodObject).run({ keys }, open()) as Promise<RunReport>
  const rows = async () => Object.fromEntries((await listed(world)).map((run) => [run.workflow, run]))
  return { world, open, begin, rows }
}

it('answered in the dashboard, a child wakes its parent', async () => {
  const { world, open, begin, rows } = family()
  const { children, at } = await begin('ask')
  expect([at, (await rows())['par']?.status]).toEqual(['child', 'waiting'])
  const acts = new Acts({ index: new RunIndex(world, () => {}), world, openWorld: (more) => open(more) })
  await acts.answer(children[0] as string, { gate: 'fine', hash: null, choice: 'yes' })
  for (let look = 0; look < 50 && (await rows())['par']?.status === 'waiting'; look++) await new Promise((again) => setTimeout(again, 20))
  expect((await rows())['par']?.status).toBe('completed')
  await acts.close()
})

it('is held to the budget of its flags, else of whetstone.yaml', async () => {
  const { open, world } = family()
  const start = startOperation(par as AnyWorkflow, par.input as z.ZodObject)
  const config = { ...world.config, config: { ...world.config.config, budget: { calls: 4, seconds: 9 } } }
  const begun = async (flags: object) => (await start.run({ keys: 'ask', ...flags }, Object.assign(open(), { config }))) as RunReport
  const { run, children } = await begun({ calls: 7 })
  expect((await world.store.load(par, run)).run.budget).toEqual({ calls: 7, seconds: 9 })
  expect((await world.store.load(kid(Promise.resolve()), children[0] as string)).run.budget).toEqual({ calls: 7, seconds: 9 })
  expect((await world.store.load(par, (await begun({})).run)).run.budget).toEqual({ calls: 4, seconds: 9 })
  expect((await listed(world)).find((row) => row.run === run)?.budget).toMatchObject([{ text: '0 of 7 calls' }, { text: '0 of 9 seconds' }])
})

it('stopped, a child leaves its parent as it is, which says what to type', async () => {
  const { world, begin } = family()
  const { run, children } = await begin('ask')
  expect(status.text(await status.run({}, world), {})).not.toContain('whet resume')
  const stopped = await stop.run({ run: children[0] as string, reason: 'enough' }, world)
  expect(stop.text(stopped, {})).toContain(`whet resume ${run}`)
  for (const input of [{}, { run }])
    expect(status.text(await status.run(input, world), input)).toContain(`\`whet resume ${run}\` continues where it stopped`)
  expect(await resume.run({ run }, world)).toMatchObject({ at: 'end', passed: true })
})

it('a parent at work takes in a child that ended elsewhere before it rests', async () => {
  const { promise: looking, resolve: looked } = Promise.withResolvers<void>()
  const { world, begin, rows } = family({ looking })
  const going = begin('ask look')
  let asks: string | undefined
  while (asks === undefined) {
    await new Promise((again) => setTimeout(again, 10))
    asks = (await listed(world)).find(({ waitsFor }) => waitsFor === 'fine')?.run
  }
  await answer.run({ run: asks, choice: 'yes' }, world)
  looked()
  expect(await going).toMatchObject({ at: 'end', passed: true })
  expect((await rows())['par']).toMatchObject({ status: 'completed' })
})

it('counts what its resting children have spent', async () => {
  const { world, begin, rows } = family()
  const { run, children } = await begin('look-ask')
  const spent = { calls: 3, tokensIn: 20, tokensOut: 10, costMicros: 500 }
  expect((await rows())['par']).toMatchObject({ run, usage: spent })
  await answer.run({ run: children[0] as string, choice: 'yes' }, world)
  expect((await rows())['par']).toMatchObject({ status: 'completed', usage: spent })
})
