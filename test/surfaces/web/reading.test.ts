// How the page reads: where a pointer stands in a text, what a patch says, and what is heard after a line was lost.
import { createTwoFilesPatch } from 'diff'
import { describe, expect, it } from 'vitest'
import { Live } from '../../../src/surfaces/web/live.ts'
import { ago, duration } from '../../../src/surfaces/web/ui/format.ts'
import { readPatch } from '../../../src/surfaces/web/ui/patch.ts'
import { lineOfPointer } from '../../../src/surfaces/web/ui/pointer.ts'

describe('moments and durations', () => {
  it.each([
    [44_000, 'just now'],
    [60_000, '1 min ago'],
    [3_590_000, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_390_000, '23 h ago'],
    [86_400_000, 'yesterday'],
    [2 * 86_400_000, '2 days ago'],
    [30 * 86_400_000, '2026-01-01'],
  ])('%i ms later it was %s', (later, words) => {
    const then = Date.UTC(2026, 0, 1)
    expect(ago(new Date(then).toISOString(), then + later)).toBe(words)
  })

  it.each([
    [0.4, '0 ms'],
    [999, '999 ms'],
    [59_949, '59.9 s'],
    [59_960, '1 min 0 s'],
    [119_600, '2 min 0 s'],
    [3_599_900, '1 h 0 min'],
  ])('%f ms are %s', (ms, words) => {
    expect(duration(ms)).toBe(words)
  })
})

describe('a pointer into a JSON text', () => {
  const text = JSON.stringify(
    { goals: ['a', 'b'], 'a/b': { 'm~n': 1 }, flows: [{ steps: [{ action: 'x "} [' }, { action: 'y' }] }], empty: [], last: true },
    null,
    2,
  )
  const lines = text.split('\n')
  it.each([
    ['/goals/1', '"b"'],
    ['/a~1b/m~0n', '"m~n": 1'],
    ['/flows/0/steps/0/action', '"action": "x \\"} ["'],
    ['/flows/0/steps/1/action', '"action": "y"'],
    ['/flows/0/steps/1', '{'],
    ['/last', '"last": true'],
  ])('%s stands on its line', (pointer, expected) => {
    expect(lines[lineOfPointer(text, pointer) - 1]?.trim()).toContain(expected)
  })

  it.each(['/nothing', '/goals/7', '/flows/0/steps/0/action/deeper'])('%s stands nowhere', (pointer) => {
    expect(lineOfPointer(text, pointer)).toBe(0)
  })

  it('a text that is not JSON, however long or deep, has no places', () => {
    expect(lineOfPointer('['.repeat(200_000), '/x')).toBe(0)
    expect(lineOfPointer('"unended', '/x')).toBe(0)
  })
})

describe('a patch', () => {
  it('gives every line its number before and after', () => {
    const [before, after] = ['a\nb\nc\nd\ne\nf\ng\nh\ni\n', 'a\nB\nc\nd\ne\nf\ng\nh\ni\nj\n']
    expect(readPatch(createTwoFilesPatch('1', '2', before, after, '', '', { context: 1 }))).toEqual([
      { kind: 'same', before: 1, after: 1, text: 'a' },
      { kind: 'del', before: 2, after: null, text: 'b' },
      { kind: 'add', before: null, after: 2, text: 'B' },
      { kind: 'same', before: 3, after: 3, text: 'c' },
      { kind: 'gap', before: null, after: null, text: '⋯' },
      { kind: 'same', before: 9, after: 9, text: 'i' },
      { kind: 'add', before: null, after: 10, text: 'j' },
    ])
  })

  it('keeps empty lines, and lines that look like the patch itself', () => {
    const lines = readPatch(createTwoFilesPatch('1', '2', 'a\n\n@@ -1 +1 @@\n', 'a\n\n@@ -9 +9 @@\n--- x\n', '', ''))
    expect(lines.filter(({ kind }) => kind === 'add').map(({ text }) => text)).toEqual(['@@ -9 +9 @@', '--- x'])
    expect(lines.filter(({ kind }) => kind === 'same').map(({ text }) => text)).toEqual(['a', ''])
  })
})

describe('a line that was lost', () => {
  const change = (unread: number) => ({ rows: [], gone: [], unread })

  it('hears what it missed, and only that', async () => {
    const live = new Live()
    const [first] = await heard(live, undefined, 1)
    live.tell(change(1))
    live.tell(change(2))
    const missed = await heard(live, first?.id, 3)
    expect(missed.map(({ event, data }) => [event, data.unread])).toEqual([
      ['change', 1],
      ['change', 2],
      ['current', undefined],
    ])
    expect((await heard(live, missed.at(-1)?.id, 1)).map(({ event }) => event)).toEqual(['current'])
    live.close()
  })

  it.each(['', 'another.7', 'nonsense', '.', 'x.-1'])('that last heard "%s" is told to read everything again', async (last) => {
    const live = new Live()
    live.tell(change(1))
    expect((await heard(live, last, 1)).map(({ event }) => event)).toEqual(['anew'])
    live.close()
  })

  it('that missed more than is kept is told to read everything again', async () => {
    const live = new Live()
    const [first] = await heard(live, undefined, 1)
    for (let number = 0; number < 600; number++) live.tell(change(number))
    expect((await heard(live, first?.id, 1)).map(({ event }) => event)).toEqual(['anew'])
    live.close()
  })

  it('that takes nothing is let go, so that it cannot fill the memory', () => {
    const live = new Live()
    live.open(undefined)
    expect(live.viewers).toBe(1)
    for (let number = 0; number < 400; number++) live.tell(change(number))
    expect(live.viewers).toBe(0)
    live.close()
  })
})

async function heard(
  live: Live,
  last: string | undefined,
  count: number,
): Promise<{ event: string; id: string; data: { unread?: number } }[]> {
  const reader = live.open(last).getReader()
  const found = []
  while (found.length < count) {
    const { value } = await reader.read()
    const text = new TextDecoder().decode(value)
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
    found.push({ event: field('event'), id: field('id'), data: JSON.parse(field('data')) as { unread?: number } })
  }
  await reader.cancel()
  return found
}
