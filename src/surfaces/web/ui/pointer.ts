// The line of a JSON text on which a pointer's value begins, in a single pass over keys, positions and line feeds.

/** From 1; 0 if the text isn't JSON or has no such place. */
export function lineOfPointer(text: string, pointer: string): number {
  const wanted = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path: { key: string | number; isList: boolean }[] = []
  let line = 1
  const here = () => path.length === wanted.length && path.every(({ key }, index) => String(key) === wanted[index])
  if (wanted.length === 0) return 1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    const top = path.at(-1)
    if (char === '\n') line += 1
    else if (char === '{') path.push({ key: '', isList: false })
    else if (char === '[') {
      path.push({ key: 0, isList: true })
      if (here()) return lineAfter(text, at + 1, line)
    } else if (char === '}' || char === ']') path.pop()
    else if (char === ',' && top?.isList) {
      top.key = Number(top.key) + 1
      if (here()) return lineAfter(text, at + 1, line)
    } else if (char === '"') {
      const end = stringEnd(text, at)
      if (top && !top.isList && /^\s*:/.test(text.slice(end + 1, end + 40))) {
        top.key = parsed(text.slice(at, end + 1))
        if (here()) return line
      }
      at = end
    }
  }
  return 0
}

function stringEnd(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function lineAfter(text: string, from: number, line: number): number {
  let found = line
  for (let at = from; at < text.length && /\s/.test(text[at] as string); at++) if (text[at] === '\n') found += 1
  return found
}

function parsed(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
