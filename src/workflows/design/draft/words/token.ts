// A word of a sentence with its part of speech, and what can be asked of it.

export type Part =
  | 'noun'
  | 'verb'
  | 'modal'
  | 'be'
  | 'have'
  | 'not'
  | 'adjective'
  | 'adverb'
  | 'determiner'
  | 'possessive'
  | 'pronoun'
  | 'preposition'
  | 'conjunction'
  | 'number'
  | 'to'
  | 'relative'
  | 'other'

export interface Token {
  text: string
  lower: string
  part: Part
  form: 'base' | 'third' | 'past' | 'gerund' | ''
  /** "customer's": the noun owns the next one. */
  owner: boolean
  /** Punctuation around it, without spaces. */
  before: string
  after: string
}

export const subordinators: ReadonlySet<string> = new Set(
  'if when whenever once while unless until after before where because whether'.split(' '),
)

/** Whether what a verb acts on can start with this word. */
export function opensObject(next: Token | undefined): boolean {
  return next !== undefined && /^(?:determiner|possessive|noun|pronoun|number|adjective)$/.test(next.part)
}

export function become(token: Token, part: Part, form: Token['form'] = ''): void {
  token.part = part
  token.form = form
}
