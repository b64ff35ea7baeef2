// The in-toto statement of a certificate: which files, how, by whom and when they were approved.
import * as z from 'zod'
import { signatureNamespace } from '../../gates/sshsig.ts'

export const certifiedFiles = ['intent.json', 'preview.html', 'critique.json', 'FROZEN.md'] as const
export type CertifiedFile = (typeof certifiedFiles)[number]

const Hex = z.string().regex(/^[0-9a-f]{64}$/)

export const statementType = 'https://in-toto.io/Statement/v1'
export const predicateType = 'urn:whetstone:design-approval:v1'

/** In-toto Statement v1; the predicate allows further fields, so that later versions can say more. */
export const Statement = z.object({
  _type: z.literal(statementType),
  subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256: Hex }) })),
  predicateType: z.literal(predicateType),
  predicate: z.looseObject({
    featureId: z.string(),
    /** SHA-256 of the RFC 8785 form of intent.json, as in FROZEN.md; the subject's digest is that of the file's bytes. */
    checksumSHA256: Hex,
    assurance: z.enum(['attended', 'signed', 'unattested']),
    identity: z.string(),
    approvedAt: z.iso.datetime(),
    score: z.number(),
    threshold: z.number(),
    iteration: z.int(),
    journalHead: Hex,
    signature: z
      .object({
        armored: z.string(),
        namespace: z.literal(signatureNamespace),
        message: z.string(),
        principal: z.string(),
        fingerprint: z.string(),
      })
      .optional(),
    /** Only with a receipt: everything was repeated, and it passed. */
    proof: z.object({ passed: z.literal(true), receipt: z.string() }).optional(),
    statementSha256: Hex,
  }),
})
export type Statement = z.infer<typeof Statement>

export function statementText(statement: unknown): string {
  return JSON.stringify(statement, null, 2) + '\n'
}
