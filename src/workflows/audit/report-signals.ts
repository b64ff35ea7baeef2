// What a piece of a report says about itself: how severe it is, and whether that is over; and what is left of it without those labels.
import type { Severity } from './categorise.ts'
import { type Legend, bare, leadingSign, pictureAt, severityIn, shortened } from './report-legend.ts'
import { type Status, anySeverity, highest, isDoneAtEnd, severityWord, statusIn } from './report-words.ts'

interface Signals {
  readonly severity: Severity | null
  readonly status: Status | null
  readonly text: string
}

export function signalsIn(line: string, legend: Legend): Signals {
  let text = line.trim()
  let severity: Severity | null = null
  let status: Status | null = null
  // Boxes, pictures and codes, in whichever order.
  for (let signs = 0; signs < 6; signs += 1) {
    const box = /^\[( |x)\]\s+/i.exec(text)
    const sign = box ? null : leadingSign(text, legend)
    const picture = pictureAt.exec(text)?.[0]
    if (box) {
      const ticked = legend.signs.get('[x]') === 'open' ? 'open' : 'closed'
      if (box[1] !== ' ') status = ticked
      else if (ticked === 'open') status = 'closed'
    } else if (sign?.means === 'open' || sign?.means === 'closed') status = sign.means
    else if (sign || picture) severity = sign?.means ?? severity
    else break
    text = sign ? sign.rest : text.slice((box?.[0] ?? picture!).length).trimStart()
  }
  const label = statusLabel.exec(text)
  const after = label ? signalsIn(text.slice(label[0].length), legend) : null
  // `Fixed: the heading. The body still fails` says nothing of a rated finding.
  if (label && after && (label[1] || after.severity)) {
    const own = after.severity ?? severity
    return { severity: own, status: status ?? statusIn(label[1] ?? label[2] ?? '', own) ?? after.status, text: after.text }
  }
  const kept = text.includes('~~') ? text.replaceAll(/\s*~~[^~]{1,1000}~~\s*/g, ' ').trim() : text
  // What is left of a struck-out line may say what became of it, but nothing more.
  if (kept !== text && (/^\W*(?:\w+\W*){0,2}$/.test(kept) || statusIn(kept) === 'closed'))
    return { severity: null, status: 'closed', text: kept }
  const tag = changedTo(kept, legend) ?? severityTag(kept, legend)
  const rest = tag?.rest ?? kept
  const end = /(?:^|\s)(?:[([]([^\s()[\]]{1,4})[)\]]|([^\s()[\]\p{L}\d]{1,4}))$/u.exec(rest.slice(-12))?.slice(1).find(Boolean)
  const ending = end ? legend.signs.get(bare(end)) : undefined
  if (ending && ending !== 'open' && ending !== 'closed') severity ??= ending
  const own = tag?.severity ?? severity
  const apart = own && statusApart.exec(rest)
  if (apart) return { severity: own, status: status ?? statusIn(apart[1]!, own), text: rest.replace(apart[0], ' ').trim() }
  return { severity: own, status: status ?? (ending === 'closed' || isDoneAtEnd(rest) ? 'closed' : null), text: rest }
}

/** `[CRITICAL] …`, `**High**: …`, `Medium - …`, `low | …`, `C1 (high) …`, `… (severity: low)`, `… (minor, a.css:3)`, `…; medium, as it is cached`, `… – high`. */
function severityTag(text: string, legend: Legend): { severity: Severity; rest: string } | null {
  const short = /^[\W_]{0,4}(\p{Lu}{3,6})[\s:\])]+/u.exec(text)
  const level = short && !severityWord(short[1]!) && severityIn(short[1]!, legend)
  if (level) return { severity: level, rest: text.slice(short[0].length) }
  const behind =
    /^[\s*_`[(]{0,4}(?:L\d{1,6}(?:[–-]\d{1,6})?|lines? \d{1,6}|[A-Z]{1,5}\d?-\d{1,4}|#?\d{1,3})[\s*_`\])]{0,4}(?:[:,·.|–—-]\s|(?<=\s{2}|\t|#\d{1,3}\s))(?=[\s*_`[(]{0,4}[\p{L}\d-]{2,14}[*_`\])]*[.:,)\]\s*_`])/u.exec(
      text,
    )
  const inner = behind && leadIn(text.slice(behind[0].length), legend)
  if (inner) return { ...inner, rest: `${behind[0]}${inner.rest}` }
  const first = leadIn(text, legend)
  if (first) return first
  if (!anySeverity.test(text)) return null
  // A digit alone is a code only where it is said to be the severity.
  // A place may come after it, and whose opinion it is.
  const end = text.replace(placeAtEnd, '').replace(/[ ,]+(?:imo|imho|i (?:think|guess)|for me)[.!]?$/i, '')
  const said = tags.flatMap((tag) =>
    [text, end]
      .flatMap((each) => [...each.matchAll(tag)])
      .flatMap(([, words]) => words!.split(/[,;/·]/).filter((word) => word === words || !/^\s*\d\s*$/.test(word))),
  )
  const severity = highest(
    said.flatMap((word) => severityIn(word.replace(/^\W*(?:was: )?|\W+$/g, '').replace(/ (?:severity|priority)$/i, ''), legend) ?? []),
  )
  return severity && { severity, rest: text.replace(/^\([^()]*\)\s+/, '') }
}

