// A small pattern language for sentences: literal words, alternatives, optional words and slots. A sentence matches only as a whole.

/** `rename|call T to|into N`: capitals are slots of one word or more, `?` makes a word optional, `_` joins words of one alternative. */
export type Pattern = readonly Part[]
type Part = { slot: string } | { words: readonly (readonly string[])[]; isOptional: boolean }

export function pattern(text: string): Pattern {
  return text.split(' ').map((part) => {
    if (/^[A-Z]\d?$/.test(part)) return { slot: part }
    const isOptional = part.endsWith('?')
    return { words: (isOptional ? part.slice(0, -1) : part).split('|').map((word) => word.split('_')), isOptional }
  })
}

/** Every way to lay a pattern over the words of a sentence, as what its slots then hold. `fits` says what a slot may hold. */
export function layOver(
  parts: Pattern,
  words: readonly string[],
  fits: (words: readonly string[], slot: string) => boolean,
): Record<string, string>[] {
  const found: Record<string, string>[] = []
  const lower = words.map((word) =>
    word
      .toLowerCase()
      .replace('’', "'")
      .replace(/[,:;]$/, ''),
  )
  lay(0, 0, {})
  return found

  function lay(part: number, at: number, slots: Record<string, string>): void {
    const next = parts[part]
    if (next === undefined) {
      if (at === words.length) found.push(slots)
      return
    }
    if ('slot' in next) {
      for (let end = at + 1; end <= words.length; end += 1)
        if (fits(words.slice(at, end), next.slot))
          lay(part + 1, end, {
            ...slots,
            [next.slot]: words
              .slice(at, end)
              .join(' ')
              .replace(/[,:;]$/, ''),
          })
      return
    }
    if (next.isOptional) lay(part + 1, at, slots)
    for (const option of next.words) if (option.every((word, i) => lower[at + i] === word)) lay(part + 1, at + option.length, slots)
  }
}

/** The words of a sentence; what stands in quotation marks is one word. */
export function wordsOf(sentence: string): string[] {
  return sentence.match(/[“"«][^”"»]*[”"»][,;:]?|(?<![\p{L}\p{N}])['‘`][^'’`]+['’`](?![\p{L}\p{N}])[,;:]?|[^\s“"«]+/gu) ?? []
}

export const isQuoted = (word: string): boolean => /^[“"«'‘`].*[”"»'’`][,;:]?$/s.test(word)
