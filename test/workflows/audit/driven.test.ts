// Whole runs from many seeds, wherever makers, reviewers, foreign edits and persons lead them: what holds at every step.
import { expect, test } from 'vitest'
import { readChains } from '../../../src/workflows/audit/chain.ts'
import { computeWaves } from '../../../src/workflows/audit/graph.ts'
import { readTasks } from '../../../src/workflows/audit/tasks.ts'
import { everything } from '../../everything.ts'
import { walkAudit } from '../../kernel/audit-subject.ts'

test('no build is asked for before its newest audit passed, no chain goes beyond three rounds without a person, and no task is ever there twice', () => {
  const reasons = new Map<string, number>()
  let builds = 0
  const seeds = everything ? 400 : 100
  for (let seed = 0; seed < seeds; seed++) {
    const byHand = new Set<string>()
    const end = walkAudit(seed, {
      answered: ({ facts }, { choice }) => void (choice === 'manual-fix' && byHand.add(String(facts['audit']))),
      at: ({ step, queue, settled }, files) => {
        const sheet = readTasks(files.get('tasks.csv') as string)
        const chains = readChains(sheet)
        expect([computeWaves(sheet.tasks).cycles, sheet.byId.size]).toEqual([[], sheet.tasks.length])
        const passed = new Set(
          settled
            .filter(({ decision, partial }) => partial === null && (decision === 'CONVERGE' || decision === 'APPROVED'))
            .map(({ auditId }) => auditId),
        )
        if (step === 'WORK') {
          for (const { id } of queue.filter((task) => task.id.startsWith('BUILD'))) {
            builds += 1
            for (const dep of sheet.byId.get(id)!.deps.filter((each) => chains.has(each)))
              expect(passed, `${id} in seed ${seed}`).toContain(chains.get(dep)!.newest)
          }
        }
        for (const [id, { iteration, previous }] of chains) if (iteration > 3) expect(byHand, `${id} in seed ${seed}`).toContain(previous)
      },
    })
    reasons.set(end.ending!.reason, (reasons.get(end.ending!.reason) ?? 0) + 1)
  }
  expect(builds).toBeGreaterThan(seeds / 2)
  expect([...reasons.keys()].sort()).toEqual(expect.arrayContaining(['aborted', 'converged', 'force_approved', 'revision', 'tasks_failed']))
})
