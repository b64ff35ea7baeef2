// Schemas in code: `model Invoice { … }`, `interface Invoice { … }`, `CREATE TABLE invoice ( … )`, each with its fields.
import type { Item } from '../forms/list.ts'
import { typeSaid } from './types.ts'

export interface Schema {
  name: string
  start: number
  items: Item[]
}

const opening =
  /\b(?:(?:model|interface|type|class|struct|entity|record)\s+(?<name>\p{L}\w{1,59})[^{}()\n]{0,80}\{|create\s+table\s+(?:if\s+not\s+exists\s+)?[\w."`]*?(?<table>\p{L}\w{0,59})["`]?\s*\()(?<body>[^{}]*)/giu
const field =
  /^\s*(?:(?:public|private|readonly|final|const|val|var)\s+)*["'`]?(?<name>\p{L}\w{0,59})["'`]?(?<optional>\?)?\s*(?::|\s)\s*["'`]?(?<type>\p{L}[\w[\]<>|. ]*)?(?<nullable>\?)?/u
const noField =
  /^\s*(?:\/\/|\/\*|\*|@|--|#|\)|$)|^\s*(?:primary|foreign|unique|constraint|index|check|key|return|function|enum)\b|^[^"'/]*\w\s*\([^)]*\)\s*(?::|\{|=>)/iu

export function schemasIn(code: string): Schema[] {
  return [...code.matchAll(opening)].flatMap(({ index, 0: whole, groups = {} }) => {
    const name = groups['name'] ?? groups['table'] ?? ''
    const from = index + whole.length - groups['body']!.length
    const items = itemsIn(groups['body']!, from)
    return items.length > 1 ? [{ name, start: index + whole.indexOf(name), items }] : []
  })
}

function itemsIn(body: string, from: number): Item[] {
  const items: Item[] = []
  let start = from
  for (const line of body.split('\n')) {
    const { name, type = '', optional, nullable } = (noField.test(line) ? null : field.exec(line))?.groups ?? {}
    if (name !== undefined && !items.some((item) => item.name === name)) {
      const at = start + line.indexOf(name)
      const said = typeSaid(type.trim())
      items.push({
        name,
        start: at,
        end: at + name.length,
        many: /\[\]/.test(line),
        optional: optional !== undefined || nullable !== undefined || /\?/.test(line.replace(/\/\/.*$/, '')),
        isCut: false,
        ...(said !== null && { type: said }),
      })
    }
    start += line.length + 1
  }
  return items
}
