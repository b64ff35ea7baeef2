// The test cases of Ruby: examples of RSpec and minitest, and methods named test_….
import type { Found } from './cases.ts'
import { type Token, closing, spell } from './tokens.ts'

const tests = /^[xf]?(?:it|specify|example|scenario)$|^(?:test|its|pending|skip)$/
/** No test and no method is longer, which keeps every walk over them linear. */
const longest = 2_000
const suitesOf = /^[xf]?(?:describe|context|feature)$/

export function rubyCases(tokens: readonly Token[]): Found[] {
  const found: Found[] = []
  const suites: { title: string; modifiers: string[]; to: number }[] = []
  for (let index = 0; index < tokens.length; index++) {
    while (suites.length > 0 && (suites.at(-1)?.to ?? 0) < index) suites.pop()
    const token = tokens[index] as Token
    if (token.kind !== 'word') continue
    const method = token.text === 'def' && /^test_/.test(tokens[index + 1]?.text ?? '')
    const example = tests.test(token.text) && token.first
    const suite = suitesOf.test(token.text) && (token.first || (tokens[index - 2]?.text === 'RSpec' && tokens[index - 2]?.first === true))
    if (!method && !example && !suite) continue
    const block = method ? { open: index + 1, to: rubyBlockEnd(tokens, index) } : blockAfter(tokens, index, suite ? tokens.length : longest)
    const header = tokens.slice(index + 1, block?.open ?? lineEnd(tokens, index))
    if (!block && !header.some(({ kind }) => kind === 'string')) continue
    const title = method ? (tokens[index + 1]?.text ?? '') : (header.find(({ kind }) => kind === 'string')?.text ?? spell(header))
    const body = block ? tokens.slice(block.open, block.to + 1) : []
    const to = block?.to ?? index
    const modifiers = [...switchesOf(token.text, header), ...suites.flatMap((one) => one.modifiers)]
    if (suite) {
      suites.push({ title, modifiers: switchesOf(token.text, header), to })
      continue
    }
    const stopped = body.some(({ kind, text, first }) => kind === 'word' && first && (text === 'skip' || text === 'pending'))
    const off = [...(block ? [] : ['todo']), ...(stopped ? ['skip'] : [])]
    const name = [...suites.map((one) => one.title), title].join(' › ')
    found.push({ name, title, modifiers: [...modifiers, ...off], body, table: [], line: token.line, from: index, to })
    index = to
  }
  return found
}

function switchesOf(word: string, header: readonly Token[]): string[] {
  if (/^x/.test(word) || word === 'pending' || word === 'skip') return ['skip']
  const tagged = (name: string) =>
    header.some(({ kind, text }, index) => index > 0 && text === name && (kind === 'string' || header[index + 1]?.text === ':'))
  if (tagged('skip') || tagged('pending')) return ['skip']
  return /^f(?:it|describe|context|specify|example)$/.test(word) || tagged('focus') ? ['only'] : []
}

/** The `do … end` or `{ … }` that the line of a call opens. */
export function blockAfter(tokens: readonly Token[], index: number, most = longest): { open: number; to: number } | null {
  const line = lineEnd(tokens, index)
  for (let at = index + 1; at < line; at++) {
    const { kind, text } = tokens[at] as Token
    if (kind === 'sign' && text === '(') at = closing(tokens, at)
    else if (kind === 'sign' && text === '{') return { open: at, to: closing(tokens, at) }
    else if (kind === 'word' && text === 'do') return { open: at, to: rubyBlockEnd(tokens, index, most) }
  }
  return null
}

/** The `end` at the column of the line on which a block was opened. */
export function rubyBlockEnd(tokens: readonly Token[], at: number, most = longest): number {
  let start = at
  while (start > Math.max(0, at - longest) && !tokens[start]?.first) start--
  const column = tokens[start]?.column ?? 0
  const limit = Math.min(tokens.length, at + most)
  for (let index = at + 1; index < limit; index++) {
    const token = tokens[index] as Token
    if (token.first && token.column <= column && token.line > (tokens[at]?.line ?? 0)) return token.text === 'end' ? index : index - 1
  }
  return limit - 1
}

/** Index behind the last token of the statement that begins here; a comma, or an open bracket, carries it on. */
export function lineEnd(tokens: readonly Token[], from: number): number {
  let depth = 0
  const limit = Math.min(tokens.length, from + longest)
  for (let index = from; index < limit; index++) {
    const token = tokens[index] as Token
    if (depth === 0 && index > from && token.first && tokens[index - 1]?.text !== ',' && token.text !== '.') return index
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text) && --depth < 0) return index
  }
  return limit
}
