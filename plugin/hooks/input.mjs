// What the hooks share: the message on standard input, words on standard output, the place of whet's own folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A path in the folder of a project that is whet's alone. */
export const ours = (project, ...parts) => join(project, '.whetstone', ...parts)

/** Anything but an object counts as an empty message. */
export function readInput() {
  try {
    const value = JSON.parse(readFileSync(0, 'utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** What hooks say is shown in a terminal, and quotes names, rules and work: only line feeds and tabs pass as they are. */
export const say = (message) =>
  process.stdout.write(`${JSON.stringify(message, (_key, value) => (typeof value === 'string' ? visible(value) : value))}\n`)

const visible = (text) =>
  text.replaceAll(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2028\u2029\u2066-\u2069]/gu, (char) =>
    char === '\n' || char === '\t' ? char : `⟨U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
