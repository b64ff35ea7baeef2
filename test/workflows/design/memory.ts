// A design run in memory: the real workflow, driver and asking, with makers of the test's own.
import { MemoryStore } from '../../../src/adapters/memory-store.ts'
import { askWorld } from '../../../src/adapters/providers/ask-world.ts'
import { templateFolder } from '../../../src/adapters/templates.ts'
import { createAsk } from '../../../src/agents/ask.ts'
import { type TemplateSource, makePins } from '../../../src/agents/pins.ts'
import { type Provider, type ProviderRequest, type ProviderResult, freeUsage } from '../../../src/agents/provider.ts'
import type { OpenRun } from '../../../src/kernel/commit.ts'
import { answerGate } from '../../../src/kernel/answer-gate.ts'
import { type Rest, drive } from '../../../src/kernel/driver.ts'
import type { Ports } from '../../../src/kernel/ports.ts'
import type { Answer } from '../../../src/kernel/task.ts'
import type { Refusal, Workflow } from '../../../src/kernel/workflow.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import { renderPreview } from '../../../src/workflows/design/preview/render.ts'
import { design } from '../../../src/workflows/design/index.ts'
import { files } from '../../../src/workflows/design/files.ts'
import { designTemplates } from '../../../src/workflows/design/prompts.ts'
import type { DesignState, Settings } from '../../../src/workflows/design/state.ts'
import { booking } from './project.ts'

export type Says = (request: ProviderRequest) => object

/** A maker that answers with JSON, or with a whole result of its own. */
export function maker(
  says: Says,
  { name = 'model:test/steady-1', model = 'steady-1', version = '1' } = {},
): Provider & { asked: ProviderRequest[] } {
  const asked: ProviderRequest[] = []
  return {
    name,
    asked,
    identify: async () => ({ model, version }),
    call: async (request) => {
      asked.push(request)
      const said = says(request)
      return 'failed' in said || 'usage' in said
        ? (said as Exclude<ProviderResult, 'pending'>)
        : { text: JSON.stringify(said), usage: freeUsage, model: null, warnings: [] }
    },
  }
}

export interface Memory {
  open: OpenRun<DesignState>
  store: MemoryStore
  go(): Promise<Rest<DesignState>>
  answer(answer: Partial<Answer> & { choice: string }): Promise<Refusal | null>
  state(): DesignState
  json(): Record<string, unknown>
  events(): Promise<{ type: string; data: Record<string, unknown> }[]>
}

export async function memoryRun(
  makers: Record<string, Provider>,
  {
    settings = {},
    templates = templateFolder(),
    timeoutMs,
  }: { settings?: Partial<Settings>; templates?: TemplateSource; timeoutMs?: number } = {},
): Promise<Memory> {
  const store = new MemoryStore()
  const pins = await makePins(designTemplates, templates, makers)
  const fixed: Settings = {
    requirements: sha256(booking.text),
    threshold: 8000,
    maxIterations: 10,
    determinism: 'default',
    approval: 'attended',
    critic: 'design-critic' in makers ? 'model' : 'code',
    preview: 'builtin',
    pins,
    by: 'tester',
    ...settings,
  }
  const clock = { now: () => 1_800_000_000_000 }
  const run = `design-${booking.id}`
  const workflow = design as unknown as Workflow<DesignState>
  const open = await store.create(
    workflow,
    { run, workflow: 'design', input: { featureId: booking.id, folder: `features/${booking.id}/design`, settings: fixed }, pins: {} },
    clock,
    { objects: [booking.text] },
  )
  const ask = createAsk({ makers, templates, world: askWorld, pins, ...(timeoutMs && { limits: { timeoutMs } }) })
  const ports: Ports = {
    clock,
    ask,
    evaluate: async () => ({ ok: true, value: [] }),
    effect: async () => ({ ok: true, value: {} }),
    observe: async ({ source, args }, context) => {
      if (source === 'frozen') return { ok: true, value: { marker: null, intent: { problem: 'nothing' }, preview: null } }
      if (source === 'sources') return { ok: true, text: JSON.stringify(booking.intent.sources) }
      if (source === 'marker')
        return { ok: true, value: { head: open.state.head, template: '---\nchecksumSHA256: {{checksumSHA256}}\n---\n', at: clock.now() } }
      const { intent, critique, hash } = args as { intent: string; critique: string; hash: string }
      return {
        ok: true,
        text: renderPreview({
          intent: JSON.parse(await context.object(intent)),
          critique: JSON.parse(await context.object(critique)),
          intentHash: hash,
        }),
      }
    },
  }
  return {
    open,
    store,
    go: () => drive(open, ports),
    answer: (answer) => answerGate(open, null, { by: 'ann', assurance: 'unattested', ...answer }, { clock }),
    state: () => open.state.state,
    json: () => {
      const { state } = open.state
      const file = files(state)[`${state.input.folder}/state.json`]
      return JSON.parse(file && 'text' in file ? file.text : '') as Record<string, unknown>
    },
    events: async () => {
      const found: { type: string; data: Record<string, unknown> }[] = []
      await store.read(run, 1, (entry) => found.push(...(entry.events as typeof found)))
      return found
    },
  }
}
