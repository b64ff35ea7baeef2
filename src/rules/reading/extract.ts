// Finds the structured text in an artifact: the whole file, or its code fences, with the line each begins on.
import { fences } from '../../lib/fences.ts'
import type { Fence } from '../../lib/fences.ts'
import type { Artifact } from '../check.ts'
import { oncePer } from './once-per.ts'

export type Format = 'json' | 'jsonc' | 'yaml' | 'toml' | 'dotenv'

export interface Source {
  text: string
  format: Format
  /** The fence's `file=` path, or the artifact's own name. */
  name: string
  fenced: boolean
  /** Lines of the artifact above its first line, and columns left of it. */
  offset: { lines: number; columns: number }
}

export interface Wanted {
  format: Format | 'auto'
  /** A fence by its `file=` path, its language, or its number, from 1. */
  fence?: string | number | undefined
}

/** Every document of the wanted format, or a sentence saying why there is none. */
export function extract(artifact: Artifact, wanted: Wanted): Source[] | string {
  const named = formatOfName(artifact.name)
  if (named && wanted.fence === undefined) return [whole(artifact, wanted.format === 'auto' ? named : wanted.format)]
  const all = fencesOf(artifact)
  if (wanted.fence !== undefined) return select(all, wanted, artifact)
  const plain = all[0] && beginsAsData(artifact.text, all[0].line) ? guess(artifact.text) : undefined
  if (plain && (wanted.format === 'auto' || wanted.format === plain)) return [whole(artifact, plain)]
  const fitting = all.flatMap((fence) => {
    const format = formatOfFence(fence)
    return format && (wanted.format === 'auto' || wanted.format === format) ? [inFence(fence, format, artifact)] : []
  })
  if (fitting.length > 0) return fitting
  const unmarked = all.filter((fence) => fence.lang === '' && fence.file === undefined)
  const [only] = unmarked
  if (only && unmarked.length === 1) {
    const format = wanted.format === 'auto' ? guess(only.text) : wanted.format
    if (format) return [inFence(only, format, artifact)]
  }
  const raw = wanted.format === 'auto' || all.length > 0 ? guess(artifact.text) : wanted.format
  if (raw && (wanted.format === 'auto' || raw === wanted.format)) return [whole(artifact, raw)]
  const what = wanted.format === 'auto' ? 'JSON, YAML, TOML or .env document' : `${wanted.format} document`
  return all.length === 0 ? `no ${what} was found` : `no ${what} was found among its ${all.length} code fences (${describe(all)})`
}

export const fencesOf = oncePer((artifact: Artifact) => fences(artifact.text))

export function formatOfName(name: string): Format | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  if (base === '.env' || base.startsWith('.env.')) return 'dotenv'
  return formats.get(base.slice(base.lastIndexOf('.') + 1))
}

const formats = new Map<string, Format>([
  ['json', 'json'],
  ['jsonc', 'jsonc'],
  ['json5', 'jsonc'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['toml', 'toml'],
  ['env', 'dotenv'],
  ['dotenv', 'dotenv'],
  ['.env', 'dotenv'],
])

export function formatOfFence(fence: Fence): Format | undefined {
  return (fence.file && formatOfName(fence.file)) || formats.get(fence.lang)
}

function select(all: Fence[], { fence: wanted, format }: Wanted, artifact: Artifact): Source[] | string {
  const found =
    typeof wanted === 'number'
      ? all.slice(wanted - 1, wanted)
      : ([all.filter((fence) => fence.file === wanted), all.filter((fence) => fence.lang === wanted)].find((some) => some.length > 0) ?? [])
  if (found.length === 0)
    return `no code fence ${JSON.stringify(wanted)} was found (${all.length === 0 ? 'the text has no fences' : describe(all)})`
  const sources = found.flatMap((fence) => {
    const chosen = format === 'auto' ? (formatOfFence(fence) ?? guess(fence.text)) : format
    return chosen ? [inFence(fence, chosen, artifact)] : []
  })
  return sources.length > 0 ? sources : `the code fence ${JSON.stringify(wanted)} contains no JSON, YAML, TOML or .env`
}

export function inFence(fence: Fence, format: Format, artifact: Artifact): Source {
  return { text: fence.text, format, name: fence.file ?? artifact.name, fenced: true, offset: { lines: fence.line, columns: fence.indent } }
}

function whole(artifact: Artifact, format: Format): Source {
  return { text: artifact.text, format, name: artifact.name, fenced: false, offset: { lines: 0, columns: 0 } }
}

/** The format of a text by its first distinctive line; null for prose. */
function guess(text: string): Format | undefined {
  for (const line of text
    .slice(0, 4000)
    .split('\n')
    .map((raw) => raw.trim())) {
    if (line === '' || line === '---' || line.startsWith('#')) continue
    if (/^[{[]\s*(?:["{[\]}]|$)/.test(line)) return 'json'
    if (/^\[{1,2}[\w.-]+\]{1,2}$/.test(line) || /^[\w.-]+ = /.test(line)) return 'toml'
    if (/^(?:export )?[A-Za-z_]\w*=/.test(line)) return 'dotenv'
    return /^(?:- )?["']?[\w.$/-]+["']?:(?:\s|$)/.test(line) ? 'yaml' : undefined
  }
  return undefined
}

/** Data whose texts contain fences: if there is data above the first fence, everything is data. */
function beginsAsData(text: string, firstFence: number): boolean {
  const above = text.split('\n', firstFence - 1).filter((line) => !/^\s*(?:#|---\s*$|$)/.test(line))
  return above.length > 1 && above.every((line) => /^\s*(?:- )*(?:["']?[\w.$/{}-]+["']?\s*[:=]|[-{}[\]])/.test(line))
}

function describe(all: Fence[]): string {
  const names = all.slice(0, 8).map((fence) => fence.file ?? (fence.lang || 'no language'))
  return names.join(', ') + (all.length > 8 ? ', …' : '')
}
