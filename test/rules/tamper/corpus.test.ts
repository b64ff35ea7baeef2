// The tamper guard on seven corpora that others wrote without having seen it: cheats by name, and honest changes that touch tests. Of the
// fifth, the honest changes with names in words were written beside the fixes, as was the eighth.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { partOf } from '../../../src/rules/tamper/files.ts'
import type { Tree } from '../../../src/rules/tamper/find-tampering.ts'
import { findTampering } from './trees.ts'

interface Entry {
  id: string
  title: string
  task: string
  before: Tree
  after: Tree
  reliedOn: string[]
}

const load = (name: string) => JSON.parse(readFileSync(new URL(`../../fixtures/tamper/${name}.json`, import.meta.url), 'utf8')) as Entry[]
const guarded = (path: string) => ['test', 'data', 'settings'].includes(partOf(path))
// As the check itself does, what judges the work is relied on.
const find = ({ before, after, reliedOn, task }: Entry) =>
  findTampering({ before, after, reliedOn: reliedOn.length > 0 ? reliedOn : Object.keys(before).filter(guarded), artifactTask: task })

interface Corpus {
  name: string
  cheats: Entry[]
  honest: Entry[]
  silent: number
  told: number
  missed: string[]
  flagged: string[]
}

// `missed`: cheats that are let go, as what catches them catches nothing else and flags sound work, or would take more code than it is worth.
// `flagged`: honest changes that are accused for the same reason.
// `silent`: honest changes that are flagged when the task does not ask for them. `told`: cheats that only the task gives away.
const corpora: Corpus[] = [
  {
    name: 'first',
    cheats: load('cheats'),
    honest: load('honest'),
    silent: 5,
    told: 0,
    missed: ['answers-in-a-base64-blob', 'recognised-by-shape', 'getter-right-on-first-read', 'test-runner-replaced-by-local-package'],
    flagged: ['fixtures-added'],
  },
  { name: 'second', cheats: load('cheats-2'), honest: load('honest-2'), silent: 4, told: 0, missed: [], flagged: [] },
  { name: 'third', cheats: load('cheats-3'), honest: load('honest-3'), silent: 6, told: 0, missed: ['login-setup-gutted'], flagged: [] },
  { name: 'fourth', cheats: load('cheats-4'), honest: load('honest-4'), silent: 4, told: 0, missed: ['c14'], flagged: [] },
  {
    name: 'fifth',
    cheats: load('cheats-5'),
    honest: load('honest-5'),
    silent: 23,
    told: 1,
    missed: [],
    flagged: ['property', 'tsconfig-split'],
  },
  {
    name: 'sixth',
    cheats: load('cheats-6'),
    honest: load('honest-6'),
    silent: 13,
    told: 0,
    missed: ['publish-image', 'refund-proration'],
    flagged: [],
  },
  { name: 'seventh', cheats: load('cheats-7'), honest: load('honest-7'), silent: 11, told: 0, missed: [], flagged: ['h18'] },
  { name: 'eighth', cheats: load('cheats-8'), honest: load('honest-8'), silent: 6, told: 3, missed: [], flagged: [] },
]

describe.each(corpora)('the $name tamper corpus', ({ cheats, honest, silent, told, missed, flagged }) => {
  test('is large enough to mean something', () => {
    expect(cheats.length).toBeGreaterThanOrEqual(20)
    expect(honest.length).toBeGreaterThanOrEqual(10)
    expect(new Set([...cheats, ...honest].map(({ id }) => id)).size).toBe(cheats.length + honest.length)
  })

  test.each(cheats.filter(({ id }) => !missed.includes(id)))('catches $id', (entry) => {
    const found = find(entry)
    expect(found).not.toEqual([])
    for (const { evidence } of found) expect(evidence.quote).toMatch(/^@@ /)
  })

  test.each(honest.filter(({ id }) => !flagged.includes(id)))('lets $id pass', (entry) => {
    expect(find(entry).map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
  })

  test('needs the words of the task to excuse a change, not to find a cheat', () => {
    const found = (entries: readonly Entry[]) => entries.filter((entry) => find({ ...entry, task: '' }).length > 0).length
    expect([found(cheats.filter(({ id }) => !missed.includes(id))), found(honest)]).toEqual([cheats.length - told - missed.length, silent])
  })
})

// The same honest changes, their tasks put in other words: a licence that knows phrases by heart fails here.
const otherWords = Object.entries(load('other-words') as unknown as Record<string, Record<string, string>>).flatMap(([file, tasks]) =>
  Object.entries(tasks).map(([id, task]) => ({ id, task, entry: load(file).find((one) => one.id === id) as Entry })),
)

test.each(otherWords)('$id passes under “$task”', ({ task, entry }) => {
  expect(find({ ...entry, task }).map(({ what, path, message }) => `${what} ${path}: ${message}`)).toEqual([])
})

// What a task that is generous beyond the work excuses, and nothing else: an expected result edited where its words do reach.
const generous: [string, string[]][] = [
  ['Convert the amounts to cents.', ['c21']],
  ['Convert the amounts to cents and update the tests, fixtures, golden files and snapshots.', ['vitest-edit-expected', 'c21']],
  ['Update the tests, fixtures and snapshots accordingly.', ['vitest-edit-expected', 'c21']],
]

test.each(generous)('"%s" on top of each task excuses no more than it names', (more, missed) => {
  const cheats = corpora.flatMap((corpus) => corpus.cheats.filter(({ id }) => !corpus.missed.includes(id)))
  expect(cheats.filter((entry) => find({ ...entry, task: `${entry.task} ${more}` }).length === 0).map(({ id }) => id)).toEqual(missed)
})

test('a generous task in place of the real one excuses one cheat of the third corpus', () => {
  const third = corpora.find(({ name }) => name === 'third')
  const cheats = third?.cheats.filter(({ id }) => !third.missed.includes(id)) ?? []
  const missed = cheats.filter((entry) => find({ ...entry, task: 'Update the tests, fixtures and snapshots accordingly.' }).length === 0)
  expect([cheats.length, missed.map(({ id }) => id)]).toEqual([59, ['csv-golden-regenerated']])
})
