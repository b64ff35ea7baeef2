// Environment files: KEY=value lines with optional `export`, multi-line quotes and comments.
import { setOwn } from './parsed.ts'
import type { Parsed, Position } from './parsed.ts'

export function parseDotenv(text: string): Parsed {
  const value = {}
  const places = new Map<string, Position>()
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = (lines[index] ?? '').trimEnd()
    if (/^\s*(#|$)/.test(line)) continue
    const assignment = /^\s*(?:export\s+)?([^\s=]+)\s*=[ \t]*(.*)$/.exec(line)
    const at = { line: index + 1, column: line.length - line.trimStart().length + 1 }
    if (!assignment) return { ok: false, message: 'expected KEY=value', at }
    const [, key = '', rest = ''] = assignment
    if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(key)) return { ok: false, message: `${JSON.stringify(key)} isn't a variable name`, at }
    if (places.has(key)) return { ok: false, message: `the variable ${key} is set twice`, at }
    places.set(key, at)
    const quote = rest[0]
    if (quote !== '"' && quote !== "'" && quote !== '`') {
      setOwn(value, key, rest.replace(/(?:^|\s)#.*$/, '').trimEnd())
      continue
    }
    // A quoted value runs to its closing quote, possibly over several lines.
    const parts: string[] = []
    let piece = rest.slice(1)
    let end = closing(piece, quote)
    while (end === -1) {
      parts.push(piece)
      index++
      const next = lines[index]
      if (next === undefined) return { ok: false, message: `the quote that opens the value of ${key} isn't closed`, at }
      piece = next
      end = closing(piece, quote)
    }
    const after = piece.slice(end + 1).trim()
    if (after !== '' && !after.startsWith('#'))
      return { ok: false, message: `unexpected text after the quoted value of ${key}`, at: { line: index + 1, column: 1 } }
    parts.push(piece.slice(0, end))
    setOwn(value, key, parts.join('\n'))
  }
  return { ok: true, value, find: ([key]) => (key === undefined ? undefined : places.get(key)) }
}

function closing(text: string, quote: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++
    else if (text[at] === quote) return at
  }
  return -1
}
