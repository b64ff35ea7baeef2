// An agent with everything but the key: none of its combinations passes; `npm run agents` tries a thousand.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import answer from '../../src/operations/answer.ts'
import { attempt, chance, generate, makeAgentScene, moves } from './agent.ts'
import { type Scene, asAgent, copyScene, judged } from './forger.ts'
import newDesign from '../../src/workflows/design/verbs/new.ts'
import { everything } from '../everything.ts'
import { booking } from '../workflows/design/project.ts'

let scene: Scene
beforeAll(async () => {
  scene = await makeAgentScene()
})
afterAll(() => scene.remove())

it('every move alone, and combinations of them, leave nothing that counts as signed', { timeout: 600_000 }, async () => {
  const alone = Object.keys(moves).map((name) => ({ name, moves: [name] }))
  const mixed = Array.from({ length: everything ? 60 : 20 }, (_, n) => generate(chance(77_000 + n)))
  let claimed = 0
  for (const [n, attack] of [...alone, ...mixed].entries()) {
    const { breaches, reachedSigned } = await attempt(scene, attack, chance(n + 1))
    expect(breaches, attack.name).toEqual([])
    claimed += reachedSigned ? 1 : 0
  }
  expect(claimed).toBeGreaterThan(5) // the attacks do get as far as claiming it
})

it('the same person says yes to what ann signed', async () => {
  const copy = copyScene(scene)
  try {
    const { gate } = await asAgent(copy, {}, (world) => newDesign.run({ feature: 'anns-own', requirements: booking.text }, world))
    writeFileSync(join(dirname(copy.root), 'a.sig'), copy.ann.sign(`${gate?.decides?.hash}\n`))
    await asAgent(copy, {}, (world) =>
      answer.run({ run: 'anns-own', choice: 'approve', signature: join(dirname(copy.root), 'a.sig') }, world),
    )
    expect(await judged(copy, 'anns-own')).toMatchObject({ ok: true })
  } finally {
    copy.remove()
  }
})
