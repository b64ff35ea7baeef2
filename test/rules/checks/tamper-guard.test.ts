// The tamper guard as a check: fences and hand changes against the kept start.
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../src/lib/hash.ts'
import { tryCheck } from './try-check.ts'

const test =
  "import { it, expect } from 'vitest'\nimport { add } from '../src/add.ts'\nit('adds', () => {\n  expect(add(1, 2)).toBe(3)\n})\n"
const source = 'export const add = (a: number, b: number) => a - b\n'
const project = { 'src/add.ts': source, 'test/add.test.ts': test }

const folder = '.whetstone/runs/r/baseline'
const list = JSON.stringify(Object.fromEntries(Object.entries(project).map(([path, text]) => [path, sha256(text)])))
const kept = {
  [`${folder}/list.json`]: list,
  ...Object.fromEntries(Object.entries(project).map(([path, text]) => [`${folder}/files/${path}`, text])),
}
const baseline = { folder, sha256: sha256(list) }
const whole = JSON.stringify(project)

const fence = (path: string, text: string) => `# Fix\n\n\`\`\`ts file=${path}\n${text}\`\`\`\n`

describe('tamper-guard', () => {
  it.each([
    ['an honest fix of the source passes', fence('src/add.ts', 'export const add = (a: number, b: number) => a + b\n'), project, 'pass'],
    ['a fence that skips the test fails', fence('test/add.test.ts', test.replace("it('adds'", "it.skip('adds'")), project, 'fail'],
    ['a test deleted in the project since the start fails', '# nothing\n', { 'src/add.ts': source }, 'fail'],
    [
      'a test weakened in the project since the start fails',
      '# nothing\n',
      { ...project, 'test/add.test.ts': test.replace('toBe(3)', 'toBeDefined()') },
      'fail',
    ],
    ['an untouched project passes', '# nothing\n', project, 'pass'],
  ])('%s', async (_title, text, files, outcome) => {
    const ways = [
      { baseline: { sha256: sha256(whole) }, world: { files, kept: { [sha256(whole)]: whole } } },
      { baseline, world: { files: { ...files, ...kept } } }, // as older runs keep it
    ]
    for (const { baseline: start, world } of ways) {
      const found = await tryCheck('tamper-guard', { baseline: start, task: 'Fix add' }, text, world)
      expect(found.outcome).toBe(outcome)
      if (outcome === 'fail') expect(found.evidence[0]?.message).toContain('test/add.test.ts')
    }
  })

  it.each([
    ['one of its files', { [`${folder}/files/test/add.test.ts`]: 'changed' }],
    ['its list', { [`${folder}/list.json`]: '{}' }],
  ])('is an error, never a pass, when the kept copy was changed: %s', async (_title, changed) => {
    const found = await tryCheck('tamper-guard', { baseline, task: 'Fix add' }, '# nothing\n', {
      files: { ...project, ...kept, ...changed },
    })
    expect(found.outcome).toBe('error')
  })

  it.each([
    ['gone', {}],
    ['another', { [sha256(whole)]: '{}' }],
  ])('is an error, never a pass, when the kept copy is %s', async (_title, found) => {
    const world = { files: project, kept: found }
    expect(await tryCheck('tamper-guard', { baseline: { sha256: sha256(whole) } }, '# nothing\n', world)).toMatchObject({
      outcome: 'error',
    })
  })
})
