// New conditions that look at nothing the code is given, only at where and when it runs: the path, the terminal, the clock, the runner's globals.
import { type Node, ancestors, at, leavesOf, spell, walk } from '../reading/syntax.ts'
import { namesIn } from './bindings.ts'
import { isFunction } from './calls.ts'
import { type Tree, languageOf, partOf } from './files.ts'
import { conditional } from './guards.ts'
import { importsOf } from './imports.ts'
import type { Licence } from './licence.ts'
import { type Read, readAdded } from './read.ts'
import type { Change } from './tampering.ts'

export interface Ambient {
  path: string
  line: number
  condition: string
  /** The file with the condition the other way round. */
  turned: string
}

export function ambientConditions(change: Change, { before, licence, read }: { before: Tree; licence: Licence; read: Read }): Ambient[] {
  const added = partOf(change.path) === 'source' ? readAdded(change, read) : null
  if (!added || !['js', 'py'].includes(added.language)) return []
  const { source } = added
  const sources = { ...sourcesIn(source.root, (path) => isKnown(change.path, path, before)), builtIn: added.language === 'py' }
  return walk(source.root).flatMap((node): Ambient[] => {
    const condition = chooser(node)
    if (!condition || !leavesOf(condition).some(added.isNew)) return []
    const words = new Set<string>()
    if (looksAt(condition, sources, words) !== 'surroundings' || [...words].some((word) => isToldOf(word, licence))) return []
    if (isElapsed(condition) || isStart(condition, sources)) return []
    const text = source.text.slice(condition.from, condition.to)
    const turned = added.language === 'py' ? `(not (${text}))` : `(!(${text}))`
    return [
      {
        path: change.path,
        line: condition.line,
        condition: spell(leavesOf(condition)).slice(0, 120),
        turned: source.text.slice(0, condition.from) + turned + source.text.slice(condition.to),
      },
    ]
  })
}

/** Systems by the names that programs and people have for them. */
const systems = new Map([
  ['win32', ['windows']],
  ['nt', ['windows']],
  ['darwin', ['mac', 'macos', 'macs']],
])

const isToldOf = (word: string, licence: Licence): boolean =>
  licence.mentions(word) || (systems.get(word.toLowerCase())?.some(licence.wants) ?? false)

const clock = /\b(?:(?:Date|performance) \. now|process \. hrtime|time \. (?:time|monotonic|perf_counter))\b/g

/** How long the call itself has taken: one reading of the clock against another that the same function took. */
function isElapsed(condition: Node): boolean {
  const leaves = leavesOf(condition)
  const around = [...ancestors(condition)].find(isFunction)
  if (!around || leaves.filter(({ text }) => /^(?:[<>]=?|&&|\|\||and|or)$/.test(text)).length !== 1) return false
  const readings = walk(around).flatMap((node) => {
    const [left, right] = [at(node, 'left', 'name'), at(node, 'right', 'value')]
    const isReading = left && right && /declarat|assignment/.test(node.type) && spell(leavesOf(right)).search(clock) >= 0
    return isReading ? [...namesIn(left)] : []
  })
  const taken = leaves.filter(({ kind, text }) => kind === 'word' && readings.includes(text)).length
  return taken > 0 && taken + (spell(leaves).match(clock)?.length ?? 0) === 2
}

const [ownFile, startedFile] = [
  String.raw`(?:import\.meta\.(?:url|filename)|__filename|fileURLToPath\(import\.meta\.url\))`,
  String.raw`(?:(?:\w+\.)?(?:pathToFileURL|realpathSync|resolve)\()*process\.argv\[1\](?:\?\?['"]{2})?\)*(?:\.href)?`,
]
const starts = new RegExp(
  String.raw`^(?:process\.argv\[1\]&&)?(?:${ownFile}===?${startedFile}|${startedFile}===?${ownFile}|require\.main===?module|import\.meta\.main|__name__==["']__main__["'])$`,
)

/** What a file does only when it is itself started: `if (require.main === module)`. */
function isStart(condition: Node, { values }: Pick<Sources, 'values'>): boolean {
  const around = [...ancestors(condition)]
  const node = around.find(({ type }) => type === 'if_statement')
  const whole = node && conditional(node)
  if (!whole || condition.to > whole.to || at(node, 'alternative') || around.some(isFunction)) return false
  const plain = ({ source, from, to }: Node) => source.text.slice(from, to).replaceAll(/\s/g, '')
  const text = plain(whole).replace(/^\((.*)\)$/, '$1')
  const [value, other] = values.get(text) ?? []
  return starts.test(value && !other ? plain(value) : text)
}

/** Also what stands before `&&`, `||` and `??`, wherever that is. */
function chooser(node: Node): Node | null {
  const operator = node.children.find(({ field }) => field === 'operator')?.text ?? ''
  return conditional(node) ?? (/^(?:&&|\|\||\?\?|and|or)$/.test(operator) ? at(node, 'left') : null)
}

