// What a judge must not be told, because it starts fresh each time: finds earlier scores, feedback and verdicts in our own words of a prompt.

const told = [
  /\b(?:scores?|feedback|verdicts?)\b[*_`"']{0,3}\s{0,3}[:=]/iu,
  /\b(?:previous|prior|earlier|last)\s{1,9}(?:evaluat(?:or|ion)s?|judge(?:ment)?s?|verdicts?|scores?|feedback|reviews?)\b/iu,
]
const iterationNumber = /\b(?:iteration|attempt|round)s?\b[*_`"']{0,3}\s{0,3}[:=#]?\s{0,3}(?:no\.?\s{0,3})?\d/iu

export interface LeakOptions {
  /** Also refuse an iteration number; only some workflows hide it from their judge. */
  iterations?: boolean
  /** Texts that may mention scores: the criterion and its anchors. */
  except?: readonly string[]
}

/** The first leak outside the fences, verbatim, or null. */
export function findLeak(outsideFences: string, { iterations = false, except = [] }: LeakOptions = {}): string | null {
  const ours = except.reduce((text, part) => (part.trim() === '' ? text : text.replaceAll(part, ' ')), outsideFences)
  for (const line of ours.split('\n')) {
    const leak = [...told, ...(iterations ? [iterationNumber] : [])].map((pattern) => pattern.exec(line)).find(Boolean)
    if (leak) return line.trim().slice(0, 120)
  }
  return null
}
