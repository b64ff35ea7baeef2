// discoveries.ndjson is read with patience and only ever grows.
import { describe, expect, test } from 'vitest'
import { discoveryKey, readDiscoveries } from '../../../src/workflows/audit/discoveries.ts'

const entry = { ts: '2026-01-02T03:04:05Z', worker: 'w', type: 'file_modified', data: { file: 'a.ts' } }

describe('reading', () => {
  test('malformed lines are passed over and counted', () => {
    const text = `\uFEFF${JSON.stringify(entry)}\r\n\nnot json\n{"ts":1}\n[]\n{"ts":"t","worker":"w","type":"x","data":{"__proto__":{"a":1}},"more":true}\n{"ts":`
    const { entries, malformed } = readDiscoveries(text)
    expect(entries.map(({ line }) => line)).toEqual([1, 6])
    expect(malformed).toEqual([3, 4, 5, 7])
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})

test.each([
  ['file_modified', { file: 'a' }, { file: 'a', why: 'x' }, true],
  ['issue_found', { file: 'a', line: 1 }, { file: 'a', line: 2 }, false],
  [
    'gc_decision',
    { audit_id: 'AUDIT-001', iteration: 1, decision: 'REVISION' },
    { audit_id: 'AUDIT-001', iteration: 1, decision: 'REVISION', score: '4' },
    true,
  ],
])('two %s are the same by their key', (type, first, second, same) => {
  const key = (data: Record<string, unknown>) => discoveryKey({ ...entry, type, data })
  expect(key(first) === key(second)).toBe(same)
  expect(discoveryKey({ ...entry, type: 'constructor', data: {} })).toBeNull()
})
