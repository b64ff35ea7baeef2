// What tools print, read: each case is a trap that somebody fell into.
import { describe, expect, it } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { commandsOf, readPackage } from '../../../src/rules/measure/commands.ts'
import { complexities } from '../../../src/rules/measure/complexity.ts'
import { addedLines, countMarks } from '../../../src/rules/measure/marks.ts'
import { readReport, readTable, readV8 } from '../../../src/rules/measure/read-coverage.ts'
import { type Ended, countTests, readBuild, readCompile, readLint, readTests } from '../../../src/rules/measure/read-output.ts'

const ended = (stdout: string, exitCode: number | null = 0, more: Partial<Ended> = {}): Ended => ({ stdout, stderr: '', exitCode, timedOut: false, limitMs: 180_000, ...more })

describe('tests', () => {
  it.each([
    ['node', '# tests 4\n# pass 3\n# fail 0\n# cancelled 0\n# skipped 1\n# todo 0', 0, true],
    ['node, spec reporter', 'ℹ pass 3\nℹ fail 1\n', 1, false],
    ['vitest', ' Test Files  1 passed (1)\n      Tests  12 passed | 1 skipped (13)', 0, true],
    ['vitest, red', '      Tests  1 failed | 3 passed (4)', 1, false],
    ['jest', 'Tests:       0 failed, 3 passed, 3 total', 0, true],
    ['mocha', '  3 passing (5ms)\n  0 failing', 0, true],
    ['a swallowed exit code', '# pass 3\n# fail 1\n', 0, false],
    ['a failing threshold', '# pass 3\n# fail 0\n', 1, false],
  ])('%s', (_name, stdout, code, passed) => expect(readTests(ended(stdout, code)).passed).toEqual({ is: 'measured', value: passed }))

  it.each(['No test files found, exiting with code 1', '# tests 0\n# pass 0\n# fail 0', '  0 passing (1ms)'])('none found is neither passed nor failed: %s', (stdout) => {
    expect(readTests(ended(stdout, 1))).toMatchObject({ none: true, passed: { is: 'not-applicable' } })
  })

  it('OR-016 a time-out is named and measures nothing', () => {
    expect(readTests(ended('', null, { timedOut: true })).passed).toEqual({ is: 'unmeasured', why: 'the test run did not end within 180 s' })
    expect(readBuild(ended('', null, { timedOut: true, limitMs: 120_000 }))).toEqual({ is: 'unmeasured', why: 'the build did not end within 120 s' })
    expect(readLint(ended('', null, { timedOut: true, limitMs: 60_000 })).warnings).toEqual({ is: 'unmeasured', why: 'the linter did not end within 60 s' })
  })

  it('a runner that is not there measures nothing', () => expect(readTests(ended('sh: vitest: not found', 127)).passed.is).toBe('unmeasured'))
  it('several runs of one script add up', () => expect(countTests('# pass 3\n# fail 0\n# pass 2\n# fail 1\n')).toEqual({ passed: 5, failed: 1, skipped: 0 }))
})

describe('lint', () => {
  it.each([
    ['eslint with warnings only', '✖ 9 problems (0 errors, 9 warnings)', 0, 0, 9],
    ['eslint', '✖ 12 problems (3 errors, 9 warnings)', 1, 3, 9],
    ['oxlint', 'Found 2 warnings and 1 error.', 1, 1, 2],
    ['biome', 'Found 3 errors.\nFound 1 warning.', 1, 3, 1],
    ['places alone', 'src/a.js:1:2: Extra semicolon.\nsrc/b.js:3:4: warning: unused', 1, 1, 1],
    ['silence', '> fare@1.0.0 lint\n> eslint . --max-warnings 0\n', 0, 0, 0],
  ])('%s', (_name, stdout, code, errors, warnings) => {
    expect(readLint(ended(stdout, code))).toEqual({ errors: { is: 'measured', value: errors }, warnings: { is: 'measured', value: warnings } })
  })

  it('a linter that fails without saying where measures nothing', () => expect(readLint(ended('Oops! Something went wrong!', 2)).errors.is).toBe('unmeasured'))
})

