// What a piece of a report says about itself in clauses that say nothing else: how severe it is, and whether that is over.
import type { Severity } from './categorise.ts'
import { plain } from './markdown-lines.ts'
import { type Legend, bare, leadingSign, pictureAt, severityIn, shortened } from './report-legend.ts'
import { type Status, anySeverity, highest, phrases, severityWord, stateWords, statusIn } from './report-words.ts'

interface Marks {
  readonly severity: Severity | null
  readonly status: Status | null
  /** Without the labels in front. */
  readonly text: string
  /** A state in front of the rest. */
  readonly labelled: boolean
  /** Said in sentences about what was told before, as in `I rate this critical`. */
  readonly pointing: boolean
}

interface Clause {
  readonly said: string
  readonly to: number
  /** The marks on either side, `^` and `$` for the ends of the text. */
  readonly before: string
  readonly after: string
  readonly bracketed: boolean
}

export function marksIn(line: string, legend: Legend): Marks {
  const { text: signed, ...head } = signsAtHead(line.trim(), legend)
  const text = signed.includes('~~') ? signed.replaceAll(/\s*~~[^~]{1,1000}~~\s*/g, ' ').trim() : signed
  // What is left of a struck-out line may say what became of it, but nothing more.
  if (text !== signed && (/^\W*(?:\w+\W*){0,2}$/.test(text) || statusIn(text) === 'closed'))
    return { severity: null, status: 'closed', text, labelled: true, pointing: false }
  const clauses = clausesOf(text)
  const front = clauses.findIndex(({ said }) => !isBehind.test(said) && !stateWords.test(said))
  const levels = clauses.flatMap((clause, index) => {
    const severity = levelOf(clause, clauses[index - 1], index === front && clauses.length > 1, legend)
    return severity ? [{ clause, index, severity }] : []
  })
  const code = /^[\W_]{0,4}(p\d(?!\.\d)|[\p{Lu}\d]{2,10})[\s:\])]+(?=\S)/u.exec(text) // `P0 Menu`, `CRITICAL menu`
  const coded = code && severityIn(code[1]!, legend)
  const changed = changedTo(text, legend)
  const lead = levels.find(({ index }) => index === front)
  const all = highest(levels.map((each) => each.severity))
  const severity = changed ?? lead?.severity ?? coded ?? head.severity ?? all
  const states = statesIn(text, clauses, severity, legend)
  const [from, to] = changed ? [0, 0] : lead ? [front > 0 ? clauses[front - 1]!.to : 0, lead.clause.to] : [0, coded ? code![0].length : 0]
  const behind = from === 0 ? '' : text.slice(0, text.length - text.slice(from).replace(/^[\s:,.·|–—*_`\])}-]+/, '').length)
  const rest = to === 0 ? text : text.slice(to).replace(/^[\s*_`\])}:;.!|·–—→>-]+/, '')
  return {
    severity,
    status: head.status ?? states.status,
    text: behind + rest,
    labelled: head.status !== null || states.first === clauses[0]?.said,
    pointing:
      levels.length > 1
        ? levels.every(({ clause }) => /[\^.!?]/.test(clause.before))
        : levels.some(({ clause }) => pointer.test(clause.said)),
  }
}

/** Boxes, pictures and codes in front, in whichever order. */
function signsAtHead(line: string, legend: Legend): Pick<Marks, 'severity' | 'status' | 'text'> {
  let [text, severity, status]: [string, Severity | null, Status | null] = [line, null, null]
  for (let signs = 0; signs < 6; signs += 1) {
    const box = /^\[( |x)\]\s+/i.exec(text)
    const sign = box ? null : leadingSign(text, legend)
    const picture = pictureAt.exec(text)?.[0]
    if (box) {
      const open = legend.signs.get('[x]') === 'open'
      if (box[1] !== ' ') status = open ? 'open' : 'closed'
      else if (open) status = 'closed'
    } else if (sign?.means === 'open' || sign?.means === 'closed') status = sign.means
    else if (sign || picture) severity = sign?.means ?? severity
    else break
    text = sign ? sign.rest : text.slice((box?.[0] ?? picture!).length).trimStart()
  }
  return { text, severity, status }
}

