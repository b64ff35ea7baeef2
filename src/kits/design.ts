// The design workflow with its view, its built-in maker, and its hands: reading requirements, drawing previews, freezing.
import type { TaskContext } from '../kernel/ports.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Effect, Observe, Reply } from '../kernel/task.ts'
import type { Workflow } from '../kernel/workflow.ts'
import { foreignDesigns } from '../operations/design-import.ts'
import type { Kit, World } from '../operations/world.ts'
import type { Json } from '../schema/event.ts'
import { validateIntent } from '../workflows/design/critic/validate.ts'
import { noticed } from '../workflows/design/frozen.ts'
import { design } from '../workflows/design/index.ts'
import { finalFolder } from '../workflows/design/next.ts'
import { designTemplates } from '../workflows/design/prompts.ts'
import { card } from '../workflows/design/report.ts'
import type { DesignState } from '../workflows/design/state.ts'
import * as view from '../workflows/design/view.ts'

type DesignRun = RunState<DesignState>

/** Raised whenever the built-in generator may answer another way: runs under way notice. */
const outlineVersion = '2.0.0'

export const designKit: Kit = {
  workflow: design as unknown as Workflow<unknown>,
  templates: designTemplates,
  builtins: {
    'design-generator': {
      version: outlineVersion,
      make: async ({ slots }) => (await import('../workflows/design/builtin.ts')).makeIntent(slots),
    },
  },
  pins: ({ state }) => (state as DesignState).settings.pins,
  observe,
  effect: freeze,
  noticed: async (world, { state }) => {
    const current = state as DesignState
    if (current.state !== 'FROZEN') return []
    const { readFrozen } = await import('../adapters/design-freeze.ts')
    return noticed(current, readFrozen(world.root, finalFolder(current)), finalFolder(current))
  },
  summary: (run) => view.summary(run as DesignRun),
  matches: (run, name) => run === `design-${name}`,
  artifacts: (event, run) => view.artifacts(event, run as DesignRun),
  describe: view.describe,
  current: ({ state }) => {
    const { shown, edited, input } = state as DesignState
    const sha256 = edited?.object ?? shown.intent
    return sha256 ? { path: `${input.folder}/intent.json`, sha256 } : null
  },
  verify: async (world, run, options) => (await import('./design-verify.ts')).verifyDesign(world, run as DesignRun, options),
  form: ({ role }, value, { state }) =>
    role === 'design-generator'
      ? validateIntent({ ...(value as object), sources: [] }, (state as DesignState).input.featureId).map(
          ({ path, message }) => `${path} ${message}`,
        )
      : [],
  card: ({ state, usage }) => card(state as DesignState, usage.mayBePaid),
  live: (run, events) => view.live(run as DesignRun, events),
  foreign: foreignDesigns,
  onward: ({ state }, name) => onward(state as DesignState, name),
}

async function observe({ source, args }: Observe, world: World, context: TaskContext): Promise<Reply> {
  switch (source) {
    case 'frozen': {
      const { readFrozen } = await import('../adapters/design-freeze.ts')
      return { ok: true, value: readFrozen(world.root, (args as { folder: string }).folder) as unknown as Json }
    }
    case 'sources': {
      const { requirements, feedback } = args as { requirements: string; feedback: string[] }
      const { readSources } = await import('../workflows/design/builtin.ts')
      return { ok: true, text: `${JSON.stringify(readSources(await context.object(requirements), feedback), null, 1)}\n` }
    }
    case 'preview':
      return (await import('./design-preview.ts')).drawPreview(args as never, world, context)
    default: {
      const { readMarkerTemplate } = await import('../adapters/design-freeze.ts')
      const { run } = await world.store.load(designKit.workflow, context.run)
      return { ok: true, value: { head: run.head, template: readMarkerTemplate(), at: world.clock.now() } }
    }
  }
}

async function freeze({ args }: Effect, world: World, context: TaskContext): Promise<Reply> {
  const adapter = await import('../adapters/design-freeze.ts')
  return adapter.freeze(world.root, args as unknown as Parameters<typeof adapter.freeze>[1], context.object)
}

function onward({ state, violation }: DesignState, name: string): string {
  if (state === 'FROZEN')
    return `It is frozen. \`whet certificate ${name}\` certifies it; delete FROZEN.md in its final/ to work on it again.`
  if (state === 'FAILED')
    return violation
      ? `Look into it, then \`whet design reset ${name} --investigated "<what was found>"\`.`
      : `\`whet design reset ${name}\`, then \`whet design new ${name} --requirements <file>\`.`
  return `\`whet design new ${name} --requirements <file>\` starts a run.`
}
