// What tools print, read: each case is a trap that somebody fell into.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { commandsOf, readPackage } from '../../../src/rules/measure/commands.ts'
import { complexities } from '../../../src/rules/measure/complexity.ts'
import { addedLines, countMarks } from '../../../src/rules/measure/marks.ts'
import { readReports, readSummary, readTable } from '../../../src/rules/measure/read-coverage.ts'
import { type Ended, countTests, readBuild, readCompile, readLint, readTests } from '../../../src/rules/measure/read-output.ts'

const ended = (stdout: string, exitCode: number | null = 0, more: Partial<Ended> = {}): Ended => ({
  stdout,
  stderr: '',
  exitCode,
  timedOut: false,
  limitMs: 180_000,
  ...more,
})

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

  it('what each runner itself printed, green and red, is counted as it counts; where it names no number there is none', () => {
    const printed = JSON.parse(readFileSync(new URL('../../fixtures/order/runners.json', import.meta.url), 'utf8')) as Record<
      string,
      { green: string; red: string }
    >
    const counted: Record<string, [green: number[] | null, red: number[] | null]> = {
      ava: [
        [3, 0, 2],
        [2, 1, 2],
      ],
      'ava-tap': [
        [3, 0, 1],
        [2, 1, 1],
      ],
      jasmine: [
        [3, 0, 1],
        [2, 1, 1],
      ],
      jest: [
        [3, 0, 1],
        [2, 1, 1],
      ],
      mocha: [
        [3, 0, 1],
        [2, 1, 1],
      ],
      'mocha-dot': [
        [3, 0, 1],
        [2, 1, 1],
      ],
      'mocha-min': [
        [3, 0, 1],
        [2, 1, 1],
      ],
      'mocha-tap': [
        [3, 0, 0],
        [2, 1, 0],
      ],
      'node-dot': [null, null],
      'node-spec': [
        [4, 0, 2],
        [3, 1, 2],
      ],
      'node-tap': [
        [4, 0, 2],
        [3, 1, 2],
      ],
      qunit: [
        [2, 0, 2],
        [1, 1, 2],
      ],
      tap16: [
        [2, 0, 1],
        [1, 1, 1],
      ],
      'tap16-tap': [
        [2, 0, 1],
        [1, 1, 1],
      ],
      tape: [
        [4, 0, 0],
        [3, 1, 0],
      ],
      uvu: [
        [3, 0, 1],
        [2, 1, 1],
      ],
      vitest: [
        [3, 0, 2],
        [2, 1, 2],
      ],
      'vitest-dot': [
        [3, 0, 2],
        [2, 1, 2],
      ],
      'vitest-tap': [
        [3, 0, 2],
        [2, 1, 2],
      ],
    }
    const numbers = (text: string) => {
      const found = countTests(text)
      return found && [found.passed, found.failed, found.skipped]
    }
    expect(Object.fromEntries(Object.entries(printed).map(([name, { green, red }]) => [name, [numbers(green), numbers(red)]]))).toEqual(
      counted,
    )
    for (const { green, red } of Object.values(printed))
      expect([readTests(ended(green, 0)).passed, readTests(ended(red, 1)).passed]).toEqual([
        { is: 'measured', value: true },
        { is: 'measured', value: false },
      ])
  })

  it.each([
    ['lab', '12 tests passed', [12, 0, 0]],
    ['lab, red', '1 of 12 tests failed', [11, 1, 0]],
    ['Playwright', '  1 failed\n    a.spec.ts:3:1 › a\n  2 skipped\n  5 passed (2.1s)', [5, 1, 2]],
    ['bun', ' 3 pass\n 1 fail\n 7 expect() calls', [3, 1, 0]],
  ])('%s', (_name, text, [passed, failed, skipped]) => expect(countTests(text)).toEqual({ passed, failed, skipped }))

  it('npm starts posttest once the tests have passed: what fails there is not a test', () => {
    const text = '> qs@1.0.0 posttest\n> npx npm audit\n# pass 3\n# fail 0\nnpm error network'
    expect(readTests(ended(text, 1), { posttest: true }).passed).toEqual({ is: 'measured', value: true })
    expect(readTests(ended(text, 1)).passed).toEqual({ is: 'measured', value: false }) // printed by somebody else
  })

  it.each([
    'Test suite failed to run\n src/a.test.ts:1:1 - error TS2304: x\nTest Suites: 1 failed, 1 total\nTests:       0 total',
    ' Test Files  1 failed (1)\n      Tests  no tests',
  ])('a file of tests that does not load fails: %s', (text) =>
    expect(readTests(ended(text, 1)).passed).toEqual({ is: 'measured', value: false }),
  )

  it.each([
    ['No test files found, exiting with code 1', 1],
    ['Error: No test files found: "test"', 1],
    ['Incomplete: No specs found', 1],
    ['# tests 0\n# pass 0\n# fail 0', 0],
    ['  0 passing (1ms)', 0],
  ])('none found is neither passed nor failed: %s', (stdout, code) => {
    expect(readTests(ended(stdout, code))).toMatchObject({ none: true, passed: { is: 'not-applicable' } })
  })

  it('where no test ran and something else in the script failed, nothing is measured', () => {
    const text = '# tests 0\n# pass 0\n\n> tsd\n\nThe test file `index.test-d.ts` does not exist.'
    expect(readTests(ended(text, 1))).toMatchObject({
      none: false,
      passed: { is: 'unmeasured', why: expect.stringContaining('ended with exit code 1 and ran no test: The test file') },
    })
  })

  it('OR-016 a time-out is named and measures nothing', () => {
    expect(readTests(ended('# pass 1', 1, { overMemoryMb: 4096 })).passed).toEqual({
      is: 'unmeasured',
      why: 'the test run used more than 4 GB of memory',
    })
    expect(readTests(ended('', null, { timedOut: true })).passed).toEqual({ is: 'unmeasured', why: 'the test run took longer than 180 s' })
    expect(readBuild(ended('', null, { timedOut: true, limitMs: 120_000 }))).toEqual({
      is: 'unmeasured',
      why: 'the build took longer than 120 s',
    })
    expect(readLint(ended('', null, { timedOut: true, limitMs: 60_000 })).warnings).toEqual({
      is: 'unmeasured',
      why: 'the linter took longer than 60 s',
    })
  })

  it('a runner that is not there measures nothing', () =>
    expect(readTests(ended('sh: vitest: not found', 127)).passed.is).toBe('unmeasured'))
  it('the package that pnpm and yarn name before each line of a workspace is no part of what the runner says', () => {
    const said =
      'packages/a test: ℹ pass 2\npackages/a test: ℹ fail 0\npackages/b test:   Total:     2\npackages/b test:   Passed:    1\n[c]:   3 passing (5ms)\n'
    expect(readTests(ended(said, 1)).counts).toEqual({ passed: 6, failed: 1, skipped: 0 })
    expect(readLint(ended('packages/a lint: ✖ 3 problems (1 error, 2 warnings)\n', 1))).toMatchObject({
      errors: { value: 1 },
      warnings: { value: 2 },
    })
  })

  it('several runs of one script add up', () =>
    expect(countTests('# pass 3\n# fail 0\n# pass 2\n# fail 1\n')).toEqual({ passed: 5, failed: 1, skipped: 0 }))
})

