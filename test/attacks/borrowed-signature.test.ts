// An agent that has a real signature of the person for one thing, and uses it for another.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkApproval } from '../../src/adapters/attest.ts'
import { readVerifier } from '../../src/adapters/verifier.ts'
import { strictest } from '../../src/gates/policy.ts'
import { signedText } from '../../src/gates/signed-text.ts'
import trust from '../../src/operations/trust.ts'
import verify from '../../src/operations/verify.ts'
import { blank, seal } from '../../src/workflows/design/certificate-seal.ts'
import { statementText } from '../../src/workflows/design/certificate-statement.ts'
import certificate from '../../src/workflows/design/verbs/certificate.ts'
import { type Scene, asAgent, copyScene, honest, judged, makeScene, personsWorld, wanted } from './forger.ts'

let original: Scene
let scene: Scene
beforeAll(async () => {
  original = await makeScene()
})
afterAll(() => original.remove())
afterEach(() => scene.remove())
const fresh = () => (scene = copyScene(original))

async function certified(): Promise<void> {
  const world = personsWorld(scene)
  await certificate.run({ feature: honest }, world)
  await world.close()
}

describe('a certificate', () => {
  it('counts as a page, with its files inside', async () => {
    fresh()
    await certified()
    expect(await judged(scene, `${honest}-certificate.html`)).toMatchObject({ ok: true })
  })

  it('does not count as a statement alone, where nothing ties the name to the checksum', async () => {
    fresh()
    await certified()
    const statement = JSON.parse(readFileSync(join(scene.root, `${honest}-certificate.json`), 'utf8')) as {
      predicate: Record<string, unknown>
    }
    Object.assign(statement.predicate, { featureId: wanted, score: 100, statementSha256: blank })
    writeFileSync(join(scene.root, 'forged.json'), seal(statementText(statement), 'statement'))
    expect(await judged(scene, 'forged.json')).toMatchObject({ ok: false, says: expect.stringContaining('without its files') })
  })
})

describe('a signature', () => {
  const hash = 'a'.repeat(64)
  const counts = async (text: string, wants: { hash: string; act?: string }) => {
    const verifier = readVerifier({ home: scene.home, root: scene.root })
    const { act } = wants
    return !(
      'why' in
      (await checkApproval(
        { hash: wants.hash, act, stored: `${text}${scene.ann.sign(text)}`, askedBy: null, at: Date.now() },
        verifier,
        strictest(),
        Date.now(),
      ))
    )
  }

  it('to approve a design does not force an audit, nor the other way round', async () => {
    fresh()
    expect(await counts(signedText({ hash }), { hash })).toBe(true)
    expect(await counts(signedText({ hash, act: 'force-approve' }), { hash, act: 'force-approve' })).toBe(true)
    expect(await counts(signedText({ hash }), { hash, act: 'force-approve' })).toBe(false)
    expect(await counts(signedText({ hash, act: 'force-approve' }), { hash })).toBe(false)
  })

  it('that names another checksum as the one who asked approves only what stands first', async () => {
    fresh()
    const other = 'b'.repeat(64)
    expect(await counts(signedText({ hash, askedBy: other }), { hash: other })).toBe(false)
  })
})

describe('whoever verifies', () => {
  it('runs no code of the project, trusted or not', async () => {
    fresh()
    writeFileSync(
      join(scene.root, 'evil.mjs'),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(scene.root, 'sprung'))}, '')\nexport default { name: 'evil', next() {}, hands: () => ({}), matches: () => true }\n`,
    )
    writeFileSync(join(scene.root, 'whetstone.yaml'), 'workflows: { evil: evil.mjs }\n')
    await asAgent(scene, {}, (world) => trust.run({}, world))
    mkdirSync(join(scene.root, '.whetstone', 'runs', 'evil-1'), { recursive: true })
    const first = { type: 'created', data: { run: 'evil-1', workflow: 'evil', input: {}, pins: {} } }
    const { writeLines } = await import('./forger.ts')
    writeLines(scene.root, 'evil-1', [{ seq: 1, at: Date.now(), events: [first] }])
    for (const run of [wanted, honest, 'evil-1', undefined]) await judged(scene, run)
    expect(existsSync(join(scene.root, 'sprung'))).toBe(false)
    expect(await judged(scene, 'evil-1')).toMatchObject({ ok: false })
    expect(await judged(scene, honest)).toMatchObject({ ok: true })
  })

  it.each<[string, () => string]>([
    ['below a folder that only looks like one outside', () => join(scene.root, '..hidden', 'approvers')],
    ['behind a link', () => join(dirname(scene.root), 'link')],
  ])('takes no approvers from the project %s', async (_, place) => {
    fresh()
    mkdirSync(join(scene.root, '..hidden'))
    writeFileSync(join(scene.root, '..hidden', 'approvers'), `${scene.agent.line('ann@example.com')}\n`)
    symlinkSync(join(scene.root, '..hidden', 'approvers'), join(dirname(scene.root), 'link'))
    const world = personsWorld(scene)
    await expect(verify.run({ run: honest, approvers: place() }, world)).rejects.toThrow("a project can't say who may approve it")
    await world.close()
  })
})
