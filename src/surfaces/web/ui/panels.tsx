// Panels that workflows add, one drawing for each form: a framed page, a state machine, a grid, a task graph, a table.
import type { Panel } from '../document.ts'
import { Empty, Section } from './parts.tsx'
import { TaskGraph } from './task-graph.tsx'

export function PanelView({ panel }: { panel: Panel }) {
  switch (panel.kind) {
    case 'frame':
      return <Frame panel={panel} />
    case 'machine':
      return <Machine panel={panel} />
    case 'grid':
      return <Grid panel={panel} />
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

/** Without one permission: no script, no form, an origin of its own. */
function Frame({ panel }: Of<'frame'>) {
  return (
    <Section
      title={panel.title}
      note={
        <a href={panel.url} target="_blank" rel="noreferrer">
          Open alone
        </a>
      }
    >
      <p class="quiet">{panel.note}</p>
      <iframe class="frame" sandbox="" src={panel.url} title={panel.title} referrerpolicy="no-referrer" loading="lazy" />
    </Section>
  )
}

function Machine({ panel: { states, current, visited, title } }: Of<'machine'>) {
  return (
    <Section title={title}>
      <ol class="machine">
        {states.map(({ name, to }) => (
          <li key={name} class={name === current ? 'current' : visited.includes(name) ? 'visited' : ''} aria-current={name === current ? 'step' : undefined}>
            <strong>{name}</strong>
            {name === current && <span class="here">here now</span>}
            <span class="quiet">{to.length > 0 ? `may become ${to.join(', ')}` : 'the end'}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const cellWords: Readonly<Record<string, string>> = { pass: 'holds', fail: 'fails', warn: 'warns', info: 'noted', unknown: 'cannot tell', error: 'error', 'not-applicable': 'n/a' }
const cellSigns: Readonly<Record<string, string>> = { pass: '✓', fail: '✕', warn: '!', info: '·', unknown: '?', error: '✕', 'not-applicable': '–' }

function Grid({ panel: { title, columns, rows } }: Of<'grid'>) {
  return (
    <Section title={title} note={columns.length === 0 ? 'nothing was judged yet' : undefined}>
      <div class="scroll" tabIndex={0} role="region" aria-label="Rules over the evaluations">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              {columns.map((column, index) => (
                <th scope="col" key={index} title={column}>
                  <span class="away">{column}</span>
                  <span aria-hidden="true">{index + 1}</span>
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
