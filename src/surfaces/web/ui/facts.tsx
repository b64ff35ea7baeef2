// The facts of a gate for people: lists lead with each item's text, the rest as names and values.
import type { Gate } from '../document.ts'
import { Pairs } from './parts.tsx'

type Value = Gate['facts'][string]

export function Facts({ facts }: { facts: Gate['facts'] }) {
  return (
    <Pairs
      pairs={Object.entries(facts)
        .filter(([name, value]) => !name.startsWith('all_') && !isEmpty(value))
        .map(([name, value]) => [name.replaceAll('_', ' '), <Shown value={value} />])}
    />
  )
}

const isEmpty = (value: Value) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

function Shown({ value }: { value: Value }) {
  if (Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each)))
    return <Things things={value as Record<string, Value>[]} />
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

/** The field that best tells the items apart comes first; the rest is small below it. */
function Things({ things }: { things: Record<string, Value>[] }) {
  const names = [...new Set(things.flatMap((each) => Object.keys(each)))]
  const said = (name: string) => [...new Set(things.map((each) => words(each[name] ?? null)))]
  const lead = names.toSorted((a, b) => said(b).length - said(a).length || said(b).join('').length - said(a).join('').length)[0] ?? ''
  return (
    <ul>
      {things.slice(0, mostThings).map((each, index) => (
        <li key={index}>
          {words(each[lead] ?? null)}
          <small>
            {names
              .filter((name) => name !== lead && !isEmpty(each[name] ?? null))
              .map((name) => named(name, words(each[name] ?? null)))
              .join(' · ')}
          </small>
        </li>
      ))}
      {things.length > mostThings && <li>and {things.length - mostThings} more</li>}
    </ul>
  )
}

const mostThings = 200

const severities: Record<string, string> = { fail: 'must hold', warn: 'lowers the score', info: 'is noted' }

/** In the words of the form that edits it. */
function named(name: string, value: string): string {
  if (name === 'id' || name === 'why') return value
  if (name === 'severity') return severities[value] ?? value
  return `${name === 'phase' ? 'level' : name.replaceAll('_', ' ')} ${value}`
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
