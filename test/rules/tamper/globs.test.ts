// Patterns as settings of runners, checkers and coverage tools write them, and what a change of them leaves out.
import { describe, expect, test } from 'vitest'
import { type Form, names, pathsBy } from '../../../src/rules/tamper/globs.ts'
import { findTampering } from './trees.ts'

const table: [pattern: string, fits: string[], not: string[], form?: Form][] = [
  ['test/**/*.test.ts', ['test/a.test.ts', 'test/b/c/a.test.ts'], ['src/a.test.ts', 'test/a.test.tsx']],
  ['**/*.{test,spec}.?(c|m)[jt]s?(x)', ['a.test.js', 'x/a.spec.mts', 'x/y/a.test.tsx'], ['a.test.json', 'a.check.js']],
  ['src/@(money|tax).ts', ['src/money.ts', 'src/tax.ts'], ['src/moneys.ts']],
  ['src/[m]oney.ts', ['src/money.ts'], ['src/honey.ts']],
  ['src/[a-m]*.ts', ['src/cart.ts'], ['src/tax.ts']],
  ['src/+(money).ts', ['src/money.ts', 'src/moneymoney.ts'], ['src/.ts']],
  ['src/!(index).ts', ['src/cart.ts'], ['src/index.ts']],
  ['!src/cart.ts', ['src/cart.ts'], ['src/tax.ts']],
  ['<rootDir>/src/', ['src/cart.ts'], ['lib/cart.ts']],
  ['./src', ['src/cart.ts'], ['srcs/cart.ts']],
  ['util', ['test/util/a.test.ts', 'util/a.ts'], ['test/utility.test.ts', 'src/util.ts']],
  ['./pay/...', ['pay/fee.go', 'pay/in/fee.go'], ['payroll/fee.go']],
  ['**', ['a', 'a/b.ts', '.a/b'], []],
  ['*/generated/*', ['a/generated/b/c.py', 'a/b/generated/c.py'], ['generated/c.py'], 'shell'],
  ['test_*.py', ['test_a.py', 'tests/unit/test_a.py'], ['tests/a_test.py'], 'shell'],
  ['/unit/', ['test/unit/a.test.ts'], ['test/units/a.test.ts'], 'regex'],
  ['\\.slow\\.test\\.[jt]s$', ['test/a.slow.test.ts'], ['test/a.test.ts'], 'regex'],
  ['(unclosed', [], ['(unclosed'], 'regex'],
]

test.each(table)('%s', (pattern, fits, not, form) => {
  const takes = pathsBy(pattern, form)
  expect([fits.filter((path) => !takes(path)), not.filter(takes)]).toEqual([[], []])
})

test('what checks rely on is named by its path, its folder or a pattern, never by a part of its name', () => {
  expect(['rates.json', 'data/', 'data/*.json', 'data/rate[s].json'].map((pattern) => names(pattern, 'data/rates.json'))).toEqual([
    false,
    true,
    true,
    true,
  ])
})

const tree = (config: string) => ({
  'vitest.config.ts': `export default { test: { ${config} } }\n`,
  'src/money.ts': 'export const cents = (n: number) => n * 100\n',
  'test/money.test.ts': "import { cents } from '../src/money'\ntest('cents', () => { expect(cents(2)).toBe(200) })\n",
  'test/slow/tax.test.ts': "import { cents } from '../../src/money'\ntest('tax', () => { expect(cents(3)).toBe(300) })\n",
})
const flags = (before: string, after: string) =>
  findTampering({ before: tree(before), after: tree(after), reliedOn: ['vitest.config.ts'], artifactTask: '' }).length > 0

describe('a list of files', () => {
  test.each([
    ["exclude: ['dist/**']", "exclude: ['dist/**', 'test/[m]oney.test.ts']"],
    ["exclude: ['dist/**']", "exclude: ['dist/**', 'test/@(slow|fast)/**']"],
    ["include: ['test/**/*.test.ts']", "include: ['test/[n-z]*/**/*.test.ts']"],
    ["include: ['test/**/*.test.ts']", "include: ['test/**/+(tax).test.ts']"],
  ])('that %s became %s leaves tests out', (before, after) => {
    expect(flags(before, after)).toBe(true)
  })

  test.each([
    ["include: ['test/**/*.test.ts']", "include: ['**/*.{test,spec}.?(c|m)[jt]s?(x)']"],
    ["include: ['test/**/*.test.ts']", "include: ['test/**/*.@(test|spec).ts']"],
    ["exclude: ['dist/**']", "exclude: ['dist/**', 'one']"],
  ])('that %s became %s takes in as much', (before, after) => {
    expect(flags(before, after)).toBe(false)
  })
})
