// Every workflow the kernel's properties are held against, each with makers that answer well or badly as the seed says.
import type { AskAgent, Answer, Evaluate, Gate, Performed, Task, Usage } from '../../src/kernel/task.ts'
import type { Transitions } from '../../src/kernel/machine.ts'
import type { StopRule } from '../../src/kernel/stop.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import type { Json, NewEvent } from '../../src/schema/event.ts'
import type { Outcome } from '../../src/schema/verdict.ts'
import { oneOf, share, whole } from './chance.ts'
import { answerAudit, auditInput, auditWorkflow, performAudit } from './audit-subject.ts'
import { answerDesign, designInput, designStops, designWorkflow, performDesign } from './design-subject.ts'
import { answerSprint, performSprint, sprintBrief, sprintInput, sprintWorkflow } from './sprint-subject.ts'
import { answerOrder, orderInput, orderWorkflow, performOrder } from './order-subject.ts'
import { answerLessons, lessonsEvents, lessonsMachine, lessonsWorkflow, performLessons } from './lessons-subject.ts'
import { reflexInput } from './reflex-input.ts'
import { type ToyState, stages, toy, toyStops } from './toy.ts'
import { steps as auditSteps } from '../../src/workflows/audit/machine.ts'
import type { AuditState } from '../../src/workflows/audit/state.ts'
import { stopRules as auditStops } from '../../src/workflows/audit/stop.ts'
import { transitions } from '../../src/workflows/design/machine.ts'
import type { DesignState } from '../../src/workflows/design/state.ts'
import { reflex } from '../../src/workflows/reflex/index.ts'
import { steps } from '../../src/workflows/reflex/machine.ts'
import type { ReflexState } from '../../src/workflows/reflex/state.ts'
import { stopRules } from '../../src/workflows/reflex/stop.ts'
import { steps as orderSteps } from '../../src/workflows/order/evolve.ts'
import type { OrderState } from '../../src/workflows/order/state.ts'
import { steps as sprintSteps } from '../../src/workflows/sprint/evolve.ts'
import type { SprintState } from '../../src/workflows/sprint/state.ts'

export interface Subject {
  name: string
  workflow: Workflow<unknown>
  input(seed: number, run: string): object
  /** Texts a run begins with. */
  objects?: string[]
  /** What is said to it from outside before it begins. */
  events?(seed: number): NewEvent[]
  /** The reasons it can end for, if they are few. */
  reasons?: number
  /** The same answer to the same task, whoever asks and however often. */
  perform(seed: number, task: Task): Performed
  answer(seed: number, gate: Gate): Answer
  /** Tasks somebody outside performs. */
  hosted(task: Task): boolean
  machine: { table: Transitions<string>; at(state: unknown): string }
  stops: readonly StopRule<unknown>[]
  /** It never has two tasks at a time. */
  oneByOne?: true
  /** States only a run with children comes to; test/e2e/order.test.ts has those. */
  withChildren?: readonly string[]
}

const usageOf = (seed: number, key: string): Usage => ({
  calls: 1,
  tokensIn: whole(seed, `in ${key}`, 900),
  tokensOut: whole(seed, `out ${key}`, 90),
  costMicros: share(seed, `price ${key}`) < 0.2 ? null : whole(seed, `cost ${key}`, 5000),
})

const paid = (seed: number, key: string, reply: { text: string } | { value: Json }): Performed => ({
  ok: true,
  ...reply,
  usage: usageOf(seed, key),
})

const refused = (seed: number, key: string): Performed => ({
  ok: false,
  error: { code: 'maker', message: `no answer to ${key}` },
  usage: usageOf(seed, key),
})

const toySubject: Subject = {
  name: 'toy',
  workflow: toy as unknown as Workflow<unknown>,
  input: (seed) => ({ rounds: 1 + whole(seed, 'rounds', 3), mostCalls: 4 + whole(seed, 'most', 12) }),
  perform: (seed, { key, kind }) =>
    kind === 'ask'
      ? share(seed, key) < 0.15
        ? refused(seed, key)
        : paid(seed, key, { text: `${key} says ${whole(seed, key, 1000)}\n` })
      : { ok: true, text: `${kind} ${key}` },
  answer: (seed, { key }) => ({
    ...(share(seed, key) < 0.8 ? { choice: 'yes' } : { choice: 'no', text: 'enough' }),
    by: 'tester',
    assurance: 'unattested',
  }),
  hosted: ({ key }) => key.startsWith('review:'),
  machine: { table: stages, at: (state) => (state as ToyState).stage },
  stops: toyStops as readonly StopRule<never>[] as readonly StopRule<unknown>[],
}

const reflexSubject: Subject = {
  name: 'reflex',
  workflow: reflex as unknown as Workflow<unknown>,
  input: reflexInput,
  perform: (seed, task) => {
    switch (task.kind) {
      case 'observe':
        return { ok: true, text: share(seed, 'context') < 0.5 ? '' : 'Notes about this project.\n' }
      case 'evaluate':
        return share(seed, `crash ${task.key}`) < 0.04
          ? { ok: false, error: { code: 'timeout', message: 'too slow' } }
          : { ok: true, value: verdicts(seed, task) as unknown as Json }
      case 'ask':
        return share(seed, `bad ${task.key}`) < 0.08 ? badReply(seed, task) : paid(seed, task.key, goodReply(seed, task))
      default:
        return { ok: true, text: '' }
    }
  },
  answer: (seed, { key }) => ({ choice: share(seed, key) < 0.95 ? 'confirm' : 'discard', by: 'tester', assurance: 'unattested' }),
  hosted: () => false,
  machine: { table: steps, at: (state) => (state as ReflexState).step },
  stops: stopRules as readonly StopRule<never>[] as readonly StopRule<unknown>[],
}

