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

const label =
  /^(?:\[?(?:[A-Z]{1,8}[-_ ]?){1,3}\d+(?:[.\-]\d+)*[a-z]?\]?(?:\s*\([A-Za-z0-9 :]{1,20}\))?\s*[:.)\-–—]\s*|\d+(?:\.\d+)+[.:)]?\s+|(?:user story|story|acceptance criteri(?:a|on)|criteri(?:a|on)|requirement|rule|step|scenario|ac)\s*#?\d*(?:\.\d+)*\s*[:–—]\s*|\((?:must|should|could|P\d)\)\s*)/i

/** Where the words begin behind "FR-12:", "1.3" or "User story:". */
export function labelEnd(text: string): number {
  const first = label.exec(text)?.[0].length ?? 0
  const second = first > 0 ? (label.exec(text.slice(first))?.[0].length ?? 0) : 0
  return first + second < text.length ? first + second : 0
}
