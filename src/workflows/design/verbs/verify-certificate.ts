// A certificate file, checked with nothing but itself and, where the one who checks keeps some, the approvers they trust.
import { readFileSync } from 'node:fs'
import { readApprovers } from '../../../adapters/attest.ts'
import { guard } from '../../../adapters/file-store/disk.ts'
import { signatureCrypto } from '../../../adapters/sshsig.ts'
import { parseAllowedSigners } from '../../../gates/allowed-signers.ts'
import { type CertificateVerdict, verifyCertificate } from '../certificate-verify.ts'
import type { World } from '../../../operations/world.ts'

export interface VerifiedCertificate {
  file: string
  problems: string[]
  proves: CertificateVerdict['proves']
  /** What it states; believed only as far as `proves` goes. */
  states: Record<string, unknown> | null
}

export function verifyCertificateFile(world: World, path: string, shown: string, { signed }: { signed: boolean }): VerifiedCertificate {
  const approvers = readApprovers(world.env)
  const { problems, proves, statement } = verifyCertificate({
    certificate: guard(path, () => readFileSync(path)),
    crypto: signatureCrypto,
    ...(approvers !== null && { allowedSigners: parseAllowedSigners(approvers) }),
  })
  const required = signed && proves === 'integrity' ? ['a signed approval is required, and this one is attended'] : []
  const { featureId, checksumSHA256, assurance, identity, approvedAt, score } = statement?.predicate ?? {}
  return {
    file: shown,
    problems: [...problems, ...required],
    proves,
    states: statement ? { featureId, checksumSHA256, assurance, identity, approvedAt, score } : null,
  }
}

export function certificateText({ file, problems, proves, states }: VerifiedCertificate): string {
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
    `  ${proofWords[proves]}`,
  ].join('\n')
}

const proofWords: Record<VerifiedCertificate['proves'], string> = {
  nothing: 'proves nothing',
  integrity: 'proves integrity only: the files belong together; not who approved',
  signature: 'signed by the holder of the key it carries; put your approvers into your whetstone folder to check whose key that is',
  signer: 'signed by one of your approvers',
}
