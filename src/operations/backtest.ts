// whet backtest: what recorded runs would have come to under other rules.
import * as z from 'zod'
import { resolve } from 'node:path'
import { readArtifactFile } from '../adapters/text-file.ts'
import { scoreRules, showShare } from '../rules/score.ts'
import { parseRules } from '../rules/load.ts'
import type { RuleCheck } from '../kernel/task.ts'
import type { Verdict } from '../schema/verdict.ts'
import { rulesFault } from './check.ts'
import { columns, summaries } from './list.ts'
import { defineOperation } from './operation.ts'
import { findRun, loadRun } from './runs.ts'
import { objectOf } from './show.ts'

interface Row {
  run: string
  name: string
  then: { passed: boolean; score: string }
  now: { passed: boolean; score: string; blockers: string[] }
  /** Rules that need a judge, a command or a sentence prepared: unknown here. */
  undecided: string[]
}

export default defineOperation({
  summary: 'Re-score recorded runs under changed rules',
  input: z.object({
    rules: z.string().meta({ description: 'rules file' }),
    runs: z.array(z.string()).optional().meta({ description: 'run ids or names; all ended runs when left out', value: 'run' }),
    threshold: z.coerce.number().min(0).max(1).optional().meta({ description: 'least score; by default that of the rules file, else 0', value: 'n' }),
  }),
  positional: [{ name: 'rules' }],
  reads: true,
  async run({ rules: file, runs, threshold }, world): Promise<{ rows: Row[] }> {
    const read = await parseRules(readArtifactFile(resolve(world.cwd, file), file), file, await world.catalog())
    if ('problems' in read) throw rulesFault(file, read.problems)
    const least = threshold === undefined ? (read.file.thresholds.B ?? read.file.thresholds.A ?? 0) : Math.round(threshold * 10_000)
    const names = runs ?? (await summaries(world)).filter(({ reason }) => reason !== null).map(({ run }) => run)
    const rows: Row[] = []
    for (const name of names) {
      const { run, kit } = await findRun(world, name)
      const state = await loadRun(world, run, kit)
      const current = kit.current(state)
      if (!current) continue
      const { rules } = read.file
      const text = await objectOf(world, run, current.sha256)
      const decided = rules.filter(({ check }) => typeof check !== 'string')
      const found = await world.evaluate({ text, name: current.path, allowCommands: false, checks: decided.map(({ id, check }): RuleCheck => ({ ruleId: id, check: check as RuleCheck['check'] })) })
      const outcomes = new Map(found.map(({ ruleId, outcome }: Verdict) => [ruleId, outcome]))
      const { score, passed, blockers } = scoreRules(rules, outcomes, least)
      const summary = kit.summary(state)
      rows.push({ run, name: summary.name, then: { passed: state.outcome?.passed ?? false, score: summary.score }, now: { passed, score: showShare(score), blockers }, undecided: rules.map(({ id }) => id).filter((id) => !['pass', 'fail', 'not-applicable'].includes(outcomes.get(id) ?? 'unknown')) })
    }
    return { rows }
  },
  text({ rows }) {
    if (rows.length === 0) return 'There is no ended run with an artifact to re-score.'
    const word = (passed: boolean) => (passed ? 'pass' : 'fail')
    return columns([['run', 'then', 'now', 'blocked by', 'undecided'], ...rows.map(({ name, then, now, undecided }) => [name, `${word(then.passed)} ${then.score}`, `${word(now.passed)} ${now.score}${then.passed === now.passed ? '' : ' (changed)'}`, now.blockers.join(' ') || '–', undecided.join(' ') || '–'])])
  },
})
