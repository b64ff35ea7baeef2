// RFC 8785 canonical JSON, from a value or directly from a text: one spelling for every document, or a refusal with its place.
import { Fault } from '../schema/fault.ts'

/** Deeper documents are refused: both walks below recurse, and our documents are far shallower. */
export const maxDepth = 500

/**
 * The canonical form of a plain JSON value. A member that is `undefined` is left out, as JSON.stringify does;
 * anything else JSON can't hold (NaN, a lone surrogate, a Date, a function, undefined in an array) is refused with its pointer.
 */
export function canonicalize(value: unknown): string {
  return write(value, '', 0)
}

/**
 * The canonical form of a JSON text, in one pass and without building the value. Stricter than JSON.parse: duplicate keys,
 * lone surrogates and numbers beyond a double are refused too. The caller decodes the bytes (a fatal TextDecoder).
 * It has a scanner of its own because parsing and then writing takes two to three times as long on a megabyte.
 */
export function canonicalizeText(text: string): string {
  const wellFormed = text.isWellFormed()
  let at = 0

  space()
  const start = at
  const result = element(0) ?? text.slice(start, at)
  space()
  if (at < text.length) refuse('expected the end of the document', at)
  return result

  // Each reader below consumes one value and returns its canonical form, or null if the text is canonical already:
  // most pieces are, and are then copied in one run with their neighbours.
  function element(depth: number): string | null {
    const code = text.charCodeAt(at)
    if (code === quote) return string()
    if (code === openBrace) return object(depth + 1)
    if (code === openBracket) return array(depth + 1)
    if (code === minus || isDigit(code)) return number()
    const word = code === 0x74 ? 'true' : code === 0x66 ? 'false' : 'null'
    if (!text.startsWith(word, at)) refuse('expected a value', at)
    at += word.length
    return null
  }

  function object(depth: number): string | null {
    if (depth > maxDepth) refuse(`nested deeper than ${maxDepth} levels`, at)
    const open = at++
    const keys: string[] = []
    const members: string[] = []
    let same = !space()
    let sorted = true
    if (text.charCodeAt(at) === closeBrace) {
      at++
      return same ? null : '{}'
    }
    for (;;) {
      const start = at
      if (text.charCodeAt(at) !== quote) refuse('expected a key in double quotes', at)
      const spelled = string()
      const key = spelled === null ? text.slice(start + 1, at - 1) : (JSON.parse(spelled) as string)
      const end = at
      let whole = spelled === null
      if (space()) whole = false
      if (text.charCodeAt(at++) !== colon) refuse('expected ":" after the key', at - 1)
      if (space()) whole = false
      const from = at
      const changed = element(depth)
      if (changed !== null) whole = false
      members.push(whole ? text.slice(start, at) : (spelled ?? text.slice(start, end)) + ':' + (changed ?? text.slice(from, at)))
      if (keys.length > 0 && !(key > keys[keys.length - 1]!)) sorted = false
      keys.push(key)
      if (space() || !whole) same = false
      const code = text.charCodeAt(at++)
      if (code === closeBrace) break
      if (code !== comma) refuse('expected "," or "}"', at - 1)
      if (space()) same = false
    }
    if (sorted) return same ? null : '{' + chain(members, ',') + '}'
    sortTogether(keys, members)
    for (let i = 1; i < keys.length; i++) {
      if (keys[i] === keys[i - 1]) refuse(`the key ${show(keys[i]!)} occurs twice in the object that opens here`, open)
    }
    return '{' + chain(members, ',') + '}'
  }

  function array(depth: number): string | null {
    if (depth > maxDepth) refuse(`nested deeper than ${maxDepth} levels`, at)
    const pieces: string[] = []
    let from = at++
    skip()
    if (text.charCodeAt(at) !== closeBracket) {
      for (;;) {
        const start = at
        const changed = element(depth)
        if (changed !== null) {
          pieces.push(text.slice(from, start), changed)
          from = at
        }
        skip()
        const code = text.charCodeAt(at)
        if (code === closeBracket) break
        if (code !== comma) refuse('expected "," or "]"', at)
        at++
        skip()
      }
    }
    at++
    if (pieces.length === 0) return null
    pieces.push(text.slice(from, at))
    return chain(pieces, '')

    function skip(): void {
      const start = at
      if (!space()) return
      pieces.push(text.slice(from, start))
      from = at
    }
  }

  function string(): string | null {
    const start = at
    let escaped = false
    let here = start + 1
    for (; ; here++) {
      const code = text.charCodeAt(here)
      if (code === quote) break
      if (code === backslash) {
        escaped = true
        here++
      } else if (code < 0x20)
        refuse(`a control character (U+${code.toString(16).toUpperCase().padStart(4, '0')}) must be escaped in a string`, here)
      else if (here >= text.length) refuse('the string that opens here has no end', start)
    }
    at = here + 1
    if (!escaped && wellFormed) return null
    let value: string
    try {
      value = JSON.parse(text.slice(start, at)) as string
    } catch {
      return refuse("the string that opens here has an escape that JSON doesn't know", start)
    }
    if (!value.isWellFormed()) refuse('the string that opens here has a lone surrogate, which no UTF-8 can hold', start)
    return JSON.stringify(value)
  }

  function number(): string | null {
    const start = at
    let here = at
    if (text.charCodeAt(here) === minus) here++
    const first = here
    here = digits(here)
    if (text.charCodeAt(first) === zero && here > first + 1) refuse("a number can't have leading zeros", first)
    // Up to 15 digits identify a double, so a number without redundant zeros is already in its shortest form.
    let shortest = text.charCodeAt(first) !== zero || (start === first && here === first + 1)
    if (text.charCodeAt(here) === dot) {
      shortest = text.charCodeAt(first) !== zero || text.charCodeAt(here + 1) !== zero
      here = digits(here + 1)
      if (text.charCodeAt(here - 1) === zero) shortest = false
    }
    if ((text.charCodeAt(here) | 0x20) === lowerE) {
      const sign = text.charCodeAt(++here)
      here = digits(sign === plus || sign === minus ? here + 1 : here)
      shortest = false
    }
    at = here
    if (shortest && here - first <= 15) return null
    const spelled = text.slice(start, here)
    const value = Number(spelled)
    if (!Number.isFinite(value)) refuse(`the number ${spelled.slice(0, 40)} is beyond what a double can hold`, start)
    const canonical = String(value + 0)
    return canonical === spelled ? null : canonical
  }

  function digits(from: number): number {
    let here = from
    while (isDigit(text.charCodeAt(here))) here++
    return here === from ? refuse('expected a digit', here) : here
  }

  /** Skips white space and says whether there was any. */
  function space(): boolean {
    const start = at
    for (;;) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at > start
      at++
    }
  }

  function refuse(what: string, offset: number): never {
    const before = text.slice(0, offset)
    const line = before.split('\n').length
    const column = offset - before.lastIndexOf('\n')
    const found = offset < text.length ? `found ${show(text.slice(offset, offset + 20))}` : 'found the end of the text'
    throw new Fault('invalid', `JSON line ${line}, column ${column}: ${what}; ${found}`, {
      fix: `Correct the document at line ${line}, column ${column}.`,
      data: { line, column, offset },
    })
  }
}

