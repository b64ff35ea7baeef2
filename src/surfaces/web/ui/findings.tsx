// Findings of one evaluation: what is wrong first, each with what was seen; what holds is folded away.
import type { Finding } from '../document.ts'
import { get } from './api.ts'
import { figure, plural } from './format.ts'
import { Empty, Mark, Section, type Tone, Troubled } from './parts.tsx'
import { useResource } from './resource.ts'
import { Link, go, withQuery } from './route.tsx'
import { type ViewProps, address } from './address.ts'

const tones: Readonly<Record<Finding['outcome'], Tone>> = { fail: 'bad', error: 'bad', unknown: 'wait', warn: 'wait', info: 'rest', 'not-applicable': 'rest', pass: 'good' }
const words: Readonly<Record<Finding['outcome'], string>> = { fail: 'blocks', error: 'could not be checked', unknown: 'cannot tell', warn: 'lowers the score', info: 'noted', 'not-applicable': 'does not apply', pass: 'holds' }

export function Findings({ document: { row, judged, versions }, at }: ViewProps) {
  const { value, trouble } = useResource(`${row.run} ${at}`, judged.length, () => get<Finding[]>(`/api/runs/${row.run}/findings/${at}`))
  const version = versions.findIndex(({ hash }) => hash === judged[at - 1]?.artifact) + 1
  const wrong = value?.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable') ?? []
  const fine = value?.filter(({ outcome }) => outcome === 'pass' || outcome === 'not-applicable') ?? []
  return (
    <Section title="Findings" note={<Which judged={judged} at={at} />}>
      <Troubled trouble={trouble} />
      {value && wrong.length === 0 && <Empty title="Nothing was found wrong." />}
      <ul class="findings">
        {wrong.map((finding, index) => (
          <Item key={`${finding.rule} ${index}`} finding={finding} run={row.run} version={version} />
        ))}
      </ul>
      {fine.length > 0 && (
        <details class="fine">
          <summary>{plural(fine.length, 'rule')} that hold or do not apply</summary>
          <ul class="findings">
            {fine.map((finding, index) => (
              <Item key={`${finding.rule} ${index}`} finding={finding} run={row.run} version={version} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

export function Which({ judged, at }: { judged: ViewProps['document']['judged']; at: number }) {
  return (
    <label class="inline">
      of{' '}
      <select value={at} onChange={(event) => go(withQuery({ at: Number((event.target as HTMLSelectElement).value) }), { replace: true })} aria-label="Which evaluation">
        {judged.map(({ label, shown, seq }, index) => (
          <option key={`${seq} ${label}`} value={index + 1}>
            {label} ({shown})
          </option>
        ))}
      </select>
    </label>
  )
}

function Item({ finding, run, version }: { finding: Finding; run: string; version: number }) {
  const { rule, outcome, message, fix, gain, group, evidence } = finding
  return (
    <li>
      <div class="row wrap">
        <Mark tone={tones[outcome]}>{words[outcome]}</Mark>
        <code>{rule}</code>
        {group && <span class="quiet">{group}</span>}
        <span class="grow" />
        {gain !== null && gain > 0 && <span class="figure good">+{figure(gain)} to gain</span>}
      </div>
      <p>{message}</p>
      {fix && fix !== message && <p class="quiet">{fix}</p>}
      {evidence.map((seen, index) => (
        <div class="evidence" key={index}>
          {seen.where && <Where seen={seen} run={run} version={version} />}
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
    </li>
  )
}

/** A place in what was judged leads there; any other is only named. */
function Where({ seen: { where = '', quote }, run, version }: { seen: Finding['evidence'][number]; run: string; version: number }) {
  const line = /\bline (\d+)/.exec(where)?.[1]
  const named: Record<string, string> | null = line ? { line } : where.startsWith('/') ? { pointer: where } : quote ? { find: quote.slice(0, 80) } : null
  if (version === 0 || named === null) return <span class="quiet">{where}</span>
  return <Link to={address(run, 'artifact', `?${new URLSearchParams({ version: String(version), ...named })}`)}>{where}</Link>
}
