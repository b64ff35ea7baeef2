// The commands that run tests and checks: what weakens them, leaves tests out, or replaces them altogether.
import { partOf } from './files.ts'
import { pathsBy } from './globs.ts'
import { runner, runs, strengthening, succeeds, weakening } from './signs.ts'
import { type Change, type Tampering, lineOf, tampering } from './tampering.ts'

/** `was` and `is`: the texts without comments. `files`: code and tests after the change. */
export function findCommands(change: Change, was: string, is: string, files: readonly string[]): Tampering[] {
  const report = (message: string, needle = '') => tampering(change, 'command-changed', message, lineOf(change.after, needle))
  if (!change.path.endsWith('package.json')) return inText(change.path, was, is, files).map((message) => report(message))
  const [old, now] = [parse(was), parse(is)]
  if (!old) return []
  if (!now) return [report('package.json can no longer be read')]
  const [before, after] = [textsIn(old['scripts']), textsIn(now['scripts'])]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const scripts = [...names].flatMap((name) => scriptChange(name, before, after, files).map((why) => report(`the ${why}`, `"${name}"`)))
  return scripts
}

type Scripts = Record<string, string>

function scriptChange(name: string, before: Scripts, after: Scripts, files: readonly string[]): string[] {
  const [old, now] = [before[name], after[name]]
  if (old === undefined && now !== undefined) {
    const around = /^(?:pre|post)(?:test|check|ci|verify|lint|coverage)/.test(name)
    const unasked = around || /^(?:pre|post)|^(?:install|prepare)$/.test(name)
    return [...(around ? weaker('', now, files) : []), ...(unasked ? overwriting(now) : [])].map((why) => `new script ${name} ${why}`)
  }
  if (
    old === undefined ||
    now === old ||
    /watch|dev/.test(name) ||
    !/(?:^|[:_.-])(?:pre|post)?(?:tests?|check|ci|verify|lint|type|coverage|specs?|e2e|validate)/i.test(name)
  )
    return []
  // Under another name it is still there, or the tool that it ran is.
  const tool = runner.exec(old)?.[0]
  const isElsewhere = Object.entries(after).some(([other, command]) => other !== name && tool !== undefined && command.includes(tool))
  if (now === undefined) return tool === undefined || isElsewhere ? [] : [`script ${name} is gone`]
  return weaker(old, now, files)
    .filter((why) => why !== movedAway || !isElsewhere)
    .map((why) => `script ${name} ${why}`)
}

/** Makefiles, shell scripts, pipelines: by what the whole text gained and lost. */
function inText(path: string, before: string, after: string, files: readonly string[]): string[] {
  // Another version of a tool is the same tool.
  const commands = (text: string) =>
    text
      // `$(GO) test`
      .replace(/\$[({](\w+)[)}]/g, (_, name: string) => name.toLowerCase())
      .split('\n')
      .filter((line) => runner.test(line) || runs.test(line))
      .map((line) => line.replace(/@v?\d[\w.-]*/g, ''))
  const [old, now] = [commands(before), commands(after)]
  const gone = old.find((line) => !now.includes(line))
  const isHook = /(?:^|\/)\.(?:githooks|git-hooks|husky)\//.test(path)
  return [
    ...weaker(old.join('\n'), now.join('\n'), files).map((one) => `a command of ${path} ${one}`),
    ...(count(after, succeeds) > count(before, succeeds) ? [`${path} lets it succeed whatever the tests say`] : []),
    ...(gone !== undefined && now.length < old.length ? [`${path} no longer runs: ${gone.trim().slice(0, 80)}`] : []),
    ...(isHook ? overwriting(after).filter((one) => !before.includes(one.slice(one.indexOf(': ') + 2))) : []).map(
      (one) => `${path} ${one}`,
    ),
  ]
}

/** What commands that run by themselves write over of what checks rely on or report. */
function overwriting(commands: string): string[] {
  if (/\bcore\.hooksPath\b/.test(commands)) return ['has git run hooks of its own']
  const writes = commands.matchAll(
    /\b(?:cp|mv|ln|tee|rm|truncate|sed\s+-i\S*)\s[^;&|\n]*?(\S+)\s*(?=$|[;&|\n])|>>?\s*([^\s;&|]+)|\bgit checkout\b|\bwriteFile\w*\(\s*['"]([^'"]+)/gm,
  )
  return [...writes].flatMap(([command, last, target, file]) => {
    const path = (last ?? target ?? file ?? '').replace(/^["']|["']$|^\.\//g, '')
    const relied =
      ['test', 'data', 'settings'].includes(partOf(path)) ||
      /(?:^|\/)(?:coverage|lcov\.info|junit\S*\.xml|test-results?)(?:\/|$)/.test(path)
    return relied ? [`writes over ${path}: ${command.trim().slice(0, 80)}`] : []
  })
}

const movedAway = 'no longer runs what it ran'

function weaker(before: string, after: string, files: readonly string[]): string[] {
  const found = weakening.flatMap(([pattern, why]) =>
    count(after, pattern) > count(before, pattern) ? [`${why}: ${(after.match(pattern) ?? [''])[0].trim()}`] : [],
  )
  if (before === '') return found
  const lost = (before.match(strengthening) ?? []).filter((flag) => !after.includes(flag))
  if (lost.length > 0) found.push(`lost ${lost.join(', ')}`)
  const last = after.split(/&&|;|\n/).at(-1) ?? ''
  if (!/;/.test(before) && /;\s*\S/.test(after) && !runner.test(last))
    found.push(`leaves its result to a later command: ${last.trim().slice(0, 40)}`)
  if (runner.test(before) && !runner.test(after)) found.push(movedAway)
  return found.length > 0 ? found : narrower(before, after, files)
}

const isPlace = (word: string) => /[/*]|\.(?:test|spec)\b|_test\b|::/.test(word) && !/^(?:-|[\w.-]+=|https?:|node_modules)/.test(word)

/** The same runner, given fewer places to look or told of particular files. */
function narrower(before: string, after: string, files: readonly string[]): string[] {
  const segments = (command: string) => command.split(/&&|;|\n/).filter((part) => runner.test(part))
  const places = (command: string | undefined) => (command ?? '').split(/[\s'"]+/).filter(isPlace)
  const [was, is] = [segments(before), segments(after)]
  if (is.length < was.length) return ['runs fewer checks']
  return was.flatMap((part, index) => {
    const [old, now] = [places(part), places(is[index])]
    // A wider pattern takes in what the old one did.
    const takenNow = now.map((place) => pathsBy(place))
    const isKept = (word: string) => {
      const taken = files.filter(pathsBy(word))
      return taken.length > 0 && taken.every((path) => takenNow.some((takes) => takes(path)))
    }
    const gone = old.filter((word) => !now.includes(word) && !isKept(word))
    // Another runner has its patterns in its own settings.
    const isOther = runner.test(is[index] ?? '') && runner.exec(part)?.[0] !== runner.exec(is[index] ?? '')?.[0]
    if (gone.length > 0 && !isOther) return [`no longer runs ${gone.join(' ')}`]
    const missed = files.filter((path) => partOf(path) === 'test' && !takenNow.some((takes) => takes(path)))
    return old.length === 0 && now.length > 0 && missed.length > 0 ? [`runs only ${now.join(' ')}`] : []
  })
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function textsIn(value: unknown): Scripts {
  return Object.fromEntries(Object.entries(value ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
