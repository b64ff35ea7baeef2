// Strict JSON with the line of every key and value, so that findings have places; duplicate keys are reported.
import { type Mark, markJson } from './parse-json.ts'
import { isRecord, own } from './parsed.ts'

export type JsonNode =
  | { readonly kind: 'object'; readonly line: number; readonly value: object; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly line: number; readonly value: readonly unknown[]; readonly items: readonly JsonNode[] }
  | { readonly kind: 'value'; readonly line: number; readonly value: string | number | boolean | null }

interface JsonMember {
  readonly key: string
  readonly line: number
  readonly value: JsonNode
}

interface JsonTree {
  readonly root: JsonNode | null
  readonly error: { readonly line: number; readonly message: string } | null
  readonly repeated: readonly { readonly line: number; readonly key: string }[]
}

export function parseJsonTree(source: string): JsonTree {
  const read = markJson(source, { repeats: true })
  if (!read.ok) return { root: null, error: { line: read.at?.line ?? 1, message: read.message }, repeated: [] }
  const line = (at: number) => read.position(at).line
  const node = (value: unknown, { from, inner }: Mark): JsonNode => {
    const parts = [...(inner ?? [])]
    if (Array.isArray(value))
      return { kind: 'array', line: line(from), value, items: parts.map(([key, mark]) => node(value[Number(key)], mark)) }
    if (!isRecord(value)) return { kind: 'value', line: line(from), value: value as string | number | boolean | null }
    return {
      kind: 'object',
      line: line(from),
      value,
      members: parts.map(([key, mark]) => ({ key, line: line(mark.at), value: node(own(value, key), mark) })),
    }
  }
  return { root: node(read.value, read.mark), error: null, repeated: read.repeated.map(({ key, at }) => ({ key, line: line(at) })) }
}

export function member(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === 'object' ? node.members.find((each) => each.key === key) : undefined
}
