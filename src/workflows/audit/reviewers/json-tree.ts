// Strict JSON with the line of every key and value, so that a finding can say where; repeated keys are reported, depth is bounded.

export type JsonNode =
  | { readonly kind: 'object'; readonly line: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly line: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'value'; readonly line: number; readonly value: string | number | boolean | null }

export interface JsonMember {
  readonly key: string
  readonly line: number
  readonly value: JsonNode
}

export interface JsonTree {
  readonly root: JsonNode | null
  readonly error: { readonly line: number; readonly message: string } | null
  readonly repeated: readonly { readonly line: number; readonly key: string }[]
}

export function parseJsonTree(source: string): JsonTree {
  const reader: Reader = { source: source.replace(/^\uFEFF/, ''), at: 0, line: 1, repeated: [] }
  try {
    const root = readValue(reader, 0)
    skipSpace(reader)
    if (reader.at < reader.source.length) throw new Stop(reader, 'something follows the end of the document')
    return { root, error: null, repeated: reader.repeated }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { root: null, error: { line: error.line, message: error.message }, repeated: reader.repeated }
  }
}

export function member(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === 'object' ? node.members.find((each) => each.key === key) : undefined
}

interface Reader {
  readonly source: string
  at: number
  line: number
  readonly repeated: { line: number; key: string }[]
}

class Stop extends Error {
  readonly line: number
  constructor(reader: Reader, message: string) {
    super(message)
    this.line = reader.line
  }
}

const maxDepth = 200

function readValue(reader: Reader, depth: number): JsonNode {
  skipSpace(reader)
  const { line, source } = reader
  if (depth > maxDepth) throw new Stop(reader, `nested deeper than ${maxDepth}`)
  const first = source[reader.at]
  if (first === '{') return { kind: 'object', line, members: readMembers(reader, depth) }
  if (first === '[') {
    const items: JsonNode[] = []
    readList(reader, ']', () => items.push(readValue(reader, depth + 1)))
    return { kind: 'array', line, items }
  }
  if (first === '"') return { kind: 'value', line, value: readString(reader) }
  const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y
  scalar.lastIndex = reader.at
  const text = scalar.exec(source)?.[0]
  if (text === undefined)
    throw new Stop(reader, first === undefined ? 'the document ends too early' : `a value was expected, found ${JSON.stringify(first)}`)
  reader.at += text.length
  return { kind: 'value', line, value: JSON.parse(text) as number | boolean | null }
}

function readMembers(reader: Reader, depth: number): JsonMember[] {
  const members = new Map<string, JsonMember>()
  readList(reader, '}', () => {
    const { line } = reader
    if (reader.source[reader.at] !== '"')
      throw new Stop(reader, reader.at < reader.source.length ? 'a key in double quotes was expected' : 'the document ends too early')
    const key = readString(reader)
    skipSpace(reader)
    if (reader.source[reader.at] !== ':') throw new Stop(reader, `a colon was expected after ${JSON.stringify(key.slice(0, 60))}`)
    reader.at += 1
    if (members.has(key)) reader.repeated.push({ line, key })
    members.set(key, { key, line, value: readValue(reader, depth + 1) })
  })
  return [...members.values()]
}

function readList(reader: Reader, end: ']' | '}', readItem: () => void): void {
  reader.at += 1
  skipSpace(reader)
  if (reader.source[reader.at] === end) return void (reader.at += 1)
  for (;;) {
    readItem()
    skipSpace(reader)
    const next = reader.source[reader.at]
    if (next !== ',' && next !== end)
      throw new Stop(
        reader,
        next === undefined ? 'the document ends too early' : `a comma or ${end} was expected, found ${JSON.stringify(next)}`,
      )
    reader.at += 1
    if (next === end) return
    skipSpace(reader)
  }
}

function readString(reader: Reader): string {
  let end = reader.at + 1
  for (; end < reader.source.length && reader.source[end] !== '"'; end += reader.source[end] === '\\' ? 2 : 1)
    if (reader.source[end] === '\n') break
  if (reader.source[end] !== '"') throw new Stop(reader, 'a string is not closed')
  const raw = reader.source.slice(reader.at, end + 1)
  reader.at = end + 1
  try {
    return JSON.parse(raw) as string
  } catch {
    throw new Stop(reader, `${raw.slice(0, 60)} is no valid string`)
  }
}

function skipSpace(reader: Reader): void {
  for (; reader.at < reader.source.length; reader.at += 1) {
    const code = reader.source.charCodeAt(reader.at)
    if (code === 10) reader.line += 1
    else if (code !== 32 && code !== 9 && code !== 13) return
  }
}
