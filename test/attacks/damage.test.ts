// An attacker, or a bad disk, that changes what runs left behind: verify names it, or nothing recorded differs; `npm run torture` does many more.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Victim, damage } from '../torture/damage.ts'
import { makeVictims } from '../torture/victims.ts'

let victims: Victim[] = []
beforeAll(async () => {
  victims = await makeVictims()
})
afterAll(() => victims.forEach(({ root }) => rmSync(root, { recursive: true, force: true })))

it.each([
  ['a flipped bit', 'flip'],
  ['a cut', 'cut'],
] as const)(
  '%s anywhere is named or harmless, and nothing goes on from another state',
  async (_, kind) => {
    for (const victim of victims) {
      const { tried, named, harmless, wrong } = await damage(victim, kind, 30, 7)
      expect(wrong).toEqual([])
      expect(named + harmless).toBe(tried)
      expect(named).toBeGreaterThan(20)
    }
  },
  300_000,
)
