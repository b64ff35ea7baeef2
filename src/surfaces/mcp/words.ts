// What verbs and their fields are called to an assistant, where the words of the command line would be wrong or say too little.
import { templates } from '../../rules/templates/templates.ts'

export const toolWords: Readonly<Record<string, string>> = {
  reflex_new:
    'Start a loop that makes one artifact: make, judge, fix, until its criteria are met. It is a draft until a person confirms criteria and iteration limit: call request_decision twice, then perform the steps.',
  design_new: 'Design a feature from its requirements. The answer holds your first step; after the last one a person decides.',
  audit_run:
    'Drive the tasks of a session folder (tasks.csv) to convergence. The answer holds your first step; a person decides where one must.',
  check: 'Judge files by rules, once: which hold, which do not, and where',
  resume: 'Go on with a run where it stopped; the answer holds the next step if it is yours',
  show: 'Show the artifact of a run, and what it waits for',
}

const answers = Object.entries(templates).flatMap(([type, { settings }]) =>
  settings.length > 0 ? [`${type}: ${settings.map(({ name }) => name).join(', ')}`] : [],
)

export const fieldWords: Readonly<Record<string, string>> = {
  criteria: 'a YAML or JSON file with rules and max_iterations; a person still confirms both',
  file: 'a JSON file',
  mandatory: 'checks that must hold, in words',
  prefer: 'preferences, as warning rules',
  requirements: 'a file, or the text itself',
  set: `name=value, so that code can decide more (${answers.join('; ')})`,
  timeLimit: 'seconds; near the end, what is known is put out and marked partial',
}
