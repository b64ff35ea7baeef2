// Whether names can be what they stand for: entities that are things, types that fit their attribute, words without typing errors.
import { isUnit } from '../../../lib/english/lexicon.ts'
import { isKnownWord, tagged } from '../../../lib/english/model.ts'
import { singular, stem } from '../../../lib/english/stem.ts'
import type { Statement } from '../../../lib/english/statement.ts'
import type { Prose } from './prose.ts'

/** Words of type systems and of logic, which name no thing a feature remembers. */
const typeWords = new Set(
  'string integer boolean float number text date datetime array object value type null true false enum list field attribute yes no'.split(
    ' ',
  ),
)

/** Why an entity's name cannot be a thing; null when it can. */
export function notAThing(name: Prose, text: readonly Statement[]): string | null {
  const tokens = name.statements.flatMap((statement) => statement.tokens)
  const head = tokens.findLast(({ tag }) => tag !== 'PUNCT' && tag !== 'SYM')
  if (!head || tokens.length > 4) return null
  // "the meter", "a field": the text itself speaks of such things
  const isThere = text.some((statement) =>
    statement.tokens.some(({ lemma }, i) => lemma === head.lemma && /^(?:a|an|the|its|their)$/.test(statement.tokens[i - 1]?.lower ?? '')),
  )
  if (tokens.length === 1 && isThere && !calendar.test(head.lemma)) return null
  if (tokens.length === 1 && isUnit(head.lemma)) return `${head.text} is a unit or a day`
  if (tokens.length === 1 && typeWords.has(head.lower)) return `${head.text} is a kind of value`
  if (tokens.length === 1 && /^(?:VERB|ADV|AUX)$/.test(tagged(`a ${head.lower}`)[1]?.tag ?? '') && !/(?:ing|ed)$/.test(head.lower))
    return `${head.text} is something one does`
  return null
}

const calendar =
  /day$|^(?:second|minute|hour|week|month|year|january|february|march|april|june|july|august|september|october|november|december)$/

type Kind = 'date' | 'money' | 'number' | 'flag' | 'text' | 'file' | 'identifier'

const typeKinds: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:identifier|id|uuid|guid|key|reference)$/, 'identifier'],
  [/^(?:text|string|varchar|char|word|sentence|email|e-mail|url|phone)/, 'text'],
  [/^(?:money|currency|price|euro|dollar)/, 'money'],
  [/^(?:number|integer|int|decimal|float|double|count|percent|percentage|numeric|long)/, 'number'],
  [/^(?:date|datetime|timestamp|time|day|instant|duration)/, 'date'],
  [/^(?:yes\/no|boolean|bool|flag|true\/false)/, 'flag'],
  [/^(?:picture|image|photo|file|sound|video|audio|document|attachment|binary|blob)/, 'file'],
]

/** By the last word of an attribute's name: what it is, and which types can hold it. */
const nameKinds: readonly (readonly [RegExp, readonly Kind[]])[] = [
  [
    /\b(?:date|deadline|birthday|timestamp|expiry|datetime)$|\b(?:created|updated|deleted|expires?|since|until)(?: at| on)?$|_at$|\bdate of\b/,
    ['date'],
  ],
  [/\btime$/, ['date', 'number']],
  [/\b(?:price|cost|fee|salary|rent|fare|budget|wage|balance|revenue|payment|deposit|fine)$/, ['money', 'number']],
  [
    /\b(?:count|quantity|age|weight|height|width|length|capacity|seats|stock|score|points|minutes|hours|seconds|years|days|percentage|distance|duration|minimum|maximum|limit|rating|temperature|pieces|credits|amount|total|sum)$/,
    ['number', 'money'],
  ],
  [/^(?:is|has|can|was|should|needs)[ _]/, ['flag']],
  [/\b(?:photo|picture|image|screenshot|avatar|logo|attachment|video|recording)s?$/, ['file', 'text']],
  [/\b(?:number|code|id|identifier|isbn|barcode|sku|key|plate)$/, ['identifier', 'text', 'number']],
  [
    /\b(?:name|title|description|comment|note|remark|address|e-?mail|reason|label|message|question|phone|nickname|subject|text|summary|category|colou?r|language|author|status|country|city|url|link)s?$/,
    ['text', 'identifier', 'file', 'number'],
  ],
  [
    /\b(?:\w+ed|ready|active|open|free|paid|sold|public|visible|available|valid|correct)$/,
    ['flag', 'date', 'text', 'identifier', 'number'],
  ],
]

