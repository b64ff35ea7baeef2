// whet backtest: what recorded runs would have come to under other rules. Nobody is called and no command is run.
import * as z from 'zod'
import { resolve } from 'node:path'
import { readArtifactFile } from '../adapters/text-file.ts'
import type { RuleCheck } from '../kernel/task.ts'
import { canonicalize } from '../lib/canonical.ts'
import { parseRules } from '../rules/load.ts'
import { scoreRules, showShare } from '../rules/score.ts'
import type { Rule } from '../schema/rule.ts'
import type { Outcome } from '../schema/verdict.ts'
import { rulesFault } from './check.ts'
import { summaries } from './list.ts'
import { columns } from '../report/look.ts'
import { defineOperation } from './operation.ts'
import { findRun, loadRun } from './runs.ts'
import { objectOf } from './show.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'

interface Row {
  run: string
  name: string
  /** Null where it has not ended. */
  then: { passed: boolean | null; score: string }
  now: { passed: boolean; score: string; blockers: string[] }
  /** Rules that need a judge, a command, a file or a maker's check, and stand here as they were decided then. */
  asThen: string[]
  /** The same where nothing was decided then: they do not count as met. */
  undecided: string[]
}

export default defineOperation({
  summary: 'Re-score recorded runs under changed rules',
  input: z.object({
    rules: z.string().meta({ assistant: 'path', description: 'rules file' }),
    runs: z
      .array(z.string())
      .optional()
      .meta({
        assistant: 'value',
        description: 'run ids or names; default: all ended runs',
        told: 'ids or names; default: all that ended',
        value: 'run',
        variadic: true,
      }),
    threshold: z.coerce
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ assistant: 'value', description: 'lowest score that passes; by default that of the rules file, else 0', value: 'n' }),
  }),
  positional: [{ name: 'rules' }],
  examples: ['whet backtest stricter.yaml', 'whet backtest stricter.yaml --runs greeting readme --threshold 0.9'],
  reads: true,
  personOnly: true, // an assistant has no use for it, and every tool it is told of costs
  async run({ rules: file, runs, threshold }, world): Promise<{ rows: Row[]; changed: number }> {
    const read = await parseRules(readArtifactFile(resolve(world.cwd, file), file), file, await world.catalog())
    if ('problems' in read) throw rulesFault(file, read.problems)
    const least = threshold === undefined ? (read.file.thresholds.B ?? read.file.thresholds.A ?? 0) : Math.round(threshold * 10_000)
    const ours = new Set(await world.store.list())
    const names =
      runs ??
      (await summaries(world))
        .filter(({ run, stage, status }) => ours.has(run) && stage === 'ended' && status !== 'damaged')
        .map(({ run }) => run)
    const rows: Row[] = []
    for (const name of names) {
      const { run, definition } = await findRun(world, name)
      const row = await rescore(world, run, definition, read.file.rules, least)
      if (row) rows.push(row)
    }
    return { rows, changed: rows.filter(otherWay).length }
  },
  text({ rows, changed }) {
    if (rows.length === 0) return 'There is no ended run with an artifact to re-score.'
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
      `${changed} of ${rows.length} would have ended the other way.`,
    ].join('\n')
  },
})

const otherWay = ({ then, now }: Pick<Row, 'then' | 'now'>) => then.passed !== null && then.passed !== now.passed

async function rescore(world: World, run: string, definition: AnyWorkflow, rules: readonly Rule[], least: number): Promise<Row | null> {
  const state = await loadRun(world, run, definition)
  const current = definition.view.current(state)
  if (!current) return null
  const catalog = await world.catalog()
  const pure: Rule[] = []
  for (const rule of rules)
    if (typeof rule.check !== 'string' && ((await catalog.get(rule.check.kind)?.())?.needs ?? []).length === 0) pure.push(rule)
  const found = await world.evaluate({
    text: await objectOf(world, run, current.sha256),
    name: current.path,
    allowCommands: false,
    checks: pure.map(({ id, check }): RuleCheck => ({ ruleId: id, check: check as RuleCheck['check'] })),
  })
  const then = new Map((definition.view.decided?.(state) ?? []).map(({ rule, outcome }) => [question(rule), outcome]))
  const outcomes = new Map<string, Outcome>(found.map(({ ruleId, outcome }) => [ruleId, outcome]))
  const asThen = rules.filter((rule) => !outcomes.has(rule.id) && decided.has(then.get(question(rule)) ?? 'unknown'))
  for (const rule of asThen) outcomes.set(rule.id, then.get(question(rule)) as Outcome)
  const { score, passed, blockers } = scoreRules(rules, outcomes, least)
  const summary = definition.view.summary(state)
  return {
    run,
    name: summary.name,
    then: { passed: state.outcome?.passed ?? null, score: summary.score },
    now: { passed, score: showShare(score), blockers },
    asThen: asThen.map(({ id }) => id),
    undecided: rules.map(({ id }) => id).filter((id) => !decided.has(outcomes.get(id) ?? 'unknown')),
  }
}

const decided: ReadonlySet<Outcome> = new Set(['pass', 'fail', 'not-applicable'])

/** What a rule asks, whatever it is called and however much it weighs. */
const question = ({ description, check }: Rule) => canonicalize({ description, check })