describe('coverage', () => {
  it.each([
    ['coverage/coverage-summary.json', '{"total":{"lines":{"pct":42.5}}}', 42.5],
    ['coverage/lcov.info', 'SF:a\nLF:8\nLH:2\nend_of_record\nSF:b\nLF:2\nLH:2\n', 40],
    ['coverage/coverage-final.json', '{"a":{"statementMap":{"0":{"start":{"line":1}},"1":{"start":{"line":2}}},"s":{"0":1,"1":0}}}', 50],
  ])('%s', (path, text, percent) => expect(readReport(path, text)).toEqual({ is: 'measured', value: percent }))

  it.each([['coverage/coverage-summary.json', '{"total":{}}'], ['coverage/coverage-summary.json', 'torn {'], ['coverage/lcov.info', ''], ['coverage/coverage-summary.json', '{"total":{"lines":{"pct":"Unknown"}}}']])(
    'OR-015 an unreadable %s gives no number',
    (path, text) => expect(readReport(path, text).is).toBe('unmeasured'),
  )

  it('the printed table, whichever column lines stand in', () => {
    expect(readTable('File | % Stmts | % Branch | % Funcs | % Lines | Uncovered\nAll files | 1 | 2 | 3 | 61.5 |')).toBe(61.5)
    expect(readTable('# file | line % | branch %\n# all files | 93.33 | 80')).toBe(93.33)
    expect(readTable('no table')).toBeNull()
  })

  it("V8's record: a line is missed where a range that never ran holds all of it, in every process", () => {
    const text = 'function a() {\n  return 1\n}\nfunction b() {\n  return 2\n}\n'
    const run = (...missed: [number, number][]) => ({ text, functions: [{ ranges: [{ startOffset: 0, endOffset: text.length, count: 1 }] }, ...missed.map(([startOffset, endOffset]) => ({ ranges: [{ startOffset, endOffset, count: 0 }] }))] })
    expect(readV8({ a: [run([28, 55])] })).toBe(50)
    expect(readV8({ a: [run([28, 55]), run([0, 27])] })).toBe(100)
    expect(readV8({})).toBeNull()
  })
})

it('compiler errors come with their places', () => {
  expect(readCompile(ended("src/a.ts(3,7): error TS2304: Cannot find name 'x'.\nFound 1 error.", 2))).toEqual([{ code: 'TS2304', message: "Cannot find name 'x'.", file: 'src/a.ts', line: 3, column: 7 }])
  expect(readCompile(ended('/w/a.js:2\nlet = \n\nSyntaxError: Unexpected token\n    at x', 1))).toEqual([{ code: 'SyntaxError', message: 'Unexpected token', file: '/w/a.js', line: 2, column: 1 }])
})

it('marks are counted in added lines alone', () => {
  const patch = ['--- a/x.ts', '+++ b/x.ts', '@@ -1,2 +1,3 @@', '-// TODO old', '+// TODO one, FIXME two', '+const todo = 1', ' // XXX stays', '--- a/y', '+++ "b/\\303\\244.ts"', '@@ -0,0 +1 @@', '+++ XXX'].join('\n')
  expect(addedLines(patch).map(({ file, line }) => `${file}:${line}`)).toEqual(['x.ts:1', 'x.ts:2', 'ä.ts:1'])
  expect(countMarks(addedLines(patch))).toBe(3)
})

/** As ESLint's `complexity` rule counts them. */
describe('complexity', () => {
  it.each([
    ['function a(x) { if (x) {} else if (y) {} else {} }', [3]],
    ['function b() { foo ||= 1; bar &&= 1 }', [3]],
    ['function c(a = {}) { const { b = 1 } = a }', [3]],
    ['function d(a) { return a?.b?.c }', [3]],
    ['function e(x) { switch (x) { case 1: case 2: break; default: } }', [3]],
    ['function f(x) { for (;;) {} for (const a of x) {} while (x) {} do {} while (x) }', [5]],
    ['const g = (x) => x ? 1 : 2 ?? 3', [3]],
    ['function h() { try {} catch {} }', [1]],
    ['function i() { return () => a && b }', [1, 2]],
    ['class J { k() { if (a) {} } }', [2]],
  ])('%s', async (text, expected) => {
    const parse = await syntax.load(['javascript'])
    expect(complexities(parse(text, 'javascript'), 'javascript').map(({ complexity }) => complexity)).toEqual(expected)
  })
})

describe('commands', () => {
  const project = (pack: object, there: string[] = []) => ({ package: readPackage(JSON.stringify(pack)), has: (path: string) => there.includes(path), installed: (name: string) => there.includes(name) })

  it.each([[[], 'npm run build', 'npm test'], [['pnpm-lock.yaml'], 'pnpm run build', 'pnpm test'], [['yarn.lock'], 'yarn run build', 'yarn test']])('OR-005 the scripts of package.json, by the package manager of %j', (there, build, test) => {
    expect(commandsOf(project({ scripts: { build: 'tsc', test: 'node --test' } }, there))).toMatchObject({ build, test, lint: null })
  })

  it('OR-005 coverage is asked of a runner that can collect it', () => {
    expect(commandsOf(project({ scripts: { test: 'jest' } })).test).toContain('npm test -- --coverage')
    expect(commandsOf(project({ scripts: { test: 'vitest run' } })).test).toBe('npm test')
    expect(commandsOf(project({ scripts: { test: 'vitest run' } }, ['@vitest/coverage-v8'])).test).toContain('npm test -- --coverage')
  })

  it("npm's own placeholder is no test; what a person says wins", () => {
    expect(commandsOf(project({ scripts: { test: 'echo "Error: no test specified" && exit 1', lint: 'eslint' } }), { lint: false, build: 'make' })).toMatchObject({ test: null, lint: null, build: 'make' })
  })
})
