// "When x, the system y": where a condition in front ends. In doubt it is not cut off: a condition stays with its effect.
import { type Slice, slice } from './slice.ts'
import { hasVerb } from '../words.ts'

export const opensCondition = /^(?:when|whenever|while|if|where|once|as soon as|after|until|unless|in case|upon|every time|each time)\b/i
const modal = /\b(?:shall|must|should|will|can|cannot|may|could|would|won['’]t|can['’]t)\b/i
const subject = (text: string) =>
  /^(?:then\s+)?(?:the|an?|it|they|he|she|i|we|you|each|every|all|no|any|only|this|that|these|those|both|their|its|his|her|our|my|nothing|nobody|everyone)\b/i.test(
    text,
  ) || /^(?:then\s+)?(?:\p{Lu}|\p{L}+s\b)/u.test(text)

const isArrow = /(?:->|→|=>)\s*$/

export function splitCondition(text: string, start: number): { trigger: Slice; response: Slice } | null {
  const bare = text.slice(start)
  if (!opensCondition.test(bare)) return null
  const cuts = [...bare.matchAll(/\s*(?:->|→|=>)\s*|,\s+|\s+(?=then\s)|(?<!\bthen)\s+(?=the system (?:shall|must|should|will)\s)/gi)].map(
    (match) => ({ at: match.index, after: match.index + match[0].length }),
  )
  const whole = cuts.filter(({ after }, index) => {
    const segment = bare.slice(after, cuts[index + 1]?.at)
    return isArrow.test(bare.slice(after - 3, after)) || (subject(segment) && hasVerb(segment))
  })
  const said = modal.exec(bare)
  const cut = said ? whole.findLast(({ at }) => at < said.index) : whole[0]
  if (!cut) return null
  const [condition, effect] = [bare.slice(0, cut.at), bare.slice(cut.after)]
  // Two clauses before the effect, or alternatives after the cut, and nobody can say where the condition ends.
  const doubtful =
    whole.some(({ at }) => at < cut.at) || (!said && /,\s+(?:or|and)\s/i.test(bare.slice(0, cut.at) + ',') && whole.length > 1)
  const listed = /^(?:or|and)\b/i.test(effect) || (!said && /^[^,]*,\s+or\s/i.test(effect))
  if (doubtful || listed || modal.test(condition) || !hasVerb(condition)) return null
  return { trigger: slice(text, start, start + cut.at), response: slice(text, start + cut.after) }
}

/** "The clerk is told when a ticket is closed": the clause at the end that says when. The effect is quoted whole beside it. */
export function conditionAtEnd(text: string, { start, end }: Slice): Slice | null {
  const said = text.slice(start, end)
  const found = [...said.matchAll(/\s(?=(?:when|whenever|once|as soon as|after|if|unless)\s)/gi)].at(-1)
  if (!found || found.index < 12) return null
  const [before, clause] = [said.slice(0, found.index), said.slice(found.index + 1)]
  // "see when I may donate", "check if the card is valid": what is seen or checked, not when.
  const asks =
    /\b(?:see|sees|know|knows|decide|decides|check|checks|ask|asks|and|or|say|says|state|states|choose|chooses|define|verify|verifies|tell|tells|which|who)$/i.test(
      before,
    )
  return asks || /[;:]/.test(clause) || !hasVerb(clause) || clause.split(' ').length < 4 ? null : slice(text, start + found.index + 1, end)
}
