// Runs one check as the evaluator would: parameters through the catalog, the world through small fakes of its ports.
import { expect, test } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { parseCheck } from '../../../src/rules/catalog.ts'
import type { ExecResult, Exec, Files, CheckResult } from '../../../src/rules/check.ts'
import type { Outcome } from '../../../src/schema/verdict.ts'
import { type PageMeasure, emptyMeasure } from '../../../src/rules/page/measure.ts'
import { sha256 } from '../../../src/lib/hash.ts'

export interface World {
  name?: string
  files?: Record<string, string>
  /** Texts the run keeps, by hash. */
  kept?: Record<string, string>
  exec?: (command: string) => Partial<ExecResult>
  /** What a browser would have seen. */
  page?: Partial<PageMeasure>
}

export async function tryCheck(kind: string, params: object, text: string, world: World = {}): Promise<CheckResult> {
  const parsed = await parseCheck({ kind, ...params })
  if ('problems' in parsed) throw new Error(parsed.problems.map((problem) => `${problem.path.join('.')}: ${problem.message}`).join('; '))
  const input = {
    params: parsed.params,
    artifact: { text, name: world.name ?? 'artifact.md' },
    files: filesOf(world.files ?? {}, world.kept),
    exec: execOf(world.exec),
    syntax,
    pages: { measure: () => ({ ...emptyMeasure, ...world.page }) },
    signal: new AbortController().signal,
  }
  return parsed.check.run(input)
}

export interface Case extends World {
  title: string
  kind: string
  params?: object
  text: string
  outcome: Outcome
  /** Found somewhere in the message or the evidence's messages. */
  says?: RegExp
  /** Lines of the evidence, in order. */
  lines?: (number | undefined)[]
}

/** A table of cases, one test each. */
export function table(cases: Case[]): void {
  for (const { title, kind, params = {}, text, outcome, says, lines, ...world } of cases) {
    test(`${kind}: ${title}`, async () => {
      const result = await tryCheck(kind, params, text, world)
      const words = [result.message, ...result.evidence.map((each) => each.message)].join('\n')
      expect({ outcome: result.outcome, words }).toEqual({ outcome, words })
      if (says) expect(words).toMatch(says)
      if (lines) expect(result.evidence.map((each) => each.location?.line)).toEqual(lines)
      // What is missing has no line, but what has one is in the text.
      for (const { location } of result.evidence)
        if (location?.line !== undefined && location.file === (world.name ?? 'artifact.md'))
          expect(location.line).toBeLessThanOrEqual(text.split('\n').length)
    })
  }
}

/** The messages with which a check refuses its parameters. */
export async function refusals(kind: string, params: object): Promise<string> {
  const parsed = await parseCheck({ kind, ...params })
  return 'problems' in parsed ? parsed.problems.map((problem) => `${problem.path.join('.')}: ${problem.message}`).join('\n') : 'accepted'
}

function filesOf(files: Record<string, string>, kept: Record<string, string> = {}): Files {
  const folders = new Set(
    Object.keys(files).flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, index, parts) => parts.slice(0, index + 1).join('/')),
    ),
  )
  return {
    read: async (path) => files[path] ?? null,
    exists: async (path) => Object.hasOwn(files, path) || folders.has(path),
    list: async () => Object.keys(files).filter((path) => !path.startsWith('.')),
    hash: async (path) => (files[path] === undefined ? null : sha256(files[path])),
    kept: async (hash) => kept[hash] ?? null,
  }
}

function execOf(run: World['exec']): Exec {
  return { run: async (command) => ({ exitCode: 0, stdout: '', stderr: '', timedOut: false, network: 'denied', ...run?.(command) }) }
}
