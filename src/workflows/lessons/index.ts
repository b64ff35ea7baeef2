// The lessons workflow: what went wrong becomes a lesson in trial, is measured, and is kept only if it helps. One journal per project, for life.
import { defineWorkflow } from '../../operations/definition.ts'
import type { LessonEvents } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { type LessonGates, gates } from './gate.ts'
import { accept, lessonTemplates, next } from './next.ts'
import type { LessonsInput, LessonsState } from './state.ts'
import * as view from './view.ts'

/** From a person or the tables, both outside the run. */
const outside: ReadonlySet<string> = new Set([
  'lesson_added',
  'lesson_retired',
  'analysed',
  'promotion_proposed',
  'rolled_back',
  'experiment_started',
])

const decision = async (name: 'approve' | 'reject') => ({ default: (await import('./verbs/decide.ts'))[name] })

export const lessons = defineWorkflow<LessonsState, LessonsInput, LessonGates, LessonEvents>({
  name: 'lessons',
  version: 2,
  summary: 'turn recurring errors into lessons that help',
  initial,
  evolve,
  next,
  accept,
  gates,
  files: () => ({}),
  roles: ['lesson-writer'],
  makerless: true,
  judgeless: true,
  templates: lessonTemplates,
  verbs: [
    { name: 'list', everyday: true, summary: 'List the lessons of this project with their trials', load: () => import('./verbs/list.ts') },
    { name: 'show', summary: 'Show one lesson and its evidence', load: () => import('./verbs/show.ts') },
    { name: 'analyse', summary: 'Measure every trial; write, rewrite and retire lessons', load: () => import('./verbs/analyse.ts') },
    { name: 'propose', summary: 'Ask a person about lessons that have earned promotion', load: () => import('./verbs/propose.ts') },
    { name: 'approve', summary: 'Promote the lesson that is waiting', load: () => decision('approve') },
    { name: 'reject', summary: 'Leave the waiting lesson in trial', load: () => decision('reject') },
    { name: 'retire', summary: 'End the trial of a lesson', load: () => import('./verbs/retire.ts') },
    { name: 'rollback', summary: 'Go back to an earlier version of the base prompt', load: () => import('./verbs/rollback.ts') },
    { name: 'import', summary: 'Try the sentences of CLAUDE.md or AGENTS.md', load: () => import('./verbs/import.ts') },
    { name: 'experiment', summary: 'Try a cheaper maker on harder work', load: () => import('./verbs/experiment.ts') },
  ],
  view,
  matches: (run, name) => run === name,
  pins: ({ state, pins }) => (Object.keys(state.pins).length > 0 ? state.pins : pins),
  outside: ({ type }) => outside.has(type),
  contributes: ({ state }) => ({ book: state }),
  panel: () => import('./panel.ts'),
  hands: () => ({
    builtins: { 'lesson-writer': { version: '1.0.0', make: async ({ slots }) => (await import('./builtin.ts')).writeLesson(slots) } },
  }),
})

export default lessons
