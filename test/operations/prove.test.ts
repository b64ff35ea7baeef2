// A run proven again: on the machine it was made on, and on another one with a clone and approvers of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import prove from '../../src/operations/prove.ts'
import verify from '../../src/operations/verify.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import certificate from '../../src/workflows/design/verbs/certificate.ts'
import { type Scene, claimSigned, copyScene, forge, honest, makeScene, readLines, wanted, writeLines } from '../attacks/forger.ts'
import type { Rule } from '../../src/schema/rule.ts'
import { type Says, loop, project, says, steady } from './support.ts'

let original: Scene
const scenes: Scene[] = []
beforeAll(async () => {
  original = await makeScene()
})
afterAll(() => [original, ...scenes].forEach(({ remove }) => remove()))
function fresh(): Scene {
  const made = copyScene(original)
  scenes.push(made)
  return made
}

async function at<T>({ root, home }: Pick<Scene, 'root' | 'home'>, act: (world: ReturnType<typeof createWorld>) => Promise<T>): Promise<T> {
  const world = createWorld({ cwd: root, env: { PATH: process.env['PATH'] ?? '', HOME: home }, home, person: null })
  try {
    return await act(world)
  } finally {
    await world.close()
  }
}

const proven = (scene: Pick<Scene, 'root' | 'home'>, run: string, more: object = {}) =>
  at(scene, (world) => prove.run({ run, ...more }, world))

describe('a design', () => {
  it('that was signed is proven, and the receipt says what was redone and what was read back', async () => {
    const scene = fresh()
    const { statement } = await proven(scene, honest)
    expect(statement.predicate).toMatchObject({ passed: true, problems: [], signedBy: 'ann@example.com', outcome: { status: 'FROZEN' } })
    expect(statement.predicate.redone.join('\n')).toMatch(
      /entries: every seal[^]*replies put through design again[^]*answer of a person[^]*observations made again[^]*score [\d.]+ recomputed/,
    )
    expect(statement.predicate.readBack.join('\n')).toContain('none was asked again')
  })

  it('is proven on another machine from a clone, with its own approvers alone', async () => {
    const scene = fresh()
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args], {
        cwd: scene.root,
        stdio: 'pipe',
      })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'all')
    const elsewhere = { root: join(scene.root, '..', 'elsewhere', 'clone'), home: join(scene.root, '..', 'elsewhere', 'home') }
    mkdirSync(join(elsewhere.home, '.config', 'whetstone'), { recursive: true })
    git('clone', '-q', scene.root, elsewhere.root)
    expect((await proven(elsewhere, honest, { out: 'unknown.json' })).statement.predicate).toMatchObject({ passed: true, signedBy: null })
    writeFileSync(join(elsewhere.home, '.config', 'whetstone', 'approvers'), `${scene.ann.line('ann@example.com')}\n`)
    expect((await proven(elsewhere, honest)).statement.predicate).toMatchObject({ passed: true, problems: [], signedBy: 'ann@example.com' })
    writeFileSync(join(elsewhere.home, '.config', 'whetstone', 'approvers'), `${scene.agent.line('somebody@example.com')}\n`)
    expect((await proven(elsewhere, honest, { force: true })).statement.predicate).toMatchObject({
      passed: false,
      problems: [expect.stringContaining('belongs to no allowed signer')],
    })
  })

  it.each<[string, (scene: Scene) => unknown]>([
    [
      'another score',
      ({ root }) =>
        forge(root, `design-${wanted}`, {
          event: ({ type, data }) => ({ type, data: type === 'evaluation_done' ? { ...data, score: 9999 } : data }),
        }),
    ],
    [
      'another preview',
      ({ root }) =>
        forge(root, `design-${wanted}`, {
          text: (text) => (text.startsWith('<!doctype') ? text.replace('</main>', '<p>It was nicer than this.</p></main>') : text),
        }),
    ],
    [
      'an approval that no answer gave',
      ({ root }) =>
        writeLines(
          root,
          `design-${wanted}`,
          readLines(root, `design-${wanted}`).map((line) => ({
            ...line,
            events: line.events.filter(({ type }) => type !== 'gate_answered'),
          })),
        ),
    ],
    [
      'a lower threshold after the fact',
      ({ root }) =>
        forge(root, `design-${wanted}`, {
          event: ({ type, data }) => ({
            type,
            data: JSON.parse(JSON.stringify(data).replaceAll('"threshold":8000', '"threshold":7000')) as object,
          }),
        }),
    ],
    ['a signature nobody made', (scene) => claimSigned(scene, null)],
  ])('whose chained journal tells of %s is not', async (_, attack) => {
    const scene = fresh()
    await attack(scene)
    const { statement } = await proven(scene, wanted)
    expect(statement.predicate.problems).not.toEqual([])
    expect(statement.predicate.passed).toBe(false)
  })
})

