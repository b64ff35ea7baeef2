// Finds the verbs that carry a clause: with or without a modal, passive or not, after "want to" and "is able to", and inside "lets X do Y".
import type { Token } from '../words/token.ts'
import { baseVerb } from '../words/forms.ts'
import { isRole } from '../words/roles.ts'
import { isActionVerb } from '../words/verbs.ts'
import { phraseAt, type Phrase } from './phrases.ts'
import { isMeasureOfTime } from './things.ts'

export interface VerbGroup {
  /** First token that belongs to this act: its subject, or its joint with the act before. */
  start: number
  /** Index of the main verb. */
  verb: number
  /** Index of its first word: a modal, "is", or the verb itself. */
  first: number
  /** Index after the verb. */
  end: number
  /** joined: shares the subject of the group before. */
  kind: 'own' | 'joined' | 'command'
  subject: Phrase | undefined
  pronoun: string
  modal: string
  negative: boolean
  passive: boolean
  /** "has paid". */
  perfect: boolean
  /** From "the system allows X to do Y". */
  granted: boolean
}

const granting = new Set(
  'allow allows let lets enable enables permit permits help helps support supports require requires empower empowers'.split(' '),
)
const light = new Set(
  'want wants need needs wish wishes like able allowed permitted required ability option possible going expected supposed choose free opportunity right chance prefer'.split(
    ' ',
  ),
)

export function verbGroups(tokens: readonly Token[]): VerbGroup[] {
  const groups: VerbGroup[] = []
  let at = 0
  let relative = false
  const aside = inBrackets(tokens)
  while (at < tokens.length) {
    const token = tokens[at]
    if (!token) break
    if (aside.has(at)) {
      at += 1
      continue
    }
    const asks = /^(?:when|if|where|why|how)$/.test(token.lower) && tokens[at - 1]?.part === 'verb' && tokens[at - 1]?.after === ''
    const contact =
      groups.length > 0 && /^(?:i|we|they|you|he|she)$/.test(token.lower) && tokens[at - 1]?.part === 'noun' && tokens[at - 1]?.after === '' // "habits I no longer want"
    if ((token.part === 'relative' && at > 0) || asks || contact) {
      relative = true
      at += 1
      continue
    }
    const group = opensVerb(tokens, at, groups) && groupAt(tokens, at, groups)
    if (!group) {
      at += 1
      continue
    }
    if (
      relative &&
      !startsOwnClause(tokens, group) &&
      !(
        group.kind === 'joined' &&
        tokens[group.start - 1]?.part === 'conjunction' &&
        !tokens.slice(group.start, group.verb).some((one) => one.part === 'relative')
      )
    ) {
      // The verb of "users who have an account": part of the phrase, not an act.
      relative = false
      at = group.end
      continue
    }
    groups.push(group)
    at = group.end
  }
  return groups
}

/** "global actions (publish a course, change roles)": what is listed in brackets is not done. */
function inBrackets(tokens: readonly Token[]): Set<number> {
  const inside = new Set<number>()
  let open = -1
  for (const [at, token] of tokens.entries()) {
    if (token.before.includes('(') && at > 0) open = at
    if (open >= 0 && token.after.includes(')')) {
      for (let one = open; one <= at; one += 1) inside.add(one)
      open = -1
    }
  }
  return inside
}

function startsOwnClause(tokens: readonly Token[], group: VerbGroup): boolean {
  return (
    tokens[group.start - 1]?.part !== 'relative' &&
    group.subject !== undefined &&
    group.start > 0 &&
    /,/.test(tokens[group.start - 1]?.after ?? '')
  )
}

/** Whether a finite verb can begin here. */
function opensVerb(tokens: readonly Token[], at: number, groups: readonly VerbGroup[]): boolean {
  const token = tokens[at]
  const previous = tokens[at - 1]
  if (!token) return false
  if (previous?.part === 'to' && previous.after === '') return false
  // "a form to create or update a pet": both verbs hang on the form.
  if (
    previous?.part === 'conjunction' &&
    token.form === 'base' &&
    tokens[at - 2]?.form === 'base' &&
    tokens[at - 2]?.after === '' &&
    tokens[at - 3]?.part === 'to' &&
    groups.length > 0 &&
    groups.at(-1)?.verb !== at - 2
  )
    return false
  if (token.part === 'modal' || token.part === 'be' || token.part === 'have') return true
  if (token.part !== 'verb') return false
  if (token.form === 'gerund') return false
  if (token.form === 'past')
    return previous?.part === 'noun' || previous?.part === 'pronoun'
      ? groups.length === 0 && previous.after === '' && isFinitePast(tokens, at)
      : false
  return true
}

