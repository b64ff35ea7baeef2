// Whether a sentence lays down what the product does: it binds something that the design or its requirements name, and speaks of nothing but the product.
import { isVerb } from '../../../lib/english/lexicon.ts'
import { stemOf } from '../../../lib/english/match.ts'
import { readTokens, type Token } from '../../../lib/english/read.ts'
import { isRole, isSystem } from '../../../lib/english/roles.ts'
import { isContent } from '../../../lib/english/statement.ts'
import type { Intent } from '../intent.ts'
import { isText, nameKey, thingsOf } from './names.ts'
import { hasOrder } from './phrases.ts'
import { wordsOf } from './tokens.ts'

const binds =
  /\b(?:shall|must|should|may (?:not|only)|cannot|can ?['’]t|can not|can only|never|always|only|at (?:most|least)|needs? to|ha(?:s|ve) to|(?:is|are) (?:not )?allowed|as long as|will|(?:no|nobody|no one|nothing)\b.*\b(?:may|can|is|are|gets?))\b|^as an? .+ (?:i|we) (?:want|need|must)\b|^(?:when|if|each|every|under no circumstances)\b|^we need .+ to be\b/iu
/** About the design or the work on it. */
const designs =
  /\b(?:design|preview|draft|mock-?up|diagram|wording|naming|critic|document|spec(?:ification)?|requirements?|section|paragraph|typo|spelling|version|iteration|review|feedback|steps?|flows?|entit(?:y|ies)|attributes?|fields?|columns?|components?|goals?|mandatory|optional|compulsory|obligatory|blank|unique|renamed?|merged|called|named)\b/gi
const doubts =
  /\b(?:maybe|perhaps|possibly|probably|might|would|could|i|i['’]\p{L}+|thinks?|says?|said|suggests?|wonders?|feels?|seems?|looks?|disagree|not sure)\b/iu

/** Null where it is one; else why not. */
export function whyNoRequirement(sentence: string, intent: Intent): string | null {
  const words = wordsOf(sentence)
  const said = sentence.replaceAll(/[“"][^”"]*[”"]/g, '').trim()
  const story = /^as an? .+? (?:i|we) (?:want|need|must|can) (.+?)(?:,? so (?:that )?.*)?$/i.exec(said)
  if (/\?\s*$/.test(sentence)) return 'it is a question'
  const [order] = readTokens(said)
  const isOrder = order?.tag === 'VERB' && isVerb(order.lemma) && order.lower === order.lemma && !/^(?:ensure|allow|let)$/.test(order.lemma)
  if (isOrder || hasOrder(words) || /\bcan go\b/i.test(said)) return 'it asks for an edit, and none fits it'
  // "The guest can also order a cake"
  const [, doer = ''] = /^(?:(?:the|an?|each|every) )?([^,;:]{1,40}?) can (?!be\b)/i.exec(said) ?? []
  const isDoer = isRole(nameKey(doer)) || thingsOf(intent).some(({ kind, name }) => kind === 'actor' && nameKey(name) === nameKey(doer))
  if (!(doer !== '' && isDoer) && !binds.test(said)) return 'it asks for no edit, and says nothing that must hold'
  if (/^(?:should|had|were)\b/i.test(said)) return 'it speaks of what might be'
  if (intent.sources.some(({ text }) => nameKey(text) === nameKey(sentence))) return 'the requirements say so already'
  const things = thingsOf(intent)
  const named = wordsIn(things.filter((thing) => !isText(thing)).map(({ name }) => name))
  const known = wordsIn([...things.map(({ name }) => name), ...intent.sources.map(({ text }) => text)])
  const isKnown = (word: string) => known.has(stemOf(word.toLowerCase()))
  if (said !== sentence.trim() || [...said.matchAll(designs)].some(([word]) => !isKnown(word)))
    return 'it speaks of the design itself, and no edit fits it'
  const led = said.replace(/^(?:when(?:ever)?|if|while|once|after|before|unless|until|for|in|on|at|from|by)\b[^,]*,\s*/i, '')
  const isLate = /[,;:–—]|\s-\s/.test(led.slice(0, Math.max(0, led.search(binds))))
  if (!story && (isLate || /\binstead of\b|\brather than\b|\bno longer\b|,\s*(?:not|so|therefore)\b/i.test(led)))
    return 'it says more than what must hold'
  if (doubts.test(story?.[1] ?? said)) return 'it is a thought, not a demand'
  const tokens = readTokens(story ? sentence : led)
  const forbids =
    /^(?:there|it) (?:must|should|shall)\b|^(?:never|under no circumstances)\b|^(?:we|you) (?:must|should|may|shall) (?:never|not)\b|^we need .+ to be\b/i.test(
      said,
    )
  const subject = tokens.find(({ tag, lower }) => /^(?:NOUN|PROPN|PRON)$/.test(tag) || isKnown(lower))
  const isAll = /^the (?:whole|entire|complete) thing\b/i.test(led)
  const isVague = !subject || /^(?:it|this|that|these|those|there|we|you|they|he|she|something|thing|stuff|part|bit)$/.test(subject.lower)
  if (isVague && !isAll && !forbids && !story) return 'it does not say who or what it is about'
  const verb = said.length - led.length + Math.max(0, led.search(binds))
  const isPerson = isRole(subject?.lemma ?? '') || /^(?:nobody|no one|every(?:one|body)|any(?:one|body))\b/i.test(led)
  // "the coffee machine" is no machine of the product, whatever is said of it
  const isProduct = ({ lower, lemma, start }: Token, at: number, all: readonly Token[]) =>
    (isSystem(lemma) && (all[at - 1]?.tag !== 'NOUN' || isKnown(all[at - 1]!.lower))) ||
    lower === 'data' ||
    (start < verb || isPerson ? isKnown(lower) : named.has(stemOf(lower)))
  const speaks = isAll || readTokens(said).some((token, at, all) => isContent(token) && isProduct(token, at, all))
  return speaks || forbids ? null : 'it speaks of nothing that the design or its requirements name'
}

const wordsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => readTokens(text).filter(isContent)).map(({ lower }) => stemOf(lower)))
