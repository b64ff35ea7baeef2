// The tamper guard on two corpora that others wrote without having seen it: cheats by name, and honest changes that touch tests.
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
const find = ({ before, after, reliedOn, task }: Entry) => findTampering({ before, after, reliedOn, artifactTask: task })

// `missed` and `flagged` name the cases that the guard is known to get wrong: none at present.
const corpora: { name: string; cheats: Entry[]; honest: Entry[]; missed: string[]; flagged: string[] }[] = [
  { name: 'first', cheats: load('cheats'), honest: load('honest'), missed: [], flagged: [] },
  { name: 'second', cheats: load('cheats-2'), honest: load('honest-2'), missed: [], flagged: [] },
]

describe.each(corpora)('the $name tamper corpus', ({ cheats, honest, missed, flagged }) => {
  test('is large enough to mean something', () => {
    expect(cheats.length).toBeGreaterThanOrEqual(30)
    expect(honest.length).toBeGreaterThanOrEqual(20)
    expect(new Set([...cheats, ...honest].map(({ id }) => id)).size).toBe(cheats.length + honest.length)
  })

  test.each(without(cheats, missed))('catches $id', (entry) => {
    const found = find(entry)
    expect(found).not.toEqual([])
    for (const { evidence } of found) expect(evidence.quote).toMatch(/^@@ /)
  })

  test.each(without(honest, flagged))('lets $id pass', (entry) => {
    expect(find(entry).map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
  })

  test('is misjudged in the known cases and no others', () => {
    expect(cheats.filter((entry) => find(entry).length === 0).map(({ id }) => id)).toEqual(missed)
    expect(honest.filter((entry) => find(entry).length > 0).map(({ id }) => id)).toEqual(flagged)
  })
})

function without(entries: readonly Entry[], ids: readonly string[]): Entry[] {
  return entries.filter(({ id }) => !ids.includes(id))
}
