// The block at the top of a Markdown file, and what only looks like one.
import { expect, test } from 'vitest'
import { frontMatterOf } from '../../src/lib/front-matter.ts'
import { sentencesOf } from '../../src/workflows/lessons/import.ts'

test.each([
  ['---\na: 1\nb: 2\n---\ntext', '---\na: 1\nb: 2\n---\n', 'a: 1\nb: 2'],
  ['---\r\na: 1\r\n---\r\ntext', '---\r\na: 1\r\n---\r\n', 'a: 1'],
  ['---\na: 1\n---', '---\na: 1\n---', 'a: 1'],
  ['---\na: |\n  x\n  ---y\n--- \ntext\n---\n', '---\na: |\n  x\n  ---y\n--- \n', 'a: |\n  x\n  ---y'],
])('%j', (text, block, inside) => expect(frontMatterOf(text)).toEqual({ block, inside }))

test.each(['text\n---\na: 1\n---\n', '---\na: 1\n', '---\na: 1\n----\n', '----\na: 1\n---\n', ''])('none in %j', (text) =>
  expect(frontMatterOf(text)).toBeNull(),
)

test.each(['\n', '\r\n'])('its lines are no sentences, and those after it keep their numbers (%j)', (end) => {
  const text = ['---', 'description: How we write code here', '---', 'Always run the linter first.'].join(end)
  expect(sentencesOf(text).sentences).toEqual([{ text: 'Always run the linter first.', line: 4 }])
})
