// Where one sentence ends and the next begins: a full stop does not end one after an abbreviation, an initial, or inside a number or file name.

export interface Span {
  start: number
  end: number
}

const abbreviations = new Set(
  'e.g i.e eg ie etc vs cf mr mrs ms dr prof st no nr fig approx inc ltd co corp dept est ext min max avg incl excl al resp a.m p.m sec ver v jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)

/** The sentences of a text as spans of it, without the white space around them. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string
    if ('([“'.includes(char)) depth += 1
    if (')]”'.includes(char)) depth = Math.max(0, depth - 1)
    if (depth > 0 || !'.!?'.includes(char)) continue
    let end = at + 1
    while (end < text.length && /[.!?"'”’)\]]/.test(text[end] as string)) end += 1
    if (end < text.length && (text[end] !== ' ' || !opensSentence(text, end))) continue
    // "Urgent? – checkbox", "Abroad? (yes/no)"
    if (char === '?' && end < 30 && start === 0 && /^\s(?:[–—(-]|yes\s?\/)/i.test(text.slice(end))) continue
    if (char === '.' && end === at + 1 && end < text.length && abbreviates(text, start, at)) continue
    push(start, end)
    start = end
    at = end - 1
  }
  push(start, text.length)
  return spans

  function push(from: number, to: number): void {
    while (from < to && text[from] === ' ') from += 1
    while (to > from && text[to - 1] === ' ') to -= 1
    if (/[\p{L}\p{N}]/u.test(text.slice(from, to))) spans.push({ start: from, end: to })
  }
}

/** "iPhone" opens a sentence, and so does any lower-case word where nobody uses capitals; "e.g. this" does not. */
function opensSentence(text: string, from: number): boolean {
  const next = text.slice(from).trimStart().slice(0, 2)
  return !/^\p{Ll}(?!\p{Lu})/u.test(next) || !/^\p{Lu}/u.test(text)
}

function abbreviates(text: string, start: number, at: number): boolean {
  let from = at
  while (from > start && from > at - 12 && /[\p{L}\p{N}.]/u.test(text[from - 1] as string)) from -= 1
  const word = text.slice(from, at)
  const bare = word.toLowerCase()
  // A lone capital is an initial, unless it names something: "plan B."
  return (
    abbreviations.has(bare) ||
    (/^\p{Lu}$/u.test(word) && /^\s\p{Lu}/u.test(text.slice(at + 1)) && /^(?:.{0,3}|.*\p{Lu}\w*\s)$/u.test(text.slice(start, from)))
  )
}
