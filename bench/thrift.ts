// What the loop asks of its makers: the default order of steps against every step in every iteration, with the same maker and rules.
import { MemoryStore } from '../src/adapters/memory-store.ts'
import { templateFolder } from '../src/adapters/templates.ts'
import { createAsk } from '../src/agents/ask.ts'
import type { Provider, ProviderRequest } from '../src/agents/provider.ts'
import { answerGate } from '../src/kernel/answer-gate.ts'
import { drive } from '../src/kernel/driver.ts'
import type { Ports } from '../src/kernel/ports.ts'
import type { Workflow } from '../src/kernel/workflow.ts'
import type { Json } from '../src/schema/event.ts'
import type { Rule } from '../src/schema/rule.ts'
import { reflex } from '../src/workflows/reflex/index.ts'
import type { ReflexInput, ReflexState } from '../src/workflows/reflex/state.ts'
import { show } from './lib/figures.ts'

const sections = ['Install', 'Configure', 'Run', 'Trouble', 'Licence', 'Contact']

/** Rules in words: a maker turns each into a check, as for most tasks a person writes. */
const rules: Rule[] = sections.map((name, i) => ({
  id: `${i < 5 ? 'a' : 'b'}.completeness.${name.toLowerCase()}`,
  description: `There is a section ${name}.`,
  severity: 'fail',
  weight: 2,
  phase: i < 5 ? 'A' : 'B',
  check: `A heading "${name}" with text below it.`,
}))

const input = (steps: ReflexInput['steps']): ReflexInput => ({
  runId: 'thrift-20250615-120000',
  alias: 'thrift',
  folder: '.ai-factory/evolution/thrift',
  prompt:
    'Write the handbook of a small command-line tool: how to install, configure and run it, what to do in trouble, licence and contact.',
  idealResult: 'A handbook somebody new can follow.',
  type: 'docs',
  criteria: {
    name: 'loop_default_v1',
    version: 1,
    phase: { A: { threshold: 0.8, active_levels: ['A'] }, B: { threshold: 0.9, active_levels: ['A', 'B'] } },
    rules,
  },
  maxIterations: 4,
  steps,
  budget: {},
  allowCommands: false,
  judge: false,
  passported: null,
})

/** Has three sections at first and mends one fault in each refinement; it remembers nothing but what the prompt shows. */
function reply({ role, slots, prompt }: ProviderRequest): string | Json {
  const ids = (slot: string) => [...(slots[slot] ?? '').matchAll(/^- ([ab]\.[a-z]+\.[a-z]+)/gm)].map(([, id]) => id as string)
  const nameOf = (id: string) => sections.find((name) => id.endsWith(name.toLowerCase())) ?? ''
  switch (role) {
    case 'plan':
      return {
        plan: [
          'Write what is needed to install and configure.',
          'Write how to run it and what to do in trouble.',
          'Add licence and contact.',
        ],
      }
    case 'prepare':
      return { checks: ids('rules').map((rule_id) => ({ rule_id, type: 'content', search: `## ${nameOf(rule_id)}`, expected: 'present' })) }
    case 'critique':
      return {
        issues: ids('failed')
          .slice(0, 1)
          .map((rule_id) => ({
            rule_id,
            problem: `The section ${nameOf(rule_id)} is missing.`,
            fix_instruction: `Add a section ${nameOf(rule_id)}.`,
            expected_effect: 'The rule holds.',
          })),
      }
    case 'refine': {
      const there = sections.filter((name) => (slots['artifact'] ?? '').includes(`## ${name}`))
      return handbook([...there, ...sections.filter((name) => (slots['issues'] ?? '').includes(`section ${name}.`))])
    }
    default: {
      const before = sections.filter((name) => prompt.includes(`## ${name}`))
      return handbook(before.length > 0 ? before : sections.slice(0, 3))
    }
  }
}

const handbook = (names: readonly string[]) =>
  `# Handbook\n\n${sections
    .filter((name) => names.includes(name))
    .map((name) => `## ${name}\n\n${'A sentence about this that somebody new can follow. '.repeat(12)}\n`)
    .join('\n')}`

async function measure(steps: ReflexInput['steps']) {
  let calls = 0
  let bytes = 0
  const maker: Provider = {
    name: 'scripted',
    identify: async () => ({ model: 'unknown', version: '1' }),
    call: async (request) => {
      calls += 1
      bytes += Buffer.byteLength(request.prompt)
      const made = reply(request)
      return {
        text: typeof made === 'string' ? made : JSON.stringify(made),
        usage: { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: 0 },
        model: null,
        warnings: [],
      }
    },
  }
  const ports: Ports = {
    clock: { now: () => Date.now() },
    ask: createAsk({
      makers: { default: maker },
      templates: templateFolder(),
      world: { now: () => Date.now(), wait: async () => {}, nonce: () => '0123456789abcdef' },
    }),
    evaluate: async (task, { object }) => {
      const text = await object(task.artifact.object)
      return {
        ok: true,
        value: task.checks.map(({ ruleId, check }) => ({
          ruleId,
          outcome: text.includes(String(check['text'])) ? 'pass' : 'fail',
          message: '',
          evidence: [],
        })),
      }
    },
    observe: async () => ({ ok: true, text: '' }),
    effect: async () => ({ ok: true, text: '' }),
  }
  const open = await new MemoryStore().create(
    reflex as unknown as Workflow<ReflexState>,
    { run: 'thrift-20250615-120000', workflow: 'reflex', input: input(steps), pins: {} },
    ports.clock,
  )
  for (let rest = await drive(open, ports); rest.at === 'gate'; rest = await drive(open, ports))
    await answerGate(open, null, { choice: 'confirm', by: 'bench', assurance: 'unattested' }, ports)
  const { iteration, best, stop } = open.state.state
  return { calls, bytes, iteration, score: (best?.score ?? 0) / 10_000, ended: stop?.reason ?? '' }
}

export async function benchThrift() {
  const every = await measure('every')
  const short = await measure('short')
  const row = (order: string, { calls, bytes, iteration, score, ended }: typeof every) => ({
    order,
    'maker calls': calls,
    'prompt bytes': bytes,
    iterations: iteration,
    'final score': score,
    ended,
  })
  return [
    row('every step, every iteration', every),
    row('default', short),
    {
      order: 'default / every',
      'maker calls': (short.calls / every.calls).toFixed(2),
      'prompt bytes': (short.bytes / every.bytes).toFixed(2),
      'final score': short.score >= every.score ? 'same or better' : 'worse',
      ended: 'target ≤ 0.6',
    },
  ]
}

await show(import.meta, 'Thrift: the same maker and rules, two orders of steps', benchThrift)
