// An agent with a shell and write access to a project: what it can do to make a design look approved by a signature nobody made.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { encodeClosing, encodeEntry, genesis } from '../../src/kernel/journal.ts'
import { canonicalizeText } from '../../src/lib/canonical.ts'
import { sha256 } from '../../src/lib/hash.ts'
import resume from '../../src/operations/resume.ts'
import verify from '../../src/operations/verify.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import type { NewEvent } from '../../src/schema/event.ts'
import { makeSigner } from '../gates/sshsig-signer.ts'
import { booking, newProject } from '../workflows/design/project.ts'

export type Signer = ReturnType<typeof makeSigner>

/** A project with one design frozen by a typed phrase and one that ann signed, beside the home of the person who verifies. */
export interface Scene {
  root: string
  home: string
  /** What the person keeps in their own folder; the agent cannot read the private half. */
  ann: Signer
  agent: Signer
  remove(): void
}

export const wanted = booking.id
export const honest = 'honest-one'

export async function makeScene(): Promise<Scene> {
  const ann = makeSigner('ed25519')
  const project = newProject({ approvers: `${ann.line('ann@example.com')}\n` })
  await project.start({ maker: project.script([booking.intent]) })
  await project.answer('approve')
  const { gate } = await project.start({ feature: honest })
  const file = join(dirname(project.root), 'approval.sig')
  writeFileSync(file, ann.sign(`${gate?.decides?.hash}\n`))
  await project.answer('approve', undefined, { person: false, signature: file, feature: honest })
  return {
    root: project.root,
    home: join(dirname(project.root), 'home'),
    ann,
    agent: makeSigner('ed25519'),
    remove: () => project.remove(),
  }
}

