// Code fences as CommonMark has them, with the places that evidence needs.
import { expect, test } from 'vitest'
import { fences } from '../../src/lib/fences.ts'

const short = (markdown: string) => fences(markdown).map(({ lang, file, text, line, closed }) => [lang, file, text, line, closed])

test.each([
  ['```js\na\nb\n```', [['js', undefined, 'a\nb', 1, true]]],
  ['x\n~~~ TS\na\n~~~\n', [['ts', undefined, 'a', 2, true]]],
  ['```ts file=src/a.ts\nx\n```', [['ts', 'src/a.ts', 'x', 1, true]]],
  ['```file="a b.txt" ts\nx\n```', [['', 'a b.txt', 'x', 1, true]]],
  ["```ts title=x file='q'\nx\n```", [['ts', 'q', 'x', 1, true]]],
  ['```ts file=./src//b/../a.ts\nx\n```', [['ts', 'src/a.ts', 'x', 1, true]]],
  ['```ts file=src/../../a.ts\nx\n```', [['ts', '../a.ts', 'x', 1, true]]],
  ['```ts file=/etc/./passwd\nx\n```', [['ts', '/etc/passwd', 'x', 1, true]]],
  ['```js\nopen', [['js', undefined, 'open', 1, false]]],
  ['````md\n```\nx\n```\n````', [['md', undefined, '```\nx\n```', 1, true]]],
  ['```js\r\na\r\n```\r\n', [['js', undefined, 'a', 1, true]]],
  ['  ```js\n  a\n    b\n  ```', [['js', undefined, 'a\n  b', 1, true]]],
  ['- item\n\n      ```js\n      a\n      ```', []],
  ['- item\n\n  ```js\n  a\n  ```', [['js', undefined, 'a', 3, true]]],
  ['1. one\n   - two\n\n     ```js\n     a\n     ```', [['js', undefined, 'a', 4, true]]],
  ['    ```js\n    a\n    ```', []],
  ['<!-- x\n```js\na\n```\n-->\n```ts\nb\n```', [['ts', undefined, 'b', 6, true]]],
  ['<!-- x -->\n```ts\nb\n```', [['ts', undefined, 'b', 2, true]]],
  ['> ```js\n> a\n> ```', []],
  ['inline ``` is not one', []],
  ['``` a`b\nx', []],
  ['', []],
])('%j', (markdown, expected) => expect(short(markdown)).toEqual(expected))

test('a text of nothing but fence marks is read in one pass', () => expect(fences('```\n'.repeat(200_000))).toHaveLength(100_000))
