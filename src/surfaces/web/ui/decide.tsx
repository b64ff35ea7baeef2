// A gate: the question, what to know before answering, and the choices, without a default. Choices that need a person ask them to type words.
import { useEffect, useRef, useState } from 'preact/hooks'
import { gained } from '../../../lib/on-scale.ts'
import type { ShownRule, Gate, RunDocument, Said, Trouble } from '../document.ts'
import { address } from './address.ts'
import { post } from './api.ts'
import { PartLine } from './changes.tsx'
import { CriteriaForm, isDraft } from './criteria-form.tsx'
import { Facts } from './facts.tsx'
import { Troubled, typed } from './parts.tsx'
import { WithPasskey } from './passkey.tsx'
import { troubleOf } from './resource.ts'
import { Link, go, withQuery } from './route.tsx'

type Choice = Gate['choices'][number]

interface DecideProps {
  run: string
  gate: Gate
  document: RunDocument
  findings: readonly ShownRule[]
}

const mostFindings = 5
const mostPlaces = 3

export function Decide({ run, gate, document: { brief, judged }, findings }: DecideProps) {
  const { scale } = judged.at(-1) ?? {}
  const [chosen, setChosen] = useState<Choice | null>(null)
  const missed = findings
    .map((finding, index) => ({ ...finding, number: index + 1 }))
    .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable' && outcome !== 'info')
  const open = [...Map.groupBy(missed, ({ rule }) => rule).values()].map((all) => ({
    ...(all[0] as (typeof all)[number]),
    where: [
      ...new Set(
        all.flatMap(({ evidence, message }) => evidence.flatMap(({ where }) => (where && !message.includes(where) ? [where] : []))),
      ),
    ],
  }))
  return (
    <section class="card decide" id="decide" aria-labelledby="decide-title" tabIndex={-1}>
      <h2 id="decide-title">{gate.question}</h2>
      {brief.map(({ title, lines }) => (
        <div class="brief" key={title}>
          <h3>{title}</h3>
          <ul class={lines.some(({ is }) => is) ? 'part-changes' : undefined}>
            {lines.map(({ text, note, is }, index) =>
              is ? (
                <PartLine key={index} is={is}>
                  {text}
                </PartLine>
              ) : (
                <li key={index}>
                  {text}
                  {note && <small>{note}</small>}
                </li>
              ),
            )}
          </ul>
        </div>
      ))}
      {open.length > 0 && (
        <div class="brief">
          <h3>Open findings, most to gain first</h3>
          <ul>
            {open.slice(0, mostFindings).map(({ number, message, gain, outcome, where }) => (
              <li key={number}>
                <Link to={withQuery({ f: number, show: 'artifact' })} replace>
                  {message}
                </Link>{' '}
                <span class="quiet nowrap">{gain ? gained(gain, scale) : outcome === 'fail' ? 'blocks' : ''}</span>
                {where.length > 0 && (
                  <small>
                    {[...where.slice(0, mostPlaces), ...(where.length > mostPlaces ? [`${where.length - mostPlaces} more`] : [])].join(
                      ' · ',
                    )}
                  </small>
                )}
              </li>
            ))}
            {open.length > mostFindings && <li class="quiet">and {open.length - mostFindings} more in the list</li>}
          </ul>
        </div>
      )}
      <details open={brief.length === 0 && open.length === 0}>
        <summary>Everything the decision is based on</summary>
        <Facts facts={gate.facts} />
      </details>
      <div class="choices" role="group" aria-label="Choices">
        {gate.choices.map((choice) => (
          <button
            key={choice.name}
            aria-pressed={chosen?.name === choice.name}
            onClick={() => setChosen(chosen?.name === choice.name ? null : choice)}
          >
            <strong>{choice.name.replaceAll('-', ' ')}</strong>
            <small>{choice.means}</small>
          </button>
        ))}
      </div>
      {chosen && <Answer key={chosen.name} run={run} gate={gate} choice={chosen} />}
    </section>
  )
}

/** Link to the question, on the view that has it. */
export function toDecision(run: string): void {
  if (!document.getElementById('decide')) go(address(run))
  setTimeout(() => {
    const box = document.getElementById('decide')
    box?.scrollIntoView({ block: 'start' })
    box?.querySelector<HTMLElement>('.choices button')?.focus({ preventScroll: true })
  }, 30)
}

const fold = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

function Answer({ run, gate, choice }: { run: string; gate: Gate; choice: Choice }) {
  const [text, setText] = useState('')
  const [phrase, setPhrase] = useState('')
  const [data, setData] = useState<unknown>(undefined)
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('textarea, .typed')?.focus(), [])
  const wanted = choice.attested ? (gate.decides?.phrase ?? null) : null
  const takesData = choice.takes !== undefined && isDraft(gate.facts)
  const isAttested = !choice.attested || (wanted !== null && fold(phrase) === fold(wanted))
  const isReady = isAttested && (!choice.needsText || text.trim() !== '')
  const said: Said = { gate: gate.key, hash: gate.decides?.hash ?? null, choice: choice.name }
  const send = async (event: Event) => {
    event.preventDefault()
    if (!isReady || state !== 'open') return
    setState('sending')
    setTrouble(null)
    try {
      await post(`/api/runs/${run}/answer`, {
        ...said,
        ...(text.trim() && { text }),
        ...(wanted !== null && { phrase }),
        ...(data !== undefined && { data }),
      } satisfies Said)
      setState('sent')
    } catch (error) {
      setTrouble(troubleOf(error))
      setState('open')
    }
  }
  return (
    <form class="stack answer" onSubmit={send} ref={form}>
      {choice.needsText && (
        <label>
          Say {choice.needsText}
          <textarea rows={4} value={text} onInput={typed(setText)} />
        </label>
      )}
      {wanted !== null && (
        <label>
          To {choice.name.replaceAll('-', ' ')}, type these words: <strong class="phrase">{wanted}</strong>
          <input
            type="text"
            class="typed"
            value={phrase}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={typed(setPhrase)}
            onPaste={(event) => event.preventDefault()}
            onDrop={(event) => event.preventDefault()}
          />
          <small>They come from what is being decided. Pasting is off so that nothing is approved by accident.</small>
        </label>
      )}
      {choice.attested && (
        <WithPasskey
          run={run}
          gate={gate}
          onAnswer={async (passkey) => {
            await post(`/api/runs/${run}/answer`, { ...said, passkey } satisfies Said)
            setState('sent')
          }}
        />
      )}
      {choice.attested && wanted === null && (
        <p class="quiet">This choice needs a signature: answer it on the command line with --signature.</p>
      )}
      {takesData && <CriteriaForm facts={gate.facts} onChange={setData} />}
      <Troubled trouble={trouble} />
      <button class="primary" disabled={!isReady || state !== 'open'}>
        {state === 'open' ? `${choice.name[0]?.toUpperCase()}${choice.name.slice(1).replaceAll('-', ' ')}` : 'Recorded…'}
      </button>
    </form>
  )
}
