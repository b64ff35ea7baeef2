// The wording of clauses inside steps: what a condition says, what a name opens with, and the forms its verbs take.
import type { Phrase } from '../understand/phrases.ts'
import { meaningOf } from '../understand/things.ts'
import type { Statement } from '../understand/understand.ts'
import { isRole } from '../words/roles.ts'
import { say, withArticle, type Voice } from './phrasing.ts'

/** The first few words, not cut before what a small word leads to: "search for owners", not "search for owners by". */
export function openingWords(text: string): string {
  return text
    .split(' ')
    .slice(0, 5)
    .join(' ')
    .replace(
      /(?:\s(?:an?|the|to|of|with|and|or|for|by|in|on|from|at|as|into|about|through|during|via|than|rather|be|is|are|that|which|their|his|her|its|each|all))+$/i,
      '',
    )
}

/** The clause as it stands, with who "I" is. */
export function asClause(voice: Voice): string {
  const { act } = voice
  if (act.kind === 'do' && act.perfect && (act.subject || voice.actor !== '')) {
    const [head = '', ...particle] = act.verb.split(' ')
    return [
      act.subject ? withArticle(act.subject) : `the ${voice.actor}`,
      act.tail,
      act.subject?.plural ? 'have' : 'has',
      act.negative ? 'not' : '',
      participle(head),
      ...particle,
      act.rest,
    ]
      .filter((word) => word !== '')
      .join(' ')
  }
  if (act.kind !== 'passive') return say({ ...voice, doer: '', actor: voice.actor })
  const subject = act.subject
    ? withArticle(act.subject)
    : act.pronoun === '' || /^(?:i|we|they|he|she|you)$/.test(act.pronoun)
      ? `the ${voice.actor || 'user'}`
      : act.pronoun
  const [head = '', ...particle] = act.verb.split(' ')
  return [subject, act.tail, act.subject?.plural ? 'are' : 'is', act.negative ? 'not' : '', participle(head), ...particle, act.rest]
    .filter((word) => word !== '')
    .join(' ')
}

/** What "it" stands for in a condition: the thing last acted on, never a person. */
export function thingMeant({ deeds, leading }: Statement): string {
  const named = deeds
    .flatMap(({ act }) => [...(act.subject ? [act.subject] : []), ...act.objects])
    .filter((phrase) => meaningOf(phrase).thing !== '' && !isRole(phrase.nouns.join(' ')))
    .at(-1)
  return named === undefined || leading ? 'it' : `the ${named.text}`
}

export function objectText(phrase: Phrase): string {
  return phrase.of ? `${phrase.text} of ${phrase.of.text}` : phrase.text
}

// prettier-ignore
const strong: Readonly<Record<string, string>> = { send: 'sent', pay: 'paid', keep: 'kept', hold: 'held', make: 'made', give: 'given', show: 'shown', sell: 'sold', take: 'taken', write: 'written', lose: 'lost', find: 'found', set: 'set', meet: 'met', choose: 'chosen', see: 'seen', build: 'built', buy: 'bought', lend: 'lent', leave: 'left', put: 'put', read: 'read', submit: 'submitted', cancel: 'cancelled', log: 'logged', ship: 'shipped', drop: 'dropped', tag: 'tagged', sign: 'signed', edit: 'edited' }

function participle(base: string): string {
  const known = strong[base]
  if (known) return known
  if (base.endsWith('e')) return `${base}d`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`
  return `${base}ed`
}
