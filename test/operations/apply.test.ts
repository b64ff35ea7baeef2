// Files of an artifact, written into the project: shown first, nothing outside, nothing overwritten unseen.
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as apply from '../../src/operations/apply.ts'
import * as show from '../../src/operations/show.ts'
import { type Project, later, loop, makerWorld, openWorld, person, project, run, says, steady } from './support.ts'

const word = says('a.correctness.word', 'word')
const file = (path: string, text: string, mark = '```') => `${mark}ts file=${path}\n${text}\n${mark}\n`
const set = `# Slugs, word for word\n\n${file('src/slug.ts', 'export const slug = 1')}\nAnd its notes:\n\n${file('docs/notes.md', '# Notes\n\n```sh\nnpm test\n```', '````')}`

async function made(
  text = set,
  { world = {}, input = {}, files = {} }: { world?: object; input?: object; files?: Record<string, string> } = {},
) {
  const at = project(files)
  const done = await loop(at, { rules: [word], makes: steady([text]), more: { type: 'code' }, input, world })
  return { at, ...done }
}

const written = (at: Project) => at.files().filter((path) => !path.startsWith('.') && path !== 'criteria.json')

describe('whet apply', () => {
  it('writes the files, nested fences and all, below the project, and says nothing is left to do the next time', async () => {
    const { at, report, world } = await made()
    expect(report).toMatchObject({ passed: true })
    expect(world.said).toContain('It holds 2 files: `whet apply greeting` writes them into the project.')
    const document = await run(apply, { run: 'greeting' }, openWorld(at))
    expect(document).toMatchObject({
      written: true,
      passed: true,
      files: [
        { path: 'src/slug.ts', is: 'new' },
        { path: 'docs/notes.md', is: 'new' },
      ],
    })
    expect(at.read('src/slug.ts')).toBe('export const slug = 1\n')
    expect(at.read('docs/notes.md')).toBe('# Notes\n\n```sh\nnpm test\n```\n')
    expect(await run(apply, { run: 'greeting', force: true }, openWorld(at))).toMatchObject({
      written: false,
      files: [{ is: 'same' }, { is: 'same' }],
    })
  })

  it('ends lines as the file that is there ends them, the last one too, and leaves what nobody touched as it is', async () => {
    const mine = { 'src/slug.ts': 'export const slug = 1', 'docs/notes.md': '# Notes\r\n\r\nOld.' }
    const { at } = await made(set, { files: mine })
    expect(await run(apply, { run: 'greeting', force: true }, openWorld(at))).toMatchObject({
      files: [{ path: 'src/slug.ts', is: 'same' }, { is: 'changed' }],
    })
    expect(at.read('src/slug.ts')).toBe(mine['src/slug.ts'])
    expect(at.read('docs/notes.md')).toBe('# Notes\r\n\r\n```sh\r\nnpm test\r\n```')
  })

  it('writes nothing with --dry-run, and elsewhere with --to', async () => {
    const { at } = await made()
    const dry = await run(apply, { run: 'greeting', dryRun: true }, openWorld(at))
    expect(apply.default.text(dry, { dryRun: true } as never)).toMatch(
      /--- \/dev\/null[\s\S]*\+export const slug = 1[\s\S]*Nothing was written: --dry-run\.$/,
    )
    expect(written(at)).toEqual([])
    await run(apply, { run: 'greeting', to: 'packages/core' }, openWorld(at))
    expect(written(at)).toEqual(['packages/core/docs/notes.md', 'packages/core/src/slug.ts'])
  })

  it('never overwrites what is there unseen: refused without a person, shown and asked with one, forced by a word', async () => {
    const { at } = await made(set, { files: { 'src/slug.ts': 'mine\n' } })
    await expect(run(apply, { run: 'greeting' }, openWorld(at))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('src/slug.ts already exists'),
      fix: expect.stringContaining('--force'),
    })
    expect(at.read('src/slug.ts')).toBe('mine\n')
    expect(at.has('docs/notes.md')).toBe(false)
    const no = person(false)
    expect(await run(apply, { run: 'greeting' }, openWorld(at, { person: no }))).toMatchObject({ written: false })
    expect(no.shown.join()).toMatch(/-mine\n\+export const slug = 1/)
    expect(no.questions).toEqual(['Write this (1 new, 1 changed)?'])
    expect(at.read('src/slug.ts')).toBe('mine\n')
    await run(apply, { run: 'greeting', force: true }, openWorld(at))
    expect(at.read('src/slug.ts')).toBe('export const slug = 1\n')
  })

  it('shows what could hide a line in a terminal as what it is', async () => {
    const { at } = await made(`word\n\n${file('a.ts', 'good()\u001b[2K\u001b[1Aevil()')}`)
    const no = person(false)
    await run(apply, { run: 'greeting' }, openWorld(at, { person: no }))
    expect(no.shown.join()).toMatch(/evil\(\)/)
    expect(no.shown.join()).not.toContain('\u001b')
  })

  it('notices who was quicker between the question and the answer', async () => {
    const { at } = await made()
    const slow = { ...person(true), confirm: async () => (at.write('src/slug.ts', 'theirs\n'), true) }
    await expect(run(apply, { run: 'greeting' }, openWorld(at, { person: slow }))).rejects.toMatchObject({ code: 'conflict' })
    expect(at.read('src/slug.ts')).toBe('theirs\n')
    expect(at.has('docs/notes.md')).toBe(false)
  })

  it.each<[string, string, (at: Project) => void]>([
    ['git', '.git/hooks/pre-commit', () => {}],
    ['git, spelled otherwise', 'a/../.GIT/config', () => {}],
    ['our own journals', '.whetstone/runs/x/journal.jsonl', () => {}],
    ['what a loop keeps', '.ai-factory/evolution/greeting/artifact.md', () => {}],
    ['a folder', 'src', (at) => void at.write('src/keep.ts', '')],
    ['a link that leads out', 'out/x.ts', (at) => symlinkSync(outsideOf(), join(at.root, 'out'))],
    ['a link as the file itself', 'x.ts', (at) => symlinkSync(join(at.root, 'criteria.json'), join(at.root, 'x.ts'))],
    [
      'git behind a link',
      'inside/hooks/x',
      (at) => (mkdirSync(join(at.root, '.git')), symlinkSync(join(at.root, '.git'), join(at.root, 'inside'))),
    ],
  ])('refuses %s, and writes none of the others', async (_what, path, prepare) => {
    const { at } = await made(`word\n\n${file('ok.ts', '1')}\n${file(path, 'x')}`)
    prepare(at)
    await expect(run(apply, { run: 'greeting', force: true }, openWorld(at))).rejects.toMatchObject({ code: 'refused' })
    expect(at.has('ok.ts')).toBe(false)
  })

  it('refuses a folder outside the project', async () => {
    const { at } = await made()
    await expect(run(apply, { run: 'greeting', to: '../elsewhere' }, openWorld(at))).rejects.toMatchObject({ code: 'refused' })
    expect(existsSync(join(at.root, '../elsewhere'))).toBe(false)
  })

  it('says what to do with an artifact without files, one under way, and one that did not pass', async () => {
    const { at } = await made('word\n')
    await expect(run(apply, { run: 'greeting' }, openWorld(at))).rejects.toMatchObject({
      message: expect.stringContaining('holds no files'),
      fix: expect.stringContaining('whet show'),
    })
    const failed = await made(set.replace('word for word', 'nothing'), { input: {} })
    const world = openWorld(failed.at)
    await run(apply, { run: 'greeting' }, world)
    expect(world.said.join()).toMatch(/ended without passing/)
    const leave = new AbortController()
    const going = project()
    await loop(going, { rules: [word], makes: () => (leave.abort(), ''), world: { signal: leave.signal } })
    await expect(
      run(
        apply,
        { run: 'greeting' },
        makerWorld(going, () => ''),
      ),
    ).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('is running') })
  })
})

