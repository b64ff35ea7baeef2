// The reflex workflow with its view.
import type { RunState } from '../kernel/reduce.ts'
import type { Workflow } from '../kernel/workflow.ts'
import { activePointer, foreignLoops } from '../operations/reflex-import.ts'
import type { Kit } from '../operations/world.ts'
import { demandsOf } from '../rules/demand.ts'
import type { Rule } from '../schema/rule.ts'
import { gateFacts } from '../workflows/reflex/gate.ts'
import { reflex } from '../workflows/reflex/index.ts'
import { next } from '../workflows/reflex/next.ts'
import { reflexTemplates } from '../workflows/reflex/prompts.ts'
import { finalCard } from '../workflows/reflex/report.ts'
import type { ReflexState } from '../workflows/reflex/state.ts'
import * as view from '../workflows/reflex/view.ts'

type ReflexRun = RunState<ReflexState>

export const reflexKit: Kit = {
  workflow: reflex as unknown as Workflow<unknown>,
  templates: reflexTemplates,
  summary: (run) => view.summary(run as ReflexRun),
  matches: (run, name) => run.replace(/-\d{8}-\d{6}$/, '') === name,
  artifacts: (event, run) => view.artifacts(event, run as ReflexRun),
  describe: view.describe,
  current: ({ state }) => currentArtifact(state as ReflexState),
  decided: ({ state }) => view.decided(state as ReflexState),
  card: ({ state, usage }) => {
    const due = next(state as ReflexState)
    return 'ask' in due ? gateFacts(due.ask) : finalCard(state as ReflexState, usage)
  },
  observe: async ({ source, args }, world) =>
    source === 'demands'
      ? { ok: true, value: await demandsOf((args as unknown as { rules: Pick<Rule, 'id' | 'check'>[] }).rules, await world.catalog()) }
      : null,
  live: (run, events) => view.live(run as ReflexRun, events),
  foreign: foreignLoops,
  active: (world) => activePointer(world)?.alias ?? null,
  guard: async (world, open, said, act) => (await import('../operations/reflex-answer.ts')).guardAnswer(world, open, said, act),
  converse: async (world, open) => (await import('../operations/reflex-setup.ts')).confirmDraft(world, open, reflexKit),
  delivers: true,
  onward: ({ state }, name) =>
    (state as ReflexState).artifact
      ? `Start a new one from its best artifact: \`whet reflex new --from ${name}\`.`
      : 'Start a new one: `whet reflex new "<task>"`.',
}

function currentArtifact({ artifact, input }: ReflexState): { path: string; sha256: string } | null {
  return artifact ? { path: `${input.folder}/artifact.md`, sha256: artifact } : null
}
