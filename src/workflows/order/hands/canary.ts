// Can the tests still fail? Makes one fail and expects the run to say so. Code that ends the process, prints what a runner prints or
// patches assertions stays green.
import { join, posix } from 'node:path'
import { syntax } from '../../../adapters/evaluator/syntax.ts'
import { copyTree } from '../../../adapters/measure/copy.ts'
import { type ChangedFile, changedFiles, treeTexts, treeWith } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { type Parse, at, grammarOf, walk } from '../../../rules/reading/syntax.ts'
import { isFunction } from '../../../rules/tamper/calls.ts'
import { type Case, readTests } from '../../../rules/tamper/cases.ts'
import { guardsOf } from '../../../rules/tamper/guards.ts'
import { readAssertions } from '../../../rules/tamper/matchers.ts'
import { languageOf, partOf } from '../../../rules/tamper/files.ts'
import type { Accepted } from '../state.ts'
import { type Trees, passing } from './originals.ts'

/** Each takes a test run. */
const most = 2
const mostChars = 1_000_000
const failure = 'made to fail'

export async function stillFails(project: Project, trees: Trees): Promise<Accepted['tampering']> {
  const { from, to } = trees
  const { test } = project.commands
  const suspects = changedFiles(project.top, from, to).filter(({ path }) => partOf(path) === 'source')
  if (test === null || suspects.length === 0) return []
  for (const { path, wrong } of (await testsAbout(project, to, suspects)).slice(0, most)) {
    const [green] = await passing(project, treeWith(project, to, { [path]: { text: wrong } }, trees.place), [test], trees)
    if (green === true && (await isRun(project, path, trees)))
      return [{ path: suspects[0]?.path ?? path, message: `\`${test}\` passes even when a test of ${path} is made to fail` }]
  }
  return []
}

/** A file that the command didn't run before the change can't fail it, whatever it contains. */
async function isRun(project: Project, path: string, { from, place, signal }: Trees): Promise<boolean> {
  const text = languageOf(path) === 'py' ? `raise Exception('${failure}')\n` : `throw new Error('${failure}')\n`
  const copy = await copyTree(project, treeWith(project, from, { [path]: { text } }, place), join(place, 'before'), signal)
  try {
    const { stdout, stderr } = await copy.run(project.commands.test ?? '', { limitMs: project.limits.test * 1000, signal })
    return `${stdout}${stderr}`.includes(failure)
  } finally {
    copy.remove()
  }
}

interface Spoilt {
  path: string
  text: string
  /** With a test that must fail. */
  wrong: string
}

async function testsAbout({ top }: Project, tree: string, suspects: readonly ChangedFile[]): Promise<readonly Spoilt[]> {
  const languages = new Set(suspects.map(({ path }) => languageOf(path)))
  const isRead = (path: string) => ['test', 'source'].includes(partOf(path)) && grammarOf(path) !== null && languages.has(languageOf(path))
  const texts = treeTexts(top, tree, isRead, mostChars)
  const isTest = ([path]: [string, string]) => partOf(path) === 'test'
  const parse = await syntax.load(new Set(Object.keys(texts).flatMap((path) => grammarOf(path) ?? [])))
  const tests = Object.entries(texts)
    .filter(isTest)
    .flatMap(([path, text]) => spoil(path, text, parse).map((wrong) => ({ path, text, wrong })))
  return about(tests, texts, suspects)
}

/** Tests that name a suspect or something that depends on it; all, if none does. */
function about<T extends { path: string; text: string }>(
  tests: readonly T[],
  texts: Readonly<Record<string, string>>,
  suspects: readonly { path: string }[],
): readonly T[] {
  let names = suspects.map(({ path }) => posix.parse(path).name)
  for (let depth = 0; depth < 3; depth++) {
    const isAbout = (text: string) => names.some((name) => text.includes(name))
    const related = tests.filter(({ text }) => isAbout(text))
    if (related.length > 0) return related
    names = Object.entries(texts).flatMap(([path, text]) => (isAbout(text) ? [posix.parse(path).name] : []))
  }
  return tests
}

/** Changes the last literal value that a test expects; if the last test has none, makes it throw as well. */
function spoil(path: string, text: string, parse: Parse): string[] {
  const [grammar, language] = [grammarOf(path), languageOf(path)]
  if (!grammar || !language) return []
  const cases = readTests(path, parse(text, grammar), language).cases.filter(({ modifiers }) => modifiers.length === 0)
  const other = cases
    .toReversed()
    .map((one) => ({ one, wrong: otherValue(one, text) }))
    .find(({ wrong }) => wrong !== null)
  const last = cases.at(-1)
  return [...(other?.wrong ? [other.wrong] : []), ...(last && last !== other?.one && language === 'js' ? throwing(last, text) : [])]
}

function otherValue({ body, language }: Case, text: string): string | null {
  const exact = readAssertions(body, language).filter(({ node, strength, matcher }) => {
    const { void: isVoid, conditions } = guardsOf(node, body)
    return strength === 4 && !/^not /.test(matcher) && !isVoid && conditions.size === 0
  })
  const value = exact
    .flatMap(({ expected }) => expected)
    .findLast(({ kind, text: written }) => (kind === 'number' ? /^\d+(?:\.\d+)?$/.test(written) : kind === 'string'))
  if (!value) return null
  const quote = /^[A-Za-z]*(?:"""|'''|["'`])/.exec(text.slice(value.from, value.to))?.[0].length ?? 0
  return `${text.slice(0, value.from + quote)}7919${text.slice(value.from + quote)}`
}

function throwing({ node }: Case, text: string): string[] {
  const body = at(walk(node).find(isFunction) ?? node, 'body')
  if (!body) return []
  const [open, close] = body.type === 'statement_block' ? [1, -1] : [0, 0]
  const inner = text.slice(body.from + open, body.to + close)
  const failing = `{ try { ${open ? inner : `return ${inner}`}\n} finally { throw new Error('${failure}') } }`
  return [text.slice(0, body.from) + failing + text.slice(body.to)]
}
