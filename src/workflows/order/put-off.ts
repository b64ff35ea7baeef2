// Marks by which a change puts off what its task asks for: the maker itself says that the work is not done.
import type { AddedLine } from '../../rules/measure/marks.ts'

/** The first such line; two words of the task, and at least half of what it says, make it one. */
export function putOff(marks: readonly AddedLine[], task: string): AddedLine | undefined {
  if (mark.test(task)) return undefined // it speaks of marks itself
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
