// The form that starts a design in the dashboard, with the questions it asks first.
import type { WorkflowPanel } from '../../../operations/page.ts'
import { type Answered, withAnswers } from '../outline/answers.ts'
import type { DesignState } from '../state.ts'
import { toAsk } from './to-ask.ts'

export default {
  title: 'Design',
  what: 'You give requirements; whet makes a scored design with a preview, which waits for your decision.',
  fields: [
    { name: 'name', kind: 'name', label: 'Feature', hint: 'lower-case words joined by hyphens, such as order-tracking', required: true },
    { name: 'text', kind: 'text', label: 'Requirements', hint: 'Say in sentences who does what with which data.', required: true },
    {
      name: 'threshold',
      kind: 'number',
      label: 'Threshold',
      hint: 'the score from which it waits for you, 70 to 95',
      least: 70,
      most: 95,
      placeholder: '80',
    },
    {
      name: 'iterations',
      kind: 'number',
      label: 'Most iterations',
      hint: 'then the run ends, good enough or not',
      least: 1,
      most: 100,
      placeholder: '10',
    },
  ],
  // The line feed prevents a text from being read as a file name.
  read: ({ name = '', text = '', threshold, iterations, ...asked }) => ({
    feature: name,
    requirements: `${withAnswers(text, answersIn(asked))}\n`,
    ...(threshold && { threshold }),
    ...(iterations && { maxIterations: iterations }),
  }),
  asks: async ({ text = '' }, world) => toAsk(await world.makers({ workflow: 'design' }), text),
} satisfies WorkflowPanel<DesignState>['form']

/** The form's questions and their answers. */
function answersIn(fields: Record<string, string>): Answered[] {
  return Object.entries(fields).flatMap(([key, question]) =>
    /^q\d+$/.test(key) ? [{ question, answer: fields[`a${key.slice(1)}`] ?? '' }] : [],
  )
}
