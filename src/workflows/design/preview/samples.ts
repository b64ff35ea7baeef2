// Sample values for an entity's screens: from the requirements' tables and lists of choices; otherwise marked placeholders.
import { valuesOf } from '../feedback/value-types.ts'
import { refId, type Attribute, type Entity, type Intent } from '../intent.ts'

export interface Sample {
  text: string
  /** False for a placeholder. */
  isSaid: boolean
}

export interface Samples {
  /** Rows for a list; deterministic. */
  rows(entity: Entity): Sample[][]
  /** Values the text names for an attribute. */
  choices(entity: Entity, attribute: Attribute): string[]
}

const mostRows = 3

/** `texts`: every statement in the order of the requirements, table rows with bars between their cells. */
export function samplesOf(intent: Intent, texts: readonly string[] = intent.sources.map(({ text }) => text)): Samples {
  const tables = new Map(intent.dataModel.entities.map((entity) => [entity.name, tableOf(entity, texts)]))
  const choices = (entity: Entity, { name, type }: Attribute) => {
    const refs = new Set(entity.sourceRefs.map(refId))
    const own = intent.sources.flatMap(({ id, text }) => (refs.has(id) ? [text] : []))
    const said = [...own, ...texts.filter((text) => mentions(text, entity.name))].filter((text) => mentions(text, name))
    return valuesOf(type).length > 0 ? valuesOf(type) : choicesIn(name, said)
  }
  return {
    choices,
    rows(entity) {
      const said = tables.get(entity.name) ?? []
      return Array.from({ length: mostRows }, (_, row) =>
        entity.attributes.map((attribute) => {
          const value = said[row]?.get(fold(attribute.name)) ?? choices(entity, attribute)[row]
          return value ? { text: value, isSaid: true } : { text: placeholder(attribute), isSaid: false }
        }),
      )
    },
  }
}

/** The rows below headers of which two or more are attributes of the entity. */
function tableOf({ attributes }: Entity, texts: readonly string[]): Map<string, string>[] {
  const names = new Set(attributes.map(({ name }) => fold(name)))
  const rows: Map<string, string>[] = []
  let titles: string[] = []
  for (const text of texts) {
    const cells = text.split(/\s*\|\s*/).filter((cell, at, all) => cell !== '' || (at > 0 && at < all.length - 1))
    if (cells.length < 2) titles = []
    else if (cells.filter((cell) => names.has(fold(cell))).length >= 2) titles = cells.map(fold)
    else if (cells.length === titles.length) rows.push(new Map(cells.map((cell, at) => [titles[at]!, cell.slice(0, 40)])))
    if (rows.length === mostRows) break
  }
  return rows
}

/** "a category (hand tool, power tool or garden tool)", "the state is free, lent or broken" */
function choicesIn(name: string, texts: readonly string[]): string[] {
  const shape = new RegExp(
    `\\b${escaped(name)}\\b(?: of (?:an?|the|each|every) \\p{L}+)?(?: ?\\((?:e\\.g\\.,? |such as |either |one of )?|: | is (?:either |one of )?| can be (?:either )?| are | such as )([^.;:()]{3,120})`,
    'iu',
  )
  for (const text of texts) {
    const list = shape.exec(text)?.[1]
    if (list === undefined || !/,| or /.test(list)) continue
    const items = list.split(/,\s*(?:and |or )?|\s+(?:and|or)\s+/).map((item) =>
      item
        .replace(/^(?:an?|the|either)\s+/i, '')
        .replace(/^["“'`]+|["”'`]+$/g, '')
        .trim(),
    )
    if (items.length >= 2 && items.every((item) => item !== '' && item.split(' ').length <= 3)) return items.slice(0, 6)
  }
  return []
}

const placeholders: Record<string, string> = {
  date: 'date',
  'date and time': 'date, time',
  time: 'time',
  money: '0.00',
  number: '0',
  'yes/no': 'yes or no',
  boolean: 'yes or no',
  'email address': 'name@example.org',
  'phone number': 'phone number',
  image: 'picture',
  file: 'file',
}

const placeholder = ({ name, type }: Attribute) => placeholders[type] ?? name
const mentions = (text: string, name: string) => text.toLowerCase().includes(name.toLowerCase())
const fold = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
