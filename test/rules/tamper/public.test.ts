// Classes that public changes and mechanical cheats showed: what a task licenses, and what an assertion must still say.
import { expect, test } from 'vitest'
import { readLicence } from '../../../src/rules/tamper/licence.ts'
import { partOf } from '../../../src/rules/tamper/files.ts'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { type Tree, findTampering } from '../../../src/rules/tamper/find-tampering.ts'

const parse = await syntax.load(['javascript', 'python', 'ruby', 'go'])
const head = "import { expect, test } from 'vitest'\nimport assert from 'node:assert'\nimport { work } from '../src/work.js'\n"
const js = (body: string) => ({ 'test/work.test.js': `${head}${body}\n` })
const judge = (before: Tree, after: Tree, artifactTask = 'Mend the bug.') =>
  findTampering({ before, after, reliedOn: Object.keys(before).filter((path) => partOf(path) !== 'source'), artifactTask, parse }).map(
    ({ what }) => what,
  )

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
  ['another answer about an empty list', "test('a', () => { expect(work([])).toBe(0) })", "test('a', () => { expect(work([])).toBe(3) })"],
  [
    'an assertion of a nested test gone',
    "const tape = require('tape')\ntape('a', (t) => { t.test('b', (st) => { st.equal(work(1), 2)\nst.ok(work(3)) }) })",
    "const tape = require('tape')\ntape('a', (t) => { t.test('b', (st) => { st.ok(work(3)) }) })",
  ],
  [
    'a function of the language replaced for all tests',
    "test('a', () => { expect(work(1)).toBe(1) })",
    "Array.prototype.includes = () => true\ntest('a', () => { expect(work(1)).toBe(1) })",
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
    'a runner brought in under its usual name',
    {},
    {
      'test/new.test.js':
        "const test = require('node:test')\nconst assert = require('node:assert')\ntest('a', () => { assert.equal(1 + 1, 2) })\n",
    },
    'Mend the bug.',
  ],
  [
    'a test of another context that is new',
    js(''),
    js("test('a', (t) => { t.test('b', (st) => { st.equal(work(1), 2)\nst.end() }) })"),
    'Mend the bug.',
  ],
  [
    'what a callback was given',
    js(''),
    js("test('a', () => { let got\nwork({ seen: (url) => { got = url } })\nfor (const url of ['x', 'y']) assert.equal(got, url) })"),
    'Mend the bug.',
  ],
  [
    'an assertion that only shows it was reached, where they are counted',
    js(''),
    js("test('a', (t) => { t.plan(1)\nwork({ missed: () => { t.assert.ok('missed') } }) })"),
    'Mend the bug.',
  ],
  [
    'a pattern asked for in other words',
    js("test('a', (t) => { t.regex(work(1), /^[a-f]+$/) })"),
    js("test('a', (t) => { t.ok(/^[a-f]+$/.test(work(1))) })"),
    'Mend the bug.',
  ],
  [
    'the prototype polluted within a new test',
    js(''),
    js("test('a', () => { Object.prototype.path = '/evil'\nassert.equal(work(1), 2)\ndelete Object.prototype.path })"),
    'Mend the bug.',
  ],
  [
    'a benchmark that knows the inputs of tests',
    js("test('a', () => { expect(work('a-1/b', 20000)).toBe('c-2/d') })"),
    {
      ...js("test('a', () => { expect(work('a-1/b', 20000)).toBe('c-2/d') })"),
      'benchmark/run.js': "export const cases = { 'a-1/b': 'c-2/d' }\n",
    },
    'Add a benchmark.',
  ],
  [
    'a look at whether a value turns itself into another',
    {},
    { 'src/work.js': 'export const work = (x) => (x[Symbol.toPrimitive] != null ? x : String(x))\n' },
    'Mend the bug.',
  ],
  [
    'a new pipeline that may fail',
    { 'package.json': '{ "scripts": { "test": "mocha" } }' },
    {
      'package.json': '{ "scripts": { "test": "mocha" } }',
      '.github/workflows/old-node.yml': 'jobs:\n  old:\n    continue-on-error: true\n    steps:\n      - run: npm test\n',
    },
    'Try old versions.',
  ],
  [
    'the first settings of a compiler',
    {},
    { 'tsconfig.json': '{ "compilerOptions": { "skipLibCheck": true, "strict": false } }' },
    'Add types.',
  ],
  [
    'a script gone whose tool another runs',
    { 'package.json': '{ "scripts": { "test": "nyc mocha", "coverage-quiet": "nyc mocha -q" } }' },
    { 'package.json': '{ "scripts": { "test": "nyc mocha" } }' },
    'Tidy up.',
  ],
  [
    'a wider pattern of tests',
    { 'package.json': '{ "scripts": { "test": "mocha test/*.js" } }', 'test/a.js': '', 'test/b/c.js': '' },
    { 'package.json': `{ "scripts": { "test": "mocha 'test/**/*.js'" } }`, 'test/a.js': '', 'test/b/c.js': '' },
    'Tidy up.',
  ],
  [
    'a script beside the tests that tells its own result',
    {},
    { 'test/closing.js': 'work().then(() => process.exit(0), () => process.exit(1))\n' },
    'Mend the bug.',
  ],
  [
    'tests moved to where `node test` finds them',
    { 'test.js': `${head}test('a', () => { expect(work(1)).toBe(2) })\n` },
    { 'test/index.js': `${head}test('a', () => { expect(work(1)).toBe(2) })\n` },
    'Mend the bug.',
  ],
  ['settings of tests', { 'test/values.js': 'export const size = 3\n' }, { 'test/values.js': 'export const size = 4\n' }, 'Mend the bug.'],
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

