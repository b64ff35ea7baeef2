// A project in a folder of its own with the real world behind it: designs are started, answered and looked at as a person would, in this process.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import answerOperation from '../../../src/operations/answer.ts'
import newOperation from '../../../src/workflows/design/verbs/new.ts'
import dismissOperation from '../../../src/workflows/design/verbs/dismiss.ts'
import resetOperation from '../../../src/workflows/design/verbs/reset.ts'
import resumeOperation from '../../../src/operations/resume.ts'
import type { RunReport } from '../../../src/operations/runs.ts'
import type { Person, World } from '../../../src/operations/world.ts'
import { createWorld } from '../../../src/runtime/create-world.ts'
import type { Intent } from '../../../src/workflows/design/intent.ts'
import { trust, loadConfig } from '../../../src/adapters/config.ts'
import { readFeatures } from './critic/fixtures.ts'

export const booking = readFeatures().find(({ id }) => id === 'table-booking')!

/** The good design with only its first flows, nothing described, nothing remembered and nothing fitting: far below any threshold, the more flows the further. */
export function weaker(flows: number): Intent {
  const intent = structuredClone(booking.intent)
  intent.userFlows = intent.userFlows.slice(0, flows)
  for (const component of intent.components) component.description = ''
  for (const entity of intent.dataModel.entities) Object.assign(entity, { attributes: [], description: '' })
  for (const step of intent.userFlows.flatMap(({ steps }) => steps)) Object.assign(step, { action: 'TBD', entityRefs: ['Nothing'] })
  Object.assign(intent, { goals: ['TBD'], goalSourceRefs: [['s1']], interactions: [] })
  return intent
}

export interface Project {
  root: string
  said: string[]
  world(options?: { person?: boolean; typed?: string }): World
  start(options?: Starting): Promise<RunReport>
  answer(
    choice: string,
    text?: string,
    more?: { signature?: string; typed?: string; person?: boolean; feature?: string },
  ): Promise<RunReport>
  reset(investigated?: string, feature?: string): Promise<unknown>
  dismiss(finding: string, reason: string, options?: { person?: boolean }): Promise<unknown>
  resume(feature?: string): Promise<RunReport>
  state(feature?: string): StateJson
  events(feature?: string): { type: string; data: Record<string, unknown>; at: number }[]
  path(name: string, feature?: string): string
  read(name: string, feature?: string): string
  write(name: string, text: string, feature?: string): void
  /** What a scripted generator answers, by attempt; the last one from then on. */
  script(replies: readonly (Intent | object)[], critic?: readonly object[]): string[]
  trust(): void
  remove(): void
}

export interface Starting {
  feature?: string
  requirements?: string
  threshold?: number
  maxIterations?: number
  maker?: string[]
}

export interface StateJson extends Record<string, unknown> {
  state: string
  iteration: number
  threshold: number
  score: number | null
  scoreHistory: [number, number][]
  history: Record<string, unknown>[]
}

export function newProject({ config, approvers }: { config?: string; approvers?: string } = {}): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-design-')))
  const root = join(base, 'project')
  mkdirSync(root)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(base, 'home'),
    XDG_CONFIG_HOME: join(base, 'home', '.config'),
    STITCH_API_KEY: 'stitch-key-0123456789',
  }
  if (approvers) put(join(base, 'home', '.config', 'whetstone', 'approvers'), approvers)
  if (config) put(join(root, 'whetstone.yaml'), config)
  if (config) trustNow()
  const said: string[] = []
  const project: Project = {
    root,
    said,
    world: ({ person = true, typed } = {}) =>
      createWorld({ cwd: root, env, home: join(base, 'home'), say: (text) => said.push(text), person: person ? typist(typed) : null }),
    start: ({ feature = booking.id, requirements = booking.text, ...more } = {}) =>
      within(project.world(), (world) => newOperation.run({ feature, requirements, ...more }, world)),
    answer: (choice, text, { signature, typed, person = true, feature = booking.id } = {}) =>
      within(project.world({ person, ...(typed !== undefined && { typed }) }), (world) =>
        answerOperation.run({ run: feature, choice, ...(text !== undefined && { text }), ...(signature && { signature }) }, world),
      ),
    dismiss: (finding, reason, options = { person: true }) =>
      within(project.world(options), (world) => dismissOperation.run({ feature: booking.id, finding, reason }, world)),
    reset: (investigated, feature = booking.id) =>
      within(project.world(), (world) => resetOperation.run({ feature, ...(investigated && { investigated }) }, world)),
    resume: (feature = booking.id) => within(project.world(), (world) => resumeOperation.run({ run: feature }, world)),
    state: (feature) => JSON.parse(project.read('state.json', feature)) as StateJson,
    events: (feature = booking.id) => journalOf(root, `design-${feature}`),
    path: (name, feature = booking.id) => join(root, 'features', feature, 'design', name),
    read: (name, feature) => readFileSync(project.path(name, feature), 'utf8'),
    write: (name, text, feature) => put(project.path(name, feature), text),
    script: (replies, critic = []) => {
      const entries = [...numbered('design-generator', replies), ...numbered('design-critic', critic)]
      put(join(root, 'script.json'), JSON.stringify({ replies: entries }))
      return critic.length > 0 ? ['design-generator=scripted:script.json', 'design-critic=scripted:script.json'] : ['scripted:script.json']
    },
    trust: trustNow,
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
  return project

  /** Once more after a file that the configuration names was written. */
  function trustNow(): void {
    trust(root, loadConfig(root, env).sha256, env)
  }
}

export const frozenFacts = (marker: string) => parse(marker.slice(4, marker.indexOf('\n---', 4))) as Record<string, unknown>

/** Names of everything below a folder, sorted. */
export const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : []

function numbered(role: string, replies: readonly object[]): object[] {
  return replies.map((reply, index) => ({
    role,
    ...(index < replies.length - 1 && { iteration: index + 1 }),
    ...('fail' in reply || 'warnings' in reply || 'model' in reply ? reply : { json: reply }),
  }))
}

/** A person who types the words they are shown, or these. */
function typist(typed?: string): Person {
  return {
    text: async (question) => typed ?? /: ([^:]+)$/.exec(question)?.[1] ?? '',
    confirm: async () => true,
    choose: async (_question, choices) => choices[0]!.value,
    show: () => {},
  }
}

async function within<T>(world: World, act: (world: World) => Promise<T>): Promise<T> {
  try {
    return await act(world)
  } finally {
    await world.close()
  }
}

function journalOf(root: string, run: string): { type: string; data: Record<string, unknown>; at: number }[] {
  const text = readFileSync(join(root, '.whetstone', 'runs', run, 'journal.jsonl'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('{"v":1,"seq"'))
    .flatMap((line) => {
      const { events, at } = JSON.parse(line) as { at: number; events: { type: string; data: Record<string, unknown> }[] }
      return events.map((event) => ({ ...event, at }))
    })
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
