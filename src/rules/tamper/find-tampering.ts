// The tamper guard: what a change did to the means by which it is judged. Pure: two trees of files in, findings with diffs out.
import type { Verdict } from '../../schema/verdict.ts'
import { readAnswers } from './answers.ts'
import { compareTests } from './compare-tests.ts'
import { type Tree, languageOf, partOf } from './files.ts'
import { outsideCases, readTests } from './cases.ts'
import { findInlined } from './inlined.ts'
import { readLicence } from './licence.ts'
import { findMocks } from './mocks.ts'
import { findPatterns } from './patterns.ts'
import { findRelied } from './relied.ts'
import { findSettings } from './settings.ts'
import { readSuite } from './suite.ts'
import { findSpecialCases } from './special-case.ts'
import { fileMarks, fileSwitches } from './switches.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export type { Tree } from './files.ts'
export type { TamperKind, Tampering } from './tampering.ts'

export interface TamperInput {
  before: Tree
  after: Tree
  /** Paths that checks rely on; one that ends in a slash stands for everything below it. */
  reliedOn: readonly string[]
  /** What was asked for, in the person's words: the only thing that can excuse a change to tests. */
  artifactTask?: string
}

const tamperRule = 'tamper-guard'

export function findTampering({ before, after, reliedOn, artifactTask }: TamperInput): Tampering[] {
  const licence = readLicence(artifactTask)
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const change = (path: string): Change => ({ path, before: own(before, path), after: own(after, path) })
  const changes = paths.map(change).filter((one) => one.before !== one.after)
  if (changes.length === 0) return []
  const was = readSuite(before)
  const is = readSuite(after, was)
  const inlined = findInlined(changes, after)
  const answers = readAnswers(was, before, licence)
  const found = changes.flatMap((one) => [
    ...findRelied(one, { reliedOn, before: was, tree: after, inlined, licence }),
    ...switches(one),
    ...findSettings(one, { after, licence }),
    ...findMocks(one, { subjects: was.subjects, before, after }),
    ...findPatterns(one),
    ...findSpecialCases(one, answers),
  ])
  return distinct([...found, ...compareTests({ before: was, after: is, change, inlined, licence })])

  function switches(one: Change): Tampering[] {
    const language = languageOf(one.path)
    if (one.after === null || !language || !['test', 'settings'].includes(partOf(one.path))) return []
    const file = readTests(one.path, one.after, language)
    const old = one.before === null ? null : readTests(one.path, one.before, language)
    const earlier = new Set((old ? fileSwitches(outsideCases(old), old.cases) : []).map(({ what }) => what))
    const marks = new Set(fileMarks(one.before ?? ''))
    return [
      ...fileSwitches(outsideCases(file), file.cases)
        .filter(({ what }) => !earlier.has(what) && !licence.skips)
        .map(({ what, line }) => tampering(one, 'test-skipped', what, line)),
      ...(one.before === null
        ? []
        : fileMarks(one.after)
            .filter((mark) => !marks.has(mark))
            .map((mark) => tampering(one, 'test-skipped', `${mark} keeps the runner from reading the file`, 1))),
    ]
  }
}

/** The must-pass verdict of the guard. */
export function tamperVerdict(found: readonly Tampering[]): Verdict {
  if (found.length === 0) return { ruleId: tamperRule, outcome: 'pass', message: 'nothing that checks rely on was weakened', evidence: [] }
  return {
    ruleId: tamperRule,
    outcome: 'fail',
    message: `${found.length} ${found.length === 1 ? 'change weakens' : 'changes weaken'} what the work is judged by`,
    evidence: found.map(({ path, message, evidence }) => ({ ...evidence, message: `${path}: ${message}` })),
  }
}

function own(tree: Tree, path: string): string | null {
  return Object.hasOwn(tree, path) ? (tree[path] ?? null) : null
}

function distinct(found: readonly Tampering[]): Tampering[] {
  const seen = new Set<string>()
  return found.filter(({ path, what, message }) => {
    const key = `${path}\n${what}\n${message}`
    return seen.has(key) ? false : seen.add(key)
  })
}
