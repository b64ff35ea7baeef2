// The commands that run tests and checks: what weakens them, leaves tests out, or replaces them altogether.
import { partOf } from './files.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

const runner =
  /\b(?:vitest|jest|mocha|ava|tap|jasmine|karma|playwright|cypress|pytest|unittest|nose2?|tox|nox|go\s+test|gotestsum|node\s+--test|bun\s+test|deno\s+test|cargo\s+test|c8|nyc|eslint|oxlint|tsc|mypy|ruff|golangci-lint|stryker|mvnw?|gradlew?|rspec|rake|rubocop|cargo\s+(?:nextest|clippy)|go\s+vet|phpunit|dotnet\s+test|ctest)\b/

/** Worse when they appear more often than before. */
const weakening: readonly (readonly [RegExp, string])[] = [
  [
    /\|\|\s{0,3}(?:true|exit\s+0|:|echo\b)|;\s{0,3}(?:true|exit\s+0)\b|\bset\s+\+e\b|\bset\s+\+o\s+errexit|\bexit\s+0\b|\bcontinue-on-error:\s{0,3}true|\ballow_failure:\s{0,3}true|\|\s{0,3}(?:tee|cat)\b|&\s{0,3}$|\bignore_outcome\s{0,3}=\s{0,3}true|\bprocess\.exit\(0\)/gm,
    'lets it succeed whatever the tests say',
  ],
  [
    /-DskipTests|-Dmaven\.test\.skip|-Dmaven\.test\.failure\.ignore|-x\s+test\b|--no-run\b|--passWithNoTests|--pass-with-no-tests|--no-bail\b|--dangerouslyIgnoreUnhandledErrors|--suppress-no-test-exit-code|--exit-zero|--no-error-on-unmatched-pattern|--allow-no-tests|--if-present/g,
    'lets it succeed without running anything',
  ],
  [
    /(?:^|\s)(?:-k|--deselect|--ignore(?:-glob)?|--exclude|--testPathIgnorePatterns|--testPathPatterns?|-t|--testNamePattern|--grep|--invert|-g|-run|--run|-skip|-m|--changed|--onlyChanged|--only-changed|--findRelatedTests|--shard|-short|--lf|--last-failed|--project|--filter|-tags|--skip)(?:[\s=]|$)/g,
    'leaves tests out',
  ],
  [
    /(?:^|\s)(?:-u|--update|--updateSnapshot|--update-snapshots?|--snapshot-update|--inline-snapshot=\w+|--force-regen)(?:\s|$)/g,
    'rewrites the expected results',
  ],
  [/--retry(?:=|\s)|--retries(?:=|\s)|--reruns(?:=|\s)|--flaky/g, 'repeats tests until they pass'],
  [
    /--no-coverage|--coverage[=.](?:enabled=)?false|--no-cov\b|--cov-fail-under=0|--check-coverage=false|--no-strict|--no-verify|--no-typecheck|--skip-nx-cache|--quiet\b/g,
    'turns a check off',
  ],
]
/** Worse when they go. */
const strengthening =
  /--coverage\b(?!=)|--cov(?:=\S+|-fail-under=\d+|\b)|-race\b|--strict[\w-]*|-W\s?error[\w:.-]*|--forbid-only\b|--forbidOnly\b|--max-warnings[= ]\d+|--check-coverage\b|--fail-\S+|\bset\s+-e\w*|\bpipefail\b|--detect-open-handles\b|--fail_under\S*|--errors-for-leak\S*|-covermode\S*/g

export function findCommands(change: Change): Tampering[] {
  const { path, before, after } = change
  if (before === null || after === null) return []
  const report = (message: string, needle = '') => tampering(change, 'command-changed', message, lineOf(after, needle))
  if (!path.endsWith('package.json')) return scriptText(path, strip(before), strip(after)).map((message) => report(message))
  const [was, is] = [parse(before), parse(after)]
  if (!was) return []
  if (!is) return [report('package.json can no longer be read')]
  const [old, now] = [record(was['scripts']), record(is['scripts'])]
  const changed = Object.entries(old).flatMap(([name, command]) => {
    const later = now[name]
    if (later === command || !/test|check|ci|verify|lint|types?|coverage|spec|e2e|validate/i.test(name)) return []
    return (later === undefined ? ['is gone'] : weaker(command, later)).map((why) => report(`the script ${name} ${why}`, `"${name}"`))
  })
  const fresh = Object.entries(now).flatMap(([name, command]) => {
    if (Object.hasOwn(old, name)) return []
    const around = /^(?:pre|post)(?:test|check|ci|verify|lint|coverage)/.test(name)
    const why = [
      ...(around ? weaker('', command) : []),
      ...overwriting(command, around || /^(?:pre|post)|^(?:install|prepare)$/.test(name)),
    ]
    return why.map((one) => report(`the new script ${name} ${one}`, `"${name}"`))
  })
  return [...changed, ...fresh, ...tools(change, was, is, after)]
}

