// How a design touches the world: the built-in maker, reading requirements, rendering previews, freezing, and checking the frozen files.
import type { TaskContext } from '../../kernel/ports.ts'
import type { Effect, Observe, Reply } from '../../kernel/task.ts'
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import type { Json } from '../../schema/event.ts'
import type { Heard } from './feedback/edit.ts'
import { noticed } from './frozen.ts'
import { foreignDesigns } from './hands/foreign.ts'
import type { PreviewTask } from './hands/preview.ts'
import type { Intent } from './intent.ts'
import { finalFolder } from './next.ts'
import type { DesignState } from './state.ts'

/** Increased whenever the built-in generator may answer differently, so that runs in progress notice. */
const outlineVersion = '2.2.0'

export const hands = (world: World): Hands<DesignState> => ({
  builtins: {
    'design-generator': { version: outlineVersion, make: async ({ slots }) => (await import('./builtin.ts')).makeIntent(slots) },
  },
  observe: (task, context) => observe(world, task, context),
  observeAgain: (task, object) =>
    task.source === 'sources' || (task.source === 'preview' && (task.args as PreviewTask).renderer === 'builtin')
      ? observe(world, task, { run: '', workflow: 'design', head: '', attempt: 1, signal: world.signal, object, pulse() {}, say() {} })
      : null,
  effect: async ({ args }: Effect, { object }) => {
    const { freeze } = await import('./hands/freeze.ts')
    return freeze(world.root, args as Parameters<typeof freeze>[1], object)
  },
  noticed: async ({ state }) => {
    if (state.state !== 'FROZEN') return []
    const { readFrozen } = await import('./hands/freeze.ts')
    return noticed(state, readFrozen(world.root, finalFolder(state)), finalFolder(state))
  },
  verify: async (run, options) => (await import('./hands/verify.ts')).verifyDesign(world, run, options),
  verifyFile: async (path, shown, options) => (await import('./hands/verify-certificate.ts')).verifyCertificateFile(path, shown, options),
  foreign: foreignDesigns(world),
})

async function observe(world: World, { source, args }: Observe, context: TaskContext): Promise<Reply> {
  switch (source) {
    case 'frozen': {
      const { readFrozen } = await import('./hands/freeze.ts')
      return { ok: true, value: readFrozen(world.root, (args as { folder: string }).folder) }
    }
    case 'sources': {
      const { requirements, heard, said, design } = args as { requirements: string; heard: Heard[][]; said?: string; design?: string }
      const { readFeedback, readSources } = await import('./builtin.ts')
      const before = heard.flat()
      const fresh = said && design ? readFeedback(said, JSON.parse(await context.object(design)) as Intent, before) : null
      const lines = readSources(await context.object(requirements), [...before, ...(fresh ?? [])])
      return { ok: true, text: `${JSON.stringify(lines, null, 1)}\n`, ...(fresh && { meta: { said: fresh as Json[] } }) }
    }
    case 'preview':
      return (await import('./hands/preview.ts')).drawPreview(args as PreviewTask, world, context)
    default: {
      const { readMarkerTemplate } = await import('./hands/freeze.ts')
      return { ok: true, value: { head: context.head, template: readMarkerTemplate(), at: world.clock.now() } }
    }
  }
}
