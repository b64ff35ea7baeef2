// The agent harness: attacks put together from moves of a shell, the command line, HTTP, MCP, the environment and the disk, and the person who verifies afterwards.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import answer from '../../src/operations/answer.ts'
import resume from '../../src/operations/resume.ts'
import submit from '../../src/operations/submit.ts'
import trust from '../../src/operations/trust.ts'
import verify from '../../src/operations/verify.ts'
import { startDashboard } from '../../src/surfaces/web/server.ts'
import { blank, seal } from '../../src/workflows/design/certificate-seal.ts'
import { statementText } from '../../src/workflows/design/certificate-statement.ts'
import certificate from '../../src/workflows/design/verbs/certificate.ts'
import newDesign from '../../src/workflows/design/verbs/new.ts'
import { derivedTools } from '../../src/surfaces/mcp/tools.ts'
import { booking } from '../workflows/design/project.ts'
import {
  type Line,
  type Scene,
  annsSignature,
  asAgent,
  checksumOf,
  copyScene,
  eventSigned,
  forge,
  honest,
  journalOf,
  makeScene,
  markedSigned,
  personsWorld,
  readLines,
  rewriteMarker,
  settle,
  wanted,
  writeLines,
  writeOver,
} from './forger.ts'

/** One design frozen by a phrase, one that ann signed, and one that waits for a decision. */
export async function makeAgentScene(): Promise<Scene> {
  const scene = await makeScene()
  await asAgent(scene, {}, (world) => newDesign.run({ feature: own, requirements: booking.text }, world))
  return scene
}

export interface Attack {
  name: string
  moves: string[]
}

export type Chance = (below: number) => number

/** Numbers from a seed, the same on every machine. */
export function chance(seed: number): Chance {
  let state = seed >>> 0 || 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    state ^= state >>> 12
    return (state >>> 0) % below
  }
}

interface Held {
  scene: Scene
  env: Record<string, string>
  pick<T>(from: readonly T[]): T
  /** A signature it can make, find or make up. */
  signature(): string | null
}

const own = 'agents-own'
const run = `design-${wanted}`
/** Half of the time the best it can do itself: its own key over what waits. */
const signatureFile = (held: Held) => {
  const file = join(held.scene.root, `s${held.pick([1, 2, 3])}.sig`)
  writeFileSync(file, held.pick([0, 1]) ? held.scene.agent.sign(`${checksumOf(held.scene.root, own)}\n`) : (held.signature() ?? ''))
  return file
}
const list = (held: Held) => `${held.scene.agent.line('ann@example.com')}\n`
const personsFolder = ({ scene }: Held) => join(scene.home, '.config', 'whetstone')
function agentsList(held: Held, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'approvers')
  writeFileSync(file, list(held))
  writeFileSync(join(folder, 'policy.yaml'), 'require: attended\n')
  return file
}
const changed = (held: Held, change: Parameters<typeof forge>[2], of = run) =>
  existsSync(journalOf(held.scene.root, of)) && forge(held.scene.root, of, change)
const replaced = (held: Held, from: string | RegExp, to: string) =>
  changed(held, { event: ({ type, data }) => ({ type, data: JSON.parse(JSON.stringify(data).replaceAll(from as string, to)) as object }) })

