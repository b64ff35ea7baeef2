// The packages that `bench/packages.ts` measures and `bench/orders.ts` breaks and mends: as published with their own tests, or with tests written around them.
import type { covers, linters, runners } from './tools.ts'

export interface Case {
  /** The package as it was published on npm, or with `pypi:` there; left out where `files` are all there is. */
  from?: string
  /** Packages that are installed beside those it asks for. */
  add?: string[]
  files?: Record<string, string>
  scripts?: Record<string, string>
  /** Replaces what package.json says elsewhere. */
  manifest?: object
  manager?: 'npm' | 'pnpm' | 'yarn' | 'berry'
  /** The folder that is measured, below the top. */
  at?: string
  /** Each with the files or flags it is given. */
  tests?: [keyof typeof runners, string?]
  cover?: [keyof typeof covers, string?]
  lint?: [keyof typeof linters, string?]
  /** The file that an order is about, where it is not index.js. */
  source?: string
}

const typescript = 'typescript@5.9.2'

/** As published, with their own tests. */
const published: Record<string, Case> = {
  minimist: {
    from: 'minimist@1.2.8',
    tests: ['tape', "'test/**/*.js'"],
    cover: ['nyc', "tape 'test/**/*.js'"],
    lint: ['eslint', '--ext=js,mjs .'],
  },
  'fast-uri': {
    from: 'fast-uri@4.2.3',
    add: ['c8@10.1.3', typescript],
    tests: ['tape', 'test/**/*.js'],
    cover: ['c8', 'tape test/**/*.js'],
    lint: ['eslint'],
  },
  forwarded: { from: '@fastify/forwarded@3.1.2', add: [typescript], tests: ['node'], cover: ['c8', 'node --test'], lint: ['eslint'] },
  'json-schema-traverse': { from: 'json-schema-traverse@1.0.0', tests: ['mocha', 'spec'], cover: ['nyc', 'mocha spec'] },
  split2: { from: 'split2@4.2.0', tests: ['tape', 'test.js'], cover: ['nyc', 'tape test.js'], lint: ['standard'] },
  fastq: {
    from: 'fastq@1.20.3',
    tests: ['tape', 'test/test.js test/promise.js'],
    cover: ['nyc', 'tape test/test.js test/promise.js'],
    lint: ['eslint'],
    source: 'queue.js',
  },
  reusify: { from: 'reusify@1.1.0', tests: ['tape', 'test.js'], cover: ['c8', 'tape test.js'], lint: ['eslint'], source: 'reusify.js' },
  'object-path': { from: 'object-path@0.11.8', tests: ['mocha', 'test.js'] },
  'deep-equal': { from: 'deep-equal@2.2.3', tests: ['tape', "'test/**/*.js'"], cover: ['nyc', "tape 'test/**/*.js'"] },
}

