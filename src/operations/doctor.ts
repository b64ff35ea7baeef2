// whet doctor: what works on this machine, and what to type next.
import { accessSync, constants } from 'node:fs'
import * as z from 'zod'
import { detectAssistants } from '../adapters/providers/detect.ts'
import { findChromium } from '../adapters/browser/find.ts'
import { closes, networkDenier } from '../adapters/evaluator/isolation.ts'
import { limitsText } from '../adapters/evaluator/limits.ts'
import { defineOperation } from './operation.ts'
import type { World } from './world.ts'
import { columns, fit, plainLook } from '../report/look.ts'
import { firstRuns } from '../workflows/registry.ts'

interface Point {
  what: string
  ok: boolean
  says: string
}

export default defineOperation({
  summary: 'Show what works on this machine and what to type next',
  forAssistants: 'Show what works on this machine',
  input: z.object({}),
  reads: true,
  despiteConfig: true,
  async run(_input, world): Promise<{ points: Point[]; assistants: string[]; next: string[] }> {
    const found = (await detectAssistants(world.env, world.root)).filter(({ path }) => path !== null)
    const keys = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'].filter((name) => world.env[name])
    const makers = Object.keys(world.config.config.makers ?? {})
    const points: Point[] = [
      node(),
      folder(world),
      {
        what: 'assistants',
        ok: found.length > 0,
        says:
          found.length > 0
            ? found.map(({ name, version }) => `${name}${version ? ` (${version})` : ''}`).join(', ')
            : 'none of claude, codex, gemini, opencode, aider, ollama is on PATH',
      },
      { what: 'model keys', ok: keys.length > 0, says: keys.length > 0 ? `${keys.join(', ')} set` : 'none is set in the environment' },
      {
        what: 'configuration',
        ok: world.config.path === null || world.config.trusted,
        says:
          world.config.path === null
            ? 'no whetstone.yaml: the defaults apply'
            : world.config.trusted
              ? `trusted${makers.length > 0 ? `, makers for ${makers.join(', ')}` : ', names no makers'}`
              : (world.config.problem?.message ?? "whetstone.yaml isn't trusted: its makers and modules don't run"),
      },
      await commands(),
      browser(world),
    ]
    return {
      points,
      assistants: found.map(({ name }) => name),
      next: next(
        world,
        found.map(({ name }) => name),
        makers.length > 0,
      ),
    }
  },
  text: ({ points, next: steps }, _input, { width } = plainLook) =>
    fit(
      [
        ...points.map(({ what, ok, says }) => `${ok ? 'ok  ' : '–   '}${what}: ${says}`),
        '',
        'Next:',
        ...steps.map((step) => `  ${step}`),
      ].join('\n'),
      width,
    ),
})

function node(): Point {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const ok = major > 24 || (major === 24 && minor >= 15)
  return { what: 'Node', ok, says: `${process.versions.node}${ok ? '' : '; 24.15 or later is required'}` }
}

function folder({ root, store }: World): Point {
  try {
    accessSync(root, constants.W_OK)
    return { what: 'folder', ok: true, says: `runs are kept in ${store.where()}/ of this project` }
  } catch {
    return { what: 'folder', ok: false, says: "this folder isn't writable, so no run can be kept here" }
  }
}

/** How well commands of checks are sandboxed here; the same for runs and `whet check`. */
async function commands(): Promise<Point> {
  const copy = 'run in a copy of the project'
  const limits = await limitsText()
  if (closes())
    return {
      what: 'commands',
      ok: true,
      says: `${copy}, without network; they can't change anything outside it or see your home folder; ${limits}`,
    }
  const open = 'keep them from reading your files or changing those outside the copy (it needs `unshare` and user namespaces)'
  return {
    what: 'commands',
    ok: false,
    says: networkDenier()
      ? `${copy}, without network; this system can't ${open}; ${limits}`
      : `${copy}; this system can't deny them the network or ${open}; ${limits}`,
  }
}

function browser({ env }: World): Point {
  const found = findChromium(env)
  return { what: 'browser', ok: found.path !== null, says: found.path ?? `${found.why}. Until then, pages are judged by their HTML alone` }
}

function next(world: World, assistants: string[], configured: boolean): string[] {
  if (world.config.problem) return [world.config.problem.fix ?? 'Fix whetstone.yaml.']
  if (world.config.path && !world.config.trusted) return ['whet trust  read whetstone.yaml first']
  if (configured) return [firstRuns.made]
  if (assistants[0]) return [`${firstRuns.made} --maker ${assistants[0]}`]
  return columns([
    [firstRuns.makerless, 'needs no maker'],
    ['whet check README.md --rules rules.yaml', 'needs no maker'],
    [`${firstRuns.made} --maker command:./maker.sh`, 'any program'],
  ]).split('\n')
}
