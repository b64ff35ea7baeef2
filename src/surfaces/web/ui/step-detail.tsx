// One step in full: when, by whom, for how much; its prompt and reply folded until somebody wants them.
import { useState } from 'preact/hooks'
import type { Step } from '../document.ts'
import { get, getText } from './api.ts'
import { moment, plural } from './format.ts'
import { Troubled } from './parts.tsx'
import { useResource } from './resource.ts'

export function StepDetail({ run, step }: { run: string; step: Step }) {
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
      {value ?? 'Loading…'}
    </pre>
  )
}
