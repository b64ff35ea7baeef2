// The words a report rates and settles things with: severities, what became of a finding, that there is nothing.
import { type Severity, categoryOf, severities } from './categorise.ts'
import { plain } from './markdown-lines.ts'

export type Status = 'open' | 'closed'

export function severityWord(word: string): Severity | null {
  const said = word.toLowerCase().replace(/^sev(?:erity)?[ -]?(?=\d$)/, 'sev')
  return severityWords.get(said) ?? severityWords.get(said.replace(/(?<=\p{L}{3})s$/u, '')) ?? null
}

export function highest(found: readonly Severity[]): Severity | null {
  return severities.find((each) => found.includes(each)) ?? null
}

/** `2 critical, 1 high`: severities with how many there are, and no other word. */
export function countsIn(text: string): { severity: Severity; count: number }[] {
  const found = [...text.slice(0, 200).matchAll(/\b(\d{1,5})(?: (?:x )?|× ?)(\w{2,8}?)s?\b|\b([\w-]{3,10}?)s?\s?[:=]\s?(\d{1,5})\b/g)]
  const counts = found.flatMap(([all, before, word, name, after]) => {
    const severity =
      severityWord(word ?? name!) ??
      severityWord(`${word ?? name}s`) ??
      phrases.find(([pattern]) => pattern.test(name?.toLowerCase() ?? ''))?.[1]
    return severity ? [{ all, severity, count: Number(before ?? after) }] : []
  })
  const rest = counts.reduce((left, { all }) => left.replace(all, ''), text.slice(0, 400))
  return /^(?:\b(?:and|issues?|findings?|found|in total|open)\b|[\s,.:;/&+·])*$/i.test(rest) ? counts : []
}

/**
 * What a status, or an answer to a finding, says in the end: `Fixed in v2, regressed in v3` is open.
 * A Critical is over when it is fixed or was no fault; a report that decides to live with one leaves it open.
 */
export function statusIn(said: string, severity: Severity | null = null): Status | null {
  const clauses = said
    .slice(0, 2000)
    .toLowerCase()
    .split(/[;!?,()–—→]|[.:](?=\s|$)|\s(?:but|yet|however|though)\s/)
  const told: Status[] = []
  for (const clause of clauses) {
    const done = closedWords.test(clause)
    if (/\bno longer\b|\bno more\b|\bany ?more\b/.test(clause) || refutedWords.test(clause)) told.push('closed')
    // "withdrawn, three devices do not show it": what is over stays so until something says that it is not.
    else if (openWords.test(clause) || (denial.test(clause) && (done || told.at(-1) !== 'closed'))) told.push('open')
    else if (done) told.push('closed')
    else if (livedWith.test(clause)) told.push(severity === null || severity === 'Critical' ? 'open' : 'closed')
  }
  // An answer that says both leaves something open, unless it ends with what is done.
  return told.at(-1) ?? null
}

/** `Resolved`, `Closed since last round`, `Erledigt / Done`: whatever stands below is over. */
export function isClosedTitle(text: string): boolean {
  return text
    .split('/')
    .map((part) => part.trim())
    .some((part) => closedTitle.test(part))
}