describe('lint', () => {
  it.each([
    ['eslint with warnings only', '✖ 9 problems (0 errors, 9 warnings)', 0, 0, 9],
    ['eslint', '✖ 12 problems (3 errors, 9 warnings)', 1, 3, 9],
    ['oxlint', 'Found 2 warnings and 1 error.', 1, 1, 2],
    ['biome', 'Found 3 errors.\nFound 1 warning.', 1, 3, 1],
    ['places alone', 'src/a.js:1:2: Extra semicolon.\nsrc/b.js:3:4: warning: unused', 1, 1, 1],
    ['npm that warns of its own settings', 'npm warn Unknown user config "x"\n> eslint .\n', 0, 0, 0],
    ['prettier', '[warn] src/a.js\n[warn] Code style issues found in the above file.', 1, 0, 1],
    ['tsc', 'src/a.ts(3,7): error TS2304: x', 2, 1, 0],
    ['silence', '> fare@1.0.0 lint\n> eslint . --max-warnings 0\n', 0, 0, 0],
  ])('%s', (_name, stdout, code, errors, warnings) => {
    expect(readLint(ended(stdout, code))).toEqual({
      errors: { is: 'measured', value: errors },
      warnings: { is: 'measured', value: warnings },
    })
  })

  it('a linter that fails without saying where measures nothing', () =>
    expect(readLint(ended('Oops! Something went wrong!', 2)).errors.is).toBe('unmeasured'))
})

