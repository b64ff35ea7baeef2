// Whether a frozen design's approval counts for this verifier: by their approvers, and by the strictest policy that applies.
import { type Attested, checkApproval } from '../../../adapters/attest.ts'
import { policyWhen } from '../../../adapters/verifier.ts'
import { type Policy, strictest } from '../../../gates/policy.ts'
import { sameName, termsProblem } from '../../../gates/signed-text.ts'
import type { VerifyOptions } from '../../../operations/definition.ts'
import type { World } from '../../../operations/world.ts'
import { assuranceWords } from '../marker.ts'
import { finalFolder } from '../next.ts'
import type { Approval, DesignState } from '../state.ts'

export interface ApprovalVerdict {
  problems: string[]
  says: string[]
  signed: Attested | null
}

export async function verifyApproval(world: World, state: DesignState, { signed, verifier }: VerifyOptions): Promise<ApprovalVerdict> {
  const approval = state.approval as Approval
  const { by: askedBy } = state.settings
  const when = policyWhen(world.root, `${finalFolder(state)}/FROZEN.md`)
  const problems = when && 'problem' in when ? [when.problem] : []
  const unsure = [
    ...(when && 'unsure' in when ? [when.unsure] : []),
    ...(verifier.signers?.refused ?? []).map(({ line, why }) => `line ${line} of ${verifier.file} doesn't count: ${why}`),
  ]
  const policy = strictest(
    verifier.policy,
    world.config.config.approval,
    { require: state.settings.approval },
    when && 'policy' in when ? when.policy : undefined,
    { require: signed ? 'signed' : 'attended' },
  )
  const now = world.clock.now()
  if (approval.signature === null) {
    const verdict = unsigned(approval, policy, { askedBy, now, problems })
    return { ...verdict, says: [...verdict.says, ...unsure] }
  }
  const checked = await checkApproval(
    { hash: state.frozen?.checksum ?? '', stored: approval.signature, askedBy, at: approval.at },
    verifier,
    policy,
    now,
  )
  if (!('why' in checked)) {
    const { principals, fingerprint, terms } = checked
    const until = terms.until ? `, until ${terms.until}` : ''
    return {
      problems,
      signed: checked,
      says: [`approved by ${principals.join(',')} (${fingerprint}), signed${until}; checked against ${verifier.file}`, ...unsure],
    }
  }
  const unknown = verifier.signers === null && verifier.passkeys.length === 0 && policy.require !== 'signed'
  return {
    problems: unknown ? problems : [...problems, `carries a signature that doesn't count: ${checked.why}`],
    says: [`approved by ${approval.by} (unattested here: ${checked.why})`, ...unsure],
    signed: null,
  }
}

function unsigned(
  approval: Approval,
  policy: Policy,
  { askedBy, now, problems }: { askedBy: string; now: number; problems: string[] },
): ApprovalVerdict {
  const found = [...problems]
  if (approval.assurance === 'signed') found.push('claims to be signed but carries no signature')
  else if (policy.require === 'signed') found.push(`was approved ${approval.assurance}, but a signed approval is required`)
  if (policy.separation && sameName(approval.by, askedBy))
    found.push(`${askedBy} asked for it and approved it, but the requester can't approve here`)
  const until = new Date(approval.at + (policy.expiresDays ?? 0) * 86_400_000).toISOString().slice(0, 10)
  const expired =
    policy.expiresDays === null
      ? null
      : termsProblem({ hash: '', until }, { separation: false, expiresDays: null, askedBy, names: [], now })
  if (expired !== null) found.push(expired)
  return { problems: found, says: [`approved by ${approval.by} (${assuranceWords(approval)})`], signed: null }
}
