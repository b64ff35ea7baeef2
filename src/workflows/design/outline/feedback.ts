// What a person said when rejecting, as far as the built-in maker understands it: duties become requirements, the rest is told to be not understood.
import { sentencesOf } from './read/sentences.ts'

export interface Heard {
  /** Sentences that lay down a duty, in the order they were said. */
  requirements: string[]
  notUnderstood: string[]
}

const duty =
  /\b(?:shall|must|should|may not|cannot|can't|never|always|only|needs? to|has to|have to|is not allowed|are not allowed|can|will)\b|\b(?:each|every) .+ (?:has|have|contains?|includes?)\b|^as an? .+ i want\b/i
/** About the design itself, not about what it should do: nothing here can be applied yet. */
const edit =
  /^(?:please\s+)?(?:rename|remove|delete|replace|drop|move|merge|split|add|change|swap|reword|retype|make|give|put|use|call|show)\b/i

export function hear(feedback: readonly string[]): Heard {
  const heard: Heard = { requirements: [], notUnderstood: [] }
  for (const said of feedback)
    for (const line of said.split('\n'))
      for (const { start, end } of sentencesOf(line.trim().replace(/^[-*•]\s+/, ''))) {
        const sentence = line
          .trim()
          .replace(/^[-*•]\s+/, '')
          .slice(start, end)
        const isDuty = duty.test(sentence) && !edit.test(sentence) && !/\?$/.test(sentence) && !/\bstep\b|\bis wrong\b/i.test(sentence)
        ;(isDuty ? heard.requirements : heard.notUnderstood).push(sentence)
      }
  return heard
}

/** The requirements with what was added since, under a heading of its own. */
export function withAdditions(requirements: string, feedback: readonly string[]): string {
  const { requirements: added } = hear(feedback)
  return added.length === 0
    ? requirements
    : `${requirements.trimEnd()}\n\n# Added when rejecting\n\n${added.map((sentence) => `- ${sentence}`).join('\n')}\n`
}
