// A sentence that asks for an edit which is not read lays down nothing: what it speaks of may not be in the design at all, and that is said.
import { readTokens } from '../../../lib/english/read.ts'
import type { Intent } from '../intent.ts'
import { nameKey, namesOf, nearNames } from './names.ts'
import { typeNamed } from './value-types.ts'

const modal = String.raw`(?:can|could|may|might|must|should|shall|needs? to|has to|have to|ought to|is to|are to)(?: (?:really|also|just|both|all|now|not|never))*`
const fate = String.raw`go|come (?:(?:before|after) .+|first|last)|sit|live|move|belong|(?:be|become) (?:dropped|removed|deleted|renamed|merged|called|named|titled|mandatory|compulsory|obligatory|required|optional|unique|one (?:step|flow|screen|field|role|entity)|in (?:the )?wrong place)`
const asked = new RegExp(String.raw`^(.+?) ${modal} (?:${fate})(?=\s*(?:[,.;:!–—-]|$))`, 'iu')
const typed = new RegExp(
  String.raw`^(.+?)(?: ${modal} (?:be|become)|,? (?:is|are) [^,;]{0,40}[,;] (?:it |but )?${modal} be) (?:an? |the )?([\p{L}/ ]+?)(?=[,.;:!]|$| (?:not|rather|instead|field)\b)`,
  'iu',
)
const place =
  /\b(?:there (?:must|should|has to|have to|ought to|needs to) be (?:an? |one |another )?(?:\p{L}+ )?(?:step|field|screen|attribute|role)|(?:step|field|screen|role) is missing|(?:is(?:n['’]t| not)|['’]s not) in there|in the wrong place|wrong order)\b/iu
const never = /^(?:(?:we|you) (?:must|should|may|can) )?(?:never|not) (?:drop|remove|delete|rename|merge|move)\b/i

/** Null where it asks for no edit. */
export function whyUnread(sentence: string, intent: Intent): string | null {
  const kind = typed.exec(sentence)
  const [, subject = ''] = asked.exec(sentence) ?? (kind && typeNamed(kind[2]) !== null ? kind : null) ?? []
  if (subject === '') return place.test(sentence) || never.test(sentence) ? 'it asks for an edit, and none fits it' : null
  const said = subject.replace(/^(?:and|so|but|then|please|i think|also|the|an?|our|this|that) /gi, '')
  const names = namesOf(intent)
  const isThere = names.all.some(
    ({ kind: each, name }) => each !== 'goal' && each !== 'step' && ` ${nameKey(said)} `.includes(` ${nameKey(name)} `),
  )
  // "the members should be called by phone" binds members; a part of the design is a noun and no more
  const isName =
    readTokens(said).every(({ tag }) => /^(?:NOUN|PROPN|ADJ|DET|ADP|PUNCT|CCONJ|NUM|PART|VERB)$/.test(tag)) && said.split(' ').length < 8
  if (!isName) return place.test(sentence) ? 'it asks for an edit, and none fits it' : null
  if (isThere || /^\p{L}+ing\b/u.test(said)) return 'it asks for an edit, and none fits it'
  const near = nearNames(names, said)
  return `nothing in the design is called “${said}”${near.length > 0 ? `; near to it: ${near.join(', ')}` : ''}`
}
