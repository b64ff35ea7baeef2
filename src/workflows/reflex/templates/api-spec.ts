// Rules for an API specification: an OpenAPI parser decides all of them.
import { rule } from '../../../rules/template.ts'
import type { Template } from '../../../rules/template.ts'

export const apiSpec: Template = {
  name: 'api-spec',
  title: 'API specification',
  thresholds: { A: 8000, B: 9000 },
  rules: [
    rule('a.correctness.endpoints', 'fail', 'A valid OpenAPI document with paths, each with its methods', {
      kind: 'openapi.paths',
      valid: true,
    }),
    rule('a.correctness.schemas', 'fail', 'Every operation has schemas for what it takes and what it answers', { kind: 'openapi.schemas' }),
    rule('a.completeness.examples', 'fail', 'Every operation shows a JSON example that fits its schema', { kind: 'openapi.examples' }),
    rule('a.completeness.errors', 'warn', 'Operations describe the errors 400, 404 and 500 where they can occur', {
      kind: 'openapi.errors',
    }),
    rule('b.style.naming', 'warn', 'Paths, properties and operation ids follow one naming convention each', { kind: 'openapi.naming' }),
    rule('b.completeness.pagination', 'warn', 'Every operation that answers a list can be paged through', { kind: 'openapi.pagination' }),
    rule('b.completeness.auth', 'fail', 'Security schemes are defined, and every operation says which it asks for', {
      kind: 'openapi.security',
    }),
    rule('b.quality.descriptions', 'warn', 'Every operation has a summary or a description', { kind: 'openapi.descriptions' }),
  ],
  settings: [
    {
      name: 'operations',
      ask: 'Which operations must the API have? (such as GET /users)',
      ruleId: 'a.correctness.endpoints',
      many: true,
      check: { kind: 'openapi.paths', valid: true },
      into: 'required',
    },
  ],
}
