// Literal values in code, normalised, and the words around them that say how much of a thing is looked at.
import type { Node } from '../reading/syntax.ts'
import type { Language } from './files.ts'

/** `n:5`, `s:text`, `w:true`, `e:TypeError`. */
export function literalsIn(leaves: readonly Node[]): Set<string> {
  const found = new Set<string>()
  for (const [index, leaf] of leaves.entries()) {
    const literal = literalOf(leaf, leaves[index - 1], leaves[index - 2])
    if (literal !== null) found.add(literal)
    // An empty list is a value too.
    if (leaf.text === ')' && leaves[index - 1]?.text === '(' && leaves[index - 2]?.text === 'Set') found.add('w:[]')
    if (leaf.text === ']' && leaves[index - 1]?.text === '[' && /^$|^[(,=:]$|^return$/.test(leaves[index - 2]?.text ?? ''))
      found.add('w:[]')
  }
  return found
}

function literalOf(leaf: Node, previous: Node | undefined, before: Node | undefined): string | null {
  // A pattern that fits one text and no other is that text.
  if (leaf.type === 'regex' && /^\^[\w ,-]+\$$/.test(leaf.text)) return `s:${leaf.text.slice(1, -1)}`
  if (leaf.kind === 'string') return `s:${plainText(leaf.text)}`
  if (leaf.kind === 'number') {
    const minus =
      previous?.text === '-' && (!before || (before.kind === 'sign' && !/^[)\]]$/.test(before.text)) || before.text === 'return')
    const value = Number(plainNumber(leaf.text))
    return Number.isNaN(value) ? `n:${leaf.text}` : `n:${minus ? -value : value}`
  }
  if (leaf.kind !== 'word') return null
  if (/^(?:true|True|false|False)$/.test(leaf.text)) return `w:${leaf.text.toLowerCase()}`
  if (/^(?:null|None|nil|undefined|NaN|Infinity)$/.test(leaf.text))
    return `w:${leaf.text === 'None' || leaf.text === 'nil' ? 'null' : leaf.text}`
  return /^[A-Z]\w*(?:Error|Exception)$/.test(leaf.text) ? `e:${leaf.text}` : null
}

