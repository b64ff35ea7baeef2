// RFC 8785 canonical JSON, from a value or straight from a text: one spelling for every document, or a refusal that says where.
import { Fault } from '../schema/fault.ts'

/** Deeper documents are refused: both walks below recurse, and no document of ours comes near. */
export const maxDepth = 500

/**
 * The canonical form of a plain JSON value. A member that is `undefined` is left out, as JSON.stringify does;
 * anything else JSON cannot hold (NaN, a lone surrogate, a Date, a function, undefined in an array) is refused with its pointer.
 */
export function canonicalize(value: unknown): string {
  return write(value, '', 0)
}

/**
 * The canonical form of a JSON text, in one pass and without building the value. Stricter than JSON.parse: duplicate keys,
 * lone surrogates and numbers beyond a double are refused too. The caller decodes the bytes (a fatal TextDecoder).
 */
export function canonicalizeText(text: string): string {
  const wellFormed = text.isWellFormed()
  let at = 0

  const result = element(0)
  space()
  if (at < text.length) refuse('expected the end of the document', at)
  return result

  function element(depth: number): string {
    space()
    const code = text.charCodeAt(at)
    if (code === quote) return string()
    if (code === openBrace) return object(depth + 1)
    if (code === openBracket) return array(depth + 1)
    if (code === minus || (code >= zero && code <= nine)) return number()
    for (const word of ['true', 'false', 'null']) {
      if (code !== word.charCodeAt(0) || !text.startsWith(word, at)) continue
      at += word.length
      return word
    }
    return refuse('expected a value', at)
  }

  function object(depth: number): string {
    if (depth > maxDepth) tooDeep()
    const open = at++
    const keys: string[] = []
    const members: string[] = []
    let sorted = true
    space()
    if (text.charCodeAt(at) === closeBrace) {
      at++
      return '{}'
    }
    for (;;) {
      space()
      if (text.charCodeAt(at) !== quote) refuse('expected a key in double quotes', at)
      const spelled = string()
      const key = spelled.includes('\\') ? (JSON.parse(spelled) as string) : spelled.slice(1, -1)
      space()
      if (text.charCodeAt(at) !== colon) refuse('expected ":" after the key', at)
      at++
      if (keys.length > 0 && !(key > keys[keys.length - 1]!)) sorted = false
      keys.push(key)
      members.push(spelled + ':' + element(depth))
      space()
      const code = text.charCodeAt(at++)
      if (code === closeBrace) break
      if (code !== comma) refuse('expected "," or "}"', at - 1)
    }
    if (sorted) return '{' + chain(members) + '}'
    const order = keys.map((_, index) => index).sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b))
    for (let i = 1; i < order.length; i++) {
      const key = keys[order[i]!]!
      if (key === keys[order[i - 1]!]) refuse(`the key ${show(key)} stands twice in the object that opens here, expected once`, open)
    }
    return '{' + chain(order.map((index) => members[index]!)) + '}'
  }

  function array(depth: number): string {
    if (depth > maxDepth) tooDeep()
    at++
    space()
    if (text.charCodeAt(at) === closeBracket) {
      at++
      return '[]'
    }
    const elements: string[] = []
    for (;;) {
      elements.push(element(depth))
      space()
      const code = text.charCodeAt(at++)
      if (code === closeBracket) return '[' + chain(elements) + ']'
      if (code !== comma) refuse('expected "," or "]"', at - 1)
    }
  }

  function string(): string {
    const start = at
    let escaped = false
    let here = start + 1
    for (; ; here++) {
      const code = text.charCodeAt(here)
      if (code === quote) break
      if (code === backslash) {
        escaped = true
        here++
      } else if (code < 0x20) refuse(`a control character (U+${code.toString(16).toUpperCase().padStart(4, '0')}) must be escaped in a string`, here)
      else if (here >= text.length) refuse('the string that opens here has no end', start)
    }
    at = here + 1
    const spelled = text.slice(start, at)
    if (!escaped && wellFormed) return spelled
    let value: string
    try {
      value = JSON.parse(spelled) as string
    } catch {
      return refuse('the string that opens here has an escape JSON does not know', start)
    }
    if (!value.isWellFormed()) refuse('the string that opens here has a lone surrogate, which no UTF-8 can hold', start)
    return JSON.stringify(value)
  }

  function number(): string {
    const start = at
    let here = at
    if (text.charCodeAt(here) === minus) here++
    const first = here
    while (isDigit(text.charCodeAt(here))) here++
    if (here === first) refuse('expected a digit', here)
    if (text.charCodeAt(first) === zero && here > first + 1) refuse('a number has no leading zeros', first)
    const next = text.charCodeAt(here)
    const plain = next !== dot && next !== lowerE && next !== upperE
    if (next === dot) here = digits(here + 1)
    if ((text.charCodeAt(here) | 0x20) === lowerE) {
      here++
      const sign = text.charCodeAt(here)
      here = digits(sign === plus || sign === minus ? here + 1 : here)
    }
    at = here
    const spelled = text.slice(start, here)
    if (plain && here - start < 16 && spelled !== '-0') return spelled
    const value = Number(spelled)
    if (!Number.isFinite(value)) refuse(`the number ${spelled.slice(0, 40)} is beyond what a double can hold`, start)
    return String(value + 0)
  }

  function digits(from: number): number {
    let here = from
    while (isDigit(text.charCodeAt(here))) here++
    return here === from ? refuse('expected a digit', here) : here
  }

  function space(): void {
    for (;;) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      at++
    }
  }

  function tooDeep(): never {
    refuse(`nested deeper than ${maxDepth} levels`, at)
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
  throw new Fault('invalid', `${what} at ${pointer === '' ? 'the top' : show(pointer)} has no canonical JSON form; expected null, true, false, a finite number, a well-formed string, an array or a plain object`, {
    fix: 'Turn the value into plain JSON before it is hashed.',
    data: { pointer },
  })
}

/** Short members are copied into one string, which spares the collector; long ones are chained, as copying at every level would cost depth × size. */
function chain(members: string[]): string {
  let size = 0
  for (const member of members) size += member.length
  if (size < 200 * members.length) return members.join(',')
  let out = members[0]!
  for (let i = 1; i < members.length; i++) out += ',' + members[i]!
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
const upperE = 0x45
