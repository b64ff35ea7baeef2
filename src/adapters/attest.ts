// A signed decision: the approvers were pinned when the run began, the signature must cover what is decided.
import { join } from 'node:path'
import { parseAllowedSigners } from '../gates/allowed-signers.ts'
import { signatureNamespace, verifySignature } from '../gates/sshsig.ts'
import type { Gate } from '../kernel/task.ts'
import { Fault } from '../schema/fault.ts'
import { userFolder } from './config.ts'
import { readText } from './file-store/disk.ts'
import { signatureCrypto } from './sshsig.ts'

/** What a signer signs: the hash and a line feed, so that a shell can make it. */
const signedText = (hash: string) => `${hash}\n`

/** Approvers come from the user's own folder, never from a repository. */
export function readApprovers(env: NodeJS.ProcessEnv): string | null {
  return readText(join(userFolder(env), 'approvers'))
}

export interface CheckedSignature {
  armored: string
  message: string
  principal: string
  fingerprint: string
}

/** A signature over what was decided, by one of those who were approvers when the run began; a reason where it does not count. */
export function checkSignature({
  hash,
  armored,
  pins,
  at,
}: {
  hash: string
  armored: string
  pins: object
  at: number
}): CheckedSignature | { why: string } {
  const { approvers } = pins as { approvers?: string | null }
  if (!approvers) return { why: 'no approvers were known when this run began' }
  const message = signedText(hash)
  const verdict = verifySignature({
    armored,
    message,
    namespace: signatureNamespace,
    allowedSigners: parseAllowedSigners(approvers),
    at,
    crypto: signatureCrypto,
  })
  return verdict.ok ? { armored, message, principal: verdict.principal, fingerprint: verdict.fingerprint } : { why: verdict.why }
}

export function attestSigned({ gate, file, pins, at }: { gate: Gate; file: string; pins: object; at: number }): {
  assurance: 'signed'
  by: string
  signature: string
} {
  if (!gate.decides) throw new Fault('refused', 'this gate decides nothing that could be signed')
  const { hash } = gate.decides
  const how = `printf '%s\\n' ${hash} | ssh-keygen -Y sign -n ${signatureNamespace} -f <your key> > approval.sig`
  if (!(pins as { approvers?: string | null }).approvers)
    throw new Fault('refused', 'no approvers were known when this run began, so no signature can count', {
      fix: `Put allowed signers (OpenSSH format) into the file "approvers" of your own whetstone folder before a run starts.`,
    })
  const armored = readText(file)
  if (armored === null) throw new Fault('not_found', `there is no signature file ${file}`, { fix: `Make one: ${how}` })
  const checked = checkSignature({ hash, armored, pins, at })
  if ('why' in checked) throw new Fault('refused', `the signature does not count: ${checked.why}`, { fix: `Sign exactly this: ${how}` })
  return { assurance: 'signed', by: `${checked.principal} (${checked.fingerprint})`, signature: armored }
}
