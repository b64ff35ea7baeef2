// Related runs with their states; child runs stand below their parent.
import { shownScore } from '../../../lib/on-scale.ts'
import type { RunRow } from '../document.ts'
import { Ago, Section, State } from './parts.tsx'
import { Link } from './route.tsx'

export function RunTree({ title, rows }: { title: string; rows: readonly RunRow[] }) {
  const names = new Set(rows.map(({ run }) => run))
  const below = Map.groupBy(rows, ({ parent }) => (parent !== undefined && names.has(parent) ? parent : ''))
  const branch = (parent: string) => (
    <ul class="run-tree">
      {(below.get(parent) ?? []).map((row) => (
        <li key={row.run}>
          <span class="row wrap">
            <Link to={`/run/${row.run}`}>{row.name}</Link>
            <span class="quiet">{row.workflow}</span>
            <State row={row} />
            <span class="figure">{shownScore(row.score, row.scale)}</span>
            <span class="quiet">
              <Ago at={row.updatedAt} />
            </span>
          </span>
          {below.has(row.run) && branch(row.run)}
        </li>
      ))}
    </ul>
  )
  return <Section title={title}>{branch('')}</Section>
}
