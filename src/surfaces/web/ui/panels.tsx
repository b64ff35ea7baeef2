// Panels that workflows add, one drawing for each form: framed pages, pictures, a state machine, a grid, a task graph, a table.
import type { Panel } from '../document.ts'
import { address } from './address.ts'
import { Empty, Section } from './parts.tsx'
import { Link, go, place, withQuery } from './route.tsx'
import { TaskGraph } from './task-graph.tsx'

export function PanelView({ panel, run }: { panel: Panel; run: string }) {
  switch (panel.kind) {
    case 'frame':
      return <Frame panel={panel} />
    case 'machine':
      return <Machine panel={panel} />
    case 'grid':
      return <Grid panel={panel} run={run} />
    case 'pictures':
      return <Pictures panel={panel} />
    case 'graph':
      return (
        <Section title={panel.title}>
          <TaskGraph nodes={panel.nodes} />
        </Section>
      )
    case 'table':
      return <Table panel={panel} />
  }
}

type Of<K extends Panel['kind']> = { panel: Extract<Panel, { kind: K }> }

/** Any page that was drawn on the way, alone or beside another. Without one permission: no script, no form, an origin of its own. */
function Frame({ panel: { title, pages, note } }: Of<'frame'>) {
  const wanted = (name: string, fallback: number) =>
    Math.min(Math.max(0, Number(place.value.query.get(name) ?? fallback) || 0), pages.length)
  const at = wanted('page', pages.length) || pages.length
  const beside = wanted('beside', 0)
  const pick = (name: 'page' | 'beside', label: string, chosen: number) => (
    <select
      aria-label={label}
      value={chosen}
      onChange={(event) => go(withQuery({ [name]: (event.target as HTMLSelectElement).value }), { replace: true })}
    >
      {name === 'beside' && <option value={0}>nothing</option>}
      {pages.map(({ label: each }, index) => (
        <option key={index} value={index + 1}>
          {each}
        </option>
      ))}
    </select>
  )
  return (
    <Section
      title={title}
      note={
        pages.length > 1 && (
          <span class="inline">
            of {pick('page', 'Which preview', at)} beside {pick('beside', 'Beside which preview', beside)}
          </span>
        )
      }
    >
      <p class="quiet">{at === pages.length ? note : 'An earlier one; scripts in it do not run.'}</p>
      <div class={beside > 0 ? 'frames two' : 'frames'}>
        {[beside, at].map((number, index) => {
          const page = pages[number - 1]
          return (
            page && (
              <figure key={`${index} ${page.url}`}>
                <figcaption>
                  {page.label}{' '}
                  <a href={page.url} target="_blank" rel="noreferrer">
                    open alone
                  </a>
                </figcaption>
                <iframe
                  class="frame"
                  sandbox=""
                  src={page.url}
                  title={`${title}, ${page.label}`}
                  referrerpolicy="no-referrer"
                  loading="lazy"
                />
              </figure>
            )
          )
        })}
      </div>
    </Section>
  )
}

function Pictures({ panel: { title, pictures } }: Of<'pictures'>) {
  return (
    <Section title={title} note={`${pictures.length} among the artifacts`}>
      <ul class="pictures">
        {pictures.map(({ name, url }) => (
          <li key={name}>
            <a href={url} target="_blank" rel="noreferrer">
              <img
                src={url}
                alt={name
                  .slice(name.lastIndexOf('/') + 1)
                  .replace(/\.\w+$/, '')
                  .replaceAll(/[-_]+/g, ' ')}
                loading="lazy"
              />
            </a>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Machine({ panel: { states, current, visited, title } }: Of<'machine'>) {
  return (
    <Section title={title}>
      <ol class="machine">
        {states.map(({ name, to }) => (
          <li
            key={name}
            class={name === current ? 'current' : visited.includes(name) ? 'visited' : ''}
            aria-current={name === current ? 'step' : undefined}
          >
            <strong>{name}</strong>
            {name === current && <span class="here">here now</span>}
            <span class="quiet">{to.length > 0 ? `may become ${to.join(', ')}` : 'the end'}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const cellWords: Readonly<Record<string, string>> = {
  pass: 'holds',
  fail: 'fails',
  warn: 'warns',
  info: 'noted',
  unknown: 'cannot tell',
  error: 'error',
  'not-applicable': 'n/a',
}
const cellSigns: Readonly<Record<string, string>> = {
  pass: '✓',
  fail: '✕',
  warn: '!',
  info: '·',
  unknown: '?',
  error: '✕',
  'not-applicable': '–',
}

function Grid({ panel: { title, columns, rows }, run }: Of<'grid'> & { run: string }) {
  return (
    <Section title={title} note={columns.length === 0 ? 'nothing was judged yet' : 'a column is an evaluation and leads to its findings'}>
      <div class="scroll" tabIndex={0} role="region" aria-label="Rules over the evaluations">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              {columns.map(({ number, label }) => (
                <th scope="col" key={number} title={label}>
                  <Link to={address(run, 'findings', `?at=${number}`)} label={`${number}: ${label}`}>
                    {number}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, note, cells }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                  <small>{note}</small>
                </th>
                {cells.map((cell, index) => (
                  <td key={index} class={`cell ${cell}`} title={cellWords[cell] ?? ''}>
                    <span aria-hidden="true">{cellSigns[cell] ?? ''}</span>
                    <span class="away">{cellWords[cell] ?? 'not judged'}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

function Table({ panel: { title, columns, rows, empty } }: Of<'table'>) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <Empty title={empty} />
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label={`${title} as a table`}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th scope="col" key={column}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
