// Settings of tests, coverage and checkers: bounds, lists of what they take in and leave out, switches, and the commands that run them.
import { findCommands } from './commands.ts'
import { type Tree, isTestName, languageOf, nameOf, partOf } from './files.ts'
import { type Form, pathsBy } from './globs.ts'
import type { Licence } from './licence.ts'
import { type Read, surplus } from './read.ts'
import { bad, ceilings, floors, good } from './signs.ts'
import { type Change, type Tampering, lineOf, tampering } from './tampering.ts'

export interface Surroundings {
  before: Tree
  after: Tree
  licence: Licence
  read: Read
}

export function findSettings(change: Change, { before, after, licence, read }: Surroundings): Tampering[] {
  if (partOf(change.path) !== 'settings') return []
  const paths = Object.keys(after)
  const plain = (path: string, text: string | null | undefined) => withoutComments(path, text ?? '', read)
  const elsewhere = paths.filter((path) => path !== change.path && partOf(path) === 'settings').map((path) => plain(path, after[path]))
  // Of settings that are gone, only bounds that no others set are missed.
  if (change.after === null)
    return lowered(plain(change.path, change.before), '', elsewhere.join('\n')).map((message) =>
      tampering(change, 'settings-weakened', message),
    )
  const from = change.before === null ? (renamed(change.path, before, after) ?? change.path) : change.path
  const [was, is] = [plain(from, before[from]), plain(change.path, after[change.path])]
  // Tests need no coverage of their own.
  const isCoverage = /nyc|c8rc|cover|codecov/.test(nameOf(change.path))
  const files = paths.filter((path) => partOf(path) === 'source' || (partOf(path) === 'test' && !isCoverage))
  const items = (text: string, key: string) => (key === '' ? (/ignore$/.test(change.path) ? linesOf(text) : []) : listed(text, key))
  const lists: Lists = (key) => [items(was, key), items(is, key)]
  // A pipeline or a checker that comes with the change asks for more than there was, whatever it lets go by.
  const isPipeline = pipeline.test(change.path)
  const known = Object.keys(before).some((path) => partOf(path) === 'settings' && toolOf(path) === toolOf(change.path))
  const isNew = change.before === null && from === change.path
  const isFirst = isNew && (isPipeline || (onlyRules.test(nameOf(change.path)) && !known))
  const weakened = [
    ...lowered(was, is, elsewhere.join('\n')),
    ...excluded(lists, files),
    // New settings beside those of the same tool take nothing in that these did not.
    ...(isNew && known ? [] : narrowed(lists, files)),
    ...(isFirst ? [] : turned(withoutScripts(was), withoutScripts(is), elsewhere.join('\n'))),
  ]
  // The task asks for the very flag.
  const namesFlag = (message: string) => licence.wants(/: (-{1,2}[a-z][\w-]{2,})$/.exec(message)?.[1] ?? '')
  const last = (message: string) => message.split(' ').at(-1) ?? ''
  return [
    ...weakened
      .filter((message) => !asked(message, last(message), licence))
      .map((message) => tampering(change, 'settings-weakened', message, lineOf(change.after, last(message)))),
    ...(from === change.path && !isFirst && !onlyRules.test(nameOf(change.path))
      ? findCommands(change, was, is, files).filter(
          ({ message }) => !namesFlag(message) && !(message.endsWith('lost --coverage') && covers.test(elsewhere.join('\n'))),
        )
      : []),
  ]
}

/** What they run is compared as commands. */
const withoutScripts = (text: string) => text.replace(/"scripts"\s*:\s*\{[^}]*\}/, '')

const pipeline = /(?:^|\/)\.(?:github\/workflows|circleci)\//