/** The same text in whatever quotes, with code in it in whatever layout. */
const plainText = (text: string) => text.replace(/\\(['"`])/g, '$1').replace(/\$\{[^}]*\}/g, (code) => code.replace(/\s+/g, ''))

/** Without the type that Rust and Java write behind it. */
function plainNumber(text: string): string {
  const digits = text.replaceAll('_', '')
  return /^0x/i.test(digits)
    ? digits.replace(/(?:[iu](?:8|16|32|64|128|size)|[Ln])$/, '')
    : digits.replace(/(?:[iu](?:8|16|32|64|128|size)|f(?:32|64)|[LlFfDdn])$/, '')
}

/** Literals in a text that is not code of its own: JSON, or a structure written as a string. */
export function literalsInText(text: string): Set<string> {
  const found = text
    .slice(0, 200_000)
    .matchAll(
      /"(?:[^"\\\n]|\\.)*"(?=\s*:)|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|(?<![\w.])(-?\d+(?:\.\d+)?)(?![\w.])|\b(true|false|null)\b/g,
    )
  return new Set(
    [...found].flatMap(([, double, single, number, word]) => {
      const text = double ?? single
      return number !== undefined ? `n:${Number(number)}` : word !== undefined ? `w:${word}` : text !== undefined ? `s:${text}` : []
    }),
  )
}

const kinds: Record<string, Node['kind']> = { n: 'number', w: 'word' }

/** Cells of a table written as text. */
export function cellsOf(leaf: Node, cells: readonly string[]): Node[] {
  return cells.flatMap((cell): Node[] => {
    const whole = cell.trim().replace(/^\$\{(.*)\}$/, '$1')
    // A list or an object in a cell holds values of its own.
    if (/^[[{]./.test(whole) && whole !== cell.trim())
      return [...literalsInText(whole)].map((one) => ({ ...leaf, kind: kinds[one[0] ?? ''] ?? 'string', text: one.slice(2) }))
    const text = whole.replace(/^(['"])(.*)\1$/, '$2')
    const isNumber = /^-?\d+(?:\.\d+)?$/.test(text) && !(whole !== cell.trim() && text !== whole)
    return [{ ...leaf, kind: isNumber ? 'number' : 'string', text }]
  })
}

/** Where answers are often constants of an enumeration or variants, such a name is a value; what stands before a dot or colon is not. */
export function valuesNamed(leaves: readonly Node[], language: Language): readonly Node[] {
  if (language !== 'rust' && language !== 'java' && language !== 'ruby') return leaves
  return leaves.map((leaf, index) =>
    leaf.kind === 'word' &&
    /^[A-Z]/.test(leaf.text) &&
    literalOf(leaf, undefined, undefined) === null &&
    !/^(?:\.|::?|<)$/.test(leaves[index + 1]?.text ?? '')
      ? { ...leaf, kind: 'string' }
      : leaf,
  )
}

const lens =
  /^(?:len|length|size|typeof|type|Boolean|bool|toLowerCase|lower|upper|toUpperCase|trim|strip|toFixed|round|floor|slice|substring|substr|charAt|startsWith|startswith|hasOwnProperty|keys|sort\w*|toSorted|Set|frozenset|HashSet|BTreeSet|TreeSet|Counter)$/

/** Matchers that do not look at the order. */
const unordered = /members$|^match_array$|^contain_exactly$|^ElementsMatch$|CountEqual$|InAnyOrder$|SameMembers$|^assertItemsEqual$/

/** One word for one way to look: `len`, `size` and `count` are a length; what is sorted, or a set, has lost its order. A name is none. */
export function lensesIn(leaves: readonly Node[], matcher: string): Set<string> {
  const isAsked = ({ field, text }: Node, index: number) =>
    leaves[index + 1]?.text === '(' ||
    // `java.util.Set` before a name is a type.
    (/^(?:\.|::|\?\.)$/.test(leaves[index - 1]?.text ?? '') && !(/^[A-Z]/.test(text) && leaves[index + 1]?.kind === 'word')) ||
    field === 'method' ||
    /^(?:typeof|type)$/.test(text)
  const isCount = (at: number) => leaves[at]?.text === 'count' && leaves[at - 1]?.text === '.' && leaves[at + 2]?.text === ')'
  const words = leaves.flatMap((leaf, at) => (leaf.kind === 'word' && isAsked(leaf, at) ? [isCount(at) ? 'length' : leaf.text] : []))
  const implied = [...(/length|len$|size|count$/i.test(matcher) ? ['length'] : []), ...(unordered.test(matcher) ? ['sort'] : [])]
  return new Set(
    [...words, ...implied].flatMap((word) =>
      lens.test(word) ? [word.replace(/^(?:len|size)$/, 'length').replace(/^(?:sort\w*|toSorted|\w*Set|frozenset|Counter)$/, 'order')] : [],
    ),
  )
}

/** What leaves cases of a table out, among its leaves and those of the loops over it. */
export function narrowing(leaves: readonly Node[]): Set<string> {
  return new Set(
    leaves.flatMap(({ kind, text }, index) =>
      (kind === 'word' &&
        leaves[index + 1]?.text === '(' &&
        /^(?:filter|slice|splice|pop|shift|take|islice|head|first|find|sample|reduce)$/.test(text)) ||
      (kind === 'sign' && /^(?:>>|\/|%|-|-=)$/.test(text) && leaves[index + 1]?.kind !== 'string' && !isMinus(leaves, index))
        ? [`cases ${text}`]
        : [],
    ),
  )
}

/** A sign of a number rather than a subtraction. */
function isMinus(leaves: readonly Node[], index: number): boolean {
  return leaves[index]?.text === '-' && leaves[index + 1]?.kind === 'number' && /^[[({,:=]$/.test(leaves[index - 1]?.text ?? '(')
}

const ordinary = new Set(
  'expect assert String Number Boolean JSON len str int float list dict set tuple sorted repr range print map filter async await function func typeof Promise all resolve then raises approx assertEqual assertTrue if for while return match toString Object keys values entries Array from isArray DeepEqual Errorf Fatalf Error Fatal Sprintf any anything objectContaining arrayContaining stringContaining not fn'.split(
    ' ',
  ),
)

export function callsIn(leaves: readonly Node[]): Set<string> {
  return new Set(
    leaves.flatMap((leaf, index) =>
      leaf.kind === 'word' &&
      (leaves[index + 1]?.text === '(' || leaf.field === 'method') &&
      !ordinary.has(leaf.text) &&
      leaves[index - 2]?.text !== 'JSON'
        ? [leaf.text]
        : [],
    ),
  )
}
