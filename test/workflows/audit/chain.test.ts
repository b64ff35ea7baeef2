// Chains and iterations read back from ids, and what may run because of them.
import { describe, expect, test } from 'vitest'
import { chainOf, nextRevisionNumber, readChains } from '../../../src/workflows/audit/chain.ts'
import { interruptedTasks, readyTasks, skippedTasks } from '../../../src/workflows/audit/progress.ts'
import { readTasks } from '../../../src/workflows/audit/tasks.ts'
import { sessionText, sheetOf } from './session.ts'

describe('chains', () => {
  const links = readChains(readTasks(sessionText('third-round')))

  test('count their rounds along the ids', () => {
    expect(['AUDIT-001', 'AUDIT-re-001', 'AUDIT-re-002'].map((id) => links.get(id))).toMatchObject([
      { iteration: 1, source: 'chain', previous: null, next: 'AUDIT-re-001', newest: 'AUDIT-re-002' },
      { iteration: 2, source: 'chain', previous: 'AUDIT-001', next: 'AUDIT-re-002', newest: 'AUDIT-re-002' },
      { iteration: 3, source: 'chain', previous: 'AUDIT-re-001', next: null, newest: 'AUDIT-re-002' },
    ])
    expect(chainOf(links, 'AUDIT-001')).toEqual(['AUDIT-001', 'AUDIT-re-001', 'AUDIT-re-002'])
  })

  test('are counted apart, though their numbers are drawn from one row', () => {
    const two = readChains(
      sheetOf([
        { id: 'AUDIT-001' },
        { id: 'DESIGN-fix-001', deps: 'AUDIT-001' },
        { id: 'AUDIT-re-001', deps: 'DESIGN-fix-001' },
        { id: 'DESIGN-002', deps: 'AUDIT-re-001' },
        { id: 'AUDIT-002', deps: 'DESIGN-002' },
        { id: 'DESIGN-fix-002', deps: 'AUDIT-002;DESIGN-002' },
        { id: 'AUDIT-re-002', deps: 'DESIGN-fix-002' },
      ]),
    )
    expect(two.get('AUDIT-002')!.iteration).toBe(1)
    expect(two.get('AUDIT-re-002')!.iteration).toBe(2)
    expect(two.get('AUDIT-001')!.newest).toBe('AUDIT-re-001')
  })

  test('a re-audit after a manual fix follows the audit itself', () => {
    expect(readChains(sheetOf([{ id: 'AUDIT-001' }, { id: 'AUDIT-re-001', deps: 'AUDIT-001' }])).get('AUDIT-re-001')).toMatchObject({
      iteration: 2,
      source: 'chain',
    })
  })

  test('a re-audit is one also where others call it a recheck', () => {
    const links = readChains(
      sheetOf([{ id: 'AUDIT-001' }, { id: 'DESIGN-fix-1', deps: 'AUDIT-001' }, { id: 'AUDIT-recheck-1', deps: 'DESIGN-fix-1' }]),
    )
    expect([links.get('AUDIT-recheck-1'), links.get('AUDIT-001')?.newest, nextRevisionNumber(links.keys())]).toMatchObject([
      { iteration: 2, source: 'chain' },
      'AUDIT-recheck-1',
      2,
    ])
  })

  test('a circle in a damaged file ends somewhere', () => {
    const round = readChains(
      sheetOf([
        { id: 'AUDIT-re-001', deps: 'AUDIT-re-002' },
        { id: 'AUDIT-re-002', deps: 'AUDIT-re-001' },
      ]),
    )
    expect(round.size).toBe(2)
  })

  test('20,000 rounds are counted one step each', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      id: index === 0 ? 'AUDIT-001' : `AUDIT-re-${index}`,
      deps: index === 0 ? '' : index === 1 ? 'AUDIT-001' : `AUDIT-re-${index - 1}`,
    }))
    expect(readChains(sheetOf(rows)).get('AUDIT-re-19999')!.iteration).toBe(20_000)
  })

  test.each([
    [[], 1],
    [['AUDIT-001', 'DESIGN-fix-004', 'AUDIT-re-003'], 5],
    [['AUDIT-re-99999999999999'], 1],
  ])('the next free number after %j is %i', (ids, expected) => {
    expect(nextRevisionNumber(ids)).toBe(expected)
  })
})

describe('progress', () => {
  const sheet = sheetOf([
    { id: 'DESIGN-001', status: 'completed' },
    { id: 'AUDIT-001', deps: 'DESIGN-001', status: 'completed' },
    { id: 'BUILD-001', deps: 'AUDIT-001' },
    { id: 'DESIGN-fix-001', deps: 'AUDIT-001' },
  ])

  test('a task behind an audit waits until the audit passed; the fix does not', () => {
    const chains = readChains(sheet)
    expect(readyTasks(sheet, chains, new Set())).toEqual(['DESIGN-fix-001'])
    expect(readyTasks(sheet, chains, new Set(['AUDIT-001']))).toEqual(['BUILD-001', 'DESIGN-fix-001'])
  })

  test('where nobody rewired a task, the newest round of its audit still holds it', () => {
    const old = sheetOf([
      { id: 'AUDIT-001', status: 'completed' },
      { id: 'DESIGN-fix-001', deps: 'AUDIT-001', status: 'completed' },
      { id: 'AUDIT-re-001', deps: 'DESIGN-fix-001' },
      { id: 'BUILD-001', deps: 'AUDIT-001' },
    ])
    expect(readyTasks(old, readChains(old), new Set(['AUDIT-001']))).toEqual(['AUDIT-re-001'])
  })

  test('what rests on a failed task is skipped with the reason, all the way down', () => {
    const failed = sheetOf([
      { id: 'DESIGN-001', status: 'failed' },
      { id: 'AUDIT-001', deps: 'DESIGN-001' },
      { id: 'BUILD-001', deps: 'AUDIT-001' },
      { id: 'BUILD-002' },
    ])
    expect(skippedTasks(failed, new Set())).toEqual([
      { id: 'AUDIT-001', reason: 'dependency DESIGN-001 failed' },
      { id: 'BUILD-001', reason: 'dependency AUDIT-001 was skipped' },
    ])
    expect(skippedTasks(failed, new Set(['DESIGN-001']))).toEqual([])
  })

  test('tasks left in progress are known', () => {
    expect(interruptedTasks(readTasks(sessionText('older-columns')))).toEqual(['2'])
  })
})
