// What the tasks of a wave are told, and how much of it is stored.
import { expect, test } from 'vitest'
import { sha256 } from '../../../src/lib/hash.ts'
import { renderCsv } from '../../../src/lib/csv.ts'
import { plannedTasks } from '../../../src/workflows/audit/prompts.ts'
import { openSession } from '../../../src/workflows/audit/session.ts'
import { sheetOf } from './session.ts'

const pair = (n: number) => [
  {
    id: `RESEARCH-${n}`,
    role: 'researcher',
    status: 'completed',
    findings: `Seen by ${n}`,
    artifacts_produced: `artifacts/research/r${n}.md;tasks.csv`,
  },
  { id: `BUILD-${n}`, role: 'implementer', context_from: `RESEARCH-${n}` },
]

function wave(count: number) {
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  const sheet = sheetOf(numbers.flatMap(pair))
  const texts = {
    'tasks.csv': renderCsv(sheet.document),
    'artifacts/design/tokens.json': '{}'.padEnd(5000),
    ...Object.fromEntries(numbers.map((n) => [`artifacts/research/r${n}.md`, `Research of ${n}`])),
  }
  const session = openSession(
    JSON.stringify({
      files: Object.entries(texts).map(([path, text]) => ({ path, sha256: sha256(text), bytes: text.length, text })),
      problems: [],
      unread: [],
    }),
  )
  if ('problem' in session) throw new Error(session.problem)
  const { tasks, objects } = plannedTasks(
    sheet,
    session,
    numbers.map((n) => `BUILD-${n}`),
  )
  const stored = new Map(objects.map((text) => [sha256(text), text]))
  return {
    objects,
    told: tasks.map(({ slots }) =>
      Object.fromEntries(
        Object.entries(slots).map(([name, slot]) => [
          name,
          typeof slot === 'string' ? slot : 'object' in slot ? stored.get(slot.object) : slot.text,
        ]),
      ),
    ),
  }
}

test("a task is told what those before it said and made, and sees its role's folders", () => {
  const [first] = wave(2).told
  expect(first?.['files']).toMatch(/^```json file="artifacts\/design\/tokens\.json"/)
  expect(first?.['upstream']).toMatch(/^## RESEARCH-1: [\s\S]*Seen by 1[\s\S]*file="artifacts\/research\/r1\.md"\nResearch of 1\n/)
  expect(JSON.stringify(first)).not.toMatch(/Research of 2|file=\\"tasks\.csv/)
})

test('what all see is stored once, however many tasks a wave has', () => {
  const bytes = (count: number) => wave(count).objects.join('').length
  expect(bytes(50) - bytes(10)).toBeLessThan(40 * 400)
})
