// Text → sentences. A full stop ends one unless it belongs to an abbreviation, a number, an initial, a file name or a list like "e.g.".

const abbreviations = new Set(
  'e.g i.e eg ie etc vs cf mr mrs ms dr prof st no nr fig approx inc ltd co corp dept est ext min max avg incl excl al resp a.m p.m sec ver v jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  const listed = text.split('; ').length > 2 && text.split('; ').every((part) => wordCount(part) > 1)
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (
      char === ';' &&
      text[at + 1] === ' ' &&
      (listed || (wordCount(text.slice(start, at)) > 3 && wordCount(text.slice(at + 1, at + 200)) > 3))
    ) {
      push(sentences, text.slice(start, at))
      start = at + 1
      continue
    }
    if (char !== '.' && char !== '!' && char !== '?') continue
    let end = at + 1
    while (end < text.length && /[.!?"'”’)\]]/.test(text[end] ?? '')) end += 1
    if (end < text.length && text[end] !== ' ') continue // 3.5, file.csv, "..."
    if (end < text.length && !opensSentence(text, end)) continue
    if (char === '.' && end === at + 1 && end < text.length && abbreviations.has(wordBefore(text, start, at))) continue
    push(sentences, text.slice(start, end))
    start = end
    at = end - 1
  }
  push(sentences, text.slice(start))
  return sentences
}

function wordCount(text: string): number {
  return text.split(' ').filter((word) => word !== '').length
}

function opensSentence(text: string, from: number): boolean {
  let at = from
  while (text[at] === ' ') at += 1
  return !/^\p{Ll}(?!\p{Lu})/u.test(text.slice(at, at + 2)) // "iPhone" opens one, "e.g. this" does not
}

function wordBefore(text: string, start: number, at: number): string {
  let from = at
  while (from > start && from > at - 12 && /[\p{L}\p{N}.]/u.test(text[from - 1] ?? '')) from -= 1
  const word = text.slice(from, at)
  return /^\p{Lu}$/u.test(word) ? 'mr' : word.toLowerCase() // a lone capital is an initial
}

function push(sentences: string[], part: string): void {
  const sentence = part.trim()
  if (/[\p{L}\p{N}]/u.test(sentence)) sentences.push(sentence)
}
