// Renders a design as a page: ourselves, or by Stitch if a trusted configuration says so; a failure there falls back and is reported.
import { sectionOf } from '../../../schema/config.ts'
import { settings } from '../settings.ts'
import type { TaskContext } from '../../../kernel/ports.ts'
import type { Reply } from '../../../kernel/task.ts'
import type { World } from '../../../operations/world.ts'
import { readCritique } from '../critic/critique-file.ts'
import { changesBetween, changeText } from '../changes.ts'
import type { Heard } from '../feedback/edit.ts'
import { toldOf } from '../feedback/words.ts'
import type { Intent } from '../intent.ts'
import { ledgerOf, readSourceLines } from '../outline/ledger.ts'
import { renderPreview } from '../preview/render.ts'
import { drawingPrompt, markDrawn } from '../stitch.ts'

export interface PreviewTask {
  intent: string
  critique: string
  hash: string
  renderer: 'builtin' | 'stitch'
  /** The requirements' statements with their lines; runs of earlier versions don't have them. */
  sources?: string | null
  /** The last rejected design, and what was asked then. */
  rejected?: string
  heard?: Heard[]
  isOurs?: boolean
}

export async function drawPreview(
  { intent: object, critique, hash, renderer, sources, rejected, heard = [], isOurs = true }: PreviewTask,
  world: World,
  context: TaskContext,
): Promise<Reply> {
  const intent = JSON.parse(await context.object(object)) as Intent
  const before = rejected === undefined ? null : (JSON.parse(await context.object(rejected)) as Intent)
  const changes = before && changesBetween(before, intent, heard)
  const told = changes && { changes: changes.slice(0, mostChanges).map(changeText) }
  const drawn = renderer === 'stitch' ? await byStitch(intent, world, context) : null
  if (drawn && 'page' in drawn) return { ok: true, text: markDrawn(drawn.page, hash), meta: { renderer: 'stitch', note: null, ...told } }
  if (context.signal.aborted) return { ok: false, error: { code: 'aborted', message: 'told to stop while Stitch was drawing' } }
  const page = renderPreview({
    intent,
    critique: readCritique(await context.object(critique)),
    intentHash: hash,
    ...(changes && { since: { changes, asked: toldOf(heard, isOurs) } }),
    ...(sources && { ledger: ledgerOf(readSourceLines(await context.object(sources)), intent) }),
  })
  return {
    ok: true,
    text: page,
    meta: {
      renderer: 'builtin',
      note: drawn && `the preview is by the built-in renderer, because Stitch didn't draw it: ${drawn.why}`,
      ...told,
    },
  }
}

/** Keeps a journal line readable; the page shows everything. */
const mostChanges = 400

async function byStitch(intent: Intent, world: World, context: TaskContext): Promise<{ page: string } | { why: string }> {
  const stitch = world.config.trusted ? sectionOf(world.config.config, 'design', settings).stitch : undefined
  if (!stitch) return { why: 'it is no longer in a trusted configuration' }
  const variable = stitch.key_env ?? 'STITCH_API_KEY'
  const key = world.env[variable]
  if (!key) return { why: `there is no key in ${variable}` }
  if (context.attempt > 1) return { why: "an earlier call was cut off and may have drawn already, so it wasn't repeated" }
  try {
    const { drawByStitch } = await import('./stitch.ts')
    return {
      page: await drawByStitch({
        url: stitch.url,
        project: stitch.project,
        key,
        prompt: drawingPrompt(intent),
        signal: context.signal,
        say: context.say,
      }),
    }
  } catch (error) {
    return { why: (error instanceof Error ? error.message : String(error)).replaceAll(key, '<key>').slice(0, 500) }
  }
}
