// What changed between any two versions, line by line, as code review shows it.
import type { RunDocument } from '../document.ts'
import { getText } from './api.ts'
import { plural } from './format.ts'
import { Empty, Section, Troubled } from './parts.tsx'
import { type Line, readPatch } from './patch.ts'
import { useResource } from './resource.ts'
import { go, place, withQuery } from './route.tsx'

const mostLines = 4000

export function Changes({ document: { row, versions } }: { document: RunDocument }) {
  const { query } = place.value
  const within = (number: number, fallback: number) => (number >= 1 && number <= versions.length ? number : fallback)
  const to = within(Number(query.get('to')), versions.length)
  const from = within(Number(query.get('from')), Math.max(1, to - 1))
  const { value, trouble } = useResource(`${row.run} ${from} ${to}`, 0, () => getText(`/api/runs/${row.run}/diff?from=${from}&to=${to}`))
  const lines = value === null ? [] : readPatch(value)
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length
  const pick = (name: 'from' | 'to', chosen: number) => (
    <select
      aria-label={`Compare ${name} version`}
      value={chosen}
      onChange={(event) => go(withQuery({ from, to, [name]: (event.target as HTMLSelectElement).value }), { replace: true })}
    >
      {versions.map(({ number, label }) => (
        <option key={number} value={number}>
          {number}: {label}
        </option>
      ))}
    </select>
  )
  return (
    <Section
      title="Changes"
      note={
        <span class="inline">
          from {pick('from', from)} to {pick('to', to)}
        </span>
      }
    >
      <Troubled trouble={trouble} />
      {value !== null && lines.length === 0 && <Empty title="These two versions are the same." />}
      {lines.length > 0 && (
        <>
          <p class="quiet">
            <span class="good">+{plural(count('add'), 'line')}</span> <span class="bad">−{plural(count('del'), 'line')}</span>
          </p>
          <div class="diff scroll" tabIndex={0} role="region" aria-label={`Changes from version ${from} to ${to}`}>
            <table>
              <thead class="away">
                <tr>
                  <th scope="col">before</th>
                  <th scope="col">after</th>
                  <th scope="col">what</th>
                  <th scope="col">line</th>
                </tr>
              </thead>
              <tbody>
                {lines.slice(0, mostLines).map((line, index) => (
                  <tr key={index} class={line.kind}>
                    <td class="number">{line.before ?? ''}</td>
                    <td class="number">{line.after ?? ''}</td>
                    <td class="sign">{signs[line.kind]}</td>
                    <td class="what">{line.text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {lines.length > mostLines && <p class="quiet">The first {mostLines.toLocaleString('en')} lines are shown.</p>}
        </>
      )}
    </Section>
  )
}

const signs = { add: '+', del: '−', same: '', gap: '' } as const
