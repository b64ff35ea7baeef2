// What reviewers wrote about the outlines of twenty products, much of it chat: what each sentence becomes was read by a person once, and stays.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { editText } from '../../../../src/workflows/design/feedback/edit.ts'
import { hear } from '../../../../src/workflows/design/feedback/hear.ts'
import { outlineIntent } from '../../../../src/workflows/design/outline/outline.ts'

interface Review {
  requirements: string
  sentences: { sentence: string; kind: 'edit' | 'requirement' | 'other'; became: string[] }[]
}

const reviews = JSON.parse(readFileSync(new URL('../../../fixtures/feedback/reviews.json', import.meta.url), 'utf8')) as Review[]

describe.each(reviews.map((review) => [review.requirements.split('\n')[0], review] as const))('%s', (_, { requirements, sentences }) => {
  const made = outlineIntent('feature', requirements)
  if (!('intent' in made)) throw new Error('no design')

  it.each(sentences.map((one) => [one.sentence, one] as const))('%s', (sentence, { kind, became }) => {
    const heard = hear(sentence, made.intent)
    expect(heard.map((each) => (each.became === 'edit' ? each.edits.map(editText).join('; ') : each.became))).toEqual(became)
    if (kind !== 'edit') expect(heard.some((each) => each.became === 'edit')).toBe(false)
  })
})

describe('of what reviewers wrote in their own way', () => {
  const all = reviews.flatMap(({ sentences }) => sentences)
  const isEdit = (became: readonly string[]) => became.some((each) => each !== 'requirement' && each !== 'not understood')
  const share = (kind: string, is: (became: readonly string[]) => boolean) => {
    const own = all.filter((one) => one.kind === kind)
    return own.filter(({ became }) => is(became)).length / own.length
  }

  it('a third of the edits is understood, however it is put', () => {
    expect(share('edit', isEdit)).toBeGreaterThan(0.33)
  })
  it('nearly every requirement is one', () => {
    expect(share('requirement', (became) => became.includes('requirement'))).toBeGreaterThan(0.95)
  })
  it('hardly an edit is taken for a requirement', () => {
    expect(share('edit', (became) => became.includes('requirement'))).toBeLessThan(0.05)
  })
})
