// Every workflow with its view: what the verbs that work on any run need to know.
import type { Kit } from './operations/world.ts'
import { reflex } from './workflows/reflex/index.ts'
import { reflexTemplates } from './workflows/reflex/prompts.ts'
import { finalCard } from './workflows/reflex/report.ts'
import type { ReflexState } from './workflows/reflex/state.ts'
import * as reflexView from './workflows/reflex/view.ts'
import type { RunState } from './kernel/reduce.ts'
import type { Workflow } from './kernel/workflow.ts'

type ReflexRun = RunState<ReflexState>

const reflexKit: Kit = {
  workflow: reflex as unknown as Workflow<unknown>,
  templates: reflexTemplates,
  summary: (run) => reflexView.summary(run as ReflexRun),
  matches: (run, name) => run.replace(/-\d{8}-\d{6}$/, '') === name,
  artifacts: (event, run) => reflexView.artifacts(event, run as ReflexRun),
  describe: reflexView.describe,
  current: ({ state }) => currentArtifact(state as ReflexState),
  card: ({ state }) => finalCard(state as ReflexState),
  live: (run, events) => reflexView.live(run as ReflexRun, events),
}

function currentArtifact({ artifact, input }: ReflexState): { path: string; sha256: string } | null {
  return artifact ? { path: `${input.folder}/artifact.md`, sha256: artifact } : null
}

export const kits: Readonly<Record<string, Kit>> = { reflex: reflexKit }
