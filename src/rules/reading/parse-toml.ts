// TOML 1.1 as plain values; dates stay text.
import { TomlDate, TomlError, parse } from 'smol-toml'
import { isRecord, maxDepth, setOwn, tooBig } from './parsed.ts'
import type { Parsed } from './parsed.ts'

export function parseToml(text: string): Parsed {
  try {
    const value = plain(parse(text, { maxDepth }))
    const problem = tooBig(value)
    if (problem) return { ok: false, message: problem, at: undefined }
    return { ok: true, value, find: () => undefined } // the parser keeps no places
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const message = error.message.replace(/^Invalid TOML document: /, '').split('\n', 1)[0] ?? ''
    return { ok: false, message, at: { line: error.line, column: Math.max(error.column, 1) } }
  }
}

function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value)) return value
  const copy = {}
  for (const [key, inner] of Object.entries(value)) setOwn(copy, key, plain(inner))
  return copy
}