/** `Suppressed`, `Accepted risks`, `Won't fix (2)`: what stands below is meant to stay as it is. */
export function isKeptTitle(text: string): boolean {
  return /^(?:known|accepted|suppressed|ignored|waived|won.?t ?fix|by design)\b(?: (?:and|risks?|issues?|findings?|problems?|items?|limitations?|\p{L}+ed))*(?:\s?\(\d+\))?[:.]?$/iu.test(
    text.trim(),
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

/** English first; for other languages only what no English report would mean by the word. */
const severityWords = new Map<string, Severity>(
  Object.entries({
    Critical:
      'critical blocker blocking showstopper severe fatal catastrophic catastrophe p0 sev0 sev1 s1 kritisch kritische schwerwiegend crítico crítica',
    High: 'high major serious significant p1 sev2 s2 hoch schwer majeur majeure grave alto alta',
    Medium: 'medium moderate p2 sev3 s3 mittel moyen moyenne modéré medio media moderado',
    Low: 'low minor nit nitpick trivial cosmetic p3 p4 sev4 s4 gering niedrig leicht kosmetisch mineur mineure faible bajo baja menor info informational',
  } satisfies Record<Severity, string>).flatMap(([severity, words]) =>
    words.split(' ').map((word): [string, Severity] => [word, severity as Severity]),
  ),
)

export const severityNames: readonly string[] = [...severityWords.keys()]

/** Whether a text has any of them: most have none, and need no closer look. */
export const anySeverity = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:sev(?:erity)?|priority)[ :=-]{0,3}\\d|${severityNames.join('|')})s?(?![\\p{L}\\d])`,
  'iu',
)

export const phrases: readonly (readonly [RegExp, Severity])[] = [
  [
    /^must[- ](?:be )?fix(?:ed)?(?: (?:before|first|now|for)\b.*)?$|^(?:release[- ]|show[- ]?)(?:stopp|block)ers?$|^blocks (?:the )?(?:release|launch)$/,
    'Critical',
  ],
  [/^should[- ](?:be )?fix(?:ed)?(?: (?:before|soon|for)\b.*)?$/, 'High'],
  [/^could[- ](?:be )?fix(?:ed)?$|^nice[- ]to[- ]haves?$|^nits?$|^polish$/, 'Low'],
]

const closedVerb =
  'fixed|resolved|closed|done|settled|corrected|addressed|remediated|completed|verified|gone|repaired|solved|removed|erledigt|behoben|gelöst'
const openWords =
  /\b(?:re-?open(?:ed)?|open|partly|partially|teilweise|weiterhin|half|except|mostly|still|remains?|persists?|regress(?:ed|ion)?|unresolved|unfixed|outstanding|pending|defer(?:red)?|postponed|backlog|fails?|failed|failing|regression|to ?do|in progress|wip|offen|unchanged|(?<!(?:check|look|test|review)(?:ed)? )again|back)\b/
const denial = /\b(?:not|never|isn['’]t|wasn['’]t|only)\b/
/** Said to be no fault at all. */
const refuted =
  "no action(?! \\w)|no action (?:needed|required)|dismissed|rejected|refuted|withdraw|withdrawn|retracted|false (?:alarm|positive)s?|duplicate of|closing (?:mine|this|it) as (?:an? )?duplicate|not reproducible|(?:can(?:not|['’]t)|could not|couldn['’]t) (?:be )?reproduced?|not? an? (?:finding|issue|problem|bug|defect)"
const refutedWords = new RegExp(`^\\s*(?:an? )?(?:${refuted})\\b|\\b(?:${refuted.slice(refuted.indexOf('not repro'))})\\b`)
/** Said to be a fault that stays. */
const livedWith =
  /\b(?:won.?t ?(?:fix|change)|stays as it is|wird nicht (?:umgesetzt|behoben)|accept(?:ed|able)|suppressed|ignored|waived|by design|as intended)\b/
const closedWords = new RegExp(`\\b(?:${closedVerb})\\b`)
/** A clause that says nothing but a state: `now fixed in #22`, `still open`, `won't fix`. */
export const stateWords = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:(?:now|already|all|verified|confirmed|still|again|not|partially|partly|only|is|are|it|this|that|was|has|been|were|i|yes|no|status|state|an?|meanwhile|inzwischen|ist)\\s+){0,4}(?:${closedVerb}|${refuted}|open|re-?opened|unresolved|unchanged|outstanding|pending|deferred|postponed|in progress|to ?do|wip|offen|won.?t ?fix|accepted|suppressed|ignored|waived|by design|as intended)(?:\\s+(?:again|now|today|too|already|here|only|thanks))*(?:\\s+(?:in|on|since|with|by|as of|at|from|during|after|of|while|when|before)\\s+\\S+(?:\\s+\\S+){0,4})?$`,
  'iu',
)
const closedTitle = new RegExp(
  `^(?:(?:previously|already|what (?:is|was|has been)) (?:${closedVerb}|sorted)\\b.*|(?:now |all |verified |recently )?(?:${closedVerb}|${refuted}|sorted(?: out)?(?=[:.]?$))(?: (?:since|in|from|and|or|during|after|list|issues?|findings?|problems?|items?|points?|ones|things|bugs|alarms|earlier|before|last|this)\\b.*)?(?:\\s?\\(\\d+\\))?[:.]?)$`,
  'i',
)
const none = String.raw`(?:none|nothing|no (?:[\w-]+ ){0,3}(?:issue|finding|problem|violation|one|blocker|critical|item|remark|complaint|concern|defect|bug)s?)`
const there = String.raw`(?: (?:here|either|now|today|yet|so far|at all|of note|for now|(?:(?:at|in|for|under|from|on) )?(?:this|that|the) \w+))`
const found = String.raw`(?: (?:were |are )?(?:found|detected|identified|remaining|noted|open)(?: (?:in|on|at|this|so|for|since|during) [^.;]{1,40})?)`
/** What is spoken of as known is listed elsewhere. */
const besides = String.raw`(?: (?:besides|except|but|other than|apart from|beyond) (?:the|what|those)\b[^.;]*)`
const nothing = new RegExp(
  String.raw`^(?:|keine?|aucun|ninguno|n\/a|na|nil|-|–|—|0|(?:(?:there (?:is|are|was|were)|(?:i|we) (?:saw|found|see|have)) )?${none}(?:${found}| worth (?:an?|the)? ?[\w-]+|(?: (?:else|more|new|further|left))?(?: to (?:add|report|note|mention|list|flag|fix|say))?${there}{0,2}|${besides}))[.!]?$`,
)
