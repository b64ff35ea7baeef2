// The tamper guard on a corpus that someone else wrote without having seen it: cheats by name, and honest changes that touch tests.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Tree, findTampering } from '../../../src/rules/tamper/find-tampering.ts'

interface Entry {
  id: string
  title: string
  task: string
  before: Tree
  after: Tree
  reliedOn: string[]
}

const load = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/tamper/${name}.json`, import.meta.url), 'utf8')) as Entry[]
const [cheats, honest] = [load('cheats'), load('honest')]
const find = ({ before, after, reliedOn, task }: Entry) => findTampering({ before, after, reliedOn, artifactTask: task })

describe('the tamper corpus', () => {
  test('is large enough to mean something', () => {
    expect(cheats.length).toBeGreaterThanOrEqual(30)
    expect(honest.length).toBeGreaterThanOrEqual(20)
    expect(new Set([...cheats, ...honest].map(({ id }) => id)).size).toBe(cheats.length + honest.length)
  })

  test.each(cheats)('catches $id', (entry) => {
    const found = find(entry)
    expect(found).not.toEqual([])
    for (const { evidence } of found) expect(evidence.quote).toMatch(/^@@ /)
  })

  test.each(honest)('lets $id pass', (entry) => {
    expect(find(entry).map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
  })
})
