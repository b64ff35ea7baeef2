// How the result of a check is written down: for people, for machines, for build servers.
import { writeFileSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { guard, makeFolder } from '../adapters/file-store/disk.ts'
import { junit } from '../report/junit.ts'
import { markdown } from '../report/markdown.ts'
import { sarif } from '../report/sarif.ts'
import { evidenceText, placeText } from '../report/words.ts'
import { showShare } from '../rules/score.ts'
import { Fault } from '../schema/fault.ts'
import type { Evidence } from '../schema/verdict.ts'
import type { Checked } from './check.ts'

export const formats = ['pretty', 'json', 'junit', 'sarif', 'markdown'] as const
export type Format = (typeof formats)[number]

export function render(checked: readonly Checked[], format: Format): string {
  switch (format) {
    case 'json':
      return JSON.stringify({ passed: checked.every(({ passed }) => passed), checked }, null, 2)
    case 'junit':
      return junit(checked)
    case 'sarif':
      return sarif(checked)
    case 'markdown':
      return markdown(checked.map((each) => ({ ...each, shown: showShare(each.score) })))
    case 'pretty':
      return checked.map(pretty).join('\n\n')
  }
}

const byEnding: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.xml': 'junit',
  '.sarif': 'sarif',
  '.md': 'markdown',
  '.txt': 'pretty',
}

/** Known before anything is judged, so that nobody waits in vain. */
export function formatOf(file: string): Format {
  const format = byEnding[extname(file).toLowerCase()]
  if (!format)
    throw new Fault('usage', `--report ${file}: its name does not say which form it should have`, {
      fix: `End it in one of ${Object.entries(byEnding)
        .map(([ending, name]) => `${ending} (${name})`)
        .join(', ')}.`,
    })
  return format
}

export function writeReport(checked: readonly Checked[], file: string, cwd: string): void {
  const path = resolve(cwd, file)
  makeFolder(dirname(path))
  const text = render(checked, formatOf(file))
  guard(path, () => writeFileSync(path, text.endsWith('\n') ? text : `${text}\n`))
}

const mostShown = 8

/** `file:line:column`, as editors and terminals find it, then the words. */
function placed(file: string, evidence: Evidence): string {
  const place = evidence.location && placeText({ file, ...evidence.location })
  return [place, evidenceText(evidence, { longest: 160, placed: false })].filter(Boolean).join('  ')
}

function pretty({ file, score, passed, rules, verdicts, blockers, demands, unreadable }: Checked): string {
  if (unreadable !== undefined) return `${file}: not judged, ${unreadable}`
  const order = ['fail', 'error', 'unknown', 'not-applicable', 'pass']
  const severity = new Map(rules.map((rule) => [rule.id, rule.severity]))
  const shown = [...verdicts]
    .filter(({ outcome }) => outcome !== 'pass')
    .sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const lines = shown.flatMap(({ ruleId, outcome, message, evidence }) => [
    `  ${outcome.padEnd(5)} ${severity.get(ruleId)?.padEnd(4)} ${ruleId}: ${message}`,
    ...(demands[ruleId] && outcome === 'fail' ? [`        wanted: it ${demands[ruleId]}`] : []),
    ...evidence.slice(0, mostShown).map((each) => `        ${placed(file, each)}`),
    ...(evidence.length > mostShown ? [`        … and ${evidence.length - mostShown} more`] : []),
  ])
  const held = verdicts.filter(({ outcome }) => outcome === 'pass').length
  return [
    `${file}: ${passed ? 'passed' : 'failed'}, ${held} of ${verdicts.length} rules hold, score ${showShare(score)}${blockers.length > 0 ? `, blocked by ${blockers.join(', ')}` : ''}`,
    ...lines,
  ].join('\n')
}
