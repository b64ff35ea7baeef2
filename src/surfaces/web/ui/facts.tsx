// What a gate knows, as people read it: lists of things as tables, the rest as names and values.
import type { Gate } from '../document.ts'

type Value = Gate['facts'][string]

export function Facts({ facts }: { facts: Gate['facts'] }) {
  return (
    <dl class="facts">
      {Object.entries(facts)
        .filter(([name, value]) => !name.startsWith('all_') && !isEmpty(value))
        .map(([name, value]) => (
          <>
            <dt key={name}>{name.replaceAll('_', ' ')}</dt>
            <dd>
              <Shown value={value} name={name} />
            </dd>
          </>
        ))}
    </dl>
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
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${name.replaceAll('_', ' ')} to decide on`}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column.replaceAll('_', ' ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 200).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} data-name={column.replaceAll('_', ' ')}>
                  {words(row[column] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function words(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(words).join(', ')
  return typeof value === 'object'
    ? Object.entries(value)
        .map(([name, inner]) => `${name.replaceAll('_', ' ')} ${words(inner)}`)
        .join(', ')
    : String(value)
}
