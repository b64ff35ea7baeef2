// Framework terms are told from the same words in their everyday sense: precision and recall on labelled sentences.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { frameworkTerms } from '../../../../src/workflows/design/critic/framework-sense.ts'
import { readFeatures } from './fixtures.ts'

function measure(file: string) {
  const lines = readFileSync(new URL(`./labels/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[+-] /.test(line))
  const wrong: string[] = []
  let hits = 0
  let found = 0
  let terms = 0
  for (const line of lines) {
    const isTerm = line.startsWith('+')
    const isFound = frameworkTerms(line.slice(2)).length > 0
    if (isTerm) terms++
    if (isFound) found++
    if (isTerm && isFound) hits++
    if (isTerm !== isFound) wrong.push(line)
  }
  return { sentences: lines.length, precision: hits / found, recall: hits / terms, wrong }
}

const sets = { 'framework-terms.txt': 300, 'framework-terms-held-out.txt': 150 }

test.each(Object.entries(sets))('%s: precision and recall are 0.95 or more', (file, least) => {
  const { sentences, precision, recall, wrong } = measure(file)
  console.log(`${file}: ${sentences} sentences, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
  expect(sentences).toBeGreaterThanOrEqual(least)
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(recall, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
})

test('the requirement texts and good designs of every feature name none', () => {
  for (const { id, intent } of readFeatures()) {
    const texts = JSON.stringify(intent)
      .match(/"(?:[^"\\]|\\.)*"/g)!
      .map((text) => JSON.parse(text) as string)
    for (const text of texts) expect(frameworkTerms(text), `${id}: ${text}`).toEqual([])
  }
})

const places: [string, string[]][] = [
  ['Use React and Redux, then React again.', ['React', 'Redux', 'React']],
  ['A Spring Boot service.', ['spring boot']],
  ['Express Checkout Page', []],
  ['Next Button', []],
  ['Guests press Next and go on.', []],
  ['Written in go.', []],
  ['the react component', ['react']],
  ['', []],
]

test.each(places)('%j holds %j', (text, terms) => {
  expect(frameworkTerms(text).map(({ term }) => term)).toEqual(terms)
})

test('a text of one endless word is read in one pass', () => {
  expect(frameworkTerms('v-'.repeat(2000) + 'a'.repeat(4000) + '.'.repeat(2000))).toEqual([])
})
