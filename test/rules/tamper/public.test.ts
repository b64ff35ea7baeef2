// Classes that public changes and mechanical cheats showed: what a task licenses, and what an assertion must still say.
import { expect, test } from 'vitest'
import { readLicence } from '../../../src/rules/tamper/licence.ts'
import { partOf } from '../../../src/rules/tamper/files.ts'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { type Tree, findTampering } from '../../../src/rules/tamper/find-tampering.ts'

const parse = await syntax.load(['javascript', 'ruby', 'go'])
const head = "import { expect, test } from 'vitest'\nimport assert from 'node:assert'\nimport { work } from '../src/work.js'\n"
const js = (body: string) => ({ 'test/work.test.js': `${head}${body}\n` })
const judge = (before: Tree, after: Tree, artifactTask = 'Mend the bug.') =>
  findTampering({ before, after, reliedOn: Object.keys(before), artifactTask, parse }).map(({ what }) => what)

test.each([
  ['disable-failing-tests', true],
  ['Skip unbuildable or failing test cases.', true],
  ['skip tests that use network lookups', true],
  ['Kill broken test', true],
  ['Make the failing tests pass.', false],
  ['Do not skip tests.', false],
])('%s: asks for tests to be skipped: %s', (task, asks) => {
  expect(readLicence(task, true).skipsTests).toBe(asks)
})

test('a reason names no test to be skipped, a name before "tests" does', () => {
  expect(readLicence('skip tests that use network lookups', true).namesSkipped(['TestLookup'])).toBe(false)
  expect(readLicence('skip the network tests', true).namesSkipped(['TestNetwork'])).toBe(true)
})

test.each([
  ['types/index.test-d.ts', 'test'],
  ['dist/parser.min.js', 'other'],
  ['src/parser.js', 'source'],
])('%s is %s', (path, part) => {
  expect(partOf(path)).toBe(part)
})

test.each([
  ['an answer that stands in the question', "test('a', () => { expect(work(1)).toBe(1) })", "test('a', () => { expect(work(1)).toBe(4) })"],
  [
    'the question with an empty list',
    "test('a', () => { expect(work([])).toBe(0) })\ntest('b', () => { expect(work([0, 0])).toBe(0) })",
    "test('b', () => { expect(work([0, 0])).toBe(0) })",
  ],
  [
    'a new test that nobody waits for',
    "test('a', () => { expect(work(1)).toBe(1) })",
    "test('a', () => { expect(work(1)).toBe(1) })\ntest('b', async () => { assert.rejects(work(2), { code: 'B' }).catch(() => {}) })",
  ],
])('catches %s', (_, before, after) => {
  expect(judge(js(before), js(after))).not.toEqual([])
})

test.each<[string, Tree, Tree, string]>([
  [
    'emptiness told otherwise',
    js("test('a', () => { const calls = []\nwork(calls)\nassert.equal(calls.length, 0) })"),
    js("test('a', () => { const calls = []\nwork(calls)\nassert.deepEqual(calls, []) })"),
    'Mend the bug.',
  ],
  [
    'another library required by a helper',
    { 'test/helper.rb': "require 'mocha/setup'\n" },
    { 'test/helper.rb': "require 'mocha/minitest'\n" },
    'Mend the build.',
  ],
  ['rules of a linter that name a runner', { '.eslintrc': '{ "env": { "mocha": false } }' }, { '.eslintrc': '{ "env": {} }' }, 'Tidy up.'],
  [
    'a flag that the task speaks of',
    { Makefile: 'test:\n\tgo test ./...\n' },
    { Makefile: 'test:\n\tgo test ./...\n\ntest-short:\n\tgo test -short ./...\n' },
    'Add `make test-short`, which runs `go test -short ./...`.',
  ],
])('lets %s pass', (_, before, after, task) => {
  expect(judge(before, after, task)).toEqual([])
})

test('a flag that the task forbids stays flagged', () => {
  const before = { Makefile: 'test:\n\tgo test ./...\n' }
  const after = { Makefile: 'test:\n\tgo test ./...\n\ntest-short:\n\tgo test -short ./...\n' }
  expect(judge(before, after, 'Mend the race. Do not use -short.')).not.toEqual([])
})
