// The frames as a tree of words and slots, with every way each of them is said.
import { frames, type Build } from './frames.ts'

type Element = { words: readonly (readonly string[])[] } | { slot: string }

export interface Pattern {
  build: Build
  isShy: boolean
  isTold: boolean
  /** Only a question is put so. */
  isInverted: boolean
  /** Only what is wished for is put so. */
  isWish: boolean
  parts: readonly string[]
}

const demands =
  'should|should_rather|should_better|to|must|shall|has_to|have_to|needs_to|need_to|ought_to|is_to|are_to|had_better|would_have_to|would_need_to|will_have_to'

/** Frames by what they begin with: what several have in common is looked for once. */
export interface Node {
  element: Element
  ends: Pattern[]
  next: Map<string, Node>
}

export const root = (): Node => ({ element: { words: [] }, ends: [], next: new Map() })

/** `from`: how many parts of a pattern are left out. */
export function treeOf(patterns: readonly Pattern[], from = 0): Node {
  const top = root()
  for (const pattern of patterns) {
    let node = top
    for (const part of pattern.parts.slice(from)) {
      const next = node.next.get(part) ?? { ...root(), element: elementOf(part) }
      node.next.set(part, next)
      node = next
    }
    node.ends.push(pattern)
  }
  return top
}

export const patterns = frames.flatMap(({ build, says, isShy = false, isTold = false }) =>
  says
    .flatMap((line) => variantsOf(line.split(/\s+/)))
    .flatMap((said) => waysOf(said.join(' ')))
    .map(({ said, ...way }): Pattern => ({ build, isShy, isTold, ...way, parts: said.split(' ') })),
)

/** "The fax should be removed", "could the fax be removed?" and "I'd like the fax [to be] removed" */
function waysOf(line: string): { said: string; isInverted: boolean; isWish: boolean }[] {
  const [, slot, rest = ''] = /^(\{\w+\}) @(?:should|can) (?!not)(.+)/.exec(line) ?? []
  const plain = { said: line, isInverted: false, isWish: false }
  if (slot === undefined) return [plain]
  const wishes = [rest, ...(rest.startsWith('be ') ? [rest.slice(3)] : [])].map((each) => `${slot} ${each}`)
  return [
    plain,
    { said: `could|can|may|might ${slot} ${rest}`, isInverted: true, isWish: false },
    ...wishes.map((said) => ({ said, isInverted: false, isWish: true })),
  ]
}

/** With and without what stands in brackets; with each of what stands in parentheses. */
function variantsOf(parts: readonly string[]): string[][] {
  const open = parts.findIndex((part) => part === '[' || part === '(')
  if (open < 0) return [[...parts]]
  let [close, depth] = [open, 0]
  const cuts = [open]
  do {
    depth += /^[[(]$/.test(parts[close]!) ? 1 : /^[\])]$/.test(parts[close]!) ? -1 : 0
    if (depth === 0 || (depth === 1 && parts[close] === '/')) cuts.push(close)
    close += 1
  } while (depth > 0)
  const inner = cuts.slice(1).map((cut, at) => parts.slice(cuts[at]! + 1, cut))
  const rest = variantsOf(parts.slice(close))
  const own = [...(parts[open] === '[' ? [[]] : []), ...inner.flatMap(variantsOf)]
  return rest.flatMap((end) => own.map((each) => [...parts.slice(0, open), ...each, ...end]))
}

function elementOf(part: string): Element {
  if (part.startsWith('{')) return { slot: part.slice(1, -1) }
  const said = part === '@should' ? demands : part === '@can' ? `${demands}|can|may` : part
  return { words: said.split('|').map((each) => each.split('_')) }
}

export const tree = treeOf(patterns)
