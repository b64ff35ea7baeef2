// The findings of one evaluation beside the artifact: blockers first, numbered as marked there; passed rules are folded.
import { useEffect } from 'preact/hooks'
import { gained } from '../../../lib/on-scale.ts'
import type { ShownRule, Judged } from '../document.ts'
import { leadsTo } from './anchors.ts'
import { plural } from './format.ts'
import { Empty, Mark, Pick, Section, type Tone } from './parts.tsx'
import { Link, place, withQuery } from './route.tsx'

export type Outcome = ShownRule['outcome']

const tones: Readonly<Record<Outcome, Tone>> = {
  fail: 'bad',
  error: 'bad',
  unknown: 'wait',
  warn: 'wait',
  info: 'rest',
  'not-applicable': 'rest',
  pass: 'good',
}
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  fail: 'blocks',
  error: "couldn't be checked",
  unknown: 'undecided',
  warn: 'lowers the score',
  info: 'noted',
  'not-applicable': "doesn't apply",
  pass: 'holds',
}

interface FindingsProps {
  judged: readonly Judged[]
  at: number
  /** Null while loading. */
  findings: readonly ShownRule[] | null
}

export function Findings({ judged, at, findings }: FindingsProps) {
  const chosen = Number(place.value.query.get('f')) || 0
  const numbered = (findings ?? []).map((finding, index) => ({ finding, number: index + 1 }))
  const isFine = ({ finding: { outcome } }: { finding: ShownRule }) => outcome === 'pass' || outcome === 'not-applicable'
  const [wrong, fine] = [numbered.filter((each) => !isFine(each)), numbered.filter(isFine)]
  useEffect(() => {
    // Below the artifact, a link into it would scroll away from the list.
    if (chosen > 0 && matchMedia('(min-width: 1101px)').matches)
      document.getElementById(`finding-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, findings])
  return (
    <Section
      title="Findings"
      note={
        judged.length > 1 ? (
          <Pick
            label="Which evaluation"
            value={at}
            options={judged.map(({ label, shown }, index) => [index + 1, `${label} (${shown})`])}
            query="at"
          />
        ) : undefined
      }
    >
      {findings === null && <p class="quiet">Loading…</p>}
      {findings && wrong.length === 0 && <Empty title="No findings." />}
      <ol class="findings">
        {[...Map.groupBy(wrong, ({ finding: { rule, outcome } }) => `${outcome} ${rule}`).values()].map((all) => (
          <Rule key={all[0]?.number} all={all} chosen={chosen} scale={judged[at - 1]?.scale} />
        ))}
      </ol>
      {fine.length > 0 && (
        <details class="fine">
          <summary>{plural(fine.length, 'rule')} without a finding</summary>
          <ul>
            {fine.map(({ finding: { rule, message, outcome }, number }) => (
              <li key={number}>
                <Mark tone={tones[outcome]}>{outcomeWords[outcome]}</Mark> {message} <code class="quiet">{rule}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

const mostShown = 3

interface Numbered {
  finding: ShownRule
  number: number
}

/** Findings of one rule are grouped: they are one thing to fix. */
function Rule({ all, chosen, scale }: { all: readonly Numbered[]; chosen: number; scale: number | undefined }) {
  const [{ finding }] = all as [Numbered]
  const { rule, outcome, gain, group, message } = finding
  const isSame = all.every((each) => each.finding.message === message)
  const item = (each: Numbered) => <Item key={each.number} {...each} isSame={isSame} isChosen={each.number === chosen} />
  const hidden = all.slice(mostShown)
  return (
    <li>
      <div class="row">
        <Mark tone={tones[outcome]}>{outcomeWords[outcome]}</Mark>
        <span class="quiet grow group">{group}</span>
        {gain !== null && gain > 0 && <span class="figure good nowrap">{gained(gain, scale)}</span>}
      </div>
      {isSame && <p>{message}</p>}
      {all.slice(0, mostShown).map(item)}
      {hidden.length > 0 && (
        <details open={hidden.some(({ number }) => number === chosen)}>
          <summary>{plural(hidden.length, 'more place')}</summary>
          {hidden.map(item)}
        </details>
      )}
      <code class="quiet rule">{rule}</code>
    </li>
  )
}

function Item({ finding: { message, fix, evidence }, number, isSame, isChosen }: Numbered & { isSame: boolean; isChosen: boolean }) {
  return (
    <div class={isChosen ? 'item chosen' : 'item'} id={`finding-${number}`}>
      {!isSame && <p>{message}</p>}
      {fix && fix !== message && !evidence.some((seen) => seen.message && fix.includes(seen.message)) && <p class="quiet">{fix}</p>}
      {evidence.slice(0, 6).map((seen, index) => (
        <div class="evidence" key={index}>
          {leadsTo(seen) ? (
            <Link
              to={withQuery({ f: number, show: seen.at?.picture ? null : 'artifact', file: null, at: place.value.query.get('at') })}
              replace
            >
              <span class="spot">{number}</span> <span>{seen.where || 'where it stands'}</span>
            </Link>
          ) : (
            seen.where && <span class="quiet where">{seen.where}</span>
          )}
          {seen.message && seen.message !== message && <p>{seen.message}</p>}
          {seen.quote && <blockquote>{seen.quote}</blockquote>}
          {(seen.expected || seen.actual) && (
            <p>
              {seen.expected && (
                <>
                  <span class="quiet">expected</span> {seen.expected}{' '}
                </>
              )}
              {seen.actual && (
                <>
                  <span class="quiet">found</span> {seen.actual}
                </>
              )}
            </p>
          )}
        </div>
      ))}
      {evidence.length > 6 && <p class="quiet">and {evidence.length - 6} more</p>}
    </div>
  )
}