/** Each by what it needs: a shell, the command line, the environment, HTTP, MCP, or write access. */
export const moves: Record<string, (held: Held) => unknown> = {
  'env: approvers by XDG_CONFIG_HOME': (held) => {
    agentsList(held, join(held.scene.root, 'cfg', 'whetstone'))
    held.env['XDG_CONFIG_HOME'] = join(held.scene.root, 'cfg')
  },
  'env: approvers by HOME': (held) => {
    agentsList(held, join(held.scene.root, 'fake', '.config', 'whetstone'))
    held.env['HOME'] = join(held.scene.root, 'fake')
  },
  'env: variables that say yes': (held) =>
    Object.assign(held.env, {
      WHET_YES: '1',
      WHET_APPROVERS: 'approvers',
      WHET_REQUIRE: 'attended',
      CI: '',
      USER: 'ann@example.com',
      NODE_OPTIONS: '--require /tmp/x.cjs',
    }),
  'shell: its key in the approvers for a moment': async (held) => {
    const file = join(personsFolder(held), 'approvers')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, list(held))
    await approve(held, { run: own, signature: signatureFile(held) }).finally(() => writeFileSync(file, before))
  },
  'shell: a policy of its own for a moment': async (held) => {
    const file = join(personsFolder(held), 'policy.yaml')
    writeFileSync(file, 'require: attended\n')
    await approve(held, { run: own }).finally(() => rmSync(file))
  },
  'shell: a repository with programs in its configuration': (held) => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', held.scene.root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { stdio: 'pipe' })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'x', '--no-gpg-sign')
    for (const name of ['core.fsmonitor', 'gpg.program', 'core.pager']) git('config', name, '/bin/true')
  },
  'cli: start it again': async (held) => {
    rmSync(dirname(journalOf(held.scene.root, `design-${own}`)), { recursive: true, force: true })
    rmSync(join(held.scene.root, 'features', own), { recursive: true, force: true })
    await asAgent(held.scene, held.env, (world) => newDesign.run({ feature: own, requirements: booking.text }, world))
  },
  'cli: approve at a fake terminal': (held) => approve(held, { run: own }),
  'cli: approve with a signature': (held) => approve(held, { run: own, signature: signatureFile(held) }),
  'cli: approve with a signature and its own approvers': (held) =>
    approve(held, { run: own, signature: signatureFile(held), approvers: agentsList(held, join(dirname(held.scene.root), 'agent')) }),
  'cli: unfreeze and approve again': async (held) => {
    rmSync(join(final(held), 'FROZEN.md'), { force: true })
    await asAgent(held.scene, held.env, (world) => newDesign.run({ feature: wanted, requirements: booking.text }, world))
    await approve(held, {
      run: wanted,
      signature: signatureFile(held),
      approvers: agentsList(held, join(dirname(held.scene.root), 'agent')),
    })
  },
  'cli: resume': (held) => asAgent(held.scene, held.env, (world) => resume.run({ run: own }, world)),
  'cli: submit a reply that approves': (held) =>
    asAgent(held.scene, held.env, (world) => submit.run({ run: wanted, task: 'approve', text: '{"choice":"approve"}' }, world)),
  'cli: certificate with its own approvers': (held) =>
    asAgent(held.scene, held.env, (world) =>
      certificate.run({ feature: own, force: true, approvers: agentsList(held, join(dirname(held.scene.root), 'agent')) } as never, world),
    ),
  'cli: trust a configuration': (held) => {
    writeFileSync(
      join(held.scene.root, 'whetstone.yaml'),
      held.pick(['approval: { require: attended }\n', 'paths: { features: elsewhere }\n', 'approval: { require: signed }\n', 'a: [\n']),
    )
    return asAgent(held.scene, held.env, (world) => trust.run({}, world))
  },
  'http: every answer with the token': (held) => overHttp(held),
  'mcp: every tool with every field': async (held) =>
    asAgent(held.scene, held.env, async (world) => {
      for (const { operation } of await derivedTools(world.workflows)) {
        const given = operation.input.safeParse({
          run: own,
          feature: own,
          choice: 'approve',
          signature: signatureFile(held),
          reply: 'approve',
          reason: 'x',
          out: 'mcp',
          force: true,
          require: 'signed',
        })
        if (given.success && !['new', 'start'].includes(operation.summary))
          await Promise.resolve(operation.run(given.data, { ...world, person: null })).catch(() => {})
      }
    }),
  'disk: a journal that says signed': (held) => {
    const signature = held.signature()
    changed(held, {
      event: eventSigned(signature),
      text: (text) => (text.startsWith('---\nfeatureId') ? markedSigned(signature)(text) : text),
    })
    if (existsSync(join(final(held), 'FROZEN.md'))) rewriteMarker(held.scene.root, markedSigned(signature))
  },
  'disk: approvers in the journal': (held) =>
    changed(held, {
      event: ({ type, data }) => ({
        type,
        data: 'input' in data ? pinned(data, list(held)) : { ...data, ...('pins' in data && { pins: { approvers: list(held) } }) },
      }),
    }),
  'disk: no answer in the journal': (held) =>
    existsSync(journalOf(held.scene.root, run)) &&
    writeLines(
      held.scene.root,
      run,
      readLines(held.scene.root, run)
        .map((line) => ({ ...line, events: line.events.filter(({ type }) => type !== 'gate_answered') }))
        .filter(({ events }) => events.length > 0),
    ),
  'disk: a run that begins frozen': (held) => {
    const lines = readLines(held.scene.root, `design-${honest}`)
    const [first] = lines as [Line]
    const frozen = { checksum: checksumOf(held.scene.root), marker: '', preview: '', at: 0 }
    const approval = { by: 'ann@example.com', assurance: 'signed', at: 0, signature: held.signature(), marker: '', head: '' }
    const created = JSON.parse(JSON.stringify(first.events[0]!.data).replaceAll(honest, wanted)) as { input: object }
    writeLines(held.scene.root, run, [
      {
        ...first,
        events: [{ type: 'created', data: { ...created, input: { ...created.input, imported: { state: 'FROZEN', frozen, approval } } } }],
      },
    ])
  },
  'disk: somebody else asked': (held) => replaced(held, /"by":"[^"]*"/g as never, '"by":"eve@elsewhere"'),
  'disk: another approval policy in the run': (held) => replaced(held, '"approval":"attended"', '"approval":"signed"'),
  'disk: the signed run under the other name': (held) => {
    rmSync(dirname(journalOf(held.scene.root, run)), { recursive: true, force: true })
    forge(
      held.scene.root,
      `design-${honest}`,
      {
        event: ({ type, data }) => ({
          type,
          data: held.pick([0, 1]) ? data : (JSON.parse(JSON.stringify(data).replaceAll(`design-${honest}`, run)) as object),
        }),
      },
      held.pick([run, wanted]),
    )
  },
  'disk: the signed design as the other feature': (held) => {
    const rename = (text: string) => text.replaceAll(honest, wanted)
    forge(
      held.scene.root,
      `design-${honest}`,
      {
        event: ({ type, data }) => ({ type, data: JSON.parse(rename(JSON.stringify(data))) as object }),
        ...(held.pick([0, 1]) && { text: rename }),
      },
      run,
    )
    rmSync(join(held.scene.root, 'features', wanted), { recursive: true, force: true })
    cpSync(join(held.scene.root, 'features', honest), join(held.scene.root, 'features', wanted), { recursive: true })
    if (held.pick([0, 1])) for (const name of ['intent.json', 'FROZEN.md', 'preview.html']) writeOver(join(final(held), name), rename)
  },
  'disk: the files of the signed design': (held) => {
    for (const name of ['intent.json', 'FROZEN.md', 'preview.html'])
      if (held.pick([0, 1]))
        writeOver(join(final(held), name), () => readFileSync(join(held.scene.root, 'features', honest, 'design', 'final', name), 'utf8'))
  },
  'disk: the folder without its journal': (held) => {
    rmSync(dirname(journalOf(held.scene.root, run)), { recursive: true, force: true })
    if (existsSync(join(final(held), 'FROZEN.md'))) rewriteMarker(held.scene.root, markedSigned(held.signature()))
  },
  'disk: a snapshot of its own': (held) => {
    for (const name of readdirSync(dirname(journalOf(held.scene.root, run))))
      if (name.startsWith('snapshot'))
        writeOver(join(dirname(journalOf(held.scene.root, run)), name), (text) => text.replaceAll('attended', 'signed'))
  },
  'disk: mail that answers': (held) => {
    const box = join(dirname(journalOf(held.scene.root, run)), 'mail')
    mkdirSync(box, { recursive: true })
    writeFileSync(
      join(box, '1.json'),
      JSON.stringify({ kind: 'answer', choice: 'approve', by: 'ann@example.com', assurance: 'signed', signature: held.signature() }),
    )
  },
  'disk: a certificate sealed again': async (held) => {
    await asAgent(held.scene, held.env, (world) => certificate.run({ feature: honest, force: true }, world))
    const file = join(held.scene.root, `${honest}-certificate`)
    const statement = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as { predicate: Record<string, unknown> }
    Object.assign(statement.predicate, {
      featureId: wanted,
      statementSha256: blank,
      ...(held.pick([0, 1]) && { checksumSHA256: checksumOf(held.scene.root) }),
    })
    writeFileSync(`${file}.json`, seal(statementText(statement), 'statement'))
    writeOver(`${file}.html`, (page) =>
      seal(page.replaceAll(honest, wanted).replace(/(whetstone-page-sha256" content=")[0-9a-f]{64}/, `$1${blank}`), 'page'),
    )
  },
  'disk: another word in the certificate': (held) => {
    for (const name of readdirSync(held.scene.root).filter((each) => /certificate\.(html|json)$/.test(each)))
      writeOver(join(held.scene.root, name), (text) => text.replaceAll('attended', 'signed').replaceAll(honest, wanted))
  },
  'disk: approvers in the project': (held) => {
    agentsList(held, join(held.scene.root, '.config', 'whetstone'))
    agentsList(held, join(held.scene.root, '.whetstone'))
    agentsList(held, held.scene.root)
  },
}