function write(value: unknown, pointer: string, depth: number): string {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) unfit('a string with a lone surrogate', pointer)
    return JSON.stringify(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? String(value + 0) : unfit(String(value), pointer)
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return unfit(typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`, pointer)
  if (depth >= maxDepth) unfit(`a value nested deeper than ${maxDepth} levels, or one that holds itself`, '')
  if (Array.isArray(value)) {
    let out = '['
    for (let i = 0; i < value.length; i++) out += (i > 0 ? ',' : '') + write(value[i], `${pointer}/${i}`, depth + 1)
    return out + ']'
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) unfit(`a ${value.constructor.name}`, pointer)
  const record = value as Record<string, unknown>
  let out = ''
  for (const key of Object.keys(record).sort()) {
    const member = record[key]
    if (member === undefined) continue
    const inside = `${pointer}/${key}`
    out += (out === '' ? '' : ',') + write(key, inside, depth) + ':' + write(member, inside, depth + 1)
  }
  return '{' + out + '}'
}

function unfit(what: string, pointer: string): never {
  throw new Fault(
    'invalid',
    `${what} at ${pointer === '' ? 'the top' : show(pointer)} has no canonical JSON form; expected null, true, false, a finite number, a well-formed string, an array or a plain object`,
    { fix: 'Turn the value into plain JSON before hashing it.', data: { pointer } },
  )
}

/** Sorts keys by their UTF-16 code units, and members with them. */
function sortTogether(keys: string[], members: string[]): void {
  // Insertion sort while that is faster, which it is for nearly every object.
  if (keys.length > 30) {
    const order = keys.map((key, index) => ({ key, member: members[index]! })).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    order.forEach(({ key, member }, index) => {
      keys[index] = key
      members[index] = member
    })
    return
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!
    const member = members[i]!
    let at = i
    for (; at > 0 && keys[at - 1]! > key; at--) {
      keys[at] = keys[at - 1]!
      members[at] = members[at - 1]!
    }
    keys[at] = key
    members[at] = member
  }
}

/** Copies short pieces into one string, which spares the collector; chains long ones, because copying at every level would cost depth × size. */
function chain(pieces: string[], between: string): string {
  let size = 0
  for (const piece of pieces) size += piece.length
  if (size < 200 * pieces.length) return pieces.join(between)
  let out = pieces[0]!
  for (let i = 1; i < pieces.length; i++) out += between + pieces[i]!
  return out
}

function show(text: string): string {
  return JSON.stringify(text.length > 60 ? text.slice(0, 60) + '…' : text)
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const comma = 0x2c
const colon = 0x3a
const minus = 0x2d
const plus = 0x2b
const dot = 0x2e
const zero = 0x30
const nine = 0x39
const lowerE = 0x65
