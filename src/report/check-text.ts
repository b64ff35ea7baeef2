// The result of a check for people: each finding with its place, line and rule, then one line per file and, for many files, one per rule.
import { type Frame, codeFrame, frameText } from './code-frame.ts'
import { isMissed } from './known-findings.ts'
import { type Look, columns, fit, plainLook } from './look.ts'
import type { Summarised } from './markdown.ts'
import { evidenceText, heldOf, placeText, statement } from './words.ts'
import type { Finding, Verdict } from '../schema/verdict.ts'

export interface Shown extends Summarised {
  unreadable?: string
  /** The lines findings are about, by number. */
  source: Readonly<Record<string, string>>
  /** Per rule, the findings a baseline knows, by number. */
  known?: Readonly<Record<string, readonly number[]>>
}

const mostShown = 8
/** Limit at a terminal, so the result fits the screen; a pipe gets all findings. */
const mostScrolled = 100
const mostFiles = 20

export function checkText(checked: readonly Shown[], look: Look = plainLook): string {
  const found = checked.flatMap((file) => fileFindings(file, look))
  const shown = look.width === null ? found : found.slice(0, mostScrolled)
  const left = found.length - shown.length
  const more = left > 0 ? [look.paint.dim(`… and ${left} more findings: \`--report findings.md\` writes them all.`)] : []
  return [...shown, ...more, ...summary(checked, look)].join('\n\n')
}

function fileFindings(file: Shown, look: Look): string[] {
  if (file.unreadable !== undefined) return [`${head(file.file, 'error', '', look)}\n  ${file.unreadable}`]
  const missed = file.verdicts.filter(isMissed).sort((a, b) => rank(file, a) - rank(file, b))
  // What has no place and the same reason is told once: "only a judge can decide" says no more for the thirtieth rule.
  const groups = Map.groupBy(missed, ({ outcome, message, evidence }, at) =>
    outcome === 'unknown' && evidence.length === 0 ? message : at,
  )
  return [...groups.values()].flatMap((verdicts) =>
    verdicts.length > 2 ? [undecided(file, verdicts, look)] : verdicts.flatMap((verdict) => ruleFindings(file, verdict, look)),
  )
}

function undecided({ file, rules }: Shown, verdicts: readonly Verdict[], look: Look): string {
  const rows = verdicts.map(({ ruleId }) => {
    const rule = rules.find(({ id }) => id === ruleId)
    return [`  ${ruleId}`, typeof rule?.check === 'string' ? rule.check : (rule?.description ?? '')]
  })
  return [
    head(file, 'unknown', `${verdicts.length} rules`, look),
    fit(`  ${verdicts[0]!.message}`, look.width),
    columns(rows, { width: look.width }),
  ].join('\n')
}

/** The rules that must pass first; among those, failures before undecided ones. */
function rank({ rules }: Shown, { ruleId, outcome }: Verdict): number {
  const severity = rules.find(({ id }) => id === ruleId)?.severity ?? 'fail'
  return ['fail', 'warn', 'info'].indexOf(severity) * 10 + ['fail', 'error', 'unknown'].indexOf(outcome)
}

function ruleFindings(file: Shown, { ruleId, outcome, message, evidence }: Verdict, look: Look): string[] {
  const rule = file.rules.find(({ id }) => id === ruleId)
  const known = new Set(file.known?.[ruleId])
  const all: readonly Finding[] = evidence.length > 0 ? evidence : [{ message }]
  const fresh = all.filter((_each, at) => !known.has(at))
  if (fresh.length === 0) return []
  const word = outcome === 'fail' ? (rule?.severity ?? 'fail') : outcome
  const shown = fresh.slice(0, mostShown)
  const said = statement(rule?.description, outcome === 'fail' ? file.demands?.[ruleId] : undefined)
  return shown.map((each, at) => {
    const more = fresh.length - shown.length
    return [
      head(placeText({ file: file.file, ...each.location }), word, ruleId, look),
      fit(
        `  ${evidenceText({ ...each, ...(frameOf(file, each, look) && { quote: undefined }) }, { longest: 300, placed: false })}`,
        look.width,
      ),
      ...(frameOf(file, each, look)?.map((line) => `  ${line}`) ?? []),
      ...(at === shown.length - 1 && more > 0 ? [`  … and ${more} more of this rule`] : []),
      ...(at === shown.length - 1 && said ? [look.paint.dim(fit(`  rule: ${said}`, look.width))] : []),
    ].join('\n')
  })
}

/** `README.md:7:1  fail  b.style.no-placeholders`: a place for editors, a rule for people. */
function head(place: string, word: string, rule: string, { paint }: Look): string {
  const paintWord = word === 'fail' || word === 'error' ? paint.bad : word === 'info' ? paint.calm : paint.warn
  return [paint.strong(place), paintWord(word), rule].filter(Boolean).join('  ')
}

function frameOf({ file, source }: Shown, { location, quote }: Finding, { width, paint }: Look): string[] | null {
  if (location?.line === undefined || (location.file !== undefined && location.file !== file)) return null
  const frame: Frame | null = codeFrame(
    (line) => source[line],
    { line: location.line, column: location.column, quote },
    { width: (width ?? 100) - 14 },
  )
  return frame && frameText(frame, { mark: paint.bad, dim: paint.dim })
}

function summary(checked: readonly Shown[], { paint, width }: Look): string[] {
  const failed = checked.filter(({ passed }) => !passed)
  const told = checked.length > mostFiles ? failed.slice(0, mostFiles) : checked
  const rows = told.map(({ file, passed, shown, verdicts, blockers, unreadable, known }) => {
    const old = Object.values(known ?? {}).reduce((sum, each) => sum + each.length, 0)
    return [
      passed ? 'passed' : 'failed',
      file,
      unreadable === undefined
        ? heldOf(
            verdicts.map(({ outcome }) => outcome),
            ' rules hold',
          )
        : 'not read',
      `score ${shown}`,
      old > 0 ? `${old} known` : '',
      blockers.length > 0 && !passed ? `blocked by ${blockers.join(', ')}` : '',
    ]
  })
  const table = columns(rows, {
    width,
    least: [5, 4, 2],
    paint: (cell, line, column) => (column === 0 ? (told[line]?.passed ? paint.good(cell) : paint.bad(cell)) : cell),
  })
  if (checked.length === 1) return [table]
  const left = checked.length > mostFiles ? failed.length - told.length : 0
  return [
    [table, left > 0 && `… and ${left} more that failed`].filter(Boolean).join('\n'),
    left > 0 ? byRule(failed, width) : '',
    `${checked.length} files: ${checked.length - failed.length} passed, ${failed.length} failed`,
  ].filter(Boolean)
}

/** If the files don't fit a screen: the rules they break, most frequent first. */
function byRule(failed: readonly Shown[], width: number | null): string {
  const broken = failed.flatMap(({ rules, verdicts }) =>
    verdicts.filter(isMissed).map(({ ruleId }) => ({ ruleId, says: rules.find(({ id }) => id === ruleId)?.description ?? '' })),
  )
  const groups = [...Map.groupBy(broken, ({ ruleId }) => ruleId)].sort(([, a], [, b]) => b.length - a.length)
  return columns(
    groups.map(([ruleId, all]) => [`${all.length} ${all.length === 1 ? 'file' : 'files'}`, ruleId, all[0]?.says ?? '']),
    { width, least: [2] },
  )
}
