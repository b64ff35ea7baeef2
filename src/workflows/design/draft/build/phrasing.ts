// Puts an act into the words of a design: "Customer adds items to the cart", "System sends a confirmation email".
import { capital, thirdPerson } from '../words/forms.ts'
import { system } from '../understand/actors.ts'
import type { Act } from '../understand/acts.ts'
import type { Phrase } from '../understand/phrases.ts'

export interface Voice {
  act: Act
  doer: string
  /** Who "I", "my" and "they" stand for. */
  actor: string
  /** What "it" and "them" stand for: the thing last acted on, as written. */
  last: string
}

/** The act as a sentence of its own, without full stop. */
export function say(voice: Voice): string {
  const { act, doer } = voice
  if (act.kind === 'passive') return tidy(active(voice), voice)
  if (act.kind === 'state' || act.kind === 'hold')
    return tidy(
      `${subjectOf(voice)} ${act.negative ? `${act.kind === 'state' ? verbWord(act, doer !== '' || !(act.subject?.plural ?? false)) : 'does'} not${act.kind === 'state' ? '' : ` ${act.verb}`}` : verbWord(act, doer !== '' || !(act.subject?.plural ?? false))} ${act.rest}`,
      voice,
    )
  if (act.negative)
    return tidy(`${subjectOf(voice)} ${doer === system || doer === '' ? 'does not' : 'cannot'} ${act.verb} ${act.rest}`, voice)
  const many = doer === '' && act.subject?.plural === true
  return tidy(`${subjectOf(voice)} ${many ? act.verb : thirdPerson(act.verb)} ${act.rest}`, voice)
}

/** The act as a command or infinitive: "add items to the cart". */
export function sayBare(voice: Voice): string {
  const { act } = voice
  const text =
    act.kind === 'passive' ? `${act.verb} ${act.subject ? withArticle(act.subject) : act.pronoun} ${act.rest}` : `${act.verb} ${act.rest}`
  return lowerFirst(tidy(act.negative ? `not ${text}` : text, voice))
}

export function lowerFirst(text: string): string {
  return /^(?:[A-Z][a-z]|[AI] )/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** "The member is added to the waiting list" → "System adds the member to the waiting list". */
function active(voice: Voice): string {
  const { act, doer } = voice
  const [head = '', ...particle] = act.verb.split(' ')
  const none = act.subject?.determiner === 'no'
  const rest = act.rest.replace(/^(.*?)\bby (?:an?|the|each|any)?\s*[\p{L} -]+?$/iu, (all, before: string) =>
    doer === system ||
    !all
      .slice(before.length)
      .toLowerCase()
      .includes(doer.split(' ').at(-1) ?? doer)
      ? all
      : before,
  )
  const object = act.subject
    ? withArticle(act.subject, none)
    : /^(?:it|they|them)$/.test(act.pronoun) && voice.last !== ''
      ? voice.last
      : act.pronoun
          .replace(/^they$/, 'them')
          .replace(/^he$/, 'him')
          .replace(/^she$/, 'her')
  const verb =
    act.negative || none
      ? `${doer === system || doer === '' ? 'does not' : 'cannot'} ${act.verb}`
      : [thirdPerson(head), ...particle].join(' ')
  return `${capital(doer || system)} ${verb} ${object} ${act.tail} ${rest}`
}

function subjectOf({ act, doer, actor }: Voice): string {
  if (doer !== '') return capital(doer)
  if (act.subject) return capital(`${withArticle(act.subject)} ${act.tail}`.trim())
  return capital(act.pronoun || actor)
}

function verbWord(act: Act, one: boolean): string {
  if (act.kind === 'state') return one ? 'is' : 'are'
  return one ? thirdPerson(act.verb) : act.verb
}

export function withArticle(phrase: Phrase, bare = false): string {
  const article =
    bare || phrase.determiner === 'no'
      ? ''
      : /^(?:my|our|your)$/.test(phrase.determiner)
        ? 'their'
        : /^(?:\d.*|only|same|such)$/.test(phrase.determiner)
          ? ''
          : phrase.determiner
  const owner = phrase.owner && !/^(?:my|your|his|her|its|our|their|whose)$/.test(phrase.owner) ? `the ${phrase.owner}'s` : ''
  const of = phrase.of ? ` of ${withArticle(phrase.of)}` : ''
  return [owner || (phrase.text.toLowerCase().startsWith(`${article} `) ? '' : article), phrase.text + of]
    .filter((word) => word !== '' && word !== 'only')
    .join(' ')
}

/** First person becomes the actor, pronouns become the thing they stand for, marks that would break a sentence go. */
function tidy(text: string, { actor, last }: Voice): string {
  const they = actor === '' || actor === system ? 'the user' : `the ${actor}`
  return capital(
    text
      .replace(/\b(?:my|our)\b/gi, 'their')
      .replace(/\b(?:myself|ourselves)\b/gi, 'themselves')
      .replace(/(?<=\S )I am\b/g, 'they are')
      .replace(/(?<=\S )I\b/g, 'they')
      .replace(/\b(?:I|we) (?:am|are|was|were)\b/gi, `${they} is`)
      .replace(/\b(?:I|we) have\b/gi, `${they} has`)
      .replace(/\bI\b|\bi(?= )|\bwe\b|\bme\b|\bus\b/g, they)
      .replace(/^((?:\S+ ){0,3}?\S+(?: (?:up|out|in|off|back))?) (?:them|it)\b/, (all, head: string) =>
        last === '' ? all : `${head} ${last.replace(/^an? /, 'the ')}`,
      )
      .replace(/\s+([,.;:!?)])/g, '$1')
      .replace(/(?:\s(?:with|by|from))?[\s,;:.!]+$|\s(?:with|by|from)$/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}
