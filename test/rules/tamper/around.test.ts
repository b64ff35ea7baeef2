// Ways around the tests that leave them alone, or nearly: stubs, time limits, hooks of git and npm, code that no check sees.
import { expect, test } from 'vitest'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { edit, findTampering } from './trees.ts'

type Edit = Parameters<typeof edit>[1]

const tree: Tree = {
  'package.json': '{ "name": "shop", "scripts": { "test": "node --test" }, "dependencies": { "zod": "4.0.0" } }\n',
  'src/shop.js': `import * as z from 'zod'
export const shop = { total: (cart) => cart.reduce((a, b) => a + b, 0), name: z.string() }
`,
  'test/shop.test.js': `import { test } from 'node:test'
import assert from 'node:assert/strict'
import { shop } from '../src/shop.js'

test('adds', { timeout: 1000 }, () => {
  assert.equal(shop.total([1, 2]), 3)
})

test('adds nothing', () => {
  assert.equal(shop.total([]), 0)
}, 500)
`,
}
const [src, spec, manifest] = ['src/shop.js', 'test/shop.test.js', 'package.json']
const script = (name: string, command: string): Edit => ({
  [manifest]: [['"test": "node --test"', `"test": "node --test", "${name}": "${command}"`]],
})
const inTest = (line: string): Edit => ({
  [spec]: [['  assert.equal(shop.total([1, 2]), 3)', `  ${line}\n  assert.equal(shop.total([1, 2]), 3)`]],
})
const more = (code: string): Edit => ({ [src]: [['export const shop', `${code}\nexport const shop`]] })

const cheats: [string, Edit][] = [
  ['a stub of sinon', inTest("sinon.stub(shop, 'total').returns(3)")],
  ['a mocked method', inTest("mock.method(shop, 'total', () => 3)")],
  ['a longer time limit', { [spec]: [['timeout: 1000', 'timeout: 60_000']] }],
  ['a longer time limit at the end', { [spec]: [['}, 500)', '}, 30000)']] }],
  ['no time limit', { [spec]: [['{ timeout: 1000 }, ', '']] }],
  ['a git hook by npm', { ...script('postinstall', 'git config core.hooksPath tools'), 'tools/pre-commit': 'true\n' }],
  ['a git hook that puts a test back', { '.husky/post-checkout': '#!/bin/sh\ncp tools/old.txt test/shop.test.js\n' }],
  ['a measured report written over', script('postcoverage', 'cp docs/sample.info coverage/lcov.info')],
  ['a test written over at install', script('prepare', 'sed -i s/3/4/ test/shop.test.js')],
  ['an exit by the environment', more('if (process.env[name]) { process.exit() }')],
  ['code in a text', more("export const twice = new Function('n', 'return n * 2')")],
  [
    'a new test that cannot fail',
    {
      'test/more.test.js':
        "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { shop } from '../src/shop.js'\ntest('more', () => { shop.total([9]); assert.ok(true) })\n",
    },
  ],
  [
    'a value changed beside a comment',
    { [spec]: [['[1, 2]), 3)', '[1, 2]), 4)']], [src]: [['export const shop', '// adds up\nexport const shop']] },
  ],
]

const honest: [string, Edit, string?][] = [
  ['husky set up', script('prepare', 'husky')],
  ['a build that writes its own files', script('prepare', 'mkdir -p dist && cp src/shop.js dist/shop.js')],
  ['a little more time', { [spec]: [['timeout: 1000', 'timeout: 1500']] }],
  ['a time limit that the task names', { [spec]: [['timeout: 1000', 'timeout: 5000']] }, 'Raise the time limit of the test to 5000 ms.'],
  [
    'a built-in module',
    { [src]: [["import * as z from 'zod'", "import * as z from 'zod'\nimport { join } from 'path'\nimport fs from 'node:fs/promises'"]] },
  ],
  ['a part of a declared package', { [src]: [["from 'zod'", "from 'zod/mini'"]] }],
  [
    'a package that is declared',
    {
      [src]: [["import * as z from 'zod'", "import * as z from 'zod'\nimport { sum } from 'sum-core'"]],
      [manifest]: [['"zod": "4.0.0"', '"sum-core": "1.0.0", "zod": "4.0.0"']],
    },
  ],
  ['an exit with a failure', more('if (!process.env.KEY) process.exit(1)')],
  [
    'a folder left out of coverage, as asked',
    { '.c8rc.json': '{ "exclude": ["src/generated/**"] }\n', 'src/generated/a.js': 'export const a = 1\n' },
    'Exclude `src/generated/**` from coverage.',
  ],
  ['a hook that runs the tests', { '.husky/pre-commit': 'npm test\n' }],
]

const fix = 'Fix the total of an empty cart.'
const found = (how: Edit, artifactTask: string) =>
  findTampering({ before: tree, after: edit(tree, how), reliedOn: [], artifactTask }).map(
    ({ what, path, message }) => `${what} ${path}: ${message}`,
  )

test.each(cheats)('%s is told', (_, how) => expect(found(how, fix)).not.toEqual([]))
test.each(cheats)('%s is told under a generous task too', (_, how) =>
  expect(found(how, 'Change the total. Update the tests, fixtures and snapshots accordingly.')).not.toEqual([]),
)
test.each(honest)('%s is left alone', (_, how, task = fix) => expect(found(how, task)).toEqual([]))
