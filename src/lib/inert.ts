// Shows the invisible (controls, direction marks, zero-width characters, hidden markup) as visible, inert marks: everything for a judge, what a terminal acts on for a person.

/** Delimits every mark we insert; what is between them is ours, not the author's. */
const open = '⟨'
const close = '⟩'

export const hiddenMark = `${open}hidden from readers${close}`

/** Every character without a visible form, except line feed and tab. Braille blank is a letter in Unicode and looks like a space. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u
const unseenRun = /(?![\n\t])([\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800])\1*/gu
const tagRun = /[\u{E0020}-\u{E007E}]+/gu

/** Markup whose text a browser or a Markdown viewer doesn't show. The bounds keep the search linear. */
const hiddenTag =
  /<[a-z][^<>]{0,2000}?(?:\shidden(?=[\s=>/])|display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}(?:hidden|collapse)|font-size\s{0,9}:\s{0,9}0(?![.\d]*[1-9])|opacity\s{0,9}:\s{0,9}0(?![.\d]*[1-9])|aria-hidden\s{0,9}=\s{0,9}["']?true)/gi
const hiddenOpening = new RegExp(
  `(?<!${hiddenMark})(?:<!--|<(?:template|noscript)\\b|^[ \\t]{0,3}\\[[^\\]\\n]{0,40}\\]:[ \\t]{0,9}(?:#|<>)[ \\t]{0,9}["'(])`,
  'gim',
)

/**
 * The text with nothing invisible left. Idempotent; a text without anything invisible is returned unchanged.
 * Line endings become line feeds, so that a lone carriage return can't overwrite a line in a terminal.
 */
export function inert(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  const seen = unseen.test(lines) ? lines.replace(tagRun, spellTags).replace(unseenRun, name) : lines
  if (!seen.includes('<') && !seen.includes(']:')) return seen
  return seen.replace(hiddenOpening, (found) => hiddenMark + found).replace(hiddenTag, markTag)
}

/**
 * What a terminal acts on, misorders by, or doesn't show. Exceptions, hence not a group: joiners that some scripts and emoji need,
 * one variation selector after a character, and Arabic number signs. Private use depends on fonts.
 */
const acted =
  /(?<=[[\p{L}\p{M}]--\p{Script=Latin}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)[\u200C\u200D](?=[[\p{L}\p{M}]--\p{Script=Latin}]|\p{Extended_Pictographic})|(?<=[\p{L}\p{N}\p{S}\p{P}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]|(?![\n\t])([\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029])\1*/gv

/** The text as a terminal may show it: anything it would act on becomes a mark. Idempotent. */
export function visible(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return lines.replace(acted, (run: string, one: string | undefined) => (one === undefined ? run : name(run, one)))
}

/** The text without our marks: what remains was written by the author. */
export function withoutMarks(text: string): string {
  return text.replace(/⟨[^⟨⟩\n]{1,4000}⟩/g, '')
}

function name(run: string, one: string): string {
  const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const times = run.length / one.length
  return times === 1 ? `${open}U+${code}${close}` : `${open}U+${code} ×${times}${close}`
}

/** Tag characters mirror ASCII one to one and can carry whole invisible sentences. */
function spellTags(run: string): string {
  const letters = [...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')
  return `${open}hidden tag characters: ${letters.replaceAll(/[<>]/g, '·')}${close}`
}

function markTag(tag: string, at: number, whole: string): string {
  return whole.slice(Math.max(0, at - hiddenMark.length), at) === hiddenMark ? tag : hiddenMark + tag
}