/** Two tests that pass, one that is skipped and one that fails, in the words of a runner. */
const around: Record<string, Case> = {
  'ava-yocto-queue': {
    from: 'yocto-queue@1.2.1',
    add: ['ava@6.4.1', 'c8@10.1.3', 'oxlint@1.15.0'],
    scripts: { test: 'c8 ava', lint: 'oxlint' },
    files: {
      'test.js': `import test from 'ava'
import Queue from './index.js'
test('adds', t => { const q = new Queue(); q.enqueue(1); q.enqueue(2); t.is(q.size, 2); t.is(q.dequeue(), 1) })
test('begins empty', t => t.is(new Queue().size, 0))
test.skip('later', t => t.fail())
test.todo('someday')
`,
      'bad.js': 'var unused = 1\ndebugger\nif (1 == NaN) {}\n',
    },
    tests: ['ava'],
    cover: ['c8', 'ava'],
    lint: ['oxlint'],
  },
  'vitest-defu': {
    from: 'defu@6.1.4',
    add: ['vitest@3.2.4', '@vitest/coverage-v8@3.2.4', '@biomejs/biome@2.2.4'],
    scripts: { test: 'vitest run', lint: 'biome lint .' },
    files: {
      'test/defu.test.js': `import { expect, it } from 'vitest'
import { defu } from '../dist/defu.mjs'
it('fills', () => expect(defu({ a: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 }))
it('joins lists', () => expect(defu({ a: [1] }, { a: [2] }).a).toEqual([1, 2]))
it.skip('later', () => {})
it.todo('someday')
it('fails', () => expect(1).toBe(2))
`,
      'bad.js': 'var unused = 1\nif (unused == 2) debugger\n',
      // Vitest itself leaves dist out.
      'vitest.config.js': "export default { test: { coverage: { include: ['dist/*.mjs'], exclude: [] } } }\n",
    },
    tests: ['vitest'],
    cover: ['vitest'],
    lint: ['biome'],
    source: 'dist/defu.mjs',
  },
  'jest-ms': {
    from: 'ms@2.1.3',
    add: ['jest@29.7.0', 'eslint@8.57.1'],
    scripts: { test: 'jest', lint: 'eslint . --ext .js' },
    manifest: {
      eslintConfig: {
        env: { node: true, jest: true, es2022: true },
        parserOptions: { ecmaVersion: 2022 },
        rules: { 'no-var': 'warn', eqeqeq: 'error', 'no-undef': 'error' },
      },
    },
    files: {
      'ms.test.js': `const ms = require('./index.js')
test('reads', () => expect(ms('2 days')).toBe(172800000))
test('writes', () => expect(ms(60000)).toBe('1m'))
test.skip('later', () => {})
test.todo('someday')
test('fails', () => expect(1).toBe(2))
`,
    },
    tests: ['jest'],
    cover: ['jest'],
    lint: ['eslint', '. --ext .js'],
  },
  'jasmine-kleur': {
    from: 'kleur@4.1.5',
    add: ['jasmine@5.10.0', 'nyc@17.1.0', 'standard@17.1.2'],
    scripts: { test: 'nyc jasmine', lint: 'standard' },
    manifest: { type: undefined },
    files: {
      'spec/support/jasmine.json': '{ "spec_dir": "spec", "spec_files": ["**/*[sS]pec.js"], "random": false }',
      'spec/kleur.spec.js': `const kleur = require('../index.js')
describe('kleur', () => {
it('paints', () => { kleur.enabled = true; expect(kleur.red('x')).toContain('31m') })
it('nests', () => { expect(kleur.bold(kleur.red('x'))).toContain('1m') })
xit('later', () => {})
it('fails', () => { expect(1).toBe(2) })
})
`,
    },
    tests: ['jasmine'],
    cover: ['nyc', 'jasmine'],
    lint: ['standard'],
  },
  'mocha-dlv': {
    from: 'dlv@1.1.3',
    add: ['mocha@11.7.2', 'c8@10.1.3', 'eslint@9.35.0', '@eslint/js@9.35.0'],
    scripts: { test: 'c8 mocha', lint: 'eslint .' },
    files: {
      'eslint.config.js':
        "const js = require('@eslint/js')\nmodule.exports = [{ ignores: ['coverage/'] }, js.configs.recommended, { rules: { 'no-unused-vars': 'warn' } }]\n",
      'test/dlv.js': `const assert = require('node:assert')
const dlv = require('../dist/dlv.js')
describe('dlv', () => {
it('finds', () => assert.equal(dlv({ a: { b: 1 } }, 'a.b'), 1))
it('falls back', () => assert.equal(dlv({}, 'a.b', 7), 7))
it.skip('later', () => {})
it('someday')
it('fails', () => assert.equal(1, 2))
})
`,
    },
    tests: ['mocha'],
    cover: ['c8', 'mocha'],
    lint: ['eslint'],
    source: 'dist/dlv.js',
  },
  'uvu-dset': {
    from: 'dset@3.1.4',
    add: ['uvu@0.5.6', 'c8@10.1.3', 'oxlint@1.15.0'],
    scripts: { test: 'c8 uvu test', lint: 'oxlint -D no-unused-vars' },
    files: {
      'test/dset.mjs': `import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { dset } from '../dist/index.mjs'
const unused = 1
test('sets', () => { const o = {}; dset(o, 'a.b', 1); assert.equal(o, { a: { b: 1 } }) })
test('lists', () => { const o = {}; dset(o, 'a.0', 1); assert.equal(o, { a: [1] }) })
test.skip('later', () => {})
test('fails', () => assert.is(1, 2))
test.run()
`,
    },
    tests: ['written', '{"passed":2,"failed":1,"skipped":1}'],
    cover: ['c8', 'uvu test'],
    lint: ['oxlint', '-D no-unused-vars'],
    source: 'dist/index.mjs',
  },
  'tap-klona': {
    from: 'klona@2.0.6',
    add: ['tap@21.1.0'],
    scripts: { test: 'tap --disable-coverage' },
    manifest: { type: 'commonjs' },
    files: {
      'test/klona.js': `const t = require('tap')
const { klona } = require('../dist/index.js')
t.test('copies', (t) => { const a = { b: [1, 2] }; const c = klona(a); t.same(c, a); t.not(c.b, a.b); t.end() })
t.test('keeps dates', (t) => { t.equal(klona(new Date(5)).getTime(), 5); t.end() })
t.test('later', { skip: true }, (t) => t.end())
t.test('fails', (t) => { t.equal(1, 2); t.end() })
`,
    },
    tests: ['tap', 'test/klona.js'],
    source: 'dist/index.js',
  },
  'node-typescript-regexparam': {
    from: 'regexparam@3.0.0',
    add: [typescript, '@types/node@24.0.0'],
    scripts: { test: 'node --test test/*.test.ts', build: 'tsc', lint: 'tsc --noEmit --pretty false' },
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "nodenext", "skipLibCheck": true, "noEmit": true, "allowImportingTsExtensions": true, "erasableSyntaxOnly": true }, "include": ["src", "test"] }',
      'src/route.ts': `import { parse } from 'regexparam'
export interface Route { keys: string[]; matches(path: string): boolean }
export function route(path: string): Route {
  const { keys, pattern } = parse(path)
  return { keys: keys as string[], matches: (other: string) => pattern.test(other) === true }
}
`,
      'test/route.test.ts': `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from '../src/route.ts'
describe('route', () => {
it('names its parts', () => assert.deepEqual(route('/a/:b').keys, ['b']))
it('matches', () => assert.equal(route('/a/:b').matches('/a/7'), true))
it.skip('later', () => {})
it('fails', () => assert.equal(1, 2))
})
`,
    },
    tests: ['node', 'test/*.test.ts'],
    lint: ['tsc'],
    source: 'src/route.ts',
  },
  'tsc-regexparam': {
    from: 'regexparam@3.0.0',
    add: [typescript],
    scripts: { lint: 'tsc --noEmit --pretty false', build: 'tsc --noEmit false --outDir out' },
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "skipLibCheck": true }, "include": ["src"] }',
      'src/route.ts':
        "import { parse } from '../index.js'\nexport const keys: number[] = parse('/a/:b').keys\nexport const wrong: string = 1\nmissing()\n",
    },
    lint: ['tsc'],
  },
}

