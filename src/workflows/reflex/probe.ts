// Probes checks that a maker wrote: each must fail on certain texts before it may decide anything.
import type { Evaluate, Reply } from '../../kernel/task.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Outcome, Verdict } from '../../schema/verdict.ts'
import { planted, typedCheck } from './prepared.ts'
import type { Prepared, PreparedCheck, ReflexState } from './state.ts'

/** Ordinary work about something else, in all kinds: a check that passes on it says nothing about the task. */
const irrelevant: readonly string[] = [
  `# Notes on keeping bees

Bees fly when it is warm. A hive needs shade, water and room.

## Through the year

1. In spring, look for the queen.
2. In summer, add a box.
3. In autumn, feed what is missing.

- [x] Smoker cleaned
- [ ] Frames counted

| Month | Task  |
| ----- | ----- |
| May   | Swarm |

See [the almanac](https://example.org/almanac) for dates.

\`\`\`ts file=src/hive.ts
export function frames(boxes: number): number {
  if (boxes < 0) throw new Error('a hive has no negative boxes')
  return boxes * 10
}
\`\`\`

\`\`\`yaml
hive:
  name: north
  boxes: 2
\`\`\`
`,
  `${JSON.stringify(
    {
      openapi: '3.1.0',
      info: { title: 'Bee log', version: '2.4.0', description: 'What was seen at the hive.' },
      servers: [{ url: 'https://bees.example.org' }],
      paths: {
        '/hives': {
          get: {
            operationId: 'listHives',
            summary: 'All hives',
            responses: { 200: { description: 'A list', content: { 'application/json': { schema: { type: 'array' } } } } },
          },
        },
      },
      components: { schemas: { Hive: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } } },
    },
    null,
    2,
  )}\n`,
  `openapi: 3.1.0
info:
  title: Bee log
  version: 2.4.0
servers:
  - url: https://bees.example.org
paths:
  /hives:
    get:
      operationId: listHives
      summary: All hives
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
      responses:
        '200':
          description: A list
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: '#/components/schemas/Hive'
components:
  schemas:
    Hive:
      type: object
      required: [name]
      properties:
        name:
          type: string
  securitySchemes:
    key:
      type: apiKey
      in: header
      name: X-Key
security:
  - key: []
`,
]

/** The probe texts: nothing, unrelated work, and what the checks forbid. */
export function probesFor(checks: readonly PreparedCheck[]): string[] {
  return checks.length === 0 ? [] : ['', ...irrelevant, `${checks.flatMap(planted).join('\n\n')}\n`]
}

/** The remaining probes. */
export function probeTasks({ prepared, iteration, level, attempts, makerChecks, input }: ReflexState): Evaluate[] {
  const { checks = [], probes = [], tried = {} } = prepared ?? {}
  return probes.flatMap((object, index) => {
    if (Object.hasOwn(tried, object)) return []
    const key = `probe:${iteration}:${level}:${index + 1}${makerChecks.again > 0 ? `~${makerChecks.again}` : ''}`
    const attempt = attempts[key]?.count ?? 0
    return [
      {
        kind: 'evaluate' as const,
        key: attempt === 0 ? key : `${key}#${attempt + 1}`,
        artifact: { object },
        name: 'artifact.md',
        checks: checks.map((check) => ({ ruleId: check.rule_id, check: typedCheck(check), prepared: true as const })),
        allowCommands: input.allowCommands,
      },
    ]
  })
}

export function outcomesOf(reply: Reply & { ok: true }): Outcome[] {
  return ('value' in reply ? (reply.value as Verdict[]) : []).map(({ outcome }) => outcome)
}

/** Why a check can't count, or null: a demanding check must fail on nothing and on other work, a forbidding one where its term is planted. */
export function rejection({ checks, probes = [], tried = {} }: Prepared, check: PreparedCheck): string | null {
  const at = checks.indexOf(check)
  const [onNothing, ...others] = probes.map((probe) => tried[probe]?.[at])
  if (onNothing === undefined) return 'it was never tried'
  const onPlanted = others.pop()
  if (onNothing === 'pass')
    return onPlanted === 'fail' ? null : 'it holds for an empty text and failed on no test text, so it may never fail at all'
  if (onNothing !== 'fail') return "it couldn't be tried"
  return others.every((outcome) => outcome === 'fail') ? null : 'it holds for a text about something else'
}

/** Stored with the checks under the probes' names. */
export const hashesOf = (texts: readonly string[]) => texts.map((text) => sha256(text))
