// A person's answer to an open gate: must be one of the choices with what that choice needs; committed together with its meaning.
import { Fault } from '../schema/fault.ts'
import { nextOf } from './budget.ts'
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
  const next = nextOf(open.workflow, open.state)
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
  return caseOf(workflow, gate, choice.name)(state, gate, answer)
}

/** The types hold a workflow to this, but nobody may have checked a project's own: so before a person is asked. */
export function checkCases<S>(workflow: Workflow<S>, gate: Gate): void {
  for (const { name } of gate.choices) caseOf(workflow, gate, name)
}

function caseOf<S>({ name, gates }: Workflow<S>, gate: Gate, choice: string) {
  const kind = kindOf(gate)
  const cases = Object.hasOwn(gates, kind) ? gates[kind] : undefined
  const found = cases && Object.hasOwn(cases, choice) ? cases[choice] : undefined
  if (found) return found
  throw new Fault('invalid', `the workflow ${name} offers "${choice}" at ${gate.key} but has no case for it`, {
    fix: `Add \`${kind}: { ${choice}: … }\` to its gates; then \`whet resume\` continues here.`,
  })
}
