// The journal on disk: what a crash cut short is taken off, what was committed and changed since is found, line by line and byte by byte.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { JournalFile } from '../../../src/adapters/file-store/journal-file.ts'
import { type Read, isClosed, readJournal, start } from '../../../src/adapters/file-store/read-journal.ts'
import { encodeClosing, encodeEntry, genesis } from '../../../src/kernel/journal.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import type { Entry } from '../../../src/schema/event.ts'
import { Fault } from '../../../src/schema/fault.ts'
import { faultOf } from '../../contracts/store-contract.ts'
import { everything } from '../../everything.ts'

const folder = mkdtempSync(join(tmpdir(), 'whet-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'journal.jsonl')
const room = Buffer.alloc(3000, '\n')

const lines = journalOf(
  [
    { type: 'created', data: { word: 'wörd' } },
    { type: 'said', data: { n: 1 } },
    { type: 'said', data: { n: 2, text: 'line\nfeed' } },
  ],
  { [sha256('text')]: 'text' },
)
const whole = Buffer.concat(lines)
const head = sha256((lines.at(-1) as Uint8Array).subarray(0, -1))
const closing = encodeClosing({ closed: 3, settled: true, head })
const closed = Buffer.concat([whole, closing])
const lastStart = whole.length - (lines.at(-1)?.length ?? 0)

interface Got extends Read {
  entries: Entry[]
}

async function readBack(bytes: Uint8Array, shown?: { seq: number }): Promise<Got | Fault> {
  writeFileSync(path, bytes)
  const entries: Entry[] = []
  try {
    return { ...(await readJournal(path, start, (entry) => entries.push(entry), shown)), entries }
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

const intact = (await readBack(closed)) as Got

describe('a journal as it was written', () => {
  it('is read whole, closed or open, and taken up again before anything was added', async () => {
    expect(intact).toMatchObject({ closed: true, settled: true, torn: false, cursor: { offset: whole.length, seq: 3 } })
    expect(await readBack(Buffer.concat([whole, room]))).toEqual({ ...intact, closed: false, settled: false })
    expect(await readBack(Buffer.concat([closed, room]))).toEqual(intact)
    expect([isClosed(path, 0), isClosed(path, statSync(path).size)]).toEqual([false, false])
    writeFileSync(path, closed)
    expect(isClosed(path, closed.length)).toBe(true)
  })

  it('can be read on from any line', async () => {
    const second = { offset: lines[0]?.length ?? 0, seq: 1, head: sha256((lines[0] as Uint8Array).subarray(0, -1)) }
    const entries: Entry[] = []
    await readJournal(path, second, (entry) => entries.push(entry))
    expect(entries).toEqual(intact.entries.slice(1))
  })

  it('grows by whole lines into room made before, ends with its closing line, and is taken up over that', async () => {
    const grown = join(folder, 'grown.jsonl')
    const [first, ...others] = lines as [Uint8Array, ...Uint8Array[]]
    const begun = new JournalFile(grown)
    await begun.append(first)
    begun.close({ seq: 1, head: sha256(first.subarray(0, -1)), settled: false })
    expect(statSync(grown).size).toBe(first.length + closing.length + 1)
    const file = new JournalFile(grown, first.length, { settled: false })
    for (const line of others) {
      await file.append(line)
      expect(readFileSync(grown).subarray(-2).toString()).toBe('\n\n')
    }
    expect(readFileSync(grown).subarray(0, whole.length)).toEqual(whole)
    file.close({ seq: 3, head, settled: true })
    expect(readFileSync(grown)).toEqual(closed)
    new JournalFile(grown, whole.length, { settled: true }).close({ seq: 3, head, settled: true })
    expect(readFileSync(grown)).toEqual(closed)
    new JournalFile(grown, whole.length, { settled: true }).close({ seq: 3, head, settled: false })
    expect(readFileSync(grown)).toEqual(Buffer.concat([whole, encodeClosing({ closed: 3, settled: false, head })]))
  })

  it('takes entries far larger than its room', async () => {
    const grown = join(folder, 'large.jsonl')
    const file = new JournalFile(grown)
    const large = journalOf([1, 2, 3].map((n) => ({ type: 'said', data: { n, text: 'x'.repeat(3_000_000) } })))
    for (const line of large) await file.append(line)
    file.close({ seq: 3, head: sha256((large[2] as Uint8Array).subarray(0, -1)), settled: true })
    expect(readFileSync(grown).indexOf(Buffer.concat(large))).toBe(0)
    const entries: Entry[] = []
    await readJournal(grown, start, (entry) => entries.push(entry))
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
})

describe('a last line that a crash cut short', () => {
  it('is taken off wherever it was cut in the room that was made for it', async () => {
    for (let cut = lastStart; cut < whole.length - 1; cut++) {
      const read = await readBack(Buffer.concat([whole.subarray(0, cut), room]))
      if (read instanceof Fault) throw new Error(`cut at ${cut}: ${read.message}`)
      expect(read.entries).toEqual(intact.entries.slice(0, 2))
      expect(read.cursor.offset).toBe(lastStart)
      expect(read.torn).toBe(cut > lastStart)
    }
  })

  it('is taken off when it went over the closing line', async () => {
    const [one, two] = lines as [Uint8Array, Uint8Array]
    const before = Buffer.concat([one, encodeClosing({ closed: 1, settled: true, head: sha256(one.subarray(0, -1)) }), room])
    for (let cut = '{"v":1,"s'.length; cut < two.length - 1; cut++) {
      const bytes = Buffer.from(before)
      bytes.set(two.subarray(0, cut), one.length)
      const read = await readBack(bytes)
      if (read instanceof Fault) throw new Error(`cut at ${cut}: ${read.message}`)
      expect(read).toMatchObject({ cursor: { seq: 1 }, torn: true })
    }
  })

  it.each([
    ['its beginning', 0, 1024],
    ['its middle', 1024, 2048],
    ['its end', 2048, 4000],
  ])('is taken off when %s never reached the disk', async (_, from, to) => {
    const [one, large] = journalOf([
      { type: 'said', data: {} },
      { type: 'said', data: { text: 'y'.repeat(3700) } },
    ])
    const bytes = Buffer.concat([one as Uint8Array, large as Uint8Array, room])
    bytes.fill('\n', (one?.length ?? 0) + from, (one?.length ?? 0) + to)
    expect(await readBack(bytes)).toMatchObject({ cursor: { seq: 1 }, torn: true })
  })

  it.each([
    ['half a line by another hand', '{"v":1,"seq":4,"prev":"'],
    ['a line of something else', 'hello\n'],
    ['half a line and a line feed', '{"v":1,"seq":4\n'],
  ])('is damage where nothing is being written: %s', async (_, text) => {
    for (const before of [whole, closed])
      expect(await readBack(Buffer.concat([before, Buffer.from(text)]))).toMatchObject({ code: 'integrity', data: { line: 4, vouched: 3 } })
  })

  it('is damage when it is known to have been committed', async () => {
    const changed = Buffer.concat([whole, room])
    changed.write('{{{{{{{{', whole.length - 40)
    expect(await readBack(changed, { seq: 3 })).toMatchObject({ code: 'integrity', data: { line: 3 } })
  })
})

describe('a journal that was cut', () => {
  it('is found at every byte, and the last entry to vouch for is named', async () => {
    for (let cut = 0; cut < closed.length; cut++) {
      const read = await readBack(closed.subarray(0, cut))
      if (!(read instanceof Fault)) throw new Error(`cut at ${cut} of ${closed.length}: unnoticed`)
      const vouched = cut >= whole.length ? 3 : lineOf(cut) - 1
      expect(read).toMatchObject({ code: 'integrity', data: { file: path, line: vouched + 1, vouched } })
    }
  })

  it('is found when lines were taken out before the closing line, and says which are missing', async () => {
    const fault = await readBack(Buffer.concat([lines[0] as Uint8Array, closing]))
    expect(fault).toMatchObject({ code: 'integrity', data: { vouched: 1, missing: { from: 2, to: 3 } } })
  })

  it('is found when it was made to look as a crash leaves it, if more of it was ever shown', async () => {
    for (const keep of [0, 1, 2]) {
      const bytes = Buffer.concat([...lines.slice(0, keep), room])
      expect(await readBack(bytes, { seq: 3 })).toMatchObject({
        code: 'integrity',
        data: { vouched: keep, missing: { from: keep + 1, to: 3 } },
      })
    }
  })

  it('lost only room when it was open', async () => {
    for (let left = 1; left < 5; left++)
      expect(await readBack(Buffer.concat([whole, room.subarray(0, left)]))).toMatchObject({ cursor: intact.cursor, torn: false })
  })
})

describe('a changed byte', () => {
  const changes: [string, (byte: number) => number][] = [
    ['one bit', (byte) => byte ^ 1],
    ['its highest bit', (byte) => byte ^ 128],
    ['a line feed', () => 10],
    ['a quotation mark', () => 34],
    ['a digit', () => 55],
  ]

  it.each(changes)('is found in the line it is in, or changes nothing: %s', async (how, change) => {
    const turn = changes.findIndex(([name]) => name === how)
    for (const bytes of [closed, Buffer.concat([whole, room.subarray(0, 100)])]) {
      for (let at = 0; at < (bytes === closed ? closed.length : whole.length); at++) {
        const changed = Buffer.from(bytes)
        changed[at] = change(changed[at] as number)
        if (changed[at] === bytes[at]) continue
        if (!everything && at % changes.length !== turn) continue // each byte is changed in one of the ways
        if (changed[at] === 10 && at === whole.length - 2 && bytes !== closed) continue // the very bytes of a line cut short by one
        const read = await readBack(changed)
        if (!(read instanceof Fault) && at >= whole.length && read.entries.length === 3) continue // of the closing line: nothing is lost, it only looks as after a crash
        if (!(read instanceof Fault))
          throw new Error(
            `byte ${at} of ${whole.length} (${JSON.stringify(String.fromCharCode(bytes[at] as number))}) changed unnoticed: ${JSON.stringify({ ...read, entries: read.entries.length })}`,
          )
        const line = at < whole.length ? lineOf(at) : 4
        expect(read).toMatchObject({ code: 'integrity', data: { file: path, line } })
        expect(read.message).toContain(`${path}, line ${line}: `)
        expect(read.fix).toBeTruthy()
      }
    }
  })

  it('in unused room changes nothing', async () => {
    for (let at = 0; at < 50; at++) {
      const bytes = Buffer.concat([whole, room])
      bytes[whole.length + at] = 120
      expect(await readBack(bytes)).toMatchObject({ cursor: intact.cursor })
    }
  })
})

describe('a journal that somebody worked on', () => {
  const [one, two, three] = lines as [Uint8Array, Uint8Array, Uint8Array]
  const other = journalOf([
    { type: 'created', data: { word: 'other' } },
    { type: 'said', data: { n: 9 } },
  ])
  const forged = Buffer.from(two).toString().replace('"n":1', '"n":5')

  it.each([
    ['a line removed', [one, three], 2, 'is entry 3, expected entry 2'],
    ['a line doubled', [one, two, two, three], 3, 'is entry 2, expected entry 3'],
    ['two lines in the wrong order', [one, three, two], 2, 'is entry 3, expected entry 2'],
    ['the first line removed', [two, three], 1, 'is entry 2, expected entry 1'],
    ['a line changed', [one, Buffer.from(forged), three], 2, 'was changed: its bytes give the checksum'],
    ['a line changed with a checksum that fits', [one, reseal(forged), three], 3, 'that line was replaced'],
    ['a line of another run', [one, other[1] as Uint8Array, three], 2, 'that line was replaced'],
    ['an empty line put in', [one, Buffer.from('\n'), two, three], 2, 'begins with a line feed'],
    ['a line of something else put in', [one, Buffer.from('what\n'), two, three], 2, 'is not JSON'],
    ['a line of another format', [one, Buffer.from('{"v":2}\n'), two], 2, 'has format 2, expected 1'],
    ['a line without events', [encoded({ seq: 1, prev: genesis, events: [] })], 1, 'holds no events'],
    [
      'a text under the wrong hash',
      [encoded({ seq: 1, prev: genesis, events: [{ type: 'x', data: {} }], objects: { [sha256('a')]: 'b' } })],
      1,
      'that hashes to',
    ],
  ])('is refused with the line and what differs: %s', async (_, parts, line, what) => {
    const fault = await readBack(Buffer.concat(parts))
    expect(fault).toBeInstanceOf(Fault)
    expect(fault).toMatchObject({ code: 'integrity', message: expect.stringContaining(`line ${line}: `), data: { line } })
    expect((fault as Fault).message).toContain(what)
  })
})

describe('a journal whose file is gone', () => {
  it('does not take a step for made when its file was deleted', async () => {
    const doomed = join(folder, 'doomed.jsonl')
    const file = new JournalFile(doomed)
    await file.append(lines[0] as Uint8Array)
    rmSync(doomed)
    expect(await faultOf(() => file.append(lines[1] as Uint8Array))).toMatchObject({
      code: 'storage',
      message: expect.stringContaining('was deleted'),
    })
    file.close(null)
  })

  it('says so when it is read', async () => {
    expect(await faultOf(() => readJournal(join(folder, 'none.jsonl'), start, () => {}))).toMatchObject({ code: 'storage' })
  })
})

describe('reading beside a writer', () => {
  it('gives a prefix of what is there, never half a line', async () => {
    const busy = join(folder, 'busy.jsonl')
    writeFileSync(busy, Buffer.concat([lines[0] as Uint8Array, room]))
    appendFileSync(busy, '')
    const entries: Entry[] = []
    expect(await readJournal(busy, start, (entry) => entries.push(entry))).toMatchObject({ torn: false, closed: false })
    expect(entries).toHaveLength(1)
  })
})

function lineOf(at: number): number {
  let end = 0
  return lines.findIndex((line) => at < (end += line.length)) + 1
}

function journalOf(events: { type: string; data: object }[], objects: Record<string, string> = {}): Uint8Array[] {
  let prev = genesis
  return events.map((event, index) => {
    const { line, head } = encodeEntry({ seq: index + 1, prev, at: 1, events: [event], objects: index === 1 ? objects : {} })
    prev = head
    return line
  })
}

function encoded(parts: {
  seq: number
  prev: string
  events: { type: string; data: object }[]
  objects?: Record<string, string>
}): Uint8Array {
  return encodeEntry({ at: 1, objects: {}, ...parts }).line
}

/** As somebody would who knows how the checksum is made. */
function reseal(line: string): Uint8Array {
  const { sum: _sum, v: _v, ...parts } = JSON.parse(line) as Entry & { objects?: Record<string, string> }
  return encoded({ seq: parts.seq, prev: parts.prev, events: parts.events, ...(parts.objects && { objects: parts.objects }) })
}
