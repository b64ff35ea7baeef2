// whet init --from: turns the specs of a spec-kit, OpenSpec or Kiro folder into `done:` rules in whetstone.yaml and installs the Stop hook.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { configName } from '../adapters/config.ts'
import { guard, makeFolder } from '../adapters/disk.ts'
import { packageRoot } from '../adapters/package.ts'
import { criteriaOf, slug, type Criterion } from '../rules/spec-criteria.ts'
import { Fault } from '../schema/fault.ts'

export interface FromSpecs {
  written: string[]
  text: string
  specs: { file: string; format: Format; criteria: number }[]
}

type Format = 'spec-kit' | 'OpenSpec' | 'Kiro'

const rulesName = 'spec.rules.yaml'
const layouts: readonly (readonly [Format, RegExp])[] = [
  ['Kiro', /(?:^|\/)\.kiro\/specs\/[^/]+\/requirements\.md$/],
  ['OpenSpec', /(?:^|\/)openspec\/(?:specs|changes\/(?!archive\/)[^/]+\/specs)\/.+\/spec\.md$/],
  ['spec-kit', /(?:^|\/)specs\/\d{3,}-[^/]+\/spec\.md$/],
]

/** Writes all files or none. */
export async function initFrom(folder: string, cwd: string, { print = false, force = false }): Promise<FromSpecs> {
  const specs = findSpecs(folder, cwd)
  const files = filesToJudge(specs, cwd)
  const text = await rulesText(specs, files)
  const told = specs.map(({ file, format, criteria }) => ({ file, format, criteria: criteria.length }))
  if (print) return { written: [], text, specs: told }
  const hook = ['done.mjs', 'input.mjs'].map((name) => [`.claude/hooks/whet-${name}`, hookText(name)] as const)
  const all = new Map<string, string>([
    [rulesName, text],
    [configName, configWith(cwd, files)],
    ...hook,
    ['.claude/settings.json', settingsWith(cwd)],
  ])
  const taken = [rulesName].filter((name) => existsSync(join(cwd, name)))
  if (taken.length > 0 && !force)
    throw new Fault('conflict', `${taken.join(', ')} already exists`, { fix: 'Edit it, or replace it with --force.' })
  for (const [name, content] of all) {
    makeFolder(dirname(join(cwd, name)))
    guard(name, () => writeFileSync(join(cwd, name), content))
  }
  return { written: [...all.keys()], text, specs: told }
}

interface Spec {
  file: string
  format: Format
  criteria: Criterion[]
}

function findSpecs(folder: string, cwd: string): Spec[] {
  const from = resolve(cwd, folder)
  const inside = relative(cwd, from)
  if (inside.startsWith('..') || isAbsolute(inside))
    throw new Fault('usage', `${folder} is outside this folder`, { fix: 'Run it where whetstone.yaml belongs: at the top of the project.' })
  if (!existsSync(from))
    throw new Fault('not_found', `there is no ${folder}`, { fix: 'Name the folder of the specs, or . for the whole project.' })
  const specs = walk(from, 8).flatMap((path): Spec[] => {
    const file = relative(cwd, path).split(sep).join('/')
    const format = layouts.find(([, pattern]) => pattern.test(file))?.[0]
    return format === undefined ? [] : [{ file, format, criteria: criteriaOf(readFileSync(path, 'utf8')) }]
  })
  if (specs.every(({ criteria }) => criteria.length === 0))
    throw new Fault('not_found', `${folder} has no spec with acceptance criteria`, {
      fix: 'Supported: specs/001-name/spec.md (spec-kit), openspec/specs/name/spec.md and openspec/changes/ (OpenSpec), .kiro/specs/name/requirements.md (Kiro).',
    })
  return specs.filter(({ criteria }) => criteria.length > 0)
}

function walk(folder: string, depth: number): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return depth > 0 && !/^(?:node_modules|\.git|dist)$/.test(entry.name) ? walk(path, depth - 1) : []
      return entry.isFile() && /^(?:spec|requirements)\.md$/.test(entry.name) ? [path] : []
    })
}

