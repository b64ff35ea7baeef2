// What a workflow adds to its runs' pages: how its evaluations read, where their findings are, and panels of its own. One line here a workflow.
import type { RunState } from '../../../kernel/reduce.ts'
import type { World } from '../../../operations/world.ts'
import type { Event } from '../../../schema/event.ts'
import type { Drawn, Finding, Judged, Panel, StopCard, Version } from '../document.ts'
import { auditPanel } from '../../../workflows/audit/panel.ts'
import { designPanel } from '../../../workflows/design/panel.ts'
import { reflexPanel } from '../../../workflows/reflex/panel.ts'

export interface PanelContext {
  run: RunState<unknown>
  judged: readonly Judged[]
  versions: readonly Version[]
  drawn: readonly Drawn[]
  world: World
  /** A text of this run by its hash. */
  text(hash: string): Promise<string>
  /** The address at which a page made by others can be framed. */
  frame(hash: string): string
  /** The address of a picture that the workflow itself can read. */
  picture(name: string): string
}

export type Ended = Pick<StopCard, 'because' | 'distance' | 'cheapest'>

export interface WorkflowPanel {
  /** The evaluations an event tells of; the run is folded up to the end of its step. */
  judged?(event: Event, run: RunState<unknown>): Omit<Judged, 'seq' | 'at'>[]
  findings?(judged: Judged, context: PanelContext): Promise<Finding[]>
  /** The pages an event tells of. */
  drawn?(event: Event, run: RunState<unknown>): Drawn[]
  /** The bytes of a picture by the name its panel gave it; null where there is none. */
  picture?(name: string, context: PanelContext): Uint8Array<ArrayBuffer> | null
  /** Why it ended, beyond its outcome. */
  stop?(context: PanelContext): Promise<Ended | null>
  panels?(context: PanelContext): Promise<Panel[]>
}

const registry: Readonly<Record<string, WorkflowPanel>> = { reflex: reflexPanel, design: designPanel, audit: auditPanel }

export const panelOf = (workflow: string): WorkflowPanel => registry[workflow] ?? {}
