// JSON (and JSON with comments) with the place of every part.
import { lineStarts, positionIn } from './lines.ts'
import { maxDepth, setOwn, tooDeep } from './parsed.ts'
import type { Parsed, Position } from './parsed.ts'

export interface JsonOptions {
  comments?: boolean
  /** A duplicate key is refused, because it is ambiguous; JSON itself allows it. */
  repeats?: boolean
}

export function parseJson(text: string, options: JsonOptions = {}): Parsed {
  const parsed = markJson(text, options)
  if (!parsed.ok) return parsed
  return {
    ok: true,
    value: parsed.value,
    find: (path) => {
      const found = path.reduce<Mark | undefined>((at, key) => at?.inner?.get(key), parsed.mark)
      return found && parsed.position(found.at)
    },
  }
}

export interface Mark {
  /** Where it begins: at its key, if it has one. */
  at: number
  /** Where its value begins. */
  from: number
  inner?: Map<string, Mark>
}

export type Marked =
  | { ok: true; value: unknown; mark: Mark; repeated: { key: string; at: number }[]; position(at: number): Position }
  | Extract<Parsed, { ok: false }>

/** The value beside a tree of its parts' places, for walking both. */
export function markJson(text: string, options: JsonOptions = {}): Marked {
  const starts = lineStarts(text)
  const position = (at: number) => positionIn(starts, at)
  const cursor = new Cursor(text, options)
  try {
    return { ok: true, ...read(cursor), repeated: cursor.repeated, position }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message, at: position(error.at) }
    throw error
  }
}

interface Part {
  value: unknown
  mark: Mark
}

function read(cursor: Cursor): Part {
  cursor.skip()
  const whole = readValue(cursor, cursor.at, 0)
  cursor.skip()
  if (!cursor.atEnd()) throw new Unreadable(`expected the end of the document but found ${cursor.seen()}`, cursor.at)
  return whole
}

function readValue(cursor: Cursor, at: number, depth: number): Part {
  const mark: Mark = { at, from: cursor.at }
  const isObject = cursor.take('{')
  if (!isObject && !cursor.take('[')) return { value: cursor.scalar(), mark }
  if (depth === maxDepth) throw new Unreadable(tooDeep, cursor.at - 1)
  const close = isObject ? '}' : ']'
  const value = isObject ? {} : []
  const inner = (mark.inner = new Map<string, Mark>())
  cursor.skip()
  for (let more = !cursor.take(close); more; more = !cursor.ends(close)) {
    const key = isObject ? cursor.key(inner) : { name: String(inner.size), at: cursor.at }
    const part = readValue(cursor, key.at, depth + 1)
    setOwn(value, key.name, part.value)
    inner.set(key.name, part.mark)
  }
  return { value, mark }
}

class Unreadable extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const words = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

class Cursor {
  at = 0
  readonly text: string
  readonly comments: boolean
  readonly repeats: boolean
  readonly repeated: { key: string; at: number }[] = []

  constructor(text: string, { comments = false, repeats = false }: JsonOptions) {
    this.text = text
    this.comments = comments
    this.repeats = repeats
    if (text.startsWith('\uFEFF')) this.at = 1
  }

  atEnd(): boolean {
    return this.at >= this.text.length
  }

  peek(character: string): boolean {
    return this.text[this.at] === character
  }

  take(character: string): boolean {
    if (!this.peek(character)) return false
    this.at++
    return true
  }

  seen(): string {
    return this.atEnd() ? 'the end of the text' : JSON.stringify(this.text[this.at])
  }

  skip(): void {
    for (;;) {
      while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) this.at++
      if (!this.comments || !this.peek('/')) return
      const long = this.text[this.at + 1] === '*'
      if (!long && this.text[this.at + 1] !== '/') return
      const end = this.text.indexOf(long ? '*/' : '\n', this.at + 2)
      if (end === -1 && long) throw new Unreadable("a comment isn't closed", this.at)
      this.at = end === -1 ? this.text.length : end + (long ? 2 : 1)
    }
  }

  /** After a value: a comma before the next one, or the end of the container. */
  ends(close: '}' | ']'): boolean {
    this.skip()
    if (!this.peek(',')) {
      if (!this.take(close)) throw new Unreadable(`expected "," or "${close}" but found ${this.seen()}`, this.at)
      return true
    }
    this.at++
    this.skip()
    if (!this.peek(close)) return false
    if (!this.comments) throw new Unreadable(`there is a comma before "${close}"`, this.at)
    return this.take(close)
  }

  key(known: ReadonlyMap<string, Mark>): { name: string; at: number } {
    const at = this.at
    if (!this.peek('"')) throw new Unreadable(`expected a key in double quotes but found ${this.seen()}`, at)
    const name = this.string()
    if (known.has(name)) {
      if (!this.repeats) throw new Unreadable(`the key ${JSON.stringify(name)} appears twice`, at)
      this.repeated.push({ key: name, at })
    }
    this.skip()
    if (!this.take(':')) throw new Unreadable(`expected ":" after the key ${JSON.stringify(name)} but found ${this.seen()}`, this.at)
    this.skip()
    return { name, at }
  }

  scalar(): unknown {
    if (this.peek('"')) return this.string()
    number.lastIndex = this.at
    const digits = number.exec(this.text)?.[0]
    if (digits) {
      this.at += digits.length
      return Number(digits)
    }
    for (const [word, value] of words) {
      if (!this.text.startsWith(word, this.at)) continue
      this.at += word.length
      return value
    }
    throw new Unreadable(`expected a value but found ${this.seen()}`, this.at)
  }

  string(): string {
    const start = this.at
    for (let at = start + 1; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at)
      if (code === 0x5c) at++
      else if (code < 0x20) throw new Unreadable("a string contains a raw control character or isn't closed", at)
      else if (code === 0x22) {
        this.at = at + 1
        return decode(this.text.slice(start, at + 1), start)
      }
    }
    throw new Unreadable("a string isn't closed", start)
  }
}

function decode(literal: string, at: number): string {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return JSON.parse(literal) as string
  } catch {
    throw new Unreadable("a string has an escape that JSON doesn't know", at)
  }
}
