// Which nouns can be things that a text keeps something about.
import { isUnit } from '../../../../lib/english/lexicon.ts'
import type { SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { capital, isDeterminer, isVerb, phraseAt, singular, words } from '../words.ts'
import { namesSoftware, namesSomebody } from './roles.ts'

/** Even with fields of its own. */
const neverThings =
  /^(?:system|app|platform|following|other|same|example|string|integer|boolean|text|date|time|user story|requirement|acceptance criteri(?:a|on)|it|they|one|information|data|details?|fields?|domain objects?|entit(?:y|ies)|(?:key |main )?attributes?|relation(?:ship)?s?|notes?|present|apologies)$/i
/** Without any. */
const notThings =
  /^(?:application|thing|way|case|order to|number|day|week|month|year|today|yesterday|tomorrow|part|kind|type|ability|end|start)$/i
/** Too general to be taken for an entity only because they recur. */
const general =
  /^(?:feature|story|section|list|process|option|access|reason|page|screen|button|link|field|form|view|result|change|action|step|name|status|state|value|email|message|notification|error|icon|click|menu|default|response|request)$/i

/** A name other parts may refer to: no weekday, unit, kind of value or lone verb. A meter with fields of its own (`defined`) is a thing. */
export function isThing(name: string, defined = false): boolean {
  const list = words(name.toLowerCase())
  const last = list.at(-1)
  // "prop" alone looks like a verb
  const tag = list.length === 1 ? words(`the ${name.toLowerCase()}`)[1]?.tag : undefined
  return (
    /^\p{L}[\p{L}\p{N}' _-]*$/u.test(name) &&
    name.length <= 60 &&
    list.length <= 4 &&
    last !== undefined &&
    !neverThings.test(name) &&
    (defined || !notThings.test(name)) &&
    (defined || !isUnit(last.lemma)) &&
    !(tag !== undefined && /^(?:VERB|AUX|ADV|ADP|PRON|DET|NUM)$/.test(tag) && !/(?:ing|ment|tion)$/.test(last.lower))
  )
}

/** Objects of two verbs at least, named in three statements at least. */
export function recurring(
  entries: readonly Entry[],
  known: ReadonlySet<string>,
  fields: readonly string[],
): { name: string; refs: SourceRef[] }[] {
  const seen = new Map<string, { objects: Set<string>; refs: Map<string, SourceRef> }>()
  for (const { statement, quote } of entries) {
    if (quote.length === 0) continue
    const list = words(statement.text)
    for (let at = 0; at < list.length; at += 1) {
      const phrase = isDeterminer(list[at]) || isVerb(list[at - 1]) ? phraseAt(list, at) : null
      if (!phrase) continue
      const name = singular({ words: phrase.words.slice(-2).filter((word, index, two) => index === two.length - 1 || word.tag !== 'ADJ') })
      const key = name.toLowerCase()
      const one = seen.get(key) ?? { objects: new Set<string>(), refs: new Map() }
      const verb = list.slice(Math.max(0, at - 2), at).findLast(isVerb)
      if (verb) one.objects.add(verb.lemma)
      one.refs.set(statement.id, { id: statement.id, start: phrase.start, end: phrase.end })
      seen.set(key, one)
      at = phrase.next - 1
    }
  }
  return [...seen]
    .filter(
      ([key, { objects, refs }]) =>
        refs.size > 2 &&
        objects.size > 1 &&
        !known.has(key) &&
        // an "order" is the "cake order", an "amount" its "deposit amount"
        ![...known, ...fields].some((name) => name === key || name.endsWith(` ${key}`)) &&
        !general.test(key.split(' ').at(-1) ?? '') &&
        isThing(capital(key)) &&
        !namesSomebody({ words: words(key) }, true) &&
        !namesSoftware({ words: words(key) }),
    )
    .sort((a, b) => b[1].refs.size - a[1].refs.size)
    .slice(0, 12)
    .map(([key, { refs }]) => ({ name: capital(key), refs: [...refs.values()].slice(0, 10) }))
}
