// The block between `---` lines at the top of a Markdown file.

/** The whole block with its last line feed, and what is inside; null if the text doesn't begin with one. */
export function frontMatterOf(text: string): { block: string; inside: string } | null {
  const [block, inside] = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  return block === undefined || inside === undefined ? null : { block, inside }
}