/** Everything again in a folder of its own, so that attacks do not meet. */
export function copyScene(scene: Scene): Scene {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-forged-')))
  cpSync(dirname(scene.root), base, { recursive: true })
  return {
    ...scene,
    root: join(base, 'project'),
    home: join(base, 'home'),
    remove: () => {
      unlock(base)
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** As the person, in a clean environment of their own. */
export async function judged(scene: Scene, run: string | undefined = wanted): Promise<{ ok: boolean; says: string }> {
  const world = personsWorld(scene)
  try {
    const answer = await verify.run({ ...(run !== undefined && { run }), require: 'signed' }, world)
    return { ok: answer.ok, says: verify.text(answer, {} as never) }
  } catch (error) {
    return { ok: false, says: String(error) }
  } finally {
    await world.close()
  }
}

export const personsWorld = ({ root, home }: Scene) =>
  createWorld({ cwd: root, env: { PATH: process.env['PATH'] ?? '', HOME: home }, home, person: null })

/** As the agent, in whatever environment it likes. */
export async function asAgent<T>(
  scene: Scene,
  env: Record<string, string>,
  act: (world: ReturnType<typeof createWorld>) => Promise<T>,
): Promise<T> {
  const world = createWorld({
    cwd: scene.root,
    env: { PATH: process.env['PATH'] ?? '', HOME: scene.home, ...env },
    home: scene.home,
    person: typist,
  })
  try {
    return await act(world)
  } finally {
    await world.close()
  }
}

/** Lets `whet resume` put right whatever files do not fit the journal any more. */
export async function settle(scene: Scene, run = wanted): Promise<void> {
  await asAgent(scene, {}, (world) => resume.run({ run }, world)).catch(() => {})
}

const typist = {
  text: async (question: string) => /: ([^:]+)$/.exec(question)?.[1] ?? '',
  confirm: async () => true,
  choose: async <T extends string>(_question: string, choices: readonly { value: T }[]) => choices[0]!.value,
  show: () => {},
}

export interface Line {
  seq: number
  at: number
  events: NewEvent[]
  objects?: Record<string, string>
}

export const journalOf = (root: string, run: string) => join(root, '.whetstone', 'runs', run, 'journal.jsonl')

export function readLines(root: string, run: string): Line[] {
  return readFileSync(journalOf(root, run), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"v":1,"seq"'))
    .map((line) => JSON.parse(line) as Line)
}

/** Chains lines again, every hash and seal right, and throws away what was saved beside. */
export function writeLines(root: string, run: string, lines: readonly Line[]): void {
  let prev = genesis
  const parts: Uint8Array[] = []
  lines.forEach(({ at, events, objects = {} }, index) => {
    const { line, head } = encodeEntry({ seq: index + 1, prev, at, events, objects })
    parts.push(line)
    prev = head
  })
  const folder = dirname(journalOf(root, run))
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name.startsWith('snapshot')) rmSync(join(folder, name))
  writeFileSync(journalOf(root, run), Buffer.concat([...parts, encodeClosing({ closed: lines.length, settled: true, head: prev })]))
}

/** Changes every event and stored text; texts are found again by their new hashes. */
export function forge(
  root: string,
  run: string,
  change: { event?(event: NewEvent): NewEvent; text?(text: string, hash: string): string },
  as = run,
): void {
  const moved = new Map<string, string>()
  const lines = readLines(root, run).map((line) => ({
    ...line,
    events: line.events.map((event) => change.event?.(event) ?? event),
    objects: Object.fromEntries(
      Object.entries(line.objects ?? {}).map(([hash, text]) => {
        const made = change.text?.(text, hash) ?? text
        if (made !== text) moved.set(hash, sha256(made))
        return [sha256(made), made]
      }),
    ),
  }))
  let text = JSON.stringify(lines)
  for (const [from, to] of moved) text = text.replaceAll(from, to)
  writeLines(root, as, JSON.parse(text) as Line[])
}

/** What a FROZEN.md says, changed; files in final/ are read-only, which stops nobody. */
export function rewriteMarker(root: string, change: (text: string) => string, feature = wanted): void {
  writeOver(join(root, 'features', feature, 'design', 'final', 'FROZEN.md'), change)
}

export function writeOver(path: string, change: (text: string) => string): void {
  chmodSync(path, 0o644)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** The marker of an attended approval, turned into one that says "signed" by ann. */
export const markedSigned = (signature: string | null) => (text: string) =>
  text
    .replace(/^assurance: .*$/m, 'assurance: "signed"')
    .replace(/^signature: .*$/m, () => `signature: ${signature === null ? 'null' : JSON.stringify(signature)}`)
    .replace(/^approvedBy: .*$/m, 'approvedBy: "ann@example.com"')
    .replace(/^\*\*Assurance:\*\* .*$/m, '**Assurance:** signed: only the holder of the key can have made this approval')

/** An approval event turned into a signed one. */
export const eventSigned =
  (signature: string | null) =>
  ({ type, data }: NewEvent): NewEvent =>
    type === 'approved' || (type === 'gate_answered' && (data as { choice: string }).choice === 'approve')
      ? { type, data: { ...data, by: 'ann@example.com (SHA256:made up)', assurance: 'signed', ...(signature !== null && { signature }) } }
      : { type, data }

/** Journal, marker and files all saying that ann signed. */
export async function claimSigned(
  scene: Scene,
  signature: string | null,
  more: (event: NewEvent) => NewEvent = (event) => event,
): Promise<void> {
  const said = eventSigned(signature)
  forge(scene.root, `design-${wanted}`, {
    event: (event) => more(said(event)),
    text: (text) => (text.startsWith('---\nfeatureId') ? markedSigned(signature)(text) : text),
  })
  rewriteMarker(scene.root, markedSigned(signature))
  await settle(scene)
}

export const checksumOf = (root: string, feature = wanted) =>
  sha256(canonicalizeText(readFileSync(join(root, 'features', feature, 'design', 'intent.json'), 'utf8')))

/** The signature ann really made, over another design. */
export const annsSignature = (root: string) =>
  String(
    readLines(root, `design-${honest}`)
      .flatMap(({ events }) => events)
      .find(({ type }) => type === 'approved')!.data['signature' as never],
  )

function unlock(folder: string): void {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755)
}
