// The facts of a project's lessons.
import type { Pins } from '../../agents/pins.ts'
import type { Experiment, Proposal, Taught } from '../../learning/book.ts'
import type { Lesson } from '../../learning/lesson.ts'
import type { EventOf } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import type { Wanted } from './state.ts'

export type Measured = Omit<NonNullable<Taught['analysis']>, 'at'>

export interface LessonEvents {
  lesson_added: { lesson: Lesson }
  /** The old one is off, not deleted. */
  lesson_rewritten: { old: string; lesson: Lesson }
  lesson_retired: { lesson: string; because: string; by: string }
  /** Only lessons with news. */
  analysed: {
    results: Measured[]
    wanted: Wanted[]
    experiments: Pick<Experiment, 'id' | 'attempts' | 'successes' | 'status'>[]
    pins: Partial<Pins>
  }
  /** No lesson could be written for this code. */
  unwritten: { code: string; occurrences: number; why: string }
  promotion_proposed: Pick<Proposal, 'id' | 'kind' | 'about' | 'description' | 'expectedImpact' | 'evidence'>
  promoted: { proposal: string; by: string; assurance: string; signature?: string }
  promotion_rejected: { proposal: string; by: string; reason: string }
  postponed: { proposal: string; by: string }
  rolled_back: { to: number; by: string; reason: string }
  experiment_started: Pick<Experiment, 'id' | 'proposer' | 'current' | 'experimental'>
}

export type LessonEvent = EventOf<LessonEvents>

export const event = <N extends keyof LessonEvents>(type: N, data: LessonEvents[N]): NewEvent => ({ type, data })
