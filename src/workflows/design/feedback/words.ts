// What became of each sentence of a rejection, in words: for the terminal, the card and the dashboard.
import { editText, type Heard } from './edit.ts'

export interface Told {
  sentence: string
  became: Heard['became']
  /** What is done for it, or why nothing is. */
  then: string
}

/** `isOurs`: the built-in maker works on it; any other is told every sentence as it was said. */
export function toldOf(heard: readonly Heard[], isOurs: boolean): Told[] {
  return heard.map((each) => ({ sentence: each.text, became: each.became, then: thenOf(each, isOurs) }))
}

function thenOf(heard: Heard, isOurs: boolean): string {
  if (heard.became === 'edit') return `${heard.edits.map(editText).join('; ')}${isOurs ? '' : ' (the critic checks it)'}`
  if (heard.became === 'requirement') return 'is a requirement from now on, with a source of its own'
  return isOurs ? `nothing is changed for it: ${heard.why}` : `goes to the maker as it is; no check follows it (${heard.why})`
}

/** "2 sentences: 1 edit, 1 not understood" */
export function countText(heard: readonly Heard[]): string {
  const count = (became: Heard['became'], one: string, many: string) => {
    const n = heard.filter((each) => each.became === became).length
    return n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]
  }
  const parts = [
    ...count('edit', 'edit', 'edits'),
    ...count('requirement', 'requirement', 'requirements'),
    ...count('not understood', 'not understood', 'not understood'),
  ]
  return `${heard.length} ${heard.length === 1 ? 'sentence' : 'sentences'}: ${parts.join(', ')}`
}
