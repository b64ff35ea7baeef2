// The certificate of a frozen design: an in-toto statement about its files, and one page with the statement and the files themselves.
import { signatureNamespace } from '../../gates/sshsig.ts'
import { canonicalizeText } from '../../lib/canonical.ts'
import { sha256 } from '../../lib/hash.ts'
import { Fault } from '../../schema/fault.ts'
import { evidenceProblems, receiptProblems } from './certificate-evidence.ts'
import { certificatePage } from './certificate-page.ts'
import { blank, seal } from './certificate-seal.ts'
import { certifiedFiles, predicateType, Statement, statementText, statementType, type CertifiedFile } from './certificate-statement.ts'

export interface CertificateFacts {
  featureId: string
  /** The texts of the frozen files, byte for byte. */
  files: Record<CertifiedFile, string>
  assurance: 'attended' | 'signed' | 'unattested'
  identity: string
  /** ISO 8601, UTC. */
  approvedAt: string
  /** Score and threshold in hundredths. */
  score: number
  threshold: number
  iteration: number
  /** SHA-256 of the journal's last line when the design was frozen. */
  journalHead: string
  /** Present exactly if the assurance is `signed`; `message` is the signed text, which names the design's checksum. */
  signature?: { armored: string; message: string; principal: string; fingerprint: string }
  /** The receipt of `whet prove` for this design, as text. */
  receipt?: string
}

/** Both texts, ready to write. Facts that wouldn't verify are a fault: no contradictory certificate is issued. */
export function renderCertificate(facts: CertificateFacts): { page: string; statement: string } {
  const statement = sealedStatement(facts)
  const problems = evidenceProblems(statement, facts.files)
  if ((facts.assurance === 'signed') !== (facts.signature !== undefined))
    problems.push(`the assurance is ${facts.assurance}, ${facts.signature ? 'yet there is' : 'but there is no'} signature`)
  problems.push(...receiptProblems(statement))
  if (problems.length > 0)
    throw new Fault('integrity', `no certificate can be issued for ${facts.featureId}: ${problems.join('; ')}`, {
      fix: `Run whet verify ${facts.featureId} to see what doesn't match.`,
      data: { problems },
    })
  return { page: certificatePage(statement, facts.files), statement: statementText(statement) }
}

function sealedStatement(facts: CertificateFacts): Statement {
  const statement: Statement = {
    _type: statementType,
    subject: certifiedFiles.map((name) => ({ name, digest: { sha256: sha256(facts.files[name]) } })),
    predicateType,
    predicate: {
      featureId: facts.featureId,
      checksumSHA256: sha256(canonicalizeText(facts.files['intent.json'])),
      assurance: facts.assurance,
      identity: facts.identity,
      approvedAt: facts.approvedAt,
      score: facts.score / 100,
      threshold: facts.threshold / 100,
      iteration: facts.iteration,
      journalHead: facts.journalHead,
      ...(facts.signature && { signature: { ...facts.signature, namespace: signatureNamespace } }),
      ...(facts.receipt !== undefined && { proof: { passed: true as const, receipt: facts.receipt } }),
      statementSha256: blank,
    },
  }
  const sealed = JSON.parse(seal(statementText(statement), 'statement')) as Statement
  Statement.parse(sealed) // only to check: a parsed copy may order its keys differently, and the seal covers these bytes
  return sealed
}