describe('a loop', () => {
  const word = says('a.correctness.word', 'whetstone')
  const kind: Rule = {
    id: 'a.quality.kind',
    description: 'It is kind.',
    severity: 'warn',
    weight: 1,
    phase: 'A',
    check: { kind: 'judged-by-agent' },
  }
  const makes: Says = (request) =>
    request.role.startsWith('judge')
      ? { anchor: 'met', absent: false, quotes: ['Hello there'], reasoning: 'It greets.' }
      : steady(['Hello there.', 'Hello there, whetstone.'])(request)
  const look = (made: { root: string }) => proven({ root: made.root, home: join(made.root, 'nowhere') }, 'greeting')

  it('is proven: checks run again, judges held to their evidence', async () => {
    const made = project()
    await loop(made, { rules: [word, kind], judge: true, makes })
    const { predicate } = (await look(made)).statement
    expect(predicate).toMatchObject({ passed: true, problems: [], outcome: { reason: 'threshold_reached' } })
    expect(predicate.redone.join('\n')).toMatch(/checks? run again[^]*judges?' repl|checks? run again[^]*judge's reply/)
  })

  it('with commands is proven with --allow-commands: they run again in a copy, and another answer is a problem', async () => {
    const made = project({ 'keep.txt': 'x' })
    const there: Rule = { ...word, id: 'a.correctness.keeps', check: { kind: 'command', command: 'test -f keep.txt' } }
    await loop(made, { rules: [there], makes: steady(['Hello.']), input: { allowCommands: true } })
    const again = (more: object) => proven({ root: made.root, home: join(made.root, 'nowhere') }, 'greeting', { force: true, ...more })
    expect((await again({})).statement.predicate.readBack.join('\n')).toContain('--allow-commands runs')
    const { predicate } = (await again({ allowCommands: true })).statement
    expect([predicate.problems, predicate.readBack.join('\n')]).toEqual([[], expect.not.stringContaining('--allow-commands')])
    rmSync(join(made.root, 'keep.txt'))
    expect((await again({ allowCommands: true })).statement.predicate).toMatchObject({
      passed: false,
      problems: Array(2).fill(expect.stringContaining('was pass, now it is fail')), // once a level
    })
  })

  it.each<[string, (root: string, run: string) => void]>([
    [
      'a verdict turned',
      (root, run) =>
        forge(root, run, {
          event: ({ type, data }) => ({
            type,
            data: JSON.parse(JSON.stringify(data).replaceAll('"outcome":"fail"', '"outcome":"pass"')) as object,
          }),
        }),
    ],
    [
      'an end that nothing led to',
      (root, run) =>
        writeLines(root, run, [
          ...readLines(root, run).slice(0, 3),
          { seq: 4, at: Date.now(), events: [{ type: 'stopped', data: { reason: 'threshold_reached', because: 'good enough' } }] },
        ]),
    ],
  ])('whose chained journal has %s is not', async (_, attack) => {
    const made = project()
    const { report } = await loop(made, { rules: [word], makes: steady(['Hello there.', 'Hello there, whetstone.']) })
    attack(made.root, report.run)
    const { predicate } = (await look(made)).statement
    expect(predicate.problems).not.toEqual([])
    expect(predicate.passed).toBe(false)
  })
})

