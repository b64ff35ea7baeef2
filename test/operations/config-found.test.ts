// Which project a folder belongs to, and what a mistake in its configuration is called.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRoot, loadConfig, parseConfig } from '../../src/adapters/config.ts'
import { telling } from '../../src/operations/measure.ts'
import { sentencesOf } from '../../src/workflows/lessons/import.ts'
import { shipped, shippedSettings } from '../../src/workflows/registry.ts'
import { project } from './support.ts'

describe('the project of a folder', () => {
  it('is the nearest one upwards, but never one around its repository', () => {
    const { root } = project({ 'whetstone.yaml': '', 'inner/deep/a.md': '' })
    expect(findRoot(join(root, 'inner/deep'))).toBe(root)
    mkdirSync(join(root, 'inner/.git'))
    expect(findRoot(join(root, 'inner/deep'))).toBe(join(root, 'inner/deep'))
  })
})

it('a configuration of comments alone needs no trust', () => {
  expect(loadConfig(project({ 'whetstone.yaml': '# nothing yet\n' }).root).trusted).toBe(true)
  expect(loadConfig(project({ 'whetstone.yaml': 'makers: { default: claude }\n' }).root).trusted).toBe(false)
})

describe('a mistake in whetstone.yaml', () => {
  it.each([
    [
      'a misspelt setting that is needed',
      'done: { rule: r.yaml, files: [a.md] }',
      /^whetstone\.yaml:1:\d+: there is no setting "rule"; did you mean "rules"\?/,
    ],
    [
      'a misspelt setting of a workflow',
      'reflex: { max_iteration: 3 }',
      /:1:\d+: there is no setting "max_iteration"; did you mean "max_iterations"\?/,
    ],
    ['a misspelt workflow', 'refelx: { max_iterations: 3 }', /:1:\d+: there is no setting "refelx"; did you mean "reflex"\?/],
    [
      'a setting of a general section, though a workflow takes its name',
      'workflows: { done: w.ts }\ndone: { rule: r.yaml }',
      /there is no setting "rule"/,
    ],
    ['a missing one', 'concurrency: 2\ndone:\n  files: [a.md]', /^whetstone\.yaml:3:3: done\.rules is needed/],
  ])('has its line and the nearest word: %s', (_what, text, message) => {
    expect(() => parseConfig(text, 'whetstone.yaml', shippedSettings)).toThrow(message)
  })

  it('is looked for in a workflow of the project once that is loaded, and in its own schema', () => {
    const text = 'workflows: { launch: launch.ts }\nlaunch: { fil: a.txt }'
    expect(parseConfig(text, 'whetstone.yaml', shippedSettings)).toMatchObject({ launch: { fil: 'a.txt' } })
  })

  it('is looked for in the settings that the definitions of shipped workflows have', async () => {
    for (const { load, settings } of Object.values(shipped)) expect((await load()).default.settings).toBe(settings)
  })
})

describe('what a failing command printed', () => {
  it.each([
    [
      'node:test',
      '✖ adds up (1.2ms)\n  AssertionError [ERR_ASSERTION]: 3 !== 4\n      at x\n    }',
      '✖ adds up (1.2ms): AssertionError [ERR_ASSERTION]: 3 !== 4',
    ],
    ['TAP', 'not ok 1 - adds up\n  ---\n  error: 3 !== 4\n  ...\n    }', 'not ok 1 - adds up: error: 3 !== 4'],
    [
      'pytest',
      'E       assert 3 == 4\nFAILED test_a.py::test_adds - assert 3 == 4\n1 failed',
      'FAILED test_a.py::test_adds - assert 3 == 4: E       assert 3 == 4',
    ],
    ['no test runner', 'something broke\n  }', 'something broke'],
  ])('is told by the test and its error: %s', (_runner, output, told) => {
    expect(telling(output)).toBe(told)
  })
})

it('items of a word or two are counted as left out', () => {
  expect(sentencesOf('- Use tabs in Makefiles.\n- Prettier\n- Always\n')).toMatchObject({
    sentences: [{ line: 1 }],
    tooShort: [{ line: 2 }, { line: 3 }],
  })
})
