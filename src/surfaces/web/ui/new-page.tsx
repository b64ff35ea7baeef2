// Starting a run from the page: a design from its requirements, or a loop that first waits for its confirmations.
import { useEffect, useState } from 'preact/hooks'
import type { Trouble } from '../document.ts'
import { post } from './api.ts'
import { Troubled, code } from './parts.tsx'
import { troubleOf } from './resource.ts'
import { go, place, withQuery } from './route.tsx'
import { startable } from './store.ts'

interface Form {
  title: string
  what: string
  name: { label: string; hint: string; required: boolean }
  text: { label: string; hint: string }
  threshold: boolean
}

interface Asked {
  id: string
  text: string
  why: string
}

const forms: Readonly<Record<string, Form>> = {
  design: {
    title: 'Design',
    what: 'Requirements in; a scored design with a preview out, which waits for your decision.',
    name: { label: 'Feature', hint: 'lower-case words joined by hyphens, such as order-tracking', required: true },
    text: { label: 'Requirements', hint: 'Say who does what with which data, in sentences.' },
    threshold: true,
  },
  reflex: {
    title: 'Reflex loop',
    what: 'A task in; criteria are drafted, and nothing begins before you have confirmed them.',
    name: { label: 'Name (may be left out)', hint: 'lower-case words joined by hyphens', required: false },
    text: { label: 'Task', hint: 'What should be made, and what makes it good.' },
    threshold: false,
  },
}

export function NewPage() {
  const kinds = startable.value.filter((name) => Object.hasOwn(forms, name))
  const kind = place.value.query.get('workflow') ?? 'design'
  const form = Object.hasOwn(forms, kind) ? forms[kind] : undefined
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked[] | null>(null)
  useEffect(() => setAsked(null), [kind])
  useEffect(() => {
    document.title = 'New · Whetstone'
  }, [])
  const start = async (event: SubmitEvent) => {
    event.preventDefault()
    const fields = Object.fromEntries(
      [...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [name, String(value)]).filter(([, value]) => value !== ''),
    )
    setBusy(true)
    setTrouble(null)
    try {
      const { questions } = asked ? { questions: [] } : await post<{ questions: Asked[] }>(`/api/questions/${kind}`, fields)
      if (questions.length > 0) {
        setAsked(questions)
        setBusy(false)
        return
      }
      go(`/run/${(await post<{ run: string }>(`/api/start/${kind}`, fields)).run}`)
    } catch (error) {
      setTrouble(troubleOf(error))
      setBusy(false)
    }
  }
  return (
    <div class="narrow">
      <h1>Start a run</h1>
      <nav class="chips" aria-label="Workflow">
        {kinds.map((name) => (
          <a
            key={name}
            class="chip"
            href={withQuery({ workflow: name })}
            aria-current={name === kind ? 'page' : undefined}
            onClick={(event) => (event.preventDefault(), go(withQuery({ workflow: name }), { replace: true }))}
          >
            {forms[name]?.title}
          </a>
        ))}
      </nav>
      {form && (
        <form class="card stack" onSubmit={start} key={kind}>
          <p>{form.what}</p>
          <label>
            {form.name.label}
            <input
              name="name"
              required={form.name.required}
              pattern="[a-z0-9]+(-[a-z0-9]+)*"
              autocomplete="off"
              aria-describedby="name-hint"
            />
            <small id="name-hint">{form.name.hint}</small>
          </label>
          <label>
            {form.text.label}
            <textarea name="text" required rows={10} aria-describedby="text-hint" />
            <small id="text-hint">{form.text.hint}</small>
          </label>
          <div class="pair">
            {form.threshold && (
              <label>
                Threshold
                <input name="threshold" type="number" min={70} max={95} placeholder="80" aria-describedby="threshold-hint" />
                <small id="threshold-hint">the score from which it waits for you, 70 to 95</small>
              </label>
            )}
            <label>
              Most iterations
              <input
                name="iterations"
                type="number"
                min={1}
                max={100}
                placeholder={kind === 'design' ? '10' : '4'}
                aria-describedby="iterations-hint"
              />
              <small id="iterations-hint">then it ends, good enough or not</small>
            </label>
          </div>
          {asked && asked.length > 0 && (
            <fieldset class="stack">
              <legend>Your text leaves this open. Answers become part of the requirements; any may stay empty.</legend>
              {asked.map(({ id, text, why }, at) => (
                <label key={id}>
                  {text}
                  <input type="hidden" name={`q${at + 1}`} value={text} />
                  <input name={`a${at + 1}`} autocomplete="off" aria-describedby={`${id}-why`} />
                  <small id={`${id}-why`}>{why}</small>
                </label>
              ))}
            </fieldset>
          )}
          <Troubled trouble={trouble} />
          <p class="quiet">
            {code(
              `Makers are those of this project. Files, makers and commands are named on the command line: \`whet ${kind} new --help\`.`,
            )}
          </p>
          <button class="primary" disabled={busy}>
            {busy ? 'Starting…' : 'Start'}
          </button>
        </form>
      )}
    </div>
  )
}
