// A person's answer to an open gate: must be one of the choices with what that choice needs; committed together with its meaning.
import { Fault } from '../schema/fault.ts'
import { type CommitOptions, type CommitPorts, type OpenRun, commit } from './commit.ts'
import { driverEvent } from './reduce.ts'
import { type Answer, type Gate, kindOf } from './task.ts'
import type { Accepted, Refusal, Workflow } from './workflow.ts'

export async function answerGate<S>(
  open: OpenRun<S>,
  gateKey: string | null,
  answer: Answer,
  ports: CommitPorts,
  options: CommitOptions<S> = {},
): Promise<Refusal | null> {
  const next = open.workflow.next(open.state.state)
  if (!('ask' in next)) return { refused: `run ${open.state.run} isn't waiting for a decision` }
  const gate = next.ask
  if (gateKey !== null && gateKey !== gate.key) return { refused: `gate ${gateKey} is no longer open; ${gate.key} is` }
  const accepted = meaningOfAnswer(open.workflow, open.state.state, gate, answer)
  if ('refused' in accepted) return accepted
  const { choice, text, by, assurance, signature, preload } = answer
  const answered = driverEvent('gate_answered', {
    gate: gate.key,
    choice,
    by,
    assurance,
    ...(text && { text }),
    ...(signature && { signature }),
    ...(preload && { preload }),
  })
  await commit(open, { ...accepted, events: [answered, ...accepted.events] }, ports, options)
  return null
}

/** What an answer means, or why it can't be given. Replay asks the same, so a journal can't hold an answer that would be refused. */
export function meaningOfAnswer<S>(workflow: Workflow<S>, state: S, gate: Gate, answer: Answer): Accepted | Refusal {
  const choice = gate.choices.find(({ name }) => name === answer.choice)
  if (!choice)
    return { refused: `"${answer.choice}" can't be chosen here; the choices are ${gate.choices.map(({ name }) => name).join(', ')}` }
  if (choice.needsText && !answer.text?.trim()) return { refused: `"${choice.name}" needs ${choice.needsText}` }
  if (choice.attested && answer.assurance === 'unattested')
    return { refused: `"${choice.name}" needs a person: answer at a terminal, in the dashboard or with a signature` }
  const kind = kindOf(gate)
  const cases = Object.hasOwn(workflow.gates, kind) ? workflow.gates[kind] : undefined
  const meaning = cases && Object.hasOwn(cases, choice.name) ? cases[choice.name] : undefined
  if (!meaning) throw new Fault('internal', `${workflow.name} offers "${choice.name}" at ${gate.key} but has no case for it`)
  return meaning(state, gate, answer)
}
