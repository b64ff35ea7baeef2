// Shows what a reader would not see (controls, direction marks, zero-width characters, hidden markup) as visible, inert marks: all of it to a judge, what a terminal acts on to a person.

/** Opens and closes every mark we put in; what stands between them is ours, not the author's. */
const open = '⟨'
const close = '⟩'

export const hiddenMark = `${open}hidden from readers${close}`

/** Every character without a visible form, but line feed and tab. Braille blank is a letter to Unicode and a space to the eye. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u
const unseenRun = /(?![\n\t])([\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800])\1*/gu
const tagRun = /[\u{E0020}-\u{E007E}]+/gu

/** Markup whose text a browser or a Markdown viewer does not show. The bounds keep the search linear. */
const hiddenTag =
  /<[a-z][^<>]{0,2000}?(?:\shidden(?=[\s=>/])|display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse)|font-size\s{0,9}:\s{0,9}0(?![.\d]*[1-9])|opacity\s{0,9}:\s{0,9}0(?![.\d]*[1-9])|aria-hidden\s{0,9}=\s{0,9}["']?true)/gi
const hiddenOpening = new RegExp(
  `(?<!${hiddenMark})(?:<!--|<(?:template|noscript)\\b|^[ \\t]{0,3}\\[[^\\]\\n]{0,40}\\]:[ \\t]{0,9}(?:#|<>)[ \\t]{0,9}["'(])`,
  'gim',
)

/**
 * The text with nothing unseen left in it. Doing it twice changes nothing; a text without anything unseen comes back as it was.
 * Line endings become line feeds, so that a lone carriage return cannot overwrite a line in a terminal.
 */
export function inert(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  const seen = unseen.test(lines) ? lines.replace(tagRun, spellTags).replace(unseenRun, name) : lines
  if (!seen.includes('<') && !seen.includes(']:')) return seen
  return seen.replace(hiddenOpening, (found) => hiddenMark + found).replace(hiddenTag, markTag)
}

/**
 * What a terminal acts on, misorders by, or shows nothing for. Left alone, so that they are no group: joiners that words of some scripts
 * and emoji are spelled with, one variation of what stands before it, and the number signs of Arabic. Private use is a matter of fonts.
 */
const acted =
  /(?<=[[\p{L}\p{M}]--\p{Script=Latin}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)[\u200C\u200D](?=[[\p{L}\p{M}]--\p{Script=Latin}]|\p{Extended_Pictographic})|(?<=[\p{L}\p{N}\p{S}\p{P}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]|(?![\n\t])([\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029])\1*/gv

/** The text as a terminal may show it: whatever it would act on becomes a mark. Doing it twice changes nothing. */
export function visible(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return lines.replace(acted, (run: string, one: string | undefined) => (one === undefined ? run : name(run, one)))
}

/** The text without our marks: what is left was written by the author. */
export function withoutMarks(text: string): string {
  return text.replace(/⟨[^⟨⟩\n]{1,4000}⟩/g, '')
}

function name(run: string, one: string): string {
  const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const times = run.length / one.length
  return times === 1 ? `${open}U+${code}${close}` : `${open}U+${code} ×${times}${close}`
}

/** Tag characters mirror ASCII one to one and carry whole sentences nobody sees. */
function spellTags(run: string): string {
  const letters = [...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')
  return `${open}hidden tag characters: ${letters.replaceAll(/[<>]/g, '·')}${close}`
}

function markTag(tag: string, at: number, whole: string): string {
  return whole.slice(Math.max(0, at - hiddenMark.length), at) === hiddenMark ? tag : hiddenMark + tag
}
