// Verdicts as a Markdown summary: a table, then the failures with evidence. Artifact text can't become markup.
import type { Verdict } from '../schema/verdict.ts'
import type { Judged } from './junit.ts'
import { evidenceText, heldOf } from './words.ts'

export interface Summarised extends Judged {
  passed: boolean
  blockers: readonly string[]
  /** From 0 to 1, as shown. */
  shown: string
}

/** Pages that show summaries reject long ones. */
const mostFindings = 200
const mostEvidence = 5

export function markdown(judged: readonly Summarised[]): string {
  const passed = judged.filter((each) => each.passed).length
  const rows = judged.map(
    ({ file, passed: ok, shown, verdicts, blockers }) =>
      `| ${markdownLine(file)} | ${ok ? 'passed' : '**failed**'} | ${shown} | ${heldOf(verdicts.map(({ outcome }) => outcome))} | ${blockers.map((id) => markdownLine(id)).join(', ') || '–'} |`,
  )
  const findings = judged.flatMap((each) =>
    each.verdicts.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable').map((verdict) => ({ each, verdict })),
  )
  const shown = findings.slice(0, mostFindings)
  const lines = [
    `## whet: ${passed} of ${judged.length} ${judged.length === 1 ? 'file' : 'files'} passed`,
    '',
    '| file | result | score | rules that hold | blocked by |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ]
  for (const file of new Set(shown.map(({ each }) => each.file)))
    lines.push(
      '',
      `### ${markdownLine(file)}`,
      '',
      ...shown.filter(({ each }) => each.file === file).flatMap(({ each, verdict }) => finding(each, verdict)),
    )
  if (findings.length > shown.length) lines.push('', `… and ${findings.length - shown.length} more.`)
  return `${lines.join('\n')}\n`
}

function finding({ rules }: Summarised, { ruleId, outcome, message, evidence }: Verdict): string[] {
  const severity = rules.find(({ id }) => id === ruleId)?.severity ?? 'fail'
  const more = evidence.length - mostEvidence
  return [
    `- **${severity}** ${markdownLine(ruleId)} (${outcome}): ${markdownLine(message)}`,
    ...evidence.slice(0, mostEvidence).map((each) => `  - ${markdownLine(evidenceText(each, { longest: 160 }), 500)}`),
    ...(more > 0 ? [`  - … and ${more} more`] : []),
  ]
}

/** One line, with all Markdown and HTML characters escaped, cut if long. */
export function markdownLine(text: string, longest = 160): string {
  const line = text
    .slice(0, 1000)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return (line.length > longest ? `${line.slice(0, longest)}…` : line)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~@]/g, (mark) => `\\${mark}`)
}
