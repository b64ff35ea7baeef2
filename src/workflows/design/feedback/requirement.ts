// Whether a sentence lays down what the product does: it names who or what is bound, says what must hold, and speaks of nothing but the product.
import { isVerb } from '../../../lib/english/lexicon.ts'
import { stemOf } from '../../../lib/english/match.ts'
import { isRole, isSystem } from '../../../lib/english/roles.ts'
import { isContent, readStatements } from '../../../lib/english/statement.ts'
import { readTokens } from '../../../lib/english/read.ts'
import type { Intent } from '../intent.ts'
import { thingsOf } from './names.ts'
import { hasOrder } from './phrases.ts'
import { wordsOf } from './tokens.ts'

const duty =
  /\b(?:shall|must|should|may not|can(?:not|['’]t)?|never|always|only|(?:nobody|no one)\b.*\bmay|needs? to|has to|have to|(?:is|are) (?:not )?allowed|(?:is|are) not (?!need|us)\p{L}+(?:ed|en)|as long as|will|no)\b|^(?:as an? .+ i want|when|if|each|every)\b/iu
/** About the design or the work on it, not about what the product does. */
const aside =
  /\b(?:design|preview|draft|mock-?up|diagram|wording|naming|critic|score|document|spec(?:ification)?|requirements?|section|paragraph|typo|spelling|version|iteration|review|feedback|steps?|flows?|entit(?:y|ies)|attributes?|fields?|columns?|data model|components?|goals?|meeting|deadline|sprint|ticket|developers?)\b/gi
const praise =
  /^(?:(?:very|really|so|pretty) )?(?:no need|good|nice|great|love|lovely|well done|perfect|excellent|glad|happy|(?:many )?thanks|thank you|wow|cool|neat)\b|\bwill be (?:pleased|happy|glad|delighted|relieved|proud)\b/i
const hedge =
  /\b(?:maybe|perhaps|possibly|probably|might|i (?:can(?:not|['’]t)?|could|think|guess|wonder|believe|feel|like|love|hate|would|don['’]t|do not|am|was)|i['’](?:m|d|ve)|not sure|no idea|disagree|thinks?|says|suggests?|wonders?|told|my colleague|would be nice|it would|could be|feels?|seems?|looks?)\b/i
const vague = /^(?:it|this|that|these|those|there|we|you|i|they|he|she|something|nothing|thing|stuff|part|bit)$/

/** Null where it is one; else why not. */
export function whyNoRequirement(said_: string, intent: Intent): string | null {
  const sentence = said_
    .replace(/^(?:we|i) (?:need|want|expect|require) (.+?) to be /i, '$1 must be ')
    .replace(/^(?:please )?(?:make|mark|set) (.+?) (?:as )?unique\b/i, '$1 must be unique')
  if (/\?\s*$/.test(sentence)) return 'it is a question'
  if (hasOrder(wordsOf(sentence)) || /\bcan go\b/i.test(sentence)) return 'it asks for an edit, and none fits it'
  const said = sentence.replaceAll(/[“"][^”"]*[”"]/g, '')
  if (!duty.test(said)) return 'it asks for no edit, and says nothing that must hold'
  if (praise.test(sentence)) return 'it asks for nothing'
  if (/^(?:should|had|were) (?:the|we|you|i|they|an?|our)\b/i.test(sentence)) return 'it speaks of what might be'
  const known = wordsOfDesign(intent)
  if ([...said.matchAll(aside)].some(([word]) => !known.has(stemOf(word.toLowerCase()))))
    return 'it speaks of the design itself, and no edit fits it'
  const [order] = readTokens(sentence)
  if (order?.tag === 'VERB' && isVerb(order.lemma) && order.lower === order.lemma && !/^(?:ensure|allow|let)$/.test(order.lemma))
    return 'no edit fits it'
  if (/\binstead of\b|\brather than\b|,\s*not\b/i.test(sentence)) return 'it corrects something, but not what the design says in one place'
  if (namesPart(sentence, intent)) return 'it speaks of a part of the design, and no edit fits it'
  const isStory = /^as an? /i.test(sentence)
  if (hedge.test(isStory ? sentence.replace(/\bso (?:that )?i\b.*$/i, '') : sentence)) return 'it is a thought, not a demand'
  const statements = readStatements(sentence)
  const [first] = statements
  const isDuty = /\b(?:must|should|shall|never|may not|cannot|ca ?n['’]t|(?:has|have|needs?) to)\b/i.test(sentence)
  if (!first || statements.length !== 1 || !(isDuty || first.acts.some(({ part }) => part === 'main')))
    return 'it says nothing that is done or must hold'
  const subject = first.tokens.find(
    ({ tag, lower }, at, all) =>
      !(/^(?:nothing|nobody|anything|anybody)$/.test(lower) && /^(?:ADP|ADJ)$/.test(all[at + 1]?.tag ?? '')) &&
      (/^(?:NOUN|PROPN|PRON)$/.test(tag) || (tag === 'ADJ' && known.has(stemOf(lower)))),
  )
  const forbids =
    /^(?:there (?:must|should|shall)|it (?:must|should|shall) (?:not |never )?be possible|never|under no circumstances)\b|\b(?:we|you) (?:must|should|may|shall) (?:never|not)\b/i.test(
      sentence,
    )
  if (!isStory && !forbids && (!subject || vague.test(subject.lower))) return 'it does not say who or what it is about'
  const binds = /^\p{L}[^,;]*?\b(?:must|should|shall|may|can|has to|have to|needs? to)\b/iu.test(sentence)
  if (!forbids && !binds && !first.acts.some(({ part, subjects, passive }) => part === 'main' && (subjects.length > 0 || passive)))
    return 'no edit fits it'
  const speaks = first.tokens.filter(isContent)
  if (!forbids && !speaks.some(({ lower, lemma }) => known.has(stemOf(lower)) || isSystem(lemma) || isRole(lemma) || lower === 'data'))
    return 'it speaks of nothing that the design or its requirements name'
  return null
}

/** A component or flow by its own name, as written there; a screen that the requirements name may be bound like anything in them. */
function namesPart(sentence: string, intent: Intent): boolean {
  const isOwn = (name: string) => /\s/.test(name) && sentence.includes(name)
  return thingsOf(intent).some(
    ({ kind, name }) =>
      isOwn(name) && (kind === 'flow' || (kind === 'component' && !intent.sources.some(({ text }) => text.includes(name)))),
  )
}

function wordsOfDesign(intent: Intent): Set<string> {
  const texts = [...thingsOf(intent).map(({ name }) => name), ...intent.sources.map(({ text }) => text)]
  return new Set(
    texts.flatMap((text) =>
      readTokens(text)
        .filter(isContent)
        .map(({ lower }) => stemOf(lower)),
    ),
  )
}
