// Choices that are verbs of their own: `whet approve|reject|abort <run>`, three rows of one table.
import type { Verb } from './definition.ts'

export interface ShortForm {
  summary: string
  /** What can come with it, beside the run. */
  field: 'signature' | 'text'
}

export const shortForms: Readonly<Record<string, ShortForm>> = {
  approve: { summary: 'Approve what waits for approval, by a phrase typed at a terminal or by a signature', field: 'signature' },
  reject: { summary: 'Reject it, say what should change, and continue', field: 'text' },
  abort: { summary: 'End it for a stated reason and keep its files', field: 'text' },
}

export const decisionVerbs: readonly Verb[] = Object.entries(shortForms).map(([name, form]) => ({
  name,
  summary: form.summary,
  load: async () => ({ default: (await import('./answer.ts')).shortForm(name, form) }),
}))
