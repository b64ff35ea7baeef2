// Where keys are found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findKey } from '../../../src/adapters/providers/credentials.ts'
import { secretsIn } from '../../../src/adapters/providers/environment.ts'

const home = mkdtempSync(join(tmpdir(), 'whet-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
mkdirSync(join(home, '.codex'))
mkdirSync(join(home, '.gemini'))
writeFileSync(join(home, '.codex', 'auth.json'), JSON.stringify({ OPENAI_API_KEY: 'from-codex' }))
writeFileSync(join(home, '.gemini', '.env'), '# mine\nexport GEMINI_API_KEY="from-gemini"\n')

it.each([
  ['anthropic', undefined, { ANTHROPIC_API_KEY: 'a' }, 'a'],
  ['openai', undefined, { OPENAI_API_KEY: 'o' }, 'o'],
  ['openai', undefined, {}, 'from-codex'],
  ['openai', 'OTHER', { OPENAI_API_KEY: 'o', OTHER: 'x' }, 'x'],
  ['google', undefined, { GEMINI_API_KEY: 'g' }, 'g'],
  ['google', undefined, {}, 'from-gemini'],
  ['openai-compatible', undefined, { OPENAI_API_KEY: 'o' }, undefined],
] as const)('%s (keyEnv %s, %o): %s', async (provider, keyEnv, env, expected) => {
  expect(await findKey(provider, keyEnv, env, home)).toBe(expected)
})

it.each([
  ['anthropic', undefined],
  ['openai', 'OTHER'],
] as const)('%s without a key is refused with the way to give one', async (provider, keyEnv) => {
  await expect(findKey(provider, keyEnv, {}, home)).rejects.toMatchObject({ code: 'maker', fix: expect.stringContaining('Set ') })
})

it('the values of variables that look like keys are kept out of records, addresses are not', () => {
  const env = { ANTHROPIC_API_KEY: 'k1', GH_ACCESS_TOKEN: 'k2', PATH: '/bin', MY_THING: 'k3', MY_BASE_URL: 'u' }
  expect(secretsIn(env)).toEqual(['k1', 'k2'])
  expect(secretsIn(env, ['MY_THING', 'MY_BASE_URL'])).toEqual(['k1', 'k2', 'k3'])
})
