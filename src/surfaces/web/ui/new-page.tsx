// Starts a run from the page: each workflow declares its form.
import { useEffect, useState } from 'preact/hooks'
import type { Asked, FormField, Trouble } from '../document.ts'
import { get, post } from './api.ts'
import { Troubled, code } from './parts.tsx'
import { troubleOf } from './resource.ts'
import { Link, go, place } from './route.tsx'
import { forms } from './store.ts'

export function NewPage() {
  const kinds = Object.keys(forms.value)
  const wanted = place.value.query.get('workflow') ?? ''
  const kind = kinds.includes(wanted) ? wanted : (kinds[0] ?? '')
  const form = forms.value[kind]
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked[] | null>(null)
  const again = place.value.query.get('again')
  const [given, setGiven] = useState<Record<string, string> | null>(again ? null : {})
  useEffect(() => {
    if (again)
      void get<Record<string, string>>(`/api/runs/${again}/again`).then(
        setGiven,
        (error: unknown) => (setTrouble(troubleOf(error)), setGiven({})),
      )
  }, [again])
  useEffect(() => setAsked(null), [kind])
  useEffect(
    () =>
      document
        .querySelector<HTMLElement>(asked ? 'fieldset input:not([type=hidden])' : 'form :is(input:not([type=hidden]), textarea)')
        ?.focus(),
    [asked, kind, given],
  )
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
          <Link key={name} to={`/new?workflow=${name}`} class="chip" current={name === kind} replace>
            {forms.value[name]?.title}
          </Link>
        ))}
      </nav>
      {form && given && (
        <form class="card stack" onSubmit={start} key={kind}>
          <p>{form.what}</p>
          {given['from'] && (
            <p>
              It begins with the best artifact of <strong>{given['from']}</strong> and keeps its criteria.
              <input type="hidden" name="from" value={given['from']} />
            </p>
          )}
          {form.fields
            .filter(({ kind: input }) => input !== 'number')
            .map((field) => (
              <Field key={field.name} {...field} given={given[field.name]} />
            ))}
          <div class="pair">
            {form.fields
              .filter(({ kind: input }) => input === 'number')
              .map((field) => (
                <Field key={field.name} {...field} given={given[field.name]} />
              ))}
          </div>
          {asked && asked.length > 0 && (
            <fieldset class="stack">
              <legend>
                Your text leaves these questions open. Answers become part of the requirements; you can leave any of them empty.
              </legend>
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
            {code(`This project's makers work on it. Name files, makers and commands on the command line: \`whet ${kind} new --help\`.`)}
          </p>
          <button class="primary" disabled={busy}>
            {busy ? 'Starting…' : 'Start'}
          </button>
        </form>
      )}
    </div>
  )
}

function Field({ name, kind, label, hint, required, least, most, placeholder, given: value }: FormField & { given: string | undefined }) {
  const given = { name, required: required ?? false, defaultValue: value ?? '', 'aria-describedby': `${name}-hint` }
  return (
    <label>
      {label}
      {kind === 'text' ? (
        <textarea {...given} rows={10} />
      ) : kind === 'name' ? (
        <input {...given} pattern="[a-z0-9]+(-[a-z0-9]+)*" autocomplete="off" />
      ) : (
        <input {...given} type="number" min={least} max={most} placeholder={placeholder} />
      )}
      <small id={`${name}-hint`}>{hint}</small>
    </label>
  )
}