it('the end of a loop offers to write its files, and shows what would change first', async () => {
  const asked = person(true, true, '')
  const { at } = await made(set, { world: { person: asked } })
  expect(asked.questions).toEqual([
    'Write its 2 files into the project? You see what would change first.',
    'Write this (2 new, 0 changed)?',
    expect.stringMatching(/^Copy the artifact to/),
  ])
  expect(at.read('src/slug.ts')).toBe('export const slug = 1\n')
})

it.each<[string, string, RegExp]>([
  ['a path that leads out', `word\n${file('../x.ts', '1')}`, /isn't a path inside the project/],
  ['a fence never closed', 'word\n```ts file=a.ts\n1\n', /never closed/],
  ['one file twice', `word\n${file('a.ts', '1')}${file('A.ts', '2')}`, /is in line 2 and again/],
])('a set of files with %s is no answer, and its maker is told', async (_what, text, problem) => {
  const { report, asked } = await made(text)
  expect(report).toMatchObject({ status: 'failed' })
  expect(asked.at(-1)?.prompt).toMatch(problem)
})

it('whet show prints the artifact byte for byte, or lists its files', async () => {
  const { at } = await made(`${set}\n\n`)
  const world = openWorld(at)
  const document = await run(show, { run: 'greeting', files: true }, world)
  const text = show.default.text(document, {} as never)
  expect(text).toBe(at.read('.ai-factory/evolution/greeting/artifact.md'))
  expect(show.default.text(document, { files: true } as never)).toBe('src/slug.ts    22 bytes  line 3\ndocs/notes.md  28 bytes  line 9\n')
})

function outsideOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whet-outside-'))
  later(() => {
    expect(existsSync(join(folder, 'x.ts'))).toBe(false)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
