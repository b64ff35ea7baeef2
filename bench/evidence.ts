// Whether what checks know reaches the maker: one that can only mend what it is told, exactly, with the evidence and without.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvaluate } from '../src/adapters/evaluator/evaluate.ts'
import { CheckPool } from '../src/adapters/evaluator/pool.ts'
import { MemoryStore } from '../src/adapters/memory-store.ts'
import { templateFolder } from '../src/adapters/templates.ts'
import { createAsk } from '../src/agents/ask.ts'
import type { Provider, ProviderRequest } from '../src/agents/provider.ts'
import { answerGate } from '../src/kernel/answer-gate.ts'
import { drive } from '../src/kernel/driver.ts'
import type { Ports } from '../src/kernel/ports.ts'
import type { Workflow } from '../src/kernel/workflow.ts'
import { demandsOf } from '../src/rules/demand.ts'
import { type Answers, fill } from '../src/rules/template.ts'
import { templates } from '../src/workflows/reflex/templates/templates.ts'
import type { Json } from '../src/schema/event.ts'
import { isJudged } from '../src/schema/judged.ts'
import type { Rule } from '../src/schema/rule.ts'
import { reflex } from '../src/workflows/reflex/index.ts'
import type { ReflexInput, ReflexState } from '../src/workflows/reflex/state.ts'
import { mend } from './lib/exact-maker.ts'
import { show } from './lib/figures.ts'

interface Example {
  template: 'api-spec' | 'docs' | 'config' | 'code'
  answers: Answers
  text: string
}

/** One a template, failing at level A in several rules; the API also at level B, the only one with a level-B rule that blocks and that code decides. */
const examples: readonly Example[] = [
  {
    template: 'api-spec',
    answers: { operations: ['GET /things'] },
    text: `# Things API

\`\`\`yaml
openapi: 3.1.0
info: {title: Things, version: "1"}
paths:
  /things:
    get:
      parameters: [{name: colour, in: query, schema: {type: string}}]
      responses:
        "200": {description: ok, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Thing"}}}}}
components:
  schemas: {Thing: {type: object, required: [thingId], properties: {thingId: {type: integer}, some_name: {}, otherName: {}}}}
\`\`\`
`,
  },
  {
    template: 'docs',
    answers: { sections: ['Install', 'Usage', 'Licence'] },
    text: '# Guide\n\n## Usage\n\n## More\n\nSee below.\n\n```\nguide --help\n```\n',
  },
  {
    template: 'config',
    answers: { keys: ['server.host', 'server.port'] },
    text: '# Settings\n\n```yaml\n# the server\nserver:\n  port: ${APP_PORT:-8080}\n# who may come in\npassword: q9Xv2mLw8RtY4z\n```\n',
  },
  {
    template: 'code',
    answers: { exports: ['add', 'sub'] },
    text: '```ts file=src/sum.ts\nexport function add(a: any, b: any): number {\n  logger.info(a)\n  return a + b\n}\n```\n',
  },
]

/** What nobody here can decide is left out, as a person without a judge would answer. */
const rulesOf = ({ template, answers }: Example): Rule[] => fill(templates[template], answers).filter((rule) => !isJudged(rule))

/** What makers were told before findings travelled whole: the rule's id and one line. */
const withoutEvidence = (findings: string) =>
  findings
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.replace(/\): .* Seen: /, '): '))
    .join('\n')

function makerOf(text: string, evidence: boolean): Provider {
  const told = (findings = '') => (evidence ? findings : withoutEvidence(findings))
  const reply = ({ role, slots }: ProviderRequest): string | Json => {
    const ids = [...told(slots['failed']).matchAll(/^- ([ab]\.[a-z]+\.[a-z-]+) /gm)].map(([, id]) => id as string)
    if (role === 'plan') return { plan: ['Write it.', 'Look at it.', 'Hand it in.'] }
    if (role === 'critique')
      return {
        issues: ids
          .slice(0, 5)
          .map((rule_id) => ({ rule_id, problem: 'As found.', fix_instruction: 'Fix it.', expected_effect: 'It holds.' })),
      }
    return role === 'refine' ? mend(slots['artifact'] ?? '', told(slots['findings'])) : text
  }
  return {
    name: 'exact',
    identify: async () => ({ model: 'unknown', version: '1' }),
    call: async (request) => {
      const made = reply(request)
      const usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: 0 }
      return { text: typeof made === 'string' ? made : JSON.stringify(made), usage, model: null, warnings: [] }
    },
  }
}

async function tryExample(example: Example, evidence: boolean) {
  const root = mkdtempSync(join(tmpdir(), 'whet-bench-'))
  const pool = new CheckPool({ threads: 0 })
  const now = () => Date.now()
  const ports: Ports = {
    clock: { now },
    ask: createAsk({
      makers: { default: makerOf(example.text, evidence) },
      templates: templateFolder(),
      world: { now, wait: async () => {}, nonce: () => '0123456789abcdef' },
    }),
    evaluate: createEvaluate({ root, pool, modules: [] }),
    observe: async ({ source, args }) =>
      source === 'demands' ? { ok: true, value: await demandsOf((args as { rules: Rule[] }).rules) } : { ok: true, text: '' },
    effect: async () => ({ ok: true, text: '' }),
  }
  const { thresholds } = templates[example.template]
  const input: ReflexInput = {
    runId: 'evidence-20260101-120000',
    alias: 'evidence',
    folder: '.ai-factory/evolution/evidence',
    prompt: 'Write it.',
    idealResult: '',
    type: example.template,
    criteria: {
      name: 'bench',
      version: 1,
      phase: {
        A: { threshold: thresholds.A / 10_000, active_levels: ['A'] },
        B: { threshold: thresholds.B / 10_000, active_levels: ['A', 'B'] },
      },
      rules: rulesOf(example),
    },
    maxIterations: 6,
    steps: 'short',
    budget: {},
    allowCommands: false,
    judge: false,
    passported: null,
  }
  const open = await new MemoryStore().create(
    reflex as unknown as Workflow<ReflexState>,
    { run: input.runId, workflow: 'reflex', input, pins: {} },
    ports.clock,
  )
  for (let rest = await drive(open, ports); rest.at === 'gate'; rest = await drive(open, ports))
    await answerGate(open, null, { choice: 'confirm', by: 'bench', assurance: 'unattested' }, ports)
  await pool.close()
  rmSync(root, { recursive: true, force: true })
  const { iteration, best, stop } = open.state.state
  const missed = (best?.results ?? []).filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable').map(({ id }) => id)
  return { passed: stop?.passed ?? false, iterations: iteration, score: (best?.score ?? 0) / 10_000, ended: stop?.reason ?? '', missed }
}

export async function benchEvidence() {
  const rows: object[] = []
  for (const example of examples)
    for (const evidence of [true, false]) {
      const { passed, iterations, score, ended, missed } = await tryExample(example, evidence)
      rows.push({
        template: example.template,
        told: evidence ? 'every finding' : 'one line a rule',
        passed,
        iterations,
        score,
        ended,
        'not held': missed.length,
      })
    }
  return rows
}

await show(import.meta, 'Evidence: a maker that can only mend what it is told', benchEvidence)
