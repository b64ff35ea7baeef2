// Which acts of a sentence are denied: the reach of "not", "never", "no …", "nobody except …", "without", "fails to", "prevents … from".
import type { Clause } from './clauses.ts'
import type { Token } from './read.ts'

interface Placed {
  verb: string
  at: number
  part: string
  /** By its own form: "is undeletable". */
  negated: boolean
}

/** Indexes of the acts that are denied; two denials cancel each other. */
export function negatedActs(tokens: readonly Token[], clauses: readonly Clause[], acts: readonly Placed[]): Set<number> {
  const turns = acts.map(({ negated }) => Number(negated))
  const clauseAt = (i: number) => clauses.findIndex(({ from, to }) => i >= from && i < to)
  const turn = (i: number) => {
    if (i >= 0) turns[i] = turns[i]! + 1
  }
  for (const [i, token] of tokens.entries()) {
    const cue = cueAt(tokens, i)
    if (cue === null) continue
    const same = (act: Placed) => clauseAt(act.at) === clauseAt(i)
    const next = acts.findIndex((act) => act.at >= i && same(act) && !isCut(tokens, i, act.at))
    const previous = acts.findLastIndex((act) => act.at < i && same(act) && !isCut(tokens, act.at, i))
    if (cue === 'verb') {
      turn(next)
      // "must not show or store"
      if (next >= 0) for (const other of alternatives(tokens, acts, next)) turn(other)
    } else if (cue === 'phrase') {
      // "shows no error" denies the verb before; "no order is shipped" the verb behind
      const follows = acts.some((act) => act.at > i && same(act))
      const isSubject = follows && (previous < 0 || tokens.slice(acts[previous]!.at, i).some(({ tag }) => tag === 'CCONJ'))
      if (isSubject) {
        const first = acts.findIndex((act) => act.at > i && same(act))
        turn(first)
        for (const other of alternatives(tokens, acts, first)) turn(other)
      } else if (!tokens.slice(acts[previous]?.at ?? i, i).some(({ tag }) => tag === 'CCONJ')) turn(previous)
    } else if (token.lower === 'without' && next >= 0 && acts[next]!.at - i <= 2) turn(next)
  }
  // What a verb does to its complement comes last, as the verb itself may be denied.
  for (const [k, act] of acts.entries()) {
    const bars = inhibiting.has(act.verb)
    const needs = /^(?:need|require|necessary|mandatory)$/.test(act.verb)
    if (!bars && !needs && !enabling.has(act.verb)) continue
    const denied = turns[k]! % 2 === 1
    if (bars === denied) continue
    const subject = gerundBefore(tokens, clauses, acts, k)
    const complement = subject >= 0 || needs ? subject : acts.findIndex((other, i) => i > k && isComplement(tokens, act.at, other.at))
    turn(complement)
    if (complement >= 0) for (const other of alternatives(tokens, acts, complement)) turn(other)
  }
  return new Set(turns.flatMap((count, i) => (count % 2 === 1 ? [i] : [])))
}

/** "Smoking in the hall is forbidden", "Signing in is not needed": the act that is the subject of another. */
function gerundBefore(tokens: readonly Token[], clauses: readonly Clause[], acts: readonly Placed[], k: number): number {
  const own = acts[k - 1]
  if (!own || own.part !== acts[k]!.part || !tokens[own.at]!.lower.endsWith('ing')) return -1
  const comma = tokens.findLastIndex(({ text }, i) => i < own.at && text === ',')
  const starts = tokens
    .slice(0, own.at)
    .every(({ tag }, i) => i < comma || tag === 'PUNCT' || tag === 'NUM' || clauses.some(({ from, to }) => i >= from && i < to))
  return starts ? k - 1 : -1
}

/** Keep somebody from doing what follows. */
const inhibiting = new Set(
  'prevent forbid prohibit block stop refuse deny fail avoid disallow bar refrain decline unable impossible cease ban forbidden prohibited disabled off'.split(
    ' ',
  ),
)
/** Make what follows possible; denied, they forbid it. */
const enabling = new Set('allow permit let enable able possible authorise authorize entitle'.split(' '))

