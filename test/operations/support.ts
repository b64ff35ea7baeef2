// A real project in a temporary folder, a person who answers from a list, and makers that answer from a function.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import { askWorld } from '../../src/adapters/providers/ask-world.ts'
import { templateFolder } from '../../src/adapters/templates.ts'
import { createAsk } from '../../src/agents/ask.ts'
import type { Provider, ProviderRequest } from '../../src/agents/provider.ts'
import type { RunReport } from '../../src/operations/runs.ts'
import type { Person, World } from '../../src/operations/world.ts'
import { type WorldOptions, createWorld } from '../../src/runtime/create-world.ts'
import type { Rule } from '../../src/schema/rule.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})
export const later = (clean: () => unknown) => void cleaning.push(clean)

export interface Project {
  root: string
  /** A home of its own: nothing of the machine's configuration is seen. */
  env: NodeJS.ProcessEnv
  write(path: string, text: string): string
  read(path: string): string
  json<T = Record<string, never>>(path: string): T
  has(path: string): boolean
  /** Every file below a folder, sorted, relative to it. */
  files(path?: string): string[]
}

export const evolution = '.ai-factory/evolution'

export function project(files: Record<string, string> = {}): Project {
  const root = mkdtempSync(join(tmpdir(), 'whet-reflex-'))
  const home = mkdtempSync(join(tmpdir(), 'whet-home-'))
  later(() => [root, home].forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  const made: Project = {
    root,
    env: { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: join(home, 'config') },
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
      return join(root, path)
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    json: (path) => JSON.parse(readFileSync(join(root, path), 'utf8')),
    has: (path) => existsSync(join(root, path)),
    files: (path = '.') =>
      existsSync(join(root, path))
        ? (readdirSync(join(root, path), { recursive: true }) as string[])
            .filter((name) => statSync(join(root, path, name)).isFile())
            .sort()
        : [],
  }
  for (const [path, text] of Object.entries(files)) made.write(path, text)
  return made
}

export interface Recorded extends World {
  said: string[]
}

export function openWorld(at: Project, options: WorldOptions = {}): Recorded {
  const said: string[] = []
  const world = createWorld({ cwd: at.root, env: at.env, say: (text) => said.push(text), ...options })
  later(() => world.close())
  return Object.assign(world, { said })
}

/** What a maker says to a request: a text, something to send as JSON, or a failure. */
export type Says = (request: ProviderRequest) => string | object | Promise<string | object>

export interface Asked {
  role: string
  task: string
  prompt: string
  request: ProviderRequest
}

/** A world whose makers are a function; everything else is real, prompts and contracts included. */
export function makerWorld(
  at: Project,
  says: Says,
  { judge = false, ...options }: WorldOptions & { judge?: boolean } = {},
): Recorded & { asked: Asked[] } {
  const asked: Asked[] = []
  const world = openWorld(at, options)
  const provider: Provider = {
    name: 'function',
    priced: true,
    identify: async () => ({ model: 'unknown', version: '1' }),
    async call(request) {
      asked.push({ role: request.role, task: request.task, prompt: request.prompt, request })
      const said = await says(request)
      return {
        text: typeof said === 'string' ? said : JSON.stringify(said),
        usage: { calls: 1, tokensIn: 10, tokensOut: 5, costMicros: 1000 },
        model: null,
        warnings: [],
      }
    },
  }
  const { makers } = world
  const ask = createAsk({ makers: { default: provider }, templates: templateFolder(), world: askWorld })
  world.makers = async (options) => {
    const real = await makers({ ...(options.workflow !== undefined && { workflow: options.workflow }), maker: ['host'] })
    const { hosted: _hosted, ...ports } = real.ports
    return {
      ...real,
      judge,
      priced: [{ role: 'default', name: 'function', priced: true }],
      roles: judge ? ['judge'] : [],
      ports: { ...ports, clock: world.clock, ask },
    }
  }
  return Object.assign(world, { asked })
}

export interface FakePerson extends Person {
  shown: string[]
  questions: string[]
  left: () => number
}

/** Answers in order; `undefined` takes what is offered as the default text. Out of answers it leaves, as a closed terminal does. */
export function person(...answers: (string | boolean | undefined)[]): FakePerson {
  const shown: string[] = []
  const questions: string[] = []
  const next = (question: string) => {
    questions.push(question)
    if (answers.length === 0) throw new Error(`nobody answers: ${question}`)
    return answers.shift()
  }
  return {
    shown,
    questions,
    left: () => answers.length,
    confirm: async (question) => next(question) === true,
    text: async (question, { initial = '' } = {}) => String(next(question) ?? initial),
    choose: async (question, choices) => {
      const wanted = next(question)
      const found = choices.find(({ value }) => value === wanted)
      if (!found)
        throw new Error(`${question}: ${String(wanted)} is not offered; there are ${choices.map(({ value }) => value).join(', ')}`)
      return found.value
    },
    show: (text) => void shown.push(text),
  }
}

interface Verb<O> {
  input: { parse(value: unknown): unknown }
  run(input: never, world: World): Promise<O>
}

/** Runs a verb as a face would: what it is given goes through its schema. */
export async function run<O>({ default: verb }: { default: Verb<O> }, input: object, world: World): Promise<O> {
  return verb.run(verb.input.parse(input) as never, world)
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A rule that holds when the text contains a word. */
export const says = (id: string, word: string, more: Partial<Rule> = {}): Rule => ({
  id,
  description: `says ${word}`,
  severity: 'fail',
  weight: more.severity === 'warn' ? 1 : more.severity === 'info' ? 0 : 2,
  phase: id.startsWith('b.') ? 'B' : 'A',
  check: { kind: 'content.contains', text: word },
  ...more,
})

export const criteria = (rules: readonly Rule[], more: object = {}) => JSON.stringify({ max_iterations: 4, rules, ...more })

/** A maker that answers each step in its form; texts by iteration, issues about whatever failed. */
export function steady(texts: readonly string[] | ((iteration: number) => string)): Says {
  const text = (iteration: number) =>
    typeof texts === 'function' ? texts(iteration) : (texts[Math.min(iteration, texts.length) - 1] as string)
  return ({ role, task, prompt }) => {
    const iteration = Number(/\d+/.exec(task)?.[0])
    switch (role) {
      case 'plan':
        return { plan: ['Open.', 'Say what must be said.', 'Close.'] }
      case 'prepare':
        return {
          checks: [...prompt.matchAll(/^- ([ab]\.[a-z]+\.[a-z0-9-]+) \(/gm)].map(([, rule_id]) => ({
            rule_id,
            type: 'content',
            search: 'done',
            expected: 'present',
          })),
        }
      case 'critique':
        return {
          issues: [...prompt.matchAll(/^- ([ab]\.[a-z]+\.[a-z0-9-]+) \(/gm)]
            .slice(0, 5)
            .map(([, rule_id]) => ({
              rule_id,
              problem: 'It is missing.',
              fix_instruction: `Add what ${rule_id} wants.`,
              expected_effect: 'It holds.',
            })),
        }
      default:
        return text(iteration)
    }
  }
}

export interface Line {
  ts: string
  run_id: string
  iteration: number
  phase: 'A' | 'B'
  step: string
  event: string
  status: string
  payload: Record<string, unknown>
}

export interface LoopOptions {
  rules: readonly Rule[]
  makes: Says
  /** Beside rules and max_iterations in the criteria file. */
  more?: object
  input?: object
  judge?: boolean
  world?: WorldOptions
}

/** A loop named `greeting`, started from a criteria file and driven as far as it goes. */
export async function loop(at: Project, { rules, makes, more = {}, input = {}, judge = false, world: options = {} }: LoopOptions) {
  at.write('criteria.json', criteria(rules, more))
  const world = makerWorld(at, makes, { judge, ...options })
  const report = await withChecks(
    await run(
      await import('../../src/workflows/reflex/verbs/new.ts'),
      { task: 'Write a greeting', criteria: 'criteria.json', allowMakerChecks: true, ...input },
      world,
    ),
    world,
  )
  return { world, report, asked: world.asked, roles: world.asked.map(({ role }) => role) }
}

/** Goes on as long as a run waits only for somebody to look at checks that the maker wrote. */
export async function withChecks(report: RunReport, world: World): Promise<RunReport> {
  const answer = await import('../../src/operations/answer.ts')
  while (report.gate?.key === 'confirm-checks') report = await run(answer, { run: report.run, choice: 'confirm' }, world)
  return report
}

export const folder = (alias = 'greeting') => `${evolution}/${alias}`
export const history = (at: Project, alias = 'greeting') =>
  at
    .read(`${folder(alias)}/history.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
export const events = (at: Project, alias = 'greeting') => history(at, alias).map(({ event }) => event)

/** run.json as others read it. */
export interface RunFile {
  [field: string]: unknown
  run_id: string
  status: string
  iteration: number
  phase: string
  current_step: string
  last_score: number
  stagnation_count: number
  plan: string[]
  prepared_checks: unknown[] | null
  evaluation: {
    score: number
    passed: boolean
    failed: { id: string; severity: string; message: string }[]
    warnings: { id: string; severity: string; message: string }[]
    rule_results: { id: string; verdict: string; details: string }[]
    artifact_hash: string
  } | null
  critique: { issues: object[] } | null
  stop: { passed: boolean; reason: string; because?: string } & Record<string, unknown>
  criteria: { rules: Rule[]; phase: Record<'A' | 'B', { threshold: number; active_levels: string[] }>; name: string; version: number }
  updated_at: string
  created_at: string
}
export const runFile = (at: Project, alias = 'greeting') => at.json<RunFile>(`${folder(alias)}/run.json`)
