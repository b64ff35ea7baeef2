// Finds credentials in any text: by their issuer's format, and by names to which generated-looking values are assigned.
import { type Form, forms } from './secret-forms.ts'
import { isPerhapsUuid, isReference, isStandIn, looksGenerated } from './secret-values.ts'

export interface Secret {
  /** What it is: `GitHub token`, `value assigned to api_key`. */
  name: string
  start: number
  end: number
}

/** Places in text order, without nesting. Linear in the text's length; at most `most`. */
export function findSecrets(text: string, most = 1000): Secret[] {
  // In JSON, a key at the start of a line follows the letter of an escape, as if it were one word: search without escapes too.
  const unescaped = text.replaceAll(/\\[bfnrt]/g, '  ')
  const found = unescaped === text ? scan(text) : [...scan(text), ...scan(unescaped)]
  // A key of a known issuer is named after it: formats come before names, and a longer match before one inside it.
  const order = new Map(found.map((secret, index) => [secret, index]))
  found.sort((a, b) => a.start - b.start || b.end - a.end || (order.get(a) ?? 0) - (order.get(b) ?? 0))
  const kept: Secret[] = []
  for (const secret of found) {
    const last = kept.at(-1)
    if (last && secret.start < last.end) {
      if (last.name.startsWith(assignedTo) && !secret.name.startsWith(assignedTo))
        kept[kept.length - 1] = { ...secret, start: last.start, end: Math.max(last.end, secret.end) }
    } else if (kept.length < most) kept.push(secret)
    else break
  }
  return kept
}

function scan(text: string): Secret[] {
  return [...forms.flatMap((form) => (text.includes(form.needle) ? [...byForm(text, form)] : [])), ...assigned(text)]
}

/** The text with every credential replaced by `[redacted]`. Idempotent. */
export const withoutSecrets = (text: string): string => replaced(text, () => '[redacted]')

/** The same lines and columns, with every credential masked. */
export const blotSecrets = (text: string): string => replaced(text, (secret) => secret.replaceAll(/[^\r\n]/g, '*'))

function replaced(text: string, by: (secret: string) => string): string {
  let clean = ''
  let from = 0
  for (const { start, end } of findSecrets(text, Infinity)) {
    clean += text.slice(from, start) + by(text.slice(start, end))
    from = end
  }
  return from === 0 ? text : clean + text.slice(from)
}

