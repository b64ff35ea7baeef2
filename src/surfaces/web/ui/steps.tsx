// What was asked of whom, how long it took and what it cost; prompts and replies folded away until somebody wants them.
import { useState } from 'preact/hooks'
import type { RunDocument, Step } from '../document.ts'
import { get, getText } from './api.ts'
import { duration, money, moment, plural } from './format.ts'
import { Mark, Section, Troubled, now } from './parts.tsx'
import { useResource } from './resource.ts'
import { place } from './route.tsx'

const pageSize = 60

export function Steps({ document: { steps, row, usage } }: { document: RunDocument }) {
  const [most, setMost] = useState(pageSize)
  const asked = steps.filter(({ usage: spent }) => spent)
  const note = `${plural(usage.calls, 'call')}, ${plural(usage.tokensIn + usage.tokensOut, 'token')}, ${money(usage.costMicros)}${usage.unpriced > 0 ? `, and ${plural(usage.unpriced, 'call')} of unknown price` : ''}${usage.mayBePaid > 0 ? `; ${plural(usage.mayBePaid, 'cut-off call')} may have been paid for` : ''}`
  return (
    <Section title="Steps" note={asked.length > 0 ? note : undefined}>
      {steps.length > most && (
        <p class="more">
          <button onClick={() => setMost(most + pageSize * 3)}>Show earlier ones</button>{' '}
          <span class="quiet">{steps.length - most} are hidden</span>
        </p>
      )}
      <Timeline run={row.run} steps={steps.slice(-most)} />
    </Section>
  )
}

export function Timeline({ run, steps }: { run: string; steps: readonly Step[] }) {
  const longest = Math.max(1, ...steps.map((step) => spent(step)))
  return (
    <ol class="timeline">
      {steps.map((step) => (
        <StepLine key={step.key} run={run} step={step} share={spent(step) / longest} />
      ))}
    </ol>
  )
}

const spent = ({ ms, askedAt }: Step) => ms ?? Math.max(0, now.value - askedAt)

function StepLine({ run, step, share }: { run: string; step: Step; share: number }) {
  const [open, setOpen] = useState(place.value.query.get('step') === step.key)
  const tone = step.ok === null ? 'work' : step.ok ? 'good' : 'bad'
  const who = [step.role ?? words[step.kind] ?? step.kind, step.maker].filter(Boolean).join(' by ')
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}>
        <summary>
          <Mark tone={tone}>
            <span class="away">{step.ok === null ? 'going on' : step.ok ? 'done' : 'failed'}</span>
          </Mark>
          <span class="key">{step.key}</span>
          <span class="quiet who">{who}</span>
          <span class="lane" aria-hidden="true">
            <i class={tone} style={{ width: `${Math.max(1, share * 100)}%` }} />
          </span>
          <span class="figure">{duration(spent(step))}</span>
          <span class="figure cost">{step.usage && step.usage.calls > 0 ? money(step.usage.costMicros) : ''}</span>
        </summary>
        {open && <StepDetail run={run} step={step} />}
      </details>
    </li>
  )
}

const words: Readonly<Record<string, string>> = { ask: 'asks a maker', evaluate: 'runs the checks', observe: 'reads', effect: 'writes' }

function StepDetail({ run, step }: { run: string; step: Step }) {
  const { usage } = step
  return (
    <div class="step-detail">
      <dl class="facts">
        <dt>Asked</dt>
        <dd>{moment(step.askedAt)}</dd>
        {step.model && step.model !== 'unknown' && (
          <>
            <dt>Model</dt>
            <dd>{step.model}</dd>
          </>
        )}
        {usage && usage.calls > 0 && (
          <>
            <dt>Used</dt>
            <dd>
              {plural(usage.calls, 'call')}, {usage.tokensIn.toLocaleString('en')} tokens in, {usage.tokensOut.toLocaleString('en')} out
            </dd>
          </>
        )}
        {step.attempt > 1 && (
          <>
            <dt>Attempt</dt>
            <dd>{step.attempt}</dd>
          </>
        )}
      </dl>
      {step.error && <Troubled trouble={{ message: step.error }} />}
      {step.warnings.map((warning) => (
        <p key={warning} class="quiet">
          {warning}
        </p>
      ))}
      {step.kind === 'ask' && (
        <Folded
          title="Prompt"
          name={`${run} ${step.key}`}
          read={async () => (await get<{ prompt: string }>(`/api/runs/${run}/prompt?key=${encodeURIComponent(step.key)}`)).prompt}
        />
      )}
      {typeof step.reply === 'string' && (
        <Folded title="Reply" name={step.reply} read={() => getText(`/api/runs/${run}/texts/${String(step.reply)}`)} />
      )}
      {step.reply === true && <Folded title="Reply" name={`${run} ${step.key} reply`} read={() => replyIn(run, step)} />}
    </div>
  )
}

/** A reply that is a value stands in the entry that recorded it. */
async function replyIn(run: string, { key, endedSeq }: Step): Promise<string> {
  const entry = await get<{ events: { type: string; data: { task?: string; value?: unknown } }[] }>(`/api/runs/${run}/entries/${endedSeq}`)
  return JSON.stringify(entry.events.find(({ type, data }) => type === 'replied' && data.task === key)?.data.value, null, 2)
}

function Folded({ title, name, read }: { title: string; name: string; read(): Promise<string> }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}>
      <summary>{title}</summary>
      {open && <Text name={name} read={read} label={title} />}
    </details>
  )
}

function Text({ name, read, label }: { name: string; read(): Promise<string>; label: string }) {
  const { value, trouble } = useResource(name, 0, read)
  if (trouble) return <Troubled trouble={trouble} />
  return (
    <pre class="text" tabIndex={0} aria-label={label}>
      {value ?? 'Reading…'}
    </pre>
  )
}
