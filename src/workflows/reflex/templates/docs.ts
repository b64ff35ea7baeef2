// Rules for documentation: a markdown parser decides on form, a judge on meaning.
import { judged, rule } from '../../../rules/template.ts'
import type { Template } from '../../../rules/template.ts'

/** markdownlint's rules on headings, lists, rulers, code, emphasis and tables. */
const oneStyle = 'MD003 MD004 MD005 MD009 MD010 MD029 MD035 MD046 MD048 MD049 MD050 MD055'.split(' ')

export const docs: Template = {
  name: 'docs',
  title: 'Documentation',
  thresholds: { A: 7500, B: 8500 },
  rules: [
    rule(
      'a.correctness.accuracy',
      'fail',
      'What the text says is right',
      judged('Is everything the text states about its subject right, as far as the task and the text itself tell?', [
        'no statement is wrong or contradicts another',
        'a detail is off or cannot be backed by the task',
        'a statement that a reader acts on is wrong',
      ]),
    ),
    rule('a.completeness.sections', 'fail', 'The text has its sections, and none is empty', { kind: 'markdown.sections', min: 2 }),
    rule('a.completeness.examples', 'warn', 'There is an example, marked with its language, and its data can be read', {
      kind: 'markdown.code-fences',
      min: 1,
      parse: true,
    }),
    rule(
      'a.quality.clarity',
      'warn',
      'A reader understands each sentence at the first reading',
      judged('Is each sentence and step clear at the first reading?', [
        'plain words, one idea a sentence, terms explained when first used',
        'a few sentences must be read twice',
        'steps or terms stay unclear',
      ]),
    ),
    rule('b.quality.structure', 'warn', 'One title, and headings that skip no level', { kind: 'markdown.heading-order' }),
    rule('b.completeness.cross-refs', 'warn', 'Links and anchors lead somewhere', { kind: 'markdown.links' }),
    rule('b.style.consistency', 'warn', 'The same things are written the same way throughout', {
      kind: 'markdown.lint',
      rules: Object.fromEntries(oneStyle.map((id) => [id, true])),
    }),
    rule(
      'b.quality.audience',
      'warn',
      'The text fits the people it is for',
      judged('Does the text assume what its readers know, and explain what they do not?', [
        'it fits the readers the task names or implies',
        'it is at times too simple or too advanced for them',
        'it is written for other readers',
      ]),
    ),
  ],
  settings: [
    {
      name: 'sections',
      ask: 'Which sections must the text have?',
      ruleId: 'a.completeness.sections',
      many: true,
      check: { kind: 'markdown.sections', min: 2 },
      into: 'required',
    },
  ],
}
