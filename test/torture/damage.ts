// Single bits flipped and files cut in everything a run leaves on disk: each is named by verify, or nothing that is recorded differs.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import type { RunState } from '../../src/kernel/reduce.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import { Fault } from '../../src/schema/fault.ts'
import verify from '../../src/operations/verify.ts'
import { whole } from '../kernel/chance.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'

export interface DamageFigures {
  tried: number
  /** By verify, with the file. */
  named: number
  /** The fold, every text and every contract file are as before. */
  harmless: number
  wrong: string[]
}

export interface Victim {
  root: string
  run: string
  workflow: Workflow<unknown>
}

/** What the run says, whoever asks: its fold and all its texts. */
async function told({ root, run, workflow }: Victim): Promise<{ state: RunState<unknown>; texts: string[] }> {
  const store = new FileStore(root)
  const { run: state } = await store.load(workflow, run)
  const hashes: string[] = []
  await store.read(run, 1, ({ objects, events }) => {
    hashes.push(...Object.keys(objects ?? {}), ...(JSON.stringify(events).match(/\b[0-9a-f]{64}\b/g) ?? []))
  })
  const texts: string[] = []
  for (const hash of new Set(hashes)) texts.push(`${hash} ${(await store.text(run, hash)) === null ? 'none' : 'there'}`)
  return { state, texts }
}

/** One change after another, each in a fresh copy. */
export async function damage(victim: Victim, kind: 'flip' | 'cut', count: number, seed: number): Promise<DamageFigures> {
  const figures: DamageFigures = { tried: 0, named: 0, harmless: 0, wrong: [] }
  const before = await told(victim)
  if (!(await verifies(victim.root))) throw new Error(`${victim.run} does not verify before it is damaged`)
  const files = (readdirSync(victim.root, { recursive: true }) as string[])
    .filter(
      (name) =>
        statSync(join(victim.root, name)).isFile() && statSync(join(victim.root, name)).size > 0 && !/lock\.db|writer$|\/tmp\//.test(name),
    )
    .sort()
  for (let n = 0; n < count; n++) {
    const root = mkdtempSync(join(tmpdir(), 'whet-damage-'))
    cpSync(victim.root, root, { recursive: true })
    // Every other one in the journal: it is what everything else is made from.
    const name =
      n % 2 === 0
        ? (files.find((path) => path.endsWith('journal.jsonl')) as string)
        : (files[whole(seed, `file ${kind} ${n}`, files.length)] as string)
    const path = join(root, name)
    const at = whole(seed, `byte ${kind} ${n}`, statSync(path).size)
    if (kind === 'cut') truncateSync(path, at)
    else {
      const bytes = readFileSync(path)
      bytes[at] = (bytes[at] as number) ^ (1 << whole(seed, `bit ${n}`, 8))
      writeFileSync(path, bytes)
    }
    figures.tried += 1
    const what = `${kind} of ${name} at ${at}`
    const ok = await verifies(root)
    if (!ok) figures.named += 1
    const goesOn = await openState({ ...victim, root })
    if (goesOn !== null && !isDeepStrictEqual(goesOn, before.state)) figures.wrong.push(`${what}: goes on from another state`)
    if (ok) {
      const after = await told({ ...victim, root })
      if (isDeepStrictEqual(after, before)) figures.harmless += 1
      else figures.wrong.push(`${what}: neither named nor harmless`)
    }
    rmSync(root, { recursive: true, force: true })
  }
  return figures
}

async function verifies(root: string): Promise<boolean> {
  const world = createWorld({ cwd: root, env: { PATH: process.env['PATH'], HOME: root } })
  try {
    return (await verify.run({}, world)).ok
  } finally {
    await world.close()
  }
}

/** Where a writer would go on from; null where it is refused. */
async function openState({ root, run, workflow }: Victim): Promise<RunState<unknown> | null> {
  try {
    const { open } = await new FileStore(root).open(workflow, run)
    const { state } = open
    await open.close()
    return state
  } catch (error) {
    if (error instanceof Fault && (error.code === 'integrity' || error.code === 'invalid')) return null
    throw error
  }
}
