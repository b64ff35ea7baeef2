// What a line of a report says about itself: how severe it is, whether that is over and done, or that there is nothing.
import { type Severity, categoryOf } from './categorise.ts'
import { plain } from './markdown-lines.ts'

export interface Labels {
  readonly severity: Severity | null
  /** Struck out, ticked off or marked as done: told, but no longer open. */
  readonly closed: boolean
  readonly text: string
}

/** Pictures that stand for a severity, or for something done. A report's legend may say otherwise. */
export type Marks = ReadonlyMap<string, Severity | 'closed'>

export function readLabels(line: string, marks: Marks = usualMarks): Labels {
  let rest = line.trim()
  let marked: Severity | null = null
  let closed = false
  for (let picture = leadingPicture(rest); picture !== null; picture = leadingPicture(rest)) {
    const means = marks.get(bare(picture))
    if (means === 'closed') closed = true
    else marked = means ?? marked
    rest = rest.slice(picture.length).trimStart()
  }
  const box = /^\[( |x|fixed|resolved|closed|done)\]\s+/i.exec(rest)
  if (box) rest = rest.slice(box[0].length)
  const kept = rest
    .replaceAll(/~~[^~]{1,1000}~~/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  // What is left of a struck-out line may say what became of it, but nothing more.
  if (kept !== rest && /^\W*(?:\w+\W*){0,2}$/.test(kept)) return { severity: null, closed: true, text: kept }
  const tag = severityTag(kept)
  const text = tag?.rest ?? kept
  return { severity: tag?.severity ?? marked, closed: closed || (box !== null && box[1] !== ' ') || doneAtEnd.test(text.slice(-120)), text }
}

export function severityWord(word: string): Severity | null {
  return severityWords.get(word.toLowerCase()) ?? null
}

/** `### Critical (2)`, `High / Medium`, `P0 – Critical issues`: nothing but severities, the highest of which counts. */
export function severityHeading(text: string): { severity: Severity; count: number | null } | null {
  const parts = text
    .split(/\(|:(?=\s*(?:\d|none|$))/i, 1)[0]!
    .toLowerCase()
    .split('/')
  const found = parts.flatMap((part) => {
    const words = part.match(/[\p{L}\p{N}]+/gu) ?? []
    return words.every(
      (word) => severityWord(word) || /^(?:severity|priority|issues?|findings?|problems?|items?|violations?|and)$/.test(word),
    )
      ? words.flatMap((word) => severityWord(word) ?? [])
      : []
  })
  if (found.length === 0) return null
  const count = /[(:]\s*(\d{1,6})\b/.exec(text)?.[1]
  return { severity: highest(found)!, count: count === undefined ? null : Number(count) }
}

/** `[CRITICAL] …`, `**High**: …`, `Medium - …`, `low | …`, `… (severity: low)`, `… (minor, a.css:3)`, `…; medium, as it is cached`. */
function severityTag(text: string): { severity: Severity; rest: string } | null {
  const lead = /^[\s*_`[({]*(\w{2,8})(?:[ -](?:severity|priority))?(?:\s*[*_`\])}:]+[\s:–—-]*|\s[–—|-]+\s)/.exec(text)
  const first = lead && severityWord(lead[1]!)
  if (first) return { severity: first, rest: text.slice(lead[0].length) }
  const said = [
    ...[...text.matchAll(/\bseverity\s?[:=]\s?[*_`]{0,2}(\w{2,8})\b/gi)].map((match) => match[1]!),
    ...[...text.matchAll(/[([]([^()[\]]{2,120})[)\]]/g)].flatMap((match) => match[1]!.split(/[,;]/)),
    ...[...text.matchAll(/(?:[;—–]|\bopen,)\s+(\w{2,8})(?=[,.;]|$)/g)].map((match) => match[1]!),
  ]
  const severity = highest(said.flatMap((word) => severityWord(word.trim().replace(/ (?:severity|priority)$/i, '')) ?? []))
  return severity && { severity, rest: text.replace(/^\([^()]*\)\s+/, '') }
}

/** `2 critical, 1 high`: severities with how many there are, and no other word. */
export function countsIn(text: string): { severity: Severity; count: number }[] {
  const counts = [...text.slice(0, 200).matchAll(/\b(\d{1,5}) (\w{3,8}?)s?\b/g)].flatMap(([all, count, word]) => {
    const severity = severityWord(word!)
    return severity ? [{ all, severity, count: Number(count) }] : []
  })
  const rest = counts.reduce((left, { all }) => left.replace(all, ''), text.slice(0, 400))
  return /^(?:\b(?:and|issues?|findings?|found|in total)\b|[\s,.:&+])*$/i.test(rest) ? counts : []
}

/** What a status says: `fixed in 4f2c1aa`, `closed`. Nobody's "accepted" takes a Critical away. */
export function isClosedStatus(said: string, severity: Severity | null): boolean {
  if (/\b(?:re-?opened|open|not|partly|partially|still)\b/i.test(said)) return false
  return (
    /\b(?:fixed|closed|resolved|done|verified)\b|^duplicate of\b/i.test(said) ||
    (severity !== 'Critical' && /\bwon.?t ?fix\b|\baccepted\b/i.test(said))
  )
}

/** `(none)`, `None found.`, `No critical issues`, `0`; what follows may not say otherwise. */
export function isNone(text: string): boolean {
  const said = plain(text)
    .replaceAll(/[()[\]_]/g, '')
    .trim()
    .toLowerCase()
  const first = /^(?:none(?=,)|[^.;]*)/.exec(said.slice(0, 2000))![0]
  return nothing.test(first) && (first.length >= said.length - 1 || categoryOf(said.slice(first.length)) === null)
}

/** `Resolved`, `Closed since last round`, `Erledigt / Done`, `Critical – fixed`: whatever stands below is over. */
export function isClosedTitle(text: string): boolean {
  return text.split('/').some((part) => closedTitle.test(part.trim()) || /[(–—-]\s?(?:resolved|closed|fixed|done)\)?$/i.test(part.trim()))
}

/** `Severity: 🔴 critical, 🟠 major, ✅ resolved`. */
export function legendIn(text: string): [string, Severity | 'closed'][] {
  const pairs = [...text.matchAll(/(\p{Extended_Pictographic})\uFE0F?\s?[=:–-]?\s?(\w{2,10})/gu)].flatMap(
    ([, picture, word]): [string, Severity | 'closed'][] => {
      const means = severityWord(word!) ?? (/^(?:resolved|fixed|done|closed)$/i.test(word!) ? ('closed' as const) : null)
      return means ? [[picture!, means]] : []
    },
  )
  return pairs.length > 1 ? pairs : []
}

function highest(found: readonly Severity[]): Severity | null {
  return (['Critical', 'High', 'Medium', 'Low'] as const).find((each) => found.includes(each)) ?? null
}

const leadingPicture = (text: string) => /^\p{Extended_Pictographic}\uFE0F?/u.exec(text)?.[0] ?? null
const bare = (picture: string) => picture.replace('\uFE0F', '')

export const usualMarks: Marks = new Map([
  ['🔴', 'Critical'],
  ['🟠', 'High'],
  ['🟡', 'Medium'],
  ['✅', 'closed'],
  ['✔', 'closed'],
])

const severityWords = new Map<string, Severity>(
  Object.entries({
    Critical: ['critical', 'blocker', 'severe', 'p0'],
    High: ['high', 'major', 'serious', 'p1'],
    Medium: ['medium', 'moderate', 'p2'],
    Low: ['low', 'minor', 'nit', 'trivial', 'p3', 'p4'],
  } satisfies Record<Severity, string[]>).flatMap(([severity, words]) =>
    words.map((word): [string, Severity] => [word, severity as Severity]),
  ),
)

const doneAtEnd =
  /(?:→|\s[–—-]|\()\s?(?:verified |now |already |all )?(?:fixed|resolved|done|closed|corrected)\b(?![^.;]*\b(?:not|but|except|only|still)\b)[^.;()]{0,60}\)?[.!]?$/i
const closedTitle =
  /^(?:previously |already |now |all )?(?:resolved|closed|fixed|done|addressed)(?: (?:since|in|from|issues?|findings?|problems?|items?|points?)\b.*)?[:.]?$/i
const nothing =
  /^(?:|none|n\/a|na|nil|-|–|—|0|none (?:found|detected|identified|remaining|noted)|no (?:[\w-]+ ){0,3}(?:issues?|findings?|problems?|violations?)(?: (?:were )?(?:found|detected|identified|remaining|noted))?)[.!]?$/
