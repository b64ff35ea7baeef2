// whet prove: repeats everything from scratch and writes a receipt of what was redone and what could only be read back.
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import * as z from 'zod'
import { exists, guard } from '../adapters/disk.ts'
import { packageVersion } from '../adapters/package.ts'
import { type ReceiptStatement, receiptMessage, sealReceipt } from '../gates/receipt.ts'
import { Fault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { type Rederived, rederive } from './rederive.ts'
import { findRun, loadRun } from './runs.ts'
import { type VerifiedRun, verifyRun } from './verify.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'
import { fit, plainLook } from '../report/look.ts'

/** Not a sign of tampering: the run just isn't complete. */
const unended = 'it has not ended'

export default defineOperation({
  summary: 'Redo everything in a run from scratch and write a receipt: chain, fold, checks, evidence, approvals',
  input: z.object({
    run: z.string().meta({ description: 'run id or name' }),
    workflow: field.workflow,
    out: field.text('the receipt; default: <name>-receipt.json', { value: 'file' }),
    key: field.text('OpenSSH key to sign the receipt with', { value: 'file' }),
    approvers: field.approvers,
    allowCommands: field.flag('also run checks that are commands, in a sandboxed copy'),
    force: field.flag('replace an existing file'),
  }),
  positional: [{ name: 'run' }],
  examples: ['whet prove order-tracking', 'whet prove order-tracking --key ~/.ssh/id_ed25519 --out receipt.json'],
  personOnly: true,
  async run(
    { run: name, workflow, out, key, approvers, allowCommands = false, force },
    world,
  ): Promise<{ receipt: string; statement: ReceiptStatement }> {
    const { run, definition } = await findRun(world, name, workflow)
    const statement = await proveRun(world, definition, run, { approvers, commands: allowCommands })
    const path = resolve(world.cwd, out ?? `${name}-receipt.json`)
    if (exists(path) && !force)
      throw new Fault('conflict', `${path} already exists`, { fix: 'Replace it with --force, or choose another with --out.' })
    const { signWithKey } = await import('../adapters/sign-receipt.ts')
    const signatures = key === undefined ? [] : [{ sig: signWithKey(resolve(world.cwd, key), receiptMessage(statement)) }]
    guard(path, () => writeFileSync(path, sealReceipt(statement, signatures)))
    return { receipt: relative(world.cwd, path), statement }
  },
  text: ({ receipt, statement: { predicate } }, _input, { width } = plainLook) =>
    fit(
      [
        `${predicate.run}: ${predicate.problems.length > 0 ? `${predicate.problems.length} ${predicate.problems.length === 1 ? 'problem' : 'problems'}` : predicate.passed ? 'proven; it passed' : `proven; it did not pass (${predicate.outcome.status})`}`,
        ...predicate.problems.map((line) => `  ${line}`),
        'Done again:',
        ...predicate.redone.map((line) => `  ${line}`),
        'Only read back:',
        ...predicate.readBack.map((line) => `  ${line}`),
        `Receipt: ${receipt}`,
      ].join('\n'),
      width,
    ),
  exit: ({ statement: { predicate } }) =>
    predicate.problems.some((problem) => problem !== unended) ? 4 : predicate.problems.length > 0 ? 3 : predicate.passed ? 0 : 1,
})

/** Everything again, from scratch. */
export async function proveRun(
  world: World,
  definition: AnyWorkflow,
  run: string,
  { approvers, commands }: { approvers: string | undefined; commands: boolean },
): Promise<ReceiptStatement> {
  const verified = await verifyRun(world, run, { signed: false, named: true, verifier: world.verifier(approvers) })
  const again = await rederive(world, definition, run, { everything: true, commands })
  const state = await loadRun(world, run, definition)
  const current = definition.view.current(state)
  const problems = [
    ...verified.problems.map(({ file, what }) => `${file}: ${what}`),
    ...again.differences.map(({ seq, task, what }) => `entry ${seq}, ${task}: ${what}`),
    ...(state.outcome === null ? [unended] : []),
    ...(await takenOver(world, run)),
  ]
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      ...(current ? [{ name: current.path, digest: { sha256: current.sha256 } }] : []),
      { name: `journal of ${run}`, digest: { sha256: state.head } },
    ],
    predicateType: 'urn:whetstone:proof:v1',
    predicate: {
      run,
      workflow: definition.name,
      head: state.head,
      entries: state.seq,
      outcome: { status: state.outcome?.status ?? 'under way', reason: state.outcome?.reason ?? '' },
      passed: problems.length === 0 && (state.outcome?.passed ?? false),
      redone: redone(verified, again, definition),
      readBack: readBack(again, commands),
      problems,
      signedBy: verified.signedBy ?? null,
      provenAt: new Date(world.clock.now()).toISOString(),
      provenBy: world.user,
      version: packageVersion(),
    },
  }
}

/** What happened before a takeover can't be repeated. */
async function takenOver(world: World, run: string): Promise<string[]> {
  let imported = false
  await world.store.read(run, 1, ({ seq, events }) => {
    if (seq === 1) imported = events.some(({ data }) => 'imported' in ((data as { input?: object }).input ?? {}))
  })
  return imported ? ["it was taken over from a folder without a journal, so what came before can't be done again"] : []
}

const count = (n: number, one: string, many = `${one}s`) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`])

function redone(
  { entries, says }: VerifiedRun,
  { replies, judged, answers, verdicts, observed, children }: Rederived,
  { name }: AnyWorkflow,
): string[] {
  return [
    `${entries} entries: every seal and link of the chain, and the state folded from the first`,
    ...count(
      replies,
      `reply put through ${name} again, with the same consequences`,
      `replies put through ${name} again, with the same consequences`,
    ),
    ...count(answers, 'answer of a person, and what followed from it', 'answers of a person, and what followed from each'),
    ...count(children, 'child run, from its own journal', 'child runs, from their own journals'),
    ...count(verdicts, 'check run again', 'checks run again'),
    ...count(judged, "judge's reply held to its evidence rules", "judges' replies held to their evidence rules"),
    ...count(observed, 'observation made again from its texts', 'observations made again from their texts'),
    ...says,
  ]
}

function readBack({ replies, notRepeated, outside }: Rederived, commands: boolean): string[] {
  const words = Object.entries(outside).map(([type, n]) => `${n} × ${type}`)
  return [
    ...(replies > 0 ? ['what makers and judges replied: none was asked again'] : []),
    ...count(
      notRepeated,
      `check that ${commands ? 'needs more than this machine gives' : 'is a command (--allow-commands runs it)'}`,
      `checks that ${commands ? 'need more than this machine gives' : 'are commands (--allow-commands runs them)'}`,
    ),
    ...(words.length > 0 ? [`words of a person and what was found in the folder: ${words.join(', ')}`] : []),
    'times, names of those who asked, and spending',
  ]
}
