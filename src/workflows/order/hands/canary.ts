// Whether the tests can still fail: the last test of a file is made to fail, and the run must say so. Code that ends the process, or prints what a runner prints, stays green.
import { posix } from 'node:path'
import { syntax } from '../../../adapters/evaluator/syntax.ts'
import { type ChangedFile, changedFiles, patchOf, treeTexts, treeWith } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { addedLines } from '../../../rules/measure/marks.ts'
import { at, grammarOf, walk } from '../../../rules/reading/syntax.ts'
import { isFunction } from '../../../rules/tamper/calls.ts'
import { readTests } from '../../../rules/tamper/cases.ts'
import { languageOf, partOf } from '../../../rules/tamper/files.ts'
import type { Accepted } from '../state.ts'
import { type Trees, passing } from './originals.ts'

/** Without one of these words no code ends its process or writes to its output. */
const reaches = /\b(?:process|console|global|globalThis|require|import|eval|Function|constructor|writeSync)\b|\bthis\s*\[/
const mostFiles = 3
const mostChars = 1_000_000

export async function stillFails(project: Project, trees: Trees): Promise<Accepted['tampering']> {
  const { from, to } = trees
  const { test } = project.commands
  const suspects = reaching(project, from, to, reaches)
  if (test === null || suspects.length === 0) return []
  const names = suspects.map(({ path }) => posix.parse(path).name)
  const tests = await failingTests(project, to)
  const related = tests.filter(({ text }) => names.some((name) => text.includes(name))).slice(0, mostFiles)
  for (const { path, failing } of related) {
    const green = async (text: string) =>
      (await passing(project, treeWith(project, to, { [path]: { text } }, trees.place), [test], trees))[0]
    // A file that the command does not run cannot fail it, whatever stands in it.
    if ((await green(failing)) === true && (await green("throw new Error('made to fail')\n")) === false)
      return [{ path: suspects[0]?.path ?? path, message: `\`${test}\` passes even when the last test of ${path} is made to fail` }]
  }
  return []
}

/** Source files to which the change adds one of some words. */
export function reaching({ top }: Project, from: string, to: string, words: RegExp): ChangedFile[] {
  const added = new Set(addedLines(patchOf(top, from, to)).flatMap(({ file, text }) => (words.test(text) ? [file] : [])))
  return changedFiles(top, from, to).filter(({ path }) => added.has(path) && partOf(path) === 'source')
}

async function failingTests({ top }: Project, tree: string): Promise<{ path: string; text: string; failing: string }[]> {
  const texts = Object.entries(treeTexts(top, tree, (path) => partOf(path) === 'test' && languageOf(path) === 'js', mostChars))
  const parse = await syntax.load(new Set(texts.flatMap(([path]) => grammarOf(path) ?? [])))
  return texts.flatMap(([path, text]) => {
    const grammar = grammarOf(path)
    const last = grammar && readTests(path, parse(text, grammar), 'js').cases.findLast(({ modifiers }) => modifiers.length === 0)
    const body = last && at(walk(last.node).find(isFunction) ?? last.node, 'body')
    if (!body) return []
    const [open, close] = body.type === 'statement_block' ? [1, -1] : [0, 0]
    const inner = text.slice(body.from + open, body.to + close)
    const failing = `{ try { ${open ? inner : `return ${inner}`}\n} finally { throw new Error('made to fail') } }`
    return [{ path, text, failing: text.slice(0, body.from) + failing + text.slice(body.to) }]
  })
}
