// whet check: rules applied once to a file, outside any loop.
import { relative, resolve } from 'node:path'
import * as z from 'zod'
import { readArtifactFile } from '../adapters/text-file.ts'
import type { RuleCheck } from '../kernel/task.ts'
import { junit } from '../report/junit.ts'
import { sarif } from '../report/sarif.ts'
import { combineVerdicts, scoreRules, showShare } from '../rules/score.ts'
import { type RulesProblem, parseRules } from '../rules/load.ts'
import { Fault } from '../schema/fault.ts'
import type { Rule } from '../schema/rule.ts'
import type { Verdict } from '../schema/verdict.ts'
import { defineOperation } from './operation.ts'
import type { World } from './world.ts'

export interface Checked {
  file: string
  score: number
  passed: boolean
  blockers: string[]
  rules: Rule[]
  verdicts: Verdict[]
}

export default defineOperation({
  summary: 'Judge files by rules, once, with an exit code',
  input: z.object({
    files: z.array(z.string()).min(1).meta({ description: 'files to judge' }),
    rules: z.string().meta({ description: 'rules file (YAML or JSON)', value: 'file' }),
    format: z.enum(['pretty', 'json', 'junit', 'sarif']).optional().meta({ description: 'how to print the result' }),
    threshold: z.coerce.number().min(0).max(1).optional().meta({ description: 'least score; by default only fail rules decide', value: 'n' }),
    allowCommands: z.boolean().optional().meta({ description: 'let rules run commands' }),
  }),
  positional: [{ name: 'files', rest: true }],
  examples: ['whet check README.md --rules rules.yaml', 'whet check openapi.md --rules rules.yaml --format sarif > whet.sarif'],
  reads: true,
  async run({ files, rules: rulesFile, threshold = 0, allowCommands = false }, world): Promise<{ passed: boolean; checked: Checked[] }> {
    const rules = await readRules(rulesFile, world)
    const checked: Checked[] = []
    for (const file of files) checked.push(await checkFile(world, file, rules, { threshold, allowCommands }))
    return { passed: checked.every(({ passed }) => passed), checked }
  },
  text({ checked }, { format }) {
    if (format === 'json') return JSON.stringify({ passed: checked.every(({ passed }) => passed), checked }, null, 2)
    if (format === 'junit') return junit(checked)
    return format === 'sarif' ? sarif(checked) : checked.map(pretty).join('\n\n')
  },
  exit: ({ passed }) => (passed ? 0 : 1),
})

async function readRules(file: string, world: World): Promise<Rule[]> {
  const read = await parseRules(readArtifactFile(resolve(world.cwd, file), file), file, await world.catalog())
  if ('problems' in read) throw rulesFault(file, read.problems)
  return read.file.rules
}

export function rulesFault(file: string, problems: readonly RulesProblem[]): Fault {
  const place = ({ line, column }: RulesProblem) => [file, line, column].filter((part) => part !== undefined).join(':')
  return new Fault('invalid', `${file} has ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n${problems.map((problem) => `  ${place(problem)}: ${problem.message}`).join('\n')}`, { fix: 'docs/reference/checks.md lists every check with its parameters.', data: { problems } })
}

async function checkFile(world: World, file: string, rules: Rule[], { threshold, allowCommands }: { threshold: number; allowCommands: boolean }): Promise<Checked> {
  const path = resolve(world.cwd, file)
  const name = relative(world.cwd, path)
  const text = readArtifactFile(path, file)
  const decided = rules.filter(({ check }) => typeof check !== 'string')
  const found = await world.evaluate({ text, name, allowCommands, checks: decided.map(({ id, check }): RuleCheck => ({ ruleId: id, check: check as RuleCheck['check'] })) })
  const byRule = new Map(found.map((verdict) => [verdict.ruleId, verdict]))
  const verdicts = rules.map((rule) => byRule.get(rule.id) ?? { ...combineVerdicts(rule.id, []), message: 'a sentence, which only a loop can turn into checks' })
  const scored = scoreRules(rules, new Map(verdicts.map(({ ruleId, outcome }) => [ruleId, outcome])), Math.round(threshold * 10_000))
  return { file: name, ...scored, rules, verdicts }
}

function pretty({ file, score, passed, rules, verdicts, blockers }: Checked): string {
  const order = ['fail', 'error', 'unknown', 'not-applicable', 'pass']
  const severity = new Map(rules.map((rule) => [rule.id, rule.severity]))
  const shown = [...verdicts].filter(({ outcome }) => outcome !== 'pass').sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const lines = shown.flatMap(({ ruleId, outcome, message, evidence }) => [
    `  ${outcome.padEnd(5)} ${severity.get(ruleId)?.padEnd(4)} ${ruleId}: ${message}`,
    ...evidence.slice(0, 8).map(({ message: seen, quote, location, expected, actual }) => `        ${[location?.line ? `${location.file ?? file}:${location.line}${location.column ? `:${location.column}` : ''}` : location?.pointer, seen].filter(Boolean).join('  ')}${quote ? `: «${quote.replace(/\s+/g, ' ').slice(0, 100)}»` : ''}${expected ? `, expected ${expected}` : ''}${actual ? `, found ${actual.slice(0, 80)}` : ''}`),
  ])
  const held = verdicts.filter(({ outcome }) => outcome === 'pass').length
  return [`${file}: ${passed ? 'passed' : 'failed'}, ${held} of ${verdicts.length} rules hold, score ${showShare(score)}${blockers.length > 0 ? `, blocked by ${blockers.join(', ')}` : ''}`, ...lines].join('\n')
}
