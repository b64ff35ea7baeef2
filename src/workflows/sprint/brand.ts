// A brand's own rules: markdown with `key: value` lines, read for words to avoid, colours and type.

export interface Brand {
  /** Its files, as the builder gets them. */
  text: string
  avoids: string[]
  /** Tokens of its visual identity; null if it names none. */
  tokens: Record<string, Record<string, string>> | null
  /** Undecided lines, with their file. */
  open: string[]
}

export const brandFiles = ['brand-voice.md', 'visual-identity.md', 'target-audience.md'] as const

/** Skips missing files; null if there are none. */
export function readBrand(files: Readonly<Partial<Record<(typeof brandFiles)[number], string>>>): Brand | null {
  const there = brandFiles.flatMap((name) => (files[name] === undefined ? [] : [{ name, text: files[name] }]))
  if (there.length === 0) return null
  const values = (name: (typeof brandFiles)[number]) => keyValues(files[name] ?? '')
  const tokens = tokensIn(values('visual-identity.md'))
  return {
    text: there.map(({ name, text }) => `${name}\n\n${text.trim()}`).join('\n\n'),
    avoids: values('brand-voice.md').flatMap(([key, value]) =>
      /^(?:avoid|avoids|never|forbidden|banned)\b/i.test(key) ? value.split(/\s*[,;]\s*/).filter(Boolean) : [],
    ),
    tokens: Object.keys(tokens).length > 0 ? tokens : null,
    open: there.flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => line.includes('_TBD_'))
        .map((line) => `${name}: ${line.trim()}`),
    ),
  }
}

const keyValues = (text: string): [string, string][] =>
  text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, key = '', value = ''] = /^\s*(?:[-*+]\s+)?\**([\w][\w .-]{0,60}?)\**\s*:\s*\**\s*(.+?)\s*$/.exec(line) ?? []
    return key === '' ? [] : [[key.trim(), value.replaceAll(/[`*]/g, '')]]
  })

function tokensIn(values: readonly [string, string][]): Record<string, Record<string, string>> {
  const tokens: Record<string, Record<string, string>> = {}
  const put = (kind: string, key: string, value: string) => ((tokens[kind] ??= {})[key.toLowerCase().replaceAll(/\W+/g, '-')] = value)
  for (const [key, value] of values) {
    const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\([^)]*\)/i.exec(value)?.[0]
    if (colour !== undefined) put('colors', key, colour)
    else if (/font|typeface|type family/i.test(key)) put('fontFamily', key, value)
    else if (/radi/i.test(key) && /\d/.test(value)) put('radii', key, value)
    else if (/spacing|grid/i.test(key) && /^\d+(?:px|rem)?$/.test(value))
      put('spacing', /grid|base/i.test(key) ? 'base' : key, value.replace(/px$/, ''))
  }
  return tokens
}
