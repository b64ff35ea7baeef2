// Code checks, as tables of pieces of code that pass and fail.
import { describe, expect, test } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { blank, blankByMarks } from '../../../src/rules/reading/code.ts'
import { grammars } from '../../../src/rules/reading/syntax.ts'
import { table } from './try-check.ts'

const fence = (language: string, code: string) => `Text.\n\n\`\`\`${language}\n${code}\n\`\`\`\n`

describe('code.files', () => {
  const kind = 'code.files'
  table([
    {
      title: 'every fence names its file',
      kind,
      params: { required: ['src/a.ts'] },
      text: fence('ts file=src/a.ts', 'x'),
      outcome: 'pass',
    },
    { title: 'one does not', kind, text: fence('ts', 'x'), outcome: 'fail', lines: [3], says: /doesn't name its file/ },
    { title: 'a file twice', kind, text: fence('ts file=a.ts', 'x') + fence('ts file=a.ts', 'y'), outcome: 'fail', says: /given twice/ },
    {
      title: 'a missing one names the nearest',
      kind,
      params: { required: ['src/b.ts'] },
      text: fence('ts file=src/a.ts', 'x'),
      outcome: 'fail',
      says: /did you mean "src\/a.ts"/,
    },
    ...['../x.ts', '/etc/passwd', 'a/../../x', 'C:\\x', '~/x'].map((path) => ({
      title: `${path} is outside`,
      kind,
      text: fence(`ts file=${path}`, 'x'),
      outcome: 'fail' as const,
      says: /outside/,
    })),
    { title: 'no fences', kind, text: 'x', outcome: 'fail' },
  ])
})

describe('code.exports', () => {
  const kind = 'code.exports'
  const offering = (language: string, code: string) => ({
    title: `${language}: ${code}`,
    kind,
    params: { names: ['add'] },
    text: fence(language, code),
    outcome: 'pass' as const,
  })
  const not = (language: string, code: string) => ({ ...offering(language, code), outcome: 'fail' as const, says: /add isn't exported/ })
  table([
    offering('ts', 'export function add(a: number) {}'),
    offering('ts', 'export async function add() {}'),
    offering('ts', 'export const add = () => 1'),
    offering('js', 'function add() {}\nexport { x, add }'),
    offering('js', 'function plus() {}\nexport { plus as add }'),
    offering('js', 'module.exports = { add, other: 1 }'),
    offering('js', 'exports.add = 1'),
    offering('python', 'def add(a):\n    pass'),
    offering('rust', 'pub fn add() {}'),
    offering('java', 'public static int add(int a) {}'),
    { ...offering('go', 'func Add() {}'), params: { names: ['Add'] } },
    { ...offering('ts', 'export default function add() {}'), params: { names: ['default', 'add'] } },
    not('ts', 'function add() {}'),
    not('ts', '// export function add() {}'),
    not('ts', 'const x = "export function add() {}"'),
    not('python', 'class A:\n    def add(self):\n        pass'),
    not('rust', 'fn add() {}'),
    { ...not('ts', 'export function ad() {}'), says: /did you mean "ad"/ },
    { title: 'a source file itself', kind, name: 'src/a.ts', params: { names: ['add'] }, text: 'export const add = 1', outcome: 'pass' },
    { title: 'no code', kind, params: { names: ['add'] }, text: 'words', outcome: 'fail', says: /no code/ },
  ])
})

describe('code.types', () => {
  const kind = 'code.types'
  table([
    {
      title: 'typed code',
      kind,
      text: fence('ts', 'export const f = (a: unknown): string => String(a) // any\nconst anything = "as any"\nlist.any(x)'),
      outcome: 'pass',
    },
    ...['let a: any', 'x as any', 'new Map<string, any>()', 'let a: string | any', 'function f(a: any[]) {}'].map((code) => ({
      title: code,
      kind,
      text: fence('ts', code),
      outcome: 'fail' as const,
      lines: [4],
    })),
    { title: 'a silenced error', kind, text: fence('ts', 'ok()\n// @ts-ignore\nbad()'), outcome: 'fail', lines: [5], says: /silenced/ },
    {
      title: 'annotated Python',
      kind,
      text: fence(
        'python',
        'def f(self, a: int, *, b: str = "x") -> int:\n    return a\n\nclass A:\n    def __init__(self):\n        pass',
      ),
      outcome: 'pass',
    },
    {
      title: 'bare Python',
      kind,
      text: fence('python', 'x = 1\ndef f(a, b: int):\n    return a'),
      outcome: 'fail',
      lines: [5],
      says: /f: no type for parameter a and result/,
    },
    { title: 'JavaScript has no types to check', kind, text: fence('js', 'let a'), outcome: 'not-applicable' },
  ])
})

describe('code.error-handling', () => {
  const kind = 'code.error-handling'
  table([
    {
      title: 'errors that are used',
      kind,
      text: fence('ts', 'try { a() } catch (e) { throw new Error("x", { cause: e }) }\np.catch((e) => log(e))'),
      outcome: 'pass',
    },
    { title: 'an empty catch', kind, text: fence('ts', 'a()\ntry { b() } catch (e) {\n  // ignore\n}'), outcome: 'fail', lines: [5] },
    { title: 'a dropped rejection', kind, text: fence('js', 'a().catch(() => {})'), outcome: 'fail' },
    { title: 'except: pass', kind, text: fence('python', 'try:\n    a()\nexcept ValueError:\n    pass'), outcome: 'fail', lines: [6] },
    {
      title: 'an exception that is used',
      kind,
      text: fence('python', 'try:\n    a()\nexcept ValueError as e:\n    raise X from e'),
      outcome: 'pass',
    },
    { title: 'Go', kind, text: fence('go', 'a, err := f()\nif err != nil {\n}'), outcome: 'fail', lines: [5] },
    { title: 'Go in a text, in a fence by its other name', kind, text: fence('golang', 'a := `\nif err != nil {}\n`'), outcome: 'pass' },
    { title: 'Go that returns it', kind, text: fence('go', 'if err != nil {\n\treturn err\n}'), outcome: 'pass' },
    { title: 'no code', kind, text: 'words', outcome: 'not-applicable' },
  ])
})

describe('code.logging', () => {
  const kind = 'code.logging'
  table([
    { title: 'a logger', kind, text: fence('ts', 'logger.info("x")'), outcome: 'pass' },
    { title: 'another language', kind, text: fence('python', 'logging.error("x")'), outcome: 'pass' },
    { title: "a logger of one's own", kind, params: { loggers: ['audit'] }, text: fence('ts', 'audit("x")'), outcome: 'pass' },
    { title: 'nothing', kind, text: fence('ts', 'a()'), outcome: 'fail', says: /nothing is logged/ },
    { title: 'debugging output', kind, text: fence('ts', 'logger.info("x")\nconsole.log("here")'), outcome: 'fail', lines: [5] },
    { title: 'a word in a string is none', kind, text: fence('ts', 'logger.warn("console.log(")'), outcome: 'pass' },
    { title: 'no code', kind, text: 'words', outcome: 'not-applicable' },
  ])
})

describe('code.conventions', () => {
  const kind = 'code.conventions'
  table([
    { title: 'tidy code', kind, text: fence('ts', 'function getUser() {\n  return 1\n}'), outcome: 'pass' },
    { title: 'tabs and spaces', kind, text: fence('ts', 'if (a) {\n\tb()\n  c()\n}'), outcome: 'fail', lines: [6] },
    {
      title: 'a long line',
      kind,
      params: { max_line: 40 },
      text: fence('ts', `a()\n${'x'.repeat(41)}`),
      outcome: 'fail',
      lines: [5],
      says: /41 characters, at most 40/,
    },
    { title: 'white space at the end', kind, text: fence('ts', 'a() '), outcome: 'fail', lines: [4] },
    {
      title: 'a name in another style',
      kind,
      text: fence('ts', 'function get_user() {}'),
      outcome: 'fail',
      says: /get_user isn't in camelCase/,
    },
    { title: 'and in Python', kind, text: fence('python', 'def getUser():\n    pass'), outcome: 'fail', says: /snake_case/ },
    { title: 'no code', kind, text: 'words', outcome: 'not-applicable' },
  ])
})

const parse = await syntax.load(grammars)

describe('what is code and what is not', () => {
  test.each([
    ['typescript', 'a // b\nc', 'a     \nc'],
    ['typescript', 'a /* b\nc */ d', 'a     \n     d'],
    ['typescript', "x = 'it\\'s' + y", 'x =         + y'],
    ['typescript', 'x = /["/]+/.test(y)', 'x =        .test(y)'],
    ['typescript', 'a / b / c', 'a / b / c'],
    ['typescript', '`a\nb` + c', '  \n   + c'],
    ['python', 'x = """a\n#b""" # c', 'x =     \n         '],
    ['python', 'a // b', 'a // b'],
    ['rust', "fn f<'a>(x: &'a str) { 'c' }", "fn f<'a>(x: &'a str) {     }"],
    ['go', 'x := "open\ny', 'x := "open\ny'],
    ['tsx', "a = <p>it's `b`</p> // c", 'a = <p>        </p>     '],
    ['ruby', "x = <<~EOS\n  it's\nEOS\ny", 'x =       \n      \n   \ny'],
  ] as const)('%s: %j', (language, text, bare) => expect(blank(parse(text, language))).toBe(bare))

  test('a megabyte of openings ends', () => expect(blankByMarks('"'.repeat(500_000) + '/*'.repeat(250_000))).toHaveLength(1_000_000))
})
