// Hostile archives: what their tables claim, where they point, what their names become on a disk.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unzip } from '../../../src/workflows/sprint/hands/unzip.ts'
import { zip } from './zip.ts'

const good = () =>
  zip([
    { name: 'a.txt', text: 'one' },
    { name: 'b/c.txt', text: 'two' },
  ])
const table = (bytes: Buffer) => bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
const end = (bytes: Buffer) => bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))

function changed(change: (bytes: Buffer) => Buffer | void): Buffer {
  const bytes = good()
  return change(bytes) ?? bytes
}

it('an honest archive is read, folders aside', () => {
  const read = unzip(
    zip([
      { name: 'b/', text: '' },
      { name: 'b/c.txt', text: 'two' },
    ]),
  )
  expect('files' in read && [...read.files].map(([name, text]) => [name, Buffer.from(text).toString()])).toEqual([['b/c.txt', 'two']])
})

it('stored files are read as they are', () => {
  const bytes = zip([{ name: 'a', text: '' }])
  const at = table(bytes)
  bytes.writeUInt16LE(0, at + 10)
  expect(unzip(bytes)).toMatchObject({ unsafe: true }) // the two bytes of an empty deflate stream aren't nothing
  bytes.writeUInt32LE(2, at + 24)
  expect(unzip(bytes)).toMatchObject({ files: new Map([['a', Buffer.from([3, 0])]]) })
})

describe('is refused', () => {
  it.each<[string, Buffer, RegExp]>([
    ['a table beyond the archive', changed((bytes) => void bytes.writeUInt32LE(bytes.length + 10, end(bytes) + 16)), /table of contents/],
    ['a table inside the files', changed((bytes) => void bytes.writeUInt32LE(1, end(bytes) + 16)), /table of contents/],
    ['more files than the table has', changed((bytes) => void bytes.writeUInt16LE(9, end(bytes) + 10)), /table of contents/],
    ['a file beyond the archive', changed((bytes) => void bytes.writeUInt32LE(0x7fffffff, table(bytes) + 42)), /shares its bytes/],
    ['a file in another one', changed((bytes) => void bytes.writeUInt32LE(0, table(bytes) + 46 + 5 + 42)), /shares its bytes/],
    ['a file where none begins', changed((bytes) => void bytes.writeUInt32LE(1, table(bytes) + 42)), /isn't what|shares its bytes/],
    ['a size that differs', changed((bytes) => void bytes.writeUInt32LE(2, table(bytes) + 24)), /isn't what the archive says/],
    ['a size larger than it', changed((bytes) => void bytes.writeUInt32LE(99, table(bytes) + 24)), /isn't what the archive says/],
    ['another compression', changed((bytes) => void bytes.writeUInt16LE(14, table(bytes) + 10)), /compression method/],
    ['zip64', changed((bytes) => void bytes.writeUInt16LE(0xffff, end(bytes) + 10)), /zip64/],
    ['a second end in a comment', changed((bytes) => Buffer.concat([bytes, Buffer.from([0x50, 0x4b, 5, 6])])), /isn't a zip/],
    [
      'more than 32 MB in all',
      zip(Array.from({ length: 40 }, (_, n) => ({ name: `${n}`, text: Buffer.alloc(1024 * 1024) }))),
      /more than 32 MB/,
    ],
  ])('%s', (_what, bytes, problem) => {
    const read = unzip(bytes)
    expect('problem' in read && read.problem).toMatch(problem)
  })

  it.each([
    ['a program whose name ends with a dot', 'assets/x.exe.'],
    ['a program whose name ends with a space', 'assets/x.sh '],
    ['a second stream of a file', 'assets/x.txt:evil.exe'],
    ['a device', 'assets/con.txt'],
    ['a short name', 'GIT~1/config'],
    ['an invisible character', 'assets/x\u200b.txt'],
  ])('%s', (_what, name) => {
    expect(unzip(zip([{ name, text: 'x' }]))).toMatchObject({ unsafe: true })
  })

  it('two names that one disk takes for the same', () => {
    const [composed, apart] = ['assets/caf\u00e9', 'assets/cafe\u0301']
    expect(
      unzip(
        zip([
          { name: composed, text: '1' },
          { name: apart, text: '2' },
        ]),
      ),
    ).toMatchObject({ unsafe: true })
  })
})

it('whatever its bytes, an archive is read or refused, never a crash', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }), fc.nat(200), (flips, cut) => {
      const bytes = good()
      for (const [at, byte] of flips) bytes[at % bytes.length] = byte
      const read = unzip(cut % 3 === 0 ? bytes.subarray(0, bytes.length - (cut % bytes.length)) : bytes)
      if ('files' in read) for (const name of read.files.keys()) expect(name).not.toMatch(/(?:^|\/)\.\.(?:\/|$)|^\/|\\/)
    }),
    { numRuns: 3000 },
  )
})