/** Commands that write over what checks rely on or report; `unasked`: that run by themselves, around others. */
function overwriting(commands: string, unasked: boolean): string[] {
  if (unasked && /\bcore\.hooksPath\b/.test(commands)) return ['has git run hooks of its own']
  const writes = commands.matchAll(
    /\b(?:cp|mv|ln|tee|rm|truncate|sed\s+-i\S*)\s[^;&|\n]*?(\S+)\s*(?=$|[;&|\n])|>>?\s*([^\s;&|]+)|\bgit checkout\b|\bwriteFile\w*\(\s*['"]([^'"]+)/gm,
  )
  return [...writes].flatMap(([command, last, target, file]) => {
    const path = (last ?? target ?? file ?? '').replace(/^["']|["']$|^\.\//g, '')
    const relied =
      ['test', 'data', 'settings'].includes(partOf(path)) ||
      /(?:^|\/)(?:coverage|lcov\.info|junit\S*\.xml|test-results?)(?:\/|$)/.test(path)
    return relied && unasked ? [`writes over ${path}: ${command.trim().slice(0, 80)}`] : []
  })
}

/** The runner itself, replaced by something local or another name. */
function tools(change: Change, was: Record<string, unknown>, is: Record<string, unknown>, after: string): Tampering[] {
  const replaced = ['dependencies', 'devDependencies', 'overrides', 'resolutions'].flatMap((section) => {
    const old = record(was[section])
    return Object.entries(record(is[section])).filter(([name, version]) => old[name] !== version)
  })
  return replaced
    .filter(([name, version]) => /^(?:file:|link:|portal:|npm:|git|https?:|\.)/.test(version) && runnerPackage.test(name))
    .map(([name, version]) => tampering(change, 'harness-altered', `${name} now comes from ${version}`, lineOf(after, `"${name}"`)))
}

const runnerPackage = /^(?:vitest|jest|mocha|ava|chai|expect|sinon|@vitest\/.*|@jest\/.*|eslint|typescript|c8|nyc)$/

/** Makefiles, shell scripts, pipelines: by what the whole text gained and lost. */
function scriptText(path: string, before: string, after: string): string[] {
  const [old, now] = [commandsIn(before), commandsIn(after)]
  const [succeeds, why] = weakening[0] as (typeof weakening)[number]
  const gone = old.find((line) => !now.includes(line))
  const known = conditionsIn(before)
  const ignored = (line: string) => /^\t[@+]{0,2}-/.test(line)
  return [
    ...weaker(old.join('\n'), now.join('\n')).map((one) => `a command of ${path} ${one}`),
    ...(count(after, succeeds) > count(before, succeeds) ? [`${path} ${why}`] : []),
    ...(gone !== undefined && now.length < old.length ? [`${path} no longer runs: ${gone.trim().slice(0, 80)}`] : []),
    ...conditionsIn(after)
      .filter((one) => !known.includes(one))
      .map((one) => `a check of ${path} runs only if ${one.slice(0, 60)}`),
    ...(isHook.test(path) ? overwriting(after, true).filter((one) => !before.includes(one.slice(one.indexOf(': ') + 2))) : []).map(
      (one) => `${path} ${one}`,
    ),
    ...(now.some(ignored) && !old.some(ignored) ? ['a failing command of the makefile is ignored'] : []),
  ]
}

const isHook = /(?:^|\/)\.(?:githooks|git-hooks|husky)\//

const runs =
  /^\s{0,8}["']?addopts\b|\b(?:npm|pnpm|yarn|make|just|task)\s+(?:run\s+)?(?:test|check|ci\b(?!$)|lint|verify|types?|typecheck|coverage|e2e|validate|build)/

function commandsIn(text: string): string[] {
  return text.split('\n').filter((line) => runner.test(line) || runs.test(line))
}

/** What steps of a pipeline that check something depend on. */
function conditionsIn(text: string): string[] {
  const steps =
    /\b(?:run|name): [^\n]*(?:test|check|lint|verify|types)[^\n]*\n\s+if: ([^\n]*)|\bif: ([^\n]*)\n\s+run: [^\n]*(?:test|check|lint|verify|types)/g
  return [...text.matchAll(steps)].map(([, below, above]) => below ?? above ?? '').filter((one) => !/always\(\)|success\(\)/.test(one))
}

function weaker(before: string, after: string): string[] {
  const found = weakening.flatMap(([pattern, why]) =>
    count(after, pattern) > count(before, pattern) ? [`${why}: ${(after.match(pattern) ?? [''])[0].trim()}`] : [],
  )
  const lost = (before.match(strengthening) ?? []).filter((flag) => !after.includes(flag))
  if (before !== '' && lost.length > 0) found.push(`lost ${lost.join(', ')}`)
  const last = after.split(/&&|;|\n/).at(-1) ?? ''
  if (before !== '' && !/;/.test(before) && /;\s*\S/.test(after) && !runner.test(last))
    found.push(`leaves its result to a later command: ${last.trim().slice(0, 40)}`)
  if (runner.test(before) && !runner.test(after)) found.push('no longer runs what it ran')
  if (found.length === 0 && before !== '') found.push(...narrower(before, after))
  return found
}

/** The same runner, given fewer places to look or told of particular files. */
function narrower(before: string, after: string): string[] {
  const places = (command: string) =>
    command
      .split(/\s+/)
      .filter(
        (word) =>
          /[/*]|\.(?:test|spec)\b|_test\b|::/.test(word) &&
          !word.startsWith('-') &&
          !/^[\w.-]+=/.test(word) &&
          !/^(?:https?:|node_modules)/.test(word),
      )
  const segments = (command: string) => command.split(/&&|;|\n/).filter((part) => runner.test(part))
  const [was, is] = [segments(before), segments(after)]
  if (is.length < was.length) return ['runs fewer checks']
  return was.flatMap((part, index) => {
    const [old, now] = [places(part), places(is[index] ?? '')]
    const gone = old.filter((word) => !now.includes(word))
    const added = now.filter((word) => !old.includes(word))
    if (gone.length > 0) return [`no longer runs ${gone.join(' ')}`]
    return old.length === 0 && added.length > 0 ? [`runs only ${added.join(' ')}`] : []
  })
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function strip(text: string): string {
  return text.replace(/(^|\s)#(?!!).*$/gm, '$1')
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function record(value: unknown): Record<string, string> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {}
}

function lineOf(text: string, needle: string): number | undefined {
  const at = text.indexOf(needle)
  return at < 0 ? undefined : text.slice(0, at).split('\n').length
}