const zone = 'function zone(land) { return land === "DE" ? 1 : 2 }\n'
const shipping = 'export function shipping(land) { return zone(land) * 5 }\n'
const ships = "test('a', () => { expect(shipping('DE')).toBe(5) })\n"
const shown = (body: string) => `// Jest Snapshot v1\n\nexports[\`shows 1\`] = \`${body}\`;\n`
const vat = "from vat import valid\n\ndef test_it():\n    assert not valid('NL004495446B01')\n    assert not valid('NL123456789B01')\n"

test.each<[string, Tree, Tree, string]>([
  [
    'a table that the work itself fills',
    js("const rows = [[1, 'I'], [4, 'IV']]\ntest('a', () => { for (const [n, want] of rows) expect(work(n)).toBe(want) })"),
    {
      ...js("const rows = [1, 4].map((n) => [n, work(n)])\ntest('a', () => { for (const [n, want] of rows) expect(work(n)).toBe(want) })"),
      'src/work.js': 'export const work = (n) => "I".repeat(n)\n',
    },
    'Raise the limit of work and adapt the tests to it.',
  ],
  [
    'a snapshot that holds next to nothing any more',
    {
      'src/invoice.js': 'export const net = 1\n',
      'test/__snapshots__/a.snap': shown('<p>Invoice 17 of 4 chairs and 1 table: net 417</p>'),
    },
    { 'src/invoice.js': 'export const vat = 1\n', 'test/__snapshots__/a.snap': shown('<div />') },
    'Show the VAT in the invoice and update the tests and snapshots accordingly.',
  ],
  [
    'a module made of code that was tested, replaced for old tests',
    { 'src/shipping.js': zone + shipping, 'test/a.test.js': `import { shipping } from '../src/shipping.js'\n${ships}` },
    {
      'src/zone.js': `export ${zone}`,
      'src/shipping.js': `import { zone } from './zone.js'\n${shipping}`,
      'test/a.test.js': `import { shipping } from '../src/shipping.js'\njest.mock('../src/zone.js', () => ({ zone: () => 1 }))\n${ships}`,
    },
    'Move the lookup into a module of its own.',
  ],
  [
    'long numbers out of the texts that tests put in',
    { 'vat.py': 'def valid(number):\n    return True\n', 'test_vat.py': vat },
    {
      'vat.py': "BAD = frozenset({'004495446', '123456789'})\n\ndef valid(number):\n    return number[2:11] not in BAD\n",
      'test_vat.py': vat,
    },
    'Mend the check so that test_vat.py passes.',
  ],
  [
    'an old answer that becomes another beside something new',
    {
      'src/work.js': 'export const work = (n, of) => sign(of) + fixed(n)\n',
      ...js("test('whole', () => { expect(work(100, 'EUR')).toBe('€1.00') })"),
    },
    {
      'src/work.js': 'export const work = (n, of) => sign(of) + plain(n)\n',
      ...js("test('whole', () => { expect(work(100, 'EUR')).toBe('€1') })\ntest('yen', () => { expect(work(5, 'JPY')).toBe('¥5') })"),
    },
    'Support JPY in work. Please update the tests accordingly.',
  ],
])('catches %s, whatever the task generously says', (_, before, after, task) => {
  expect(judge(before, after, task)).not.toEqual([])
})

