// Markdown's marks taken off a text.
export const pictographs = /^\s*(?:[\p{Extended_Pictographic}\u2713-\u2718\u25A1\u25AA\u25B6\u2610-\u2612]\uFE0F?\s*)+/u

/** The words without emphasis, code marks, links and images. */
export function plain(text: string): string {
  return text
    .replace(pictographs, '')
    .replace(/!\[([^\]]{0,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\[([^\]]{1,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(^|[\s("'])[*_](?=\S)/g, '$1')
    .replace(/(\S)[*_](?=$|[\s.,;:!?)"'])/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

export function withoutComments(source: string): string {
  const kept: string[] = []
  let from = 0
  for (;;) {
    const open = source.indexOf('<!--', from)
    const close = open < 0 ? -1 : source.indexOf('-->', open)
    if (close < 0) return kept.join('') + source.slice(from)
    kept.push(source.slice(from, open))
    from = close + 3
  }
}
