// What credentials look like, and what tells a real one from a stand-in. Every pattern is linear: fixed prefixes, bounded runs.

export interface Provider {
  name: string
  pattern: RegExp
  /** The form is not proof enough: the value must look generated, too. */
  weigh?: boolean
}

export const providers: readonly Provider[] = [
  { name: 'private key', pattern: /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g },
  { name: 'AWS access key id', pattern: /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}\b/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b/g },
  { name: 'GitLab token', pattern: /\bgl(?:pat|ptt|dt|rt|cbt|agent)-[A-Za-z0-9_-]{20,255}/g },
  { name: 'Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g },
  { name: 'Slack webhook', pattern: /https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{6,12}\/B[A-Z0-9]{6,12}\/[A-Za-z0-9]{20,40}/g },
  { name: 'Stripe key', pattern: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}/g },
  { name: 'Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { name: 'Google OAuth secret', pattern: /\bGOCSPX-[A-Za-z0-9_-]{20,60}/g },
  { name: 'Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,255}/g },
  { name: 'OpenAI key', pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,255}/g, weigh: true },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'PyPI token', pattern: /\bpypi-[A-Za-z0-9_-]{50,255}/g },
  { name: 'SendGrid key', pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,60}/g },
  { name: 'Twilio key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { name: 'JSON web token', pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g },
  {
    name: 'password in an address',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"`<>]{1,100}:([^\s:/@'"`<>]{3,200})@[A-Za-z0-9[]/g,
    weigh: true,
  },
]

/** `password = "…"`, `API_KEY: …`, `"clientSecret": "…"`: the name, then the quoted or the bare value. */
export const assignedSecret =
  /(?<![A-Za-z0-9])([A-Za-z0-9_.-]{0,40}?(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|client[_-]?secret|credentials?|auth[_-]?key)[A-Za-z0-9_-]{0,20})["']?\s{0,8}(?::=|=>|=|:)\s{0,8}(?:["'`]([^"'`\n]{6,500})["'`]|([^\s"'`,;#{}[\]()]{8,500}))/gi

/** Names that hold something about a secret, not the secret. */
export const aboutSecrets =
  /(?:name|file|path|ur[il]|ref|type|len(?:gth)?|ttl|expir\w{0,10}|header|field|_?id|prefix|regex|pattern|policy|limit|count|endpoint|tokens)$/i

/** A reference to a secret, or a word for "put yours here". */
export function isStandIn(value: string): boolean {
  return elsewhere.test(value) || standIn.test(value) || /(.)\1{5,}/.test(value) || /^[*.xX_-]+$/.test(value)
}

/** No stand-in, and as mixed as a generated value is. */
export function looksGenerated(value: string): boolean {
  if (isStandIn(value) || /\s/.test(value)) return false
  if (/^[./~]/.test(value) && value.includes('/')) return false // a path to a secret is not one
  if (/^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+$/.test(value)) return false // an expression such as request.headers.token
  // Words without a digit are names of things far more often than they are generated.
  if (/^[A-Za-z_-]+$/.test(value)) return value.length >= 24 && entropy(value) >= 4.3
  return entropy(value) >= (value.length >= 16 ? 3 : 2.5)
}

/** Filled in elsewhere, or a word with a meaning of its own. */
const elsewhere =
  /^[$<{%@]|\$\{|\{\{|<[^>]{0,100}>|%\(|^(?:true|false|null|none|undefined|string|required|optional)$|^(?:process\.env|os\.environ|env\.)|^[a-z][a-z0-9+.-]{1,20}:\/\/[^:@]{0,500}$/i

const standIn =
  /example|sample|dummy|placeholder|change[_-]?(?:me|it|this)|replace[_-]?(?:me|with|this)|your[_-]|[_-]here\b|insert|redacted|fake|not[_-]?real|test[_-]?(?:key|token|secret|password|only)|x{4,}|\.{3}|…|0123456789|1234567890|abcdef/i

/** Shannon's, in bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
