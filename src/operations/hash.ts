// whet hash: one checksum per JSON document, however it is formatted (RFC 8785).
import { resolve } from 'node:path'
import * as z from 'zod'
import { readArtifactFile, readInput } from '../adapters/text-file.ts'
import { canonicalizeText } from '../lib/canonical.ts'
import { sha256 } from '../lib/hash.ts'
import { Fault, toFault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  summary: "Print the SHA-256 of a JSON file's canonical form, or the form itself",
  input: z.object({
    file: z.string().meta({ assistant: 'path', description: 'a JSON file, or - for standard input', told: 'a JSON file' }),
    canonical: field.flag('print the canonical form instead', { assistant: 'value' }),
  }),
  positional: [{ name: 'file' }],
  examples: ['whet hash intent.json', 'whet hash intent.json --canonical | sha256sum'],
  reads: true,
  personOnly: true, // not offered to assistants: they don't need it, and every tool costs context
  exact: ({ canonical }) => canonical === true,
  async run({ file }, world): Promise<{ file: string; sha256: string; canonical: string }> {
    const text = file === '-' ? await readInput() : readArtifactFile(resolve(world.cwd, file), file)
    try {
      const canonical = canonicalizeText(text)
      return { file, sha256: sha256(canonical), canonical }
    } catch (error) {
      const fault = toFault(error)
      throw new Fault(fault.code, `${file}: ${fault.message}`, { cause: error, fix: "Fix the file; whet won't guess." })
    }
  },
  text: ({ sha256: hash, canonical }, input) => (input.canonical ? canonical : `${hash}\n`),
})
