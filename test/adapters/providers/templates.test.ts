// The template folder: names, versions, hashes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { templateFolder } from '../../../src/adapters/templates.ts'
import { sha256 } from '../../../src/lib/hash.ts'

const folder = mkdtempSync(join(tmpdir(), 'whet-templates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const [file, text] of [
  ['plan-v1.9.0.txt', 'nine'],
  ['plan-v1.10.0.txt', 'ten'],
  ['other-v1.0.0.txt', 'o'],
  ['notes.md', 'no'],
  ['plan-v2.txt', 'no'],
] as const)
  writeFileSync(join(folder, file), text)
const templates = templateFolder(folder, 'prompts')

it('the newest version by number, or the one named', async () => {
  expect(await templates.load('plan')).toEqual({
    name: 'plan',
    version: '1.10.0',
    path: 'prompts/plan-v1.10.0.txt',
    text: 'ten',
    sha256: sha256('ten'),
  })
  expect((await templates.load('plan', '1.9.0')).text).toBe('nine')
  expect((await templates.list()).map(({ path }) => path)).toEqual([
    'prompts/other-v1.0.0.txt',
    'prompts/plan-v1.9.0.txt',
    'prompts/plan-v1.10.0.txt',
  ])
})

it('is read again at every call', async () => {
  writeFileSync(join(folder, 'other-v1.0.0.txt'), 'changed')
  expect((await templates.load('other')).sha256).toBe(sha256('changed'))
})

it.each([
  ['absent', undefined, 'not_found'],
  ['plan', '3.0.0', 'not_found'],
  ['../plan', undefined, 'invalid'],
  ['plan', '../1.0.0', 'invalid'],
])('refuses %s %s', async (name, version, code) => {
  await expect(templates.load(name, version)).rejects.toMatchObject({ code })
})

it("refuses bytes that are isn't UTF-8", async () => {
  writeFileSync(join(folder, 'bad-v1.0.0.txt'), Buffer.from([0xff, 0xfe]))
  await expect(templates.load('bad')).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining("isn't UTF-8") })
})
