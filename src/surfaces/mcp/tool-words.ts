// Errors and cards are worded for people at a terminal; this rewords them in terms of tools.
import { shortForms } from '../../operations/decisions.ts'

export interface ToolWords {
  /** Each tool's fields, and which of them are positional on the command line. */
  tools: ReadonlyMap<string, { fields: ReadonlySet<string>; positional: readonly { name: string; rest?: boolean }[] }>
}

const word = String.raw`"[^"]*"|<[^>]*>|[^\s"<,;)` + '`]+'
const command = new RegExp(String.raw`\`whet ([^\`]+)\`|\bwhet ((?:${word})(?: (?:${word}))*)`, 'g')
const flag = /(?<![\w-])--([a-z][a-z-]+)(?: <[^>]*>| …)?/g
const forPeople = 'Anything that begins with `whet` or `--` is for a person to type in a terminal.'
const isForPeople = (text: string) => /\bwhet [a-z]|(?<![\w-])--[a-z]/.test(text)

/** Replaces commands by their tools and flags by fields. Commands only a person can type are dropped if there is an alternative, or marked. */
export function inToolWords(text: string, words: ToolWords): string {
  const fields = new Set([...words.tools.values()].flatMap(({ fields: own }) => [...own]))
  const said = text
    .replaceAll(command, (all: string, quoted?: string, bare = '') => {
      const end = /[.!?]$/.exec(bare)?.[0] ?? '' // punctuation of the sentence, not of the name
      const call = asCall(quoted ?? bare.slice(0, bare.length - end.length), words)
      return call === undefined ? all : `${call}${end}`
    })
    .replaceAll(flag, (all, name: string) => (fields.has(camel(name)) ? camel(name) : all))
    .replaceAll(/^(.+?), or ([^.\n]+)(?=\.|$)/gm, (all, one: string, other: string) =>
      !isForPeople(one) && isForPeople(other) ? one : all,
    )
  const kept = said.trimEnd()
  return isForPeople(said) ? `${kept}${/[.!?]$/.test(kept) ? ' ' : '\n'}${forPeople}` : said
}

/** The fields of a document that hold our own words. */
export function documentInToolWords<T>(document: T, words: ToolWords, inside = ''): T {
  if (typeof document === 'string') return (own.has(inside) ? inToolWords(document, words) : document) as T
  if (Array.isArray(document)) return document.map((entry: unknown) => documentInToolWords(entry, words, inside)) as T
  if (typeof document !== 'object' || document === null) return document
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, documentInToolWords(value, words, name)])) as T
}

const own = new Set(['card', 'next', 'warnings'])

const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())

/** `whet resume tidy` is `resume {run: "tidy"}`; undefined if no tool does that. */
function asCall(typed: string, { tools }: ToolWords): string | undefined {
  const [first = '', second = '', ...rest] = typed.match(/"[^"]*"|<[^>]*>|\S+/g) ?? []
  const all = [second, ...rest].filter(Boolean)
  const pair = `${first.replaceAll('-', '_')}_${second}`
  if (second === '--help') return [first, `${first}_new`].flatMap((name) => (tools.has(name) ? [`the schema of \`${name}\``] : []))[0]
  if (tools.has(pair)) return call(pair, rest, tools)
  if (tools.has(first)) return call(first, all, tools)
  if (tools.has(`${first}_step`)) return `\`${first}_step\``
  if (first === 'answer' || Object.hasOwn(shortForms, first)) return call('request_decision', all.slice(0, 1), tools)
  return tools.has(second) ? call(second, rest, tools) : undefined // `reflex resume` is resume
}

function call(name: string, typed: readonly string[], tools: ToolWords['tools']): string | undefined {
  const { fields, positional } = tools.get(name) ?? { fields: new Set(), positional: [] }
  const given: string[] = []
  const places = [...positional]
  for (let at = 0; at < typed.length; at += 1) {
    const isFlag = typed[at]?.startsWith('--')
    const field = isFlag ? camel(typed[at]?.slice(2) ?? '') : (places[0]?.rest ? places[0] : places.shift())?.name
    if (field === undefined || !fields.has(field)) return undefined
    const takes = isFlag && typed[at + 1] !== undefined && !typed[at + 1]?.startsWith('--')
    const value = (takes ? typed[++at] : isFlag ? 'true' : typed[at]) ?? ''
    given.push(/^"?</.test(value) ? field : `${field}: ${/^"|^true$/.test(value) ? value : `"${value}"`}`)
  }
  return given.length === 0 ? `\`${name}\`` : `\`${name} {${given.join(', ')}}\``
}
