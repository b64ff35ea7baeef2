// Marks by which a change defers what its task asks for: the maker itself says the work isn't done.
import type { AddedLine } from '../../rules/measure/marks.ts'

/** The first such line: it shares two words with the task, at least half of what it says. */
export function putOff(marks: readonly AddedLine[], task: string): AddedLine | undefined {
  if (mark.test(task)) return undefined // the task itself is about marks
  const asked = stems(task)
  return marks.find(({ text }) => {
    const said = stems(text.slice(text.search(mark)).replace(mark, ''))
    const shared = [...said].filter((stem) => asked.has(stem)).length
    return shared >= 2 && shared * 2 >= said.size
  })
}

const mark = /\b(?:TODO|FIXME|XXX)\b/

/** Words of four letters and more, without their endings. */
const stems = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []).map((word) => word.replace(/(?:ing|ed|es|s|e)$/, '')))
