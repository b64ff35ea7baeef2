// Verifies a certificate from itself alone: seal, digests, consistency of the files, and the signature.
import * as z from 'zod'
import type { AllowedSigners } from '../../gates/allowed-signers.ts'
import { signatureKey, verifySignature, type SignatureCrypto, type SignatureVerdict } from '../../gates/sshsig.ts'
import { readStored } from '../../gates/signed-text.ts'
import { canonicalizeText } from '../../lib/canonical.ts'
import { evidenceProblems, receiptProblems } from './certificate-evidence.ts'
import { designShown, readBlock } from './certificate-page.ts'
import { sealProblem } from './certificate-seal.ts'
import { Statement, statementText } from './certificate-statement.ts'

export interface CertificateCheck {
  /** The page or the statement. */
  certificate: Uint8Array | string
  crypto: SignatureCrypto
  /** The verifier's trusted signers; without them a signature is checked against the key it carries. */
  allowedSigners?: AllowedSigners
  /** The result for a passkey's signature, which only a list of passkeys can verify. */
  passkey?: SignatureVerdict
  /** If omitted, an expired approval isn't noticed. */
  now?: number
}

/**
 * `integrity`: the parts fit each other and nothing was changed by accident. `signature`: also, the holder of the included key
 * signed the design's checksum. `signer`: also, the verifier trusts that key. Only the last two withstand
 * forgery, and they cover the design; score, time and name are the certificate author's claims.
 */
type Proof = 'nothing' | 'integrity' | 'signature' | 'signer'

export interface CertificateVerdict {
  ok: boolean
  problems: string[]
  proves: Proof
  /** Whether the certified files are included: without them nothing ties the feature's name to the checksum. */
  whole: boolean
  /** The certificate's claims, if it could be read. */
  statement?: Statement
}

export function verifyCertificate({ certificate, crypto, allowedSigners, passkey, now }: CertificateCheck): CertificateVerdict {
  const problems: string[] = []
  let statement: Statement | undefined
  let whole = false
  try {
    const text =
      typeof certificate === 'string' ? certificate : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(certificate)
    const page = !text.startsWith('{')
    whole = page
    problems.push(...[sealProblem(text, page ? 'page' : 'statement')].filter((problem) => problem !== null))
    const raw = page ? readBlock(text, 'statement') : text
    canonicalizeText(raw) // refuses duplicate keys, with which two readers could see two statements
    statement = Statement.parse(JSON.parse(raw))
    if (page) problems.push(...pageProblems(text, statement, raw))
    if (statement.predicate.score < statement.predicate.threshold)
      problems.push(`the score ${statement.predicate.score} is below the threshold ${statement.predicate.threshold}`)
    problems.push(...receiptProblems(statement))
    problems.push(...signatureProblems(statement, { crypto, trusted: allowedSigners, passkey, now }))
  } catch (error) {
    problems.push(
      error instanceof z.ZodError
        ? `its statement is malformed: ${z.prettifyError(error)}`
        : error instanceof Error
          ? error.message
          : String(error),
    )
  }
  const ok = problems.length === 0
  const signed = statement?.predicate.assurance === 'signed'
  const proves: Proof = !ok ? 'nothing' : !signed ? 'integrity' : allowedSigners || passkey ? 'signer' : 'signature'
  return { ok, problems, proves, whole, ...(statement && { statement }) }
}

function pageProblems(text: string, statement: Statement, raw: string): string[] {
  const files = z.record(z.string(), z.string()).parse(JSON.parse(readBlock(text, 'evidence')))
  const broken = sealProblem(statementText(JSON.parse(raw)), 'statement')
  const isShown = !text.includes('id="design-title"') || text.includes(designShown(files).markup)
  return [
    ...(broken === null ? [] : [`its statement: ${broken}`]),
    ...(isShown ? [] : ["the design it shows isn't the certified one"]),
    ...evidenceProblems(statement, files),
  ]
}

const unlisted: SignatureVerdict = { ok: false, why: "it was made by a passkey that isn't on your list" }

function signatureProblems(
  { predicate }: Statement,
  {
    crypto,
    trusted,
    passkey = unlisted,
    now,
  }: { crypto: SignatureCrypto; trusted: AllowedSigners | undefined; passkey: SignatureVerdict | undefined; now: number | undefined },
): string[] {
  const { assurance, signature, checksumSHA256, approvedAt, identity } = predicate
  if (signature === undefined) return assurance === 'signed' ? ['it claims to be signed but carries no signature'] : []
  if (assurance !== 'signed') return ["it carries a signature but doesn't claim to be signed"]
  const problems: string[] = []
  const read = readStored(`${signature.message}${signature.armored}`, { hash: checksumSHA256 })
  if ('why' in read) problems.push(`the signed message doesn't approve this design: ${read.why}`)
  else if (now !== undefined && read.terms.until !== undefined && now > Date.parse(`${read.terms.until}T23:59:59.999Z`))
    problems.push(`the approval expired: it counted until ${read.terms.until}`)
  if (signature.principal !== identity) problems.push(`${signature.principal} signed, but ${identity} is named as the one who approved`)
  const itself = (): AllowedSigners => ({
    signers: [{ line: 1, principals: [signature.principal], key: signatureKey(signature.armored) }],
    refused: [],
  })
  const verdict = signature.armored.startsWith('{')
    ? passkey
    : verifySignature({ ...signature, at: Date.parse(approvedAt), crypto, allowedSigners: trusted ?? itself() })
  if (!verdict.ok) return [...problems, `the signature: ${verdict.why}`]
  if (verdict.principal !== signature.principal)
    problems.push(`the key belongs to ${verdict.principal}, the certificate says ${signature.principal}`)
  if (verdict.fingerprint !== signature.fingerprint)
    problems.push(`the key is ${verdict.fingerprint}, the certificate says ${signature.fingerprint}`)
  return problems
}
