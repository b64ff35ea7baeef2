// Tells a requirement statement that was copied into a design from an act that was designed.
import type { Prose } from './prose.ts'
import { framingVerbs, verbForm } from './verbs.ts'

/** A statement still in the language of requirements, one copied as all there is of a flow, or one of several acts copied whole: not an act. A plain statement of one act may well be a step among others. */
export function quotes(unit: Prose, signatures: Set<string>, alone: boolean): boolean {
  const { words, content } = unit
  if (
    words.some((word) => word.text === 'shall') ||
    (words[0]?.text === 'as' && words.some((word) => word.text === 'i')) ||
    words[0]?.text === 'given'
  )
    return true
  return (alone || actsIn(words) > 1) && signatures.has(content.join(' '))
}

/** Verbs of the main clauses: conditions, relative clauses, purposes and alternatives are part of the act they belong to. */
function actsIn(words: Prose['words']): number {
  let acts = 0
  let isAside = false
  for (const [i, word] of words.entries()) {
    if (asides.has(word.text)) isAside = true
    else if (word.afterMark) isAside = false
    if (word.kind !== 'verb' || isAside || framingVerbs.has(word.meaning)) continue
    const form = verbForm(word.text)?.form
    const before = words[i - 1]?.text ?? ''
    if (
      form === 'ing' ||
      before === 'to' ||
      before === 'or' ||
      (form === 'ed' && !/^(?:is|are|was|were|be|been|has|have|had|and|not)$/.test(before))
    )
      continue
    acts++
  }
  return acts
}

const asides = new Set('when if until unless before after while because that which who whose where so'.split(' '))
