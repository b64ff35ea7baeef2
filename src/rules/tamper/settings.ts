// Settings of tests, coverage and checkers: lower bounds, wider exclusions, narrower inclusions, checks turned off.
import { findCommands } from './commands.ts'
import { type Tree, isTestName, languageOf, partOf } from './files.ts'
import { matchesGlob } from './globs.ts'
import type { Licence } from './licence.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'
import type { Read } from './read.ts'

export interface Surroundings {
  /** The tree after the change. */
  after: Tree
  licence: Licence
  read: Read
}

export function findSettings(change: Change, { after, licence, read }: Surroundings): Tampering[] {
  if (partOf(change.path) !== 'settings') return []
  if (change.after === null && !succeeded(change.path, after, licence))
    return [tampering(change, 'settings-weakened', `${change.path} was deleted`)]
  const paths = Object.keys(after)
  const elsewhere = paths
    .filter((path) => path !== change.path && partOf(path) === 'settings')
    .map((path) => withoutComments(path, after[path] ?? '', read))
    .join('\n')
  const [was, is] = [withoutComments(change.path, change.before ?? '', read), withoutComments(change.path, change.after ?? '', read)]
  const weakened = [
    ...lowered(was, is, elsewhere),
    ...excluded(was, is, paths),
    ...narrowed(was, is, paths),
    ...turned(was, is),
    ...redirected(was, is),
  ]
  const found = weakened.map((message) => tampering(change, 'settings-weakened', message, lineOf(change.after ?? '', message)))
  return [
    ...found.filter(({ message }) => !asked(message, licence)),
    ...(change.after === null ? [] : findCommands({ ...change, before: change.before ?? '' })),
  ]
}

const runners = 'vitest jest mocha karma ava jasmine playwright cypress tap'.split(' ')

/** The task asks to go from the runner of these settings to another, which now has settings of its own or a script that runs it. */
function succeeded(path: string, after: Tree, licence: Licence): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const old = runners.find((runner) => name.startsWith(runner) || name.startsWith(`.${runner}`))
  const next = runners.filter((runner) => runner !== old && licence.mentions(runner))
  if (!old || !licence.newBehaviour || !licence.mentions(old)) return false
  return next.some(
    (runner) =>
      Object.keys(after).some((one) => partOf(one) === 'settings' && one.slice(one.lastIndexOf('/') + 1).startsWith(`${runner}.`)) ||
      new RegExp(`"test"\\s{0,4}:\\s{0,4}"[^"]*\\b${runner}\\b`).test(after['package.json'] ?? ''),
  )
}

/** Keys whose number may rise but not fall, and those that may fall but not rise. */
const floors =
  /["'<]?\b(lines|branches|functions|statements|global|fail_under|fail-under|cov-fail-under|check-coverage|threshold|thresholds|minimum|minimum_coverage_by_file|min_coverage|minimum_coverage|minCoverage|coverageThreshold|target|break|low|high|total|file|package|project|min)\b(?:["']?\s{0,4}[:=]|>|(?<=coverage) )\s{0,4}["']?(-?\d+(?:\.\d+)?)/g
const ceilings =
  /["']?(--max-warnings|\bmax-warnings|\bmaxWarnings|\bmax-complexity|\bmax_complexity|\bcomplexity|\bmaxSize|\bbudget|\bmax-failures|\bmaxDiffPixels|\bmaxDiffPixelRatio|\bfailureThreshold)["']?\s{0,4}[:= ,]\s{0,4}["']?(\d+(?:\.\d+)?)/g

/** `elsewhere`: the other settings, where a bound may have moved to. */
function lowered(before: string, after: string, elsewhere: string): string[] {
  const compare = (pattern: RegExp, worse: (was: number, is: number) => boolean) => {
    const [was, is, moved] = [numbers(before, pattern), numbers(after, pattern), numbers(elsewhere, pattern)]
    return [...was].flatMap(([key, values]) => {
      const now = is.get(key) ?? []
      if (now.length === 0 && values.every((value) => moved.get(key)?.some((other) => !worse(value, other)))) return []
      if (now.length < values.length) return [`${key} ${values.join(', ')} became ${now.length === 0 ? 'nothing' : now.join(', ')}`]
      return values.flatMap((value, at) => (worse(value, now[at] ?? value) ? [`${key} ${value} became ${now[at]}`] : []))
    })
  }
  return [...compare(floors, (was, is) => is < was), ...compare(ceilings, (was, is) => is > was)]
}

function numbers(text: string, pattern: RegExp): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [, key, value] of text.matchAll(pattern)) found.set(key as string, [...(found.get(key as string) ?? []), Number(value)])
  return found
}

