// The first view of a run: the work large, beside it what to decide or why it ended, and the findings, anchored in the work.
import { useRef } from 'preact/hooks'
import type { ShownRule, Panel } from '../document.ts'
import { type ViewProps, address } from './address.ts'
import { get } from './api.ts'
import { Artifact } from './artifact.tsx'
import { Decide } from './decide.tsx'
import { Findings } from './findings.tsx'
import { PanelView } from './panels.tsx'
import { Chips, Empty, Loading, Troubled } from './parts.tsx'
import { useResource } from './resource.ts'
import { Link, place } from './route.tsx'
import { RunTree } from './run-tree.tsx'
import { StopCardView } from './stop-card.tsx'
import { RunningNow } from './timeline.tsx'

export function WorkView({ document, at }: ViewProps) {
  const { row, judged, versions, gate, stop, panels, children } = document
  const { value, trouble } = useResource(`${row.run} ${at}`, judged.length, async () =>
    judged.length > 0 ? get<ShownRule[]>(`/api/runs/${row.run}/findings/${at}`) : [],
  )
  const kept = useRef<readonly ShownRule[] | null>(null)
  if (value) kept.current = value
  const findings = value ?? kept.current
  const main = panels.filter((panel) => panel.main).flatMap((panel) => seenIn(panel, judged[at - 1]?.label ?? ''))
  const version = versions.findIndex(({ hash }) => hash === judged[at - 1]?.artifact) + 1 || versions.length
  const wanted = place.value.query.get('show') ?? main[0]?.id ?? 'artifact'
  const shown = main.find(({ id }) => id === wanted)
  // Chains list their own findings.
  const isListed = judged.length > 0 && shown?.kind !== 'chains'
  const work = shown ? (
    <PanelView panel={shown} run={row.run} bare />
  ) : versions.length > 0 ? (
    <Artifact document={document} findings={findings ?? []} at={version} />
  ) : (
    <Nothing document={document} />
  )
  if (!findings && !trouble) return <Loading /> // the decision beside it must not move when they load
  const isMade = shown !== undefined || versions.length > 0 || children.length > 0
  const isBeside = (isListed || gate !== null || stop !== null) && (isMade || gate === null)
  return (
    <div class={isBeside ? 'work beside' : 'work'}>
      {(gate || stop) && (
        <div class="said">
          {gate && (
            <Decide
              key={`${gate.key} ${JSON.stringify(gate.facts)}`}
              run={row.run}
              gate={gate}
              document={document}
              findings={isListed ? (findings ?? []) : []}
            />
          )}
          {stop && <StopCardView document={document} stop={stop} />}
        </div>
      )}
      <section class="made" aria-labelledby="made-title">
        <h2 id="made-title" class="away">
          The work
        </h2>
        {main.length > 0 && versions.length > 0 && (
          <Chips
            label="What is shown"
            value={shown?.id ?? 'artifact'}
            options={{ ...Object.fromEntries(main.map(({ id, title }) => [id, title])), artifact: 'Artifact' }}
            query="show"
          />
        )}
        {work}
        {children.length > 0 && <RunTree title="Runs it started" rows={children} />}
      </section>
      {isListed && (
        <div class="found-list">
          <Troubled trouble={trouble} />
          <Findings judged={judged} at={at} findings={findings} />
        </div>
      )}
    </div>
  )
}

/** Pictures belong to one evaluation; if it has none, show the artifact it judged. */
function seenIn(panel: Panel, evaluation: string): Panel[] {
  if (panel.kind !== 'pictures') return [panel]
  const pictures = panel.pictures.filter(({ label }) => label === undefined || label.startsWith(`${evaluation},`))
  return pictures.length > 0 ? [{ ...panel, pictures }] : []
}

function Nothing({ document }: Pick<ViewProps, 'document'>) {
  const { row, foreign, gate, steps } = document
  if (gate) return null
  if (row.busy && steps.some(({ endedAt }) => endedAt === null)) return <RunningNow document={document} />
  return (
    <Empty
      title={
        foreign ? 'Another tool wrote this run.' : row.stage === 'ended' ? 'It ended before making anything.' : 'Nothing has been made yet.'
      }
    >
      <p>
        {foreign ? (
          <Link to={address(row.run, 'history')}>Read its history</Link>
        ) : row.stage !== 'working' ? null : row.busy ? (
          'It is running; this page follows.'
        ) : (
          'No process is working on it. Continue to resume where it stopped.'
        )}
      </p>
    </Empty>
  )
}
