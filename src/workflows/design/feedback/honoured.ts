// Whether a design does what people asked for when rejecting: an edit that would still change it was not honoured.
import type { Intent } from '../intent.ts'
import { applyEdits, editsIn } from './apply.ts'
import { editText, resultOf, type Edit, type Heard } from './edit.ts'
import { nameKey, thingsOf } from './names.ts'

export interface Ignored {
  /** The sentence that asked for it. */
  text: string
  change: string
}

export function ignoredIn(intent: Intent, heard: readonly Heard[]): Ignored[] {
  const asked = editsIn(heard).flatMap(({ id, text = '', edits }) => edits.map((edit) => ({ id, text, edit })))
  return asked.flatMap(({ id, text, edit }, at) => {
    const later = asked.slice(at + 1).map((each) => each.edit)
    return isHonoured(intent, id, edit, later) ? [] : [{ text, change: `Do what was asked when rejecting: ${editText(edit)}.` }]
  })
}

function isHonoured(intent: Intent, id: string, edit: Edit, later: readonly Edit[]): boolean {
  const isTouched = (name: string) => later.some((each) => JSON.stringify(each).includes(JSON.stringify(name)))
  const names = new Set(thingsOf(intent).map(({ name }) => nameKey(name)))
  const result = resultOf(edit)
  if (result !== null && isTouched(result)) return true
  if (result !== null && !names.has(nameKey(result))) return false
  const target = 'thing' in edit ? edit.thing.name : null
  return (target !== null && isTouched(target)) || applyEdits(intent, [{ id, edits: [edit] }]) === intent
}
