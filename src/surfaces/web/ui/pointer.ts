// The line of a JSON text on which a pointer's value begins.
import { type Mark, markJson } from '../../../rules/reading/parse-json.ts'

/** From 1; 0 if the text isn't JSON or has no such place. */
export function lineOfPointer(text: string, pointer: string): number {
  const read = markJson(text, { repeats: true })
  if (!read.ok) return 0
  let mark: Mark | undefined = read.mark
  for (const part of pointer.split('/').slice(1)) mark = mark?.inner?.get(part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return mark ? read.position(mark.at).line : 0
}