/** One to five moves, each in any place. */
export function generate(pick: Chance): Attack {
  const names = Object.keys(moves)
  const chosen = Array.from({ length: 1 + pick(5) }, () => names[pick(names.length)]!)
  return { name: chosen.join(' + '), moves: chosen }
}

export interface Outcome {
  attack: string
  /** What passed `whet verify --require signed` and should not have. */
  breaches: string[]
  /** Moves that did what they were meant to, as far as they did not fail. */
  done: number
  reachedSigned: boolean
}

export async function attempt(original: Scene, { name, moves: chosen }: Attack, pick: Chance): Promise<Outcome> {
  const scene = copyScene(original)
  const held: Held = { scene, env: {}, pick: (from) => from[pick(from.length)]!, signature: () => null }
  held.signature = () => held.pick(signatures(scene))
  let done = 0
  try {
    for (const move of chosen) {
      try {
        await moves[move]!(held)
        done += 1
      } catch {
        // A refusal is an answer too; the next move goes on from where this one left things.
      }
    }
    if (pick(2)) for (const each of [wanted, own]) await settle(scene, each)
    const says = [wanted, own]
      .map((each) => join(scene.root, 'features', each, 'design', 'final', 'FROZEN.md'))
      .map((marker) => (existsSync(marker) ? readFileSync(marker, 'utf8') : ''))
      .join('\n')
    return { attack: name, done, breaches: await breaches(scene), reachedSigned: says.includes('assurance: "signed"') }
  } finally {
    scene.remove()
  }
}

