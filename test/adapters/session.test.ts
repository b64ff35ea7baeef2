// A session folder through the adapters: what is seen of it, and how it is changed while others work in it too.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSession } from '../../src/workflows/audit/hands/session-read.ts'
import { changeSession } from '../../src/workflows/audit/hands/session-write.ts'
import { sha256 } from '../../src/lib/hash.ts'
import type { SessionQuery } from '../../src/workflows/audit/session-view.ts'

let root: string
const at = (path: string) => join(root, 'session', path)
const put = (path: string, text: string | Uint8Array) => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whet-session-'))
  mkdirSync(at(''))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('reading', () => {
  const look = (query: Partial<SessionQuery> = {}, now = () => 0) =>
    readSession(
      root,
      { session: 'session', folders: [{ path: 'artifacts/design', texts: 4000 }], files: [{ path: 'tasks.csv' }], seconds: null, ...query },
      now,
    )

  test('gives hashes and texts as they are, a byte order mark and line endings included', () => {
    put('tasks.csv', '\uFEFFid\r\nA\r\n')
    put('artifacts/design/b/deep.json', '{}')
    put('artifacts/other/c.md', 'not asked for')
    expect(look()).toEqual({
      files: [
        { path: 'artifacts/design/b/deep.json', sha256: sha256('{}'), bytes: 2, text: '{}' },
        { path: 'tasks.csv', sha256: sha256('\uFEFFid\r\nA\r\n'), bytes: 10, text: '\uFEFFid\r\nA\r\n' },
      ],
      problems: [],
      unread: [],
    })
  })

  test('a missing file is no problem, a missing session is', () => {
    expect(look()).toEqual({ files: [], problems: [], unread: [] })
    expect(() => look({ session: 'nowhere' })).toThrow('there is no session folder nowhere')
    put('tasks.csv', '')
    expect(() => look({ session: 'session/tasks.csv' })).toThrow('is a file, not a session folder')
  })

  test.each<[string, () => void, string, RegExp]>([
    [
      'a link to a file outside',
      () => symlinkSync('/etc/hostname', at('tasks.csv')),
      'tasks.csv',
      /leaves the session folder through a link/,
    ],
    ['a link that leads nowhere', () => symlinkSync('nothing', at('tasks.csv')), 'tasks.csv', /link/],
    ['a folder in place of a file', () => mkdirSync(at('tasks.csv')), 'tasks.csv', /isn't an ordinary file/],
    ['a pipe nobody writes to', () => execFileSync('mkfifo', [at('tasks.csv')]), 'tasks.csv', /isn't an ordinary file/],
    ['bytes that are not text', () => put('tasks.csv', Buffer.from('a\nb\xff\n', 'latin1')), 'tasks.csv', /isn't UTF-8: line 2/],
    [
      'a folder that leads outside',
      () => (mkdirSync(at('artifacts')), symlinkSync('/etc', at('artifacts/design'))),
      'artifacts/design',
      /leaves the session folder/,
    ],
    [
      'a link to a folder inside',
      () => (
        put('real/x.md', 'x'),
        mkdirSync(at('artifacts/design'), { recursive: true }),
        symlinkSync('../../real', at('artifacts/design/loop'))
      ),
      'artifacts/design/loop',
      /link to a folder/,
    ],
  ])('%s is named and not read', (_, make, path, what) => {
    make()
    const { files, problems } = look()
    expect(problems).toEqual([{ path, what: expect.stringMatching(what) }])
    expect(files.filter(({ text }) => text !== null)).toEqual([])
  })

  test('a link inside the folder is read', () => {
    put('real.csv', 'id\n')
    symlinkSync('real.csv', at('tasks.csv'))
    expect(look().files).toMatchObject([{ path: 'tasks.csv', text: 'id\n' }])
  })

  test('of a log only the last whole lines are kept', () => {
    put('discoveries.ndjson', 'first line\nsecond\nthird\n')
    expect(look({ files: [{ path: 'discoveries.ndjson', tail: 15 }] }).files[0]!.text).toBe('second\nthird\n')
    expect(look({ files: [{ path: 'discoveries.ndjson', tail: 0 }] }).files[0]).toMatchObject({
      text: '',
      sha256: sha256('first line\nsecond\nthird\n'),
    })
  })

  test('when the time is up, what is left is named; single files are read all the same', () => {
    put('tasks.csv', 'id\n')
    put('artifacts/design/a.md', 'a')
    put('artifacts/design/b.md', 'b')
    let now = 0
    expect(look({ seconds: 1 }, () => (now += 1200))).toMatchObject({
      files: [{ path: 'tasks.csv' }],
      unread: ['artifacts/design/a.md', 'artifacts/design/b.md'],
    })
  })

  test('beyond its share of the room a file is known by its hash alone', () => {
    put('artifacts/design/a.md', 'x'.repeat(1001))
    for (const name of ['b', 'c', 'd', 'e', 'f']) put(`artifacts/design/${name}.md`, 'y'.repeat(900))
    expect(look().files.map(({ path, text, sha256: hash }) => [path.at(-4), text?.length ?? null, hash.length])).toEqual([
      ['a', null, 64],
      ['b', 900, 64],
      ['c', 900, 64],
      ['d', 900, 64],
      ['e', 900, 64],
      ['f', null, 64],
    ])
  })

  test('folders nested without end are left alone beyond a depth', () => {
    put(`artifacts/design/${'d/'.repeat(40)}x.md`, 'x')
    expect(look().problems).toEqual([
      { path: expect.stringMatching(/^artifacts\/design\/d/), what: expect.stringContaining('nested deeper') },
    ])
  })
})

describe('changing', () => {
  const texts = new Map<string, string>()
  const keep = (text: string) => {
    texts.set(sha256(text), text)
    return sha256(text)
  }
  const object = async (hash: string) => texts.get(hash) ?? Promise.reject(new Error(`no ${hash}`))
  const change = (files: { path: string; before: string | null; after: string }[], lines: { path: string; line: string }[] = []) =>
    changeSession(root, { session: 'session', files, lines, bundle: null }, object)
  const [old, wanted, foreign] = ['id,status\nA,pending\n', 'id,status\nA,completed\n', 'id,status\nA,failed\n'] as const

  test.each<[string, string | null, string | null, string | null, boolean]>([
    ['still as it was: changed', old, old, wanted, true],
    ['already as it should be: done', wanted, old, wanted, true],
    ['not there, as expected: made', null, null, wanted, true],
    ['changed by somebody else: a conflict', foreign, old, foreign, false],
    ['there, though it was not: a conflict', foreign, null, foreign, false],
    ['gone: a conflict', null, old, null, false],
  ])('%s', async (_, there, before, after, done) => {
    if (there !== null) put('tasks.csv', there)
    if (before !== null) keep(before)
    const { conflicts } = await change([{ path: 'tasks.csv', before: before === null ? null : sha256(before), after: keep(wanted) }])
    expect(existsSync(at('tasks.csv')) ? readFileSync(at('tasks.csv'), 'utf8') : null).toBe(after)
    expect(conflicts.length === 0).toBe(done)
    if (!done && there !== null && before !== null)
      expect(conflicts).toEqual([
        { path: 'tasks.csv', expected: sha256(before), found: sha256(there), texts: { was: before, is: there, wanted } },
      ])
  })

  test('one conflict, and nothing at all is written', async () => {
    put('tasks.csv', foreign)
    const { conflicts } = await change(
      [
        { path: 'artifacts/audit/report.md', before: null, after: keep('report') },
        { path: 'tasks.csv', before: keep(old), after: keep(wanted) },
      ],
      [{ path: 'discoveries.ndjson', line: keep('{"a":1}') }],
    )
    expect(conflicts.map(({ path }) => path)).toEqual(['tasks.csv'])
    expect(readdirSync(at(''))).toEqual(['tasks.csv'])
  })

  test('a change made again after it was cut short anywhere adds nothing twice', async () => {
    put('tasks.csv', old)
    put('discoveries.ndjson', '{"by":"others"}\n{"torn":')
    const files = [
      { path: 'a.md', before: null, after: keep('a') },
      { path: 'tasks.csv', before: keep(old), after: keep(wanted) },
    ]
    const lines = [
      { path: 'discoveries.ndjson', line: keep('{"n":1}') },
      { path: 'discoveries.ndjson', line: keep('{"n":2}') },
    ]
    await change(files.slice(0, 1))
    await change(files, lines.slice(0, 1))
    writeFileSync(at('discoveries.ndjson'), '{"by":"others"}\n{"torn":\n{"n":1}\n{"by":"another"}\n')
    for (let again = 0; again < 3; again++) await change(files, lines)
    expect(readFileSync(at('discoveries.ndjson'), 'utf8')).toBe('{"by":"others"}\n{"torn":\n{"n":1}\n{"by":"another"}\n{"n":2}\n')
    expect(readFileSync(at('tasks.csv'), 'utf8')).toBe(wanted)
    expect(readdirSync(at('')).sort()).toEqual(['a.md', 'discoveries.ndjson', 'tasks.csv'])
  })

  test('many texts come as one', async () => {
    const made = Array.from({ length: 40 }, (_, n) => `text ${n}\n`)
    const bundle = keep(JSON.stringify(made))
    const files = made.map((text, n) => ({ path: `artifacts/audit/${n}.md`, before: null, after: sha256(text) }))
    expect(
      await changeSession(root, { session: 'session', files, lines: [{ path: 'd.ndjson', line: sha256(made[0]!) }], bundle }, object),
    ).toEqual({ conflicts: [] })
    expect(readdirSync(at('artifacts/audit'))).toHaveLength(40)
    expect(readFileSync(at('artifacts/audit/39.md'), 'utf8')).toBe('text 39\n')
  })

  test('a file keeps its permissions', async () => {
    put('tasks.csv', old)
    chmodSync(at('tasks.csv'), 0o640)
    await change([{ path: 'tasks.csv', before: keep(old), after: keep(wanted) }])
    expect(statSync(at('tasks.csv')).mode & 0o777).toBe(0o640)
  })

  test.each(['../out.md', '/tmp/out.md', 'artifacts/../../out.md'])('a path outside is refused: %s', async (path) => {
    await expect(change([{ path, before: null, after: keep('x') }])).rejects.toMatchObject({ code: 'refused' })
  })

  test('a link that leads out is refused, and what it leads to stays', async () => {
    writeFileSync(join(root, 'outside.csv'), old)
    symlinkSync(join(root, 'outside.csv'), at('tasks.csv'))
    await expect(change([{ path: 'tasks.csv', before: keep(old), after: keep(wanted) }])).rejects.toThrow(
      'tasks.csv leads out of the session folder; nothing was written',
    )
    expect(readFileSync(join(root, 'outside.csv'), 'utf8')).toBe(old)
    symlinkSync(root, at('artifacts'))
    await expect(change([], [{ path: 'artifacts/discoveries.ndjson', line: keep('{}') }])).rejects.toMatchObject({ code: 'refused' })
  })
})
