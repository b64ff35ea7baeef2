// A signed decision: the approvers were pinned when the run began, the signature must cover what is decided.
import { join } from 'node:path'
import { parseAllowedSigners } from '../gates/allowed-signers.ts'
import { verifySignature } from '../gates/sshsig.ts'
import type { Gate } from '../kernel/task.ts'
import { Fault } from '../schema/fault.ts'
import { userFolder } from './config.ts'
import { readText } from './file-store/disk.ts'
import { signatureCrypto } from './sshsig.ts'

export const namespace = 'whetstone'

/** What a signer signs: the hash and a line feed, so that a shell can make it. */
export const signedText = (hash: string) => `${hash}\n`

/** Approvers come from the user's own folder, never from a repository. */
export function readApprovers(env: NodeJS.ProcessEnv): string | null {
  return readText(join(userFolder(env), 'approvers'))
}

export function attestSigned({ gate, file, pins, at }: { gate: Gate; file: string; pins: object; at: number }): { assurance: 'signed'; by: string; signature: string } {
  const { approvers } = pins as { approvers?: string | null }
  if (!gate.decides) throw new Fault('refused', 'this gate decides nothing that could be signed')
  if (!approvers) throw new Fault('refused', 'no approvers were known when this run began, so no signature can count', { fix: `Put allowed signers (OpenSSH format) into the file "approvers" of your own whetstone folder before a run starts.` })
  const armored = readText(file)
  if (armored === null) throw new Fault('not_found', `there is no signature file ${file}`, { fix: `Make one: printf '%s\\n' ${gate.decides.hash} | ssh-keygen -Y sign -n ${namespace} -f <your key> > approval.sig` })
  const verdict = verifySignature({ armored, message: signedText(gate.decides.hash), namespace, allowedSigners: parseAllowedSigners(approvers), at, crypto: signatureCrypto })
  if (!verdict.ok) throw new Fault('refused', `the signature does not count: ${verdict.why}`, { fix: `Sign exactly this: printf '%s\\n' ${gate.decides.hash} | ssh-keygen -Y sign -n ${namespace} -f <your key>` })
  return { assurance: 'signed', by: `${verdict.principal} (${verdict.fingerprint})`, signature: armored }
}