/** What a verb or a predicate does to the act it speaks of: "photography is prohibited", "notifications are switched on". */
export function effectOf(verb: string, particle: string): 1 | -1 | null {
  if (/^(?:switch|turn)$/.test(verb)) return particle === 'on' ? 1 : particle === 'off' ? -1 : null
  if (/^(?:fail|stop|avoid|refrain|decline|cease|refuse|deny|block|prevent|unable|able|entitle|let)$/.test(verb)) return null
  if (inhibiting.has(verb) || /^(?:disable|deactivate|inactive|unavailable)$/.test(verb)) return -1
  return enabling.has(verb) || /^(?:on|activate|active|available)$/.test(verb) ? 1 : null
}

/** Verbs that turn away what they are done to. */
export function refuses(verb: string): boolean {
  return /^(?:reject|refuse|decline|deny|forbid|prohibit|block|disallow|prevent|ban|bar|forbidden|prohibited|skip|omit|bypass)$/.test(verb)
}

/** Verbs whose object is the one who acts next: "lets members renew", "asks the guest to pay". */
export function governs(verb: string): boolean {
  return (
    enabling.has(verb) ||
    inhibiting.has(verb) ||
    /^(?:ask|require|force|oblige|compel|remind|tell|invite|prompt|request|help|want|need|expect|order|instruct)$/.test(verb)
  )
}

function cueAt(tokens: readonly Token[], i: number): 'verb' | 'phrase' | 'bare' | null {
  const { lower, lemma } = tokens[i]!
  const next = tokens[i + 1]?.lower ?? ''
  if (lower === 'not' && tokens[i - 1]?.text === ',' && tokens[i + 1]?.tag === 'DET') return null
  if (lemma === 'not' || lower === "n't" || lower === 'never')
    return /^(?:only|just|above|over|more|less|fewer|later|longer|below|under|older|larger|earlier)$/.test(next) ||
      (tokens[i - 1]?.lower === 'or' && i === tokens.length - 1)
      ? null
      : 'verb'
  if (lower === 'nor') return tokens[i + 1]?.tag === 'AUX' ? 'verb' : null
  if (lower === 'no') {
    if (next === 'longer' && tokens[i + 2]?.lower !== 'than') return 'verb'
    // "has no right to refuse", "there is no way to pay"
    if (/^(?:right|permission|possibility|way|ability|chance|option)$/.test(next) && /^(?:to|of)$/.test(tokens[i + 2]?.lower ?? ''))
      return 'verb'
    // bounds of a number, and "yes/no"
    if (
      /^(?:more|later|fewer|less|longer|earlier|greater|matter|older|larger)$/.test(next) ||
      /^[/]$/.test(tokens[i - 1]?.text ?? '') ||
      next === '' ||
      next === ','
    )
      return null
    // "at no cost", "with no penalty" say how; "at no time" and "to no one" deny
    const isManner = /^(?:at|for|with)$/.test(tokens[i - 1]?.lower ?? '') && !/^(?:time|point|one|other|stage)$/.test(next)
    return isManner ? null : 'phrase'
  }
  if (/^(?:nobody|none|nothing|nowhere)$/.test(lower) || lower === 'neither') return 'phrase'
  if (lower === 'without') return 'bare'
  return null
}

/** A comma, semicolon or "but" ends the reach. */
function isCut(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(from + 1, to).some(({ text, lower }) => /^[,;:]$/.test(text) || lower === 'but')
}

/** Further acts joined to one by "or" or "nor". */
function alternatives(tokens: readonly Token[], acts: readonly Placed[], first: number): number[] {
  const found: number[] = []
  let last = acts[first]!.at
  for (let k = first + 1; k < acts.length; k++) {
    const between = tokens.slice(last + 1, acts[k]!.at)
    const joint = between.findLast(({ tag }) => tag === 'CCONJ')
    if (
      !joint ||
      joint.lower !== 'or' ||
      between.some(({ text, tag }) => text === ';' || tag === 'AUX') ||
      acts[k]!.part !== acts[first]!.part
    )
      break
    found.push(k)
    last = acts[k]!.at
  }
  return found
}

/** "prevents guests from editing", "fails to start", "lets members edit". */
export function isComplement(tokens: readonly Token[], verb: number, other: number): boolean {
  if (other - verb > 8) return false
  const between = tokens.slice(verb + 1, other)
  if (between.some(({ text, tag }) => /^[,;:]$/.test(text) || tag === 'AUX' || tag === 'CCONJ')) return false
  return (
    between.at(-1)?.lower === 'to' || between.at(-1)?.lower === 'from' || tokens[verb]!.lemma === 'let' || /ing$/.test(tokens[other]!.lower)
  )
}
