// Component specs read from markdown or JSON: which components there are, and which of their states are described where.
import { type MarkdownLine, markdownLines, plain, textOf } from '../markdown-lines.ts'
import { type JsonNode, member, parseJsonTree } from '../../../rules/reading/json-tree.ts'
import type { SourceFile } from '../../../rules/page/token-files.ts'

/** The first five every component has; an error only some. */
export const states = ['default', 'hover', 'focus', 'active', 'disabled', 'error'] as const
type State = (typeof states)[number]

export interface ComponentSpec {
  readonly name: string
  readonly path: string
  readonly line: number
  readonly text: string // its part of the file
  readonly described: ReadonlyMap<State, 'described' | 'not applicable'>
  readonly named: ReadonlyMap<State, number> // named without a word about it: the line
}

export function readSpecs(files: readonly SourceFile[]): ComponentSpec[] {
  return files.flatMap((file) =>
    /\.(?:md|markdown)$/i.test(file.path)
      ? markdownSpecs(file)
      : /\.json$/i.test(file.path) && !/token/i.test(file.path.slice(file.path.lastIndexOf('/') + 1))
        ? jsonSpecs(file)
        : [],
  )
}

/** The states a label speaks of: `Hover / Focus`, `Disabled state`, `Focus-visible`. */
function statesNamed(label: string): State[] {
  const words =
    plain(label)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  if (
    words.length === 0 ||
    words.length > 6 ||
    !words.every((word) => stateWords.has(word) || word === 'state' || word === 'states' || word === 'and' || word === 'visible')
  )
    return []
  return [...new Set(words.flatMap((word) => stateWords.get(word) ?? []))]
}

const stateWords = new Map(
  Object.entries({
    ...{ default: 'default', rest: 'default', resting: 'default', normal: 'default', idle: 'default', enabled: 'default' },
    ...{ hover: 'hover', hovered: 'hover', focus: 'focus', focused: 'focus', active: 'active', pressed: 'active' },
    ...{ disabled: 'disabled', error: 'error', invalid: 'error' },
  } satisfies Record<string, State>),
)

/** One component a file, unless several headings named "States" show that it holds several; then each belongs to the heading above. */
function markdownSpecs(file: SourceFile): ComponentSpec[] {
  const lines = markdownLines(file.text)
  const source = file.text.split(/\r\n|\n|\r/)
  const parents: Extract<MarkdownLine, { kind: 'heading' }>[] = []
  const above: Extract<MarkdownLine, { kind: 'heading' }>[] = []
  for (const line of lines) {
    if (line.kind !== 'heading') continue
    while (above.length > 0 && above.at(-1)!.level >= line.level) above.pop()
    if (/\bstates?$/i.test(plain(line.text)) && statesNamed(line.text).length === 0 && above.length > 0) parents.push(above.at(-1)!)
    above.push(line)
  }
  const first = lines.find((line) => line.kind === 'heading')
  const heads =
    new Set(parents).size > 1
      ? [...new Set(parents)]
      : [
          first?.kind === 'heading'
            ? { ...first, line: 1 }
            : { line: 1, text: file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '') },
        ]
  let next = 0 // heads and lines both go down the file, so each line is looked at once
  return heads.map((head, index) => {
    const end = heads[index + 1]?.line ?? source.length + 1
    while (next < lines.length && lines[next]!.line < head.line) next += 1
    const start = next
    while (next < lines.length && lines[next]!.line < end) next += 1
    const part = lines.slice(start, next)
    return {
      name: plain(head.text).replace(/^component\s*:\s*/i, ''),
      path: file.path,
      line: head.line,
      text: source.slice(head.line - 1, end - 1).join('\n'),
      ...markdownStates(part),
    }
  })
}