/** Lists of paths that are left out, and lists of rules, warnings or lines that are. */
const leavesOut =
  'exclude omit ignore ignores ignorePatterns testPathIgnorePatterns coveragePathIgnorePatterns modulePathIgnorePatterns collect_ignore collect_ignore_glob norecursedirs extend-exclude exclude-dirs skip-dirs testIgnore exclude_paths excludeSpecPattern'.split(
    ' ',
  )
const lookAway =
  'exclude_lines exclude_also per-file-ignores skip exclude-rules deselect disable disable_error_code extend-ignore ignoreErrors'.split(' ')
const takesIn =
  'include testMatch testRegex spec specs testpaths python_files collectCoverageFrom files source roots testDir testFiles specPattern'.split(
    ' ',
  )
const byName = 'python_functions python_classes select enable'.split(' ')

function excluded(before: string, after: string, paths: readonly string[]): string[] {
  const added = (key: string) => listed(after, key).filter((item) => !listed(before, key).includes(item))
  const hidden = leavesOut.flatMap((key) =>
    added(key)
      .filter((item) => paths.some((path) => ['test', 'source'].includes(partOf(path)) && matchesGlob(item, path)))
      .map((item) => `${key} also leaves out ${item}`),
  )
  const silenced = lookAway.flatMap((key) => added(key).map((item) => `${key} also leaves out ${item}`))
  const warnings = added('filterwarnings')
    .filter((item) => item.startsWith('ignore'))
    .map((item) => `filterwarnings also leaves out ${item}`)
  return [...hidden, ...silenced, ...warnings]
}

/** Files that the old patterns took in and the new ones do not; with new patterns, tests that none of them takes in. */
function narrowed(before: string, after: string, paths: readonly string[]): string[] {
  const files = paths.filter((path) => ['test', 'source'].includes(partOf(path)))
  const lists = takesIn.flatMap((key) => {
    const [was, is] = [listed(before, key), listed(after, key)]
    if (is.length === 0) return []
    const takes = (list: readonly string[], path: string) =>
      list.some((item) => !item.startsWith('!') && matchesGlob(item, path)) &&
      !list.some((item) => item.startsWith('!') && matchesGlob(item, path))
    const aboutTests = is.some((item) => /test|spec/.test(item))
    const lost = files.filter((path) => (was.length > 0 ? takes(was, path) : aboutTests && isTestPath(path)) && !takes(is, path))
    return (lost.length > 0 && is.some((item) => !was.includes(item))) || (lost.length > 0 && was.some((item) => !is.includes(item)))
      ? [`${key} does not take in ${lost[0]}`]
      : []
  })
  const words = byName.flatMap((key) =>
    listed(before, key)
      .filter((item) => listed(after, key).length > 0 && !listed(after, key).includes(item))
      .map((item) => `${key} no longer takes in ${item}`),
  )
  return [...lists, ...words]
}

function isTestPath(path: string): boolean {
  const language = languageOf(path)
  return language !== null && isTestName(path.slice(path.lastIndexOf('/') + 1), language)
}

