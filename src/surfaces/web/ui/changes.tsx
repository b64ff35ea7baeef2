// What changed between any two versions: by parts if the workflow knows them, and line by line.
import type { Difference, PartChange, RunDocument } from '../document.ts'
import { versionBefore } from './address.ts'
import { get } from './api.ts'
import { versionOptions } from './artifact.tsx'
import { plural } from './format.ts'
import { Chips, Empty, Pick, Section, Troubled } from './parts.tsx'
import { Patch } from './patch.tsx'
import { useResource } from './resource.ts'
import { place } from './route.tsx'

export function Changes({ document }: { document: RunDocument }) {
  const { row, versions } = document
  const { query } = place.value
  const within = (number: number, fallback: number) => (number >= 1 && number <= versions.length ? number : fallback)
  const to = within(Number(query.get('to')), versions.findLast(({ number }) => versionBefore(document, number))?.number ?? versions.length)
  const from = within(Number(query.get('from')), versionBefore(document, to) ?? Math.max(1, to - 1))
  const { value, trouble } = useResource(`${row.run} ${from} ${to}`, 0, () =>
    get<Difference>(`/api/runs/${row.run}/diff?from=${from}&to=${to}`),
  )
  const options = versionOptions(versions)
  const byLine = query.get('by') === 'line' || value?.parts === null
  return (
    <Section
      title="Changes"
      note={
        <span class="inline">
          from <Pick label="From version" value={from} options={options} query="from" /> to{' '}
          <Pick label="To version" value={to} options={options} query="to" />
        </span>
      }
    >
      <Troubled trouble={trouble} />
      {!value && !trouble && <p class="quiet">Loading…</p>}
      {value?.parts && (
        <p>
          <Chips label="Compared by" value={byLine ? 'line' : 'part'} options={{ part: 'By part', line: 'By line' }} query="by" />
        </p>
      )}
      {value && byLine && <Patch patch={value.patch} label={`Changes from version ${from} to ${to}`} />}
      {value?.parts && !byLine && <Parts parts={value.parts} />}
    </Section>
  )
}

const words = { new: 'added', changed: 'changed', gone: 'removed' } as const
const signs = { new: '+', changed: '~', gone: '−' } as const

export function Parts({ parts }: { parts: readonly PartChange[] }) {
  if (parts.length === 0) return <Empty title="No part changed." />
  return (
    <>
      <p class="quiet">
        {(['new', 'changed', 'gone'] as const)
          .map((is) => [parts.filter((part) => part.is === is).length, words[is]] as const)
          .filter(([count]) => count > 0)
          .map(([count, word]) => `${plural(count, 'part')} ${word}`)
          .join(', ')}
      </p>
      <ul class="part-changes">
        {parts.map(({ is, what }, index) => (
          <PartLine key={index} is={is}>
            {what}
          </PartLine>
        ))}
      </ul>
    </>
  )
}

export function PartLine({ is, children }: { is: PartChange['is']; children: string }) {
  return (
    <li class={is}>
      <span class="sign" aria-hidden="true">
        {signs[is]}
      </span>
      <span class="away">{words[is]}: </span>
      {children}
    </li>
  )
}
