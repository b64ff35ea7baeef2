// The first word of a sentence or line, where commands and subjects are hard to tell apart, and sentences that seem to have no verb.
import { baseVerb, looksPlural } from './forms.ts'
import { isPropertyWord } from './kinds.ts'
import { isScreenWord } from './nouns.ts'
import { isRoleWord } from './roles.ts'
import { become, opensObject, subordinators, type Token } from './token.ts'
import { isActionVerb, isHoldingVerb, isOftenNoun } from './verbs.ts'

export function correctFirst(tokens: Token[], at: number): void {
  const [token, next] = [tokens[at], tokens[at + 1]]
  if (!token || !next || token.after !== '') return
  if (
    tokens.length - at <= 3 &&
    isPropertyWord(token.lower) &&
    isPropertyWord(
      tokens
        .slice(at)
        .map((one) => one.lower)
        .join(' '),
    ) &&
    !isActionVerb(token.lower)
  ) {
    for (const one of tokens.slice(at)) become(one, 'noun') // "Phone number"
    return
  }
  if (isRoleWord(token.lower) && looksPlural(token.lower)) return become(token, 'noun') // "Volunteers sign up"
  if (isRoleWord(token.lower) && /[^s]s$/.test(next.lower) && isActionVerb(baseVerb(next.lower, 'third')) && tokens[at + 2] !== undefined) {
    become(token, 'noun')
    return become(next, 'verb', 'third') // "Coach starts the training"
  }
  if (token.part === 'verb' && token.form === 'third' && /^(?:modal|be|have|verb)$/.test(next.part)) return become(token, 'noun') // "Tasks have a title"
  if (token.part === 'verb' && token.form === 'past' && next.part === 'noun') return become(token, 'adjective') // "Uncollected parcels are returned"
  if (token.part === 'verb' && isScreenWord(next.lower) && tokens[at + 2]?.form === 'past') return become(token, 'noun') // "Cancel button displayed on the page"
  if (isActionVerb(token.lower) && next.part === 'noun' && next.after === '' && /^(?:be|modal|have)$/.test(tokens[at + 2]?.part ?? ''))
    return become(token, 'noun') // "Order payments are recorded"
  if (isActionVerb(token.lower) && /["“‘]/.test(next.before)) return become(token, 'verb', 'base') // 'Click "Save" on the form'
  if (token.lower === 'view' && next.part === 'noun' && !tokens.some((one) => /^(?:be|modal|have|verb)$/.test(one.part)))
    return become(token, 'verb', 'base') // "View order details"
  if (isCommand(token, next)) return become(token, 'verb', 'base')
  if (token.part !== 'verb' || token.form !== 'base') return
  if (next.lower === 'of' || opensLongSubject(tokens, at)) return become(token, 'noun') // "List of orders"
  if (isCompoundSubject(tokens, at)) {
    become(token, 'noun')
    const verb = tokens[at + 2]
    if (verb) become(verb, 'verb', 'third')
  }
}

/** "Close tickets", "Book a room", "Filter orders". */
function isCommand(token: Token, next: Token): boolean {
  if (!isActionVerb(token.lower) || (token.part !== 'noun' && token.part !== 'adjective')) return false
  if (/^(?:determiner|possessive|pronoun)$/.test(next.part) || (next.part === 'noun' && looksPlural(next.lower))) return true
  return (
    token.part === 'noun' &&
    (next.part === 'number' || (!isOftenNoun(token.lower) && !/^(?:verb|modal|be|have)$/.test(next.part) && next.lower !== 'of'))
  )
}

/** "Forecast for the start date is shown": what is shown is the forecast. */
function opensLongSubject(tokens: readonly Token[], at: number): boolean {
  if (tokens[at + 1]?.part !== 'preposition') return false
  for (const token of tokens.slice(at + 2, at + 10)) {
    if (token.part === 'be' || token.part === 'modal') return true
    if (
      token.after !== '' ||
      !/^(?:noun|adjective|determiner|possessive|preposition|number)$/.test(token.part) ||
      subordinators.has(token.lower)
    )
      return false
  }
  return false
}

/** "Order history shows the date": not a command. */
function isCompoundSubject(tokens: readonly Token[], at: number): boolean {
  const [token, next, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  return (
    token !== undefined &&
    isOftenNoun(token.lower) &&
    next?.part === 'noun' &&
    next.after === '' &&
    third !== undefined &&
    /[^s]s$/.test(third.lower) &&
    isActionVerb(baseVerb(third.lower, 'third')) &&
    tokens[at + 3] !== undefined
  )
}

const happening = /^(?:end|arrive|expire|start|close|fail|change|open|pass|begin|finish|leave|win|lose|appear|disappear|stop)$/

/** A sentence with a subject and no verb at all: one of its nouns is the verb. */
export function findMissingVerb(tokens: Token[]): void {
  if (
    tokens.some(
      (token) => /^(?:modal|be|have)$/.test(token.part) || (token.part === 'verb' && token.form !== 'gerund' && token.form !== 'past'),
    )
  )
    return
  for (let at = 1; at < tokens.length; at += 1) {
    const [previous, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]]
    if (!previous || !token || token.part !== 'noun' || previous.part !== 'noun' || previous.after !== '' || !/^[.]?$/.test(token.after))
      continue
    const goesOn = opensObject(next) || next?.part === 'preposition'
    if (looksPlural(previous.lower)) {
      if (isActionVerb(token.lower) && goesOn) return become(token, 'verb', 'base') // "Pilots land on water"
      continue
    }
    const base = baseVerb(token.lower, 'third')
    if (at === tokens.length - 1 && happening.test(base)) return become(token, 'verb', 'third') // "The year ends"
    if (base === token.lower) continue
    if (/^(?:determiner|possessive)$/.test(next?.part ?? '') && token.after === '') return become(token, 'verb', 'third') // "The falconer hoods the bird"
    if ((isActionVerb(base) || isHoldingVerb(base)) && goesOn) return become(token, 'verb', 'third') // "The bin contains apples"
  }
}
