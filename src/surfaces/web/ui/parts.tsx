// Small components every page uses: states, errors, foldable sections, relative times.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { onScale } from '../../../lib/on-scale.ts'
import type { Judged, RunRow, Trouble } from '../document.ts'
import { ago, moment } from './format.ts'
import { Link, go, withQuery } from './route.tsx'

/** Ticks for relative times. */
export const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), 1000)

export type Tone = 'good' | 'bad' | 'wait' | 'work' | 'rest' | 'over'

function toneOf({ stage, passed, busy, status }: RunRow): Tone {
  if (status === 'damaged') return 'bad'
  if (stage === 'waiting') return 'wait'
  if (stage === 'working') return busy ? 'work' : 'rest'
  return endTone(status, passed)
}

/** A run that didn't pass hasn't necessarily failed: it may have been stopped or let through by a person. */
export const endTone = (status: string, passed: boolean | null): Tone => (passed ? 'good' : /fail/i.test(status) ? 'bad' : 'over')

/** A score that reaches its threshold isn't bad, even if something else blocks the pass. */
export const scoreTone = ({ passed, score, threshold }: Pick<Judged, 'passed' | 'score' | 'threshold'>): 'good' | 'bad' | 'wait' =>
  passed ? 'good' : threshold !== null && score >= threshold ? 'wait' : 'bad'

/** Every state has a word and a shape, not only a colour. */
export function State({ row }: { row: RunRow }) {
  const tone = toneOf(row)
  const word =
    row.stage === 'waiting'
      ? 'waiting for you'
      : row.stage === 'working' && row.waiting
        ? 'waiting for its maker'
        : row.stage === 'working'
          ? row.busy
            ? row.step.toLowerCase().replaceAll('_', ' ')
            : 'paused'
          : row.status.toLowerCase().replaceAll('_', ' ')
  return <Mark tone={tone}>{word}</Mark>
}

export function Mark({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`mark ${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        {shapes[tone]}
      </svg>
      {children}
    </span>
  )
}

const shapes = {
  good: <path d="M2.5 6.5 5 9l4.5-6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />,
  bad: <path d="m3 3 6 6m0-6-6 6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" />,
  wait: <path d="M6 1.5 11 10.5H1z" fill="currentColor" />,
  work: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="16 9" class="spin" />,
  over: <rect x="3" y="3" width="6" height="6" rx="1" fill="currentColor" />,
  rest: <path d="M4 2.5v7m4-7v7" stroke="currentColor" stroke-width="2" stroke-linecap="round" />,
} as const

export function Ago({ at }: { at: string | number }) {
  const then = typeof at === 'number' ? at : Date.parse(at)
  if (!Number.isFinite(then)) return null
  return (
    <time dateTime={new Date(then).toISOString()} title={moment(then)}>
      {ago(new Date(then).toISOString(), now.value)}
    </time>
  )
}

export function Troubled({ trouble }: { trouble: Trouble | null }) {
  if (!trouble) return null
  return (
    <div class="trouble" role="alert">
      <p>{trouble.message}</p>
      {trouble.fix && <p class="quiet">{code(trouble.fix)}</p>}
    </div>
  )
}

/** Renders `words in backticks` as code. */
export function code(text: string): ComponentChildren {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}

export function Section({ title, note, children }: { title: string; note?: ComponentChildren; children: ComponentChildren }) {
  const anchor = title.toLowerCase().replace(/[^a-z]+/g, '-')
  return (
    <section aria-labelledby={`${anchor}-title`}>
      <div class="section-head">
        <h2 id={`${anchor}-title`}>{title}</h2>
        {note && <div class="quiet">{note}</div>}
      </div>
      {children}
    </section>
  )
}

interface TableProps {
  label: string
  columns: readonly ComponentChildren[]
  rows: readonly (readonly ComponentChildren[])[]
  class?: string
  /** The first cell of a row names it. */
  isHeaded?: boolean
}

/** A table that may be wider than its container; when narrow, each cell shows its column's name. */
export function Table({ label, columns, rows, class: name = '', isHeaded = false }: TableProps) {
  return (
    <Scroll label={label}>
      <table class={`figure ${name}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>{row.map((cell, at) => (at === 0 && isHeaded ? <th scope="row">{cell}</th> : <td>{cell}</td>))}</tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** Wide content scrolls in place, with the keyboard too. */
export const Scroll = ({ label, class: name = '', children }: { label: string; class?: string; children: ComponentChildren }) => (
  <div class={`scroll ${name}`} tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
)

/** A text verbatim, in its own box. */
export const Pre = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <pre class="text" tabIndex={0} aria-label={label}>
    {children}
  </pre>
)

/** Names and their values. */
export const Pairs = ({ pairs }: { pairs: readonly (readonly [string, ComponentChildren] | false)[] }) => (
  <dl class="facts">
    {pairs.map(
      (pair) =>
        pair && (
          <>
            <dt>{pair[0]}</dt>
            <dd>{pair[1]}</dd>
          </>
        ),
    )}
  </dl>
)

/** Folded, and rendered when opened. */
export function Fold({
  title,
  open: first = false,
  children,
}: {
  title: ComponentChildren
  open?: boolean
  children(): ComponentChildren
}) {
  const [open, setOpen] = useState(first)
  return (
    <details open={open} onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  )
}

/** Shows the rest of a long list on demand. */
export const More = ({ title, left, onMore }: { title: string; left: number; onMore(): void }) =>
  left <= 0 ? null : (
    <p class="more">
      <button onClick={onMore}>{title}</button> <span class="quiet">{left.toLocaleString('en')} more</span>
    </p>
  )

/** Receives a field's value. */
export const typed = (set: (value: string) => void) => (event: Event) => set((event.target as HTMLInputElement).value)

/** A choice kept in the URL. */
export function Pick<T extends string | number>({
  label,
  value,
  options,
  query,
  none,
}: {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  query: string
  /** The default, which isn't kept in the URL. */
  none?: string
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={typed((value) => go(withQuery({ [query]: value || null, f: null }), { replace: true }))}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([id, title]) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  )
}

/** Alternative views of the same content; the first isn't kept in the URL. */
export function Chips({
  label,
  value,
  options,
  query,
}: {
  label: string
  value: string
  options: Readonly<Record<string, string>>
  query: string
}) {
  return (
    <span class="chips" role="group" aria-label={label}>
      {Object.entries(options).map(([id, title], index) => (
        <Link key={id} to={withQuery({ [query]: index === 0 ? null : id, f: null })} class="chip" current={value === id} replace>
          {title}
        </Link>
      ))}
    </span>
  )
}

/** A score on the workflow's own scale, against its threshold. */
export function Score({ judged }: { judged: Judged }) {
  const { shown, score, threshold, scale } = judged
  return (
    <span class={`score ${scoreTone(judged)}`}>
      <strong class="figure">{shown}</strong>
      <span class="gauge" aria-hidden="true">
        <i style={{ width: `${score}%` }} />
        {threshold !== null && <b style={{ left: `${threshold}%` }} />}
      </span>
      {threshold !== null && <span class="quiet">of {onScale(threshold, scale)} needed</span>}
    </span>
  )
}

/** Reserves the space of content that is loading, so that nothing jumps. */
export const Loading = () => (
  <div class="loading" aria-busy="true">
    <p class="quiet">Loading…</p>
  </div>
)
