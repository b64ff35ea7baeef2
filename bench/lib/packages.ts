// The packages that `bench/packages.ts` measures: as published with their own tests, or with tests written around them.
import type { Case, Counts, Said } from '../packages.ts'

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
const json = <T>(text: string, from = '{'): T =>
  JSON.parse(text.slice(text.indexOf(from), text.lastIndexOf(from.startsWith('[') ? ']' : '}') + 1)) as T

/** Lines of TAP at the left margin; ava's, since tape counts what it skips among the passes. */
const tap = (text: string): Counts => ({
  passed: count(text, /^ok (?!.*# (?:SKIP|TODO))/gim),
  failed: count(text, /^not ok (?!.*# (?:SKIP|TODO))/gim),
  skipped: count(text, /^(?:not )?ok .*# (?:SKIP|TODO)/gim),
})
/** In its own sum. */
const nodeTap = (text: string): Counts => {
  const of = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1])
  return { passed: of('pass'), failed: of('fail') + of('cancelled'), skipped: of('skipped') + of('todo') }
}
const tape = (text: string): Counts => ({ ...tap(text), passed: count(text, /^ok /gm), skipped: 0 })
const mocha = (text: string): Counts => {
  const { stats } = json<{ stats: Record<string, number> }>(text, '{\n  "stats"')
  return { passed: stats['passes'] ?? 0, failed: stats['failures'] ?? 0, skipped: stats['pending'] ?? 0 }
}
const jest = (text: string): Counts => {
  const said = json<Record<string, number>>(text, '{"num')
  return {
    passed: said['numPassedTests'] ?? 0,
    failed: said['numFailedTests'] ?? 0,
    skipped: (said['numPendingTests'] ?? 0) + (said['numTodoTests'] ?? 0),
  }
}
const eslint = (text: string) => {
  const files = json<{ errorCount: number; warningCount: number }[]>(text, '[{')
  return {
    errors: files.reduce((sum, { errorCount }) => sum + errorCount, 0),
    warnings: files.reduce((sum, { warningCount }) => sum + warningCount, 0),
  }
}
const standard = (text: string) => ({ errors: count(text, /^\s+\S+:\d+:\d+: /gm), warnings: 0 })
const oxlint = (text: string) => {
  const { diagnostics } = json<{ diagnostics: { severity: string }[] }>(text)
  return {
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    warnings: diagnostics.filter(({ severity }) => severity === 'warning').length,
  }
}
const biome = (text: string) => {
  const { summary } = json<{ summary: { errors: number; warnings: number } }>(text, '{"summary"')
  return { errors: summary.errors, warnings: summary.warnings }
}
const pct = (text: string) => json<{ total: { lines: { pct: number } } }>(text, '{"total"').total.lines.pct
const c8 = (tests: string): NonNullable<Said['coverage']> => ({
  run: `npx c8 --reporter=json-summary ${tests} >/dev/null 2>&1; cat coverage/coverage-summary.json`,
  read: pct,
})
const nyc = (tests: string): NonNullable<Said['coverage']> => ({
  run: `npx nyc --reporter=json-summary ${tests} >/dev/null 2>&1; cat coverage/coverage-summary.json`,
  read: pct,
})
const flat: NonNullable<Said['lint']> = { run: 'npx eslint . -f json', read: eslint }

/** One of each outcome, in the words of a runner. */
const around = (use: string, [head, foot = '']: [string, string?], [skip, fail]: [string, string?]) =>
  `${use}\n${head}\n${skip}\n${fail ?? ''}\n${foot}`

export const cases: Record<string, Case> = {
  minimist: {
    from: 'minimist@1.2.8',
    said: {
      tests: { run: "npx tape 'test/**/*.js'", read: tap },
      coverage: nyc("tape 'test/**/*.js'"),
      lint: { run: 'npx eslint --ext=js,mjs . -f json', read: eslint },
    },
  },
  'fast-uri': {
    from: 'fast-uri@4.2.3',
    add: ['c8@10.1.3', 'typescript@5.9.2'],
    said: { tests: { run: 'npx tape test/**/*.js', read: tape }, coverage: c8('tape test/**/*.js'), lint: flat },
  },
  forwarded: {
    from: '@fastify/forwarded@3.1.2',
    add: ['typescript@5.9.2'],
    said: { tests: { run: 'node --test --test-reporter=tap', read: nodeTap }, coverage: c8('node --test'), lint: flat },
  },
  'json-schema-traverse': {
    from: 'json-schema-traverse@1.0.0',
    said: { tests: { run: 'npx mocha spec -R json', read: mocha }, coverage: nyc('mocha spec') },
  },
  split2: {
    from: 'split2@4.2.0',
    said: { tests: { run: 'npx tape test.js', read: tap }, coverage: nyc('tape test.js'), lint: { run: 'npx standard', read: standard } },
  },
  fastq: {
    from: 'fastq@1.20.3',
    said: {
      tests: { run: 'npx tape test/test.js test/promise.js', read: tap },
      coverage: nyc('tape test/test.js test/promise.js'),
      lint: flat,
    },
  },
  reusify: { from: 'reusify@1.1.0', said: { tests: { run: 'npx tape test.js', read: tap }, coverage: c8('tape test.js'), lint: flat } },
  'ava-yocto-queue': {
    from: 'yocto-queue@1.2.1',
    add: ['ava@6.4.1', 'c8@10.1.3', 'oxlint@1.15.0'],
    scripts: { test: 'c8 ava', lint: 'oxlint' },
    files: {
      'test.js': around(
        "import test from 'ava'\nimport Queue from './index.js'",
        [
          "test('adds', t => { const q = new Queue(); q.enqueue(1); q.enqueue(2); t.is(q.size, 2); t.is(q.dequeue(), 1) })\ntest('begins empty', t => t.is(new Queue().size, 0))",
        ],
        ["test.skip('later', t => t.fail())\ntest.todo('someday')"],
      ),
      'bad.js': 'var unused = 1\ndebugger\nif (1 == NaN) {}\n',
    },
    said: {
      tests: { run: 'npx ava --tap', read: (text) => tap(text.replaceAll('not ok', 'ok')) },
      coverage: c8('ava'),
      lint: { run: 'npx oxlint -f json', read: oxlint },
    },
  },
  'vitest-defu': {
    from: 'defu@6.1.4',
    add: ['vitest@3.2.4', '@vitest/coverage-v8@3.2.4', '@biomejs/biome@2.2.4'],
    scripts: { test: 'vitest run', lint: 'biome lint .' },
    files: {
      'test/defu.test.js': around(
        "import { expect, it } from 'vitest'\nimport { defu } from '../dist/defu.mjs'",
        [
          "it('fills', () => expect(defu({ a: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 }))\nit('joins lists', () => expect(defu({ a: [1] }, { a: [2] }).a).toEqual([1, 2]))",
        ],
        ["it.skip('later', () => {})\nit.todo('someday')", "it('fails', () => expect(1).toBe(2))"],
      ),
      'bad.js': 'var unused = 1\nif (unused == 2) debugger\n',
    },
    said: {
      tests: { run: 'npx vitest run --reporter=json', read: jest },
      coverage: {
        run: 'npx vitest run --coverage --coverage.reporter=json-summary --coverage.reportOnFailure >/dev/null 2>&1; cat coverage/coverage-summary.json',
        read: pct,
      },
      lint: { run: 'npx biome lint . --reporter=json', read: biome },
    },
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
      'ms.test.js': around(
        "const ms = require('./index.js')",
        ["test('reads', () => expect(ms('2 days')).toBe(172800000))\ntest('writes', () => expect(ms(60000)).toBe('1m'))"],
        ["test.skip('later', () => {})\ntest.todo('someday')", "test('fails', () => expect(1).toBe(2))"],
      ),
    },
    said: {
      tests: { run: 'npx jest --json', read: jest },
      coverage: {
        run: 'npx jest --coverage --coverageReporters=json-summary >/dev/null 2>&1; cat coverage/coverage-summary.json',
        read: pct,
      },
      lint: { run: 'npx eslint . --ext .js -f json', read: eslint },
    },
  },
  'jasmine-kleur': {
    from: 'kleur@4.1.5',
    add: ['jasmine@5.10.0', 'nyc@17.1.0', 'standard@17.1.2'],
    scripts: { test: 'nyc jasmine', lint: 'standard' },
    manifest: { type: undefined },
    files: {
      'spec/support/jasmine.json': '{ "spec_dir": "spec", "spec_files": ["**/*[sS]pec.js"], "random": false }',
      'spec/kleur.spec.js': around(
        "const kleur = require('../index.js')",
        [
          "describe('kleur', () => {\nit('paints', () => { kleur.enabled = true; expect(kleur.red('x')).toContain('31m') })\nit('nests', () => { expect(kleur.bold(kleur.red('x'))).toContain('1m') })",
          '})',
        ],
        ["xit('later', () => {})", "it('fails', () => { expect(1).toBe(2) })"],
      ),
    },
    said: {
      tests: {
        run: "npx jasmine | tail -20; node -e \"(async () => { const J = require('jasmine'); const j = new J(); await j.loadConfigFile(); j.exitOnCompletion = false; j.clearReporters(); const seen = { passed: 0, failed: 0, pending: 0 }; j.addReporter({ specDone: ({ status }) => seen[status]++ }); await j.execute(); console.log('SEEN' + JSON.stringify(seen)) })()\"",
        read: (text) => {
          const { passed = 0, failed = 0, pending = 0 } = JSON.parse(/SEEN(\{.*\})/.exec(text)?.[1] ?? '{}') as Record<string, number>
          return { passed, failed, skipped: pending }
        },
      },
      coverage: nyc('jasmine'),
      lint: { run: 'npx standard', read: standard },
    },
  },
  'mocha-dlv': {
    from: 'dlv@1.1.3',
    add: ['mocha@11.7.2', 'c8@10.1.3', 'eslint@9.35.0', '@eslint/js@9.35.0'],
    scripts: { test: 'c8 mocha', lint: 'eslint .' },
    files: {
      'eslint.config.js':
        "const js = require('@eslint/js')\nmodule.exports = [{ ignores: ['coverage/'] }, js.configs.recommended, { rules: { 'no-unused-vars': 'warn' } }]\n",
      'test/dlv.js': around(
        "const assert = require('node:assert')\nconst dlv = require('../dist/dlv.js')",
        [
          "describe('dlv', () => {\nit('finds', () => assert.equal(dlv({ a: { b: 1 } }, 'a.b'), 1))\nit('falls back', () => assert.equal(dlv({}, 'a.b', 7), 7))",
          '})',
        ],
        ["it.skip('later', () => {})\nit('someday')", "it('fails', () => assert.equal(1, 2))"],
      ),
    },
    said: { tests: { run: 'npx mocha -R json', read: mocha }, coverage: c8('mocha'), lint: flat },
  },
  'uvu-dset': {
    from: 'dset@3.1.4',
    add: ['uvu@0.5.6', 'c8@10.1.3', 'oxlint@1.15.0'],
    scripts: { test: 'c8 uvu test', lint: 'oxlint -D no-unused-vars' },
    files: {
      'test/dset.mjs': around(
        "import { test } from 'uvu'\nimport * as assert from 'uvu/assert'\nimport { dset } from '../dist/index.mjs'\nconst unused = 1",
        [
          "test('sets', () => { const o = {}; dset(o, 'a.b', 1); assert.equal(o, { a: { b: 1 } }) })\ntest('lists', () => { const o = {}; dset(o, 'a.0', 1); assert.equal(o, { a: [1] }) })",
          'test.run()',
        ],
        ["test.skip('later', () => {})", "test('fails', () => assert.is(1, 2))"],
      ),
    },
    // uvu has no form for programs: what stands in the file above.
    said: {
      tests: { run: 'true', read: () => ({ passed: 2, failed: 1, skipped: 1 }) },
      coverage: c8('uvu test'),
      lint: { run: 'npx oxlint -D no-unused-vars -f json', read: oxlint },
    },
  },
  'tsc-regexparam': {
    from: 'regexparam@3.0.0',
    add: ['typescript@5.9.2'],
    scripts: { lint: 'tsc --noEmit --pretty false', build: 'tsc --noEmit false --outDir out' },
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "skipLibCheck": true }, "include": ["src"] }',
      'src/route.ts':
        "import { parse } from '../index.js'\nexport const keys: number[] = parse('/a/:b').keys\nexport const wrong: string = 1\nmissing()\n",
    },
    said: { lint: { run: 'npx tsc --noEmit --pretty false', read: (text) => ({ errors: count(text, /error TS\d+/g), warnings: 0 }) } },
  },
  'npm-workspace': workspace('npm', 'npm test --workspaces', { workspaces: ['packages/*'] }),
  'npm-workspace-package': {
    ...workspace('npm', 'npm test --workspaces', { workspaces: ['packages/*'] }),
    at: 'packages/a',
    said: { tests: { run: 'true', read: () => ({ passed: 2, failed: 0, skipped: 1 }) } },
  },
  'pnpm-workspace': workspace('pnpm', 'pnpm -r test', {}),
  'yarn-workspace': workspace('yarn', 'yarn workspaces run test', { private: true, workspaces: ['packages/*'] }),
  'berry-workspace': workspace('berry', 'yarn workspaces foreach -A --exclude dset run test', {
    private: true,
    workspaces: ['packages/*'],
    packageManager: 'yarn@4.9.4',
  }),
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
      'packages/a/index.js': 'export { dset } from "../../dist/index.mjs"\nexport const unused = () => 1\nconst never = 1\n',
      'packages/a/a.test.js':
        "import test from 'node:test'\nimport { dset } from './index.js'\ntest('sets', () => dset({}, 'a', 1))\ntest('sets below', () => dset({}, 'a.b', 1))\ntest.skip('later', () => {})\n",
      'packages/b/package.json': pack('b', 'uvu', { uvu: '0.5.6' }),
      'packages/b/test.js': "import { test } from 'uvu'\nimport '../a/index.js'\ntest('loads', () => {})\ntest.run()\n",
      ...(manager === 'pnpm' && { 'pnpm-workspace.yaml': "packages: ['packages/*']\n" }),
      ...(manager === 'berry' && { '.yarnrc.yml': 'nodeLinker: node-modules\nyarnPath: .yarn/releases/yarn.cjs\n', 'yarn.lock': '' }),
    },
    said: {
      tests: { run: 'true', read: () => ({ passed: 3, failed: 0, skipped: 1 }) },
      lint: { run: 'npx oxlint -D no-unused-vars -f json', read: oxlint },
    },
  }
}
