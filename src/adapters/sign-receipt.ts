// Signs a receipt with the user's own OpenSSH, so keys on tokens, in agents and behind passphrases just work.
import { spawnSync } from 'node:child_process'
import { receiptNamespace } from '../gates/receipt.ts'
import { Fault } from '../schema/fault.ts'

/** The armored signature in base64, as the envelope holds it. */
export function signWithKey(key: string, message: string): string {
  const { status, stdout, stderr, error } = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', receiptNamespace, '-f', key], {
    input: message,
    encoding: 'utf8',
  })
  if (status === 0) return Buffer.from(stdout).toString('base64')
  throw new Fault('refused', `the receipt couldn't be signed with ${key}: ${(error?.message ?? stderr).trim().split('\n').at(-1)}`, {
    fix: 'Name an OpenSSH key that ssh-keygen can use, or drop --key.',
  })
}
