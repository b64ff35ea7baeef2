// Findings of one evaluation: what is wrong first, each with what was seen; what holds is folded away.
import type { Finding } from '../document.ts'
import { get } from './api.ts'
import { figure, plural } from './format.ts'
import { Empty, Mark, Section, type Tone, Troubled } from './parts.tsx'
import { useResource } from './resource.ts'
import { Link, go, withQuery } from './route.tsx'
import { type ViewProps, address } from './address.ts'

const tones: Readonly<Record<Finding['outcome'], Tone>> = {
  fail: 'bad',
  error: 'bad',
  unknown: 'wait',
  warn: 'wait',
  info: 'rest',
  'not-applicable': 'rest',
  pass: 'good',
}
const words: Readonly<Record<Finding['outcome'], string>> = {
  fail: 'blocks',
  error: 'could not be checked',
  unknown: 'cannot tell',
  warn: 'lowers the score',
  info: 'noted',
  'not-applicable': 'does not apply',
  pass: 'holds',
}

export function Findings({ document: { row, judged, versions }, at }: ViewProps) {
  const { value, trouble } = useResource(`${row.run} ${at}`, judged.length, () => get<Finding[]>(`/api/runs/${row.run}/findings/${at}`))
  const version = versions.findIndex(({ hash }) => hash === judged[at - 1]?.artifact) + 1
  const wrong = value?.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable') ?? []
  const fine = value?.filter(({ outcome }) => outcome === 'pass' || outcome === 'not-applicable') ?? []
  return (
    <Section title="Findings" note={<Which judged={judged} at={at} />}>
      <Troubled trouble={trouble} />
      {value && wrong.length === 0 && <Empty title="Nothing was found wrong." />}
      <Rules findings={wrong} run={row.run} version={version} />
      {fine.length > 0 && (
        <details class="fine">
          <summary>{plural(fine.length, 'rule')} that hold or do not apply</summary>
          <Rules findings={fine} run={row.run} version={version} />
        </details>
      )}
    </Section>
  )
}

export function Which({ judged, at }: { judged: ViewProps['document']['judged']; at: number }) {
  return (
    <label class="inline">
      of{' '}
      <select
        value={at}
        onChange={(event) => go(withQuery({ at: Number((event.target as HTMLSelectElement).value) }), { replace: true })}
        aria-label="Which evaluation"
      >
        {judged.map(({ label, shown, seq }, index) => (
          <option key={`${seq} ${label}`} value={index + 1}>
            {label} ({shown})
          </option>
        ))}
      </select>
    </label>
  )
}

/** Findings of one rule stand together: it is one thing to fix. */
function Rules({ findings, run, version }: { findings: readonly Finding[]; run: string; version: number }) {
  return (
    <ul class="findings">
      {[...Map.groupBy(findings, ({ rule, outcome }) => `${outcome} ${rule}`)].map(([key, all]) => (
        <Rule key={key} all={all} run={run} version={version} />
      ))}
    </ul>
  )
}

const mostShown = 4

function Rule({ all, run, version }: { all: readonly Finding[]; run: string; version: number }) {
  const [{ rule, outcome, gain, group, message }] = all as [Finding]
  const isSame = all.every((each) => each.message === message)
  const place = (finding: Finding, index: number) => <Place key={index} finding={finding} run={run} version={version} isSame={isSame} />
  return (
    <li>
      <div class="row wrap">
        <Mark tone={tones[outcome]}>{words[outcome]}</Mark>
        <code>{rule}</code>
        {group && <span class="quiet">{group}</span>}
        {all.length > 1 && <span class="quiet">{plural(all.length, 'place')}</span>}
        <span class="grow" />
        {gain !== null && gain > 0 && <span class="figure good">+{figure(gain)} to gain</span>}
      </div>
      {isSame && <p>{message}</p>}
      {all.slice(0, mostShown).map(place)}
      {all.length > mostShown && (
        <details>
          <summary>{all.length - mostShown} more</summary>
          {all.slice(mostShown).map(place)}
        </details>
      )}
    </li>
  )
}

function Place({
  finding: { message, fix, evidence },
  run,
  version,
  isSame,
}: {
  finding: Finding
  run: string
  version: number
  isSame: boolean
}) {
  return (
    <>
      {!isSame && <p>{message}</p>}
      {fix && fix !== message && <p class="quiet">{fix}</p>}
      {evidence.map((seen, index) => (
        <div class="evidence" key={index}>
          {seen.where && <Where seen={seen} message={message} run={run} version={version} />}
          {seen.message && seen.message !== message && <p>{seen.message}</p>}
          {seen.quote && <blockquote>{seen.quote}</blockquote>}
          {seen.expected && (
            <p>
              <span class="quiet">expected</span> {seen.expected}
            </p>
          )}
          {seen.actual && (
            <p>
              <span class="quiet">found</span> {seen.actual}
            </p>
          )}
        </div>
      ))}
    </>
  )
}

/** A place in what was judged leads there; one elsewhere leads to where it is told. */
function Where({
  seen: { where = '', quote },
  message,
  run,
  version,
}: {
  seen: Finding['evidence'][number]
  message: string
  run: string
  version: number
}) {
  const line = /\bline (\d+)/.exec(where)?.[1]
  const named: Record<string, string> = line
    ? { line }
    : where.startsWith('/')
      ? { pointer: where }
      : { find: (quote ?? message).slice(0, 80) }
  if (version === 0) return <span class="quiet">{where}</span>
  return <Link to={address(run, 'artifact', `?${new URLSearchParams({ version: String(version), ...named })}`)}>{where}</Link>
}
