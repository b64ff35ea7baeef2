// A finding in words: rule, demand, place, what was expected and found. Every surface and every prompt uses these.
import type { Rule, Severity } from '../schema/rule.ts'
import type { Finding, Location, Outcome, Sight } from '../schema/verdict.ts'

/** A verdict with everything known about its rule. */
export interface Told {
  id: string
  severity: Severity
  outcome: Outcome
  message: string
  evidence: readonly Finding[]
  description?: string
  /** What its check demands, as a continuation of "It". */
  demand?: string
  /** Added after the id, such as `held in iteration 2`. */
  mark?: string
}

/** `a.completeness.sections (fail, weight 2): Sections are there. It has the sections "Install" and "Usage".` */
export function ruleText({ id, severity, weight, description, check }: Rule, demand: string | undefined): string {
  const sentence = typeof check === 'string' && check !== description ? check : undefined
  return `${id} (${severity}, weight ${weight}): ${statement(description, demand, sentence)}`
}

/** `line 3, column 1: no section "Install"; expected a heading "Install"; found the headings "Usage"; saw «## Usage»`, in one line. */
export function evidenceText(
  { message, quote, expected, actual, location }: Finding,
  { artifact = '', longest = 300, placed = true } = {},
): string {
  const place = placed ? placeText(location, artifact) : ''
  const facts = [
    `${place ? `${place}: ` : ''}${flat(message, longest)}`,
    expected !== undefined && `expected ${flat(expected, longest)}`,
    actual !== undefined && `found ${flat(actual, longest)}`,
    quote !== undefined && `saw «${flat(quote.trim().replaceAll(/\n\s*/g, ' ⏎ '), longest)}»`,
  ]
  return facts.filter(Boolean).join('; ')
}

/** `line 3, column 1`, with the pointer if there is one; the name is left out for the text itself. */
export function placeText(location: Location | undefined, artifact = ''): string {
  if (!location) return ''
  const { file, line, column, pointer, sight } = location
  if (sight && line === undefined && pointer === undefined) return sightText(sight, file === undefined || file === artifact ? '' : file)
  const own = file === undefined || file === artifact
  const at =
    line === undefined
      ? own
        ? ''
        : file
      : own
        ? `line ${line}${column === undefined ? '' : `, column ${column}`}`
        : `${file}:${line}${column === undefined ? '' : `:${column}`}`
  return pointer ? (at ? `${at} (${pointer})` : pointer) : at
}

/** `#hero > h1 at 375×667 (box 0,120 420×80)`: enough to find an element without seeing the page. */
function sightText({ selector, view, box }: Sight, file: string): string {
  const drawn = box && box.width > 0 ? ` (box ${box.x},${box.y} ${box.width}×${box.height})` : ''
  return `${file ? `${file}: ` : ''}${selector} at ${view}${drawn}`
}

/** A verdict and its first findings in one line: `2 strings are missing: (1) …; (2) …; and 3 more`. */
export function verdictText(
  { message, evidence }: Pick<Told, 'message' | 'evidence'>,
  { artifact = '', most = 5, longest = 1200 } = {},
): string {
  const { lines, more } = foundIn(evidence, artifact)
  const shown = lines.slice(0, most)
  const left = lines.length - shown.length + more
  const told = shown.map((line, index) => (shown.length > 1 ? `(${index + 1}) ${line}` : line))
  // Don't repeat the only finding if the message ends with it.
  const head = evidence[0] && message.endsWith(`: ${evidence[0].message}`) ? message.slice(0, -evidence[0].message.length - 2) : message
  return cut(
    [[flat(head, longest), told.join('; ')].filter(Boolean).join(': '), ...(left > 0 ? [`and ${left} more`] : [])].join('; '),
    longest,
  )
}

/** About four characters per token. */
const charsPerToken = 4

/** Findings for the maker, in the given order: every rule in words before any detail, then details in turn until the budget is used; counts what was left out. */
export function findingsText(told: readonly Told[], { artifact = '', tokens = 4000 } = {}): string {
  let left = tokens * charsPerToken
  const fits = (text: string) => (left -= text.length + 1) >= 0
  const heads = told.map(headOf)
  const first = heads.findIndex((head) => !fits(head))
  const shown = first < 0 ? told : told.slice(0, Math.max(1, first))
  const rest = shown.map(({ evidence }) => foundIn(evidence, artifact))
  const taken = rest.map((): string[] => [])
  for (let turn = 0, open = true; open; turn++) {
    open = false
    rest.forEach(({ lines }, index) => {
      const line = lines[turn]
      if (line === undefined || taken[index]?.length !== turn || !fits(line)) return
      taken[index].push(line)
      open = true
    })
  }
  const text = shown.flatMap((_each, index) => {
    const missing = (rest[index]?.lines.length ?? 0) - (taken[index]?.length ?? 0) + (rest[index]?.more ?? 0)
    return [
      `- ${heads[index]}`,
      ...(taken[index] ?? []).map((line) => `  - ${line}`),
      ...(missing > 0 ? [`  - … and ${missing} more of this rule, left out`] : []),
    ]
  })
  const unseen = told.length - shown.length
  return [...text, ...(unseen > 0 ? [`… and ${unseen} more rules that do not hold, left out`] : [])].join('\n')
}

/** What `findingsText` wrote, rule by rule. */
export function findingsRead(text: string): { id: string; demand: string; seen: string; places: string[] }[] {
  return text.split(/^- /m).flatMap((block) => {
    const [head = '', ...lines] = block.trimEnd().split('\n')
    const [, id, demand = '', seen = ''] = /^(\S+) \([^)]*\)(?:: (.*?))? Seen: (.*)$/.exec(head) ?? []
    return id === undefined ? [] : [{ id, demand, seen, places: lines.flatMap((line) => (line.startsWith('  - ') ? [line.slice(4)] : [])) }]
  })
}

function headOf({ id, severity, outcome, message, description, demand, mark }: Told): string {
  const rule = statement(description, demand)
  return `${id} (${[severity, outcome, mark].filter(Boolean).join(', ')})${rule ? `: ${rule}` : ''} Seen: ${flat(message, 300)}`
}

/** The rule's description and its check's demand, as sentences. */
export function statement(description: string | undefined, demand: string | undefined, sentence?: string): string {
  const parts = [description, sentence, demand && `It ${demand}`].flatMap((part) => (part ? [flat(part, 2000)] : []))
  return parts.map((part) => (/[.!?:]$/.test(part) ? part : `${part}.`)).join(' ')
}

/** Checks limit their evidence themselves and end it with a count of the rest. */
function foundIn(evidence: readonly Finding[], artifact: string): { lines: string[]; more: number } {
  const counted = /^… and (\d+) more$/.exec(evidence.at(-1)?.message ?? '')
  return {
    lines: (counted ? evidence.slice(0, -1) : evidence).map((each) => evidenceText(each, { artifact, longest: 1500 })),
    more: Number(counted?.[1] ?? 0),
  }
}

/** One line, without anything a terminal would obey. */
const flat = (text: string, longest: number) => cut(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), longest)
const cut = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** How many of the applicable rules pass: `3 of 4, 1 does not apply`. */
export function heldOf(outcomes: readonly Outcome[], noun = ''): string {
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length
  const idle = count('not-applicable')
  return `${count('pass')} of ${outcomes.length - idle}${noun}${idle === 0 ? '' : `, ${idle} ${idle === 1 ? 'does' : 'do'} not apply`}`
}
