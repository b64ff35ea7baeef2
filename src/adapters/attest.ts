// A signed decision: by someone on the verifier's list, over what is decided, on terms that are valid here and now.
import type { Policy } from '../gates/policy.ts'
import { type Terms, dayFrom, readStored, signedLines, signedText, termsProblem } from '../gates/signed-text.ts'
import { signatureNamespace, verifySignature } from '../gates/sshsig.ts'
import type { Gate } from '../kernel/task.ts'
import { Fault } from '../schema/fault.ts'
import { readText } from './disk.ts'
import { signatureCrypto } from './sshsig.ts'
import type { Verifier } from './verifier.ts'

export interface Approval {
  hash: string
  /** The act, if it isn't approval. */
  act?: string | undefined
  /** The signed text and its proof, as stored. */
  stored: string
  /** Who asked for what was approved, as recorded. */
  askedBy: string | null
  /** When it was given, as recorded. */
  at: number
}

export interface Attested {
  principals: string[]
  fingerprint: string
  terms: Terms
  /** The signed text and the signature alone. */
  message: string
  proof: string
}

/** Whether an approval counts for this verifier, or the reason why not. */
export async function checkApproval(
  { hash, act, stored, askedBy, at }: Approval,
  verifier: Verifier,
  policy: Policy,
  now: number,
): Promise<Attested | { why: string }> {
  const read = readStored(stored, { hash, ...(act !== undefined && { act }) })
  if ('why' in read) return read
  const { terms, proof } = read
  const signer = await checkProof(verifier, proof, signedText(terms), Math.min(at, now))
  if ('why' in signer) return signer
  const problem = termsProblem(terms, { ...policy, askedBy, names: signer.principals, now })
  return problem === null ? { ...signer, terms, message: signedText(terms), proof } : { why: problem }
}

async function checkProof(
  { signers, passkeys, file }: Verifier,
  proof: string,
  message: string,
  at: number,
): Promise<Pick<Attested, 'principals' | 'fingerprint'> | { why: string }> {
  if (proof.startsWith('{')) return (await import('./passkeys.ts')).checkAssertion(passkeys, proof, message)
  if (signers === null) return { why: `you list no approvers${file === null ? '' : ` (there is no ${file})`}` }
  const verdict = verifySignature({
    armored: proof,
    message,
    namespace: signatureNamespace,
    allowedSigners: signers,
    at,
    crypto: signatureCrypto,
  })
  return verdict.ok ? { principals: verdict.principal.split(','), fingerprint: verdict.fingerprint } : { why: verdict.why }
}

export interface SignedAnswer {
  assurance: 'signed'
  by: string
  signature: string
}

export interface Attesting {
  gate: Gate
  verifier: Verifier
  policy: Policy
  now: number
}

/** A signature file, over what a gate decides and on the required terms. */
export async function attestSigned(file: string, attesting: Attesting): Promise<SignedAnswer> {
  const { gate, verifier, policy, now } = attesting
  const decides = decided(gate)
  if (verifier.signers === null)
    throw new Fault('refused', 'you list no approvers, so no signature can count', {
      fix: `Put allowed signers (OpenSSH format) in ${verifier.file ?? 'a file'}${verifier.file ? '' : ' and name it with --approvers'}.`,
    })
  const fix = howToSign(decides, policy, now)
  const given = readText(file)
  if (given === null) throw new Fault('not_found', `there is no signature file ${file}`, { fix: `Make one: ${fix}` })
  const found = await attestProof(given, attesting)
  if ('why' in found) throw new Fault('refused', `the signature doesn't count: ${found.why}`, { fix: `Sign exactly this: ${fix}` })
  return found
}

/** The proof: an armored signature, or a passkey's answer as JSON. */
export async function attestProof(given: string, { gate, verifier, policy, now }: Attesting): Promise<SignedAnswer | { why: string }> {
  const decides = decided(gate)
  const { hash, act, askedBy = null } = decides
  let why = ''
  for (const terms of possibleTerms(decides, policy, now)) {
    const bare = /^(?:-----BEGIN |\{)/.test(given)
    const stored = bare && signedLines(terms).length > 1 ? `${signedText(terms)}${given}` : given
    const checked = await checkApproval({ hash, act, stored, askedBy, at: now }, verifier, policy, now)
    if (!('why' in checked))
      return { assurance: 'signed', by: `${checked.principals.join(',')} (${checked.fingerprint})`, signature: stored }
    why ||= checked.why
  }
  return { why }
}

function decided({ decides }: Gate): NonNullable<Gate['decides']> {
  if (!decides) throw new Fault('refused', "this gate can't be answered with a signature")
  return decides
}

/** The text to sign, with the longest allowed terms. */
export const textToSign = (gate: Gate, policy: Policy, now: number) =>
  signedText(possibleTerms(decided(gate), policy, now).next().value as Terms)

/** A signature file doesn't say which last day it states, so every allowed day is tried, latest first. */
function* possibleTerms(
  { hash, act, askedBy }: NonNullable<Gate['decides']>,
  { separation, expiresDays }: Policy,
  now: number,
): Generator<Terms> {
  const asked = { ...(act && { act }), ...(separation && askedBy && { askedBy }) }
  if (expiresDays === null) return yield { hash, ...asked }
  for (let days = expiresDays; days >= 0; days--) yield { hash, until: dayFrom(now, days), ...asked }
}

export function howToSign(decides: NonNullable<Gate['decides']>, policy: Policy, now: number): string {
  const lines = signedLines(possibleTerms(decides, policy, now).next().value as Terms)
  const words = lines.map((line) => (/^[\w.@-]+$/.test(line) ? line : `'${line.replaceAll("'", String.raw`'\''`)}'`))
  return `printf '%s\\n' ${words.join(' ')} | ssh-keygen -Y sign -n ${signatureNamespace} -f <your key> > approval.sig`
}
