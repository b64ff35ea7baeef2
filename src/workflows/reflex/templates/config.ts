// Rules for configuration: parsers, a secret scanner and line checks decide; the task must name mandatory keys.
import { judged, rule } from '../../../rules/template.ts'
import type { Template } from '../../../rules/template.ts'

export const config: Template = {
  name: 'config',
  title: 'Configuration',
  thresholds: { A: 8000, B: 9000 },
  rules: [
    rule('a.correctness.syntax', 'fail', 'A parser reads every document', { kind: 'parse', unique_keys: true }),
    rule(
      'a.correctness.required',
      'fail',
      'Every mandatory key is set',
      judged('Is every setting that the task asks for set, under the name its program reads?', [
        'all are set',
        'one is set but under a doubtful name or value',
        'at least one is missing',
      ]),
    ),
    rule('a.completeness.env-vars', 'warn', 'Every environment variable is explained', { kind: 'config.env-vars' }),
    rule('a.security.no-secrets', 'fail', 'No secret is written down', { kind: 'secrets' }),
    rule('b.quality.defaults', 'warn', 'Every setting has a value or a sensible default', { kind: 'config.defaults' }),
    rule('b.completeness.comments', 'warn', 'Settings are explained where they stand', { kind: 'config.comments' }),
    rule('b.quality.portability', 'warn', 'Nothing is bound to one machine', { kind: 'config.portability' }),
    rule('b.security.permissions', 'warn', 'Nothing gets more rights than it needs', { kind: 'config.permissions' }),
  ],
  settings: [
    {
      name: 'keys',
      ask: 'Which keys must be set? (such as server.port or DATABASE_URL)',
      ruleId: 'a.correctness.required',
      many: true,
      check: { kind: 'config.required' },
      into: 'keys',
    },
  ],
}