/** `fixed in #22`, `jo: done, thanks`: what says nothing but what became of something. */
export function isState(text: string): boolean {
  const [speaker, ...more] = clausesOf(text.replace(/^[^\p{L}\d#]+/u, ''))
  const first = speaker?.after.includes(':') && /^\p{L}[\p{L}\d ]{0,20}$/u.test(speaker.said) ? more[0] : speaker
  return first !== undefined && text.length < 100 && stateWords.test(first.said)
}

export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  let [before, depth, from] = ['^', 0, 0]
  for (const { 0: mark, index } of [...text.matchAll(border), Object.assign(['$'], { index: text.length })]) {
    const said = text.slice(from, index).trim()
    const last = clauses.at(-1)
    if (said !== '') clauses.push({ said, to: index, before, after: mark!, bracketed: depth > 0 })
    else if (last) clauses[clauses.length - 1] = { ...last, after: last.after + mark! }
    before = said === '' ? before + mark! : mark!
    if (/[([{]/.test(mark!)) depth += 1
    if (/[)\]}]/.test(mark!)) depth = Math.max(0, depth - 1)
    from = index + mark!.length
  }
  return clauses
}

/** A severity, alone between marks or with words that only point at what it is said of. */
function levelOf(
  { said, before, after, bracketed }: Clause,
  previous: Clause | undefined,
  first: boolean,
  legend: Legend,
): Severity | null {
  const named = previous !== undefined && rating.test(previous.said) && /[:=]/.test(before)
  const apart =
    bracketed ||
    named ||
    (first ? /[:|·;)\]}*!—–→\t$-]|\.|\s\s/.test(after) : /[.!?;([{|·→>—–\t-]|\s\s/.test(before)) ||
    (/[:,]|\w/.test(before) && /[.;!)\]$–—]/.test(after))
  // `There are two critical issues.` sums up, unless a colon says which.
  if (sumsUp.test(said) && !after.startsWith(':')) return null
  if (/^\d$/.test(said) && !named && !(/[([]$/.test(before) && /^[)\]]/.test(after))) return null
  const own = /^(?:\p{L}{0,2}\d?|[^\p{L}\d]{1,5})$/u.test(said) ? severityIn(said, legend) : null
  const short = bracketed || (first && after.startsWith(':')) ? shortened(said) : null
  return (apart ? own : null) ?? short ?? (apart || pointer.test(said) ? levelAlone(said, legend, named) : null)
}

/** The severity that words mean which say nothing else. */
export function levelAlone(said: string, legend: Legend, named = false): Severity | null {
  const phrase = said.length < 60 ? phrases.find(([pattern]) => pattern.test(said.toLowerCase()))?.[1] : undefined
  if (phrase) return phrase
  if (!anySeverity.test(said) && !/^\p{Lu}{3,6}$/u.test(said) && !legend.signs.has(said.toLowerCase())) return null
  const isRating = named || /\b(?:severity|sev|priority|prio|level|rating)\b/i.test(said)
  const found = said
    .replace(/[.:!]+$/, '')
    .split(/[\s/]+/)
    .filter((word) => word !== '' && !filler.test(word) && (severityWord(word) !== null || !isId.test(word)))
    .map((word) => (/^\d$/.test(word) && !isRating ? null : severityIn(word, legend)))
  return found.length > 3 || found.includes(null) ? null : highest(found.flatMap((each) => each ?? []))
}

