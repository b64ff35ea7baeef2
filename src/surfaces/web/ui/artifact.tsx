// A version of what was made, as plain numbered lines: nothing in it is ever rendered. A line can be linked.
import { useEffect, useMemo } from 'preact/hooks'
import type { RunDocument } from '../document.ts'
import { getText } from './api.ts'
import { plural } from './format.ts'
import { lineOfPointer } from './pointer.ts'
import { Section, Troubled } from './parts.tsx'
import { useResource } from './resource.ts'
import { go, place, withQuery } from './route.tsx'

const mostLines = 5000

export function Artifact({ document: { row, versions } }: { document: RunDocument }) {
  const { query } = place.value
  const number = Math.min(Math.max(1, Number(query.get('version')) || versions.length), versions.length)
  const version = versions[number - 1]
  const { value, trouble } = useResource(version?.hash ?? '', 0, () => getText(`/api/runs/${row.run}/texts/${version?.hash}`))
  const lines = useMemo(() => value?.split('\n') ?? [], [value])
  const marked = useMemo(() => markedLine(lines, value ?? '', query), [lines, place.value])
  useEffect(() => {
    if (marked > 0) document.getElementById(`line-${marked}`)?.scrollIntoView({ block: 'center' })
  }, [marked, value])
  return (
    <Section
      title="Artifact"
      note={
        <label class="inline">
          version{' '}
          <select
            value={number}
            onChange={(event) =>
              go(withQuery({ version: (event.target as HTMLSelectElement).value, line: null, pointer: null, find: null }), {
                replace: true,
              })
            }
            aria-label="Which version"
          >
            {versions.map((each) => (
              <option key={each.number} value={each.number}>
                {each.number}: {each.label}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Troubled trouble={trouble} />
      <p class="quiet">
        {row.folder} · <code title={version?.hash}>{version?.hash.slice(0, 12)}</code> · {plural(lines.length, 'line')}
      </p>
      <pre class="lines" tabIndex={0} aria-label={`Version ${number}`}>
        {lines.slice(0, mostLines).map((text, index) => (
          <span key={index} id={`line-${index + 1}`} class={index + 1 === marked ? 'marked' : undefined}>
            <a
              href={withQuery({ line: index + 1, version: number, pointer: null, find: null })}
              tabIndex={-1}
              aria-hidden="true"
              onClick={(event) => (
                event.preventDefault(),
                go(withQuery({ line: index + 1, version: number, pointer: null, find: null }), { replace: true })
              )}
            >
              {index + 1}
            </a>
            {text}
            {'\n'}
          </span>
        ))}
      </pre>
      {lines.length > mostLines && (
        <p class="quiet">
          The first {mostLines.toLocaleString('en')} lines are shown; the whole of it lies in {row.folder}.
        </p>
      )}
    </Section>
  )
}

/** The line that a link names: by number, by the place in a document, or by words that stand in it. */
function markedLine(lines: readonly string[], text: string, query: URLSearchParams): number {
  const line = Number(query.get('line'))
  if (line > 0) return line
  const pointer = query.get('pointer')
  if (pointer !== null) return lineOfPointer(text, pointer)
  const words = query.get('find')
  return words ? lines.findIndex((each) => each.includes(words)) + 1 : 0
}
