// PreToolUse hook: what a person froze stays as it is. Refuses files below a design's final/ folder while its FROZEN.md lies there, and commands that would change them.
import { spawnSync } from 'node:child_process'
import fs, { existsSync, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import paths, { basename, dirname, join, resolve, sep } from 'node:path'
import { ours, readInput, say } from './input.mjs'

const looks =
  /^\s*(?:(?:cat|less|more|bat|ls|tree|du|head|tail|nl|diff|cmp|grep|rg|sha256sum|shasum|md5sum|wc|file|stat|jq|whet|whetstone|echo|test|cd|pushd)\b|git\s+(?:diff|log|show|status|blame)\b)[^>`$]*$/

/** Folders looked into at most, the nearest first: an answer that comes too late refuses nothing. */
let room = 20_000

/** What is piped to a command that changes what it is given, or put in its place. */
const changing = '(?:rm|mv|cp|tee|truncate|touch|chmod|chown|shred|sed|perl|unlink|dd)'
const taking = '(?:rm|mv|shred|unlink|truncate)'
const feeds = new RegExp(`xargs\\b.*\\b${changing}\\b|while\\s+read\\b.*\\b${taking}\\b|\\b${taking}\\b[^;|&]*(?:\\$\\(|\`)`, 's')

const { tool_name: tool, tool_input: given = {}, cwd = process.cwd() } = readInput()
const path = given.file_path ?? given.notebook_path
const frozen =
  typeof path === 'string'
    ? frozenFolder(resolve(cwd, path))
    : tool === 'Bash' && typeof given.command === 'string'
      ? namedIn(given.command)
      : null
if (frozen) {
  const reason = `${frozen} is frozen: a person approved it and FROZEN.md holds its checksum. Leave it; a changed design is a new run, and only a person unfreezes.`
  say({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason } })
}

/** The frozen folder a path lies in, links followed, or null. */
function frozenFolder(full) {
  for (const start of new Set([full, real(full)])) {
    for (let at = start; dirname(at) !== at; at = dirname(at)) if (isFrozen(at)) return at
  }
  return null
}

function isFrozen(folder) {
  return basename(folder) === 'final' && basename(dirname(folder)) === 'design' && existsSync(join(folder, 'FROZEN.md'))
}

/** Where it would really land: the nearest folder that is there decides. */
function real(full) {
  const rest = []
  for (let at = full; dirname(at) !== at; at = dirname(at)) {
    if (existsSync(at)) return join(realpathSync(at), ...rest)
    rest.unshift(basename(at))
  }
  return full
}

/** A command that names a frozen folder, or takes away one above it, and does more than look. Reading it is fine. */
function namedIn(typed) {
  const command = typed.replaceAll(/\s*\d?>&\d|\s*[&\d]?>\s*\/dev\/null(?![\w/])/g, '') // what goes nowhere changes nothing
  let at = cwd
  for (const part of command.split(/[;&|\n]+/)) {
    const words = part.split(/[\s'"`<>()=]+/).filter((word) => word && !word.startsWith('-'))
    if (/^(?:cd|pushd)$/.test(words[0] ?? '')) at = resolve(at, atHome(words[1] ?? '.'))
    if (looks.test(part) && !feeds.test(command)) continue
    const verb = words.find((word) => /^(?:find|git)$/.test(word))
    const found =
      verb === 'find'
        ? foundBy(part, command, at)
        : ((verb === 'git' ? takenByGit(part, at) : null) ?? takenByName(words, part, at, feeds.test(command)))
    if (found) return found
  }
  return null
}

function atHome(word) {
  return word.replace(/^~(?=\/|$)/, homedir())
}

function takenByName(words, part, at, fed) {
  const takes = /\b(?:rm|mv|shred|rsync|unlink)\b/.exec(part)?.[0] ?? fed
  for (const word of words.map(atHome).flatMap((word) => [word, ...matching(word, at)])) {
    const full = resolve(at, word)
    const inside = word.includes('/') || existsSync(full) ? frozenFolder(full) : null
    const found = inside ?? (takes && !(takes === 'mv' && word === '.') && existsSync(full) ? frozenBelow(full) : null)
    if (found) return found
  }
  return null
}

/** What a pattern stands for here, as a shell would put it in its place. */
function matching(word, at) {
  if (!/[*?[{]/.test(word)) return []
  try {
    return fs.globSync(word, { cwd: at, exclude: (name) => basename(name) === 'node_modules' || basename(name) === '.git' }).slice(0, 1000)
  } catch {
    return [word.replace(/[^/]*[*?[{].*$/, '.')] // the folder the pattern begins in, also where Node is too old for patterns
  }
}

/** `find` that deletes, by itself or through what it hands its finds to. */
function foundBy(said, command, at) {
  const part = said.replace(/\$\(|(?<!\\)[)`]/g, ' ')
  if (!new RegExp(`-delete\\b|-(?:exec|ok)(?:dir)?\\s+(?:\\S*/)?(?:${changing}|(?:ba|z)?sh)\\b`).test(part) && !feeds.test(command))
    return null
  const words = part
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^['"]|['"]$/g, ''))
  const from = words.slice(words.indexOf('find') + 1)
  const options = from.findIndex((word) => /^[-(!\\]/.test(word))
  const starts = options === 0 ? ['.'] : from.slice(0, options < 0 ? undefined : options)
  // Names that are excluded, joined by -o or spelled in any case say nothing about what is spared.
  const plain = !/\s(?:-not|!|\\!|-o|-or|-prune|-iname)\s/.test(part)
  const names = plain ? [...part.matchAll(/-name\s+(['"]?)(\S+?)\1(?=\s|$)/g)].map(([, , name]) => name.replaceAll('\\', '')) : []
  for (const start of starts.flatMap((word) => [word, ...matching(word, at)])) {
    const full = resolve(at, start)
    const frozen = frozenFolder(full) ?? (existsSync(full) ? frozenBelow(full) : null)
    if (
      frozen &&
      (names.length === 0 || namesBelow(frozen, full).some((name) => names.some((pattern) => paths.matchesGlob?.(name, pattern) ?? true)))
    )
      return frozen
  }
  return null
}

/** Everything in a frozen folder, and the folders that lead to it: taking one of those takes it along. */
function namesBelow(frozen, from) {
  const above = frozen.startsWith(from) ? frozen.slice(from.length).split(sep) : []
  return [...above, ...readdirSync(frozen, { recursive: true }).map((path) => basename(path))].filter(Boolean)
}

/** Git's own options stand before its verb. */
function afterOptions([word = '', ...rest]) {
  if (!word.startsWith('-')) return [word, ...rest]
  return afterOptions(/^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path)$/.test(word) ? rest.slice(1) : rest)
}

/** Git that throws away what is not committed, where a frozen folder is not. */
function takenByGit(part, from) {
  const said = part.trim().split(/[\s'"]+/)
  const options = said.slice(said.indexOf('git') + 1)
  const [verb, ...given] = afterOptions(options)
  const other = options.slice(0, options.indexOf(verb)).lastIndexOf('-C')
  const here = other < 0 ? from : resolve(from, options[other + 1])
  // What `clean -e` spares is not what it is pointed at.
  const rest = given.filter((word, index) => word && !word.startsWith('-') && !/^(?:-e|--exclude)$/.test(given[index - 1] ?? ''))
  const throws =
    (verb === 'clean' && !/\s(?:-\w*n\w*|--dry-run)\b/.test(part)) ||
    (verb === 'reset' && /--hard|--merge/.test(part)) ||
    (verb === 'stash' && !/^(?:list|show|pop|apply|drop)$/.test(rest[0] ?? '')) ||
    (/^(?:checkout|restore|switch)$/.test(verb) &&
      (rest.some((word) => existsSync(resolve(here, word))) || /\s(?:-f|--force|--discard-changes)\b/.test(part)))
  if (!throws) return null
  const named = rest.filter((word) => existsSync(resolve(here, word)))
  // But for `clean`, git means the whole repository where no path is named.
  const top =
    verb === 'clean'
      ? here
      : (spawnSync('git', ['rev-parse', '--show-toplevel'], { cwd: here, encoding: 'utf8' }).stdout?.trim() ?? '') || here
  for (const path of named.length > 0 ? named.map((word) => resolve(here, word)) : [top]) {
    const frozen = frozenBelow(path)
    if (!frozen) continue
    const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--ignored', '--untracked-files=all', '--', frozen], {
      cwd: here,
      encoding: 'utf8',
      timeout: 5000,
    })
    if (status !== 0 || stdout.trim() !== '') return frozen
  }
  return null
}

/** Removing or moving a folder takes along what is frozen in it. Where there is too much to look through, a project with runs of ours counts as frozen. */
function frozenBelow(folder) {
  for (const queue = [folder]; queue.length > 0;) {
    const at = queue.shift()
    if (isFrozen(at)) return at
    if (room-- <= 0) return hasRuns() ? folder : null
    for (const entry of entriesOf(at))
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git')
        queue.push(`${at}${at.endsWith(sep) ? '' : sep}${entry.name}`)
  }
  return null
}

function hasRuns() {
  for (let at = cwd; dirname(at) !== at; at = dirname(at)) if (existsSync(ours(at))) return true
  return false
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
