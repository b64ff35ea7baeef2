// Panels that workflows add, one component per form.
import type { Panel } from '../document.ts'
import { address } from './address.ts'
import { Chains } from './chains.tsx'
import { Frame } from './frame-panel.tsx'
import { Metrics } from './metrics.tsx'
import { type Outcome, outcomeWords } from './findings.tsx'
import { Empty, Section, Table } from './parts.tsx'
import { Patch } from './patch.tsx'
import { Pictures } from './pictures.tsx'
import { Link } from './route.tsx'
import { TaskGraph } from './task-graph.tsx'
import { Trials } from './trials.tsx'

/** `bare`: on the first view, where its name is already shown. */
export function PanelView({ panel, run, bare = false }: { panel: Panel; run: string; bare?: boolean }) {
  const drawn = draw(panel, run)
  return bare ? drawn : <Section title={panel.title}>{drawn}</Section>
}

function draw(panel: Panel, run: string) {
  switch (panel.kind) {
    case 'frame':
      return <Frame panel={panel} />
    case 'machine':
      return <Machine panel={panel} />
    case 'grid':
      return <Grid panel={panel} run={run} />
    case 'pictures':
      return <Pictures pictures={panel.pictures} />
    case 'graph':
      return <TaskGraph nodes={panel.nodes} run={run} />
    case 'chains':
      return <Chains chains={panel.chains} run={run} />
    case 'metrics':
      return <Metrics columns={panel.columns} rows={panel.rows} />
    case 'trials':
      return <Trials trials={panel.trials} empty={panel.empty} />
    case 'proposals':
      return <Proposals panel={panel} />
    case 'table':
      return panel.rows.length === 0 ? (
        <Empty title={panel.empty} />
      ) : (
        <Table label={`${panel.title} as a table`} columns={panel.columns} rows={panel.rows} />
      )
  }
}

type Of<K extends Panel['kind']> = { panel: Extract<Panel, { kind: K }> }

function Machine({ panel: { states, current, visited } }: Of<'machine'>) {
  return (
    <ol class="machine">
      {states.map(({ name, to }) => (
        <li
          key={name}
          class={name === current ? 'current' : visited.includes(name) ? 'visited' : ''}
          aria-current={name === current ? 'step' : undefined}
        >
          <strong>{name.toLowerCase()}</strong>
          {name === current && <span class="here">it is here</span>}
          <span class="quiet">{to.length > 0 ? `then ${to.join(', ').toLowerCase()}` : 'the end'}</span>
        </li>
      ))}
    </ol>
  )
}

function Proposals({ panel: { proposals } }: Of<'proposals'>) {
  if (proposals.length === 0) return <Empty title="No change is proposed." />
  return (
    <>
      {proposals.map(({ title, why, patch }, index) => (
        <article class="card proposal" key={index}>
          <h3>{title}</h3>
          {why && <p>{why}</p>}
          <Patch patch={patch} label={`What “${title}” would change`} />
        </article>
      ))}
    </>
  )
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

const short = (label: string) => label.replace(/^iteration (\d+)(, level )?/, '$1')

function Grid({ panel: { columns, rows }, run }: Of<'grid'> & { run: string }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Rules across evaluations">
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            {columns.map(({ number, label }) => (
              <th scope="col" key={number} title={label}>
                <Link to={address(run, 'work', `?at=${number}&show=artifact`)} label={`${short(label)}: ${label}`}>
                  {short(label)}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, note, cells }) => (
            <tr key={name}>
              <th scope="row">
                {note}
                <small>
                  <code>{name}</code>
                </small>
              </th>
              {cells.map((cell, index) => (
                <td key={index} class={`cell ${cell}`} title={outcomeWords[cell as Outcome] ?? ''}>
                  <span aria-hidden="true">{cellSigns[cell] ?? ''}</span>
                  <span class="away">{outcomeWords[cell as Outcome] ?? 'not judged'}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
