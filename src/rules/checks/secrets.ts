// Looks for credentials that should not be in a text; what it finds is shown with its middle blotted out.
import * as z from 'zod'
import type { Evidence } from '../../schema/verdict.ts'
import { defineCheck, judge } from '../check.ts'
import { placeAt, plural, quoted } from '../reading/lines.ts'
import { aboutSecrets, assignedSecret, isStandIn, looksGenerated, providers } from './secret-patterns.ts'

export const secrets = defineCheck({
  kind: 'secrets',
  summary: 'No key, token, password or private key is in the text.',
  version: '1',
  params: z.strictObject({
    /** Exact values that may stand there. */
    allow: z.array(z.string().min(1)).default([]),
  }),
  demands: ({ allow }) => `holds no key, token, password or private key${allow.length > 0 ? ` but ${quoted(allow.map(redact))}` : ''}`,
  run({ params, artifact }) {
    const allowed = new Set(params.allow)
    const found = new Map<number, Evidence & { end: number }>()
    const add = (name: string, value: string, at: number) => {
      if (allowed.has(value) || found.size >= maxFound) return
      found.set(at, {
        message: name,
        expected: 'a reference such as ${NAME}, or a stand-in',
        quote: redact(value),
        location: placeAt(artifact, at),
        end: at + value.length,
      })
    }
    for (const { name, pattern, weigh } of providers) {
      for (const match of artifact.text.matchAll(pattern)) {
        const value = match[1] ?? match[0]
        if (weigh ? looksGenerated(value) : !isStandIn(value)) add(name, value, match.index + match[0].indexOf(value))
      }
    }
    for (const match of artifact.text.matchAll(assignedSecret)) {
      const [all, name = '', quoted, bare] = match
      const value = quoted ?? bare ?? ''
      if (aboutSecrets.test(name) || !looksGenerated(value)) continue
      const at = match.index + all.lastIndexOf(value)
      // A provider's key has been named more exactly already.
      const known = [...found].some(([start, each]) => start < at + value.length && at < each.end)
      if (!known) add(`value assigned to ${name}`, value, at)
    }
    const evidence = [...found].toSorted(([a], [b]) => a - b).map(([, { end: _end, ...rest }]) => rest)
    return judge(evidence, 'no secret was found', (count) => `${plural(count, 'secret')} in the text`)
  },
})

const maxFound = 200

/** Enough to find it by, too little to use it. */
function redact(value: string): string {
  const flat = value.split('\n', 1)[0] ?? ''
  if (flat.startsWith('-----BEGIN')) return flat
  return flat.length <= 8 ? '*'.repeat(flat.length) : `${flat.slice(0, 4)}…${'*'.repeat(4)} (${value.length} characters)`
}
