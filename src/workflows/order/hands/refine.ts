// Turns a maker's result into a tree: files from its reply, the sanitizer's helpful corrections, and the remaining compiler errors.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, posix, relative } from 'node:path'
import { syntax } from '../../../adapters/evaluator/syntax.ts'
import { below } from '../../../adapters/disk.ts'
import { stateOf } from '../../../adapters/providers/command.ts'
import { type TreeCopy, copyTree } from '../../../adapters/measure/copy.ts'
import { changedFiles, git, treeTexts, writeTree } from '../../../adapters/measure/git.ts'
import { type Project, readProject, requireTrust } from '../../../adapters/measure/project.ts'
import type { TaskContext } from '../../../kernel/ports.ts'
import { fencedFiles } from '../../../lib/fenced-files.ts'
import type { World } from '../../../operations/world.ts'
import { type CompileError, notRun, readCompile } from '../../../rules/measure/read-output.ts'
import { grammarOf } from '../../../rules/reading/syntax.ts'
import { corrections } from '../corrections.ts'
import type { Correction, Given, Refined } from '../state.ts'
import { applyFixers } from './fixers.ts'
import { placeOf } from './place.ts'
import { violationsSince } from './watch.ts'

export async function refine(
  world: Pick<World, 'env'>,
  { run, repo, base, allowed, cycle, reply, sanitizer, watched, maker = '' }: Omit<Given, 'task' | 'tree' | 'commit' | 'branch' | 'at'>,
  context: Pick<TaskContext, 'signal' | 'say' | 'object'>,
): Promise<Refined> {
  const project = readProject(repo, world.env)
  requireTrust(project, world.env, allowed) // again: the scripts may have changed since
  const place = placeOf(world.env, repo, run)
  const work = join(place, 'work')
  const [program = ''] = maker.replace(/^command:/, '').split(':')
  const outside = violationsSince(world.env, project, place, watched, undefined, stateOf(program, world.env))
  const refused = writeFences(join(work, project.prefix), await context.object(reply))
  let tree = writeTree(project.gitDir, work, base, join(place, 'index'))
  const changed = changedFiles(project.top, base, tree)
  const violations = [...outside, ...strange(project, tree, changed)]
  const nothing = { cycle, tree, changed, violations, initial: refused, corrections: [], errors: refused }
  if (changed.length === 0 || refused.length > 0) return nothing
  context.say(`compile: ${project.commands.compile ?? 'node --check'}`)
  const paths = changed.filter(({ status, mode }) => status !== 'D' && mode.startsWith('100')).map(({ path }) => path)
  const copy = await copyTree(project, tree, join(place, 'check'), context.signal)
  try {
    const known = { value: null as string[] | null }
    const compile = async () => {
      const found = await compiled(project, copy, paths, context.signal)
      if (found.length === 0) return found
      known.value ??= (await errorsOf(project, base, place, paths, context.signal)).map(keyOf)
      return without(found, known.value)
    }
    const initial = await compile()
    const { errors, tried } = sanitizer ? await sanitize(copy, initial, compile) : { errors: initial, tried: [] }
    const fixing = { project, copy, base, changed, compile: async () => (await compile()).length, signal: context.signal }
    if (sanitizer) tried.push(...(await applyFixers(fixing)))
    if (tried.some(({ kept }) => kept)) tree = writeTree(project.gitDir, copy.top, base, join(place, 'index'))
    return { cycle, tree, changed: changedFiles(project.top, base, tree), violations, initial, corrections: tried, errors }
  } finally {
    copy.remove()
  }
}

