// Names that a piece of test code gives a value, with the tokens of that value.
import { blockAfter } from './ruby-cases.ts'
import type { Language, Token } from './tokens.ts'

export type Bindings = ReadonlyMap<string, Token[]>

/** Names given a value, with the tokens of that value. */
export function bindingsOf(tokens: readonly Token[], language: Language): Map<string, Token[]> {
  const found = new Map<string, Token[]>()
  for (const [index, token] of tokens.entries()) {
    const caught = tokens[index + 2]
    // `let(:name) { value }`, which RSpec gives its examples.
    const block =
      language === 'ruby' && /^(?:let|subject)$/.test(token.text) && caught?.kind === 'string' ? blockAfter(tokens, index) : null
    if (block && caught) found.set(caught.text, tokens.slice(block.open + 1, block.to))
    if (token.text === 'catch' && tokens[index + 1]?.text === '(' && caught?.kind === 'word' && !found.has(caught.text))
      found.set(caught.text, blockBefore(tokens, index))
    const assigns = token.kind === 'sign' && (token.text === '=' || (token.text === ':=' && language === 'go'))
    if (!assigns) continue
    const names: string[] = []
    let depth = 0
    for (let at = index - 1; at >= 0; at--) {
      const left = tokens[at] as Token
      if (left.kind === 'sign' && ')]}'.includes(left.text)) depth++
      // `call(other, name=value)`: nothing but the nearest name is given the value.
      if (left.kind === 'sign' && '([{'.includes(left.text) && --depth < 0) {
        names.splice(1)
        break
      }
      if (left.kind === 'word' && !/^(?:const|let|var|await|mut)$/.test(left.text) && tokens[at - 1]?.text !== '.') names.push(left.text)
      if (left.first || (left.kind === 'word' && /^(?:const|let|var|if)$/.test(left.text)) || left.text === ';') break
    }
    const value = valueFrom(tokens, index + 1)
    for (const name of names) if (!found.has(name)) found.set(name, value)
  }
  return found
}

/** What stands in the braces that end here: an error that is caught comes from there. */
function blockBefore(tokens: readonly Token[], end: number): Token[] {
  let depth = 0
  for (let index = end - 1; index >= Math.max(0, end - 400); index--) {
    const { kind, text } = tokens[index] as Token
    if (kind === 'sign' && text === '}') depth++
    if (kind === 'sign' && text === '{' && --depth <= 0) return tokens.slice(index + 1, end - 1)
  }
  return []
}

function valueFrom(tokens: readonly Token[], from: number): Token[] {
  let depth = 0
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (
      depth === 0 &&
      index > from &&
      (token.text === ';' || (token.text === '{' && tokens[from]?.text === 'range') || (token.first && !/^[.)\]}?:&|+*]/.test(token.text)))
    )
      return tokens.slice(from, index)
    if (token.kind === 'sign' && '([{'.includes(token.text)) depth++
    if (token.kind === 'sign' && ')]}'.includes(token.text) && --depth < 0) return tokens.slice(from, index)
  }
  return tokens.slice(from)
}
