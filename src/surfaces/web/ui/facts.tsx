// What a gate knows, as people read it: lists of things as tables, the rest as names and values.
import type { Gate } from '../document.ts'
import { Pairs, Table } from './parts.tsx'

type Value = Gate['facts'][string]

export function Facts({ facts }: { facts: Gate['facts'] }) {
  return (
    <Pairs
      pairs={Object.entries(facts)
        .filter(([name, value]) => !name.startsWith('all_') && !isEmpty(value))
        .map(([name, value]) => [name.replaceAll('_', ' '), <Shown value={value} name={name} />])}
    />
  )
}

const isEmpty = (value: Value) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

function Shown({ value, name }: { value: Value; name: string }) {
  if (Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each)))
    return <Rows rows={value as Record<string, Value>[]} name={name} />
  if (Array.isArray(value) && words(value).length > longestLine)
    return (
      <ul>
        {value.map((each, index) => (
          <li key={index}>{words(each)}</li>
        ))}
      </ul>
    )
  return <>{words(value)}</>
}

const longestLine = 80

function Rows({ rows, name }: { rows: Record<string, Value>[]; name: string }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const named = (name: string) => name.replaceAll('_', ' ')
  return (
    <Table
      label={`${named(name)} to decide on`}
      columns={columns.map(named)}
      rows={rows.slice(0, 200).map((row) => columns.map((column) => words(row[column] ?? null)))}
    />
  )
}

export function words(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(words).join(', ')
  return typeof value === 'object'
    ? Object.entries(value)
        .map(([name, inner]) => `${name.replaceAll('_', ' ')} ${words(inner)}`)
        .join(', ')
    : String(value)
}
