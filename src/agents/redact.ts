// Keeps keys out of everything that leaves a maker: replies, warnings, errors, records.

/** Shorter values ("none", "ollama") are placeholders; replacing them would damage ordinary text. */
const shortest = 8

/** The text with every secret replaced by `[redacted]`, including its JSON, URL and Base64 forms. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const form of secretForms(secrets)) if (clean.includes(form)) clean = clean.replaceAll(form, '[redacted]')
  return clean
}

/** Every string inside a plain value, keys included. */
export function redactDeep<T>(value: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return value
  return walk(value, secrets) as T
}

function walk(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redact(value, secrets)
  if (Array.isArray(value)) return value.map((item) => walk(item, secrets))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key, secrets), walk(item, secrets)]))
}

/** Longest first, so that a key containing another leaves no remainder. */
function secretForms(secrets: readonly string[]): string[] {
  const real = secrets.filter((secret) => secret.length >= shortest)
  const forms = real.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64(secret)])
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