describe('a receipt that somebody wrote by hand', () => {
  it('gets no certificate: what nobody signed is proven again', async () => {
    const scene = fresh()
    await proven(scene, honest, { out: 'r.json' })
    const [file, certify] = [
      join(scene.root, 'r.json'),
      () => at(scene, (world) => certificate.run({ feature: honest, force: true, receipt: 'r.json' }, world)),
    ]
    const { payload, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as { payload: string }
    const written = (text: string) => writeFileSync(file, JSON.stringify({ ...rest, payload: Buffer.from(text).toString('base64') }))
    const said = Buffer.from(payload, 'base64').toString()
    await certify()
    expect(
      await at(scene, async (world) => verify.text(await verify.run({ run: `${honest}-certificate.html` }, world), {} as never)),
    ).toContain('passed, by a receipt that is unsigned')
    written(said.replace(/"head":"[0-9a-f]{64}"/, `"head":"${'0'.repeat(64)}"`))
    await expect(certify()).rejects.toThrow('is about a different journal')
    // The journal is chained again with another verdict, and a receipt written to fit.
    forge(scene.root, `design-${honest}`, {
      event: ({ type, data }) => ({ type, data: JSON.parse(JSON.stringify(data).replace('"score":', '"scored":')) as object }),
    })
    const { statement } = await proven(scene, honest, { out: 'honest.json' })
    expect(statement.predicate.passed).toBe(false)
    written(JSON.stringify({ ...statement, predicate: { ...statement.predicate, passed: true, problems: [] } }))
    await expect(certify()).rejects.toThrow()
  })
})

describe('a receipt', () => {
  it('is signed where a key is given, counts for whoever lists it, and never as an approval', async () => {
    const scene = fresh()
    const key = join(scene.home, 'id')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    await proven(scene, honest, { key, out: 'signed.json' })
    const look = (options: object = {}) => at(scene, (world) => verify.run({ run: 'signed.json', ...options }, world))
    expect((await look()).certificate).toMatchObject({ problems: [expect.stringContaining('belongs to no allowed signer')] })
    const own = join(scene.home, '.config', 'whetstone', 'approvers')
    writeFileSync(own, `${readFileSync(own, 'utf8')}prover@example.com ${readFileSync(`${key}.pub`, 'utf8')}`)
    expect((await look()).certificate).toMatchObject({ problems: [], proves: 'signer' })
    expect((await look({ require: 'signed' })).ok).toBe(false)
    const file = join(scene.root, 'signed.json')
    const envelope = JSON.parse(readFileSync(file, 'utf8')) as { payload: string }
    const changed = Buffer.from(envelope.payload, 'base64').toString().replace('"problems":[]', '"problems": []')
    writeFileSync(file, JSON.stringify({ ...envelope, payload: Buffer.from(changed).toString('base64') }))
    expect((await look()).ok).toBe(false)
  })

  it('lets a certificate say "passed", and nothing else does', async () => {
    const scene = fresh()
    await proven(scene, honest, { out: 'r.json' })
    const certify = (more: object) => at(scene, (world) => certificate.run({ feature: honest, force: true, ...more }, world))
    await certify({})
    expect(readFileSync(join(scene.root, `${honest}-certificate.html`), 'utf8')).not.toMatch(/<dd>passed/)
    await certify({ receipt: 'r.json' })
    expect(readFileSync(join(scene.root, `${honest}-certificate.html`), 'utf8')).toMatch(/<dd>passed: everything was done again/)
    const check = (run: string) => at(scene, (world) => verify.run({ run, require: 'signed' }, world))
    expect(await check(`${honest}-certificate.html`)).toMatchObject({ ok: true })
    await proven(scene, wanted, { out: 'other.json' })
    await expect(certify({ receipt: 'other.json' })).rejects.toThrow('is about a different journal')
  })
})