/** dset with two packages beside it that test it, each with another runner. */
function workspace(manager: NonNullable<Case['manager']>, test: string, manifest: object): Case {
  const pack = (name: string, line: string, depends: object) =>
    JSON.stringify({ name, version: '1.0.0', type: 'module', scripts: { test: line }, devDependencies: depends })
  return {
    from: 'dset@3.1.4',
    manager,
    add: ['oxlint@1.15.0'],
    scripts: { test, lint: 'oxlint -D no-unused-vars' },
    manifest,
    files: {
      'packages/a/package.json': pack('a', 'node --test', {}),
      'packages/a/index.js':
        'export { dset } from "../../dist/index.mjs"\nexport const isEven = (n) => n % 2 === 0\nexport const unused = () => 1\nconst never = 1\n',
      'packages/a/a.test.js': `import assert from 'node:assert'
import test from 'node:test'
import { dset, isEven } from './index.js'
test('sets', () => dset({}, 'a', 1))
test('knows even numbers', () => assert.equal(isEven(3), false))
test.skip('later', () => {})
`,
      'packages/b/package.json': pack('b', 'uvu', { uvu: '0.5.6' }),
      'packages/b/test.js': "import { test } from 'uvu'\nimport '../a/index.js'\ntest('loads', () => {})\ntest.run()\n",
      ...(manager === 'pnpm' && { 'pnpm-workspace.yaml': "packages: ['packages/*']\n" }),
      ...(manager === 'berry' && { '.yarnrc.yml': 'nodeLinker: node-modules\nyarnPath: .yarn/releases/yarn.cjs\n', 'yarn.lock': '' }),
    },
    tests: ['written', '{"passed":3,"failed":0,"skipped":1}'],
    lint: ['oxlint', '-D no-unused-vars'],
    source: 'packages/a/index.js',
  }
}

const { lint: _ofTheRoot, ...onePackage } = workspace('npm', 'npm test --workspaces', { workspaces: ['packages/*'] })
const below = { private: true, workspaces: ['packages/*'] }
const workspaces: Record<string, Case> = {
  'npm-workspace': workspace('npm', 'npm test --workspaces', { workspaces: ['packages/*'] }),
  'npm-workspace-package': { ...onePackage, at: 'packages/a', tests: ['written', '{"passed":2,"failed":0,"skipped":1}'] },
  'pnpm-workspace': workspace('pnpm', 'pnpm -r test', {}),
  'yarn-workspace': workspace('yarn', 'yarn workspaces run test', below),
  'berry-workspace': workspace('berry', 'yarn workspaces foreach -A --exclude dset run test', { ...below, packageManager: 'yarn@4.9.4' }),
}

/** No package.json: a person names the command. */
const elsewhere: Record<string, Case> = {
  'python-unittest': {
    files: {
      'index.py': 'def even(n):\n    return n % 2 == 0\n',
      'test_index.py':
        'import unittest\nfrom index import even\n\n\nclass Even(unittest.TestCase):\n    def test_three(self):\n        self.assertEqual(even(3), False)\n',
      'whetstone.yaml': 'order:\n  commands: { test: python3 -m unittest }\n',
      '.gitignore': '__pycache__\n',
    },
    source: 'index.py',
  },
  // With its own tests; pytest is that of the machine.
  'pytest-toolz': {
    from: 'pypi:toolz==1.1.0',
    files: {
      'whetstone.yaml': 'order:\n  commands: { test: python3 -m pytest toolz/tests/test_dicttoolz.py toolz/tests/test_itertoolz.py }\n',
      '.gitignore': '__pycache__\n.pytest_cache\n',
    },
    source: 'toolz/dicttoolz.py',
  },
}

export const cases: Record<string, Case> = { ...published, ...around, ...workspaces, ...elsewhere }
