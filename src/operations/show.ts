// whet show: the artifact of a run, whole, or what a gate or a host task asks.
import * as z from 'zod'
import type { RunState } from '../kernel/reduce.ts'
import type { HostRequest } from '../agents/hosted.ts'
import { hostName } from '../agents/provider.ts'
import type { Gate } from '../kernel/task.ts'
import { Fault } from '../schema/fault.ts'
import { defineOperation } from './operation.ts'
import { activeNames, findForeign, findRun, gateText, loadRun, pinsOf } from './runs.ts'
import { summaries } from './list.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'

export interface Version {
  number: number
  hash: string
  label: string
}

export default defineOperation({
  summary: 'Show an artifact, and what a run waits for',
  forAssistants: 'Show the artifact of a run, and what it waits for',
  input: z.object({
    run: z.string().optional().meta({ assistant: 'value', description: 'run id or name; the active one when left out' }),
    workflow: z.string().optional().meta({ hidden: true }),
    version: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ assistant: 'value', description: 'an earlier version, counted from 1', value: 'n' }),
  }),
  positional: [{ name: 'run' }],
  reads: true,
  async run(
    { run: name, workflow, version },
    world,
  ): Promise<{
    run: string
    name: string
    card: string
    versions: Version[]
    artifact: { hash: string; text: string } | null
    gate: Gate | null
    requests: HostRequest[]
  }> {
    const wanted = name ?? (await pickRun(world, workflow))
    const foreign = await findForeign(world, wanted, workflow)
    if (foreign) return { run: wanted, name: wanted, card: '', versions: [], artifact: foreign.found.artifact, gate: null, requests: [] }
    const { run, kit } = await findRun(world, wanted, workflow)
    const state = await loadRun(world, run, kit)
    const all = await versions(world, run, kit)
    const next = kit.next(state.state)
    const asked = 'do' in next ? next.do.filter((task) => task.kind === 'ask') : []
    const hash = version === undefined ? kit.view.current(state)?.sha256 : all[version - 1]?.hash
    if (version !== undefined && !hash) throw new Fault('not_found', `${run} has ${all.length} versions; there is no version ${version}`)
    return {
      run,
      name: kit.view.summary(state).name,
      card: kit.view.card(state),
      versions: all,
      artifact: hash ? { hash, text: await objectOf(world, run, hash) } : null,
      gate: 'ask' in next ? next.ask : null,
      requests: await Promise.all(asked.map((task) => world.request(task, state, pinsOf(kit, state)))),
    }
  },
  text({ artifact, gate, run, name, card, requests }) {
    const asked = requests
      .filter(({ maker }) => maker === hostName)
      .map(({ task, prompt, expects, schema }) =>
        [
          `── ${task} waits for a reply: ${expects}${schema === undefined ? '' : `, ${JSON.stringify(schema)}`} ──`,
          prompt.trimEnd(),
          `── whet submit ${run} ${task} --reply <file|-> ──`,
        ].join('\n'),
      )
    return (
      [artifact?.text.trimEnd(), gate && [card, gateText(gate, name)].filter(Boolean).join('\n\n'), ...asked]
        .filter(Boolean)
        .join('\n\n') || 'Nothing was made yet.'
    )
  },
})

export async function versions(world: World, run: string, kit: AnyWorkflow): Promise<Version[]> {
  const found: Version[] = []
  let state: RunState<unknown> | null = null
  const { foldEvents } = await import('../kernel/reduce.ts')
  await world.store.entries(run, (entry) => {
    state = foldEvents(kit, state, entry.events, entry.at).run
    for (const event of entry.events) for (const made of kit.view.artifacts(event, state)) found.push({ number: found.length + 1, ...made })
  })
  return found
}

/** A text of a run: from the object store, else from the journal that carried it. */
export async function objectOf(world: World, run: string, hash: string): Promise<string> {
  const kept = world.store.object(hash)
  if (kept !== null) return kept
  let found: string | undefined
  await world.store.entries(run, (entry) => (found ??= entry.objects?.[hash]))
  if (found === undefined)
    throw new Fault('integrity', `the text ${hash} of ${run} is gone`, { fix: 'Restore .whetstone/objects/ from a backup.' })
  return found
}

/** The run that is going on or waits; else the newest. */
export async function pickRun(world: World, workflow?: string): Promise<string> {
  const all = await summaries(world, workflow)
  const active = all.filter(({ stage }) => stage !== 'ended')
  const named = await activeNames(world)
  const chosen = active.find(({ name }) => named.includes(name)) ?? active.at(-1) ?? all.at(-1)
  if (!chosen) throw new Fault('not_found', 'there are no runs yet', { fix: '`whet reflex new "<task>"` starts one.' })
  return chosen.run
}
