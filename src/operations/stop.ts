// whet stop: ends the active run, at once or, if another process drives it, after its current task.
import * as z from 'zod'
import { type OpenRun, commit } from '../kernel/commit.ts'
import { drive } from '../kernel/driver.ts'
import { didYouMean } from '../lib/nearest.ts'
import { Fault } from '../schema/fault.ts'
import type { AnyWorkflow } from './definition.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { makerOptions } from './ready-makers.ts'
import { findForeign, findRun, isHosted, loadRun, withRun } from './runs.ts'
import { activeNames } from './rows.ts'
import { listed, summarise } from './list.ts'
import type { World } from './world.ts'

export default defineOperation({
  summary: 'Stop the active run, with a reason',
  input: z.object({
    words: field.texts('the run (default: the active one), then the reason, recorded word for word'),
    reason: field.text('recorded word for word; default: user_stop', { assistant: 'value', hidden: true }),
    run: field.text('run id or name, if several are active', { assistant: 'value', value: 'run' }),
    workflow: field.workflow,
  }),
  positional: [{ name: 'words', rest: true }],
  examples: ['whet stop', 'whet stop "good enough"', 'whet stop tidy-readme "good enough"'],
  async run({ words = [], run: named, reason: given, workflow }, world): Promise<Stopped> {
    const first = named === undefined && given === undefined ? await runIn(world, words, workflow) : undefined
    const reason = given ?? words.slice(first === undefined ? 0 : 1).join(' ')
    const wanted = named ?? first ?? (await running(world, workflow))
    if (reason && first === undefined && given === undefined && !/\s/.test(reason))
      world.say(`note: no run is called "${reason}", so that is the reason for stopping ${wanted}`)
    const other = await findForeign(world, wanted, workflow)
    await other?.foreign.adopt(wanted, { judge: async () => false })
    const stopped = await stopRun(world, wanted, reason, workflow)
    for (const child of await goingBelow(world, stopped.run)) await stopRun(world, child, reason)
    return stopped
  },
  text: ({ name, stopped, reason, card, parent }) =>
    stopped === 'now'
      ? [card, parent && `Next: \`whet resume ${parent}\` continues the run that started it.`].filter(Boolean).join('\n')
      : `Asked the process that drives ${name} to stop (${reason}); it stops after its current task.`,
})

/** The run that the first word names. A near miss isn't taken as the reason: that would stop the wrong run. */
async function runIn(world: World, [word, ...others]: readonly string[], workflow?: string): Promise<string | undefined> {
  if (word === undefined) return undefined
  const runs = await listed(world, { workflow })
  if (runs.some(({ run, name }) => run === word || name === word)) return word
  const meant = didYouMean(
    word,
    runs.map(({ name }) => name),
  )
  // In `stop four "good enough"`, a quoted reason follows the run's name.
  if (meant || (others.length === 1 && /\s/.test(others[0] as string) && !/\s/.test(word)))
    throw new Fault('not_found', `there is no run "${word}"${meant}`, {
      fix: 'If that is your reason for stopping the active run, use more than one word.',
    })
  return undefined
}

/** Its unfinished child runs, and theirs. */
async function goingBelow(world: World, run: string): Promise<string[]> {
  const all = await listed(world)
  const below = (parent: string): string[] => all.filter((each) => each.parent === parent).flatMap((each) => [each.run, ...below(each.run)])
  return below(run).filter((name) => all.some((each) => each.run === name && each.stage !== 'ended'))
}

async function stopRun(world: World, wanted: string, reason: string, workflow?: string): Promise<Stopped> {
  const { run, definition } = await findRun(world, wanted, workflow)
  const summary = summarise(definition, await loadRun(world, run, definition), false)
  if (summary.stage === 'ended' || (summary.stage === 'waiting' && summary.parent === undefined))
    throw new Fault('refused', `${summary.name} is ${summary.status}, so it can't be stopped`, {
      fix: '`whet list` shows the runs of this project.',
    })
  try {
    return await withRun(world, run, definition, async (open) => {
      const events = definition.stop?.(open.state.state, reason, world.user) ?? []
      await commit(open, { events }, { clock: world.clock, hosted: isHosted(definition, open.state) })
      await tidyUp(world, open, definition)
      const parent = await waitingParent(world, summary.parent)
      return { run, name: summary.name, stopped: 'now', reason: reason || 'user_stop', card: definition.view.card(open.state), ...parent }
    })
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'busy') throw error
    await world.store.post(run, { kind: 'stop', reason, by: world.user }, world.clock.now())
    return { run, name: summary.name, stopped: 'asked', reason: reason || 'user_stop', card: '' }
  }
}

/** Stopping starts nothing: the run that waited for this one continues when a person says so, or if a process is driving it. */
async function waitingParent(world: World, parent?: string): Promise<{ parent?: string }> {
  const [waits] = parent ? await listed(world, { ended: false }).then((runs) => runs.filter(({ run }) => run === parent)) : []
  return waits && !waits.busy ? { parent: waits.name } : {}
}

/** A stopped run may still have to clean up, such as removing its working copy; it asks nothing of anyone. */
async function tidyUp(world: World, open: OpenRun<unknown>, definition: AnyWorkflow): Promise<void> {
  const next = definition.next(open.state.state)
  if (!('do' in next) || next.do.some(({ kind }) => kind !== 'effect' && kind !== 'observe')) return
  const { ports } = await world.makers(makerOptions(definition, open.state, {}))
  await drive(open, ports, { signal: world.signal })
}

interface Stopped {
  run: string
  name: string
  /** At once, or by a message to the process that drives it. */
  stopped: 'now' | 'asked'
  reason: string
  card: string
  /** The run that waited for it and can continue. */
  parent?: string
}

async function running(world: World, workflow?: string): Promise<string> {
  const going = (await listed(world, { workflow, ended: false })).filter(({ stage }) => stage === 'working')
  const active = await activeNames(world, workflow)
  const only = going.find(({ name }) => active.includes(name)) ?? (going.length === 1 ? going[0] : undefined)
  if (only) return only.run
  if (going.length === 0) throw new Fault('not_found', 'nothing is running', { fix: '`whet list` shows the runs of this project.' })
  throw new Fault('usage', `${going.length} runs are active: ${going.map(({ name }) => name).join(', ')}`, {
    fix: 'Say which with --run <name>.',
  })
}
