// Whether a text is something this reader can read at all; if not, why, in one sentence.

const english = new Set(
  'the a an of to and in for with on by or is are be can as that from at when it must shall should will their they each has have not if all i want so we my this these after before into who which only may any no its you your'.split(
    ' ',
  ),
)

/** The commonest words of the neighbours that are no English words. */
const foreign = new Set(
  'der die das und ein eine einen ist nicht mit für le la les des une est pour et je que el los las una para con il che di per gli het een van niet voor os um uma não och att som det ett nie się jest'.split(
    ' ',
  ),
)

export function whyUnreadable(text: string): string | null {
  const sample = text
    .slice(0, 200_000)
    .replace(/\bhttps?:\/\/[^\s)]*/g, ' ')
    .replace(/```[^]*?(?:```|$)/g, ' ')
  const prose = sample.replace(/^[ \t]*\|.*$/gm, ' ') // tables hold names, not sentences, unless all is a table
  const words = wordsOf(wordsOf(prose).length * 4 < wordsOf(sample).length ? sample : prose)
  if (!/\p{L}/u.test(text)) return 'There is no text to read.'
  if (/\blorem ipsum\b/i.test(sample)) return 'This is filler text, not requirements.'
  const marks = (prose.match(/[{}();=<>\\]/g) ?? []).length
  const letters = (prose.match(/\p{L}/gu) ?? []).length
  if (marks > 10 && marks > letters * 0.08) return 'This reads as code, not as requirements.'
  const other = (prose.match(/\p{L}/gu) ?? []).filter((letter) => !/\p{Script=Latin}/u.test(letter)).length
  const [known, strange] = [words.filter((word) => english.has(word)).length, words.filter((word) => foreign.has(word)).length]
  if (other > letters * 0.3 || (strange > 2 && strange > known) || (words.length >= 40 && known < words.length * 0.03))
    return 'This does not read as English, the only language the built-in maker knows; a model (--maker) can take other languages.'
  return null
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []
