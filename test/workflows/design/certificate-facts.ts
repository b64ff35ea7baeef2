// Facts for certificates of the sample design, attended and signed.
import { signatureCrypto } from '../../../src/adapters/sshsig.ts'
import { parseAllowedSigners } from '../../../src/gates/allowed-signers.ts'
import { signatureNamespace, verifySignature } from '../../../src/gates/sshsig.ts'
import type { CertificateFacts } from '../../../src/workflows/design/certificate.ts'
import { renderPreview } from '../../../src/workflows/design/preview/render.ts'
import { makeSigner } from '../../gates/sshsig-signer.ts'
import { critique, intent, intentHash } from './preview/sample.ts'

export const attended: CertificateFacts = {
  featureId: intent.featureId,
  files: {
    'intent.json': JSON.stringify(intent, null, 2) + '\n',
    'preview.html': renderPreview({ intent, critique, intentHash }),
    'critique.json': JSON.stringify(critique, null, 2) + '\n',
    'FROZEN.md': `---\nfeatureId: ${intent.featureId}\nchecksumSHA256: ${intentHash}\nqualityThreshold: 80\n---\n\n**Checksum (SHA-256):** ${intentHash}\n`,
  },
  assurance: 'attended',
  identity: 'Ada <ada@example.com>',
  approvedAt: '2026-11-15T09:30:00.000Z',
  score: critique.overall,
  threshold: 8000,
  iteration: 3,
  journalHead: 'ab'.repeat(32),
}

export const signer = makeSigner('ed25519')
export const trusted = parseAllowedSigners(signer.line('ada@example.com', `namespaces="${signatureNamespace}"`))
export const signed = signedBy(`${intentHash}\n`)

export function signedBy(message: string): CertificateFacts {
  const armored = signer.sign(message)
  const verdict = verifySignature({
    armored,
    message,
    namespace: signatureNamespace,
    allowedSigners: trusted,
    at: Date.parse(attended.approvedAt),
    crypto: signatureCrypto,
  })
  if (!verdict.ok) throw new Error(verdict.why)
  return {
    ...attended,
    assurance: 'signed',
    identity: verdict.principal,
    signature: { armored, message, principal: verdict.principal, fingerprint: verdict.fingerprint },
  }
}
