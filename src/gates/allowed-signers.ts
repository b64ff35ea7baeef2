// The people whose signatures count, in OpenSSH's allowed_signers format; unusable lines are kept with their reason.
import { Fault } from '../schema/fault.ts'
import { readKey } from './ssh-key.ts'
import { decodeBase64, unreadable } from './ssh-wire.ts'

export interface Signer {
  line: number
  principals: string[]
  /** The public key as the file spells it: base64 of the wire form. */
  key: string
  /** Absent: any namespace. */
  namespaces?: string[]
  /** Milliseconds since 1970. */
  validAfter?: number
  validBefore?: number
}

export interface AllowedSigners {
  signers: Signer[]
  refused: { line: number; why: string; key?: string }[]
}

/**
 * Stricter than OpenSSH on purpose: a line must name its people in full (no patterns) and hold a plain key (no certificate
 * authority), and a time without "Z" is UTC, so that the same list means the same on every machine.
 */
export function parseAllowedSigners(text: string): AllowedSigners {
  const list: AllowedSigners = { signers: [], refused: [] }
  text.split('\n').forEach((raw, index) => {
    const content = raw.trim()
    if (content === '' || content.startsWith('#')) return
    const line = index + 1
    const fields = splitFields(content)
    // Look for the key even on a bad line, so its owner can be told why it doesn't count.
    const at = fields.findIndex((field, n) => n > 0 && /^[a-z0-9@.-]+$/i.test(field) && (fields[n + 1] ?? '').startsWith('AAAA'))
    const key = at < 0 ? undefined : fields[at + 1]!
    try {
      list.signers.push(readLine(fields, at, line))
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'invalid') throw error
      list.refused.push({ line, why: error.message, ...(key !== undefined && { key }) })
    }
  })
  return list
}

function readLine(fields: string[], at: number, line: number): Signer {
  if (at < 0) unreadable('it has no key; expected: principals [options] key-type key [comment]')
  if (at > 2)
    unreadable(
      `it has ${at - 1} fields between the principals and the key, expected the options in one field without spaces outside quotes`,
    )
  const principals = namesIn(unquote(fields[0]!))
  if (principals.length === 0) unreadable('it names no principal')
  const pattern = principals.find((name) => /[*?!]/.test(name))
  if (pattern !== undefined) unreadable(`the principal "${pattern}" is a pattern, which names no person; expected a full name`)
  const type = fields[at]!
  const key = fields[at + 1]!
  if (type.includes('-cert-v01@')) unreadable('it has a certificate; expected a plain key')
  const parsed = readKey(decodeBase64(key))
  if (parsed.type !== type) unreadable(`the line says ${type}, the key says ${parsed.type}`)
  return { line, principals, key, ...(at === 2 ? readOptions(fields[1]!) : {}) }
}

function readOptions(field: string): Pick<Signer, 'namespaces' | 'validAfter' | 'validBefore'> {
  const options: Pick<Signer, 'namespaces' | 'validAfter' | 'validBefore'> = {}
  for (const option of splitOutsideQuotes(field, ',')) {
    const equals = option.indexOf('=')
    const name = (equals < 0 ? option : option.slice(0, equals)).toLowerCase()
    const value = equals < 0 ? '' : unquote(option.slice(equals + 1))
    if (name === 'cert-authority') unreadable("it names a certificate authority; certificates aren't accepted, list people's keys instead")
    else if (name === 'namespaces') options.namespaces = readNamespaces(value)
    else if (name === 'valid-after') options.validAfter = readTime(name, value)
    else if (name === 'valid-before') options.validBefore = readTime(name, value)
    else unreadable(`the option "${name.slice(0, 40)}" is unknown; expected namespaces, valid-after or valid-before`)
  }
  if (options.validAfter !== undefined && options.validBefore !== undefined && options.validAfter >= options.validBefore)
    unreadable("valid-after isn't before valid-before")
  return options
}

function readNamespaces(value: string): string[] {
  const names = namesIn(value)
  if (names.length === 0) unreadable('the option namespaces is empty')
  const pattern = names.find((name) => /[*?!]/.test(name))
  if (pattern !== undefined) unreadable(`the namespace "${pattern}" is a pattern; expected full names`)
  return names
}

function readTime(name: string, value: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?Z?$/.exec(value)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (parts ?? []).slice(1).map((part) => Number(part ?? 0))
  const time = parts ? Date.UTC(year, month - 1, day, hour, minute, second) : NaN
  const back = new Date(time)
  // Date.UTC turns 31 June into 1 July; treat such a date as a mistake.
  const same =
    parts && back.getUTCMonth() === month - 1 && back.getUTCDate() === day && back.getUTCHours() === hour && back.getUTCMinutes() === minute
  if (!same) unreadable(`${name} is "${value.slice(0, 40)}", expected YYYYMMDD or YYYYMMDDHHMM[SS], with Z for UTC`)
  return time
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function splitFields(line: string): string[] {
  return splitOutsideQuotes(line.replaceAll('\t', ' '), ' ').filter((field) => field !== '')
}

function splitOutsideQuotes(line: string, separator: string): string[] {
  const parts: string[] = []
  let quoted = false
  let from = 0
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted
    else if (line[i] === separator && !quoted) {
      parts.push(line.slice(from, i))
      from = i + 1
    }
  }
  parts.push(line.slice(from))
  return parts
}

function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}
