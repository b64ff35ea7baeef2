// A receipt: an in-toto statement of what was proven again about a run, in a DSSE envelope that may be signed.
import * as z from 'zod'
import type { AllowedSigners } from './allowed-signers.ts'
import { decodeBase64, encodeBase64 } from './ssh-wire.ts'
import { signatureKey, verifySignature, type SignatureCrypto, type SignatureVerdict } from './sshsig.ts'

/** Differs from the namespace of approvals, so neither can stand for the other. */
export const receiptNamespace = 'whetstone-receipt'

const payloadType = 'application/vnd.in-toto+json'
const Hex = z.string().regex(/^[0-9a-f]{64}$/)

export const ReceiptStatement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256: Hex }) })).min(1),
  predicateType: z.literal('urn:whetstone:proof:v1'),
  predicate: z.looseObject({
    run: z.string(),
    workflow: z.string(),
    /** SHA-256 of the last line of the journal. */
    head: Hex,
    entries: z.int(),
    outcome: z.object({ status: z.string(), reason: z.string() }),
    /** The outcome is a pass, and nothing contradicted it. */
    passed: z.boolean(),
    redone: z.array(z.string()),
    readBack: z.array(z.string()),
    problems: z.array(z.string()),
    /** Who approved, as far as the prover could verify; null if unsigned. */
    signedBy: z.string().nullable(),
    provenAt: z.iso.datetime(),
    provenBy: z.string(),
    version: z.string(),
  }),
})
export type ReceiptStatement = z.infer<typeof ReceiptStatement>

const Envelope = z.object({
  payloadType: z.literal(payloadType),
  payload: z.base64(),
  signatures: z.array(z.object({ keyid: z.string().optional(), sig: z.base64() })),
})

export interface Receipt {
  statement: ReceiptStatement
  envelope: z.infer<typeof Envelope>
}

export function sealReceipt(statement: ReceiptStatement, signatures: { sig: string }[] = []): string {
  const payload = encodeBase64(bytes(JSON.stringify(statement)))
  return `${JSON.stringify({ payloadType, payload, signatures }, null, 2)}\n`
}

/** The bytes that are signed: DSSE's pre-authentication encoding. */
export function receiptMessage(statement: ReceiptStatement): string {
  return preAuthentication(JSON.stringify(statement))
}

const preAuthentication = (body: string) => `DSSEv1 ${payloadType.length} ${payloadType} ${bytes(body).length} ${body}`

/** Null if it isn't a receipt. */
export function readReceipt(text: string): Receipt | null {
  try {
    const envelope = Envelope.parse(JSON.parse(text))
    return { envelope, statement: ReceiptStatement.parse(JSON.parse(body({ envelope }))) }
  } catch {
    return null
  }
}

const body = ({ envelope }: Pick<Receipt, 'envelope'>) => text(envelope.payload)

const bytes = (words: string) => new TextEncoder().encode(words)
const text = (base64: string) => new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64(base64))

/** The signer, as far as the reader can verify; null if unsigned. */
export function receiptSigner(receipt: Receipt, signers: AllowedSigners | null, crypto: SignatureCrypto): SignatureVerdict | null {
  const { sig } = receipt.envelope.signatures[0] ?? {}
  if (sig === undefined) return null
  const armored = text(sig)
  return verifySignature({
    armored,
    message: preAuthentication(body(receipt)),
    namespace: receiptNamespace,
    allowedSigners: signers ?? { signers: [{ line: 1, principals: ['the holder of its key'], key: signatureKey(armored) }], refused: [] },
    at: Date.parse(receipt.statement.predicate.provenAt),
    crypto,
  })
}
