// The sticky bar: a run's status, its score against the threshold, its cost, and the available actions.
import { useState } from 'preact/hooks'
import type { Judged, RunDocument, Trouble } from '../document.ts'
import { address } from './address.ts'
import { workedUntil } from './axis.ts'
import { post } from './api.ts'
import { Apply } from './apply.tsx'
import { toDecision } from './decide.tsx'
import { duration, spend } from './format.ts'
import { Score, State, Troubled, now } from './parts.tsx'
import { troubleOf } from './resource.ts'
import { Link, go } from './route.tsx'
import { Share } from './share.tsx'

export function RunBar({ document, judged }: { document: RunDocument; judged: Judged | undefined }) {
  const { row, usage, steps, foreign } = document
  return (
    <div class="run-bar" role="region" aria-label="Status">
      <span class="bar-name">{row.name}</span>
      <State row={row} />
      {judged ? <Score judged={judged} /> : row.stage !== 'ended' && <span class="quiet">not judged yet</span>}
      {row.maxIterations > 0 && (
        <span class="quiet nowrap for-desk">
          iteration {row.iteration} of {row.maxIterations}
          {row.phase && `, level ${row.phase}`}
        </span>
      )}
      {!foreign && steps.length > 0 && (
        <Link to={address(row.run, 'timeline')} class="quiet nowrap">
          {usage.calls > 0 ? `${spend(usage)} · ` : ''}
          {duration(workedUntil(steps, now.value, Infinity))}
        </Link>
      )}
      {(row.budget ?? []).map(({ text }) => (
        <span key={text} class="quiet nowrap for-desk">
          {text}
        </span>
      ))}
      {!foreign && <Buttons document={document} />}
    </div>
  )
}

function Buttons({ document }: { document: RunDocument }) {
  const { row, gate, actions } = document
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [open, setOpen] = useState<'stop' | 'apply' | 'share' | null>(null)
  const act = (path: string, body = {}) => {
    setOpen(null)
    post<{ run: string }>(`/api/runs/${row.run}/${path}`, body).then(
      ({ run }) => (setTrouble(null), run !== row.run && go(address(run))),
      (error: unknown) => setTrouble(troubleOf(error)),
    )
  }
  const goesOn = row.stage === 'working' || row.awaits !== undefined
  return (
    <>
      <div class="buttons">
        {gate && (
          <button class="primary" onClick={() => toDecision(row.run)}>
            Decide
          </button>
        )}
        {goesOn && !row.busy && (
          <button class="primary" onClick={() => act('resume')}>
            Continue
          </button>
        )}
        {goesOn && <button onClick={() => setOpen('stop')}>Stop…</button>}
        {actions.retry && <button onClick={() => act('resume', { retry: true })}>Try again</button>}
        {actions.apply && <button onClick={() => setOpen('apply')}>Apply…</button>}
        {actions.again === 'form' && (
          <button onClick={() => go(`/new?workflow=${row.workflow}&again=${row.run}`)}>Continue from here…</button>
        )}
        {actions.again === 'at once' && <button onClick={() => act('again')}>Continue from here</button>}
        {!goesOn && <button onClick={() => setOpen('share')}>Share…</button>}
      </div>
      {open === 'stop' && (
        <form
          class="inline bar-form"
          onSubmit={(event) => (
            event.preventDefault(),
            act('stop', { reason: String(new FormData(event.target as HTMLFormElement).get('reason') ?? '') })
          )}
        >
          <input name="reason" aria-label="Reason for stopping" placeholder="reason" autofocus />
          <button class="danger">Stop it</button>
          <button type="button" onClick={() => setOpen(null)}>
            Keep running
          </button>
        </form>
      )}
      {open === 'apply' && <Apply run={row.run} name={row.name} onClose={() => setOpen(null)} />}
      {open === 'share' && <Share document={document} onClose={() => setOpen(null)} />}
      <Troubled trouble={trouble} />
    </>
  )
}
