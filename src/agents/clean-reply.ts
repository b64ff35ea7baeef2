// Removes keys, by their form, from everything a maker says outside the artifact: once, before anyone judges or records it.
import type { AskAgent } from '../kernel/task.ts'
import { lazy } from '../lib/lazy.ts'
import { findSecrets, withoutSecrets } from '../lib/secrets.ts'
import type { ArtifactKind } from '../schema/artifact.ts'
import { readJson } from './json-reply.ts'
import type { ProviderResult } from './provider.ts'
import { redact } from './redact.ts'

/** The artifact within a reply, verbatim; the text around it doesn't belong to it. */
export type Unwrap = (reply: string, kind: ArtifactKind) => string

export type Cleaned = Exclude<ProviderResult, 'pending'> & {
  /** What looks like a key in the artifact: it stays, and people are warned. */
  secrets?: string[]
}

/** `told`: what the maker was shown. It may repeat a key from there without the words that give it away. */
export function cleanReply(
  result: Exclude<ProviderResult, 'pending'>,
  task: Pick<AskAgent, 'makes' | 'expects'>,
  told: readonly string[],
  unwrap: Unwrap = (reply) => reply,
): Cleaned {
  const clean = cleaner(told)
  const warnings = result.warnings && { warnings: result.warnings.map(clean) }
  if ('failed' in result)
    return { ...result, ...warnings, message: clean(result.message), ...(result.text !== undefined && { text: clean(result.text) }) }
  if (task.makes === undefined)
    return { ...result, ...warnings, text: task.expects === 'json' ? cleanJson(result.text, clean) : clean(result.text) }
  const artifact = unwrap(result.text, task.makes).replace(/\n$/, '')
  const at = result.text.indexOf(artifact)
  const [before, after] = at < 0 ? ['', ''] : [result.text.slice(0, at), result.text.slice(at + artifact.length)]
  const secrets = secretsIn(artifact)
  return {
    ...result,
    ...warnings,
    text: at < 0 ? result.text : `${clean(before)}${artifact}${clean(after)}`,
    ...(secrets.length > 0 && { secrets, warnings: [...(warnings?.warnings ?? []), keysText(secrets)] }),
  }
}

/** Removes from a text the keys found in `others` and its own. The others are searched once. */
export function cleaner(others: readonly string[]): (text: string) => string {
  const values = lazy(() => others.flatMap((other) => findSecrets(other).map(({ start, end }) => other.slice(start, end))))
  return (text) => withoutSecrets(redact(text, [...new Set(values())]))
}

/** A key is recognised in the text by the name before it, and in the strings by undoing escapes; it may also span JSON punctuation. */
function cleanJson(text: string, clean: (text: string) => string): string {
  const cleaned = clean(text)
  const now = readJson(cleaned)
  const read = 'problem' in now ? readJson(text) : now
  if ('problem' in read) return cleaned
  const strings = JSON.stringify(read.value, (_key, value: unknown) => (typeof value === 'string' ? clean(value) : value))
  return !('problem' in now) && strings === JSON.stringify(read.value) ? cleaned : strings
}

/** A warning about an artifact that contains keys. */
export const keysText = (keys: readonly string[]) =>
  `the artifact holds what looks like a key (${keys.join('; ')}); it stays as it was made, so remove the key before you use it`

const mostNamed = 10

function secretsIn(artifact: string): string[] {
  return findSecrets(artifact, mostNamed).map(({ name, start }) => `${name}, line ${artifact.slice(0, start).split('\n').length}`)
}
