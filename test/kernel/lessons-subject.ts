// The lessons workflow as a subject: lessons are wanted side by side, some can't be written, and a person decides on those that helped.
import type { Answer, Gate, Performed, Task } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { pending } from '../../src/learning/book.ts'
import { inTrial } from '../../src/learning/lesson.ts'
import type { NewEvent } from '../../src/schema/event.ts'
import { event } from '../../src/workflows/lessons/events.ts'
import { lessons } from '../../src/workflows/lessons/index.ts'
import type { LessonsState } from '../../src/workflows/lessons/state.ts'
import { oneOf, share, whole } from './chance.ts'

export const lessonsWorkflow = lessons as unknown as Workflow<unknown>

const told = (n: number) =>
  inTrial({ code: `TS100${n}`, text: `Check the types of part ${n}.`, version: 1, parent: null, reason: 'it occurred', addedAt: 1 })

/** What the tables and a person say: known lessons, an analysis, and proposals. */
export function lessonsEvents(seed: number): NewEvent[] {
  const known = Array.from({ length: whole(seed, 'known', 3) }, (_, n) => told(n))
  const wanted = Array.from({ length: 1 + whole(seed, 'wanted', 3) }, (_, n) => ({
    round: 1,
    code: `TS200${n}`,
    occurrences: 3,
    sample: 'cannot find name',
    rewrites: n === 0 && known[0] && share(seed, 'rewrite') < 0.5 ? { ...known[0], failed: 4, orders: 9 } : null,
  }))
  return [
    ...known.map((lesson) => event('lesson_added', { lesson })),
    event('analysed', { results: [], wanted, experiments: [], pins: {} }),
    ...known.map(({ id }, n) =>
      event('promotion_proposed', {
        id: `P-${n}`,
        kind: 'lesson',
        about: id,
        description: `Promote lesson ${n} for good`,
        expectedImpact: 'fewer errors',
        evidence: {},
      }),
    ),
  ]
}

export function performLessons(seed: number, { key }: Task): Performed {
  const usage = { calls: 1, tokensIn: 9, tokensOut: 3, costMicros: 10 }
  if (share(seed, `bad ${key}`) < 0.1) return { ok: false, error: { code: 'maker', message: 'no answer' }, usage }
  return { ok: true, value: { text: share(seed, key) < 0.2 ? null : `Declare every name before it is used in ${key}.` }, usage }
}

/** Puts off only the first, as putting off all in turn would never end. */
export function answerLessons(seed: number, { key, choices }: Gate): Answer {
  const { name, attested } = oneOf(
    seed,
    `${key} ${choices.length}`,
    choices.filter(({ name }) => name !== 'later' || key === 'promotion:P-0'),
  )
  return { choice: name, text: 'as shown', by: 'tester', assurance: attested ? 'signed' : 'unattested' }
}

const stages = { RESTING: ['WRITING', 'ASKING'], WRITING: ['ASKING', 'RESTING'], ASKING: ['RESTING'] } as const
export const lessonsMachine = {
  table: stages,
  at: (state: unknown) => {
    const book = state as LessonsState
    return book.wanted.length > 0 ? 'WRITING' : pending(book).length > 0 ? 'ASKING' : 'RESTING'
  },
}
