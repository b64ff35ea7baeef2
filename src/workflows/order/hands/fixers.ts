// Runs the project's own formatters and linters on what the maker changed. A fix is kept only if fewer problems remain and no file compiles worse.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TreeCopy } from '../../../adapters/measure/copy.ts'
import { type ChangedFile, treeTexts } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { readLint } from '../../../rules/measure/read-output.ts'
import { partOf } from '../../../rules/tamper/files.ts'
import { judges } from '../originals.ts'
import type { Correction } from '../state.ts'

interface Fixer {
  check: string
  fix: string
  files: RegExp
  /** A tool outside node_modules is recognised by its settings. */
  settings?: readonly string[]
}

const code = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
const python = { files: /\.pyi?$/, settings: ['ruff.toml', '.ruff.toml'] }

/** Linters before formatters, which decide on layout. */
const fixers: readonly Fixer[] = [
  { check: 'eslint', fix: 'eslint --fix', files: code },
  { check: 'standard', fix: 'standard --fix', files: code },
  { check: 'xo', fix: 'xo --fix', files: code },
  { check: 'oxlint', fix: 'oxlint --fix', files: code },
  { check: 'ruff check', fix: 'ruff check --fix', ...python },
  { check: 'biome check', fix: 'biome check --write', files: /\.(?:[cm]?[jt]sx?|jsonc?|css)$/ },
  { check: 'prettier --check', fix: 'prettier --write', files: /\.(?:[cm]?[jt]sx?|vue|jsonc?|css|scss|md|ya?ml|html)$/ },
  { check: 'ruff format --check', fix: 'ruff format', ...python },
]

export interface Fixing {
  project: Project
  copy: TreeCopy
  base: string
  changed: readonly ChangedFile[]
  /** Current compiler errors. */
  compile(): Promise<number>
  signal: AbortSignal
}

export async function applyFixers({ project, copy, base, changed, compile, signal }: Fixing): Promise<Correction[]> {
  // Tool settings are the project's decision: nothing is fixed by settings that the maker changed.
  if (changed.some(({ path }) => partOf(path) !== 'test' && judges(path))) return []
  const kept = changed.filter(({ status, mode }) => status !== 'D' && mode.startsWith('100')).map(({ path }) => path)
  const old = treeTexts(project.top, base, (path) => kept.includes(path), mostChars)
  const tried: Correction[] = []
  for (const { check, fix, files, settings } of fixers) {
    const program = programOf(project, copy, check, settings)
    const mine = kept.filter((path) => files.test(path) && `${path}/`.startsWith(project.prefix))
    if (program === null || mine.length === 0) continue
    const run = (line: string, paths: readonly string[]) => {
      const words = [program, ...line.split(' ').slice(1), ...paths.map((path) => quoted(join(copy.top, path)))]
      return copy.run(words.join(' '), { limitMs: project.limits.lint * 1000, signal })
    }
    const problems = async (paths: readonly string[]) => {
      const { errors, warnings } = readLint(await run(check, paths))
      return errors.is === 'measured' && warnings.is === 'measured' ? errors.value + warnings.value : null
    }
    const now = read(copy, mine)
    const before = await problems(mine)
    if (!before) continue
    // A file that wasn't clean before the order would change in unrelated places.
    write(copy, old)
    const known = mine.filter((path) => Object.hasOwn(old, path))
    const clean = known.length === 0 || (await problems(known)) === 0
    write(copy, now)
    const fixed = clean ? mine : mine.filter((path) => !known.includes(path))
    if (fixed.length === 0) continue
    const compiled = await compile()
    await run(fix, fixed)
    const after = await problems(mine)
    const better = after !== null && after < before && (await compile()) <= compiled
    if (!better) write(copy, now)
    tried.push({ name: fix, file: fixed.join(', '), before, after: after ?? before, kept: better })
  }
  return tried
}

const mostChars = 4_000_000

/** Null if the project doesn't use it. */
function programOf({ package: pack, folder }: Project, copy: TreeCopy, check: string, settings: readonly string[] = []): string | null {
  const [tool = ''] = check.split(' ')
  if (settings.length > 0) return settings.some((name) => existsSync(join(folder, name))) ? tool : null
  const named = [...(pack?.depends ?? []), ...Object.values(pack?.scripts ?? {})].some((words) => words.split(/[\s/]/).includes(tool))
  const path = [copy.cwd, copy.top].map((at) => join(at, 'node_modules', '.bin', tool)).find((each) => existsSync(each))
  return named && path !== undefined ? quoted(path) : null
}

type Texts = Readonly<Record<string, string | Buffer>>

const read = (copy: TreeCopy, paths: readonly string[]): Texts =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(copy.top, path))]))

function write(copy: TreeCopy, texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(copy.top, path), text)
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