/** As the person, in a clean environment: by name, all at once, and every certificate that lies about. */
async function breaches(scene: Scene): Promise<string[]> {
  const found: string[] = []
  const files = readdirSync(scene.root).filter((name) => /\.(?:html|json)$/.test(name))
  for (const asked of [wanted, own, run, undefined, ...files]) {
    const world = await Promise.resolve()
      .then(() => personsWorld(scene))
      .catch(() => null)
    if (!world) return [] // a configuration that cannot be read is refused before anything is verified
    try {
      const { ok, runs, certificate: file } = await verify.run({ ...(asked !== undefined && { run: asked }), require: 'signed' }, world)
      const theirs = asked === undefined && !existsSync(join(scene.root, 'features', wanted, 'design', 'final', 'FROZEN.md'))
      const anns = file?.states?.['featureId'] === honest || (asked === undefined && runs.every((each) => each.run === `design-${honest}`))
      if (ok && !theirs && !anns)
        found.push(`${asked ?? 'all'}: ${verify.text({ ok, runs, ...(file && { certificate: file }) }, {} as never)}`)
    } catch {
      // not verified
    } finally {
      await world.close()
    }
  }
  return found
}

const final = ({ scene }: Held) => join(scene.root, 'features', wanted, 'design', 'final')

function signatures(scene: Scene): (string | null)[] {
  const hash = existsSync(join(scene.root, 'features', wanted, 'design', 'intent.json')) ? checksumOf(scene.root) : '0'.repeat(64)
  const other = existsSync(join(scene.root, 'features', own, 'design', 'intent.json')) ? checksumOf(scene.root, own) : hash
  const anns = annsSignature(scene.root)
  const passkey = JSON.stringify({
    id: 'made-up',
    response: {
      authenticatorData: 'AA',
      clientDataJSON: Buffer.from(JSON.stringify({ type: 'webauthn.get', origin: 'http://localhost:1', challenge: hash })).toString(
        'base64url',
      ),
      signature: 'AA',
    },
  })
  return [
    null,
    '',
    scene.agent.sign(`${hash}\n`),
    scene.agent.sign(`${other}\n`),
    scene.agent.sign(`${hash}\n`, { key: scene.ann.key }),
    scene.ann.sign(`${hash}\n`, { namespace: 'git' }),
    scene.ann.sign(`${hash}\n`, { namespace: 'whetstone-receipt' }),
    anns,
    `${checksumOf(scene.root, honest)}\n${anns}`,
    `${hash}\n${anns}`,
    `${hash}\nuntil 2099-12-31\n${anns}`,
    `${anns}${scene.agent.sign(`${hash}\n`)}`,
    passkey,
    `${hash}\n${passkey}`,
    '-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n',
  ]
}

