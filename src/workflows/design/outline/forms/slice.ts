// Slices of a statement: the only way words get from the requirements into a design.

export interface Slice {
  start: number
  end: number
}

/** The slice without white space and the mark that closes it. */
export function slice(text: string, from: number, to: number = text.length): Slice {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start] as string)) start += 1
  while (end > start && /[\s.;,:]/.test(text[end - 1] as string)) end -= 1
  return { start, end }
}

/** All of a statement but the number in front of it. */
export const whole = (text: string): Slice => slice(text, labelEnd(text))

/** Numbers of requirements, never numbers of things: "99.9 percent" and "WCAG 2.2" stay. */
const label =
  /^(?:\[?(?:[A-Z]{1,8}[-_]?){1,3}\d+(?:[.-]\d+)*[a-z]?\]?(?:\s*\([A-Za-z0-9 :]{1,20}\))?\s*[:.)–—-]\s+|(?:[A-Z]{1,4}[-_]){1,3}[A-Z]?\d{1,4}\s+(?=\p{Lu})|[A-Z]{1,4} \d{1,3}\s*:\s+|\d+(?:\.\d+)+[.:)]?\s+(?=\p{Lu})|(?:[Uu]ser [Ss]tory|[Ss]tory|[Aa]cceptance [Cc]riteri(?:a|on)|[Cc]riteri(?:a|on)|[Rr]equirement|[Rr]ule|[Ss]tep|[Ss]cenario|AC)\s*#?\d*(?:\.\d+)*\s*[:–—]\s*|\((?:must|should|could|P\d)\)\s*|P\d\s+(?=\p{Lu}))/u

/** A number of whatever spelling right before "As a …": "N-4 As a", "(T-3) As an", "12. As the", "Story 7 – As a". */
const storyNumber = /^[[(]?(?:[\p{L}]{1,12}[-_ ]?)?\d{1,5}(?:[.-]\d+)*[a-z]?[\])]?\s*[:.)–—-]?\s+(?=as (?:an?|the) )/iu

/** Where the words begin behind "FR-12:", "1.3" or "User story:". */
export function labelEnd(text: string): number {
  const first = (storyNumber.exec(text) ?? label.exec(text))?.[0].length ?? 0
  const second = first > 0 ? (label.exec(text.slice(first))?.[0].length ?? 0) : 0
  return first + second < text.length ? first + second : 0
}
