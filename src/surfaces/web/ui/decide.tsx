// A gate: what is decided, what there is to see, and the choices, none of them the default. What needs a person asks for words to be typed.
import { useState } from 'preact/hooks'
import type { Gate, RunDocument, Said, Trouble } from '../document.ts'
import { post } from './api.ts'
import { Facts } from './facts.tsx'
import { Troubled } from './parts.tsx'
import { WithPasskey } from './passkey.tsx'
import { troubleOf } from './resource.ts'
import { Link } from './route.tsx'
import { address } from './address.ts'

type Choice = Gate['choices'][number]

export function Decide({ run, gate, document }: { run: string; gate: Gate; document: RunDocument }) {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const frame = document.panels.find(({ kind }) => kind === 'frame')
  return (
    <section class="card decide" id="decide" aria-labelledby="decide-title">
      <h2 id="decide-title">{gate.question}</h2>
      <p class="links-line">
        {frame && <Link to={address(run, frame.id)}>See the preview</Link>}
        {document.judged.length > 0 && <Link to={address(run, 'findings')}>Read the findings</Link>}
        {document.versions.length > 0 && <Link to={address(run, 'artifact')}>Read what was made</Link>}
        {document.versions.length > 1 && <Link to={address(run, 'changes')}>See what changed</Link>}
      </p>
      <details open={document.versions.length === 0 || gate.decides !== undefined}>
        <summary>What is decided on</summary>
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

const fold = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

function Answer({ run, gate, choice }: { run: string; gate: Gate; choice: Choice }) {
  const [text, setText] = useState('')
  const [phrase, setPhrase] = useState('')
  const [data, setData] = useState(() => (choice.name === 'change' ? changeable(gate.facts) : ''))
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const wanted = choice.attested ? (gate.decides?.phrase ?? null) : null
  const isReady = (!choice.needsText || text.trim() !== '') && (wanted === null || fold(phrase) === fold(wanted))
  const send = async (event: Event) => {
    event.preventDefault()
    if (!isReady || state !== 'open') return
    const given = data.trim() === '' ? undefined : parsed(data)
    if (given === null) return setTrouble({ message: 'The details are not JSON.' })
    const said: Said = {
      gate: gate.key,
      hash: gate.decides?.hash ?? null,
      choice: choice.name,
      ...(text.trim() && { text }),
      ...(wanted !== null && { phrase }),
      ...(given !== undefined && { data: given }),
    }
    setState('sending')
    setTrouble(null)
    try {
      await post(`/api/runs/${run}/answer`, said)
      setState('sent')
    } catch (error) {
      setTrouble(troubleOf(error))
      setState('open')
    }
  }
  return (
    <form class="stack answer" onSubmit={send}>
      {choice.needsText && (
        <label>
          Say {choice.needsText}
          <textarea rows={4} value={text} onInput={(event) => setText((event.target as HTMLTextAreaElement).value)} autofocus />
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
            autofocus
            onInput={(event) => setPhrase((event.target as HTMLInputElement).value)}
            onPaste={(event) => event.preventDefault()}
            onDrop={(event) => event.preventDefault()}
          />
          <small>They are drawn from what is decided. Pasting is off: typing them says that a person was here.</small>
        </label>
      )}
      {choice.attested && (
        <WithPasskey
          run={run}
          gate={gate}
          onAnswer={async (passkey) => {
            await post(`/api/runs/${run}/answer`, {
              gate: gate.key,
              hash: gate.decides?.hash ?? null,
              choice: choice.name,
              passkey,
            } satisfies Said)
            setState('sent')
          }}
        />
      )}
      {choice.attested && wanted === null && (
        <p class="quiet">This choice needs a signature: answer it on the command line with --signature.</p>
      )}
      {choice.name === 'change' && (
        <label>
          Change what is there now
          <textarea
            rows={14}
            class="mono"
            spellcheck={false}
            value={data}
            onInput={(event) => setData((event.target as HTMLTextAreaElement).value)}
          />
        </label>
      )}
      <Troubled trouble={trouble} />
      <button class="primary" disabled={!isReady || state !== 'open'}>
        {state === 'open' ? `${choice.name[0]?.toUpperCase()}${choice.name.slice(1).replaceAll('-', ' ')}` : 'Recorded…'}
      </button>
    </form>
  )
}

/** What may be changed, as it stands. */
const changeable = ({ max_iterations, thresholds, all_rules: rules }: Gate['facts']) =>
  JSON.stringify({ max_iterations, thresholds, rules }, null, 2)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
