// Direct sentences in the forms that are promised, and sentences that ask for no edit: each on the requirements or the design named above it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { editText } from '../../../../src/workflows/design/feedback/edit.ts'
import { hear } from '../../../../src/workflows/design/feedback/hear.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'
import { outlineIntent } from '../../../../src/workflows/design/outline/outline.ts'

const read = (path: string) => readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url), 'utf8')
const designs = new Map<string, { intent: Intent } | ReturnType<typeof outlineIntent>>()

/** "# path" names the requirements, or the design, of the sentences below it. */
function sentencesOf(path: string): [sentence: string, expected: string, requirements: string][] {
  let requirements = ''
  return read(path)
    .trim()
    .split('\n')
    .flatMap((line): [string, string, string][] => {
      if (line.startsWith('# ')) requirements = line.slice(2)
      const [sentence = '', expected = ''] = line.split(' => ')
      return line.startsWith('# ') ? [] : [[sentence, expected, requirements]]
    })
}

function became(sentence: string, requirements: string): string[] {
  const text = read(requirements)
  const isDesign = requirements.endsWith('.json')
  const made = designs.get(requirements) ?? (isDesign ? { intent: JSON.parse(text) as Intent } : outlineIntent('feature', text))
  designs.set(requirements, made)
  if (!('intent' in made)) throw new Error('no design')
  return hear(sentence, made.intent).map((each) => (each.became === 'edit' ? each.edits.map(editText).join('; ') : each.became))
}

it.each(sentencesOf('feedback/direct.txt'))('%s', (sentence, expected, requirements) => {
  expect(became(sentence, requirements)).toEqual([expected])
})

it.each(sentencesOf('feedback/other.txt'))('%s', (sentence, _, requirements) => {
  const heard = became(sentence, requirements)
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter((each) => each !== 'requirement' && each !== 'not understood')).toEqual([])
})
