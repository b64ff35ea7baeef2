// An agent that wants a design to count as signed: by its own key, by nobody's, by an old signature of the person, under another name.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import answer from '../../src/operations/answer.ts'
import verify from '../../src/operations/verify.ts'
import { loadRun } from '../../src/operations/runs.ts'
import design from '../../src/workflows/design/index.ts'
import newDesign from '../../src/workflows/design/verbs/new.ts'
import { booking } from '../workflows/design/project.ts'
import {
  type Scene,
  annsSignature,
  asAgent,
  checksumOf,
  claimSigned,
  copyScene,
  forge,
  honest,
  judged,
  makeScene,
  markedSigned,
  personsWorld,
  rewriteMarker,
  settle,
  wanted,
} from './forger.ts'

let original: Scene
let scene: Scene
beforeAll(async () => {
  original = await makeScene()
})
afterAll(() => original.remove())
afterEach(() => scene.remove())
const fresh = () => (scene = copyScene(original))

/** A design started and signed by the agent's key, in an environment where that key counts. */
async function signAs(env: Record<string, string>, feature = 'agents-own'): Promise<void> {
  writeFileSync(join(scene.root, 'r.md'), booking.text)
  const { gate } = await asAgent(scene, env, (world) => newDesign.run({ feature, requirements: 'r.md' }, world))
  writeFileSync(join(scene.root, 'a.sig'), scene.agent.sign(`${gate?.decides?.hash}\n`))
  await asAgent(scene, env, (world) => answer.run({ run: feature, choice: 'approve', signature: 'a.sig' }, world)).catch(() => {})
}

function approvers(folder: string): void {
  mkdirSync(join(folder, 'whetstone'), { recursive: true })
  writeFileSync(join(folder, 'whetstone', 'approvers'), `${scene.agent.line('ann@example.com')}\n`)
}

it('what ann signed counts for whoever lists her', async () => {
  fresh()
  expect(await judged(scene, honest)).toMatchObject({ ok: true, says: expect.stringContaining('ann@example.com') })
})

