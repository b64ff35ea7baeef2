// The typed view of tasks.csv and its validation, with the column sets sessions really have.
import { describe, expect, test } from 'vitest'
import { listOf, readTasks, replaceInList, taskColumns } from '../../../src/workflows/audit/tasks.ts'
import { validateTasks } from '../../../src/workflows/audit/validate.ts'
import { type Cells, sessionText, sheetOf } from './session.ts'

const codes = (sheet: ReturnType<typeof readTasks>) => validateTasks(sheet).map(({ code, row, column, id }) => [code, row, column, id])
const design: Cells = { id: 'DESIGN-001' }

describe('columns', () => {
  test("the contract's columns beside unknown ones, in a file with a byte order mark", () => {
    const sheet = readTasks(sessionText('system-bom-crlf'))
    expect(sheet.missing).toEqual([])
    expect(sheet.unknown).toEqual(['owner', '-notes'])
    expect(sheet.byId.get('BUILD-002')).toMatchObject({ deps: ['AUDIT-002', 'BUILD-001'], contextFrom: ['DESIGN-002', 'AUDIT-002'] })
    expect(sheet.byId.get('RESEARCH-001')!.cells.description).toBe('Collect what the product already uses.\r\nName every colour.')
    expect(validateTasks(sheet)).toEqual([])
  })

  test('an older set of columns is read, and what it lacks is said', () => {
    const sheet = readTasks(sessionText('older-columns'))
    expect(sheet.missing).toEqual([
      'role',
      'pipeline_mode',
      'scope',
      'audit_type',
      'exec_mode',
      'artifacts_produced',
      'audit_score',
      'audit_signal',
    ])
    expect(validateTasks(sheet).map((fault) => fault.code)).toEqual(sheet.missing.map(() => 'missing_column'))
    expect(sheet.byId.get('3')!.deps).toEqual(['1', '2'])
  })

  test('order and spelling of the header do not matter', () => {
    const sheet = readTasks('Audit Signal, ID ,Deps\naudit_passed,AUDIT-001,\n')
    expect(sheet.byId.get('AUDIT-001')!.cells.audit_signal).toBe('audit_passed')
  })

  test('a file delimited by semicolons is told apart', () => {
    expect(validateTasks(readTasks('id;title\nA;x\n')).find((fault) => fault.column === 'id')?.message).toContain(
      'delimited by semicolons or tabs',
    )
  })

  test('an empty file and a lone header say that there is no task', () => {
    for (const text of ['', `${taskColumns.join(',')}\n`]) expect(validateTasks(readTasks(text))[0]!.code).toBe('no_rows')
  })
})

describe('validation names row and fault', () => {
  test.each<[string, Cells[], [string, number, string, string]]>([
    ['a duplicate id', [design, design], ['duplicate_id', 3, 'id', 'DESIGN-001']],
    ['an empty id', [{ id: '', title: 'x' }], ['empty_id', 2, 'id', '']],
    ['an unknown dependency', [{ ...design, deps: 'AUDIT-009' }], ['unknown_dependency', 2, 'deps', 'DESIGN-001']],
    ['a dependency on itself', [{ ...design, deps: 'DESIGN-001' }], ['self_dependency', 2, 'deps', 'DESIGN-001']],
    [
      'context from the same wave',
      [design, { id: 'BUILD-001', context_from: 'DESIGN-001' }],
      ['late_context', 3, 'context_from', 'BUILD-001'],
    ],
    ['context from nowhere', [{ ...design, context_from: 'X' }], ['unknown_context', 2, 'context_from', 'DESIGN-001']],
    ['an empty description', [{ ...design, description: ' ' }], ['empty_description', 2, 'description', 'DESIGN-001']],
    ['a role nobody knows', [{ ...design, role: 'wizard' }], ['invalid_value', 2, 'role', 'DESIGN-001']],
    ['a status nobody knows', [{ ...design, status: 'done' }], ['invalid_value', 2, 'status', 'DESIGN-001']],
    ['a wave that is no number', [{ ...design, wave: '0' }], ['invalid_value', 2, 'wave', 'DESIGN-001']],
    ['a score above ten', [{ ...design, audit_score: '10.01' }], ['invalid_value', 2, 'audit_score', 'DESIGN-001']],
    ['a signal nobody knows', [{ ...design, audit_signal: 'passed' }], ['invalid_value', 2, 'audit_signal', 'DESIGN-001']],
    ['an id out of form', [{ id: 'TASK-1' }], ['invalid_value', 2, 'id', 'TASK-1']],
    ['findings beyond 500 characters', [{ ...design, findings: 'x'.repeat(501) }], ['invalid_value', 2, 'findings', 'DESIGN-001']],
  ])('%s', (_, rows, expected) => {
    expect(codes(sheetOf(rows))).toEqual([expected])
  })

  test('a cycle is told once, with its members', () => {
    const faults = validateTasks(
      sheetOf([
        { id: 'DESIGN-001', deps: 'BUILD-001' },
        { id: 'AUDIT-001', deps: 'DESIGN-001' },
        { id: 'BUILD-001', deps: 'AUDIT-001' },
        { id: 'BUILD-002', deps: 'BUILD-001' },
      ]),
    )
    expect(faults.map((fault) => fault.code)).toEqual(['cycle'])
    for (const id of ['DESIGN-001', 'AUDIT-001', 'BUILD-001']) expect(faults[0]!.message).toContain(id)
    expect(faults[0]!.message).not.toContain('BUILD-002')
  })

  test('broken lines name row, line and column', () => {
    const faults = validateTasks(readTasks(sessionText('broken'))).filter(
      (fault) => fault.code === 'ragged_row' || fault.code === 'broken_csv',
    )
    expect(faults.map(({ code, row, line, column }) => [code, row, line, column])).toEqual([
      ['ragged_row', 3, 3, '6'],
      ['broken_csv', 5, 5, 'description'],
      ['ragged_row', 5, 5, 'deps'],
    ])
  })
})

describe('lists', () => {
  test.each([
    ['A;B', ['A', 'B']],
    ['A, B', ['A', 'B']],
    ['["A","B"]', ['A', 'B']],
    [' A ;; ', ['A']],
    ['', []],
  ])('%j', (cell, expected) => {
    expect(listOf(cell)).toEqual(expected)
  })

  test.each([
    ['A;B', 'X;B'],
    ['B; A', 'B; X'],
    ['["A","B"]', '["X","B"]'],
    ['AA;A-1;A', 'AA;A-1;X'],
    ['A;X;B', 'X;B'],
    ['B', 'B'],
  ])('A becomes X in %j and the separators stay', (cell, expected) => {
    expect(replaceInList(cell, new Map([['A', 'X']]))).toBe(expected)
  })
})
