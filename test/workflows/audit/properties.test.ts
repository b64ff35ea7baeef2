// Any task graph, any reviewers, any answers: the graph stays honest however long it goes on.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerEscalation } from '../../../src/workflows/audit/answer.ts'
import { applyDecisions } from '../../../src/workflows/audit/apply.ts'
import { assess } from '../../../src/workflows/audit/assess.ts'
import { readChains } from '../../../src/workflows/audit/chain.ts'
import { parseCsv, renderCsv } from '../../../src/lib/csv.ts'
import { editCsv } from '../../../src/workflows/audit/csv-edit.ts'
import type { Decision } from '../../../src/workflows/audit/decide.ts'
import { escalationChoices } from '../../../src/workflows/audit/escalate.ts'
import { computeWaves } from '../../../src/workflows/audit/graph.ts'
import { readyTasks } from '../../../src/workflows/audit/progress.ts'
import { type TaskColumn, type TaskSheet, readTasks } from '../../../src/workflows/audit/tasks.ts'
import { reportText, sheetOf } from './session.ts'

interface World {
  sheet: TaskSheet
  passed: Set<string>
  gates: Map<string, Decision>
  untouched: Set<string> // audits whose revision was refused: the file stays as it was, so only our own readiness holds their dependents
  aborted: boolean
  first: Map<string, string> // audit → first audit of its chain, kept by the test itself
  newest: Map<string, string> // first audit → newest
  rounds: Map<string, number>
  allowed: Map<string, number> // rounds a chain may have: three, and one for each manual fix a person chose
  builds: Map<string, string[]> // build → the first audits it was behind from the start
}

test('after any number of decisions the graph is acyclic, no build runs before its newest audit passed, no chain exceeds its rounds without a gate', () => {
  fc.assert(
    fc.property(graphs, fc.array(fc.nat({ max: 10_000 }), { minLength: 60, maxLength: 60 }), (rows, drawn) => {
      const world = begin(rows)
      const dice = [...drawn]
      const roll = (sides: number) => (dice.shift() ?? 0) % sides
      while (dice.length > 4 && !world.aborted) {
        step(world, roll)
        holds(world)
      }
    }),
    { numRuns: 300 },
  )
})

function step(world: World, roll: (sides: number) => number): void {
  const [gate] = world.gates
  if (gate && roll(2) === 0) return answer(world, gate[1], roll)
  const ready = readyTasks(world.sheet, readChains(world.sheet), world.passed)
  if (ready.length === 0) return gate ? answer(world, gate[1], roll) : void (world.aborted = true)
  const start = roll(ready.length)
  const batch = ready.slice(start, start + 1 + roll(3))
  for (const id of batch)
    if (id.startsWith('BUILD')) for (const first of world.builds.get(id)!) expect(world.passed).toContain(world.newest.get(first))
  const audits = batch.filter((id) => id.startsWith('AUDIT'))
  for (const id of batch) set(world, id, { status: 'completed' })
  const decisions: Decision[] = []
  for (const id of audits) {
    const signal = ['audit_passed', 'audit_result', 'fix_required', ''][roll(4)]!
    set(world, id, { audit_signal: signal, audit_score: '7' })
    const text = reportText({
      id,
      score: '7',
      high: roll(2) === 0 ? [] : ['Off grid (t.json:1)'],
      critical: roll(4) === 0 ? ['Contrast fails'] : [],
      verdict: signal,
    })
    const result = assess({ sheet: world.sheet, auditId: id, report: { path: 'r.md', text } })
    if (result.outcome === 'decided') decisions.push(result.decision)
  }
  const applied = applyDecisions(world.sheet, decisions)
  world.sheet = applied.sheet
  for (const { decision, revision, actions } of applied.results) {
    if (actions[0]!.startsWith('tasks.csv was left unchanged')) world.untouched.add(decision.auditId)
    if (decision.decision === 'CONVERGE') world.passed.add(decision.auditId)
    if (decision.decision === 'ESCALATE') world.gates.set(decision.auditId, decision)
    if (revision) extend(world, decision.auditId, revision.reAudit)
  }
}