describe('does not count for the person who verifies', () => {
  it.each<[string, () => unknown, string?]>([
    [
      'a key that counted under another XDG_CONFIG_HOME',
      async () => {
        approvers(join(scene.root, 'cfg'))
        await signAs({ XDG_CONFIG_HOME: join(scene.root, 'cfg') })
      },
      'agents-own',
    ],
    [
      'a key that counted under another HOME',
      async () => {
        approvers(join(scene.root, 'fake', '.config'))
        await signAs({ HOME: join(scene.root, 'fake') })
      },
      'agents-own',
    ],
    [
      'a key that was in the approvers for a moment',
      async () => {
        const file = join(scene.home, '.config', 'whetstone', 'approvers')
        const before = readFileSync(file, 'utf8')
        writeFileSync(file, `${scene.agent.line('ann@example.com')}\n`)
        await signAs({})
        writeFileSync(file, before)
      },
      'agents-own',
    ],
    [
      'a key that the journal says was an approver',
      () =>
        claimSigned(scene, scene.agent.sign(`${checksumOf(scene.root)}\n`), ({ type, data }) =>
          type === 'created' ? { type, data: pinned(data) } : { type, data },
        ),
    ],
    ['a chained journal that says "signed" and has no signature', () => claimSigned(scene, null)],
    ['a chained journal with a signature of another key', () => claimSigned(scene, scene.agent.sign(`${checksumOf(scene.root)}\n`))],
    ["a chained journal with the person's signature of another design", () => claimSigned(scene, annsSignature(scene.root))],
    ['a signature made for another purpose', () => claimSigned(scene, scene.ann.sign(`${checksumOf(scene.root)}\n`, { namespace: 'git' }))],
    [
      "a signature that names the person's key and is made by another",
      () => claimSigned(scene, scene.agent.sign(`${checksumOf(scene.root)}\n`, { key: scene.ann.key })),
    ],
    [
      'a frozen folder without its journal that says "signed"',
      async () => {
        rmSync(join(scene.root, '.whetstone'), { recursive: true })
        rewriteMarker(scene.root, markedSigned(null))
      },
    ],
    [
      'the same, taken over',
      async () => {
        rmSync(join(scene.root, '.whetstone'), { recursive: true })
        rewriteMarker(scene.root, markedSigned(null))
        await settle(scene)
      },
    ],
    [
      'the same with a signature of another key',
      async () => {
        rmSync(join(scene.root, '.whetstone'), { recursive: true })
        rewriteMarker(scene.root, markedSigned(scene.agent.sign(`${checksumOf(scene.root)}\n`)))
        await settle(scene)
      },
    ],
    ['the journal of a signed design under the name of another', () => rename(false)],
    ['the same with its own name changed', () => rename(true)],
    [
      'a signed journal in a folder that has the name itself',
      () => {
        rmSync(join(scene.root, '.whetstone', 'runs', `design-${wanted}`), { recursive: true })
        cpSync(join(scene.root, '.whetstone', 'runs', `design-${honest}`), join(scene.root, '.whetstone', 'runs', wanted), {
          recursive: true,
        })
      },
    ],
    [
      'a signed intent frozen as another feature',
      async () => {
        const was = `features/${honest}/design`
        forge(
          scene.root,
          `design-${honest}`,
          {
            event: ({ type, data }) => ({
              type,
              data: JSON.parse(
                JSON.stringify(data)
                  .replaceAll(`"design-${honest}"`, `"design-${wanted}"`)
                  .replaceAll(was, `features/${wanted}/design`)
                  .replace(`"featureId":"${honest}"`, `"featureId":"${wanted}"`),
              ) as object,
            }),
          },
          `design-${wanted}`,
        )
        rmSync(join(scene.root, 'features', wanted), { recursive: true, force: true })
        cpSync(join(scene.root, was), join(scene.root, 'features', wanted, 'design'), { recursive: true })
        await settle(scene)
      },
    ],
    [
      'a run of another workflow with that name',
      async () => {
        const { default: reflex } = await import('../../src/workflows/reflex/verbs/new.ts')
        rmSync(join(scene.root, '.whetstone', 'runs', `design-${wanted}`), { recursive: true })
        rmSync(join(scene.root, 'features', wanted), { recursive: true, force: true })
        await asAgent(scene, {}, (world) => reflex.run({ task: 'Write a readme', name: wanted, draft: true } as never, world)).catch(
          (error: unknown) => void error,
        )
      },
    ],
    ['nothing at all', () => rmSync(join(scene.root, '.whetstone'), { recursive: true })],
  ])('%s', async (_, attack, run) => {
    fresh()
    await attack()
    const { ok, says } = await judged(scene, run)
    expect({ ok, says }).toMatchObject({ ok: false })
  })

  it('an empty project, or one whose frozen design lost its journal, where no run is named', async () => {
    fresh()
    rmSync(join(scene.root, '.whetstone', 'runs', `design-${wanted}`), { recursive: true })
    rewriteMarker(scene.root, markedSigned(null))
    expect(await judged(scene, undefined)).toMatchObject({ ok: false })
    rmSync(join(scene.root, '.whetstone'), { recursive: true })
    rmSync(join(scene.root, 'features'), { recursive: true })
    expect(await judged(scene, undefined)).toMatchObject({ ok: false })
  })
})

const pinned = (data: object) => {
  const created = structuredClone(data) as { input: { settings: { pins: object } } }
  Object.assign(created.input.settings.pins, { approvers: `${scene.agent.line('ann@example.com')}\n` })
  return created
}

function rename(own: boolean): void {
  const from = join(scene.root, '.whetstone', 'runs', `design-${honest}`)
  const to = join(scene.root, '.whetstone', 'runs', `design-${wanted}`)
  rmSync(to, { recursive: true })
  cpSync(from, to, { recursive: true })
  if (own)
    forge(scene.root, `design-${wanted}`, {
      event: ({ type, data }) => (type === 'created' ? { type, data: { ...data, run: `design-${wanted}` } } : { type, data }),
    })
}

describe('a folder taken over that calls itself signed', () => {
  it.each<[string, () => string | null]>([
    ['without a signature', () => null],
    ['with one of another key', () => scene.agent.sign(`${checksumOf(scene.root)}\n`)],
  ])('%s is unattested in every sentence', async (_, signature) => {
    fresh()
    rmSync(join(scene.root, '.whetstone'), { recursive: true })
    rewriteMarker(scene.root, markedSigned(signature()))
    await settle(scene)
    const world = personsWorld(scene)
    const card = design.view.card(await loadRun(world, `design-${wanted}`, design))
    const verified = await verify.run({ run: wanted }, world)
    await world.close()
    const state = readFileSync(join(scene.root, 'features', wanted, 'design', 'state.json'), 'utf8')
    for (const text of [card, verify.text(verified, {} as never), state]) {
      expect(text).toContain('unattested')
      expect(text).not.toMatch(/\bsigned\b/)
    }
  })

  it('with the one ann made is signed', async () => {
    fresh()
    rmSync(join(scene.root, '.whetstone'), { recursive: true })
    await settle(scene, honest)
    expect(await judged(scene, honest)).toMatchObject({ ok: true })
  })
})