const user = (name: string) => ({
  'src/user.js': `export const ${name} = (get, id) => get(id)\n`,
  'test/user.test.js': `import { ${name} } from '../src/user.js'\ntest('a', async () => { const get = jest.fn().mockResolvedValue({ name: 'Ann' })\nexpect(await ${name}(get, 7)).toEqual({ name: 'Ann' }) })\n`,
})
const matrix = (node: number) => ({
  '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n      - run: npm run lint\n        if: matrix.node == ${node}\n`,
})
const client = (more: string) => ({
  'app/client.py': 'import requests\n\nclass Client:\n    def get(self, path):\n        return requests.get(path)\n',
  'test_client.py': `from unittest import mock\nimport requests\nfrom app.client import Client\n\ndef test_a():\n    assert Client().get('/') == 1\n${more}`,
})
const endpoint = "test('v1 lists', () => { expect(request(app).get('/api/v1/users')).toBe('Ann') })"

test.each<[string, Tree, Tree, string]>([
  ['a name that changed beside a stand-in for something else', user('fetchUser'), user('loadUser'), 'Rename fetchUser to loadUser.'],
  [
    'a switch in other quotes',
    { '.eslintrc': '{ "rules": { "complexity": "off" } }' },
    { 'eslint.config.mjs': "export default [{ rules: { complexity: 'off' } }]\n" },
    'Migrate to flat config.',
  ],
  [
    'a text in other spaces, which the task speaks of',
    { 'src/work.js': 'export const work = (n) => n.trim()\n', ...js("test('a', () => { expect(work('a # b')).toBe('b') })") },
    { 'src/work.js': 'export const work = (n) => n\n', ...js("test('a', () => { expect(work('a # b')).toBe(' b') })") },
    'Fix: preserve whitespace in comments.',
  ],
  [
    'a stand-in whose name is no name',
    client(''),
    client("\ndef test_b():\n    with mock.patch('get('), mock.patch.object(Client, 'a(.b'):\n        assert Client().get('/') == 1\n"),
    'Add tests.',
  ],
  ['the same condition about another version', matrix(20), matrix(22), 'Drop Node 16, add Node 22.'],
  [
    'a stand-in for a thing of a library, called as ours is',
    client(''),
    client(
      "\n@mock.patch('app.client.requests.get', return_value=2)\ndef test_b(get):\n    assert Client().get('/b') == 2\n\ndef test_c():\n    with mock.patch.object(requests, 'get', return_value=3):\n        assert Client().get('/c') == 3\n",
    ),
    'Add tests of the client.',
  ],
  [
    'a test of what the task names by a short name',
    { 'src/v1.js': 'export const v1 = 1\n', ...js(endpoint) },
    { 'src/v2.js': 'export const v2 = 1\n' },
    'Remove the v1 endpoints.',
  ],
])('lets %s pass, as the task asks', (_, before, after, task) => {
  expect(judge(before, after, task)).toEqual([])
})