/** A reply with unusable files goes back with the error. */
function writeFences(folder: string, reply: string): CompileError[] {
  const { files, problems } = fencedFiles(reply)
  if (problems.length > 0) return problems.map((message) => ({ code: 'REPLY', message, file: 'reply', line: 1, column: 1 }))
  for (const { path, text } of files) {
    const full = below(folder, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
  }
  return []
}

/** Entries that aren't regular files: nested repositories, links out of the tree, git's own settings. */
function strange({ top }: Project, tree: string, changed: ReturnType<typeof changedFiles>): string[] {
  return changed.flatMap(({ path, mode, status }) => {
    if (status === 'D') return []
    if (mode === '160000') return [`${path} is a repository of its own`]
    if (/(?:^|\/)\.git(?:modules|attributes)$/.test(path)) return [`${path} tells git how to treat files`]
    if (mode !== '120000') return []
    const target = git(top, ['cat-file', 'blob', `${tree}:${path}`])
    const lands = posix.normalize(posix.join(posix.dirname(path), target))
    return isAbsolute(target) || lands.startsWith('..') || /(?:^|\/)\.git(?:\/|$)/.test(lands)
      ? [`${path} links out of the repository, to ${target}`]
      : []
  })
}

async function compiled({ commands, limits }: Project, copy: TreeCopy, paths: readonly string[], signal: AbortSignal) {
  const options = { limitMs: limits.build * 1000, signal }
  if (commands.compile !== null) {
    const ended = await copy.run(commands.compile, options)
    const errors = readCompile(ended).map((error) => ({ ...error, file: posix.normalize(error.file) }))
    if (errors.length > 0 || ended.exitCode === 0) return errors
    const said = `${ended.stdout}\n${ended.stderr}`.trim().slice(-500)
    return [{ code: 'COMPILE', message: notRun('compiler', ended) ?? said, file: '', line: 1, column: 1 }]
  }
  const scripts = paths.filter((path) => /\.[cm]?js$/.test(path))
  const found: CompileError[] = []
  for (const path of scripts) {
    const ended = await copy.run(`node --check '${join(copy.top, path).replaceAll("'", `'\\''`)}'`, options)
    if (ended.exitCode !== 0) found.push(...readCompile(ended).map((error) => ({ ...error, file: path })))
  }
  return found
}

/** Earlier compiler errors aren't the maker's fault. */
async function errorsOf(project: Project, base: string, place: string, paths: readonly string[], signal: AbortSignal) {
  const copy = await copyTree(project, base, join(place, 'base'), signal)
  try {
    return await compiled(project, copy, Object.keys(treeTexts(project.top, base, (path) => paths.includes(path), 4_000_000)), signal)
  } finally {
    copy.remove()
  }
}

const keyOf = ({ file, code, message }: CompileError) => `${file} ${code} ${message}`

function without(errors: readonly CompileError[], known: readonly string[]): CompileError[] {
  const left = [...known]
  return errors.filter((error) => {
    const at = left.indexOf(keyOf(error))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** A correction stays only if it lowers the number of errors; else the file is restored byte for byte. */
async function sanitize(
  copy: TreeCopy,
  initial: CompileError[],
  compile: () => Promise<CompileError[]>,
): Promise<{ errors: CompileError[]; tried: Correction[] }> {
  let errors = initial
  const tried: Correction[] = []
  const sources = () =>
    git(copy.top, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mts', '*.cts'], {
      ok: [0, 128],
    })
  for (const { name, codes, correct } of corrections)
    for (const file of new Set(errors.filter(({ code }) => codes.includes(code)).map((error) => error.file))) {
      const full = below(copy.cwd, file)
      const before = readFileSync(full)
      const grammar = grammarOf(file)
      const parse = await syntax.load(grammar ? [grammar] : [])
      const text = before.toString('utf8')
      const mended = correct({
        text,
        errors: errors.filter((error) => error.file === file && codes.includes(error.code)),
        file,
        source: grammar ? parse(text, grammar) : null,
        exporters: (wanted) => exporters(copy, sources().split('\0').filter(Boolean), wanted),
      })
      if (mended === null || mended === text) continue
      writeFileSync(full, mended)
      const now = await compile()
      const kept = now.length < errors.length
      tried.push({ name, file, before: errors.length, after: now.length, kept })
      if (kept) errors = now
      else writeFileSync(full, before)
    }
  return { errors, tried }
}

/** Project files that export a name. */
function exporters(copy: TreeCopy, paths: readonly string[], name: string): string[] {
  const pattern = new RegExp(
    `^export\\s+(?:declare\\s+)?(?:abstract\\s+)?(?:async\\s+)?(?:const|let|var|function\\*?|class|interface|type|enum)\\s+${name}\\b`,
    'm',
  )
  return paths
    .filter((path) => pattern.test(readFileSync(join(copy.top, path), 'utf8')))
    .map((path) => relative(copy.cwd, join(copy.top, path)))
}
