// Runs the tests again so that the code can't tell it is being tested: code that is green only when it sees the test run was made for the test run.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TreeCopy } from '../../../adapters/measure/copy.ts'
import { type ChangedFile, changedFiles, git, patchOf, treeTexts } from '../../../adapters/measure/git.ts'
import { testTree } from '../../../adapters/measure/measure.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { mostChars } from '../../../rules/checks/tamper-guard.ts'
import { addedLines } from '../../../rules/measure/marks.ts'
import type { TestCounts } from '../../../rules/measure/read-output.ts'
import { partOf } from '../../../rules/tamper/files.ts'
import type { Accepted } from '../state.ts'
import type { Trees } from './originals.ts'

/** New code without one of these words can't learn who started or called it, unless the file already has a name for that. */
const looks = /\b(?:process|global|globalThis|require|import|eval|Function|constructor|Error|catch|stack)\b|\bthis\s*\[/
const hasName = /\b(?:process|global|globalThis)\b|\\u/

export async function greenUnwatched(
  project: Project,
  { from, to, place, signal }: Trees,
  { before, after }: { before: TestCounts; after: TestCounts },
): Promise<Accepted['tampering']> {
  const [suspect] = looking(project, from, to)
  if (!suspect) return []
  const run = (tree: string) => testTree(project, tree, join(place, 'before'), signal, (copy) => unwatched(project, copy, tree))
  const { counts: seen } = await run(to)
  if (seen === null || seen.passed >= after.passed) return []
  // If tests or the runner need what is hidden, they fail without the change too, and this proves nothing.
  const { counts: known } = await run(from)
  if (known?.passed !== before.passed) return []
  const fewer = `${seen.passed} of ${after.passed} tests pass`
  return [{ path: suspect.path, message: `only ${fewer} if the code can't see that tests run it, so it answers them differently` }]
}

function looking({ top }: Project, from: string, to: string): ChangedFile[] {
  const changed = changedFiles(top, from, to).filter(({ path }) => partOf(path) === 'source')
  const added = new Set(addedLines(patchOf(top, from, to)).flatMap(({ file, text }) => (looks.test(text) ? [file] : [])))
  const texts = treeTexts(top, to, (path) => changed.some((one) => one.path === path), mostChars)
  return changed.filter(({ path }) => added.has(path) || hasName.test(texts[path] ?? ''))
}

/** Settings by which Node preloads the module below in every process of the run. */
function unwatched({ top, package: pack }: Project, copy: TreeCopy, tree: string): Record<string, string> {
  const path = join(copy.place, 'home', 'unwatched.mjs')
  const tests = git(top, ['ls-tree', '-r', '-z', '--name-only', tree])
    .split('\0')
    .filter((name) => partOf(name) === 'test')
  const named = Object.values(pack?.scripts ?? {}).flatMap((line) => [...line.matchAll(/\b(\w+)=/g)].map(([, name]) => name))
  writeFileSync(path, `(${hide.toString()})(${JSON.stringify({ top: `${copy.top}/`, tests, named })})\n`)
  return { NODE_OPTIONS: `--import=${pathToFileURL(path).href}` }
}

/**
 * Runs in the tested process. The project's own files don't see the environment names set by npm and the runner, their arguments,
 * or who called; the runner and its packages do. A program of the project started by a test is left alone.
 */
function hide({ top, tests, named }: { top: string; tests: string[]; named: string[] }): void {
  const { argv, execArgv, env } = process
  const main = argv[1] ?? ''
  if (main.startsWith(top) && !main.includes('/node_modules/') && !tests.includes(main.slice(top.length))) return
  const usual = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TERM', 'USER', 'SHELL', 'CI', 'NO_COLOR', 'FORCE_COLOR', 'PORT', ...named]
  const hidden = new Set(Object.keys(env).filter((name) => !usual.includes(name)))
  const path = env['PATH']
    ?.split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
  const asksProject = () => {
    const { stackTraceLimit: limit, prepareStackTrace: prepare } = Error
    const held: { stack?: unknown } = {}
    Error.stackTraceLimit = 8
    Error.prepareStackTrace = (_error, frames) => frames.slice(2).map((frame) => frame.getFileName())
    Error.captureStackTrace(held)
    const files = held.stack as (string | null)[]
    Error.stackTraceLimit = limit
    if (prepare) Error.prepareStackTrace = prepare
    else Reflect.deleteProperty(Error, 'prepareStackTrace')
    const asking = files.find(Boolean)?.replace('file://', '') ?? ''
    return asking.startsWith(top) && !asking.includes('/node_modules/')
  }
  const shown = new Proxy(env, {
    get: (all, name) =>
      asksProject() ? (name === 'PATH' ? path : hidden.has(String(name)) ? undefined : all[String(name)]) : all[String(name)],
    has: (all, name) => !(hidden.has(String(name)) && asksProject()) && Reflect.has(all, name),
    ownKeys: (all) => (asksProject() ? Reflect.ownKeys(all).filter((name) => !hidden.has(String(name))) : Reflect.ownKeys(all)),
    set: (all, name, value) => (hidden.delete(String(name)), Reflect.set(all, name, value)),
  })
  const plain = (name: string, usually: unknown, seen: unknown) =>
    Object.defineProperty(process, name, { get: () => (asksProject() ? seen : usually), configurable: true, enumerable: true })
  Object.defineProperty(process, 'env', { value: shown, configurable: true, enumerable: true, writable: true })
  plain('argv', argv, [argv[0], `${top}index.js`])
  plain('execArgv', execArgv, [])
  Error.stackTraceLimit = 1
}
