// Where a report speaks of something critical that was read neither as a finding nor as settled: it is never taken for clean then.
import { isClaimedFixed } from './categorise.ts'
import { textOf } from './markdown-lines.ts'
import { type Legend, leadingSign, shortened } from './report-legend.ts'
import { type Placed, type Scope, governing, isClosed } from './report-outline.ts'
import { sentencesOf } from './report-prose.ts'
import { countsIn, isNone, severityWord, statusIn } from './report-words.ts'

export interface Doubt {
  readonly line: number
  readonly text: string
}

/** `heard` are the first lines of what was decided on, open or settled; what stands below, up to the next part, belongs to it. */
export function doubtsIn(report: readonly Placed[], taken: ReadonlySet<number>, heard: ReadonlySet<number>, legend: Legend): Doubt[] {
  let known: 'heading' | 'part' | null = null
  const [read, spoken] = [new Set<Scope>(), new Set<Scope>()] // parts with findings, and with anything that is not "none"
  for (const { line, scopes } of report) {
    const says = line.kind !== 'heading' && textOf(line) !== '' && !taken.has(line.line) && !sentencesOf(textOf(line)).some(isNone)
    for (const scope of scopes) {
      if (heard.has(line.line)) read.add(scope)
      if (says && scope.line !== line.line) spoken.add(scope)
    }
  }
  return report.flatMap(({ line, scopes, opens }, index): Doubt[] => {
    const isPart = line.kind === 'cells' || (line.kind === 'item' && line.indent === 0) || report[index - 1]?.line.kind === 'blank'
    if (heard.has(line.line)) known = line.kind === 'heading' ? 'heading' : (known ?? 'part')
    else if (line.kind === 'heading' || (known === 'part' && isPart)) known = null
    if (known || line.kind === 'blank' || line.kind === 'fence' || taken.has(line.line) || legend.lines.has(line.line)) return []
    if (opens?.severity === 'Critical' && !isClosed(scopes) && spoken.has(opens) && !read.has(opens))
      return [{ line: Math.floor(line.line), text: textOf(line).slice(0, 200) }]
    if (isClosed(scopes) || governing(scopes)?.kind === 'other' || opens?.kind === 'severity') return []
    const said = sentencesOf(textOf(line).replaceAll(/\*\*|__|`|["“][^"”]{1,80}["”]/g, '')).find((sentence) => isDoubtful(sentence, legend))
    return said === undefined ? [] : [{ line: Math.floor(line.line), text: said.slice(0, 200) }]
  })
}

function isDoubtful(sentence: string, legend: Legend): boolean {
  const rates = sentence.split(/[;,.!?]\s|\s[–—(]/).some((clause) => {
    const words = clause.match(/(?<![\p{L}\p{N}/.-])[\p{L}\p{N}]{2,14}(?![\p{L}\p{N}'’/-]|\.\p{L})/gu) ?? []
    const rated = new Set(words.flatMap((word) => severityWord(word) ?? shortened(word) ?? []))
    const isSign = leadingSign(clause, legend)?.means === 'Critical'
    return ((rated.size === 1 && rated.has('Critical')) || isSign) && !excused.test(clause)
  })
  return (
    rates &&
    !isNone(sentence) &&
    !isClaimedFixed(sentence) &&
    ![sentence, sentence.split(':', 1)[0]!].some((said) => statusIn(said, 'Critical') === 'closed') &&
    countsIn(sentence).length === 0
  )
}

/** Denied, gone by, only supposed, or no rating. */
const excused =
  /\b(?:no|not|none|neither|nor|nothing|never|without|zero|0|would|could|might|if|was|were|had|unless|until|kein\w*|nichts?|critical (?:path|reader|review|to|for))\b|['’](?:d(?! (?:call|say|rate|rank|mark))|t)\b|~~/i
