// What happened when: the score by dimension above, then every step at its true time, by iteration; running steps on top.
import { useState } from 'preact/hooks'
import { changeShown, onScale } from '../../../lib/on-scale.ts'
import type { HistoryLine, Judged, Step } from '../document.ts'
import { type ViewProps, address, versionBefore } from './address.ts'
import { get } from './api.ts'
import { clock, duration, money, named, plural, spend, stepName } from './format.ts'
import { useKeys } from './keys.ts'
import { Ago, Fold, Mark, More, Pre, Section, now, scoreTone } from './parts.tsx'
import { useResource } from './resource.ts'
import { Link, go, place, withQuery } from './route.tsx'
import { type Column, axisOf, barOf, pointOf, tookMs } from './axis.ts'
import { StepDetail } from './step-detail.tsx'
import { Trajectory, dimensionNames } from './trajectory.tsx'

const mostIterations = 16

export function Timeline({ document, at }: ViewProps) {
  const { judged, steps, row, usage, versions } = document
  const [most, setMost] = useState(mostIterations)
  const shown = judged[at - 1]
  const version = versions.findIndex(({ hash }) => hash === shown?.artifact) + 1
  const every = axisOf(steps, now.value)
  const wanted = shown ? every.findIndex((column) => pointOf([column], shown, now.value) !== null) : -1
  const columns = axisOf(steps, now.value, Math.max(most, wanted < 0 ? 0 : every.length - wanted))
  // A line joins only evaluations of the same thing.
  const same = judged.flatMap((each, index) => {
    const place = each.series === shown?.series ? pointOf(columns, each, now.value) : null
    return place === null ? [] : [{ each, number: index + 1, place }]
  })
  const place_ = same.findIndex(({ number }) => number === at)
  const to = (step: number) => () => {
    const found = same[place_ + step]
    if (found) go(withQuery({ at: found.number }), { replace: true })
  }
  useKeys({ ArrowLeft: to(-1), ArrowRight: to(1) }, [at, judged.length])
  return (
    <>
      <RunningNow document={document} />
      {shown && (
        <div class="overview">
          <Moment
            judged={shown}
            before={same[place_ - 1]?.each}
            names={dimensionNames(same.map(({ each }) => each))}
            run={row.run}
            at={at}
            version={version}
            versionBefore={versionBefore(document, version)}
          />
          {same.length > 1 && (
            <Section title="Score" note={<span class="for-keys">choose an evaluation, or use ← and →</span>}>
              <Trajectory judged={same} at={at} columns={columns} />
            </Section>
          )}
        </div>
      )}
      <Section title="Steps" note={`${plural(usage.calls, 'call')}, ${plural(usage.tokensIn + usage.tokensOut, 'token')}, ${spend(usage)}`}>
        {columns.toReversed().map((column) => (
          <Iteration key={column.iteration} column={column} run={row.run} judged={judged} />
        ))}
        <More title="Show earlier iterations" left={every.length - columns.length} onMore={() => setMost(most + mostIterations * 3)} />
      </Section>
    </>
  )
}

export function Iteration({ column, run, judged = [] }: { column: Column; run: string; judged?: readonly Judged[] }) {
  const { iteration, steps, worked } = column
  const spent = steps.flatMap(({ usage }) => (usage && usage.calls > 0 ? [usage] : []))
  const calls = spent.reduce((sum, each) => sum + each.calls, 0)
  const unpriced = spent.filter(({ costMicros }) => costMicros === null).length
  const costMicros = spent.reduce((sum, each) => sum + (each.costMicros ?? 0), 0)
  return (
    <div class="iteration-steps">
      <h3>
        {iteration > 0 ? `Iteration ${iteration}` : 'Before the first iteration'}{' '}
        <span class="quiet">
          {duration(worked)}
          {calls > 0 && `, ${plural(calls, 'call')}, ${spend({ calls, costMicros, unpriced })}`}
        </span>
        {judged.map(
          (each, index) =>
            steps.some(({ endedSeq }) => endedSeq === each.seq) && (
              <Link
                key={index}
                to={withQuery({ at: index + 1 })}
                class={`figure ${scoreTone(each)}`}
                label={`scored ${each.shown}`}
                replace
              >
                {each.shown}
              </Link>
            ),
        )}
      </h3>
      <ol class="timeline">
        {steps.map((step) => (
          <StepLine key={step.key} run={run} step={step} column={column} />
        ))}
      </ol>
    </div>
  )
}