/** The items of `key: [a, b]`, `key = a b`, or of the indented lines below it. */
function listed(text: string, key: string): string[] {
  const found: string[] = []
  for (const { index } of text.matchAll(new RegExp(`(?<![\\w-])["']?${key}["']?\\s{0,4}[:=]`, 'g'))) {
    const from =
      text.indexOf(text.slice(index).includes(':') && /^["']?[\w-]+["']?\s{0,4}:/.test(text.slice(index, index + 60)) ? ':' : '=', index) +
      1
    const rest = text.slice(from, from + 4_000)
    const open = /^\s{0,20}[[{]/.exec(rest)
    if (open) found.push(...strings(rest.slice(open[0].length, groupEnd(rest, open[0].length - 1))))
    else {
      const [first = '', ...below] = rest.split('\n')
      const end = below.findIndex((line) => line.trim() !== '' && !/^[\s-]/.test(line))
      const indented =
        first.trim() === '' || /^[|>]/.test(first.trim())
          ? below.slice(0, end < 0 ? undefined : end).map((line) => line.replace(/^\s*-\s*/, '').trim())
          : first.split(/[,\s]+/)
      found.push(...indented.map((item) => item.replace(/^["'`]|["'`,]+$/g, '').trim()).filter((item) => item !== '' && !/[{}]/.test(item)))
    }
  }
  return found
}

function strings(text: string): string[] {
  return [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`|\/((?:[^/\n\\]|\\.)+)\//g)].map(([, a, b, c, d]) => a ?? b ?? c ?? d ?? '')
}

function groupEnd(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '[' || text[at] === '{') depth++
    if ((text[at] === ']' || text[at] === '}') && --depth === 0) return at
  }
  return text.length
}

/** Settings that are worse when they appear, and those that are worse when they go. */
const bad =
  /\b(?:passWithNoTests|pass-with-no-tests|dangerouslyIgnoreUnhandledErrors|skipLibCheck|continue-on-error|allow_failure|allowJs|isolatedModules|ignore_errors|ignore_missing_imports|skip_covered|allowOnly)\b["']?\s{0,4}[:=]\s{0,4}["']?(?:true|yes|1|True)|\bxfail_strict\s{0,4}=\s{0,4}(?:false|False|0)|\bcheck[-_]?[cC]overage["']?\s{0,4}[:=]\s{0,4}["']?false|\b(?:coverage|enabled|strict|noImplicitAny|strictNullChecks|noUnusedLocals|forbidOnly|failOnError|check-coverage|noUncheckedIndexedAccess|noImplicitReturns|useUnknownInCatchVariables)["']?\s{0,4}[:=]\s{0,4}["']?(?:false|False)|\b(?:retry|retries|reruns)["']?\s{0,4}[:=]\s{0,4}["']?[1-9]|["'](?:off|0)["']|:\s{0,3}off\b|\bif:\s{0,3}(?:false|\$\{\{ false \}\})|\bdisable_all\b|<(?:skipTests|skipITs|testFailureIgnore|maven\.test\.skip|maven\.test\.failure\.ignore)>true|<failIfNoTests>false|<rerunFailingTestsCount>[1-9]|\bignoreFailures\s{0,4}=\s{0,4}true|\bfailOnViolation\s{0,4}=\s{0,4}false|^\s{0,4}(?:harness|test|doctest|overflow-checks|debug-assertions)\s{0,4}=\s{0,4}false|\bfilter_run_excluding\b|\bfilter_run_when_matching\b|--tag ~|<exclude>[^<]*(?:Test|IT\b|Spec|\*\*)[^<]*|\bexcludeTags?\b|\bexclude(?:TestsMatching)?\s{0,2}[( ]['"][^'"]*|^replace \S*(?:testify|gomega|ginkgo|go-cmp|quicktest)|\b(?:grep|fgrep|invert|testNamePattern|shard|onlyChanged)\b["']?\s{0,4}[:=]|\b(?:testResultsProcessor|testRunner|snapshotResolver|script-shell|node-options|NODE_OPTIONS)\b["']?\s{0,4}[:=]|\bupdateSnapshot|\bupdate["']?\s{0,4}[:=]\s{0,4}["']?(?:true|all)/gm
const good =
  /\b(?:strict|noImplicitAny|strictNullChecks|check[-_]?[cC]overage|forbidOnly|xfail_strict|warn_unreachable|disallow_untyped_defs|noUnusedLocals|noUnusedParameters|noUncheckedIndexedAccess|noImplicitReturns|exactOptionalPropertyTypes|fail_ci_if_error|failOnError|errorOnDeprecated|injectGlobals)["']?\s{0,4}[:=]\s{0,4}["']?(?:true|True|1)/g

function turned(before: string, after: string): string[] {
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match.replace(/\s+/g, ' '))
  const more = surplus(all(after, bad), all(before, bad)).map((setting) => `${setting} was added`)
  const less = surplus(all(before, good), all(after, good)).map((setting) => `${setting} was taken away`)
  return [...more, ...less]
}

/** Items of the first list beyond those of the second. */
function surplus(items: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return items.filter((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Aliases that put something else in the place of the work. */
function redirected(before: string, after: string): string[] {
  return ['moduleNameMapper', 'alias', 'paths', 'moduleDirectories', 'modulePaths', 'resolver'].flatMap((key) => {
    const was = new Set(listed(before, key))
    return listed(after, key)
      .filter((item) => !was.has(item) && /(?:^|[/._-])(?:mocks?|__mocks__|fakes?|stubs?|dummy|shims?|test\w*)(?:[/._-]|$)/i.test(item))
      .map((item) => `${key} now leads to ${item}`)
  })
}

function withoutComments(path: string, text: string, read: Read): string {
  if (languageOf(path)) {
    const comments = read(path, text)?.comments ?? []
    return comments.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
  }
  if (/\.(?:json|jsonc)$/.test(path) || /rc$/.test(path)) return text
  return text.replace(/(^|\s)#.*$/gm, '$1')
}

/** The task names the very value or item. */
function asked(message: string, licence: Licence): boolean {
  const last = message.split(' ').at(-1) ?? ''
  return /^\d/.test(last)
    ? licence.names(`n:${last}`)
    : /[/.]/.test(last) && (licence.mayEdit(last) || (message.includes('leaves out') && licence.leavesOut(last)))
}

/** The line where the last word of the message stands. */
function lineOf(text: string, message: string): number | undefined {
  const word = message.split(' ').at(-1) ?? ''
  const at = word.length < 2 ? -1 : text.indexOf(word)
  return at < 0 ? undefined : text.slice(0, at).split('\n').length
}