const auditSubject: Subject = {
  name: 'audit',
  workflow: auditWorkflow,
  input: auditInput,
  perform: performAudit,
  answer: answerAudit,
  hosted: () => false,
  machine: { table: auditSteps, at: (state) => (state as AuditState).step },
  stops: auditStops as readonly StopRule<never>[] as readonly StopRule<unknown>[],
}

const designSubject: Subject = {
  name: 'design',
  workflow: designWorkflow,
  input: designInput,
  perform: performDesign,
  answer: answerDesign,
  hosted: () => false,
  machine: { table: transitions, at: (state) => (state as DesignState).state },
  stops: designStops,
}

const sprintSubject: Subject = {
  name: 'sprint',
  workflow: sprintWorkflow,
  input: sprintInput,
  objects: [sprintBrief],
  perform: performSprint,
  answer: answerSprint,
  hosted: () => false,
  machine: { table: sprintSteps, at: (state) => (state as SprintState).step },
  stops: [],
}

const orderSubject: Subject = {
  name: 'order',
  workflow: orderWorkflow,
  input: orderInput,
  perform: performOrder,
  answer: answerOrder,
  hosted: () => false,
  machine: { table: orderSteps, at: (state) => (state as OrderState).step },
  stops: [],
  oneByOne: true,
  withChildren: ['CHILDREN', 'SPLIT'],
}

const lessonsSubject: Subject = {
  name: 'lessons',
  workflow: lessonsWorkflow,
  input: (seed) => ({ seed: String(seed) }),
  events: lessonsEvents,
  perform: performLessons,
  answer: answerLessons,
  hosted: () => false,
  machine: lessonsMachine,
  stops: [],
  reasons: 1,
}

/** What a run begins with besides its input. */
export const beginning = ({ objects = [], events }: Subject, seed: number) => ({ objects, events: events?.(seed) ?? [] })

export const subjects: readonly Subject[] = [
  toySubject,
  reflexSubject,
  auditSubject,
  designSubject,
  sprintSubject,
  orderSubject,
  lessonsSubject,
]

/** Passing ones more often, so that runs get somewhere. */
const outcomes: readonly Outcome[] = ['pass', 'pass', 'pass', 'pass', 'pass', 'fail', 'fail', 'unknown', 'not-applicable', 'error']

function verdicts(seed: number, { key, checks, artifact }: Evaluate) {
  // A maker's check that cannot fail is refused at the gate, so here each can.
  if (key.startsWith('probe:')) return checks.map(({ ruleId }) => ({ ruleId, outcome: 'fail', message: 'as it should', evidence: [] }))
  return checks.map(({ ruleId }, index) => ({
    ruleId,
    outcome: oneOf(seed, `${ruleId} ${artifact.object}`, outcomes),
    message: `check ${index} looked`,
    evidence: [],
  }))
}

function goodReply(seed: number, { role, key, slots, schema }: AskAgent): { text: string } | { value: Json } {
  const text = (slot: string) => {
    const given = slots[slot]
    return typeof given === 'string' ? given : given && 'text' in given ? given.text : ''
  }
  const ids = (slot: string) => [...text(slot).matchAll(/^- ([ab]\.[a-z]+\.[a-z0-9-]+)/gm)].map(([, id]) => id as string)
  switch (role) {
    case 'plan':
      return { value: { plan: Array.from({ length: 3 + whole(seed, key, 3) }, (_, i) => `Do thing ${i}.`) } }
    case 'prepare':
      return { value: { checks: ids('rules').map((rule_id) => ({ rule_id, type: 'content', search: 'thing', expected: 'present' })) } }
    case 'critique':
      return {
        value: {
          issues: ids('failed')
            .slice(0, 5)
            .map((rule_id) => ({ rule_id, problem: 'It fails.', fix_instruction: 'Fix it.', expected_effect: 'It holds.' })),
        },
      }
    case 'produce':
    case 'refine':
      return { text: `# Work\n\nThing ${whole(seed, key, 6)} of ${key}.\n` }
    default: {
      const names = ((schema as { properties?: { anchor?: { enum?: string[] } } }).properties?.anchor?.enum ?? ['met']) as string[]
      const anchor = oneOf(seed, key, names)
      return { value: { anchor, absent: anchor !== names[0], quotes: anchor === names[0] ? ['# Work'] : [], reasoning: 'as seen' } }
    }
  }
}

/** Each way a maker goes wrong: no answer, an empty one, the wrong form, the wrong content. */
function badReply(seed: number, { key, expects }: AskAgent): Performed {
  const kinds: Performed[] = [
    refused(seed, key),
    paid(seed, key, { text: '  ' }),
    paid(seed, key, { text: 'a\u0000b' }),
    paid(seed, key, { value: expects === 'json' ? { plan: ['too few'] } : { not: 'text' } }),
  ]
  return oneOf(seed, `how ${key}`, kinds)
}