async function approve(held: Held, given: { run: string; signature?: string; approvers?: string }): Promise<void> {
  await asAgent(held.scene, held.env, (world) => answer.run({ choice: 'approve', ...given }, world))
}

const pinned = (data: object, approvers: string) => {
  const created = structuredClone(data) as { input: { settings?: { pins?: object } } }
  if (created.input.settings) created.input.settings.pins = { ...created.input.settings.pins, approvers }
  return created
}

/** With the token of a dashboard it started itself: phrase, made-up passkeys, enrolment by a guessed code. */
async function overHttp(held: Held): Promise<void> {
  const dashboard = await startDashboard({
    cwd: held.scene.root,
    env: { PATH: process.env['PATH'] ?? '', HOME: held.scene.home, ...held.env },
    home: held.scene.home,
  })
  try {
    const session = await fetch(`${dashboard.origin}/api/session`, {
      method: 'POST',
      headers: { 'x-whet-token': dashboard.token, origin: dashboard.origin },
    })
    const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const post = (path: string, body: object) =>
      fetch(`${dashboard.origin}/api${path}`, {
        method: 'POST',
        headers: { 'x-whet-token': dashboard.token, origin: dashboard.origin, cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((reply) => reply.json() as Promise<Record<string, unknown>>)
    const page = (await (
      await fetch(`${dashboard.origin}/api/runs/design-${own}`, { headers: { 'x-whet-token': dashboard.token, cookie } })
    ).json()) as { gate?: { key: string; decides?: { hash: string; phrase: string } } }
    const { key = '', decides } = page.gate ?? {}
    await post('/passkeys/begin', { principal: 'ann@example.com' })
    await post('/passkeys', { code: '000000', answer: { id: 'x', response: {} } })
    await post(`/runs/design-${own}/answer`, {
      gate: key,
      hash: decides?.hash ?? null,
      choice: 'approve',
      passkey: { id: 'x', response: { authenticatorData: 'AA', clientDataJSON: 'AA', signature: 'AA' } },
    })
    await post(`/runs/design-${own}/answer`, {
      gate: key,
      hash: decides?.hash ?? null,
      choice: 'approve',
      phrase: decides?.phrase ?? '',
      signature: held.signature(),
      assurance: 'signed',
    })
    await post(`/runs/design-${own}/answer`, { gate: key, hash: decides?.hash ?? null, choice: 'approve', phrase: decides?.phrase ?? '' })
  } finally {
    await dashboard.close()
  }
}
