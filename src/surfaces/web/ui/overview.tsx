// The run at a glance: the score's way against the threshold, and beside it what was seen at the moment one points at.
import { useEffect } from 'preact/hooks'
import type { Judged } from '../document.ts'
import { figure, plural } from './format.ts'
import { onKey } from './keys.ts'
import { Ago, Empty, Mark, Section } from './parts.tsx'
import { Link, go, withQuery } from './route.tsx'
import { type ViewProps, address } from './address.ts'
import { Timeline } from './steps.tsx'
import { Trajectory, dimensionNames } from './trajectory.tsx'

const mostSteps = 6

export function Overview({ document, at }: ViewProps) {
  const { judged, row, steps } = document
  useEffect(() => {
    const to = (number: number) =>
      number >= 1 && number <= judged.length && go(withQuery({ at: number === judged.length ? null : number }), { replace: true })
    const keys = [onKey('ArrowLeft', () => to(at - 1)), onKey('ArrowRight', () => to(at + 1))]
    return () => keys.forEach((off) => off())
  }, [at, judged.length])
  const shown = judged[at - 1]
  return (
    <>
      {shown ? (
        <div class="overview">
          <Section title="Score" note={judged.length > 1 ? <span class="for-keys">choose an evaluation, or use ← and →</span> : undefined}>
            <Trajectory judged={judged} at={at} />
          </Section>
          <Moment
            judged={shown}
            before={judged[at - 2]}
            names={dimensionNames(judged)}
            run={row.run}
            at={at}
            isLast={at === judged.length}
            versions={document.versions.findIndex(({ hash }) => hash === shown.artifact) + 1}
          />
        </div>
      ) : (
        <Empty
          title={
            document.foreign
              ? 'What another tool judged is told in its history.'
              : row.stage === 'ended'
                ? 'It ended before anything was judged.'
                : 'Nothing has been judged yet.'
          }
        >
          {row.stage === 'working' && (
            <p>{row.busy ? 'It is being worked on; this page follows.' : 'Nobody works on it now. “Go on” continues where it stopped.'}</p>
          )}
        </Empty>
      )}
      {steps.length > 0 && (
        <Section
          title="Latest steps"
          note={<Link to={address(row.run, 'steps')}>{steps.length > mostSteps ? `all ${steps.length} steps` : 'in full'}</Link>}
        >
          <Timeline run={row.run} steps={steps.slice(-mostSteps)} />
        </Section>
      )}
    </>
  )
}

interface MomentProps {
  judged: Judged
  before: Judged | undefined
  /** Of the dimensions of all evaluations, so that each keeps its colour. */
  names: readonly string[]
  run: string
  at: number
  isLast: boolean
  /** Which version of the artifact it is, or 0. */
  versions: number
}

function Moment({ judged, before, names, run, at, isLast, versions }: MomentProps) {
  const query = isLast ? '' : `?at=${at}`
  return (
    <section class="moment" aria-labelledby="moment-title">
      <h2 id="moment-title">{judged.label}</h2>
      <p class="big">
        {judged.shown} <Change now={judged.score} before={before?.score} scale={judged.scale} />
      </p>
      <p>
        <Mark tone={judged.passed ? 'good' : 'bad'}>
          {judged.passed
            ? 'passes'
            : judged.blockers.length > 0
              ? `blocked by ${plural(judged.blockers.length, 'rule')}`
              : judged.threshold === null || judged.score >= judged.threshold
                ? 'does not pass'
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
              <span>{name}</span>
              <span class="bar" aria-hidden="true">
                <i style={{ width: `${score}%` }} />
              </span>
              <span class="figure">
                {figure(score, judged.scale)}{' '}
                <Change now={score} before={before?.dimensions.find((each) => each.name === name)?.score} scale={judged.scale} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul class="links">
        <li>
          <Link to={address(run, 'findings', query)}>{judged.findings === 0 ? 'No findings' : plural(judged.findings, 'finding')}</Link>
        </li>
        {versions > 0 && (
          <li>
            <Link to={address(run, 'artifact', `?version=${versions}`)}>What was judged</Link>
          </li>
        )}
        {versions > 1 && (
          <li>
            <Link to={address(run, 'changes', `?from=${versions - 1}&to=${versions}`)}>What had changed</Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function Change({ now, before, scale }: { now: number; before: number | undefined; scale: number }) {
  if (before === undefined || Math.abs(now - before) < 0.005) return null
  return (
    <span class={`change ${now > before ? 'good' : 'bad'}`}>{`${now > before ? '+' : '−'}${figure(Math.abs(now - before), scale)}`}</span>
  )
}
