// The commands that run tests and checks: what weakens them, leaves tests out, or replaces them altogether.
import { type Change, type Tampering, tampering } from './tampering.ts'

const runner =
  /\b(?:vitest|jest|mocha|ava|tap|jasmine|karma|playwright|cypress|pytest|unittest|nose2?|tox|nox|go\s+test|gotestsum|node\s+--test|bun\s+test|deno\s+test|cargo\s+test|c8|nyc|eslint|oxlint|tsc|mypy|ruff|golangci-lint|stryker)\b/

/** Worse when they appear more often than before. */
const weakening: readonly (readonly [RegExp, string])[] = [
  [
    /\|\|\s{0,3}(?:true|exit\s+0|:|echo\b)|;\s{0,3}(?:true|exit\s+0)\b|\bset\s+\+e\b|\bset\s+\+o\s+errexit|\bexit\s+0\b|\bcontinue-on-error:\s{0,3}true|\ballow_failure:\s{0,3}true|\|\s{0,3}(?:tee|cat)\b|&\s{0,3}$|\bignore_outcome\s{0,3}=\s{0,3}true|\bprocess\.exit\(0\)/gm,
    'lets it succeed whatever the tests say',
  ],
  [
    /--passWithNoTests|--pass-with-no-tests|--no-bail\b|--dangerouslyIgnoreUnhandledErrors|--suppress-no-test-exit-code|--exit-zero|--no-error-on-unmatched-pattern|--allow-no-tests|--if-present/g,
    'lets it succeed without running anything',
  ],
  [
    /(?:^|\s)(?:-k|--deselect|--ignore(?:-glob)?|--exclude|--testPathIgnorePatterns|--testPathPatterns?|-t|--testNamePattern|--grep|--invert|-g|-run|--run|-skip|-m|--changed|--onlyChanged|--only-changed|--findRelatedTests|--shard|-short|--lf|--last-failed|--project|--filter|-tags|--skip)(?:[\s=]|$)/g,
    'leaves tests out',
  ],
  [
    /(?:^|\s)(?:-u|--update|--updateSnapshot|--update-snapshots?|--snapshot-update|--inline-snapshot=\w+|--force-regen)(?:\s|$)/g,
    'writes the expected results anew',
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
  const { before, after } = change
  if (before === null || after === null) return []
  return change.path.endsWith('package.json') ? packageScripts(change, before, after) : scriptText(change, strip(before), strip(after))
}

function packageScripts(change: Change, before: string, after: string): Tampering[] {
  const [was, is] = [parse(before), parse(after)]
  if (!was) return []
  if (!is) return [tampering(change, 'command-changed', 'package.json can no longer be read')]
  const [old, now] = [record(was['scripts']), record(is['scripts'])]
  const found: Tampering[] = []
  for (const [name, command] of Object.entries(old)) {
    if (!/test|check|ci|verify|lint|types?|coverage|spec|e2e|validate/i.test(name)) continue
    const later = now[name]
    const report = (why: string) =>
      found.push(tampering(change, 'command-changed', `the script ${name} ${why}`, lineOf(after, `"${name}"`)))
    if (later === undefined) report('is gone')
    else if (later !== command) for (const why of weaker(command, later)) report(why)
  }
  for (const [name, command] of Object.entries(now)) {
    if (Object.hasOwn(old, name) || !/^(?:pre|post)(?:test|check|ci|verify|lint)/.test(name)) continue
    for (const why of weaker('', command))
      found.push(tampering(change, 'command-changed', `the script ${name} ${why}`, lineOf(after, `"${name}"`)))
    if (/\b(?:sed|rm|mv|cp|git checkout|truncate|tee)\b|>\s*\S+|writeFile/.test(command))
      found.push(
        tampering(
          change,
          'command-changed',
          `the new script ${name} changes files before or after the tests: ${command.slice(0, 80)}`,
          lineOf(after, `"${name}"`),
        ),
      )
  }
  return [...found, ...tools(change, was, is, after)]
}

/** The runner itself, replaced by something local or another name. */
function tools(change: Change, was: Record<string, unknown>, is: Record<string, unknown>, after: string): Tampering[] {
  return ['dependencies', 'devDependencies', 'overrides', 'resolutions'].flatMap((section) => {
    const [old, now] = [record(was[section]), record(is[section])]
    return Object.entries(now).flatMap(([name, version]) =>
      old[name] !== version &&
      /^(?:file:|link:|portal:|npm:|git|https?:|\.)/.test(version) &&
      /^(?:vitest|jest|mocha|ava|chai|expect|sinon|@vitest\/.*|@jest\/.*|eslint|typescript|c8|nyc)$/.test(name)
        ? [tampering(change, 'harness-altered', `${name} now comes from ${version}`, lineOf(after, `"${name}"`))]
        : [],
    )
  })
}

/** Makefiles, shell scripts, pipelines: by what the whole text gained and lost. */
function scriptText(change: Change, before: string, after: string): Tampering[] {
  const commands = (text: string) =>
    text
      .split('\n')
      .filter(
        (line) =>
          runner.test(line) ||
          /^\s{0,8}["']?addopts\b/.test(line) ||
          /\b(?:npm|pnpm|yarn|make|just|task)\s+(?:run\s+)?(?:test|check|ci\b(?!$)|lint|verify|types?|typecheck|coverage|e2e|validate|build)/.test(
            line,
          ),
      )
  const [old, now] = [commands(before), commands(after)]
  const found = weaker(old.join('\n'), now.join('\n')).map((why) =>
    tampering(change, 'command-changed', `a command of ${change.path} ${why}`, undefined),
  )
  const free = weakening
    .slice(0, 1)
    .flatMap(([pattern, why]) =>
      count(after, pattern) > count(before, pattern) ? [tampering(change, 'command-changed', `${change.path} ${why}`)] : [],
    )
  const lost =
    old.filter((line) => !now.includes(line)).length > 0 && now.length < old.length
      ? [
          tampering(
            change,
            'command-changed',
            `${change.path} no longer runs: ${old
              .find((line) => !now.includes(line))
              ?.trim()
              .slice(0, 80)}`,
          ),
        ]
      : []
  const conditions = (text: string) =>
    [
      ...text.matchAll(
        /\b(?:run|name): [^\n]*(?:test|check|lint|verify|types)[^\n]*\n\s+if: ([^\n]*)|\bif: ([^\n]*)\n\s+run: [^\n]*(?:test|check|lint|verify|types)/g,
      ),
    ]
      .map(([, below, above]) => below ?? above ?? '')
      .filter((condition) => !/always\(\)|success\(\)/.test(condition))
  const conditional = conditions(after)
    .filter((condition) => !conditions(before).includes(condition))
    .map((condition) => tampering(change, 'command-changed', `a check of ${change.path} runs only if ${condition.slice(0, 60)}`))
  const ignored = /^\t[@+]{0,2}-/m
  const silent =
    now.some((line) => ignored.test(line)) && !old.some((line) => ignored.test(line))
      ? [tampering(change, 'command-changed', 'a failing command of the makefile is ignored')]
      : []
  return [...found, ...free, ...lost, ...conditional, ...silent]
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
