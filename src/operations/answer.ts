// whet answer: a person's decision at a gate, from the terminal, a browser or a file.
import { resolve } from 'node:path'
import * as z from 'zod'
import { strictest } from '../gates/policy.ts'
import { sameName } from '../gates/signed-text.ts'
import { answerGate } from '../kernel/answer-gate.ts'
import type { Answer, Gate } from '../kernel/task.ts'
import { inert } from '../lib/inert.ts'
import type { Json } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { given } from '../lib/given.ts'
import { makerFlags } from './resume.ts'
import { goOn, moveOn } from './go-on.ts'
import { type RunReport, exitOf, findRun, reportText } from './runs.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { AnyOperation, Definition } from './definition.ts'
import type { ShortForm } from './decisions.ts'
import type { World } from './world.ts'

export const answerInput = {
  text: field.text('feedback or reason for the choice'),
  data: field.text('JSON for the choice, e.g. changed criteria', { value: 'json' }),
  signature: field.text('an OpenSSH signature of what is decided (ssh-keygen -Y sign -n whetstone)', { value: 'file' }),
  approvers: field.approvers,
  ...makerFlags,
}

const answer = defineOperation({
  summary: 'Answer a gate and continue',
  input: z.object({
    run: z.string().meta({ assistant: 'value', description: 'run id or name' }),
    choice: z.string().meta({ description: 'one of the choices `whet inbox` shows' }),
    ...answerInput,
  }),
  positional: [{ name: 'run' }, { name: 'choice' }, { name: 'text', rest: true }],
  personOnly: true,
  async run({ run: name, choice, text, data, signature, approvers, ...flags }, world): Promise<RunReport> {
    const { run, definition } = await findRun(world, name)
    return moveOn(world, run, definition, async (open, repairs) => {
      await answerOpen(world, open, definition, { choice, ...(text && { text }), ...dataOf(text, data), signature, approvers })
      return goOn(world, open, definition, given(flags), repairs)
    })
  },
  text: reportText,
  exit: exitOf,
})

export default answer

/** The same, fixed to one choice and the one argument it takes. */
export function shortForm(choice: string, { summary, field }: ShortForm): AnyOperation {
  return {
    ...answer,
    summary,
    input: z.object({
      run: answer.input.shape.run,
      [field]: answerInput[field],
      ...(field === 'signature' && { approvers: answerInput.approvers }),
    }),
    positional: [{ name: 'run' }, ...(field === 'text' ? [{ name: field, rest: true }] : [])],
    run: (given, world) => answer.run(answer.input.parse({ ...given, choice }), world),
    text: (output, input, look) => reportText(output as RunReport, input, look),
    exit: (output) => exitOf(output as RunReport),
  }
}

/** Proof of who decides: a signature file or a passkey's answer, and optionally another list of approvers. */
export interface Proof {
  signature?: string | undefined
  passkey?: string | undefined
  approvers?: string | undefined
}

/** Attested choices make the person type the phrase derived from what is decided; no flag replaces it. */
export async function answerOpen<S>(
  world: World,
  open: OpenRun<S>,
  definition: Definition<S>,
  said: Pick<Answer, 'choice' | 'text' | 'data'> & Proof,
): Promise<void> {
  const next = open.workflow.next(open.state.state)
  if (!('ask' in next))
    throw new Fault('refused', `${definition.view.summary(open.state).name} isn't waiting for a decision`, {
      fix: '`whet inbox` shows what is.',
    })
  const gate = next.ask
  const choice = gate.choices.find(({ name }) => name === said.choice)
  const { signature, passkey, approvers, ...rest } = said
  const answer: Answer = { ...rest, by: world.user, assurance: 'unattested', ...preloaded(world) }
  if (choice?.needsText && !answer.text && world.person) answer.text = await world.person.text(`${choice.name} needs ${choice.needsText}:`)
  if (choice?.needsText && !answer.text?.trim())
    throw new Fault('usage', `"${choice.name}" needs ${choice.needsText}; nothing was decided`, {
      fix: `Add it: \`whet answer ${definition.view.summary(open.state).name} ${choice.name} "<text>"\`.`,
    })
  // Show what is being decided before asking for the phrase.
  if (choice?.attested && !signature && !passkey) world.person?.show(inert(`${gate.question}\n\n${definition.view.card(open.state)}\n`))
  if (choice?.attested) Object.assign(answer, await attested(world, gate, choice.name, { signature, passkey, approvers }))
  const take = () =>
    answerGate(open, gate.key, answer, { clock: world.clock }, { onCommit: (run, events) => world.onCommit(definition, run, events) })
  const refusal = await (definition.hands(world).guard?.(open, { gate: gate.key, ...rest }, take) ?? take())
  if (refusal)
    throw new Fault('refused', refusal.refused, {
      fix: `Choices: ${gate.choices.map(({ name, means }) => `${name} (${means})`).join('; ')}.`,
    })
}

/** Applies the strictest of the person's and the project's requirements; a signature is checked against the person's own approvers. */
async function attested(world: World, gate: Gate, choice: string, { signature, passkey, approvers }: Proof): Promise<Partial<Answer>> {
  const verifier = world.verifier(approvers)
  const policy = strictest(verifier.policy, world.config.config.approval)
  const now = world.clock.now()
  const { attestProof, attestSigned, howToSign } = await import('../adapters/attest.ts')
  const attesting = { gate, verifier, policy, now }
  if (signature) return attestSigned(resolve(world.cwd, signature), attesting)
  if (passkey) {
    const found = await attestProof(passkey, attesting)
    if ('why' in found) throw new Fault('refused', `the passkey's answer doesn't count: ${found.why}`, { fix: 'Confirm again.' })
    return found
  }
  if (policy.require === 'signed')
    throw new Fault('refused', `"${choice}" needs a signature here (approval.require: signed)`, {
      fix: `Sign what is decided and pass the signature with --signature <file>${gate.decides ? `: ${howToSign(gate.decides, policy, now)}` : '.'}`,
    })
  if (policy.separation && gate.decides?.askedBy && sameName(gate.decides.askedBy, world.user))
    throw new Fault('refused', `${world.user} asked for this and so can't approve it here (approval.separation)`, {
      fix: 'Someone else must decide, from their own account or with a signature.',
    })
  return attended(world, gate.decides?.phrase)
}

/** The person types words derived from what is decided. */
export async function attended(world: World, phrase: string | undefined): Promise<{ assurance: 'attended' }> {
  if (!world.person || !phrase)
    throw new Fault('needs_person', 'this choice needs a person at a terminal or a signature', {
      fix: 'Answer in a terminal or the dashboard (`whet serve`), or sign: --signature <file>.',
    })
  const typed = await world.person.text(`To decide, type these words: ${phrase}`)
  if (fold(typed) !== fold(phrase))
    throw new Fault('refused', `"${typed}" isn't the phrase; nothing was decided`, {
      fix: 'Try again and type the words exactly as shown.',
    })
  return { assurance: 'attended' }
}

export const preloaded = ({ preloads }: World): { preload?: readonly string[] } => (preloads.length > 0 ? { preload: preloads } : {})

const fold = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** The data that goes with a choice: marked as data, or an object where words would be allowed. */
function dataOf(text = '', data?: string): { data?: Json } {
  if (data === undefined && !/^\s*\{/.test(text)) return {}
  try {
    return { data: JSON.parse(data ?? text) as Json }
  } catch (cause) {
    if (data === undefined) return {}
    throw new Fault('usage', `--data isn't JSON: ${(cause as Error).message}`, {
      cause,
      fix: 'For example: --data \'{"max_iterations": 4}\'.',
    })
  }
}