/** "the customer paid the invoice" against "an order placed yesterday is …". */
function isFinitePast(tokens: readonly Token[], at: number): boolean {
  return !tokens
    .slice(at + 1)
    .some(
      (token) =>
        token.part === 'modal' || token.part === 'be' || token.part === 'have' || (token.part === 'verb' && token.form === 'third'),
    )
}

function groupAt(tokens: readonly Token[], from: number, groups: readonly VerbGroup[]): VerbGroup | undefined {
  const first = tokens[from]
  if (!first) return undefined
  const group: VerbGroup = {
    ...subjectBefore(tokens, from, groups),
    first: from,
    verb: from,
    end: from + 1,
    modal: '',
    negative: false,
    passive: false,
    perfect: false,
    granted: false,
  }
  let at = from
  if (first.part === 'modal') {
    group.modal = first.lower === 'cannot' ? 'can' : first.lower.replace(/n't$/, '')
    group.negative = first.lower === 'cannot'
    at += 1
  }
  for (;;) {
    while (tokens[at]?.part === 'adverb' || tokens[at]?.part === 'not' || tokens[at]?.lower === 'only') {
      if (tokens[at]?.part === 'not') group.negative = true
      at += 1
    }
    const verb = tokens[at]
    if (!verb || !/^(?:verb|be|have)$/.test(verb.part)) return first.part === 'modal' ? undefined : { ...group, end: at }
    const next = afterLight(tokens, at)
    if (next !== undefined) {
      at = next
      continue
    }
    if (verb.lower.startsWith('do') && tokens[at + 1]?.part === 'not') {
      at += 1
      continue
    }
    if (verb.part === 'be') {
      const past = skip(tokens, at + 1, group)
      const quoted = /["“'‘`]/.test(tokens[past]?.before ?? '')
      if (tokens[past]?.part === 'verb' && tokens[past]?.form === 'past' && !quoted)
        return { ...group, verb: past, end: past + 1, passive: true }
      if (tokens[past]?.part === 'verb' && tokens[past]?.form === 'gerund') return { ...group, verb: past, end: past + 1 }
      if (tokens[past]?.part === 'be') {
        at = past
        continue
      }
      return { ...group, verb: at, end: past }
    }
    if (verb.part === 'have') {
      const past = skip(tokens, at + 1, group)
      if (tokens[past]?.part === 'be') {
        at = past
        continue
      }
      if (tokens[past]?.part === 'verb' && tokens[past]?.form === 'past') return { ...group, verb: past, end: past + 1, perfect: true }
      return { ...group, verb: at, end: at + 1 }
    }
    return granted(tokens, at, group) ?? { ...group, verb: at, end: at + 1, passive: isBarePassive(tokens, at, group) }
  }
}

/** "Confirmation email sent within a minute": a thing and a participle, as people write in lists. */
function isBarePassive(tokens: readonly Token[], at: number, group: VerbGroup): boolean {
  const verb = tokens[at]
  if (verb?.form !== 'past' || group.modal !== '' || group.subject === undefined || isRole(group.subject.nouns.join(' '))) return false
  return !/^(?:determiner|possessive|noun|pronoun)$/.test(tokens[at + 1]?.part ?? '')
}

function skip(tokens: readonly Token[], from: number, group: VerbGroup): number {
  let at = from
  while (tokens[at]?.part === 'adverb' || tokens[at]?.part === 'not') {
    if (tokens[at]?.part === 'not') group.negative = true
    at += 1
  }
  return at
}

/** "want to reset", "is able to edit", "has the ability to invite" → index of the verb that counts. */
function afterLight(tokens: readonly Token[], at: number): number | undefined {
  for (let ahead = at; ahead < Math.min(at + 5, tokens.length); ahead += 1) {
    const [token, next, third] = [tokens[ahead], tokens[ahead + 1], tokens[ahead + 2]]
    if (!token || token.after !== '') return undefined
    const isLight = light.has(token.lower) || (token.part === 'have' && next?.part === 'to')
    if (isLight && next?.part === 'to' && third && /^(?:verb|be|have|adverb)$/.test(third.part)) return ahead + 2
    if (ahead > at && !/^(?:determiner|adjective|noun|adverb|be|have)$/.test(token.part) && !isLight) return undefined
  }
  return undefined
}

/** "allows customers to save items", "lets drivers log trips", "supports searching by name". */
function granted(tokens: readonly Token[], at: number, group: VerbGroup): VerbGroup | undefined {
  const verb = tokens[at]
  if (!verb || !granting.has(verb.lower)) return undefined
  const direct = tokens[at + 1]
  const gerund = direct && /ing$/.test(direct.lower) && (direct.form === 'gerund' || isActionVerb(baseVerb(direct.lower, 'gerund')))
  if (direct && gerund) return { ...group, verb: at + 1, end: at + 2, subject: undefined, pronoun: '', granted: true }
  const pronoun = direct?.part === 'pronoun' ? direct.lower : ''
  const who = pronoun ? undefined : phraseAt(tokens, at + 1)
  let end = pronoun ? at + 2 : who?.end
  // "allows clients and pet walkers to cancel": the first stands for both.
  if (end !== undefined && tokens[end]?.part === 'conjunction' && isRole(who?.nouns.join(' ') ?? ''))
    end = phraseAt(tokens, end + 1)?.end ?? end
  if (end === undefined || !(pronoun || (who && (isRole(who.nouns.join(' ')) || tokens[end]?.part === 'to')))) return undefined
  let next = tokens[end]?.part === 'to' ? end + 1 : end
  while (tokens[next]?.part === 'adverb') next += 1
  const inner = tokens[next]
  const bareVerb = inner?.part === 'noun' && next === end && isActionVerb(inner.lower) && /^(?:let|help)s?$/.test(verb.lower)
  if (!inner || !(bareVerb || /^(?:verb|be|have)$/.test(inner.part)) || inner.form === 'third') return undefined
  return { ...group, verb: next, end: next + 1, subject: who, pronoun, granted: true }
}

function subjectBefore(
  tokens: readonly Token[],
  at: number,
  groups: readonly VerbGroup[],
): Pick<VerbGroup, 'start' | 'kind' | 'subject' | 'pronoun'> {
  const floor = groups.at(-1)?.end ?? 0
  let end = at
  while (end > floor && tokens[end - 1]?.part === 'adverb' && tokens[end - 1]?.after === '') end -= 1
  const before = tokens[end - 1]
  if (end === floor || (before && (before.part === 'conjunction' || /[,;:]$/.test(before.after)))) {
    if (groups.length > 0) return { start: end, kind: 'joined', subject: undefined, pronoun: '' }
    return { start: end, kind: 'command', subject: undefined, pronoun: '' }
  }
  // The subject is the phrase that opens this stretch; what hangs on it ("of the team", "who paid") comes after.
  const open = stretchStart(tokens, floor, end, groups.length > 0)
  for (let from = open; from < end; from += 1) {
    if (tokens[from]?.part === 'pronoun') return { start: open, kind: 'own', subject: undefined, pronoun: tokens[from]?.lower ?? '' }
    if (tokens[from]?.part === 'preposition' || tokens[from]?.part === 'to') {
      from =
        (phraseAt(tokens, from + 1)?.end ??
          (tokens[from + 1]?.form === 'gerund' ? phraseAt(tokens, from + 2)?.end : undefined) ??
          from + 1) - 1 // "at closing time the cashier counts"
      continue
    }
    const phrase = phraseAt(tokens, from)
    if (phrase && isMeasureOfTime(phrase) && /,$/.test(tokens[phrase.end - 1]?.after ?? '') && phrase.end < end) {
      from = phrase.end - 1 // "Every day, a volunteer is needed"
      continue
    }
    if (phrase) return { start: open, kind: 'own', subject: phrase, pronoun: '' }
  }
  return { start: open, kind: groups.length > 0 ? 'joined' : 'command', subject: undefined, pronoun: '' }
}

/** After an earlier act, a new subject begins behind the last joint ("… and", ","). */
function stretchStart(tokens: readonly Token[], floor: number, end: number, following: boolean): number {
  if (!following) return floor
  for (let at = end - 1; at > floor; at -= 1)
    if (tokens[at - 1]?.part === 'conjunction' || /[,;:)–—-]$/.test(tokens[at - 1]?.after ?? '')) return at
  return floor
}
