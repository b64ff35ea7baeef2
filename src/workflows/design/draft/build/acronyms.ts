// Gives acronyms and names back the capitals the text writes them with: "hr director" → "HR director", "vat number" → "VAT number".

const keywords = new Set(
  'THE SHALL MUST SHOULD WILL MAY CAN NOT WHEN THEN GIVEN AND BUT OR IF WHILE WHERE EACH ALL ANY AS IS ARE IN ON TO OF FOR BY A AN FEATURE SCENARIO SYSTEM ONLY SO WITH'.split(
    ' ',
  ),
)

/** The spelling of each word that the text writes in capitals and never otherwise, by its lower-case form. */
export function acronymsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const words =
    text
      .slice(0, 1_000_000)
      .replace(/\b[A-Z]{2,10}-\d+\b/g, ' ')
      .match(/\p{L}+/gu) ?? []
  const plain = new Set(words.filter((word) => word === word.toLowerCase()))
  for (const word of words) {
    const upper = /^[A-Z]{2,6}$/.test(word) ? word : /^[A-Z]{2,6}s$/.test(word) ? word.slice(0, -1) : ''
    if (/^\p{Lu}?\p{Ll}+\p{Lu}\p{L}*$/u.test(word) && !plain.has(word.toLowerCase())) found.set(word.toLowerCase(), word) // "iPhone", "SurveyForm"
    if (upper !== '' && !keywords.has(upper) && !plain.has(upper.toLowerCase())) found.set(upper.toLowerCase(), upper)
  }
  return found
}

export function withAcronyms(text: string, acronyms: Map<string, string>): string {
  return acronyms.size === 0 ? text : text.replace(/\p{L}+/gu, (word) => acronyms.get(word.toLowerCase()) ?? word)
}