function answer(world: World, decision: Decision, roll: (sides: number) => number): void {
  const { id: choice } = escalationChoices[roll(8) === 0 ? 2 : roll(2)]!
  const answered = answerEscalation(world.sheet, decision, { choice, person: 'p', reason: '' })
  world.sheet = answered.sheet
  world.gates.delete(decision.auditId)
  if (choice === 'abort') world.aborted = true
  if (choice === 'force-approve') world.passed.add(decision.auditId)
  if (choice === 'manual-fix') {
    const first = world.first.get(decision.auditId)!
    // A revision refused for want of findings asks a person early, so what is allowed counts from where the chain is.
    world.allowed.set(first, Math.max(world.allowed.get(first)!, world.rounds.get(first)! + 1))
    extend(world, decision.auditId, answered.reAudit!)
  }
}

function holds(world: World): void {
  const { sheet } = world
  const { cycles, wave } = computeWaves(sheet.tasks)
  expect(cycles).toEqual([])
  expect(sheet.byId.size).toBe(sheet.tasks.length)
  for (const task of sheet.tasks)
    if (world.rounds.size > 0 && task.cells.wave !== '') expect(task.cells.wave).toBe(String(wave.get(task.id)))
  for (const [first, count] of world.rounds) expect(count).toBeLessThanOrEqual(world.allowed.get(first)!)
  for (const [first, newest] of world.newest) expect(readChains(sheet).get(first)!.newest).toBe(newest)
  // A tool that looks at nothing but statuses may not start a build too early either.
  for (const [id, firsts] of world.builds) {
    const task = sheet.byId.get(id)!
    if (task.cells.status === 'pending' && task.deps.every((dep) => sheet.byId.get(dep)?.cells.status === 'completed'))
      for (const newest of firsts.map((first) => world.newest.get(first)!))
        if (!world.untouched.has(newest)) expect(world.passed).toContain(newest)
  }
  const text = renderCsv(sheet.document)
  expect(renderCsv(parseCsv(text))).toBe(text)
  expect(readTasks(text).tasks.map(({ id, line, cells }) => [id, line, cells])).toEqual(
    sheet.tasks.map(({ id, line, cells }) => [id, line, cells]),
  )
}

function begin(rows: readonly { id: string; deps: string }[]): World {
  const sheet = sheetOf(rows)
  const { wave } = computeWaves(sheet.tasks)
  const waves = sheet.tasks.map((task) => ({ row: task.row, column: sheet.columns.get('wave')!, value: String(wave.get(task.id)) }))
  const audits = rows.map((row) => row.id).filter((id) => id.startsWith('AUDIT'))
  const own = (value: string | number) => new Map(audits.map((id) => [id, value])) as never
  const builds = new Map(
    sheet.tasks.filter((task) => task.id.startsWith('BUILD')).map((task) => [task.id, task.deps.filter((dep) => dep.startsWith('AUDIT'))]),
  )
  return {
    sheet: readTasks(editCsv(sheet.document, { cells: waves })),
    passed: new Set(),
    gates: new Map(),
    untouched: new Set(),
    aborted: false,
    first: new Map(audits.map((id) => [id, id])),
    newest: new Map(audits.map((id) => [id, id])),
    rounds: own(1),
    allowed: own(3),
    builds,
  }
}

function extend(world: World, audit: string, reAudit: string): void {
  const first = world.first.get(audit)!
  world.first.set(reAudit, first)
  world.newest.set(first, reAudit)
  world.rounds.set(first, world.rounds.get(first)! + 1)
}

function set(world: World, id: string, cells: Partial<Record<TaskColumn, string>>): void {
  const { row } = world.sheet.byId.get(id)!
  world.sheet = readTasks(
    editCsv(world.sheet.document, {
      cells: Object.entries(cells).map(([column, value]) => ({ row, column: world.sheet.columns.get(column as TaskColumn)!, value })),
    }),
  )
}

/** Dependencies point backwards in one order, rows stand in another. */
const graphs = fc
  .array(
    fc.record({
      kind: fc.constantFrom('DESIGN', 'AUDIT', 'AUDIT', 'BUILD', 'BUILD'),
      deps: fc.array(fc.nat(), { maxLength: 3 }),
      place: fc.nat(),
    }),
    { minLength: 3, maxLength: 12 },
  )
  .map((nodes) => {
    const ids = nodes.map(({ kind }, index) => `${kind}-${String(index + 1).padStart(3, '0')}`)
    const rows = nodes.map(({ deps, place }, index) => ({
      id: ids[index]!,
      place,
      deps: index === 0 ? '' : [...new Set(deps.map((dep) => ids[dep % index]))].join(';'),
    }))
    return rows.sort((a, b) => a.place - b.place).map(({ id, deps }) => ({ id, deps }))
  })
