// Findings and scores that a report gives as JSON or YAML in a fence, where its own words say that this is the data.
import { parseYaml } from '../../rules/reading/parse-yaml.ts'
import { type MarkdownLine, plain } from './markdown-lines.ts'
import { severityOf } from './report-blocks.ts'
import type { ReportFinding } from './report-issues.ts'
import type { Legend } from './report-legend.ts'
import type { Pair } from './report-scores.ts'
import { isClosedTitle, statusIn } from './report-words.ts'
import { referenceIn } from './report-places.ts'

interface ReportData {
  readonly findings: ReportFinding[]
  readonly pairs: Pair[]
}

export function readData(lines: readonly MarkdownLine[], legend: Legend): ReportData {
  const found: ReportData = { findings: [], pairs: [] }
  lines.forEach((line, index) => {
    if (line.kind !== 'fence' || !/^(?:json|jsonc|yaml|yml|front|)$/.test(line.lang) || line.text.length > 1_000_000) return
    // A block that names its findings itself needs no announcement.
    const named = /^\W{0,4}(?:findings|issues)["']?\s?:/im.test(line.text)
    if (line.lang === 'front' || isData(lines.slice(0, index), named))
      walk(valueOf(line.text), { line: line.line, key: '', legend, found, depth: 0, scale: '' })
  })
  return found
}

/** The nearest words above announce findings, results or scores, and no example or earlier round. */
function isData(above: readonly MarkdownLine[], named: boolean): boolean {
  const heading = above.findLast((line) => line.kind === 'heading')
  const last = above.findLastIndex((line) => line.kind === 'heading' || line.kind === 'text' || line.kind === 'item')
  const first = above.findLastIndex((line, index) => index < last && line.kind !== 'text')
  const spoken = above.slice(last === -1 ? 0 : Math.min(first + 1, last), last + 1)
  const said = spoken.map((line) => ('text' in line ? plain(line.text) : '')).join(' ')
  const under = heading && 'text' in heading ? plain(heading.text) : ''
  return (
    (named ||
      /\b(?:findings?|issues?|results?|report|data|machine|scores?|ratings?|details?|export|json|yaml|problems?)\b/i.test(
        `${said} ${under}`,
      )) &&
    !notData.test(said) &&
    !isClosedTitle(under) &&
    !/\bexamples?\b/i.test(under)
  )
}

const notData =
  /\b(?:examples?|samples?|template|schema|looks? like|(?:would|should) (?:be|look|have|read|contain)|expected|previous|earlier|last|old|before|round 1|how|quoted?|resolved|closed|fixed)\b/i

interface Walk {
  readonly line: number
  readonly key: string
  readonly legend: Legend
  readonly found: ReportData
  readonly depth: number
  /** What its numbers are out of, where it says so: `/100`. */
  readonly scale: string
}

function walk(value: unknown, place: Walk): void {
  if (typeof value === 'string' && value !== '' && severityOf(place.key, place.legend)) return walk({ title: value }, place)
  if (place.depth > 8 || typeof value !== 'object' || value === null) return
  const told = Array.isArray(value)
    ? undefined
    : /(?:^|\D)(5|10|20|100)\s?%?$/.exec(String((value as { scale?: unknown }).scale ?? ''))?.[1]
  const scale = told ? `/${told}` : place.scale
  const inner = (key: string) => ({ ...place, key, depth: place.depth + 1, scale })
  if (Array.isArray(value)) return value.slice(0, 1000).forEach((each) => walk(each, inner(place.key)))
  const entries = Object.entries(value as Record<string, unknown>)
  const text = (names: RegExp) => {
    const found = entries.find(([name, each]) => names.test(name) && (typeof each === 'string' || typeof each === 'number'))
    return found === undefined ? '' : String(found[1]).trim()
  }
  const severity = text(/^(?:severity|sev|priority|prio|level|impact)$/i) || (severityOf(place.key, place.legend) ?? '')
  const says = [/^(?:title|summary|name)$/i, /^(?:text|message|description|issue|finding|problem|what|detail)$/i]
    .map(text)
    .filter((each) => each !== '')
  if (severity !== '' && says.length > 0) {
    const [file, line] = [text(/^(?:file|path|place|location|where|at|artifact)$/i), text(/^(?:line|lineno|row)$/i)]
    const named = line === '' ? file : `${file}:${line}`
    const stated = severityOf(severity, place.legend)
    if (statusIn(text(/^(?:status|state)$/i), stated) === 'closed') return
    place.found.findings.push({
      text: says.join(' — ').slice(0, 1000),
      line: place.line,
      stated,
      context: '',
      reference: referenceIn(named) ?? (named || null),
    })
    return
  }
  const name = text(/^(?:dimension|name|area|criterion|category)$/i)
  const score = text(/^(?:score|rating|value|points)$/i)
  if (name !== '' && score !== '') return void addPair(place, name, score)
  const scored = /^(?:scores?|dimensions?|ratings?|dimension_?scores)$/i.test(place.key)
  for (const [key, each] of entries) {
    if (typeof each === 'object') {
      const own = scored && each !== null ? (each as Record<string, unknown>)['score'] : undefined
      if (typeof own === 'number' || typeof own === 'string') addPair(place, key, String(own))
      else walk(each, inner(key))
    } else if (scored || /^overall(?:[_ ]?score)?$/i.test(key)) addPair(place, key, String(each))
  }
}

function addPair({ found, line, scale }: Walk, name: string, value: string): void {
  const said = /^\d+(?:\.\d+)?$/.test(value) ? `${value}${scale}` : value
  found.pairs.push({ name: name.replaceAll('_', ' '), said, remark: '', line, expected: true, issues: false })
}

/** JSON is YAML, too. */
function valueOf(text: string): unknown {
  const read = parseYaml(text)
  return read.ok ? read.value : null
}
