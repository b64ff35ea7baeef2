// A structured document from an artifact: its value, and pointers into it mapped to lines of the artifact.
import * as z from 'zod'
import type { Finding, Location } from '../../schema/verdict.ts'
import { checkError, fail } from '../check.ts'
import type { Artifact, CheckResult } from '../check.ts'
import { extract } from './extract.ts'
import type { Format, Source, Wanted } from './extract.ts'
import { parseDotenv } from './parse-dotenv.ts'
import { parseJson } from './parse-json.ts'
import { parseToml } from './parse-toml.ts'
import { parseYaml } from './parse-yaml.ts'
import type { Parsed, Position } from './parsed.ts'
import { placeAt, plural, quoteAt } from './lines.ts'
import { pathOf, toPointer } from './pointer.ts'

export interface Structured {
  source: Source
  value: unknown
  /** Where a JSON pointer's value is, as far as the format tells. */
  locate(pointer: string): Location
}

/** Parameters shared by the checks that read one document. */
export const documentParams = {
  format: z.enum(['auto', 'json', 'jsonc', 'yaml', 'toml', 'dotenv']).default('auto'),
  fence: z.union([z.string().min(1), z.int().min(1)]).optional(),
}

/** The selected document, in words. */
export function documentText({ format, fence }: Wanted): string {
  const what = format === 'auto' ? 'JSON, YAML, TOML or .env' : format === 'dotenv' ? '.env' : format.toUpperCase()
  return fence === undefined ? what : `${what} in the code fence ${typeof fence === 'number' ? `number ${fence}` : JSON.stringify(fence)}`
}

/** Exactly one document, or the result that says why there isn't one. */
export function readDocument(artifact: Artifact, wanted: Wanted): { document: Structured } | { result: CheckResult } {
  const found = findSources(artifact, wanted)
  if ('result' in found) return found
  const [source, ...more] = found.sources
  if (!source) return { result: fail('no document was found') }
  if (more.length > 0) {
    const names = found.sources.slice(0, 8).map((each) => `${each.format} at line ${each.offset.lines + 1}`)
    return { result: fail(`one document is expected but there are ${found.sources.length} (${names.join(', ')}); name one with "fence"`) }
  }
  const read = parseSource(source, artifact)
  return 'problem' in read ? { result: fail(`the ${source.format} can't be read: ${read.problem.message}`, [read.problem]) } : read
}

/** The places to search, after rejecting what no parser should get. */
export function findSources(artifact: Artifact, wanted: Wanted): { sources: Source[] } | { result: CheckResult } {
  const refused = unfit(artifact)
  if (refused) return { result: refused }
  const sources = extract(artifact, wanted)
  return typeof sources === 'string' ? { result: fail(sources) } : { sources }
}

export function parseSource(
  source: Source,
  artifact: Artifact,
  options: { repeats?: boolean } = {},
): { document: Structured } | { problem: Finding } {
  const parsed = parseText(source.text, source.format, options)
  const place = (at: Position): Location => ({
    file: artifact.name,
    line: at.line + source.offset.lines,
    column: at.column + source.offset.columns,
  })
  if (!parsed.ok) {
    const location = parsed.at ? place(parsed.at) : { file: artifact.name, line: source.offset.lines + 1 }
    return { problem: { message: parsed.message, ...(parsed.at && quoteOf(source.text, parsed.at)), location } }
  }
  const locate = (pointer: string): Location => {
    const path = pathOf(pointer) ?? []
    // A missing value is located at its nearest existing parent.
    for (let length = path.length; length >= 0; length--) {
      const at = parsed.find(path.slice(0, length))
      if (at) return { ...place(at), pointer }
    }
    return { file: artifact.name, line: source.offset.lines + 1, pointer: toPointer(path) }
  }
  return { document: { source, value: parsed.value, locate } }
}

/** Any structured text by its format, including files that a check reads beside the artifact. */
export function parseText(text: string, format: Format, options: { repeats?: boolean } = {}): Parsed {
  if (format === 'yaml') return parseYaml(text)
  if (format === 'toml') return parseToml(text)
  if (format === 'dotenv') return parseDotenv(text)
  return parseJson(text, { ...options, comments: format === 'jsonc' })
}

const maxCharacters = 4_000_000

/** Text unfit for a parser: too long, binary, or decoded from invalid UTF-8. */
export function unfit(artifact: Artifact, limit = maxCharacters): CheckResult | undefined {
  const { text } = artifact
  if (text.length > limit) return checkError(`the artifact has ${plural(text.length, 'character')}; this check reads at most ${limit}`)
  const zero = text.indexOf('\0')
  if (zero !== -1)
    return fail('the artifact is binary: it contains a NUL byte', [{ message: 'NUL byte', location: placeAt(artifact, zero) }])
  const broken = text.indexOf('\uFFFD')
  if (broken === -1) return undefined
  return fail("the artifact isn't valid UTF-8: bytes were replaced by U+FFFD when it was read", [
    { message: 'replacement character', quote: quoteAt(artifact, broken), location: placeAt(artifact, broken) },
  ])
}

function quoteOf(text: string, at: Position): { quote: string } {
  const line = text.split('\n', at.line)[at.line - 1] ?? ''
  return { quote: line.trim().slice(0, 160) }
}
