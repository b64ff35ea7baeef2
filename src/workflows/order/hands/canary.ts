// Whether the tests can still fail: a test is made to fail, and the run must say so. Code that ends the process, prints what a runner prints or
// bends the assertions stays green.
import { posix } from 'node:path'
import { syntax } from '../../../adapters/evaluator/syntax.ts'
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

/** Without one of these words, or a letter written as a number, no code ends its process, writes to its output or gets at the test tools. */
const reaches = /\b(?:process|console|global|globalThis|require|import|eval|Function|constructor|writeSync|sys|os)\b|\bthis\s*\[|\\u/
const mostFiles = 2
const mostChars = 1_000_000

export async function stillFails(project: Project, trees: Trees): Promise<Accepted['tampering']> {
  const { from, to } = trees
  const { test } = project.commands
  const suspects = reaching(project, from, to, reaches)
  if (test === null || suspects.length === 0) return []
  for (const { path, wrong } of await testsAbout(project, to, suspects)) {
    const green = async (text: string) =>
      (await passing(project, treeWith(project, to, { [path]: { text } }, trees.place), [test], trees))[0]
    // A file that the command does not run cannot fail it, whatever stands in it.
    for (const text of wrong)
      if ((await green(text)) === true && (await green('made to fail (\n')) === false)
        return [{ path: suspects[0]?.path ?? path, message: `\`${test}\` passes even when a test of ${path} is made to fail` }]
  }
  return []
}

/** Changed source files that hold one of some words: what a file had before serves a new line too. */
export function reaching({ top }: Project, from: string, to: string, words: RegExp): ChangedFile[] {
  const changed = changedFiles(top, from, to).filter(({ path }) => partOf(path) === 'source')
  const texts = treeTexts(top, to, (path) => changed.some((one) => one.path === path), mostChars)
  return changed.filter(({ path }) => words.test(texts[path] ?? ''))
}

interface Spoilt {
  path: string
  text: string
  /** The file with a test that must fail, in one way or two. */
  wrong: string[]
}

/** Those that name a suspect, or what leans on it; any, where none does. */
async function testsAbout({ top }: Project, tree: string, suspects: readonly ChangedFile[]): Promise<Spoilt[]> {
  const texts = treeTexts(top, tree, (path) => ['test', 'source'].includes(partOf(path)) && languageOf(path) !== null, mostChars)
  const isTest = ([path]: [string, string]) => partOf(path) === 'test'
  const parse = await syntax.load(new Set(Object.keys(texts).flatMap((path) => grammarOf(path) ?? [])))
  const tests = Object.entries(texts)
    .filter(isTest)
    .map(([path, text]) => ({ path, text, wrong: spoil(path, text, parse) }))
    .filter(({ wrong }) => wrong.length > 0)
  let names = suspects.map(({ path }) => posix.parse(path).name)
  for (let depth = 0; depth < 3; depth++) {
    const about = ([, text]: [string, string]) => names.some((name) => text.includes(name))
    const related = tests.filter(({ path, text }) => about([path, text]))
    if (related.length > 0) return related.slice(0, mostFiles)
    names = Object.entries(texts)
      .filter(about)
      .map(([path]) => posix.parse(path).name)
  }
  return tests.slice(0, mostFiles)
}

/** The last value that a test expects to the letter is made another; where the last test has none, it also throws. */
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
  const failing = `{ try { ${open ? inner : `return ${inner}`}\n} finally { throw new Error('made to fail') } }`
  return [text.slice(0, body.from) + failing + text.slice(body.to)]
}
