// The baseline of whet check: known findings don't fail a check, new ones do.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import * as z from 'zod'
import { guard, makeFolder } from '../adapters/disk.ts'
import { compareWith, countKnown, isMissed } from '../report/known-findings.ts'
import { scoreRules } from '../rules/score.ts'
import { Fault } from '../schema/fault.ts'
import type { Checked } from './check.ts'

export const defaultBaseline = 'whet-baseline.json'

const Baseline = z.object({ version: z.literal(1), findings: z.record(z.string(), z.int().min(1)) })

export interface BaselineResult {
  file: string
  known: number
  fresh: number
  /** Findings of the baseline that have disappeared. */
  gone: number
  updated: boolean
}

/** Marks known findings and decides again on the new ones; scores don't change. */
export function compareBaseline(
  checked: Checked[],
  {
    baseline = defaultBaseline,
    updateBaseline = false,
    threshold,
    cwd,
  }: { baseline?: string | undefined; updateBaseline?: boolean | undefined; threshold: number; cwd: string },
): BaselineResult {
  const path = resolve(cwd, baseline)
  const before = readBaseline(path, relative(cwd, path), updateBaseline)
  const now = countKnown(checked.filter(({ unreadable }) => unreadable === undefined)) // an unreadable file has no known findings
  if (updateBaseline) writeBaseline(path, now)
  const left: Record<string, number> = { ...(updateBaseline ? now : before) }
  let [known, fresh] = [0, 0]
  for (const each of checked) {
    const compared = compareWith(left, each)
    known += Object.values(compared.known).reduce((sum, { length }) => sum + length, 0)
    fresh += compared.fresh
    Object.assign(each, { known: compared.known, ...decided(each, compared.known, threshold) })
  }
  return {
    file: relative(cwd, path),
    known,
    fresh,
    gone: Object.values(left).reduce((sum, count) => sum + count, 0),
    updated: updateBaseline,
  }
}

/** A rule whose findings are all known drops out of the decision, as if it didn't apply. */
function decided(
  { rules, verdicts, unreadable }: Checked,
  known: Record<string, number[]>,
  threshold: number,
): { passed?: boolean; blockers?: string[] } {
  if (unreadable !== undefined) return {}
  const outcomes = new Map(
    verdicts.map((verdict) => {
      const all = Math.max(1, verdict.evidence.length)
      const isKnown = isMissed(verdict) && (known[verdict.ruleId]?.length ?? 0) >= all
      return [verdict.ruleId, isKnown ? ('not-applicable' as const) : verdict.outcome]
    }),
  )
  const { passed, blockers } = scoreRules(rules, outcomes, Math.round(threshold * 10_000))
  return { passed, blockers }
}

export function baselineText({ file, known, fresh, gone, updated }: BaselineResult): string {
  if (updated) return `Wrote ${file}: ${known} ${known === 1 ? 'finding' : 'findings'} are known from now on.`
  const left = gone > 0 ? `; ${gone} of them ${gone === 1 ? 'is' : 'are'} gone, --update-baseline drops ${gone === 1 ? 'it' : 'them'}` : ''
  return `Against ${file}: ${fresh} new, ${known} known and not shown${left}.`
}

function readBaseline(path: string, shown: string, mayBeMissing: boolean): Record<string, number> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (mayBeMissing) return {}
    throw new Fault('not_found', `there is no baseline ${shown}`, {
      cause,
      fix: `Write one: whet check --baseline ${shown} --update-baseline`,
    })
  }
  try {
    return Baseline.parse(JSON.parse(text)).findings
  } catch (cause) {
    throw new Fault('invalid', `${shown} isn't a baseline`, {
      cause,
      fix: `Delete it, then write it again: whet check --baseline ${shown} --update-baseline`,
    })
  }
}

function writeBaseline(path: string, findings: Record<string, number>): void {
  makeFolder(dirname(path))
  guard(path, () => writeFileSync(path, `${JSON.stringify({ version: 1, findings }, null, 2)}\n`))
}
