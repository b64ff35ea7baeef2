// Extracts the artifact from a maker's reply, once, before anything judges it. If in doubt, removes nothing and says so.
import { withoutThinking } from '../../agents/thinking.ts'
import { type Fence, fences } from '../../lib/fences.ts'
import { parseJson } from '../../rules/reading/parse-json.ts'
import { parseYaml } from '../../rules/reading/parse-yaml.ts'
import type { ArtifactKind } from '../../schema/artifact.ts'

export interface Unwrapped {
  text: string
  /** What was removed, in a few words each. */
  took: string[]
  /** Why nothing was removed although something may not belong. */
  doubt: string | null
}

/** The reply's bytes without what surrounded them, ending in a line feed. */
export function unwrap(reply: string, kind: ArtifactKind): Unwrapped {
  const { text: answer, thought } = withoutThinking(reply)
  const thinking = thought > 0 ? [`thinking aloud (${thought} characters)`] : []
  const inner = kind === 'markdown' || kind === 'text' || kind === 'files' ? outerFence(answer, kind) : onlyFence(answer, kind)
  const text = 'text' in inner ? inner.text : answer
  return {
    text: text.endsWith('\n') ? text : `${text}\n`,
    took: 'text' in inner ? [...thinking, ...inner.took] : thinking,
    doubt: 'doubt' in inner ? inner.doubt : null,
  }
}

type Inner = { text: string; took: string[] } | { doubt: string } | object

/** json, yaml and code: a single fence is the artifact, whatever surrounds it; several fences, or one that may belong to the text, are left alone. */
function onlyFence(answer: string, kind: 'json' | 'yaml' | 'code'): Inner {
  if (isWhole(answer, kind)) return {}
  const all = outermost(answer)
  const [only] = all
  if (!only) return unfenced(answer, kind)
  if (all.length > 1) return { doubt: `there are ${all.length} code fences, and nothing says which one is the artifact` }
  if (!only.closed) return { doubt: `the code fence in line ${only.line} is never closed` }
  if (!fits(only, kind)) return { doubt: `the only code fence, in line ${only.line}, is marked ${only.lang}, not ${kind}` }
  const { above, below, inside } = cut(answer, only)
  const around = `${above}${below}`.trim()
  if (kind === 'code' && (around.length > inside.length || looksLikeCode.test(around)))
    return { doubt: `the text around the code fence in line ${only.line} may be code too` }
  return { text: inside, took: taken(only.lang, around) }
}

/** Fences at the left edge: an indented one is inside a value. The same goes for an indented closing mark, unless there is no other. */
function outermost(answer: string): Fence[] {
  const atEdge = fences(answer, { closedAtEdge: true }).filter(({ indent }) => indent === 0)
  return atEdge.every(({ closed }) => closed) ? atEdge : fences(answer).filter(({ indent }) => indent === 0)
}

/** Words without a fence, or with one inside a list: something may not belong, and nothing tells what. */
function unfenced(answer: string, kind: 'json' | 'yaml' | 'code'): Inner {
  const [inside] = fences(answer)
  const bare = kind === 'code' || (kind === 'json' ? /^\s*[{[]/.test(answer) : !isWords(answer))
  if (bare) return {}
  return {
    doubt: inside
      ? `the code fence in line ${inside.line} is indented`
      : `it isn't ${kind.toUpperCase()} as a whole, and no code fence says which part is`,
  }
}

function isWords(text: string): boolean {
  const read = parseYaml(text)
  return read.ok && typeof read.value === 'string'
}

/** Parses as it stands, so a fence in it is part of a value. */
function isWhole(text: string, kind: ArtifactKind): boolean {
  if (kind === 'code') return false
  const read = kind === 'json' ? parseJson(text, { comments: true }) : parseYaml(text)
  return read.ok && typeof read.value === 'object' && read.value !== null
}

function fits({ lang }: Fence, kind: 'json' | 'yaml' | 'code'): boolean {
  if (lang === '') return true
  if (kind === 'json') return /^json[c5]?$/.test(lang)
  // A JSON document is a YAML document.
  if (kind === 'yaml') return /^(?:ya?ml|json|openapi)$/.test(lang)
  return !/^(?:markdown|md|mdx|diff|console|output)$/.test(lang)
}

const looksLikeCode = /[;{}=]\s*$|^\s*(?:import|export|const|let|def|class|function|package|use|#include)\b.*[;:{('"]/m

/** markdown, text and files: one fence around everything; if marked markdown, a sentence or two may surround it. */
function outerFence(answer: string, kind: ArtifactKind): Inner {
  const lines = answer.split('\n')
  const first = lines.findIndex((line) => /^`{3,}[^`]*$|^~{3,}/.test(line))
  const last = lines.findLastIndex((line) => /^(?:`{3,}|~{3,})[ \t]*\r?$/.test(line))
  if (first < 0 || last <= first) return {}
  const [, mark = '', info = ''] = /^(`{3,}|~{3,})[ \t]*([^\r]*?)[ \t]*\r?$/.exec(lines[first] ?? '') ?? []
  const marked = /^(?:markdown|md)$/i.test(info)
  const [above, below] = [lines.slice(0, first), lines.slice(last + 1)].map((part) => part.join('\n').trim()) as [string, string]
  const around = [above, below].filter(Boolean).join('\n')
  if (!marked && (info !== '' || around !== '')) return {} // an ordinary fence of the text
  const inside = lines.slice(first + 1, last)
  const closes = closesAtEnd(mark, lines[last] as string, inside)
  const whole = { text: inside.join('\n'), took: taken(info, around) }
  if (around === '') return closes ? whole : { doubt: 'it begins and ends with fences that may not belong together' }
  const begins = kind === 'files' ? isFileSet : isDocument
  if (!closes || !begins(inside) || isDocument(around.split('\n')) || /^#{1,6}\s/m.test(around)) return {}
  const remarks = around.split('\n').filter((line) => line.trim() !== '').length
  return remarks <= mostChatter && around.length <= Math.max(longestRemark, whole.text.length)
    ? whole
    : { doubt: `a fence marked ${info} is in line ${first + 1}, with more than a remark around it` }
}

/** Whether the last mark closes the first: fences between them must be balanced. */
function closesAtEnd(mark: string, last: string, inside: readonly string[]): boolean {
  const endsOuter = ({ info, mark: own }: Fence) => info === '' && own.startsWith(mark)
  return last.startsWith(mark) && fences(inside.join('\n')).every((fence) => fence.closed && !endsOuter(fence))
}

const mostChatter = 4
/** Around a text that is even shorter. */
const longestRemark = 200

/** Begins like a document; a remark has no headings. */
const isDocument = (lines: readonly string[]) => /^(?:#{1,6}\s|---\s*$|<!--|<[a-z])/i.test(lines.find((line) => line.trim() !== '') ?? '')

const isFileSet = (lines: readonly string[]) => isDocument(lines) || fences(lines.join('\n')).some(({ file }) => file !== undefined)

/** The bytes between the marks, and those around them. */
function cut(text: string, { line, end }: Fence): { above: string; inside: string; below: string } {
  const lines = text.split('\n')
  const part = (from: number, to?: number) => lines.slice(from, to).join('\n')
  return { above: part(0, line - 1), inside: `${part(line, end - 1)}\n`, below: part(end) }
}

function taken(lang: string, around: string): string[] {
  const fence = lang === '' ? 'a code fence' : `a fence marked ${lang}`
  return around === '' ? [fence] : [`${fence} and what was said around it (${around.length} characters)`]
}
