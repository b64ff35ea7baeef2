// A rule tester: runs a check against texts that must pass and texts that must fail, and reports all mismatches.
import type { AnyCheck } from '../../rules/catalog.ts'
import type { Files, CheckResult } from '../../rules/check.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Outcome } from '../../schema/verdict.ts'
import { type OwnCheck, forget, runOwn } from '../../adapters/evaluator/own.ts'

export interface CheckCase {
  text: string
  /** Parameters of the check. */
  params?: object
  /** Path of the artifact, as evidence shows it. */
  name?: string
  /** Files of the project, by path. */
  files?: Readonly<Record<string, string>>
  /** Must occur in the message or in the evidence. */
  says?: RegExp | string
  /** Lines of the evidence, in order. */
  lines?: readonly number[]
  /** For outcomes other than pass and fail. */
  outcome?: Outcome
}

export interface CheckTable {
  valid?: readonly (string | CheckCase)[]
  invalid?: readonly (string | CheckCase)[]
}

/** Throws once, naming every case with an unexpected result. */
export async function testCheck(check: OwnCheck, { valid = [], invalid = [] }: CheckTable): Promise<void> {
  const own = forget(check)
  const wrong: string[] = []
  for (const [expected, list] of [
    ['pass', valid],
    ['fail', invalid],
  ] as const) {
    for (const [index, one] of list.entries()) {
      const each = typeof one === 'string' ? { text: one } : one
      for (const problem of problems(await run(own, each), each, each.outcome ?? expected))
        wrong.push(`${expected === 'pass' ? 'valid' : 'invalid'}[${index}] ${JSON.stringify(each.text.slice(0, 60))}: ${problem}`)
    }
  }
  if (valid.length + invalid.length === 0) throw new Error(`${check.kind}: there is no case, so nothing was tested`)
  if (wrong.length > 0)
    throw new Error(
      `${check.kind}: ${wrong.length} ${wrong.length === 1 ? 'case differs' : 'cases differ'}\n${wrong.map((line) => `  ${line}`).join('\n')}`,
    )
}

function run(check: AnyCheck, { text, name = 'artifact.md', params = {}, files = {} }: CheckCase): Promise<CheckResult> {
  return runOwn(
    { kind: check.kind, ...params },
    new Map([[check.kind, async () => check]]),
    { text, name },
    filesOf(files),
    new AbortController().signal,
  )
}

function problems({ outcome, message, evidence }: CheckResult, { says, lines }: CheckCase, expected: Outcome): string[] {
  const words = [message, ...evidence.map((each) => each.message)].join('\n')
  const found = evidence.map((each) => each.location?.line)
  return [
    ...(outcome === expected ? [] : [`expected ${expected}, found ${outcome}: ${message}`]),
    ...(says === undefined || (typeof says === 'string' ? words.includes(says) : says.test(words))
      ? []
      : [`doesn't say ${String(says)}, but ${JSON.stringify(words)}`]),
    ...(lines === undefined || JSON.stringify(lines) === JSON.stringify(found)
      ? []
      : [`expected lines ${JSON.stringify(lines)}, found ${JSON.stringify(found)}`]),
  ]
}

function filesOf(files: Readonly<Record<string, string>>): Files {
  const read = (path: string) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null)
  return {
    read: async (path) => read(path),
    exists: async (path) => read(path) !== null || Object.keys(files).some((name) => name.startsWith(`${path}/`)),
    hash: async (path) => (read(path) === null ? null : sha256(read(path) as string)),
    list: async () => Object.keys(files),
    kept: async () => null,
  }
}