/** Stricter, for lines shown to readers: masks whatever is in a secret's place, however weak it looks. */
export function conceal(text: string): string {
  return withoutSecrets(text)
    .replace(given, (all, before: string, name: string, value: string) =>
      aboutSecrets.test(name) || isReference(value) ? all : `${before}[redacted]`,
    )
    .replace(
      /(\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:\w+\s+)?)(?!\[redacted\])([^\s"']+)/gi,
      (all, before: string, value: string) => (isReference(value) ? all : `${before}[redacted]`),
    )
    .replace(/(:\/\/[^\s:/@"']*:)[^\s/@"']+(?=@)/g, '$1[redacted]')
    .replace(/((?:\s|["'])(?:-u|--user)["',]?[\s=]["']?[^\s:"']+:)[^\s"']+/g, '$1[redacted]')
    .replace(/(\b(?:sshpass|mysql|mysqldump)\b.{0,80}?\s-p)[ ]?[^\s"'-][^\s"']*/g, '$1[redacted]')
}

function* byForm(text: string, { name, pattern, weigh = isReal }: Form): Generator<Secret> {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? match[0]
    const start = match.index + match[0].lastIndexOf(value)
    const end = weigh(value, { text, start })
    if (end !== false) yield { name, start, end: end === true ? start + value.length : end }
  }
}

const isReal = (value: string) => !isStandIn(value)

const assignedTo = 'value assigned to '

const secretName = String.raw`(?:passw(?:or)?d|passphrase|(?<![A-Za-z])pass(?![A-Za-z-])|(?<![A-Za-z])pwd|secret|token|api[_-]?key|(?:access|private|auth|account|shared|signing|encryption|master|session|subscription|storage|deploy|jwt|hmac|secret)[_-]?(?:access[_-]?)?key|credentials?)`
const given = new RegExp(
  String.raw`(([\w.-]*${secretName}[\w-]*)["'\`]{0,2}(?:\s{0,4}[=:,]\s{0,4}|\s{1,4})["'\`]?)(?!\[redacted\])([^\s"'\`,}\]]+)`,
  'gi',
)
/** A number sign begins a comment only after a space. */
const bare = String.raw`[^\s"'\`,;#{}[\]()<>|&][^\s"'\`,;{}[\]()<>|&]{7,499}`
const quoted = String.raw`["'\`]([^"'\`\n]{6,500})["'\`]`
/** `password = "…"`, `API_KEY: …`, `"clientSecret": "…"`, `'x' => '…'`, `x === "…"`, `var apiKey string = "…"`. */
const assignment = new RegExp(
  String.raw`(?<![A-Za-z0-9]|\.svg\?)([A-Za-z0-9_.-]{0,40}?${secretName}[A-Za-z0-9_-]{0,20})["'\`]?\]?(?:[ \t]{1,4}(?:string|String|str))?[ \t]{0,8}(?:={2,3}[ \t]{0,8}(?=["'\`])|:=|=>|=|:)(?:\s{0,8}(?:@|[rbfu])?${quoted}|[ \t]{0,8}(${bare}))`,
  'gi',
)
/** `--token …`, `define('DB_PASSWORD', '…')`, `ENV API_TOKEN …`, `<password>…</password>`, `$password = Make-Secure "…"`, `"db_password" { default = "…"`. */
const others: readonly RegExp[] = [
  new RegExp(String.raw`(?<=\s)--([a-z-]{0,30}${secretName})[ \t]{1,4}["']?(?!-)(${bare})`, 'gi'),
  new RegExp(String.raw`\(["']([A-Za-z0-9_.-]{0,40}${secretName}[A-Za-z0-9_-]{0,20})["'],[ \t]{0,4}["']([^"'\n]{6,500})["']`, 'gi'),
  new RegExp(
    String.raw`^[ \t]*(?:ENV|ARG|setx|export)[ \t]+([A-Za-z0-9_]{0,40}${secretName}[A-Za-z0-9_]{0,20})[ \t]+["']?(${bare})`,
    'gim',
  ),
  new RegExp(String.raw`<([\w.:-]{0,40}${secretName}[\w-]{0,20})>([^<>\s]{6,500})</`, 'gi'),
  new RegExp(
    String.raw`\$([A-Za-z0-9_]{0,40}${secretName}[A-Za-z0-9_]{0,20})[ \t]{0,4}=[ \t]{0,4}[A-Za-z]+-[A-Za-z]+[ \t](?:-String[ \t])?["']([^"'\n]{6,500})["']`,
    'gi',
  ),
  new RegExp(
    String.raw`["']([A-Za-z0-9_.-]{0,40}${secretName}[A-Za-z0-9_-]{0,20})["'][ \t]{0,4}\{[^{}]{0,200}?default[ \t]{0,8}=[ \t]{0,8}["']([^"'\n]{6,500})["']`,
    'gi',
  ),
]

function* assigned(text: string): Generator<Secret> {
  for (const pattern of [assignment, ...others])
    for (const match of text.matchAll(pattern)) {
      const [all, name = '', first, second] = match
      const value = first ?? (second ?? '').replace(/(?<!\.)[.,:;!?]$/, '')
      const called = first === undefined && /[([]/.test(text[match.index + all.length] ?? '') // the expression continues
      if (called || aboutSecrets.test(name) || !counts(name, value)) continue
      const start = match.index + all.lastIndexOf(value)
      yield { name: `${assignedTo}${name}`, start, end: start + value.length }
    }
}

/** A UUID is a secret only if the name leaves no doubt, and digits alone only as a password. */
function counts(name: string, value: string): boolean {
  if (isPerhapsUuid(value)) return !isStandIn(value) && /secret|passw|api[_-]?key|auth[_-]?token/i.test(name)
  if (/^\d+$/.test(value)) return /passw|pwd/i.test(name) && !isStandIn(value)
  return !isReference(value) && looksGenerated(value)
}

/** Names for something about a secret, or something public, rather than the secret. */
const aboutSecrets =
  /(?:name|file|path|ur[il]|ref|type|len(?:gth)?|ttl|expir\w{0,10}|header|field|[_-]?id|prefix|suffix|regex|pattern|policy|rule|limit|count|endpoint|tokens|hash|digest|checksum|fingerprint|sha-?\d{0,3}|md5|salt|version|size|enabled|required|provider|manager|service|store|class|source|label|hint|placeholder|error|message|status|format|alg(?:orithm)?|issuer|audience|scopes?|location|position|index|kind|model|schema|rotation|owner|date|_at|usage|arn|region|address|contract|symbol|scanning|scan|budget|vault|generator|validator|strength|reset|change|template|column|attribute|env)$|^(?:next|prev)|page[_-]?token|continuation|cursor|csrf|xsrf|nonce|public|publishable|tokeniz|anti[_-]?forgery|sync[_-]?token|stdin/i
