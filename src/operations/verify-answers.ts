// Answers that required attestation, in any workflow: each recorded as signed must verify for this verifier.
import { strictest } from '../gates/policy.ts'
import type { DriverEvents, RunState } from '../kernel/reduce.ts'
import type { Entry } from '../schema/event.ts'
import type { AnyWorkflow, Verified, VerifyOptions } from './definition.ts'
import type { World } from './world.ts'

export interface AttestedAnswer {
  seq: number
  at: number
  hash: string
  act: string | undefined
  askedBy: string | null
  said: DriverEvents['gate_answered']
}

/** The answers an entry commits, with what the open gate decided. */
export function attestedIn(definition: AnyWorkflow, before: RunState<unknown> | null, { seq, at, events }: Entry): AttestedAnswer[] {
  const said = events.find(({ type }) => type === 'gate_answered')?.data as DriverEvents['gate_answered'] | undefined
  if (!said || !before) return []
  const next = definition.next(before.state)
  const gate = 'ask' in next ? next.ask : null
  const attested = gate?.choices.find(({ name }) => name === said.choice)?.attested ?? said.assurance === 'signed'
  return attested
    ? [{ seq, at, hash: gate?.decides?.hash ?? '', act: gate?.decides?.act, askedBy: gate?.decides?.askedBy ?? null, said }]
    : []
}

/** An answer given while code was preloaded into the process, which could have faked it. */
export const preloadText = ({ choice, preload = [] }: DriverEvents['gate_answered']) =>
  `"${choice}" was answered in a process that had loaded foreign code first, which can type for a person: ${preload.join(', ')}`

/** For workflows that only record that an approval was given. */
export async function verifyAnswers(
  world: World,
  answers: readonly AttestedAnswer[],
  { signed, verifier }: VerifyOptions,
): Promise<Verified> {
  const found: Verified = { problems: [], says: [] }
  if (answers.length === 0) return found
  const { checkApproval } = await import('../adapters/attest.ts')
  const policy = strictest(verifier.policy, world.config.config.approval, { require: signed ? 'signed' : 'attended' })
  for (const { seq, at, hash, act, askedBy, said } of answers) {
    const checked =
      said.signature === undefined
        ? null
        : await checkApproval({ hash, act, stored: said.signature, askedBy, at }, verifier, policy, world.clock.now())
    const wrong = (what: string) => found.problems.push({ file: `the answer "${said.choice}" in entry ${seq}`, what, repairable: false })
    if (checked && !('why' in checked)) found.says.push(`${said.choice} by ${checked.principals.join(',')}, signed`)
    else if (checked) wrong(`carries a signature that doesn't count: ${checked.why}`)
    else if (said.assurance === 'signed') wrong('claims to be signed but carries no signature')
    else if (policy.require === 'signed') wrong(`is ${said.assurance}, but a signed one is required`)
  }
  return found
}
