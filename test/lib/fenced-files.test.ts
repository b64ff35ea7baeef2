// Files in fences: what is written as it stands, and what would be lost, folded into another or swallowed.
import { expect, it } from 'vitest'
import { fencedFiles } from '../../src/lib/fenced-files.ts'

const file = (path: string, text = 'x\n', mark = '```') => `${mark}ts file=${path}\n${text}${mark}\n`

it.each<[string, string, Record<string, string>]>([
  ['one file', file('src/a.ts'), { 'src/a.ts': 'x\n' }],
  ['an empty file', file('src/__init__.py', ''), { 'src/__init__.py': '' }],
  ['a path in quotes', file('"a b.ts"'), { 'a b.ts': 'x\n' }],
  ['marks after the path', file('a.ts lines=3 fresh'), { 'a.ts': 'x\n' }],
  ['a file that holds fences, in a longer one', file('a.md', '```sh\nls\n```\n', '````'), { 'a.md': '```sh\nls\n```\n' }],
  ['a guide that shows how files are marked', file('a.md', file('b.ts'), '````'), { 'a.md': file('b.ts') }],
  ['dots, brackets and tildes', file('app/[...slug]/.env~') + file('v1.2/notes'), { 'app/[...slug]/.env~': 'x\n', 'v1.2/notes': 'x\n' }],
])('%s', (_what, markdown, expected) => {
  const { files, problems } = fencedFiles(markdown)
  expect(problems).toEqual([])
  expect(Object.fromEntries(files.map(({ path, text }) => [path, text]))).toEqual(expected)
})

it.each([
  ['the same file twice', file('a.ts') + file('./a.ts'), /is in line 1 and again in line 4/],
  ['two names for one file', file('A.ts') + file('a.ts'), /again/],
  ['a file that is also a folder', file('a') + file('a/b.ts'), /would be a file \(line/],
  ['a path outside', file('../a.ts'), /isn't a path inside/],
  ['no path', file(''), /without a name/],
  ['a path with a space and no quotes', file('my notes/a.ts'), /has a space: quote it/],
  ['a name that another system reads as .git', file('.git./hooks/x'), /a name that some systems change/],
  ['its short name there', file('git~1/hooks/x'), /a name that some systems change/],
  ['an invisible character', file('.g\u200cit/hooks/x'), /a name that some systems change/],
  ['a name turned around', file('a\u202ets.exe'), /a name that some systems change/],
  ['a stream', file('.git::$INDEX_ALLOCATION/hooks/x'), /a name that some systems change/],
  ['a device', file('src/aux.ts'), /a name that some systems change/],
  ['a file that ends at a fence of its own', file('README.md', '# A\n\n```sh\nls\n```\n\nMore.\n'), /never closed.*longer fence/],
  [
    'one that then swallows the next',
    file('README.md', '```sh\nls\n```\nMore.\n') + file('b.ts'),
    /line 7 is inside the code fence of line 6/,
  ],
  ['a file that is never closed', '```ts file=a.ts\nx', /never closed/],
])('%s is a problem', (_what, markdown, problem) => expect(fencedFiles(markdown).problems.join('; ')).toMatch(problem))

it('leaves fences without files to others', () => expect(fencedFiles('```js\nnever closed')).toEqual({ files: [], problems: [] }))
