// whet status: where things stand, read from disk, without changing anything.
import * as z from 'zod'
import type { Gate } from '../kernel/task.ts'
import { gateText } from './decisions.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { scoreAgain } from './foreign-score.ts'
import { findForeign, findRun, loadRun } from './runs.ts'
import { paintCard } from '../report/card.ts'
import { fit, plainLook } from '../report/look.ts'
import { mayBePaidText } from '../report/spending.ts'
import { isGoing, listed, summarise, table, withChildren } from './list.ts'
import type { ForeignRun } from './definition.ts'
import type { Summary } from './summary.ts'
import type { World } from './world.ts'
import { firstRuns } from '../workflows/registry.ts'

export default defineOperation({
  summary: 'Show the state of one run, or of all that are active or waiting',
  input: z.object({ run: field.text('run id or name', { assistant: 'value' }), workflow: field.workflow }),
  positional: [{ name: 'run' }],
  reads: true,
  despiteConfig: true,
  async run({ run: name, workflow }, world): Promise<{ runs: Summary[]; card?: string; gate?: Gate }> {
    if (name) {
      const foreign = await findForeign(world, name, workflow)
      if (foreign) return { runs: [await withScore(world, foreign.found)] }
      const { run, definition } = await findRun(world, name, workflow)
      const loaded = await loadRun(world, run, definition)
      const next = loaded.outcome ? null : definition.next(loaded.state)
      return {
        runs: await withChildren(world, [summarise(definition, loaded, await isGoing(world, run, loaded))]),
        card: definition.view.card(loaded),
        ...(next && 'ask' in next && { gate: next.ask }),
      }
    }
    return { runs: await listed(world, { workflow, ended: false }) }
  },
  text({ runs, card, gate }, _input, look = plainLook) {
    if (runs.length === 0) return `No run is active.\nNext: \`${firstRuns.made}\` starts one, \`whet list\` shows the ended ones.`
    const unanswered = runs.flatMap(({ name, usage }) => (usage?.mayBePaid ? [`${name}: ${mayBePaidText(usage.mayBePaid)}.`] : []))
    const waiting = runs.flatMap(({ name, waiting: why }) => (why ? [`${name}: ${why}. \`whet resume ${name}\` asks again.`] : []))
    const left = runs.flatMap((run) =>
      run.left ? [`${run.name}: no process is working on it. \`whet resume ${run.name}\` continues where it stopped.`] : [],
    )
    return [
      table(runs, true, look),
      ...[...waiting, ...left, ...submitsLines(runs), ...unanswered].map((line) => fit(line, look.width)),
      ...(card ? ['', paintCard(card, look)] : []),
      ...(gate && runs[0] ? ['', gateText(gate, runs[0].name, look)] : []),
    ].join('\n')
  },
})

/** Where a reply or a change is awaited, and how to give it. */
export const submitsLines = (runs: readonly Summary[]): string[] =>
  runs.flatMap(({ name, submits, awaits }) => [
    ...(awaits === undefined ? [] : [`${name}: waits for ${awaits} to change. Fix it, then \`whet resume ${name}\` checks again.`]),
    ...(submits
      ? [
          `${name}: waits for a reply to ${submits.join(', ')}. \`whet show ${name}\` prints the request, \`whet submit ${name} ${submits[0]} --reply <file>\` submits the reply.`,
        ]
      : []),
  ])

/** What another tool recorded for its run, beside what its rules come to here. */
async function withScore(world: World, found: ForeignRun): Promise<Summary> {
  return { ...found.summary, elsewhere: { again: await scoreAgain(world, found) } }
}
