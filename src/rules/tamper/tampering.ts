// A finding of the guard: what was done to the means of judging, with the diff that shows it.
import { structuredPatch } from 'diff'
import type { Finding } from '../../schema/verdict.ts'
import { inert } from '../../lib/inert.ts'
import { oncePer } from '../reading/once-per.ts'

const tamperKinds = {
  'relied-on-file': 'a file that checks rely on was changed',
  'test-removed': 'a test was deleted or is no longer picked up',
  'test-skipped': 'a test was switched off',
  'assertion-weakened': 'an assertion was removed or made weaker',
  'expectation-changed': 'what a test expects was changed',
  'test-data-changed': 'recorded test data was changed',
  'settings-weakened': 'coverage or test settings were weakened',
  'command-changed': 'the command that runs the tests was weakened',
  'special-case': 'the code answers fixture values by name',
  'test-detection': 'the code behaves otherwise under test',
  'subject-replaced': 'the code under test was replaced by a stand-in',
  'failure-swallowed': 'a failure no longer reaches the runner',
  'harness-altered': 'the test tools themselves were changed',
  'check-silenced': 'a checker was told to look away',
} as const

export type TamperKind = keyof typeof tamperKinds

export interface Tampering {
  path: string
  what: TamperKind
  message: string
  evidence: Finding
}

export interface Change {
  path: string
  /** Null where the file is not there. */
  before: string | null
  after: string | null
}

/** `line` is of the text after the change, or of the text before it where nothing is left. */
export function tampering(change: Change, what: TamperKind, message: string, line?: number): Tampering {
  return {
    path: change.path,
    what,
    message,
    evidence: {
      message: tamperKinds[what],
      quote: excerpt(change, line),
      location: { file: change.path, ...(line !== undefined && line > 0 && { line }) },
    },
  }
}

/** Where a piece of text stands. */
export function lineOf(text: string | null, needle: string): number | undefined {
  const at = text === null || needle.length < 2 ? -1 : text.indexOf(needle)
  return at < 0 ? undefined : text?.slice(0, at).split('\n').length
}

const longest = 1_500
const maxEdits = 2_000

const hunksOf = oncePer(
  ({ path, before, after }: Change) =>
    structuredPatch(path, path, before ?? '', after ?? '', undefined, undefined, { context: 1, maxEditLength: maxEdits })?.hunks,
)

/** The hunk nearest to the line, or the first. */
function excerpt(change: Change, line: number | undefined): string {
  const hunks = hunksOf(change)
  if (!hunks) return `${change.path}: too different to show`
  const holds = (start: number, count: number) => line !== undefined && line >= start && line < start + Math.max(1, count)
  const hunk = hunks.find((one) => holds(one.newStart, one.newLines)) ?? hunks.find((one) => holds(one.oldStart, one.oldLines)) ?? hunks[0]
  if (!hunk) return ''
  const text = [`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`, ...hunk.lines].join('\n')
  return inert(text.length > longest ? `${text.slice(0, longest)}\n…` : text)
}
