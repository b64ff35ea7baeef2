// The lossless CSV document: what nobody changed stays as it came, and what is broken is named.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellValue, parseCsv, renderCsv } from '../../../src/lib/csv.ts'
import { editCsv } from '../../../src/workflows/audit/csv-edit.ts'
import { sessionNames, sessionText } from './session.ts'

const values = (text: string) => parseCsv(text).rows.map((row) => row.cells.map(cellValue))

describe('reading', () => {
  test.each([
    [
      'plain cells',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'newlines and commas in quotes',
      'a,b\r\n"x\r\ny","1,2"\r\n',
      [
        ['a', 'b'],
        ['x\r\ny', '1,2'],
      ],
    ],
    ['doubled quotes', 'a\n"say ""hi"""\n', [['a'], ['say "hi"']]],
    [
      'an empty quoted cell',
      'a,b\n"",\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['mixed line ends', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['what a spreadsheet would run', 'a\n=1+1\n', [['a'], ['=1+1']]],
    ['a prototype key', '__proto__\n1\n', [['__proto__'], ['1']]],
    ['nothing', '', []],
  ])('reads %s', (_, text, expected) => {
    expect(values(text)).toEqual(expected)
    expect(parseCsv(text).problems).toEqual([])
  })

  test.each([
    ['a row with a cell too many', 'id,title\nA,one,two\n', 'ragged_row', 2, 2, 3],
    ['a row with a cell too few', 'id,title,deps\n\n"x\ny",one\n', 'ragged_row', 3, 3, 3],
    ['a quote that is never closed', 'id,title\nA,"one\nB,two\n', 'unclosed_quote', 2, 2, 2],
    ['text after a closing quote', 'id,title\n"A\n" x,one\n', 'text_after_quote', 2, 2, 1],
    ['a quote inside a plain cell', 'id,title\nA,5" wide\n', 'stray_quote', 2, 2, 2],
  ])('names row, line and column of %s', (_, text, code, row, line, column) => {
    expect(parseCsv(text).problems[0]).toMatchObject({ code, row, line, column })
    expect(renderCsv(parseCsv(text))).toBe(text)
  })

  test('a message names the column by its header', () => {
    expect(parseCsv('id,title,deps\nA,one\n').problems[0]?.message).toBe(
      'row 2 (line 2), column 3 (deps): the header has 3 columns, this row has 2',
    )
  })
})

test('another delimiter, next to which a comma is text', () => {
  const { rows, problems } = parseCsv('a;b\n"x;y";1,2\n', ';')
  expect(rows.map(({ cells }) => cells.map(cellValue))).toEqual([
    ['a', 'b'],
    ['x;y', '1,2'],
  ])
  expect(problems).toEqual([])
})

describe('round trip', () => {
  test.each(sessionNames)('session %s renders as it came', (name) => {
    expect(renderCsv(parseCsv(sessionText(name)))).toBe(sessionText(name))
  })

  test('any text at all renders as it came', () => {
    const piece = fc.oneof(fc.constantFrom('"', '""', ',', '\r\n', '\n', '\r', '\uFEFF', ' '), fc.string({ unit: 'binary', maxLength: 6 }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => renderCsv(parseCsv(pieces.join(''))) === pieces.join('')),
      { numRuns: 1000 },
    )
  })

  test('any table survives writing and reading, whatever its quoting and line ends', () => {
    fc.assert(
      fc.property(tables, ({ rows, text }) => {
        const document = parseCsv(text)
        expect(document.problems).toEqual([])
        expect(document.rows.map((row) => row.cells.map(cellValue))).toEqual(rows)
        expect(renderCsv(document)).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})

describe('changing', () => {
  test('a changed cell changes its own bytes only', () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.nat(), fc.string({ maxLength: 8 }), ({ rows, text }, anyRow, anyColumn, value) => {
        const row = anyRow % rows.length
        const column = anyColumn % rows[0]!.length
        const before = parseCsv(text)
        const after = editCsv(before, { cells: [{ row, column, value }] })
        const own = after.rows[row]!.cells[column]!
        expect(cellValue(own)).toBe(value)
        const raws = before.rows
          .map((each, r) => each.cells.map((cell, c) => (r === row && c === column ? own : cell)).join(',') + each.end)
          .join('')
        expect(renderCsv(after)).toBe(before.bom + raws)
        expect(cellValue(parseCsv(renderCsv(after)).rows[row]!.cells[column]!)).toBe(value)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['LF, quotes only where needed', 'id,note\nA,x\n', 'id,note\nA,x\nB,\n'],
    ['CRLF', 'id,note\r\nA,x\r\n', 'id,note\r\nA,x\r\nB,\r\n'],
    ['everything quoted', '"id","note"\n"A","x"\n', '"id","note"\n"A","x"\n"B",""\n'],
    ['one column quoted', 'id,note\n"A",\n', 'id,note\n"A",\n"B",\n'],
    ['no last newline', 'id,note\r\nA,x', 'id,note\r\nA,x\r\nB,'],
    ['mostly CRLF', 'id,note\r\nA,x\nC,y\r\n', 'id,note\r\nA,x\nC,y\r\nB,\r\n'],
    ['blank lines at the end', 'id,note\nA,x\n\n,\n', 'id,note\nA,x\nB,\n\n,\n'],
    ['a header alone', 'id,note', 'id,note\nB,'],
  ])('an appended row follows the file: %s', (_, text, expected) => {
    expect(renderCsv(editCsv(parseCsv(text), { append: [['B', '']] }))).toBe(expected)
  })

  test('appended rows know their lines', () => {
    const document = editCsv(parseCsv('id,note\n"A","1\n2"\n\n'), {
      append: [
        ['B', 'x\ny'],
        ['C', ''],
      ],
    })
    expect(document.rows.map((row) => row.line)).toEqual(parseCsv(renderCsv(document)).rows.map((row) => row.line))
  })

  test('setting the value a cell has keeps its bytes', () => {
    expect(renderCsv(editCsv(parseCsv('id\n"A"\n'), { cells: [{ row: 1, column: 0, value: 'A' }] }))).toBe('id\n"A"\n')
  })

  test('a file with an unclosed quote is not written into', () => {
    expect(() => editCsv(parseCsv('id\n"A'), { append: [['B']] })).toThrow('never closed')
  })
})

const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.record({
      rows: fc.array(
        fc.array(
          fc.record({
            value: fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('a,b', 'x\ny', '"', '\r\n', '=1')),
            quoted: fc.boolean(),
          }),
          { minLength: width, maxLength: width },
        ),
        { minLength: 1, maxLength: 6 },
      ),
      ends: fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 6, maxLength: 6 }),
      last: fc.boolean(),
      bom: fc.constantFrom('', '\uFEFF'),
    }),
  )
  .map(({ rows, ends, last, bom }) => {
    // A single unquoted empty cell at the very end would be no row at all; quotes make it one.
    const write = ({ value, quoted }: { value: string; quoted: boolean }) =>
      quoted || value === '' || /[",\r\n\uFEFF]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
    return {
      rows: rows.map((row) => row.map((cell) => cell.value)),
      text: bom + rows.map((row, index) => row.map(write).join(',') + (index < rows.length - 1 || last ? ends[index] : '')).join(''),
    }
  })