describe('coverage', () => {
  it.each([
    ['coverage/coverage-summary.json', '{"total":{"lines":{"total":200,"covered":85}}}', 42.5],
    ['coverage/coverage-summary.json', '{"total":{"lines":{"total":3,"covered":2}}}', 66.66], // cut off, as istanbul does
    ['coverage/lcov.info', 'SF:a\nLF:8\nLH:2\nend_of_record\nSF:b\nLF:2\nLH:2\n', 40],
    ['coverage/coverage-final.json', '{"a":{"statementMap":{"0":{"start":{"line":1}},"1":{"start":{"line":2}}},"s":{"0":1,"1":0}}}', 50],
  ])('%s', (path, text, percent) => expect(readReports([{ path, text }])).toEqual({ is: 'measured', value: percent }))

  it('reports of several packages add up by lines', () => {
    const report = (path: string, total: number, covered: number) => ({
      path,
      text: JSON.stringify({ total: { lines: { total, covered } } }),
    })
    expect(readReports([report('a/coverage-summary.json', 90, 90), report('b/coverage-summary.json', 10, 0)])).toEqual({
      is: 'measured',
      value: 90,
    })
  })

  it.each([
    ['coverage/coverage-summary.json', '{"total":{}}'],
    ['coverage/coverage-summary.json', 'torn {'],
    ['coverage/lcov.info', ''],
    ['coverage/coverage-summary.json', '{"total":{"lines":{"total":0,"covered":0,"pct":"Unknown"}}}'],
  ])('OR-015 an unreadable %s gives no number', (path, text) => expect(readReports([{ path, text }]).is).toBe('unmeasured'))

  it('the printed table, whichever column lines stand in', () => {
    expect(readTable('File | % Stmts | % Branch | % Funcs | % Lines | Uncovered\nAll files | 1 | 2 | 3 | 61.5 |')).toBe(61.5)
    expect(readTable('# file | line % | branch %\n# all files | 93.33 | 80')).toBe(93.33)
    expect(readTable('no table')).toBeNull()
  })

  it('the sums alone', () => expect(readSummary('Statements   : 90% ( 9/10 )\nLines        : 87.5% ( 7/8 )')).toBe(87.5))
})

it('compiler errors come with their places', () => {
  expect(readCompile(ended("src/a.ts(3,7): error TS2304: Cannot find name 'x'.\nFound 1 error.", 2))).toEqual([
    { code: 'TS2304', message: "Cannot find name 'x'.", file: 'src/a.ts', line: 3, column: 7 },
  ])
  expect(readCompile(ended('/w/a.js:2\nlet = \n\nSyntaxError: Unexpected token\n    at x', 1))).toEqual([
    { code: 'SyntaxError', message: 'Unexpected token', file: '/w/a.js', line: 2, column: 1 },
  ])
})

it('marks are counted in added lines alone', () => {
  const patch = [
    '--- a/x.ts',
    '+++ b/x.ts',
    '@@ -1,2 +1,3 @@',
    '-// TODO old',
    '+// TODO one, FIXME two',
    '+const todo = 1',
    ' // XXX stays',
    '--- a/y',
    '+++ "b/\\303\\244.ts"',
    '@@ -0,0 +1 @@',
    '+++ XXX',
  ].join('\n')
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
    ['function h() { try {} catch {} }', [2]],
    ['class L { x = a ?? b; #y = () => c && d; static z = 1; q; static { if (a) b() } }', [2, 1, 2, 1, 2]],
    ['function i() { return () => a && b }', [1, 2]],
    ['class J { k() { if (a) {} } }', [2]],
  ])('%s', async (text, expected) => {
    const parse = await syntax.load(['javascript'])
    expect(complexities(parse(text, 'javascript'), 'javascript').map(({ complexity }) => complexity)).toEqual(expected)
  })
})

describe('commands', () => {
  const project = (pack: object, there: string[] = []) => ({
    package: readPackage(JSON.stringify(pack)),
    has: (path: string) => there.includes(path),
    installed: (name: string) => there.includes(name),
  })

  it.each([
    [[], 'npm run build', 'npm test'],
    [['pnpm-lock.yaml'], 'pnpm run build', 'pnpm test'],
    [['yarn.lock'], 'yarn run build', 'yarn test'],
  ])('OR-005 the scripts of package.json, by the package manager of %j', (there, build, test) => {
    expect(commandsOf(project({ scripts: { build: 'tsc', test: 'node --test' } }, there))).toMatchObject({ build, test, lint: null })
  })

  it('OR-005 coverage is asked of a runner that can collect it', () => {
    expect(commandsOf(project({ scripts: { test: 'jest' } })).test).toContain('npm test -- --coverage')
    expect(commandsOf(project({ scripts: { test: 'vitest run' } })).test).toBe('npm test')
    const vitest = { ...project({ scripts: { test: 'vitest run' } }), installed: () => true }
    expect(commandsOf(vitest).test).toContain('--coverage.reportOnFailure') // else none is written where a test fails
    expect(commandsOf(project({ scripts: { test: 'vitest run' } }, ['@vitest/coverage-v8'])).test).toContain('npm test -- --coverage')
  })

  it("npm's own placeholder is no test; what a person says wins", () => {
    expect(
      commandsOf(project({ scripts: { test: 'echo "Error: no test specified" && exit 1', lint: 'eslint' } }), {
        lint: false,
        build: 'make',
      }),
    ).toMatchObject({ test: null, lint: null, build: 'make' })
  })
})