/** A setting that has coverage measured in every run. */
const covers = /\bcoverage\b["']?\s*:\s*\{[^}]*\benabled["']?\s*:\s*true/

/** Settings that name tools and run none. */
const onlyRules = /eslint|tsconfig|nycrc|c8rc|babel|swcrc|coveragerc|codecov|ruff|flake8|mypy/

const toolOf = (path: string) => /^\.?([a-z]+?)(?:rc)?(?:\.|$)/i.exec(nameOf(path))?.[1]

/** Another file with the settings of the same tool, which is only in the one tree: `.eslintrc.json` for `eslint.config.js`. */
function renamed(path: string, here: Tree, there: Tree): string | undefined {
  return Object.keys(here).find(
    (one) => one !== path && !Object.hasOwn(there, one) && partOf(one) === 'settings' && toolOf(one) === toolOf(path),
  )
}

/** The items of a list by its key, before and after. */
type Lists = (key: string) => [string[], string[]]

/** `elsewhere`: the other settings, where a bound may have moved to. */
function lowered(before: string, after: string, elsewhere: string): string[] {
  const compare = (pattern: RegExp, worse: (was: number, is: number) => boolean) => {
    const [was, is, moved] = [before, after, elsewhere].map((text) => Map.groupBy(text.matchAll(pattern), ([, key = '']) => key)) as [
      Bounds,
      Bounds,
      Bounds,
    ]
    const numbers = (bounds: Bounds, key: string) => (bounds.get(key) ?? []).map(([, , value]) => Number(value))
    return [...was.keys()].flatMap((key) => {
      const [values, now, others] = [numbers(was, key), numbers(is, key), numbers(moved, key)]
      if (now.length === 0 && values.every((value) => others.some((other) => !worse(value, other)))) return []
      if (now.length < values.length) return [`${key} ${values.join(', ')} became ${now.length === 0 ? 'nothing' : now.join(', ')}`]
      return values.flatMap((value, at) => (worse(value, now[at] ?? value) ? [`${key} ${value} became ${now[at]}`] : []))
    })
  }
  return [...compare(floors, (was, is) => is < was), ...compare(ceilings, (was, is) => is > was)]
}

type Bounds = Map<string, RegExpExecArray[]>

// Lists of paths that are left out (the empty key: the lines of an ignore file), of rules, warnings or lines that are, of what is taken in by
// pattern and by name, and of aliases.
const words = (text: string) => text.split(' ')
const leavesOut = words(
  ' exclude Exclude omit ignore ignores ignorePatterns testPathIgnorePatterns coveragePathIgnorePatterns modulePathIgnorePatterns collect_ignore collect_ignore_glob norecursedirs extend-exclude exclude-dirs skip-dirs testIgnore exclude_paths excludeSpecPattern',
)
const lookAway = words(
  'exclude_lines exclude_also per-file-ignores skip exclude-rules deselect disable disable_error_code extend-ignore ignoreErrors filterwarnings',
)
const takesIn = words(
  'include testMatch testRegex spec specs testpaths python_files collectCoverageFrom files source roots testDir testFiles specPattern pattern',
)
const byName = words('python_functions python_classes select enable')
const aliases = words('moduleNameMapper alias paths moduleDirectories modulePaths resolver')
/** How these are written; the others hold globs. The lines of an ignore file fit at any depth. */
const formOf = (key: string): Form =>
  /^test\w*Regex$|PathIgnorePatterns$/.test(key)
    ? 'regex'
    : /^(?:|omit|norecursedirs|python_files|collect_ignore_glob)$/.test(key)
      ? 'shell'
      : 'glob'
const isNot = (item: string) => /^!(?!\()/.test(item)
const standIn = /(?:^|[/._-])(?:mocks?|__mocks__|fakes?|stubs?|dummy|shims?|test\w*)(?:[/._-]|$)|\.d\.[cm]?ts$/i

function excluded(lists: Lists, files: readonly string[]): string[] {
  const added = (keys: readonly string[], counts: (item: string, key: string) => boolean, says: string) =>
    keys.flatMap((key) => {
      const [was, is] = lists(key)
      return is.filter((item) => !was.includes(item) && counts(item, key)).map((item) => `${key} ${says} ${item}`.trim())
    })
  return [
    ...added(leavesOut, (item, key) => files.some(pathsBy(item, formOf(key))), 'also leaves out'),
    ...added(lookAway, (item, key) => key !== 'filterwarnings' || item.startsWith('ignore'), 'also leaves out'),
    ...added(aliases, (item) => standIn.test(item), 'now leads to'),
  ]
}

/** Files that the old patterns took in and the new ones do not; with new patterns, tests that none of them takes in. */
function narrowed(lists: Lists, files: readonly string[]): string[] {
  const takers = (key: string, list: readonly string[]) => {
    const [outs, ins] = [true, false].map((not) => list.filter((item) => isNot(item) === not).map((item) => pathsBy(item, formOf(key))))
    return (path: string) => ins!.some((fits) => fits(path)) && !outs!.some((fits) => fits(path))
  }
  const patterns = takesIn.flatMap((key) => {
    const [was, is] = lists(key)
    const [took, takes] = [takers(key, was), takers(key, is)]
    const aboutTests = is.some((item) => /test|spec/.test(item))
    const wanted = (path: string) => (was.length > 0 ? took(path) : aboutTests && isTestPath(path) && !/-d\.[cm]?ts$/.test(path))
    const lost = is.length > 0 && was.join() !== is.join() ? files.find((path) => wanted(path) && !takes(path)) : undefined
    return lost === undefined ? [] : [`${key} does not take in ${lost}`]
  })
  const named = byName.flatMap((key) => {
    const [was, is] = lists(key)
    const usual = was.length === 0 && /^python_/.test(key) && !is.some((item) => /^[Tt]est(?:_?\*)?$/.test(item)) ? ['every test'] : []
    return is.length > 0 ? [...was.filter((item) => !is.includes(item)), ...usual].map((item) => `${key} no longer takes in ${item}`) : []
  })
  return [...patterns, ...named]
}

function isTestPath(path: string): boolean {
  const language = languageOf(path)
  return language !== null && isTestName(nameOf(path), language)
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])

/** The items of `key: [a, b]`, `key = a b`, or of the indented lines below it. */
function listed(text: string, key: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![\\w-])["']?${key}["']?\\s{0,4}[:=]`, 'g'))].flatMap(({ index, 0: head }) => {
    const rest = text.slice(index + head.length, index + head.length + 4_000)
    const open = /^\s{0,20}[[{]/.exec(rest)?.[0].length
    if (open !== undefined)
      return [...rest.slice(open, groupEnd(rest, open - 1)).matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|\/((?:[^/\n\\]|\\.)+)\//g)].map(
        ([, ...texts]) => texts.find((one) => one !== undefined) ?? '',
      )
    const [first = '', ...below] = rest.split('\n')
    const end = below.findIndex((line) => line.trim() !== '' && !/^[\s-]/.test(line))
    const items = /^\s*(?:$|[|>])/.test(first)
      ? below.slice(0, end < 0 ? undefined : end).map((line) => line.replace(/^\s*-\s*/, ''))
      : first.split(/[,\s]+/)
    return items.map((item) => item.trim().replace(/^["'`]|["'`,]+$/g, '')).filter((item) => item !== '' && !/[{}]/.test(item))
  })
}

function groupEnd(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (/[[{]/.test(text[at] ?? '')) depth++
    if (/[\]}]/.test(text[at] ?? '') && --depth === 0) return at
  }
  return text.length
}

function turned(before: string, after: string, elsewhere: string): string[] {
  const all = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([match]) => match.replace(/\s+/g, ' ').replace(/['"]/g, ''))
  // What a new file does not ask for, nobody asked for before, unless other settings do.
  const counts = (setting: string) =>
    before !== '' || !/false$/i.test(setting) || elsewhere.includes(/[\w-]+/.exec(setting)?.[0] ?? setting)
  // The same condition with another version in it.
  const bare = (condition: string) => condition.replace(/[\d.]+/g, '0')
  const gone = surplus(all(before, bad), all(after, bad)).map(bare)
  return [
    ...surplus(all(after, bad), all(before, bad))
      .filter((setting) => counts(setting) && !(/\bif: /.test(setting) && gone.includes(bare(setting))))
      .map((setting) => `${setting} was added`),
    ...surplus(all(before, good), all(after, good)).map((setting) => `${setting} was taken away`),
    ...surplus(
      rulesIn(before),
      [...rulesIn(after), ...(after.match(/[\w@/-]+/g) ?? [])].flatMap((rule) => [rule, nameOf(rule)]),
    ).map((rule) => `no longer asks for the rule ${rule}`),
  ]
}

const rulesIn = (text: string) =>
  [...text.matchAll(/["']?([\w@/-]+)["']?\s{0,4}:\s{0,4}\[?\s{0,4}["']error["']/g)].map(([, rule]) => rule ?? '')

function withoutComments(path: string, text: string, read: Read): string {
  const comments = languageOf(path) ? (read(path, text)?.comments ?? []) : null
  if (comments) return comments.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
  // Rake takes tests in by a pattern or by a list of patterns.
  if (/rakefile$/i.test(path)) return text.replace(/\btest_files\s*=\s*FileList\s*\[/g, 'pattern = [')
  return /\.(?:json|jsonc)$|rc$/.test(path) ? text : text.replace(/(^|\s)#(?!!).*$/gm, '$1')
}

/** The task names the very value or item. */
function asked(message: string, last: string, licence: Licence): boolean {
  if (/^\d/.test(last)) return licence.names(`n:${last}`)
  const rule = /\bthe rule (.+)|^([\w@/-]+) ?: ?\[? ?(?:off|0)/.exec(message)
  if (rule) return licence.leavesOut(rule[1] ?? rule[2] ?? '')
  if (message.includes('no longer takes in')) return licence.removes([last]) || licence.leavesOut(last)
  const folders = last.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))
  if (message.includes('does not take in') && folders.some((folder) => folder.includes('/') && licence.leavesOut(folder))) return true
  return /[/.]/.test(last) && (licence.mayEdit(last) || (message.includes('leaves out') && licence.leavesOut(last)))
}
