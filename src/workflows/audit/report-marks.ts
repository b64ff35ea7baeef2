// What a piece of a report says about itself in clauses that say nothing else: how severe it is, and whether that is over.
import type { Severity } from './categorise.ts'
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
    const opinion = clause.after.startsWith(',') && wordsLeft(clauses[index + 1]?.said ?? '-').length === 0 // `Also major, in my opinion: …`
    const first = index === front && clauses.length > 1
    const severity = levelOf(opinion ? { ...clause, after: clauses[index + 1]!.after } : clause, clauses[index - 1], first, legend)
    return severity ? [{ clause, index, severity }] : []
  })
  const code = /^[\W_]{0,4}(p\d(?!\.\d)|[\p{Lu}\d]{2,10})[\s:\])]+(?=\S)/iu.exec(text)
  const coded = code && (/^p\d$/i.test(code[1]!) || code[1] === code[1]!.toUpperCase()) ? severityIn(code[1]!, legend) : null
  const changed = changedTo(text, legend)
  const lead = levels.find(({ index }) => index === front)
  const severity =
    changed ?? lead?.severity ?? coded ?? analysed(clauses) ?? head.severity ?? highest(levels.map((each) => each.severity)) ?? null
  const states = statesIn(text, clauses, severity, legend)
  const [from, to] = changed ? [0, 0] : lead ? [front > 0 ? clauses[front - 1]!.to : 0, lead.clause.to] : [0, coded ? code![0].length : 0]
  const behind = from === 0 ? '' : text.slice(0, text.length - text.slice(from).replace(/^[\s:,.·|–—*_`\])}-]+/, '').length)
  const rest = to === 0 ? text : text.slice(to).replace(/^[\s*_`\])}:;.!|·–—→>-]+/, '')
  const inner = clausesOf(rest)[0]
  const label = inner && states.first === inner.said && /[:\])–—-]/.test(inner.after) && severity ? inner.to : 0
  return {
    severity,
    status: head.status ?? states.status,
    text: behind + (label ? rest.slice(label).replace(/^[\s*_`\])}:;|·–—-]+/, '') : rest),
    labelled: head.status !== null || states.first === clauses[0]?.said || label > 0,
    pointing:
      levels.length > 1
        ? levels.every(({ clause }) => /[\^.!?]/.test(clause.before))
        : levels.some(({ clause }) => pointer.test(clause.said)),
  }
}

/** `error — QS1007 — src/a.ts:9`, as analysers put it. */
function analysed([first, second]: readonly Clause[]): Severity | null {
  const level = first && second && /[—–:|-]/.test(first.after) && /^(?:[A-Z]{1,6}-?\d{2,6}$|\S*\/\S+|\S+\.\w{1,4}:\d)/.test(second.said)
  return level ? (analyserLevels.get(first.said.toLowerCase()) ?? null) : null
}

/** Boxes, pictures and codes in front, in whichever order. */
function signsAtHead(line: string, legend: Legend): Pick<Marks, 'severity' | 'status' | 'text'> {
  let [text, severity, status]: [string, Severity | null, Status | null] = [line, null, null]
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
  const add = (to: number, mark: string) => {
    const said = text.slice(from, to).trim()
    if (said === '') before += mark
    else {
      clauses.push({ said, to, before, after: mark, bracketed: depth > 0 })
      before = mark
    }
  }
  for (const match of text.matchAll(border)) {
    add(match.index, match[0])
    const last = clauses.at(-1)
    if (last && last.to < match.index) clauses[clauses.length - 1] = { ...last, after: last.after + match[0] }
    if (/[([{]/.test(match[0])) depth += 1
    if (/[)\]}]/.test(match[0])) depth = Math.max(0, depth - 1)
    from = match.index + match[0].length
  }
  add(text.length, '$')
  const last = clauses.at(-1)
  if (last && !last.after.endsWith('$')) clauses[clauses.length - 1] = { ...last, after: `${last.after}$` }
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
  const sign =
    (/^\d$/.test(said) ? severityIn(said, legend) : legend.signs.get(bare(said))) ??
    (/^\p{L}{1,2}\d?$/u.test(said) ? legend.signs.get(said.toLowerCase()) : undefined)
  const apart =
    bracketed ||
    named ||
    (first ? /[:|·;)\]}*!—–→\t$-]|\.|\s\s/.test(after) : /[.!?;([{|·→>—–\t-]|\s\s/.test(before)) ||
    (/[:,]|\w/.test(before) && /[.;!)\]$–—]/.test(after))
  // `There are two critical issues.` sums up, unless a colon says which.
  if (sumsUp.test(said) && !after.startsWith(':')) return null
  if (sign && sign !== 'open' && sign !== 'closed') {
    const framed = /[([]$/.test(before) && /^[)\]]/.test(after)
    return apart && (named || framed || !/^\d$/.test(said)) ? sign : null
  }
  const short = bracketed || (first && after.startsWith(':')) ? shortened(said) : null
  return short ?? (apart || pointer.test(said) ? levelAlone(said, legend, named) : null)
}

/** The severity that words mean which say nothing else. */
export function levelAlone(said: string, legend: Legend, named = false): Severity | null {
  const phrase = said.length < 60 ? phrases.find(([pattern]) => pattern.test(said.toLowerCase()))?.[1] : undefined
  if (phrase) return phrase
  if (!anySeverity.test(said) && !/^\p{Lu}{3,6}$/u.test(said) && !legend.signs.has(said.toLowerCase())) return null
  const left = wordsLeft(said)
  const isRating = named || /\b(?:severity|sev|priority|prio|level|rating)\b/i.test(said)
  const found = left.map((word) => (/^\d$/.test(word) && !isRating ? null : severityIn(word, legend)))
  return found.length === 0 || found.length > 3 || found.some((each) => each === null)
    ? null
    : highest(found.filter((each) => each !== null))
}

/** `Critical (2)`, `High / Medium`, `P0 – Critical issues`, `Must fix: 3`: a title that says nothing but a severity, and how many. */
export function levelTitle(title: string, legend: Legend): { severity: Severity; count: number | null } | null {
  const name = title.split(/\(|:(?=\s*(?:\d|none|$))|\s[–—-]\s(?=\d{1,3}$)/i, 1)[0]!
  const severity = levelAlone(name.replaceAll(/[–—*_`:[\]]|\s-\s/g, ' ').trim(), legend)
  const count = /(?:[(:]|\s[–—-]\s)\s*(\d{1,6})\b/.exec(title)?.[1]
  return severity && { severity, count: count === undefined ? null : Number(count) }
}

const wordsLeft = (said: string) =>
  said
    .replace(/[.:!]+$/, '')
    .split(/[\s/]+/)
    .filter(
      (word) => word !== '' && !filler.has(word.toLowerCase().replaceAll('’', "'")) && (severityWord(word) !== null || !isId.test(word)),
    )

/** What clauses that say nothing else say became of it; the last one counts, unless what follows says otherwise. */
function statesIn(
  text: string,
  clauses: readonly Clause[],
  severity: Severity | null,
  legend: Legend,
): { status: Status | null; first: string | null } {
  let status: Status | null = null
  let first: string | null = null
  const other = (clause: Clause) => !stateWords.test(clause.said) && levelOf(clause, undefined, false, legend) === null
  clauses.forEach((clause, index) => {
    const { said, before, after, bracketed } = clause
    const sign = index > 0 && index === clauses.length - 1 ? legend.signs.get(bare(said)) : undefined
    if (sign === 'closed' || sign === 'open') return void (status = sign)
    if (!stateWords.test(said)) return
    const isLabel =
      index === 0
        ? bracketed || (severity !== null && /[:|·\])–—-]|\s\s/.test(after))
        : /[.;!?([|·→<>—–\t-]|\s\s/.test(before) || bracketed || (/,/.test(before) && /\$/.test(after))
    if (!isLabel || !clauses.some(other)) return
    const told = statusIn(said, severity)
    if (told === 'closed' && /\b(?:still|not|again|but|except|only|remains?|re-?opened|regress\w*)\b/i.test(text.slice(clause.to))) return
    status = told ?? status
    first ??= said
  })
  return { status, first }
}

/** `raised from high to critical`, `minor → critical`, `(was critical, now minor)`: what it was changed to. */
export function changedTo(text: string, legend: Legend): Severity | null {
  const moved =
    /\b(?:(?:rais|chang|mov|escalat|reduc)(?:e|ed|ing)|(?:low|upgrad|downgrad)(?:er|e|ered|ed|ing|ering))\b[^.;]{0,40}?\bto[\s*_`]+([\p{L}\d]{2,14})/iu.exec(
      text,
    ) ??
    /^[\s*_`[(]{0,4}[\p{L}\d]{2,14}[\s*_`]{0,3}(?:→|->)[\s*_`]{0,3}([\p{L}\d]{2,14})/u.exec(text) ??
    /\bwas [\p{L}\d]{2,14}, now ([\p{L}\d]{2,14})/iu.exec(text) ??
    /\bnow ([\p{L}\d]{2,14}) \(?was [\p{L}\d]{2,14}/iu.exec(text)
  return severityIn(moved?.[1] ?? '', legend) ?? shortened(moved?.[1] ?? '')
}

/** As analysers call them. */
export const analyserLevels = new Map<string, Severity>([
  ['error', 'High'],
  ['warning', 'Medium'],
  ['note', 'Low'],
  ['info', 'Low'],
])
/** What may stand in front of a label: a number, a code, a line. */
export const isBehind = /^(?:L\d{1,6}(?:[–-]\d{1,6})?|lines? \d{1,6}|[A-Z]{1,5}\d?-\d{1,4}|#?\d{1,3}|new)$/i
const isId = /^#\d{1,3}$|^[A-Z]{1,5}\d?-\d{1,4}$/
const border =
  /[|·;()[\]{}*`]|→|->|<-|=>|—|(?<![\p{L}\d])_|_(?![\p{L}\d])|(?<![([!])[:.!?,]+(?=[\s)\]*_`]|$)|(?<=\s)[–-](?=\s)|\t|\s{2,}|\s(?:but|because|since|though)\s/gu
export const sumsUp = /\b(?:there|have|found|saw|see)\b/i
const rating = /(?:^|\s)(?:severity|sev|priority|prio|level|impact|rating|rated|risk|schwere|schweregrad|gravité|severidad|was|how bad)$/i
const pointer =
  /(?:^|\s)(?:i|i['’]d|i['’]m|we|we['’]d|this|that|it|these|those|they|which|that['’]s|it['’]s|is|are|for me|to me|imo|imho|view|book|eyes|opinion)(?:\s|$)/i
const filler = new Set(
  `a an the and also another one ones two three only just clearly honestly i i'd i'm we we'd would say call rate rated consider count mark see put treat regard think guess afraid it this that these those they
  which is are it's that's as at to me for my our in eyes view book opinion mind imo imho too again here rather quite really pretty severity priority prio sev level impact rating risk issue issues finding
  findings problem problems bug bugs flaw flaws defect defects item items point points thing things stuff shortcoming first second third next then finally lastly more of all one's ones well four five six seven other remaining following these everybody everyone agree agrees believe find what left rest everything else makes make us file under violation violations risks befund befunde mängel probleme there there's have found saw`.split(
    /\s+/,
  ),
)
