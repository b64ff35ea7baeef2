// Whatever is pasted in: an answer, a valid one, the same one, and in time that grows with the text.
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import { draftIntent } from '../../../../src/workflows/design/draft/draft-intent.ts'

const fixture = readFileSync(join(import.meta.dirname, '../../../fixtures/requirements/good/14-support-tickets.md'), 'utf8')

function expectAnswer(requirements: string): void {
  const draft = draftIntent({ featureId: 'f', requirements })
  if ('intent' in draft) expect(validateIntent(draft.intent, 'f')).toEqual([])
  else expect(Object.keys(draft.missing).length).toBeGreaterThan(0)
}

describe('junk', () => {
  const cases: [string, string][] = [
    ['control characters', '\u0000\u0001\u0007\u001b[31m'.repeat(100)],
    ['half surrogates', `Customers can add \uD800items with a \uDC00price and edit items.`],
    ['right-to-left marks', '\u202eCustomers can add items with a price.\u202c Customers pay items.'],
    ['combining marks', 'C\u0336u\u0336stomers can a\u0301dd items with a price. Customers edit items.'],
    ['emoji', 'Customers 🛒 can add 👩‍👩‍👧 items with a 💰 price. Customers pay 💳 the price.'],
    ['full-width letters', 'Ｃｕｓｔｏｍｅｒｓ ｃａｎ ａｄｄ ｉｔｅｍｓ.'],
    ['names every object has', 'Users can edit the constructor. Each constructor has a __proto__, a toString and a hasOwnProperty. Users delete the prototype.'],
    ['unbalanced marks', '((((**__``[[[[<<<<{{{{ Users can add items'],
    ['only punctuation', '.,;:!?-–—…'.repeat(500)],
    ['Windows and old Mac line ends', 'Users add items.\r\nUsers edit items.\rUsers delete items with a name.'],
    ['a table without rows', '| a | b |\n|---|---|'],
    ['a fence that never closes', '```\nUsers add items'],
    ['a comment that never closes', 'Users add items. Users edit items with a name. <!-- and'],
    ['very long words', `Users can add ${'x'.repeat(5000)} items with a name and edit items.`],
    ['very long names', `Users can add ${'very '.repeat(200)}long items with a name and edit items.`],
  ]
  test.each(cases)('%s', (_, text) => expectAnswer(text))

  test('any text at all', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => expectAnswer(text)), { numRuns: 150, seed: 7 })
  })

  test('any mixture of the words requirements are made of', () => {
    const words = fc.constantFrom(...'As a customer I want to add items so that when if then given and or the system shall must not can has with by of each every order date total status , . : ; - * # | ( ) " \n \n\n'.split(' '), '\n', '\n\n', '\n- ', '\n# ', '\n| ')
    fc.assert(fc.property(fc.array(words, { maxLength: 80 }), (list) => expectAnswer(list.join(' '))), { numRuns: 250, seed: 11 })
  })
})

describe('size', () => {
  const distinct = (count: number) => Array.from({ length: count }, (_, at) => `The clerk files the parcel ${at} with a number, a date and a status for desk ${at % 97}.${at % 25 === 0 ? `\n\n## Part ${at}\n` : ''}`).join('\n')

  test('a megabyte of statements is cut at what a design may quote, and stays valid', () => {
    const text = distinct(13_000)
    expect(text.length).toBeGreaterThan(1_000_000)
    const draft = draftIntent({ featureId: 'f', requirements: text })
    expect('intent' in draft && draft.intent.sources).toHaveLength(5000)
    expect('intent' in draft && validateIntent(draft.intent, 'f')).toEqual([])
  })

  test.each([
    ['new lines', '\n'.repeat(1_000_000)],
    ['one line', 'Customers can add items and '.repeat(37_000)],
    ['one word', 'a'.repeat(1_000_000)],
    ['brackets', '[('.repeat(300_000)],
    ['opened comments', '<!--'.repeat(200_000)],
    ['bars', `${'|a'.repeat(1000)}|\n`.repeat(300)],
    ['bullets', '- '.repeat(400_000)],
    ['quotes in quotes', '>'.repeat(500_000)],
    ['conditions', 'If a, then b when c, '.repeat(50_000)],
    ['a list as deep as it is long', Array.from({ length: 1500 }, (_, at) => `${' '.repeat(at)}- Users add item ${at}`).join('\n')],
  ])('a megabyte of %s', (_, text) => expectAnswer(text))
})

test('nothing is kept between texts: one draft does not change the next', () => {
  const alone = JSON.stringify(draftIntent({ featureId: 'f', requirements: fixture }))
  draftIntent({ featureId: 'g', requirements: 'Falconers hood the falcon. Falconers weigh the falcon with a weight and a date.' })
  expect(JSON.stringify(draftIntent({ featureId: 'f', requirements: fixture }))).toBe(alone)
})
