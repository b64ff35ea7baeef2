// A kind of value as it is said, with the values of a choice; and the words that are part of no name.
import type { Context } from './step-mentions.ts'
import type { Word } from './tokens.ts'
import { choiceOf, typeNamed } from './value-types.ts'

/** "a date", "whole number", "choice of new, worn and broken" */
export function typeAt({ words, sentence }: Context, at: number): { end: number; text: string }[] {
  let from = at
  while (
    /^(?:a|an|the|of|type|proper|real|plain|simple|free)$/.test(words[from]?.lower ?? '') &&
    !/^free text/.test(`${words[from]!.lower} ${words[from + 1]?.lower}`)
  )
    from += 1
  for (let end = Math.min(words.length, from + 4); end > from; end -= 1) {
    const type = typeNamed(sentence.slice(words[from]!.start, words[end - 1]!.end))
    if (type === null) continue
    if (type !== 'choice') return [{ end, text: type }]
    const values = valuesOf(words, end)
    return [{ end: values.end, text: values.of.length > 1 ? choiceOf(values.of) : 'choice' }]
  }
  if (words[from]?.lower === 'one' && words[from + 1]?.lower === 'of') {
    const { of, end } = valuesOf(words, from + 1)
    if (of.length > 1) return [{ end, text: choiceOf(of) }]
  }
  return []
}

/** "of new, worn and broken" */
function valuesOf(words: readonly Word[], at: number): { of: string[]; end: number } {
  if (!/^(?:of|:|between|from)$/.test(words[at]?.lower ?? '')) return { of: [], end: at }
  const of: string[] = []
  let end = at + 1
  for (;;) {
    const from = end
    while (
      end < words.length &&
      end - from < 3 &&
      (words[end]!.quoted || !small.test(words[end]!.lower)) &&
      !verbal.test(words[end]!.lower)
    )
      end += 1
    if (end === from) return { of, end: of.length > 0 ? end - 1 : at }
    of.push(
      words
        .slice(from, end)
        .map(({ text }) => text)
        .join(' '),
    )
    const joint =
      /^,$/.test(words[end]?.lower ?? '') && /^(?:and|or)$/.test(words[end + 1]?.lower ?? '')
        ? 2
        : /^(?:,|and|or)$/.test(words[end]?.lower ?? '')
          ? 1
          : 0
    if (joint === 0) return { of, end }
    end += joint
  }
}

/** No part of any name that is not quoted. */
export const small =
  /^(?:[^\p{L}\p{N}]+|and|or|but|not|no|is|are|was|were|be|been|being|should|must|shall|can|could|may|might|will|would|has|have|had|to|from|in|on|at|by|for|with|as|into|onto|before|after|behind|because|since|so|if|unless|when|while|where|until|than|instead|rather|too|now|then|only|it|its|this|that|these|those|there|here|them|they|we|i|you|he|she|us|me|something|anything|everything|nothing|somebody|everywhere|throughout|again|better|lower|upper|us|which|who|what|how|why|one|ones|do|does|did|never|always|completely|entirely|altogether|anymore|we|already|some|more|'s)$/u
export const verbal =
  /^(?:rename|remove|delete|drop|add|merge|move|replace|change|make|give|call|take|put|insert|swap|keep|leave|let|needs?|lacks?|misses|missing|called|named|renamed|removed)$/