/** The kinds that fit a name, where its type is none of them; null when it fits or nobody can tell. */
export function misfit(name: string, type: string, sources: readonly { text: string }[] = []): readonly Kind[] | null {
  const own = kindOf(type)
  const said = sources.flatMap(({ text }) => saidKind(name, text) ?? [])[0]
  if (own && said) return own === said || (said === 'text' && own === 'identifier') ? null : [said]
  const plain = name
    .trim()
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    // "weight in kg", "price per hour"
    .replace(/ (?:in|per) \S+$/, '')
  const fitting = nameKinds.find(([pattern]) => pattern.test(plain.replaceAll(/_(?!at$)/g, ' ')))?.[1]
  if (!own || !fitting || fitting.includes(own)) return null
  // A name may be counted ("3 names") but text is never a date
  return own === 'number' && fitting[0] === 'text' && /(?:phone|answer|status|category)/.test(plain) ? null : fitting
}

function kindOf(type: string): Kind | undefined {
  return typeKinds.find(([pattern]) => pattern.test(type.trim().toLowerCase()))?.[1]
}

/** "packed (yes/no)", "Order | paid | yes/no | yes", "- paid: yes/no, required": what the text itself says of a field, behind its name. */
function saidOf(name: string, text: string): string[] {
  const [lower, own] = [text.toLowerCase(), name.toLowerCase()]
  const [, behind] = ` ${lower}`.split(` ${own} (`)
  if (own !== '' && behind !== undefined) return cellsOf(behind.split(')')[0]!)
  const [first, ...rest] = lower.replace(/^[\W_]+/, '').split(/\s*[|:]\s*/)
  const cells = first === own ? rest : rest[0] === own ? rest.slice(1) : []
  return cells.flatMap(cellsOf)
}

const cellsOf = (text: string) => text.split(/[,;]/).map((cell) => cell.trim())

function saidKind(name: string, text: string): Kind | undefined {
  const [kind, ...others] = new Set(saidOf(name, text).flatMap((cell) => (cell.length > 20 ? [] : (kindOf(cell) ?? []))))
  return others.length > 0 ? undefined : kind
}

/** Whether the text asks for a field: "required", "optional", or the only yes or no in its row. */
export function saidRequired(name: string, text: string): boolean | null {
  const cells = saidOf(name, text)
  const said = cells.filter((cell) => /^(?:required|mandatory|optional|not required)$/.test(cell))
  const marks = said.length > 0 ? said : text.includes('|') ? cells.filter((cell) => /^(?:yes|no)$/.test(cell)) : []
  return marks.length === 1 ? /^(?:required|mandatory|yes)$/.test(marks[0]!) : null
}

/** What a misspelt word was meant to be: one of the given words a letter or two away, when no dictionary knows it. */
export function meantBy(word: string, among: Iterable<string>): string | null {
  if (word.length < 5 || !/^[a-z]+$/.test(word) || formsOf(word).some(isKnownWord)) return null
  const reach = word.length >= 8 ? 2 : 1
  for (const other of among)
    if (
      other !== word &&
      Math.abs(other.length - word.length) <= reach &&
      other.length >= 4 &&
      !other.startsWith(word) &&
      !word.startsWith(other) &&
      stem(word) !== stem(other) &&
      distance(word, other) <= reach
    )
      return other
  return null
}

/** The word, and what is left of it without plural and prefix: "timers", "unauthenticated", "resync". */
const formsOf = (word: string) => [word, singular(word), word.replace(/^(?:un|non|re|pre|de|sub|over|multi)(?=\w{5})/, '')]

/** Letters added, left out, changed or swapped with their neighbour. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
