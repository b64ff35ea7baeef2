// Answers about orders and lessons on a terminal of 80 columns: no line is left for the terminal to break inside a word.
import { expect, it } from 'vitest'
import { status } from '../../src/operations/db.ts'
import stats from '../../src/operations/stats.ts'
import { plainLook } from '../../src/report/look.ts'
import { migrate, openDatabase } from '../../src/adapters/database/open.ts'
import { successMetrics } from '../../src/adapters/database/success-metrics.ts'
import importFile from '../../src/workflows/lessons/verbs/import.ts'

const look = { ...plainLook, width: 80 }
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length))

it('every metric has its row, with the number of cases', async () => {
  const database = await openDatabase({ HOME: '/nowhere', XDG_DATA_HOME: '/nowhere' }, { toRead: true })
  await migrate(database)
  const metrics = await successMetrics({ database, project: 'p' }, { lowCost: null, everywhere: true })
  const text = stats.text({ metrics, missed: [], makers: [] } as never, {} as never, look)
  expect(widest(text)).toBeLessThanOrEqual(80)
  expect(text).toMatch(/cases\n[\s\S]*held back for review +unmeasured .* 0\n/)
  await database.close()
})

it('missing tables and imported sentences are told in lines that fit', () => {
  const missing = Array.from({ length: 13 }, (_, n) => `some_long_table_${n}`)
  const there = { where: '127.0.0.1:5432/app, schema whetstone', engine: 'postgresql', applied: [], missing, projects: [], orders: 0 }
  expect(widest(status.text(there as never, {}, look))).toBeLessThanOrEqual(80)
  const imported = { file: 'CLAUDE.md', added: ['L-1'], known: 0, tooLong: [], tooShort: [] }
  expect(widest(importFile.text(imported as never, {} as never, look))).toBeLessThanOrEqual(80)
})