/** `Critical (2)`, `High / Medium`, `P0 – Critical issues`, `Must fix: 3`: a title that says nothing but a severity, and how many. */
export function levelTitle(title: string, legend: Legend): { severity: Severity; count: number | null } | null {
  const name = title.split(/\(|:(?=\s*(?:\d|none|$))|\s[–—-]\s(?=\d{1,3}$)/i, 1)[0]!
  const severity = levelAlone(name.replaceAll(/[–—*_`:[\]]|\s-\s/g, ' ').trim(), legend)
  const count = /(?:[(:]|\s[–—-]\s)\s*(\d{1,6})\b/.exec(title)?.[1]
  return severity && { severity, count: count === undefined ? null : Number(count) }
}

/** The severity that a word, a sign of the legend or a cell with both stands for. */
export function severityOf(said: string, legend: Legend): Severity | null {
  const words = [said.trim().replaceAll(/[[\]()*`]/g, ''), plain(said).replace(/ (?:severity|priority)$/i, '')]
  const own = words.map((each) => severityIn(each, legend) ?? levelAlone(each, legend)).find((each) => each !== null)
  return own ?? (/^[^\p{L}]/u.test(said) && said.length < 24 ? marksIn(said, legend).severity : null)
}

/** What clauses that say nothing else say became of it; the last one counts, unless what follows says otherwise. */
function statesIn(
  text: string,
  clauses: readonly Clause[],
  severity: Severity | null,
  legend: Legend,
): { status: Status | null; first: string | null } {
  let status: Status | null = null
  let first: string | null = null
  const says = clauses.some((clause) => !stateWords.test(clause.said) && levelOf(clause, undefined, false, legend) === null)
  clauses.forEach(({ said, before, after, bracketed, to }, index) => {
    const sign = index > 0 && index === clauses.length - 1 ? legend.signs.get(bare(said)) : undefined
    if (sign === 'closed' || sign === 'open') return void (status = sign)
    const isLabel =
      index === 0
        ? bracketed || (severity !== null && /[:|·\])–—-]|\s\s/.test(after))
        : /[.;!?([|·→<>—–\t-]|\s\s/.test(before) || bracketed || (/,/.test(before) && /\$/.test(after))
    if (!says || !isLabel || !stateWords.test(said)) return
    const told = statusIn(said, severity)
    if (told === 'closed' && /\b(?:still|not|again|but|except|only|remains?|re-?opened|regress\w*)\b/i.test(text.slice(to))) return
    status = told ?? status
    first ??= said
  })
  return { status, first }
}

/** `raised from high to critical`, `minor → critical`, `(was critical, now minor)`: what it was changed to. */
function changedTo(text: string, legend: Legend): Severity | null {
  const level = (word: string | undefined) => severityIn(word ?? '', legend)
  const [, from, to] = /([\p{L}\d]{2,14})[\s*_`]{0,3}(?:→|->|\bto\b|, now\b)[\s*_`]{0,4}([\p{L}\d]{2,14})/u.exec(text) ?? []
  const [, moved] = /\b(?:rais|lower|chang|(?:up|down)grad)\w*\b[^.;]{0,30}?\bto[\s*_`]+([\p{L}\d]{2,14})/iu.exec(text) ?? []
  return (level(from) && level(to)) ?? level(moved) ?? shortened(moved ?? '')
}

/** What may stand in front of a label: a number, a code, a line. */
export const isBehind = /^(?:L\d{1,6}(?:[–-]\d{1,6})?|lines? \d{1,6}|[A-Z]{1,5}\d?-\d{1,4}|#?\d{1,3}|new)$/i
const isId = /^#\d{1,3}$|^[A-Z]{1,5}\d?-\d{1,4}$/
const border =
  /[|·;()[\]{}*`]|→|->|<-|=>|—|(?<![\p{L}\d])_|_(?![\p{L}\d])|(?<![([!])[:.!?,]+(?=[\s)\]*_`]|$)|(?<=\s)[–-](?=\s)|\t|\s{2,}|\s(?:but|because|since|though)\s/gu
export const sumsUp = /\b(?:there|have|found|saw|see)\b/i
const rating = /(?:^|\s)(?:severity|sev|priority|prio|level|impact|rating|rated|risk|schwere|schweregrad|was|how bad)$/i
const pointer =
  /(?:^|\s)(?:i|i['’]d|we|we['’]d|this|that|it|these|those|they|which|that['’]s|it['’]s|is|are|for me|to me|imh?o|view|opinion)(?:\s|$)/i
/** Words beside a severity that say nothing of their own. */
const filler =
  /^(?:an?|the|and|also|another|only|just|first|second|next|then|of|all|other|more|one|ones|two|three|four|i|we|us|i['’]d|we['’]d|would|call|rate|rated|consider|say|makes?|agrees?|everybody|this|that|it|these|they|which|is|are|it['’]s|that['’]s|there['’]?s?|have|found|saw|as|at|to|me|for|my|our|in|view|opinion|eyes|mind|imh?o|rest|what|left|quite|really|rather|clearly|think|find|too|well|again|here|severity|priority|prio|sev|level|impact|rating|risk|(?:issue|finding|problem|bug|defect|item|thing|violation|risk|flaw|point)s?|stuff|befunde?|mängel|probleme)$/i
