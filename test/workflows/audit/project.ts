// A real session folder in a real project in a temporary folder; makers that answer from a function, everything else as shipped.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import { builtinProvider } from '../../../src/adapters/providers/builtin.ts'
import { askWorld } from '../../../src/adapters/providers/ask-world.ts'
import { templateFolder } from '../../../src/adapters/templates.ts'
import { createAsk } from '../../../src/agents/ask.ts'
import type { Provider, ProviderRequest, ProviderResult } from '../../../src/agents/provider.ts'
import { audit } from '../../../src/workflows/audit/index.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import type { Ports } from '../../../src/kernel/ports.ts'
import type { Performed } from '../../../src/kernel/task.ts'
import type { NewEvent } from '../../../src/schema/event.ts'
import type { Operation } from '../../../src/operations/operation.ts'
import type { Person, World } from '../../../src/operations/world.ts'
import { createWorld } from '../../../src/runtime/create-world.ts'
import { type TaskSheet, readTasks } from '../../../src/workflows/audit/tasks.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

export interface Project {
  root: string
  /** Paths are below the session folder. */
  path(path: string): string
  write(path: string, text: string): void
  read(path: string): string
  has(path: string): boolean
  files(): string[]
  hashes(folder: string): Record<string, string>
  sheet(): TaskSheet
  cell(id: string, column: Parameters<TaskSheet['columns']['get']>[0]): string
}

/** `config` is a whetstone.yaml that nobody has trusted: settings count, makers would not. */
export function newProject(files: Record<string, string>, config?: string): Project {
  const root = mkdtempSync(join(tmpdir(), 'whet-audit-'))
  cleaning.push(() => rmSync(root, { recursive: true, force: true }))
  const path = (name: string) => join(root, 'session', name)
  const project: Project = {
    root,
    path,
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), text)
    },
    read: (name) => readFileSync(path(name), 'utf8'),
    has: (name) => existsSync(path(name)),
    files: () => (readdirSync(path('.'), { recursive: true }) as string[]).filter((name) => statSync(path(name)).isFile()).sort(),
    hashes: (folder) =>
      Object.fromEntries(
        project
          .files()
          .filter((name) => name.startsWith(`${folder}/`))
          .map((name) => [name, sha256(project.read(name))]),
      ),
    sheet: () => readTasks(project.read('tasks.csv')),
    cell: (id, column) => project.sheet().byId.get(id)?.cells[column] ?? 'no such task',
  }
  for (const [name, text] of Object.entries(files)) project.write(name, text)
  if (config !== undefined) writeFileSync(join(root, 'whetstone.yaml'), config)
  return project
}

export type Says = (request: ProviderRequest) => string | object | ProviderResult | Promise<string | object | ProviderResult>

export interface TestWorld extends World {
  said: string[]
  asked: ProviderRequest[]
}

export interface WorldOptions {
  says?: Says
  /** Leaves the audits to our own checks. */
  reviewer?: 'builtin'
  person?: Person | null
  now?: () => number
  /** When the time of a run is nearly up. */
  clock?: Promise<void>
  onCommit?: (events: readonly NewEvent[]) => unknown
  signal?: AbortSignal
  /** Around each change of the session: somebody else is quicker, or the process dies before or after. */
  aroundEffect?: (act: () => Promise<Performed>) => Promise<Performed>
}

export function worldOf(
  project: Project,
  { says, reviewer, person = null, now, clock, onCommit = () => {}, signal, aroundEffect = (act) => act() }: WorldOptions = {},
): TestWorld {
  const said: string[] = []
  const asked: ProviderRequest[] = []
  const home = mkdtempSync(join(tmpdir(), 'whet-home-'))
  cleaning.push(() => rmSync(home, { recursive: true, force: true }))
  const world = createWorld({
    cwd: project.root,
    env: { PATH: process.env['PATH'], HOME: home },
    person,
    say: (text) => said.push(text),
    onCommit: (_workflow, _run, events) => void onCommit(events),
    ...(signal && { signal }),
  })
  cleaning.push(() => world.close())
  if (now) Object.assign(world, { clock: { now } })
  const { makers } = world
  const provider: Provider = {
    name: 'function',
    identify: async () => ({ model: 'unknown', version: '1' }),
    async call(request) {
      asked.push(request)
      const answer = await (says ?? crew())(request)
      if (typeof answer === 'object' && 'failed' in answer) return answer as ProviderResult
      return {
        text: typeof answer === 'string' ? answer : JSON.stringify(answer),
        usage: { calls: 1, tokensIn: 1, tokensOut: 1, costMicros: 0 },
        model: null,
        warnings: [],
      }
    },
  }
  const ask = createAsk({
    makers: { default: provider, ...(reviewer && { reviewer: builtinProvider(audit.hands(world).builtins ?? {}) }) },
    templates: templateFolder(),
    world: askWorld,
  })
  world.makers = async (options) => {
    const real = await makers({ ...(options.workflow !== undefined && { workflow: options.workflow }), maker: ['host'] })
    const { hosted: _hosted, ...ports } = real.ports
    const observe: Ports['observe'] = async (task, context) =>
      task.source === 'clock' && clock ? clock.then(() => ({ ok: true, value: {} })) : ports.observe(task, context)
    const effect: Ports['effect'] = (task, context) => aroundEffect(() => ports.effect(task, context))
    return { ...real, changed: async () => null, ports: { ...ports, clock: world.clock, ask, observe, effect } }
  }
  return Object.assign(world, { said, asked })
}

/** Runs a verb as a face would: what it is given goes through its schema. */
export async function run<O>(operation: { default: unknown }, input: object, world: World): Promise<O> {
  const verb = operation.default as Operation
  return (await verb.run(verb.input.parse(input) as never, world)) as O
}

/** Types the phrase it is asked for, as somebody at a terminal would. */
export const typist: Person = {
  confirm: async () => true,
  text: async (question) => question.slice(question.lastIndexOf(': ') + 2),
  choose: async (_question, choices) => choices[0]!.value,
  show: () => {},
}

/** A maker of every role: research, a design, code; audits go as the list says, by task. */
export function crew(audits: Record<string, 'pass' | 'result' | 'fix'> = {}): Says {
  return ({ role, task, slots }) => {
    const id = slots['task_id'] as string
    if (role !== 'reviewer') return `Made for ${id}.\n\n\`\`\`md file=${id.toLowerCase()}.md\n# ${id}\n\`\`\`\n`
    const kind = audits[task.replace(/^do:/, '')] ?? 'pass'
    const score = { pass: 9, result: 7, fix: 7 }[kind]
    const findings =
      kind === 'pass'
        ? []
        : [
            {
              severity: kind === 'fix' ? 'Critical' : 'High',
              text: `The contrast of muted text fails in ${id}`,
              at: 'artifacts/design/design-001.md:1',
            },
          ]
    return {
      summary: `Audited ${id}`,
      findings,
      audit: { dimensions: { consistency: score, accessibility: score, completeness: score, quality: score, industry: score } },
    }
  }
}
