// Questions put to a person before the first iteration, and their answers as part of the requirements.

/** More would not be answered. */
export const mostAsked = 3

export interface Answered {
  question: string
  answer: string
}

/** The requirements with what was answered, each answer with its question: neither says anything alone. */
export function withAnswers(requirements: string, answered: readonly Answered[]): string {
  const line = (text: string) => text.replace(/\s+/g, ' ').trim()
  const given = answered.filter(({ answer }) => line(answer) !== '')
  if (given.length === 0) return requirements
  return `${requirements.trimEnd()}\n\n# Answers\n\n${given.map(({ question, answer }) => `Q: ${line(question)}\nA: ${line(answer)}\n`).join('\n')}`
}
