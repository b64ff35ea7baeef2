// final/ is written whole or not at all, and only over what is known to be ours.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freeze, readFrozen } from '../../src/workflows/design/hands/freeze.ts'
import { canonicalizeText } from '../../src/lib/canonical.ts'
import { sha256 } from '../../src/lib/hash.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-freeze-')))
  mkdirSync(join(root, 'design'))
  writeFileSync(join(root, 'design', 'intent.json'), intent)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const intent = '{"b": 1, "a": 2}\n'
const texts = new Map([intent, '<p>drawn</p>', '# Frozen\n'].map((text) => [sha256(text), text]))
const args = {
  folder: 'design/final',
  files: { 'FROZEN.md': sha256('# Frozen\n'), 'intent.json': sha256(intent), 'preview.html': sha256('<p>drawn</p>') },
  working: 'design/intent.json',
  checksum: sha256(canonicalizeText(intent)),
}
const stored = async (hash: string) => texts.get(hash) ?? Promise.reject(new Error('gone'))
const found = () => (existsSync(join(root, 'design/final')) ? readdirSync(join(root, 'design/final')).sort() : null)

describe('a freeze', () => {
  test('writes all files read-only and leaves nothing beside them', async () => {
    expect(await freeze(root, args, stored)).toEqual({ ok: true, value: { done: 'now' } })
    expect(found()).toEqual(['FROZEN.md', 'intent.json', 'preview.html'])
    for (const name of found() ?? []) expect(statSync(join(root, 'design/final', name)).mode & 0o777).toBe(0o444)
    expect(readdirSync(join(root, 'design')).sort()).toEqual(['final', 'intent.json'])
    expect(readdirSync(join(root, '.whetstone/tmp'))).toEqual([])
  })

  test('made once more, as after a crash, finds that it is done', async () => {
    await freeze(root, args, stored)
    expect(await freeze(root, args, stored)).toEqual({ ok: true, value: { done: 'already' } })
  })

  test('whose texts are not all there leaves nothing behind', async () => {
    await expect(freeze(root, { ...args, files: { ...args.files, 'preview.html': sha256('lost') } }, stored)).rejects.toThrow('gone')
    expect(found()).toBeNull()
  })

  test('replaces what an unfrozen design left', async () => {
    mkdirSync(join(root, 'design/final'))
    writeFileSync(join(root, 'design/final/intent.json'), '{"old": true}')
    expect((await freeze(root, args, stored)).ok).toBe(true)
    expect(readFileSync(join(root, 'design/final/intent.json'), 'utf8')).toBe(intent)
  })

  test.each([
    ['a marker that is not ours', () => writeFileSync(join(root, 'design/final/FROZEN.md'), 'other'), 'frozen'],
    ['a file of somebody else', () => writeFileSync(join(root, 'design/final/notes.txt'), 'mine'), 'conflict'],
    ['an intent changed since the approval', () => writeFileSync(join(root, 'design/intent.json'), '{"a": 3}'), 'edited'],
    ['an intent that is gone', () => rmSync(join(root, 'design/intent.json')), 'edited'],
  ])('meets %s and writes nothing', async (_, happen, code) => {
    mkdirSync(join(root, 'design/final'))
    happen()
    const before = found()
    expect(await freeze(root, args, stored)).toMatchObject({ ok: false, error: { code } })
    expect(found()).toEqual(before)
  })

  test('of a folder outside the project is refused', async () => {
    await expect(freeze(root, { ...args, folder: '../elsewhere' }, stored)).rejects.toThrow('is outside')
  })
})

describe('reading final/', () => {
  test('gives marker, checksum and preview, or why there is no checksum', async () => {
    expect(readFrozen(root, 'design/final')).toEqual({ marker: null, intent: { problem: 'nothing: the file is gone' }, preview: null })
    await freeze(root, args, stored)
    expect(readFrozen(root, 'design/final')).toEqual({
      marker: '# Frozen\n',
      intent: { checksum: args.checksum },
      preview: args.files['preview.html'],
    })
    rmSync(join(root, 'design/final/intent.json'))
    writeFileSync(join(root, 'design/final/intent.json'), '{"a": 1, "a": 2}')
    expect(readFrozen(root, 'design/final').intent).toMatchObject({ problem: expect.stringContaining('occurs twice') })
  })
})
