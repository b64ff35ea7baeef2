// Tests that follow the work: what counts as following it, what as replaced, and whose helpers a test can see.
import { expect, it } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { grammars } from '../../../src/rules/reading/syntax.ts'
import type { Assertion } from '../../../src/rules/tamper/assertions.ts'
import { isWorked } from '../../../src/rules/tamper/explain.ts'
import { reader } from '../../../src/rules/tamper/read.ts'
import { type Suite, readSuite } from '../../../src/rules/tamper/suite.ts'
import { findTampering } from './trees.ts'

const parse = await syntax.load(grammars)

const assertion = (...expects: string[]) => ({ expects: new Set(expects), literals: new Set(expects) }) as unknown as Assertion
const work = (...words: string[]) => ({ work: new Set(words) }) as unknown as Suite

it.each<[why: string, lost: string, now: string, before: string[], after: string[], follows: boolean]>([
  ['the message in the work changed with it', 's:is required', 's:email: is required', ['is required'], ['email: is required'], true],
  ['a number in the work changed with it', 'n:3', 'n:5', ['n:3'], ['n:5'], true],
  ['the work still says what it said', 's:is required', 's:is needed', ['is required'], ['is required'], false],
  ['the new value is nowhere in the work', 'n:3', 'n:7', ['n:3'], ['n:5'], false],
  ['the old value was nowhere in the work', 'n:3', 'n:5', [], ['n:5'], false],
])('isWorked: %s', (_, lost, now, before, after, follows) => {
  expect(isWorked(assertion(lost), [assertion(now)], work(...before), work(...after))).toBe(follows)
})

it('isWorked: nothing stands in its place', () => {
  expect(isWorked(assertion('n:3'), [], work('n:3'), work('n:5'))).toBe(false)
})

const test = (title: string, body: string) => `it('${title}', () => {\n  ${body}\n})\n`
const head = `import { expect, it } from 'vitest'\nimport { check } from '../src/check.js'\n`
const source = (message: string) => `export function check(x) {\n  return x ? '' : '${message}'\n}\n`

it.each<[why: string, after: string, task: string, replaced: boolean]>([
  ['its answer is the work’s new one', test('names the field', `expect(check(0)).toBe('name: missing')`), 'Name the field.', true],
  ['its answer is not what the work says', test('names the field', `expect(check(0)).toBe('fine')`), 'Name the field.', false],
  ['it says less', test('names the field', `expect(check(0)).toBeTruthy()`), 'Name the field.', false],
  ['it asks something else', test('names the field', `expect(other(0)).toBe('name: missing')`), 'Name the field.', false],
  ['nothing stands there', '', 'Name the field.', false],
])('a test is replaced where a new one stands in its place: %s', (_, after, task, replaced) => {
  const found = findTampering({
    before: {
      'src/check.js': source('missing'),
      'test/check.test.js': head + test('tells what is missing', `expect(check(0)).toBe('missing')`),
    },
    after: { 'src/check.js': source('name: missing'), 'test/check.test.js': head + after },
    reliedOn: [],
    artifactTask: task,
  })
  expect(found.length === 0).toBe(replaced)
})

it.each<[path: string, sees: string[]]>([
  ['test/a.test.js', ['helpA', 'helpB']],
  ['test/c.test.js', []],
  ['pkg/x_test.go', ['goHelp']],
  ['other/y_test.go', []],
])('%s sees the helpers %j', (path, sees) => {
  const tree = {
    'test/a.test.js': `import { helpA } from './support.js'\nit('a', () => { helpA(1) })\n`,
    'test/c.test.js': `it('c', () => { expect(1).toBe(1) })\n`,
    'test/support.js': `import { helpB } from './deeper.js'\nexport function helpA(x) { helpB(x) }\n`,
    'test/deeper.js': `export function helpB(x) { expect(x).toBe(1) }\n`,
    'pkg/x_test.go': `package pkg\n\nimport "testing"\n\nfunc TestX(t *testing.T) { goHelp(t) }\n`,
    'pkg/help_test.go': `package pkg\n\nimport "testing"\n\nfunc goHelp(t *testing.T) { t.Fatal("no") }\n`,
    'other/y_test.go': `package other\n\nimport "testing"\n\nfunc TestY(t *testing.T) { t.Fatal("no") }\n`,
  }
  const suite = readSuite(tree, reader(parse), () => true)
  const one = suite.cases.find((each) => each.path === path)
  expect(['helpA', 'helpB', 'goHelp'].filter((name) => one && suite.shared(one).has(name))).toEqual(sees)
})