/** A severity in front, marked off from the rest. */
function leadIn(text: string, legend: Legend): { severity: Severity; rest: string } | null {
  const lead =
    /^(?:(?:and )?(?:also |another |one |an? ))?[\s*_`[({]*(sev(?:erity)?[ -]?\d(?=\W)|p\d(?=\s)|[\p{L}\d]{2,14}(?:-\p{L}{2,8})?)(?:[ -](?:severity|priority))?(?:\s*[*_`\])}:;.!]*[*_`\])}:;!][\s:–—-]*|\s[–—|-]+\s|\s{2,}|\t|(?<=\d)\s)/iu.exec(
      text,
    )
  const severity = lead && (severityIn(lead[1]!, legend) ?? (/[[:]/.test(lead[0]) ? shortened(lead[1]!) : null))
  if (severity) return { severity, rest: text.slice(lead[0].length) }
  // `error — QS1007 — src/a.ts:9`, as analysers put it
  const [level, word] =
    /^(error|warning|note|info)(?:\s[–—|-]\s|:\s)(?=[`*]{0,2}(?:[A-Z]{1,6}-?\d{2,6}\b|\S*\/\S+|\S+\.\w{1,4}:\d))/i.exec(text) ?? []
  return word ? { severity: levels[word.toLowerCase() as keyof typeof levels], rest: text.slice(level!.length) } : null
}

const levels = { error: 'High', warning: 'Medium', note: 'Low', info: 'Low' } as const

/** `raised from high to critical`, `minor → critical`, `(was critical, now minor)`: what it was changed to. */
export function changedTo(text: string, legend: Legend): { severity: Severity; rest: string } | null {
  const moved =
    /\b(?:(?:rais|chang|mov|escalat|reduc)(?:e|ed|ing)|(?:low|upgrad|downgrad)(?:er|e|ered|ed|ing|ering))\b[^.;]{0,40}?\bto[\s*_`]+([\p{L}\d]{2,14})/iu.exec(
      text,
    ) ??
    /^[\s*_`[(]{0,4}[\p{L}\d]{2,14}[\s*_`]{0,3}(?:→|->)[\s*_`]{0,3}([\p{L}\d]{2,14})/u.exec(text) ??
    /\bwas [\p{L}\d]{2,14}, now ([\p{L}\d]{2,14})/iu.exec(text) ??
    /\bnow ([\p{L}\d]{2,14}) \(?was [\p{L}\d]{2,14}/iu.exec(text)
  const severity = severityIn(moved?.[1] ?? '', legend) ?? shortened(moved?.[1] ?? '')
  return severity && { severity, rest: text }
}

const statuses = 'open|re-?opened|fixed|resolved|closed|done|verified|won.?t ?fix|accepted|suppressed|deferred|in progress|new'
/** `[CLOSED] …`, `Fixed: …`, `Unchanged – …` in front of the rest. */
const statusLabel = new RegExp(
  String.raw`^(?:[*_]{0,2}\[(${statuses})\][*_]{0,2}|[=~*_\s]{0,4}(new|unchanged|still open|re-?opened|regression|fixed|resolved|closed)[*_]{0,2}(?::|\s[–—-])[*_]{0,2})\s+(?=\S+\s\S)`,
  'i',
)
/** `GW-4402   SEV-1   CLOSED`: a word between wide gaps or bars. */
const statusApart = new RegExp(String.raw`(?:^|\s{2,}|\t|\s?[|·]\s?)[[(*_]{0,3}(${statuses})[\])*_]{0,3}(?=\s{2,}|\t|\s?[|·]|$)`, 'i')

const placeAtEnd = /[.,;:]?\s+[([]?[\w@./-]{1,200}\.\w{1,8}:\d{1,6}[)\]]?\.?$/

const tags = [
  /\b(?:severity|priority)(?:\s?[:=][\s*_`]{0,4}|\s(?=\d))(\d\b|[\p{L}\d]{2,14})/giu,
  /[([]([^()[\]]{2,120})[)\]]/g,
  /\((?:I['’]d|I would|we['’]d|we would) (?:say|call (?:it|this|that)|rate (?:it|this|that))[\s*_`]{1,4}([\p{L}\d]{2,14})[\s*_`]{0,3}\)/giu,
  /(?:[;—–|]|\bopen,)\s+\**([\p{L}\d]{2,14})\**(?=[,.;]|$)/gu,
  /^[\s*_]{0,3}\p{L}+ \d+, (\p{L}{3,14}):/gu,
  /(?:→|->|=>)\s*\**([\p{L}\d]{3,14})\**(?=[,.;!]|$)/gu,
  /\s(P\d|[A-Z]{3,12})[.!]?$/g,
  /[.:!?,]\s+\**([\p{L}\d]{2,14})\**(?:[ -](?:severity|priority))?[.!]?$/gu,
]
