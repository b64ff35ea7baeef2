// Parts of a test that may not run, or whose failure goes nowhere: conditions, swallowing try blocks, code after a return.
import { pyBlockEnd } from './cases.ts'
import { rubyBlockEnd } from './ruby-cases.ts'
import { type Language, type Token, closing, spell } from './tokens.ts'

export interface Guard {
  kind: 'if' | 'never' | 'swallowed'
  from: number
  to: number
}

const environment = /\b(?:process . env|environ|getenv|Getenv|platform|NODE_ENV|CI)\b/
const never = /^(?:false|False|0|null|None|! true|not True|1 > 2|1 == 2|1 === 2|false && .*|False and .*|0 && .*)$/
const reacts = /^(?:throw|raise|fail|Fatal|Fatalf|Error|Errorf|FailNow|reject|expect|assert|done|rethrow|should|self)$/

export function findGuards(body: readonly Token[], language: Language): Guard[] {
  if (language === 'ruby') return rubyGuards(body)
  return language === 'py' ? pyGuards(body) : braceGuards(body, language === 'rust' ? 'go' : language)
}

function braceGuards(body: readonly Token[], language: Language): Guard[] {
  const found: Guard[] = []
  let depth = 0
  const outer = body.findIndex(({ text }) => text === '{')
  for (const [index, token] of body.entries()) {
    if (token.kind === 'sign' && token.text === '{') depth++
    if (token.kind === 'sign' && token.text === '}') depth--
    if (token.kind !== 'word') continue
    if (token.text === 'if') {
      const opened = language === 'go' ? body.findIndex((one, at) => at > index && one.text === '{') : index + 1
      const end = language === 'go' ? opened - 1 : closing(body, index + 1)
      const condition = body.slice(language === 'go' ? index + 1 : index + 2, language === 'go' ? opened : end)
      const block =
        body[end + 1]?.text === '{' ? { from: end + 1, to: closing(body, end + 1) } : { from: end + 1, to: statementEnd(body, end + 1) }
      found.push({ kind: never.test(spell(condition)) || environment.test(spell(condition)) ? 'never' : 'if', ...block })
    }
    if (token.text === 'try' && body[index + 1]?.text === '{') {
      const to = closing(body, index + 1)
      const caught = body.findIndex((one, at) => at > to && at < to + 8 && one.text === '{')
      if (body[to + 1]?.text === 'catch' && !body.slice(caught, closing(body, caught) + 1).some(({ text }) => reacts.test(text)))
        found.push({ kind: 'swallowed', from: index + 1, to })
    }
    if (token.text === 'catch' && body[index - 1]?.text === '.' && body[index + 1]?.text === '(') {
      const handler = body.slice(index + 1, closing(body, index + 1) + 1)
      if (!handler.some(({ text }) => reacts.test(text))) found.push({ kind: 'swallowed', from: chainStart(body, index), to: index })
    }
    const ends = token.text === 'return' || (token.text === 'exit' && body[index - 1]?.text === '.' && body[index - 2]?.text === 'process')
    if (ends && depth === 1 && index > outer && ['}', ';', undefined, '('].includes(nextOnLine(body, index)))
      found.push({ kind: 'never', from: index, to: body.length - 1 })
  }
  return found
}

function pyGuards(body: readonly Token[]): Guard[] {
  const found: Guard[] = []
  const opened = body.findIndex(({ text }) => text === ':')
  const base = body.find((token, index) => index > opened && token.first)?.column ?? 0
  for (const [index, token] of body.entries()) {
    if (!token.first) continue
    if (token.text === 'if' || token.text === 'elif') {
      const to = pyBlockEnd(body, index, token.column)
      const colon = body.findIndex((one, at) => at > index && one.text === ':')
      const condition = spell(body.slice(index + 1, colon))
      found.push({ kind: never.test(condition) || environment.test(condition) ? 'never' : 'if', from: colon, to })
    }
    if (token.text === 'try') {
      const to = pyBlockEnd(body, index, token.column)
      const handler = body[to + 1]?.text === 'except' ? body.slice(to + 1, pyBlockEnd(body, to + 1, token.column) + 1) : []
      if (handler.length > 0 && !handler.some(({ text }) => reacts.test(text))) found.push({ kind: 'swallowed', from: index, to })
    }
    if (token.text === 'with' && /\bsuppress \(/.test(spell(body.slice(index, index + 8))))
      found.push({ kind: 'swallowed', from: index, to: pyBlockEnd(body, index, token.column) })
    if (token.text === 'return' && token.column === base) found.push({ kind: 'never', from: index, to: body.length - 1 })
  }
  return found
}

function rubyGuards(body: readonly Token[]): Guard[] {
  const base = body.find(({ first }, index) => index > 0 && first)?.column ?? 0
  return body.flatMap((token, index): Guard[] => {
    if (token.kind !== 'word') return []
    const to = () => rubyBlockEnd(body, index)
    const condition = body.slice(index + 1, index + 8).filter(({ line }) => line === token.line)
    const kind = never.test(spell(condition)) || environment.test(spell(condition)) || /\bENV\b/.test(spell(condition)) ? 'never' : 'if'
    if ((token.text === 'if' || token.text === 'unless') && token.first) return [{ kind, from: index, to: to() }]
    if (token.text === 'if' || token.text === 'unless')
      return [{ kind, from: body.findIndex(({ line }) => line === token.line), to: index }]
    if (token.text === 'rescue') {
      const handler = body.slice(index, to() + 1)
      return handler.some(({ text }) => reacts.test(text)) ? [] : [{ kind: 'swallowed', from: 0, to: index }]
    }
    return (token.text === 'return' || token.text === 'next') && token.first && token.column === base
      ? [{ kind: 'never', from: index, to: body.length - 1 }]
      : []
  })
}

function statementEnd(body: readonly Token[], from: number): number {
  let depth = 0
  for (let index = from; index < body.length; index++) {
    const token = body[index] as Token
    if (depth === 0 && index > from && (token.text === ';' || token.first)) return index
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text) && --depth < 0) return index
  }
  return body.length - 1
}

/** Where the chained expression that ends here begins, whatever stands in its own brackets. */
function chainStart(body: readonly Token[], at: number): number {
  let depth = 0
  for (let index = at; index > 0; index--) {
    const token = body[index] as Token
    if (token.kind === 'sign' && ')]}'.includes(token.text)) depth++
    if (token.kind === 'sign' && '([{'.includes(token.text) && --depth < 0) return index + 1
    if (depth === 0 && (['{', ';', '=>'].includes(body[index - 1]?.text ?? '') || (token.first && token.text !== '.'))) return index
  }
  return 0
}

function nextOnLine(body: readonly Token[], index: number): string | undefined {
  const next = body[index + 1]
  return !next || next.first ? undefined : next.text
}
