// A run's requests as the host sees them, and the replies it submits.
import { renderTask } from '../agents/ask.ts'
import type { Unwrap } from '../agents/clean-reply.ts'
import { type HostRequest, hostReply, hostRequest } from '../agents/hosted.ts'
import { type Pins, templateChanged } from '../agents/pins.ts'
import type { RenderedPrompt, Template } from '../agents/prompt.ts'
import { redact } from '../agents/redact.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Store } from '../kernel/store.ts'
import type { AskAgent, Reply } from '../kernel/task.ts'
import { Fault } from '../schema/fault.ts'
import { secretsIn } from './providers/environment.ts'
import { askWorld } from './providers/ask-world.ts'
import { templatesWith } from './templates.ts'

export interface Requested {
  task: AskAgent
  run: RunState<unknown>
  /** The run's pins. */
  pins: object
  store: Store
  /** Prompts that the workflow brings. */
  prompts: Readonly<Record<string, string>>
  unwrap?: Unwrap
}

export async function showRequest(requested: Requested): Promise<HostRequest> {
  const { template, rendered } = await render(requested)
  const { makers = {} } = requested.pins as Partial<Pins>
  return hostRequest(requested.task, template, rendered, (makers[requested.task.role] ?? makers['default'])?.name ?? 'nobody')
}

/** The host may have our keys in its environment too: they stay out of the record. */
export async function readSubmitted(
  requested: Requested,
  text: string,
  { now, env }: { now: number; env: NodeJS.ProcessEnv },
): Promise<Reply> {
  const { task, run, unwrap } = requested
  const asked = run.open[task.key]
  return hostReply({
    task,
    ...(await render(requested)),
    run: run.run,
    text: redact(text, secretsIn(env)),
    ...(unwrap && { unwrap }),
    waitedMs: asked ? Math.max(0, now - asked.at) : 0,
    attempt: asked?.attempt ?? 1,
  })
}

async function render({
  task,
  run,
  pins,
  store,
  prompts,
}: Requested): Promise<{ template: Template; rendered: RenderedPrompt & { slots: Record<string, string> } }> {
  const pin = (pins as Partial<Pins>).templates?.[task.template]
  const template = await templatesWith(prompts).load(task.template, pin?.version)
  const changed = templateChanged(pin, template)
  if (changed) throw new Fault('conflict', changed, { fix: 'Restore the earlier file, or start a new run.' })
  const object = async (hash: string) => {
    const text = await store.text(run.run, hash)
    if (text === null) throw textGone(run.run, hash)
    return text
  }
  return { template, rendered: await renderTask(task, template, { object }, askWorld.nonce) }
}

export const textGone = (run: string, hash: string) =>
  new Fault('integrity', `the text ${hash} of ${run} is gone`, { fix: "Restore the project's objects folder from a backup." })
