// What a receipt claims, and what the claim is worth to this verifier.
import { signatureCrypto } from '../adapters/sshsig.ts'
import { type Receipt, receiptSigner } from '../gates/receipt.ts'
import { toFault } from '../schema/fault.ts'
import type { VerifiedFile, VerifyOptions } from './definition.ts'

export function receiptVerdict(file: string, receipt: Receipt, { signed, verifier }: VerifyOptions): VerifiedFile {
  const { predicate } = receipt.statement
  const problems = predicate.problems.map((problem) => `it says: ${problem}`)
  if (signed) problems.push("a receipt isn't an approval: verify the run or its certificate")
  if (predicate.passed && predicate.problems.length > 0) problems.push('it says that the run passed, yet it lists problems')
  const signer = signerOf(receipt, verifier)
  if (signer && 'why' in signer) problems.push(`its signature doesn't count: ${signer.why}`)
  const proves = problems.length > 0 ? 'nothing' : signer === null ? 'integrity' : verifier.signers === null ? 'signature' : 'signer'
  return { file, problems, proves, states: { ...predicate }, text: words(file, receipt, problems, proves) }
}

/** Signed by an approver of this verifier. */
export function isSignedReceipt(receipt: Receipt, verifier: VerifyOptions['verifier']): boolean {
  const signer = signerOf(receipt, verifier)
  return verifier.signers !== null && signer !== null && !('why' in signer)
}

/** In words; a signature by someone you don't list is reported elsewhere as a problem. */
export function receiptWorth(receipt: Receipt, verifier: VerifyOptions['verifier']): string {
  const signer = signerOf(receipt, verifier)
  return worth[signer === null || 'why' in signer ? 'integrity' : verifier.signers === null ? 'signature' : 'signer'] ?? ''
}

function signerOf(receipt: Receipt, { signers }: VerifyOptions['verifier']): { principal: string } | { why: string } | null {
  try {
    const verdict = receiptSigner(receipt, signers, signatureCrypto)
    return verdict === null || verdict.ok ? verdict : { why: verdict.why }
  } catch (error) {
    return { why: toFault(error).message }
  }
}

const worth: Record<string, string> = {
  integrity: 'unsigned: anyone can write such a file; `whet prove` proves the run again here',
  signature: 'signed by the holder of the key it carries; you list no approvers, so nothing says whose key it is',
  signer: 'signed by one of your approvers',
}

function words(file: string, { statement: { predicate, subject } }: Receipt, problems: string[], proves: string): string {
  if (problems.length > 0)
    return [`${file}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`, ...problems.map((each) => `  ${each}`)].join(
      '\n',
    )
  const { run, outcome, passed, provenAt, provenBy } = predicate
  return [
    `${file}: a receipt for ${run}`,
    `  ${outcome.status} (${outcome.reason}), ${passed ? 'passed' : 'not passed'}; proven again at ${provenAt} by ${provenBy}`,
    ...subject.map(({ name, digest }) => `  ${name} ${digest.sha256}`),
    ...predicate.redone.map((line) => `  redone: ${line}`),
    ...predicate.readBack.map((line) => `  read back: ${line}`),
    `  ${worth[proves]}`,
  ].join('\n')
}
