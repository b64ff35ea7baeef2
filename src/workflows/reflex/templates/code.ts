// Rules for code: decided by the project's own commands where they are named, otherwise by a judge.
import { judged, rule } from '../../../rules/template.ts'
import type { Template } from '../../../rules/template.ts'

export const code: Template = {
  name: 'code',
  title: 'Code',
  thresholds: { A: 8000, B: 9000 },
  rules: [
    rule(
      'a.correctness.compiles',
      'fail',
      'The code compiles or loads without an error',
      judged('Would this code compile or load as it stands?', [
        'no error that a compiler or interpreter would report',
        'it depends on something the text does not show',
        'at least one error that would stop it',
      ]),
    ),
    rule(
      'a.correctness.logic',
      'fail',
      'The code does what every required scenario asks',
      judged('Does the code do what each scenario of the task asks?', [
        'every scenario comes out right',
        'most do, one or more edge cases do not',
        'a main scenario comes out wrong or is missing',
      ]),
    ),
    rule(
      'a.completeness.functions',
      'fail',
      'Every required function or export is there',
      judged('Is every function, class or export that the task asks for there, under its name?', [
        'all are there and complete',
        'one is there in outline only',
        'at least one is missing',
      ]),
    ),
    rule('a.completeness.types', 'warn', 'Types are given where the language has them, and none is silenced', { kind: 'code.types' }),
    rule('b.quality.error-handling', 'warn', 'No error is caught and dropped', { kind: 'code.error-handling' }),
    rule('b.quality.logging', 'warn', 'What happens is logged through a logger, and no debugging output is left', { kind: 'code.logging' }),
    rule('b.style.conventions', 'warn', 'Layout and names keep the conventions of the language', { kind: 'code.conventions' }),
    rule(
      'b.security.input-validation',
      'fail',
      'Input from outside is validated before it is used',
      judged('Is every input from outside (arguments, requests, files, environment) checked before it is used?', [
        'each is checked, and what is refused is said',
        'some are, or only their presence is checked',
        'input reaches a query, a command, a path or the logic unchecked',
      ]),
    ),
  ],
  settings: [
    {
      name: 'compile',
      ask: 'Which command compiles or type-checks it? (such as npx tsc --noEmit)',
      ruleId: 'a.correctness.compiles',
      many: false,
      check: { kind: 'command', timeout_seconds: 300 },
      into: 'command',
    },
    {
      name: 'test',
      ask: 'Which command runs the scenarios? (such as npm test)',
      ruleId: 'a.correctness.logic',
      many: false,
      check: { kind: 'command', timeout_seconds: 600 },
      into: 'command',
    },
    {
      name: 'exports',
      ask: 'Which names must be exported?',
      ruleId: 'a.completeness.functions',
      many: true,
      check: { kind: 'code.exports' },
      into: 'names',
    },
    {
      name: 'lint',
      ask: "Which command checks the project's style? (such as npm run lint)",
      ruleId: 'b.style.conventions',
      many: false,
      check: { kind: 'command', timeout_seconds: 300 },
      into: 'command',
    },
  ],
}