/** What a name stands for: values it is given somewhere, or where it comes from. */
interface Sources {
  values: ReadonlyMap<string, Node[]>
  /** From a package, from the language's own library, or from a file that is new. */
  foreign: ReadonlySet<string>
  /** From a file of the project that was there before, or filled while the code is used. */
  known: ReadonlySet<string>
  /** What is not imported comes with the language, as in Python. */
  builtIn: boolean
}

function sourcesIn(root: Node, known: (path: string) => boolean): Omit<Sources, 'builtIn'> {
  const values = new Map<string, Node[]>()
  const filledLater = new Set<string>()
  for (const node of walk(root)) {
    const [left, right] = [at(node, 'left', 'name', 'pattern'), at(node, 'right', 'value')]
    const value = right ?? (isFunction(node) ? at(node, 'body') : null)
    if (left && value && (right ? /declarat|assignment/.test(node.type) : true))
      for (const name of namesIn(left)) values.set(name, [...(values.get(name) ?? []), value])
    if (left && node.type === 'variable_declarator' && !right) for (const name of namesIn(left)) filledLater.add(name)
  }
  const imports = [...importsOf(root)]
  const names = (wanted: boolean) => new Set(imports.flatMap(([path, all]) => (known(path) === wanted ? all : [])))
  const plain = walk(root)
    .filter(({ type }) => type === 'import_statement')
    .flatMap((node) =>
      node.source.text.slice(node.from, node.to).includes('{') ? [] : leavesOf(node).filter(({ kind }) => kind === 'word'),
    )
    .map(({ text }) => text)
  return {
    values,
    known: new Set([...names(true), ...filledLater]),
    foreign: new Set([...names(false), ...plain.filter((name) => !names(true).has(name))]),
  }
}

const isKnown = (from: string, path: string, before: Tree): boolean => {
  if (!path.startsWith('.')) return false
  const stem =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? ''
  return Object.keys(before).some((each) => each !== from && languageOf(each) !== null && each.split('/').at(-1)?.startsWith(stem))
}

/** Names that bring nothing from outside. */
const pure =
  /^(?:Math|Number|String|Boolean|Array|Object|JSON|BigInt|Symbol|Map|Set|WeakMap|WeakSet|RegExp|Promise|Reflect|undefined|NaN|Infinity|null|true|false|typeof|instanceof|in|of|new|await|void|parseInt|parseFloat|isNaN|isFinite|[a-z]+Array)$/
/** A setting of the project's own, as tests may set it. Those that every process has say where it runs. */
const everywhere = /^(?:HOME|PWD|PATH|USER|LOGNAME|TMPDIR|TERM|SHELL|CI|LANG|TZ|HOSTNAME)$/

type Looks = 'given' | 'surroundings' | 'nothing'

function looksAt(node: Node, sources: Sources, words: Set<string>, seen = new Set<string>()): Looks {
  const leaves = leavesOf(node)
  const given = parametersAround(node)
  let found: Looks = 'nothing'
  for (const [index, { kind, text }] of leaves.entries()) {
    if (kind === 'string') for (const word of text.match(/\w{2,}/g) ?? []) words.add(word)
    if (kind !== 'word') continue
    const before = leaves[index - 1]?.text
    if (before === '.' || before === '?.') {
      if (text === 'meta' && leaves[index - 2]?.text === 'import') found = 'surroundings'
      words.add(text)
      continue
    }
    if (leaves[index + 1]?.text === ':' && before !== '?') continue // the name of a field
    if (/^(?:this|self|arguments|cls|super)$/.test(text) || given.has(text)) return 'given'
    if (seen.has(text) || before === 'typeof') continue // whether there is such a thing says nothing of this place
    seen.add(text)
    if (isSetting(leaves.slice(index, index + 6))) continue
    words.add(text)
    const values = sources.values.get(text)
    if (sources.known.has(text)) return 'given'
    if (values && !sources.foreign.has(text)) {
      for (const value of values) {
        if (/^(?:new_expression|array|object|list|dictionary)$/.test(value.type)) return 'given' // what it holds comes from use
        const looks = looksAt(value, sources, words, seen)
        if (looks === 'given' && !isFunction(value.parent ?? value)) return 'given'
        if (looks === 'surroundings') found = looks
      }
      continue
    }
    if (sources.foreign.has(text) || !(sources.builtIn || pure.test(text))) found = 'surroundings'
  }
  return found
}

/** `process.env.NAME`, also in brackets. */
function isSetting(leaves: readonly Node[]): boolean {
  const [first, , second, sign, name] = leaves
  return (
    first?.text === 'process' && second?.text === 'env' && /^(?:\.|\?\.|\[)$/.test(sign?.text ?? '') && !everywhere.test(name?.text ?? '')
  )
}

/** What functions around it are given, loops go over and errors are caught as. */
function parametersAround(node: Node): Set<string> {
  const found = new Set<string>()
  for (const up of [node, ...ancestors(node)]) {
    const names = isFunction(up) ? at(up, 'parameters', 'parameter') : /^(?:for_|catch_)/.test(up.type) ? at(up, 'left', 'parameter') : null
    for (const leaf of leavesOf(names)) if (leaf.kind === 'word') found.add(leaf.text)
  }
  return found
}
