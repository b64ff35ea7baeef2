// Finds credentials that shouldn't be in a text; shows them with their middle masked.
import * as z from 'zod'
import { findSecrets } from '../../lib/secrets.ts'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge } from '../check.ts'
import { placeAt, plural, quoted } from '../reading/lines.ts'

export const secrets = defineCheck({
  kind: 'secrets',
  summary: 'No key, token, password or private key is in the text.',
  version: '2',
  params: z.strictObject({
    /** Exact values that are allowed. */
    allow: z.array(z.string().min(1)).default([]),
  }),
  demands: ({ allow }) => `holds no key, token, password or private key${allow.length > 0 ? ` but ${quoted(allow.map(blotted))}` : ''}`,
  run({ params, artifact }) {
    const allowed = new Set(params.allow)
    const evidence = findSecrets(artifact.text).flatMap(({ name, start, end }): Finding[] => {
      const value = artifact.text.slice(start, end)
      const expected = 'a reference such as ${NAME}, or a placeholder'
      return allowed.has(value) ? [] : [{ message: name, expected, quote: blotted(value), location: placeAt(artifact, start) }]
    })
    return judge(evidence, 'no secret was found', (count) => `${plural(count, 'secret')} in the text`)
  },
})

/** Enough to find it, too little to use it. */
function blotted(value: string): string {
  const flat = value.split('\n', 1)[0] ?? ''
  if (flat.startsWith('-----BEGIN')) return /^-----BEGIN [A-Z0-9 ]+-----/.exec(flat)?.[0] ?? ''
  return flat.length <= 8 ? '*'.repeat(flat.length) : `${flat.slice(0, 4)}…${'*'.repeat(4)} (${value.length} characters)`
}
