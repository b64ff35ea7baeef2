// `whet approve|reject|abort <run>`: choices that are verbs, as three rows of one table.
import type { Gate } from '../kernel/task.ts'
import { type Look, fit, plainLook } from '../report/look.ts'
import type { Verb } from './definition.ts'

export interface ShortForm {
  summary: string
  /** The argument it takes besides the run. */
  field: 'signature' | 'text'
}

export const shortForms: Readonly<Record<string, ShortForm>> = {
  approve: { summary: 'Approve what is waiting, by typed phrase or signature', field: 'signature' },
  reject: { summary: 'Reject what is waiting and say what should change', field: 'text' },
  abort: { summary: 'End a waiting run for a stated reason, keep its files', field: 'text' },
}

export const decisionVerbs: readonly Verb[] = Object.entries(shortForms).map(([name, form]) => ({
  name,
  summary: form.summary,
  load: async () => ({ default: (await import('./answer.ts')).shortForm(name, form) }),
}))

/** The question, and the command for each choice. */
export function gateText({ question, choices }: Gate, name: string, { width }: Look = plainLook): string {
  const verb = Math.max(0, ...choices.map((choice) => (Object.hasOwn(shortForms, choice.name) ? choice.name.length : 0)))
  const commands = choices.map((choice) =>
    Object.hasOwn(shortForms, choice.name) ? `whet ${choice.name.padEnd(verb)} ${name}` : `whet answer ${name} ${choice.name}`,
  )
  const longest = Math.max(...commands.map((command) => command.length))
  const lines = choices.map(({ means, needsText, takes }, n) => {
    const more = [needsText && `needs ${needsText}`, takes && `takes ${takes}`].filter(Boolean).join(', ')
    return `  ${commands[n]!.padEnd(longest)}  ${means}${more && ` (${more})`}`
  })
  return fit([question, ...lines].join('\n'), width)
}
