// Finds the artifact:line a sentence points at, word by word, so that no text can make the search slow.

/** `tokens.json:14`, `specs/button.md:7-9`, `tokens.json line 14`, `tokens.json#L14`; the file alone where no line is given. */
export function referenceIn(text: string): string | null {
  const words = text.slice(0, 2000).split(/[\s`'"()[\]{}<>,;|*]+/)
  let fileOnly: string | null = null
  for (const [index, word] of words.entries()) {
    const parts = /^([^:#]{1,300})(?::|#L)(\d{1,7})(?:[:–-]\d{1,7})?[.:]?$/.exec(word)
    if (parts && (isFile(parts[1]!) || (isPath(parts[1]!) && !/^[\d.]+$/.test(parts[1]!)))) return `${parts[1]}:${parts[2]}`
    const file = word.replace(/[.:]+$/, '')
    if (!isFile(file) && !(file.includes('/') && isPath(file))) continue
    const line = /^(?:lines?|at|zeile|ligne)$/i.test(words[index + 1] ?? '')
      ? /^\d{1,7}/.exec(words.slice(index + 2).find((each) => !/^lines?$/i.test(each)) ?? '')?.[0]
      : undefined
    if (line !== undefined) return `${file}:${line}`
    fileOnly ??= file
  }
  return fileOnly
}

/** With a folder or a line beside it, any ending will do. */
function isPath(word: string): boolean {
  return /^(?:[\w.@-]{1,100}\/){0,12}[\w.@-]{0,120}\.[A-Za-z]\w{0,9}$/.test(word)
}

function isFile(word: string): boolean {
  return (
    isPath(word) &&
    /\.(?:json|jsonc|md|markdown|css|scss|sass|less|ts|tsx|js|jsx|mjs|vue|svelte|html|yaml|yml|svg|csv|txt|tokens)$/i.test(word)
  )
}
