// The code a configuration brings in: files it names, files those import, source or run, and places where that can't be determined.
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { sha256 } from '../lib/hash.ts'

export interface BroughtIn {
  /** Paths below the root, with their hashes. */
  files: Map<string, string>
  /** Lines that run something not named literally: `path:line: text`. */
  open: string[]
}

const mostFiles = 1000
const mostBytes = 2 * 1024 * 1024

export function broughtIn(root: string, names: readonly string[]): BroughtIn {
  const files = new Map<string, string>()
  const open: string[] = []
  const queue = names.map((name) => resolve(root, name))
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const name = relative(root, path)
    if (files.has(name) || !isBelow(root, path)) continue
    if (files.size === mostFiles) {
      open.push(`more than ${mostFiles} files`)
      break
    }
    const bytes = readFileSync(path)
    files.set(name, sha256(bytes))
    if (bytes.length > mostBytes || bytes.includes(0)) continue
    const text = bytes.toString('utf8')
    if (isCode(path, text)) queue.push(...namedIn(root, path, text))
    if (isShell(path, text)) open.push(...unread(root, path, text).map((line) => `${name}:${line}`))
  }
  return { files, open }
}

/** Project files that a piece of code names anywhere: rather one too many than one too few. */
function namedIn(root: string, path: string, text: string): string[] {
  const spelled = [
    ...wordsOf(text),
    ...matches(text, /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.[^'"\n]*)['"]/g).flatMap((word) =>
      ['', '.js', '.mjs', '.cjs', '.ts', '/index.js'].map((ending) => `${word}${ending}`),
    ),
    ...(path.endsWith('.py')
      ? matches(text, /^[ \t]*(?:from|import)[ \t]+([\w.]+)/gm).flatMap((word) => {
          const module = word.replace(/^\.+/, '').replaceAll('.', '/')
          return [`${module}.py`, `${module}/__init__.py`]
        })
      : []),
  ]
  return [...new Set(spelled.flatMap((word) => filesNamed(root, path, word)))].filter((found) =>
    isCode(found, () => readFileSync(found, 'utf8')),
  )
}

/** Relative to the naming file or the root; for a path after a variable, such as "$HERE/lib.sh", too. */
function filesNamed(root: string, path: string, word: string): string[] {
  const bare = word.replace(/^\/+/, '')
  return [...new Set([word, bare].flatMap((each) => [resolve(dirname(path), each), resolve(root, each)]))].filter((found) =>
    isBelow(root, found),
  )
}

/** Words that may name a code file: those with a slash or a known extension. */
const wordsOf = (text: string) => [
  ...new Set(text.split(/[\s"'`;|&()<>{}$=,:]+/).filter((word) => word.length < 300 && (word.includes('/') || codeEnding.test(word)))),
]

/** Places where a shell script sources or runs something only known at run time. */
function unread(root: string, path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const runs = commandsOf(line).some((command) => {
      const [, verb, rest = ''] = /^(\.|source|eval|exec|(?:ba|z|k|da)?sh|node|python3?|ruby|perl)\s+(.*)$/.exec(command) ?? []
      if (verb === undefined) return /^"?\$(?![@*#?\d(])/.test(command)
      if (verb === 'eval') return true
      const target = rest.replace(/^(?:-\w+\s+)*/, '')
      const known = wordsOf(`${target} `).some((word) => filesNamed(root, path, word).length > 0)
      return verb === '.' || verb === 'source' ? !known : /^"?\$(?![@*\d])/.test(target) && !known
    })
    return runs ? [`${index + 1}: ${line.trim().slice(0, 120)}`] : []
  })
}

/** The commands of a line, roughly: what begins it or follows a separator. */
const commandsOf = (line: string) =>
  line
    .replace(/(^|\s)#.*$/, '')
    .split(/;|&&|\|\||\||\b(?:then|do|else)\b|^\s*(?:if|while)\b/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const codeEnding = /\.(?:[cm]?[jt]sx?|sh|bash|zsh|ksh|py|rb|pl|pm|php|lua|ps1|mk|awk|sed|go|rs)$/

function isCode(path: string, text: string | (() => string)): boolean {
  if (codeEnding.test(path) || /^(?:Makefile|Rakefile|Justfile)$/i.test(basename(path))) return true
  if (((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o111) !== 0) return true
  return (typeof text === 'string' ? text : text()).startsWith('#!')
}

const isShell = (path: string, text: string) => /\.(?:sh|bash|zsh|ksh)$/.test(path) || /^#!.*\b(?:ba|z|k|da)?sh\b/.test(text)

const isBelow = (root: string, path: string) =>
  !relative(root, path).startsWith('..') &&
  !path.includes(`${join('/', 'node_modules')}/`) &&
  statSync(path, { throwIfNoEntry: false })?.isFile() === true

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
