// whet show: a run's artifact in full, or the request of a gate or a host task.
import { nextOf } from '../kernel/budget.ts'
import * as z from 'zod'
import type { RunState } from '../kernel/reduce.ts'
import type { HostRequest } from '../agents/hosted.ts'
import { hostName } from '../agents/provider.ts'
import type { Gate } from '../kernel/task.ts'
import { fencedFiles } from '../lib/fenced-files.ts'
import { Fault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { gateText } from './decisions.ts'
import { findForeign, findRun, loadRun, pinsOf } from './runs.ts'
import { activeNames } from './rows.ts'
import { listed } from './list.ts'
import { paintCard } from '../report/card.ts'
import { columns, plainLook } from '../report/look.ts'
import { textGone } from '../adapters/requests.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'
import { firstRuns } from '../workflows/registry.ts'

export interface Version {
  number: number
  hash: string
  label: string
}

export default defineOperation({
  summary: 'Show the state of a run, what it waits for, and its artifact',
  forAssistants: 'Show the artifact of a run and what it waits for',
  input: z.object({
    run: field.text('id or name; default: the active run', { assistant: 'value' }),
    workflow: field.workflow,
    files: field.flag('list the files in it instead of its text', { assistant: 'value' }),
    version: field.whole('an earlier version, counted from 1', { assistant: 'value', value: 'n' }),
    artifact: field.flag('print the artifact itself, even to a terminal; a pipe always gets it'),
    raw: field.flag('the artifact alone, byte for byte; only to a file or a pipe'),
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
    /** Contents of the fences marked file=<path>. */
    files: { path: string; bytes: number; line: number }[]
    gate: Gate | null
    requests: HostRequest[]
  }> {
    const wanted = name ?? (await pickRun(world, workflow))
    const foreign = await findForeign(world, wanted, workflow)
    if (foreign) {
      const { artifact } = foreign.found
      return { run: wanted, name: wanted, card: '', versions: [], artifact, files: filesIn(artifact?.text), gate: null, requests: [] }
    }
    const { run, definition } = await findRun(world, wanted, workflow)
    const state = await loadRun(world, run, definition)
    const all = await versions(world, run, definition)
    const next = nextOf(definition, state)
    const asked = 'do' in next ? next.do.filter((task) => task.kind === 'ask') : []
    const hash = version === undefined ? definition.view.current(state)?.sha256 : all[version - 1]?.hash
    if (version !== undefined && !hash) throw new Fault('not_found', `${run} has ${all.length} versions; there is no version ${version}`)
    const text = hash ? await objectOf(world, run, hash) : null
    return {
      run,
      name: definition.view.summary(state).name,
      card: definition.view.card(state),
      versions: all,
      artifact: hash && text !== null ? { hash, text } : null,
      files: filesIn(text),
      gate: 'ask' in next ? next.ask : null,
      requests: await Promise.all(asked.map((task) => world.request(task, state, pinsOf(definition, state)))),
    }
  },
  exact: ({ raw }) => raw === true,
  text({ artifact, gate, run, name, card, requests, files }, { files: listed, raw, artifact: wanted, version }, look = plainLook) {
    if (raw && artifact) return artifact.text
    if (listed)
      return files.length === 0
        ? 'It holds no files: no code fence is marked file=<path>.\n'
        : `${columns(files.map(({ path, bytes, line }) => [path, `${bytes} bytes`, `line ${line}`]))}\n`
    const asked = requests
      .filter(({ maker }) => maker === hostName)
      .map(({ task, prompt, expects, schema }) =>
        [
          `── ${task} waits for a reply: ${expects}${schema === undefined ? '' : `, ${JSON.stringify(schema)}`} ──`,
          prompt.trimEnd(),
          `── whet submit ${run} ${task} --reply <file|-> ──`,
        ].join('\n'),
      )
    const brief = look.now !== null && !wanted && version === undefined // for people: the text itself is one word away
    const shownCard = gate || brief ? [paintCard(card, look), gate && gateText(gate, name, look)].filter(Boolean).join('\n\n') : ''
    const more = [shownCard, ...asked].filter(Boolean)
    if (brief && more.length > 0) {
      const lines = artifact?.text.trimEnd().split('\n').length ?? 0
      return [
        ...more,
        artifact && look.paint.dim(`\`whet show ${name} --artifact\` prints the artifact (${lines} ${lines === 1 ? 'line' : 'lines'}).`),
      ]
        .filter(Boolean)
        .join('\n\n')
    }
    if (artifact && more.length === 0) return artifact.text // byte for byte
    return `${[artifact?.text.trimEnd(), ...more].filter(Boolean).join('\n\n') || paintCard(card, look) || 'Nothing has been made yet.'}\n`
  },
})

const filesIn = (text: string | null | undefined) =>
  fencedFiles(text ?? '').files.map(({ path, text: content, line }) => ({ path, bytes: new TextEncoder().encode(content).length, line }))

export async function versions(world: World, run: string, definition: AnyWorkflow): Promise<Version[]> {
  const found: Version[] = []
  let state: RunState<unknown> | null = null
  const { foldEvents } = await import('../kernel/reduce.ts')
  await world.store.read(run, 1, (entry) => {
    state = foldEvents(definition, state, entry.events, entry.at).run
    for (const event of entry.events)
      for (const made of definition.view.artifacts?.(event, state) ?? []) found.push({ number: found.length + 1, ...made })
  })
  return found
}

/** A text that belongs to the run. */
export async function objectOf(world: World, run: string, hash: string): Promise<string> {
  const found = await world.store.text(run, hash)
  if (found === null) throw textGone(run, hash)
  return found
}

/** The run in progress or waiting; else the newest. */
export async function pickRun(world: World, workflow?: string): Promise<string> {
  const active = await listed(world, { workflow, ended: false })
  const named = await activeNames(world)
  const chosen = active.find(({ name }) => named.includes(name)) ?? active.at(-1) ?? (await listed(world, { workflow })).at(-1)
  if (!chosen)
    throw new Fault('not_found', `there are no runs ${workflow ? `of ${workflow} ` : ''}yet`, {
      fix: workflow ? `\`whet ${workflow} --help\` shows how to start one.` : `\`${firstRuns.made}\` starts one.`,
    })
  return chosen.run
}
