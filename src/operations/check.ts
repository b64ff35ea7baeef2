// whet check: applies rules once to files, without a run.
import { globSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import * as z from 'zod'
import { below } from '../adapters/disk.ts'
import { readArtifactFile } from '../adapters/text-file.ts'
import type { RuleCheck } from '../kernel/task.ts'
import { sourceOf } from '../report/known-findings.ts'
import { plainLook } from '../report/look.ts'
import { demandsOf } from '../rules/demand.ts'
import { combineVerdicts, scoreRules } from '../rules/score.ts'
import { type RulesFile, type RulesProblem, parseRules } from '../rules/load.ts'
import { page } from '../rules/page/template.ts'
import { Fault } from '../schema/fault.ts'
import { Rule } from '../schema/rule.ts'
import type { Verdict } from '../schema/verdict.ts'
import { type BaselineResult, baselineText, compareBaseline, defaultBaseline } from './check-baseline.ts'
import { watched } from './check-watch.ts'
import { concealed, formatOf, formats, render, toldOf, writeReport } from './check-formats.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import type { World } from './world.ts'

export interface Checked {
  file: string
  /** In basis points: 6000 is shown as 0.60. */
  score: number
  passed: boolean
  blockers: string[]
  rules: Rule[]
  verdicts: Verdict[]
  /** What each rule's check demands, in words. */
  demands: Record<string, string>
  /** The failed rules, in the words a maker is given. */
  told: Record<string, string>
  /** The lines with findings and their neighbours, by number. */
  source: Record<string, string>
  /** Per rule, the indexes of findings that the baseline knows. */
  known?: Record<string, number[]>
  /** Why the file couldn't be read; then every rule is an error. */
  unreadable?: string
}

const Input = z.object({
  files: field.texts('files to judge; default: those under done: in whetstone.yaml', { assistant: 'path' }),
  rules: field.text('rules file (YAML or JSON); default: the one under done:, or the built-in page rules for .html files', {
    assistant: 'path',
    value: 'file',
  }),
  against: field.text('requirements the files must be faithful to (text.faithful); no rules file needed', {
    assistant: 'path',
    told: 'requirements they must be faithful to',
    value: 'file',
  }),
  format: z
    .enum(formats)
    .optional()
    .meta({ description: 'how to print the result; in JSON a score is a whole number from 0 to 10000 (6000 is 0.60)' }),
  report: field.texts('also write it to this file, in the format of its extension: .sarif, .xml (JUnit), .md, .json, .txt (repeatable)', {
    value: 'file',
  }),
  threshold: field.share('lowest score that passes, from 0 to 1; a broken fail rule fails at any score', {
    assistant: 'value',
    value: 'n',
  }),
  allowCommands: field.flag('let rules run commands'),
  baseline: field.text('known findings; only new ones fail the check', { value: 'file' }),
  updateBaseline: field.flag(`write the current findings to the baseline (default ${defaultBaseline})`),
  watch: field.flag('judge again whenever a file or the rules change'),
})
type Input = z.infer<typeof Input>

export default defineOperation({
  summary: 'Check files against rules, once, with an exit code',
  forAssistants: "Check files against rules, once: which hold, which don't, and where",
  input: Input,
  positional: [{ name: 'files', rest: true }],
  examples: [
    'whet check README.md --rules rules.yaml',
    'whet check spec.md --against requirements.md',
    'whet check index.html',
    'whet check --report whet.sarif --report whet.xml --report summary.md',
    'whet check --update-baseline && whet check --baseline whet-baseline.json',
  ],
  reads: true,
  async run(input, world): Promise<FilesChecked> {
    input.report?.forEach(formatOf)
    if (!input.watch) return judge(input, world)
    const watching = [input.rules, input.against, ...(input.rules === undefined ? [world.config.config.done?.rules] : [])]
    return watched(world, {
      files: () => [...(input.files?.length ? input.files : doneFiles(world)), ...watching],
      judge: () => judge(input, world),
      tell: ({ checked }) => world.say(`\n${render(checked, 'pretty', { ...plainLook, width: 80 })}`),
    })
  },
  text: ({ checked, baseline }, { format, watch }, look) =>
    watch
      ? 'No longer watching.'
      : [render(checked, format ?? 'pretty', look), format === undefined && baseline ? baselineText(baseline) : '']
          .filter(Boolean)
          .join('\n\n'),
  exit: ({ passed }) => (passed ? 0 : 1),
})

export interface FilesChecked {
  passed: boolean
  checked: Checked[]
  baseline?: BaselineResult
}

async function judge(input: Input, world: World): Promise<FilesChecked> {
  const { files, threshold = 0, allowCommands = false } = input
  const rules = await rulesOf(input, world)
  const demands = await demandsOf(rules, await world.catalog())
  const checked: Checked[] = []
  const texts = new Map<Checked, string>()
  const named = files?.length ? files : doneFiles(world)
  for (const file of named) {
    try {
      const { text, ...judged } = await checkFile(world, file, rules, { threshold, allowCommands, demands })
      checked.push(judged)
      texts.set(judged, text)
    } catch (error) {
      if (named.length === 1 || !(error instanceof Fault)) throw error
      checked.push(notRead(file, rules, demands, error.message)) // the other files still get their verdicts
    }
  }
  const baseline =
    input.baseline !== undefined || input.updateBaseline ? compareBaseline(checked, { ...input, threshold, cwd: world.cwd }) : undefined
  // The baseline identifies findings by their text, so only it gets to see keys.
  for (const [each, text] of texts) Object.assign(each, concealed(each, text))
  for (const file of input.report ?? []) writeReport(checked, file, world.cwd)
  return { passed: checked.every(({ passed }) => passed), checked, ...(baseline && { baseline }) }
}

async function rulesOf({ files, rules: rulesFile, against }: Input, world: World): Promise<Rule[]> {
  return [
    ...(against === undefined ? [] : [faithfulTo(world, against)]),
    ...(against !== undefined && rulesFile === undefined
      ? []
      : rulesFile === undefined && !world.config.config.done && areAllPages(files)
        ? page.rules
        : (await readRules(rulesFile ?? fromRoot(world, doneOf(world).rules), world)).rules),
  ]
}

/** The project's `done:` rules. They name files to read and run nothing, so they need no trust. */
function doneOf({ config }: World): NonNullable<World['config']['config']['done']> {
  const { done } = config.config
  if (done) return done
  throw new Fault('usage', 'no files to judge, or no rules to judge them by', {
    fix: 'Name both: `whet check <files> --rules <file>`, or put them under done: in whetstone.yaml. Only web pages have built-in rules; a rules file can be as short as `rules: [{ id: links, check: { kind: markdown.links } }]`.',
  })
}

function doneFiles(world: World): string[] {
  const { files } = doneOf(world)
  const matches = (pattern: string) =>
    globSync(pattern, { cwd: world.root, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' }).filter(
      (entry) => !entry.isDirectory(),
    )
  const found = [
    ...new Set(
      files.flatMap((pattern) =>
        matches(pattern)
          .map((entry) => relative(world.root, join(entry.parentPath, entry.name)))
          .sort(),
      ),
    ),
  ]
  if (found.length === 0)
    throw new Fault('not_found', `no file matches ${files.join(', ')} (done.files in whetstone.yaml)`, {
      fix: 'Correct the patterns, or name the files.',
    })
  return found.map((path) => fromRoot(world, path))
}

/** Without other rules, pages are judged by the rules that ship for them. */
const areAllPages = (files: readonly string[] = []) => files.length > 0 && files.every((file) => /\.html?$/i.test(file))

/** The rule behind `--against`. Checks read below the root, so the path is made relative to it. */
function faithfulTo({ root, cwd }: World, file: string): Rule {
  readArtifactFile(resolve(cwd, file), file) // a missing file is the caller's mistake, not a verdict
  return Rule.parse({
    id: 'faithful',
    description: `says what ${file} says`,
    severity: 'fail',
    weight: 1,
    phase: 'A',
    check: { kind: 'text.faithful', against: relative(root, resolve(cwd, file)) },
  })
}

const fromRoot = ({ root, cwd }: World, path: string) => relative(cwd, below(root, path))

export async function readRules(file: string, world: World): Promise<RulesFile> {
  const read = await parseRules(readArtifactFile(resolve(world.cwd, file), file), file, await world.catalog())
  if ('problems' in read) throw rulesFault(file, read.problems)
  return read.file
}

export function rulesFault(file: string, problems: readonly RulesProblem[]): Fault {
  const place = ({ line, column }: RulesProblem) => [file, line, column].filter((part) => part !== undefined).join(':')
  return new Fault(
    'invalid',
    `${file} has ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n${problems.map((problem) => `  ${place(problem)}: ${problem.message}`).join('\n')}`,
    { fix: "docs/reference/checks.md, in Whetstone's own folder, lists every check with its parameters.", data: { problems } },
  )
}

function notRead(file: string, rules: Rule[], demands: Record<string, string>, unreadable: string): Checked {
  const verdicts = rules.map(({ id }): Verdict => ({ ruleId: id, outcome: 'error', message: unreadable, evidence: [] }))
  const blockers = rules.filter(({ severity }) => severity === 'fail').map(({ id }) => id)
  return { file, score: 0, passed: false, blockers, rules, verdicts, demands, told: {}, source: {}, unreadable }
}

async function checkFile(
  world: World,
  file: string,
  rules: Rule[],
  { threshold, allowCommands, demands }: { threshold: number; allowCommands: boolean; demands: Record<string, string> },
): Promise<Checked & { text: string }> {
  const path = resolve(world.cwd, file)
  const name = relative(world.cwd, path)
  const inside = relative(world.root, path)
  if (!isAbsolute(inside) && !/^\.\.(?:[\\/]|$)/.test(inside)) below(world.root, inside) // a link in a pull request could expose any file on the machine that checks it
  const text = readArtifactFile(path, file)
  const decided = rules.filter(({ check }) => typeof check !== 'string')
  const found = await world.evaluate({
    text,
    name,
    file: relative(world.root, path),
    allowCommands,
    checks: decided.map(({ id, check }): RuleCheck => ({ ruleId: id, check: check as RuleCheck['check'] })),
  })
  const byRule = new Map(found.map((verdict) => [verdict.ruleId, verdict]))
  const verdicts = rules.map(
    (rule) =>
      byRule.get(rule.id) ?? { ...combineVerdicts(rule.id, []), message: 'a sentence that only a judge or a reflex run can decide' },
  )
  const scored = scoreRules(rules, new Map(verdicts.map(({ ruleId, outcome }) => [ruleId, outcome])), Math.round(threshold * 10_000))
  return {
    file: name,
    ...scored,
    rules,
    verdicts,
    demands,
    told: toldOf(rules, verdicts, demands),
    source: sourceOf(text, name, verdicts),
    text,
  }
}