function markdownStates(lines: readonly MarkdownLine[]): Pick<ComponentSpec, 'described' | 'named'> {
  const found = new Map<State, 'described' | 'not applicable'>()
  const named = new Map<State, number>()
  const tell = (label: string, words: string, line: number) => {
    for (const state of statesNamed(label)) note(found, named, state, words, line)
  }
  let columns: State[][] = []
  lines.forEach((line, index) => {
    if (line.kind !== 'cells') columns = []
    if (line.kind === 'heading') {
      const next = lines.slice(index + 1, index + 4).find((each) => each.kind !== 'blank' && each.kind !== 'fence')
      tell(line.text, next?.kind === 'heading' ? '' : textOf(next), line.line)
    } else if (line.kind === 'item' || line.kind === 'text') {
      const stop = line.text.search(/:|\s[–—-]\s/)
      tell(
        stop === -1 ? line.text : line.text.slice(0, stop),
        stop === -1 ? '' : line.text.slice(stop).replace(/^[\s:*_–—-]+/, ''),
        line.line,
      )
    } else if (line.kind === 'cells') {
      const heads = line.cells.map(statesNamed)
      if (heads.filter((each) => each.length > 0).length > 1 && new Set(heads.flat()).size > 1) columns = heads
      else if (columns.length > 0)
        line.cells.forEach((cell, column) => columns[column]?.forEach((state) => note(found, named, state, cell, line.line)))
      else tell(line.cells[0] ?? '', line.cells.slice(1).join(' '), line.line)
    }
  })
  return { described: found, named }
}

function note(
  found: Map<State, 'described' | 'not applicable'>,
  named: Map<State, number>,
  state: State,
  words: string,
  line: number,
): void {
  const said = plain(words)
  if (/^(?:n\/a|not applicable)\b/i.test(said)) found.set(state, found.get(state) ?? 'not applicable')
  else if (said !== '' && !/^(?:tbd|todo|fixme|\.{2,}|…|-+|\?+)$/i.test(said)) found.set(state, 'described')
  else if (!named.has(state)) named.set(state, line)
}

/** Any object with `states` is a component, named by its `name` or its key. */
function jsonSpecs(file: SourceFile): ComponentSpec[] {
  const specs: ComponentSpec[] = []
  const source = file.text.split('\n')
  const visit = (node: JsonNode, key: string): void => {
    if (node.kind === 'array') return node.items.forEach((item) => visit(item, key))
    if (node.kind !== 'object') return
    const own = member(node, 'states')?.value
    if (!own) return node.members.forEach((each) => visit(each.value, each.key))
    const found = new Map<State, 'described' | 'not applicable'>()
    const named = new Map<State, number>()
    const entries =
      own.kind === 'object'
        ? own.members.map((each) => [each.key, each.value] as const)
        : own.kind === 'array'
          ? own.items.map((item) => [scalarOf(member(item, 'name')?.value ?? item), item] as const)
          : []
    // In a list, a bare word or an object with a name alone only names the state.
    const words = (value: JsonNode) =>
      value.kind === 'object'
        ? value.members.length > (own.kind === 'array' ? 1 : 0)
          ? 'described'
          : ''
        : own.kind === 'array'
          ? ''
          : scalarOf(value)
    for (const [label, value] of entries) for (const state of statesNamed(label)) note(found, named, state, words(value), value.line)
    specs.push({
      name: scalarOf(member(node, 'name')?.value) || key || file.path,
      path: file.path,
      line: node.line,
      text: source.slice(node.line - 1, lastLine(node)).join('\n'),
      described: found,
      named,
    })
  }
  const { root } = parseJsonTree(file.text)
  if (root) visit(root, '')
  return specs
}

function scalarOf(node: JsonNode | undefined): string {
  return node?.kind === 'value' ? String(node.value ?? '') : ''
}

function lastLine(node: JsonNode): number {
  if (node.kind === 'object') return Math.max(node.line, ...node.members.slice(-1).map((each) => lastLine(each.value)))
  return node.kind === 'array' ? Math.max(node.line, ...node.items.slice(-1).map(lastLine)) : node.line
}
