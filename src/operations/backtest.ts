// whet backtest: what recorded runs would have scored under other rules. Calls no maker and runs no command.
import * as z from 'zod'
import { canonicalize } from '../lib/canonical.ts'
import { shownScore } from '../lib/on-scale.ts'
import { scoreRules, showShare } from '../rules/score.ts'
import type { Rule } from '../schema/rule.ts'
import type { Outcome } from '../schema/verdict.ts'
import { readRules } from './check.ts'
import { decideByCode } from './foreign-score.ts'
import { listed } from './list.ts'
import { columns } from '../report/look.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { findRun, loadRun } from './runs.ts'
import { objectOf } from './show.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'

interface Row {
  run: string
  name: string
  /** Null if it hasn't ended. */
  then: { passed: boolean | null; score: string }
  now: { passed: boolean; score: string; blockers: string[] }
  /** Rules that need a judge, a command, a file or a maker's check: their recorded verdicts are kept. */
  asThen: string[]
  /** Of those, rules without a recorded verdict; they don't count as met. */
  undecided: string[]
}

export default defineOperation({
  summary: 'Re-score recorded runs under changed rules',
  input: z.object({
    rules: z.string().meta({ assistant: 'path', description: 'rules file' }),
    runs: field.texts('run ids or names; default: all ended runs', {
      assistant: 'value',
      told: 'ids or names; default: all that ended',
      value: 'run',
      variadic: true,
    }),
    threshold: field.share('lowest score that passes; default: the one in the rules file, else 0', { assistant: 'value', value: 'n' }),
  }),
  positional: [{ name: 'rules' }],
  examples: ['whet backtest stricter.yaml', 'whet backtest stricter.yaml --runs greeting readme --threshold 0.9'],
  reads: true,
  personOnly: true, // not offered to assistants: they don't need it, and every tool costs context
  async run({ rules: file, runs, threshold }, world): Promise<{ rows: Row[]; changed: number }> {
    const { rules, thresholds } = await readRules(file, world)
    const least = threshold === undefined ? (thresholds.B ?? thresholds.A ?? 0) : Math.round(threshold * 10_000)
    const ours = new Set(await world.store.list())
    const names =
      runs ??
      (await listed(world, { ended: true }))
        .filter(({ run, stage, status }) => ours.has(run) && stage === 'ended' && status !== 'damaged')
        .map(({ run }) => run)
    const rows: Row[] = []
    for (const name of names) {
      const { run, definition } = await findRun(world, name)
      const row = await rescore(world, run, definition, rules, least)
      if (row) rows.push(row)
    }
    return { rows, changed: rows.filter(otherWay).length }
  },
  text({ rows, changed }) {
    if (rows.length === 0) return 'No ended run has an artifact to re-score.'
    const word = (passed: boolean | null) => (passed === null ? 'open' : passed ? 'pass' : 'fail')
    const cells = rows.map(({ name, then, now, asThen, undecided }) => [
      name,
      `${word(then.passed)} ${then.score}`,
      `${word(now.passed)} ${now.score}${otherWay({ then, now }) ? ' (changed)' : ''}`,
      now.blockers.join(' ') || '–',
      asThen.join(' ') || '–',
      undecided.join(' ') || '–',
    ])
    return [
      columns([['run', 'then', 'now', 'blocked by', 'as decided then', 'undecided'], ...cells]),
      `${changed} of ${rows.length} would have ended differently.`,
    ].join('\n')
  },
})

const otherWay = ({ then, now }: Pick<Row, 'then' | 'now'>) => then.passed !== null && then.passed !== now.passed

async function rescore(world: World, run: string, definition: AnyWorkflow, rules: readonly Rule[], least: number): Promise<Row | null> {
  const state = await loadRun(world, run, definition)
  const current = definition.view.current(state)
  if (!current) return null
  const outcomes = await decideByCode(world, rules, { text: await objectOf(world, run, current.sha256), name: current.path })
  const then = new Map((definition.view.decided?.(state) ?? []).map(({ rule, outcome }) => [question(rule), outcome]))
  const asThen = rules.filter((rule) => !outcomes.has(rule.id) && decided.has(then.get(question(rule)) ?? 'unknown'))
  for (const rule of asThen) outcomes.set(rule.id, then.get(question(rule)) as Outcome)
  const { score, passed, blockers } = scoreRules(rules, outcomes, least)
  const summary = definition.view.summary(state)
  return {
    run,
    name: summary.name,
    then: { passed: state.outcome?.passed ?? null, score: shownScore(summary.score, summary.scale) },
    now: { passed, score: showShare(score), blockers },
    asThen: asThen.map(({ id }) => id),
    undecided: rules.map(({ id }) => id).filter((id) => !decided.has(outcomes.get(id) ?? 'unknown')),
  }
}

const decided: ReadonlySet<Outcome> = new Set(['pass', 'fail', 'not-applicable'])

/** What a rule demands, apart from its id and weight. */
const question = ({ description, check }: Rule) => canonicalize({ description, check })
