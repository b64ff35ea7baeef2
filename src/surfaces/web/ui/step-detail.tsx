// One step in full: when, by whom, at what cost; prompt and reply are folded.
import type { Step } from '../document.ts'
import { get, getText } from './api.ts'
import { moment, plural } from './format.ts'
import { Fold, Pairs, Pre, Troubled } from './parts.tsx'
import { useResource } from './resource.ts'

export function StepDetail({ run, step }: { run: string; step: Step }) {
  const { usage } = step
  return (
    <div class="step-detail">
      <Pairs
        pairs={[
          ['Asked', moment(step.askedAt)],
          step.model !== null && step.model !== 'unknown' && ['Model', step.model],
          usage !== null &&
            usage.calls > 0 && [
              'Used',
              `${plural(usage.calls, 'call')}, ${usage.tokensIn.toLocaleString('en')} tokens in, ${usage.tokensOut.toLocaleString('en')} out`,
            ],
          step.attempt > 1 && ['Attempt', step.attempt],
        ]}
      />
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

/** A reply that is a value is stored in the entry that recorded it. */
async function replyIn(run: string, { key, endedSeq }: Step): Promise<string> {
  const entry = await get<{ events: { type: string; data: { task?: string; value?: unknown } }[] }>(`/api/runs/${run}/entries/${endedSeq}`)
  return JSON.stringify(entry.events.find(({ type, data }) => type === 'replied' && data.task === key)?.data.value, null, 2)
}

const Folded = ({ title, name, read }: { title: string; name: string; read(): Promise<string> }) => (
  <Fold title={title}>{() => <Text name={name} read={read} label={title} />}</Fold>
)

function Text({ name, read, label }: { name: string; read(): Promise<string>; label: string }) {
  const { value, trouble } = useResource(name, 0, read)
  if (trouble) return <Troubled trouble={trouble} />
  return <Pre label={label}>{value ?? 'Loading…'}</Pre>
}
