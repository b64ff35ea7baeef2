// PreToolUse hook: what a person froze stays as it is. Refuses files below a design's final/ folder while its FROZEN.md lies there, and commands that would change them.
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { readInput, say } from './input.mjs'

const changes = /\b(?:rm|mv|cp|ln|tee|dd|truncate|touch|chmod|chown|install|rsync|unlink|shred|patch|sed|perl|python3?|node|ruby|git)\b|>/
const looks =
  /^\s*(?:(?:cat|ls|head|tail|diff|cmp|grep|sha256sum|wc|file|stat|jq|whet|echo)\b|git\s+(?:diff|log|show|status|blame)\b)[^>`$]*$/

/** Folders looked into at most: an answer that comes too late refuses nothing. */
let room = 5000

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
function namedIn(command) {
  if (!changes.test(command)) return null
  let at = cwd
  for (const part of command.split(/[;&|\n]+/)) {
    const words = part.split(/[\s'"`<>()=]+/).filter((word) => word && !word.startsWith('-'))
    if (words[0] === 'cd') at = resolve(at, words[1] ?? '.')
    if (looks.test(part)) continue
    const takes = /\b(?:rm|mv)\b/.exec(part)?.[0]
    for (const word of words) {
      const full = resolve(at, word)
      const inside = word.includes('/') || existsSync(full) ? frozenFolder(full) : null
      const whole = resolve(at, word.replace(/(^|\/)\*+$/, '$1.')) // `features/*` takes all that is in it
      const found = inside ?? (takes && !(takes === 'mv' && word === '.') && existsSync(whole) ? frozenBelow(whole, 5) : null)
      if (found) return found
    }
  }
  return null
}

/** Removing or moving a folder takes along what is frozen in it. */
function frozenBelow(folder, depth) {
  if (isFrozen(folder)) return folder
  if (depth === 0 || room-- <= 0) return null
  for (const entry of entriesOf(folder)) {
    if (!entry.isDirectory() || entry.name === 'node_modules' || entry.name === '.git') continue
    const found = frozenBelow(`${folder}${folder.endsWith(sep) ? '' : sep}${entry.name}`, depth - 1)
    if (found) return found
  }
  return null
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