/** The specs and the documents derived from them: tasks, plan, design. */
function filesToJudge(specs: readonly Spec[], cwd: string): string[] {
  // OpenSpec keeps a change's tasks two folders above its specs.
  const homes = new Set(specs.map(({ file }) => /^(.*\/changes\/[^/]+)\//.exec(file)?.[1] ?? dirname(file)))
  const beside = [...homes].flatMap((home) => ['tasks.md', 'plan.md', 'design.md'].map((name) => `${home}/${name}`))
  return [...new Set([...specs.map(({ file }) => file), ...beside.filter((file) => existsSync(join(cwd, file)))])].slice(0, 200)
}

async function rulesText(specs: readonly Spec[], files: readonly string[]): Promise<string> {
  const { stringify } = await import('yaml')
  const several = specs.length > 1
  const derived = files.some((file) => /(?:plan|design|tasks)\.md$/.test(file))
  const decided = [
    {
      id: 'nothing-left-open',
      description: 'The specs leave no question open.',
      severity: 'fail',
      check: { kind: 'content.regex', pattern: String.raw`\[NEEDS CLARIFICATION`, absent: true },
    },
    {
      id: 'tasks-are-done',
      description: 'Every numbered task is ticked; optional ones may stay open.',
      severity: 'fail',
      check: { kind: 'content.regex', pattern: String.raw`^\s*[-*] \[ \] +T?\d`, absent: true },
    },
    ...(derived && !several
      ? [
          {
            id: 'plans-keep-to-the-spec',
            description: 'Plan, design and tasks reverse nothing in the spec and keep its numbers and roles.',
            severity: 'warn',
            check: { kind: 'text.faithful', against: specs[0]!.file, report: ['turned', 'changed'] },
          },
        ]
      : []),
  ]
  const criteria = specs.flatMap(({ file, criteria: own }) =>
    own.map(({ id, text, line }) => ({
      id: several ? `${slug(nameOf(file))}.${id}`.slice(0, 200) : id,
      description: `${file}:${line}; code can't decide it`,
      severity: 'warn',
      check: text,
    })),
  )
  return [
    `# Made by \`whet init --from\`; yours to edit. To make it again: --force.`,
    '# What code decides:',
    stringify({ rules: decided }, { lineWidth: 0 }).trimEnd(),
    '  # Acceptance criteria. A judge or a run decides a sentence; until then `whet check` reports it as unknown and blocks nothing.',
    '  # If a test decides one, make it a rule of severity fail with a check of kind command.',
    stringify(criteria, { lineWidth: 0 })
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n'),
    '',
  ].join('\n')
}

/** ".kiro/specs/cart/requirements.md" → "cart". */
function nameOf(file: string): string {
  return dirname(file).split('/').at(-1)!
}

function configWith(cwd: string, files: readonly string[]): string {
  const path = join(cwd, configName)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (new RegExp(`^done:\\s*\\n\\s+rules: ${rulesName}$`, 'm').test(before)) return before
  if (/^done:/m.test(before))
    throw new Fault('conflict', `${configName} already says what done means`, {
      fix: `Remove its done: section, or point it to ${rulesName} yourself (--print shows it).`,
    })
  const done = ['done:', `  rules: ${rulesName}`, '  files:', ...files.map((file) => `    - ${JSON.stringify(file)}`)].join('\n')
  return `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${done}\n`
}

function hookText(name: string): string {
  return readFileSync(join(packageRoot, 'plugin', 'hooks', name), 'utf8').replace("'./input.mjs'", "'./whet-input.mjs'")
}

interface Settings {
  hooks?: { Stop?: unknown[] }
}

function settingsWith(cwd: string): string {
  const path = join(cwd, '.claude', 'settings.json')
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
  if (before.includes('whet-done.mjs')) return before
  let settings: Settings
  try {
    settings = JSON.parse(before) as Settings
  } catch (cause) {
    throw new Fault('invalid', ".claude/settings.json isn't JSON", { fix: 'Fix it first; nothing was written.', cause })
  }
  const command = 'node "$CLAUDE_PROJECT_DIR/.claude/hooks/whet-done.mjs"'
  const stop = [...(settings.hooks?.Stop ?? []), { hooks: [{ type: 'command', command, timeout: 120 }] }]
  return `${JSON.stringify({ ...settings, hooks: { ...settings.hooks, Stop: stop } }, null, 2)}\n`
}
