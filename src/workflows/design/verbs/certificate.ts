// whet certificate: one page and one statement about a frozen design, verifiable anywhere.
import { realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { exists, guard, makeFolder, readText } from '../../../adapters/disk.ts'
import { Fault } from '../../../schema/fault.ts'
import { readReceipt } from '../../../gates/receipt.ts'
import type { RunState } from '../../../kernel/reduce.ts'
import { proveRun } from '../../../operations/prove.ts'
import { isSignedReceipt } from '../../../operations/receipts.ts'
import type { World } from '../../../operations/world.ts'
import { renderCertificate } from '../certificate.ts'
import type { DesignState } from '../state.ts'
import { verifyApproval } from '../hands/verify-approval.ts'
import design from '../index.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { findRun, loadRun } from '../../../operations/runs.ts'
import { objectOf } from '../../../operations/show.ts'
import { isHome } from '../../../adapters/own-folder.ts'

export default defineOperation({
  summary: 'Write the certificate of a frozen design: a page for people and an in-toto statement for machines',
  input: z.object({
    feature: z.string().meta({ assistant: 'value', description: 'id of the feature' }),
    out: z
      .string()
      .optional()
      .meta({
        assistant: 'path',
        description: 'folder to write to; default: the current one',
        told: 'folder to write to',
        value: 'folder',
      }),
    approvers: z
      .string()
      .optional()
      .meta({ description: 'whose signatures count (an OpenSSH allowed signers file), instead of your own list', value: 'file' }),
    receipt: z
      .string()
      .optional()
      .meta({
        assistant: 'path',
        description: 'receipt from `whet prove`; without it the certificate doesn\'t say "passed"',
        value: 'file',
      }),
    force: z.boolean().optional().meta({ description: 'replace existing files' }),
  }),
  positional: [{ name: 'feature' }],
  examples: [
    'whet prove order-tracking',
    'whet certificate order-tracking --receipt order-tracking-receipt.json',
    'whet verify order-tracking-certificate.html',
  ],
  async run(
    { feature, out = '.', approvers, receipt, force },
    world,
  ): Promise<{ feature: string; page: string; statement: string; assurance: string; checksumSHA256: string }> {
    const { run } = await findRun(world, feature, design.name)
    const opened = await loadRun(world, run, design)
    const { state, approval, evaluation, shown, settings, iteration } = opened.state
    if (state !== 'FROZEN' || !approval?.marker || !approval.head || !evaluation || !shown.preview)
      throw new Fault('refused', `${feature} is ${state}; only a frozen design can be certified`, {
        fix: state === 'CANDIDATE' ? `Approve it first: whet approve ${feature}.` : design.view.onward(opened, feature),
      })
    const text = (hash: string) => objectOf(world, run, hash)
    const { signed, problems } = await verifyApproval(world, opened.state, { signed: false, verifier: world.verifier(approvers) })
    if (approval.assurance === 'signed' && !signed)
      throw new Fault('integrity', `the approval doesn't count: ${problems.join('; ') || 'you list no approvers'}`, {
        fix: `\`whet verify ${feature}\` shows the details.`,
      })
    const signature = signed && {
      armored: signed.proof,
      message: signed.message,
      principal: signed.principals.join(','),
      fingerprint: signed.fingerprint,
    }
    const { page, statement } = renderCertificate({
      featureId: feature,
      files: {
        'intent.json': await text(evaluation.intent),
        'preview.html': await text(shown.preview.object),
        'critique.json': await text(evaluation.critique),
        'FROZEN.md': await text(approval.marker),
      },
      assurance: approval.assurance,
      identity: signature?.principal ?? approval.by,
      approvedAt: new Date(approval.at).toISOString(),
      score: evaluation.score,
      threshold: settings.threshold,
      iteration: iteration + 1,
      journalHead: approval.head,
      ...(signature && { signature }),
      ...(receipt !== undefined && { receipt: await proven(world, opened, resolve(world.cwd, receipt), approvers) }),
    })
    const folder = resolve(world.cwd, out)
    const closed = closedFolder(folder)
    if (closed) throw new Fault('refused', `${out} is in ${closed}, which must not change`, { fix: 'Choose another folder with --out.' })
    const names = { page: `${feature}-certificate.html`, statement: `${feature}-certificate.json` }
    const taken = Object.values(names).find((name) => exists(join(folder, name)))
    if (taken && !force)
      throw new Fault('conflict', `${join(out, taken)} already exists`, {
        fix: 'Replace it with --force, or choose another folder with --out.',
      })
    makeFolder(folder)
    guard(folder, () => {
      writeFileSync(join(folder, names.page), page)
      writeFileSync(join(folder, names.statement), statement)
    })
    return {
      feature,
      page: join(out, names.page),
      statement: join(out, names.statement),
      assurance: approval.assurance,
      checksumSHA256: evaluation.hash,
    }
  },
  text: ({ page, statement, assurance }) =>
    [
      `Wrote ${page} and ${statement}.`,
      assurance === 'signed'
        ? 'Signed: it proves who approved, to anyone who knows the key.'
        : `${assurance === 'attended' ? 'Attended' : 'Unattested'}: it proves that nothing has changed since, not who approved.`,
      `Next: whet verify ${page}, on any machine.`,
    ].join('\n'),
})

/** Anyone can write a receipt: one not signed by your approvers is believed only if proving the run again agrees. */
async function proven(world: World, { run, head }: RunState<DesignState>, path: string, approvers: string | undefined): Promise<string> {
  const text = readText(path)
  if (text === null) throw new Fault('not_found', `there isn't a receipt ${path}`, { fix: 'Make one: `whet prove <feature>`.' })
  const receipt = readReceipt(text)
  const refused = (why: string) => new Fault('integrity', `${path}: ${why}`, { fix: 'Make a new one: `whet prove <feature>`.' })
  if (!receipt) throw refused("isn't a receipt")
  if (receipt.statement.predicate.head !== head) throw refused('is about a different journal')
  if (isSignedReceipt(receipt, world.verifier(approvers))) return text
  const { problems, passed } = (await proveRun(world, design, run, { approvers, commands: false })).predicate
  if (!passed) throw refused(`no one on your list signed it, and proving it again finds: ${problems.join('; ') || "it didn't pass"}`)
  return text
}

/** final/ and our own folder contain exactly their own files. */
function closedFolder(folder: string): string | null {
  let at = folder
  while (!exists(at)) at = dirname(at)
  for (at = realpathSync(at); dirname(at) !== at; at = dirname(at)) if (isHome(at) || exists(join(at, 'FROZEN.md'))) return at
  return null
}
