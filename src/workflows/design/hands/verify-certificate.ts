// A certificate file, checked with nothing but itself and, where the one who checks keeps some, the approvers they trust.
import { readFileSync } from 'node:fs'
import { readApprovers } from '../../../adapters/attest.ts'
import { guard } from '../../../adapters/file-store/disk.ts'
import { signatureCrypto } from '../../../adapters/sshsig.ts'
import { parseAllowedSigners } from '../../../gates/allowed-signers.ts'
import { type CertificateVerdict, verifyCertificate } from '../certificate-verify.ts'
import type { VerifiedFile } from '../../../operations/definition.ts'
import type { World } from '../../../operations/world.ts'

type Certificate = Omit<VerifiedFile, 'text' | 'proves'> & { proves: CertificateVerdict['proves'] }

export function verifyCertificateFile(world: World, path: string, shown: string, { signed }: { signed: boolean }): VerifiedFile {
  const approvers = readApprovers(world.env)
  const { problems, proves, statement } = verifyCertificate({
    certificate: guard(path, () => readFileSync(path)),
    crypto: signatureCrypto,
    ...(approvers !== null && { allowedSigners: parseAllowedSigners(approvers) }),
  })
  const required = signed && proves === 'integrity' ? ['a signed approval is required, and this one is attended'] : []
  const { featureId, checksumSHA256, assurance, identity, approvedAt, score } = statement?.predicate ?? {}
  const found: Certificate = {
    file: shown,
    problems: [...problems, ...required],
    proves,
    states: statement ? { featureId, checksumSHA256, assurance, identity, approvedAt, score } : null,
  }
  return { ...found, text: certificateText(found) }
}

function certificateText({ file, problems, proves, states }: Certificate): string {
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

const proofWords: Record<Certificate['proves'], string> = {
  nothing: 'proves nothing',
  integrity: 'proves integrity only: the files belong together; not who approved',
  signature: 'signed by the holder of the key it carries; put your approvers into your whetstone folder to check whose key that is',
  signer: 'signed by one of your approvers',
}
