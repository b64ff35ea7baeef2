// Distinguishes generated values from stand-ins, references and words.
import { sha256 } from './hash.ts'

/** A word for "put yours here", a mask, a sequence, or a value published in documentation. */
export function isStandIn(value: string): boolean {
  return (
    standIn.test(value) ||
    weak.test(value) ||
    /(.)\1{5,}/.test(value) ||
    /^[*.•xX_-]+$/.test(value) ||
    neighbours(value) >= 0.5 ||
    published.has(sha256(value).slice(0, 16))
  )
}

const standIn =
  /example|sample|dummy|placeholder|change[_-]?(?:me|it|this)|replace[_-]?(?:me|with|this)|your[_-]|[_-]here\b|insert[_-]|redacted|fake|not[_-]?real|test[_-]?(?:key|token|secret|password|only)|x{4,}|\.{3}|…|•{3}|\*{3}/i

/** Typical of tutorials: a word for the thing itself, or the first that comes to mind, with a few digits. */
const weak =
  /^(?:my|the|some|super|top|default)?[-_ ]?(?:p[a@]ss(?:w[o0]rd|wd|phrase)?|secret|token|key|api[-_]?key|admin|root|test|demo|guest|user(?:name)?|foo(?:bar)?|bar|baz|qwerty|letmein|value|postgres|mysql|redis|mongo|rabbit(?:mq)?|anonymous|welcome|login|none|null|undefined|string)[-_ ]?\d{0,6}[!@#$]?$/i

/** The share of characters that follow their neighbour in the alphabet or in counting. */
function neighbours(value: string): number {
  const low = value.toLowerCase()
  let steps = 0
  for (let i = 1; i < low.length; i++) {
    const step = low.charCodeAt(i) - low.charCodeAt(i - 1)
    if (step === 1 || step === 0 || (low[i - 1] === '9' && low[i] === '0')) steps++
  }
  return value.length < 2 ? 0 : steps / (value.length - 1)
}

/** Filled in from elsewhere, encrypted (as SOPS and sealed secrets are), or a pointer to where the secret is stored. */
export function isReference(value: string): boolean {
  return elsewhere.test(value)
}

const elsewhere =
  /^[$<{%@!^#]|^[*&][A-Za-z]\w*$|\$\{|\{\{|\$\(|<[^>]{0,100}>|%\(|\(\?|^(?:true|false|required|optional)$|^(?:process\.env|os\.environ|env\.)|^[a-z][a-z0-9+.-]{1,20}:\/\/[^:@]{0,500}$|^(?:arn|vault|ssm|op|ref\+\w+|urn|sha\d+|md5|sm|secretsmanager|gcp|file|env):|^ENC\[|^Ag[A-Za-z0-9+/]{200}|^projects\/|^sha\d{3}-|=sha256/i

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isPerhapsUuid = (value: string) => uuid.test(value)

/** Not a stand-in, not words, and as mixed as generated values are. */
export function looksGenerated(value: string): boolean {
  if (isStandIn(value) || /[\s\u0080-\u{10ffff}]/u.test(value) || /0123456789|1234567890|abcdef(?![0-9a-f])/i.test(value)) return false
  if (/^[./~]/.test(value) && value.includes('/')) return false // a path to a secret isn't one
  if (/^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+(?:=[\w$.]*)?$/.test(value)) return false // an expression such as request.headers.token
  if (isWords(value)) return false
  return entropy(value) >= (value.length >= 16 ? 3 : 2.5)
}

/** Made of words and a few digits, however joined: usually a name, rarely generated. */
function isWords(value: string): boolean {
  if (/[^\p{L}\p{N}\s._/:#-]/u.test(value)) return false
  const parts = value
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap((part) => part.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [part])
  const letters = parts.filter((part) => !/^\p{N}+$/u.test(part))
  const numbers = parts.filter((part) => /^\p{N}+$/u.test(part))
  if (letters.length === 0 || numbers.some((part) => part.length > 4) || numbers.length > Math.max(2, letters.length)) return false
  const average = letters.join('').length / letters.length
  return average >= (numbers.length > 0 || letters.length > 3 ? 3 : 2) && letters.every(isPronounceable)
}

/** Short parts and other scripts get the benefit of the doubt. */
function isPronounceable(part: string): boolean {
  if (part.length < 6 || /[^\x00-\x7f]/.test(part)) return true
  const vowels = part.match(/[aeiouy]/gi)?.length ?? 0
  return vowels / part.length >= 0.2 && !/[^aeiouy]{6}/i.test(part)
}

/** Shannon entropy in bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/** Credentials published in documentation and emulators, by the beginning of their hash. */
const published = new Set([
  '2cafc0970149a84f',
  'cf4d418ed3de92d7',
  '3543c50b0cb9cea8',
  '051d093c4bdedbf2',
  '0011cc25eb432071',
  'aa6547439583c3a2',
  '731fa294d036e54f',
])