function StepLine({ run, step, column }: { run: string; step: Step; column: Column }) {
  const { from, width, offset } = barOf(column, step, now.value)
  const tone = step.ok === null ? (step.error ? 'wait' : 'work') : step.ok ? 'good' : 'bad'
  const title = (
    <>
      <Mark tone={tone}>
        <span class="away">{step.ok === null ? 'running' : step.ok ? 'done' : 'failed'}</span>
      </Mark>
      <span class="key">{stepName(step.key)}</span>
      <span class="quiet who">{step.maker ?? words[step.kind] ?? step.kind}</span>
      <span class="lane" aria-hidden="true">
        <b style={{ left: `${column.from}%`, width: `${column.width}%` }} />
        <i class={tone} style={{ left: `${from}%`, width: `${width}%` }} />
      </span>
      <span class="figure quiet offset" title="since the iteration began">
        +{duration(offset)}
      </span>
      <span class="figure">{duration(tookMs(step, now.value))}</span>
      <span class="figure cost">
        {step.usage && step.usage.calls > 0 ? (step.usage.costMicros === null ? 'unknown' : money(step.usage.costMicros)) : ''}
      </span>
    </>
  )
  return (
    <li>
      <Fold title={title} open={place.value.query.get('step') === step.key}>
        {() => <StepDetail run={run} step={step} />}
      </Fold>
    </li>
  )
}

const words: Readonly<Record<string, string>> = {
  ask: 'a maker',
  evaluate: 'the checks',
  observe: 'reads',
  effect: 'writes',
  child: 'another run',
}

/** What is running now, with its live words. */
export function RunningNow({ document: { steps, row, entries } }: Pick<ViewProps, 'document'>) {
  const running = steps.filter(({ endedAt, error }) => endedAt === null && error === null && row.busy)
  return (
    <>
      {running.map((step) => (
        <Running key={step.key} step={step} run={row.run} entries={entries} />
      ))}
    </>
  )
}

function Running({ step, run, entries }: { step: Step; run: string; entries: number }) {
  const { value } = useResource(`${run} said`, now.value, () => get<Record<string, string>>(`/api/runs/${run}/said`))
  const said = value?.[step.key]
  return (
    <section class="card running" aria-label="Running now">
      <div class="row wrap">
        <Mark tone="work">{step.role ?? stepName(step.key)}</Mark>
        <strong class="figure">{duration(now.value - step.askedAt)}</strong>
        <span class="quiet">{step.kind === 'ask' ? `waiting for ${step.maker ?? 'the reply'}` : (words[step.kind] ?? step.kind)}</span>
        <span class="grow" />
        <Link to={address(run, 'history')}>All of its history</Link>
      </div>
      {said ? <Pre label="What it says">{said}</Pre> : <Lately run={run} entries={entries} />}
    </section>
  )
}

/** The run's latest live message. */
function Lately({ run, entries }: { run: string; entries: number }) {
  const { value } = useResource(`${run} lately`, entries, () => get<HistoryLine[]>(`/api/runs/${run}/history`))
  const told = (value ?? []).filter(({ text }) => text !== null).slice(-mostLately)
  return (
    <ol class="lately" aria-live="polite">
      {told.map(({ seq, at, text }, index) => (
        <li key={`${seq} ${index}`}>
          <time class="quiet">{clock(at)}</time> {text}
        </li>
      ))}
    </ol>
  )
}

const mostLately = 5

interface MomentProps {
  judged: Judged
  before: Judged | undefined
  /** Of the dimensions of all evaluations, so that each keeps its colour. */
  names: readonly string[]
  run: string
  at: number
  /** The number of the artifact's version, or 0. */
  version: number
  versionBefore: number | null
}

function Moment({ judged, before, names, run, at, version, versionBefore: from }: MomentProps) {
  return (
    <section class="moment" aria-labelledby="moment-title">
      <h2 id="moment-title">{judged.label}</h2>
      <p class="big">
        {judged.shown} <Change now={judged.score} before={before?.score} scale={judged.scale} />
      </p>
      <p>
        <Mark tone={scoreTone(judged)}>
          {judged.passed
            ? 'passes'
            : judged.blockers.length > 0
              ? `${plural(judged.blockers.length, 'blocker')}`
              : judged.threshold === null || judged.score >= judged.threshold
                ? "doesn't pass"
                : 'below the threshold'}
        </Mark>{' '}
        <span class="quiet">
          <Ago at={judged.at} />
        </span>
      </p>
      {judged.dimensions.length > 0 && (
        <ul class="bars">
          {judged.dimensions.map(({ name, score }) => (
            <li key={name} class={`d${names.indexOf(name) % 5}`}>
              <span>{named(name)}</span>
              <span class="bar" aria-hidden="true">
                <i style={{ width: `${score}%` }} />
              </span>
              <span class="figure">
                {onScale(score, judged.scale)}{' '}
                <Change now={score} before={before?.dimensions.find((each) => each.name === name)?.score} scale={judged.scale} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul class="links">
        <li>
          <Link to={address(run, 'work', `?at=${at}&show=artifact`)}>
            {judged.findings === 0 ? 'What was judged' : `${plural(judged.findings, 'finding')} in it`}
          </Link>
        </li>
        {from && (
          <li>
            <Link to={address(run, 'changes', `?from=${from}&to=${version}`)}>What changed</Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function Change({ now: score, before, scale }: { now: number; before: number | undefined; scale: number }) {
  const change = before === undefined ? '' : changeShown(before, score, scale)
  return change === '' ? null : <span class={`change ${change.startsWith('+') ? 'good' : 'bad'}`}>{change}</span>
}
