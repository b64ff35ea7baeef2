// Templates are data that the catalog accepts, and answers at setup make them exact.
import { describe, expect, test } from 'vitest'
import { parseCheck } from '../../../src/rules/catalog.ts'
import { fill } from '../../../src/rules/template.ts'
import { templates } from '../../../src/workflows/reflex/templates/templates.ts'
import { Rule } from '../../../src/schema/rule.ts'
import { tryCheck } from '../../rules/checks/try-check.ts'

const all = Object.values(templates)

describe('every template', () => {
  test.each(all.flatMap((template) => template.rules.map((rule) => [`${template.name} ${rule.id}`, rule] as const)))(
    '%s is complete, and its check runs',
    async (_name, rule) => {
      expect(Rule.parse(rule)).toEqual(rule)
      if (typeof rule.check === 'string') throw new Error('a sentence')
      expect(await parseCheck(rule.check)).not.toHaveProperty('problems')
    },
  )

  test.each(all)('$name: answers replace checks with ones that the catalog accepts', async (template) => {
    for (const setting of template.settings) {
      const [rule] = fill(template, { [setting.name]: setting.name === 'operations' ? ['GET /users'] : ['one'] }).filter(
        (each) => each.id === setting.ruleId,
      )
      if (!rule || typeof rule.check === 'string') throw new Error(`no rule ${setting.ruleId}`)
      expect(rule.check).not.toEqual(template.rules.find((each) => each.id === setting.ruleId)?.check)
      expect(await parseCheck(rule.check)).not.toHaveProperty('problems')
    }
  })
})

test('only what code cannot decide is left to a judge', () => {
  const judged = (name: keyof typeof templates, answers = {}) =>
    fill(templates[name], answers).flatMap((rule) =>
      typeof rule.check !== 'string' && rule.check.kind === 'judged-by-agent' ? [rule.id] : [],
    )
  expect(judged('api-spec')).toEqual([])
  expect(judged('config', { keys: ['port'] })).toEqual([])
  expect(judged('docs')).toEqual(['a.correctness.accuracy', 'a.quality.clarity', 'b.quality.audience'])
  expect(judged('code', { compile: 'tsc', test: 'npm test', exports: ['add'] })).toEqual(['b.security.input-validation'])
})

test('an answer to a question nobody asked is refused by name', () => {
  expect(() => fill(templates.code, { compil: 'tsc' })).toThrow(/no setting "compil"; did you mean "compile"/)
  expect(() => fill(templates.other, { x: 'y' })).toThrow(/no setting "x"/)
})

test('an empty answer leaves the rule as it was', () => {
  expect(fill(templates.code, { exports: [], compile: '' })).toEqual(templates.code.rules)
})

test('several commands become one that stops at the first failure', () => {
  const [rule] = fill(templates.code, { compile: ['npm ci', 'npm run build'] })
  expect(rule?.check).toMatchObject({ kind: 'command', command: 'npm ci && npm run build' })
})

describe('a good and a bad artifact of each kind that code decides', () => {
  const spec = `# Things API

\`\`\`yaml
openapi: 3.1.0
info: {title: Things, version: "1"}
security: [{key: []}]
paths:
  /things:
    get:
      summary: List things
      parameters: [{name: cursor, in: query, schema: {type: string}}]
      responses:
        "200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Thing"}}, example: [{id: 1}]}}}
        "400": {description: bad}
        "500": {description: oops}
components:
  schemas: {Thing: {type: object, required: [id], properties: {id: {type: integer}}}}
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
\`\`\`
`
  const config = `# Settings

| variable | use |
|---|---|
| \`PORT\` | where it listens |

\`\`\`yaml
# the server
server:
  port: \${PORT:-8080}
\`\`\`
`
  const outcomes = async (name: keyof typeof templates, text: string, answers = {}) => {
    const rules = fill(templates[name], answers)
    return Object.fromEntries(
      await Promise.all(
        rules.map(async (rule) => {
          if (typeof rule.check === 'string') throw new Error('a sentence')
          const { kind, ...params } = rule.check
          return [rule.id, (await tryCheck(kind, params, text)).outcome]
        }),
      ),
    )
  }

  test('an API specification', async () => {
    expect(Object.values(await outcomes('api-spec', spec, { operations: ['GET /things'] }))).toEqual(
      Array.from({ length: 8 }, () => 'pass'),
    )
    const bad = spec
      .replace(', example: [{id: 1}]', '')
      .replace('name: cursor', 'name: colour')
      .replace('      summary: List things\n', '')
      .replace('"400": {description: bad}', '')
      .replace('security: [{key: []}]', '')
      .replace('properties: {id: {', 'properties: {some_id: {}, otherId: {}, id: {')
    expect(await outcomes('api-spec', bad)).toEqual({
      'a.correctness.endpoints': 'pass',
      'a.correctness.schemas': 'pass',
      'a.completeness.examples': 'fail',
      'a.completeness.errors': 'fail',
      'b.style.naming': 'fail',
      'b.completeness.pagination': 'fail',
      'b.completeness.auth': 'fail',
      'b.quality.descriptions': 'fail',
    })
    expect(new Set(Object.values(await outcomes('api-spec', 'Only words.')))).toEqual(new Set(['fail']))
  })

  test('a configuration', async () => {
    expect(new Set(Object.values(await outcomes('config', config, { keys: ['server.port'] })))).toEqual(new Set(['pass']))
    const bad = '```yaml\nserver: {port: 1}\npassword: q9Xv2mLw8RtY4z\nhome: /home/ann\nhost: ${SOME_HOST}\nprivileged: true\nempty:\n```\n'
    expect(await outcomes('config', bad, { keys: ['server.host'] })).toEqual({
      'a.correctness.syntax': 'pass',
      'a.correctness.required': 'fail',
      'a.completeness.env-vars': 'fail',
      'a.security.no-secrets': 'fail',
      'b.quality.defaults': 'fail',
      'b.completeness.comments': 'fail',
      'b.quality.portability': 'fail',
      'b.security.permissions': 'fail',
    })
  })
})
