// Verifies a certificate file from itself and, if the verifier has any, their trusted approvers.
import { checkAssertion } from '../../../adapters/passkeys.ts'
import { readBytes } from '../../../adapters/disk.ts'
import { signatureCrypto } from '../../../adapters/sshsig.ts'
import { readReceipt } from '../../../gates/receipt.ts'
import { receiptWorth } from '../../../operations/receipts.ts'
import type { SignatureVerdict } from '../../../gates/sshsig.ts'
import type { Statement } from '../certificate-statement.ts'
import { type CertificateVerdict, verifyCertificate } from '../certificate-verify.ts'
import type { VerifiedFile, VerifyOptions } from '../../../operations/definition.ts'

type Certificate = Omit<VerifiedFile, 'text' | 'proves'> & { proves: CertificateVerdict['proves'] }

export async function verifyCertificateFile(path: string, shown: string, { signed, verifier }: VerifyOptions): Promise<VerifiedFile> {
  const check = {
    now: Date.now(),
    certificate: readBytes(path) ?? '',
    crypto: signatureCrypto,
    ...(verifier.signers !== null && { allowedSigners: verifier.signers }),
  }
  const passkey = await passkeyVerdict(verifyCertificate(check).statement, verifier)
  const { problems, proves, whole, statement } = verifyCertificate({ ...check, ...(passkey && { passkey }) })
  const required = signed && problems.length === 0 ? missing(proves, whole, statement?.predicate.assurance) : []
  const { featureId, checksumSHA256, assurance, identity, approvedAt, score, proof } = statement?.predicate ?? {}
  const receipt = proof && readReceipt(proof.receipt)
  const found: Certificate = {
    file: shown,
    problems: [...problems, ...required],
    proves,
    states: statement ? { featureId, checksumSHA256, assurance, identity, approvedAt, score } : null,
  }
  return { ...found, text: certificateText(found, receipt ? [`  passed, by a receipt that is ${receiptWorth(receipt, verifier)}`] : []) }
}

/** What an intact certificate lacks if only a signed approval is acceptable. */
function missing(proves: Certificate['proves'], whole: boolean, assurance: string | undefined): string[] {
  if (proves === 'signature') return ['a signed approval is required, but you list no approvers to check this one against']
  if (proves !== 'signer') return [`a signed approval is required, but this one is ${assurance}`]
  return whole ? [] : ['a statement without its files shows that a checksum was signed, but not of what; verify the page']
}

async function passkeyVerdict(statement: Statement | undefined, { passkeys }: VerifyOptions['verifier']): Promise<SignatureVerdict | null> {
  const { armored = '', message = '' } = statement?.predicate.signature ?? {}
  if (!armored.startsWith('{')) return null
  const found = await checkAssertion(passkeys, armored, message)
  return 'why' in found
    ? { ok: false, why: found.why }
    : { ok: true, principal: found.principals.join(','), fingerprint: found.fingerprint }
}

function certificateText({ file, problems, proves, states }: Certificate, passed: string[]): string {
  if (problems.length > 0)
    return [
      `${file}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`,
      ...problems.map((problem) => `  ${problem}`),
    ].join('\n')
  const { featureId, identity, approvedAt, checksumSHA256, score } = states ?? {}
  return [
    `${file}: intact`,
    `  ${String(featureId)}, score ${String(score)}, approved by ${String(identity)} at ${String(approvedAt)}`,
    `  checksum ${String(checksumSHA256)}`,
    ...passed,
    `  ${proofWords[proves]}`,
  ].join('\n')
}

const proofWords: Record<Certificate['proves'], string> = {
  nothing: 'proves nothing',
  integrity: 'proves integrity only: the files belong together; not who approved',
  signature: 'signed by the holder of the key it carries; put your approvers in your whetstone folder to check whose key it is',
  signer: 'signed by one of your approvers',
}
