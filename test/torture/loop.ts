// The loop that is tortured: a reflex run of four iterations on the file store, its makers deterministic, one of its artifacts too large for the journal.
import { FileStore } from '../../src/adapters/file-store/store.ts'
import type { OpenRun } from '../../src/kernel/commit.ts'
import { answerGate } from '../../src/kernel/answer-gate.ts'
import { drive } from '../../src/kernel/driver.ts'
import type { Ports } from '../../src/kernel/ports.ts'
import type { AskAgent, Evaluate, Performed } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import type { Json } from '../../src/schema/event.ts'
import { Fault } from '../../src/schema/fault.ts'
import { reflex } from '../../src/workflows/reflex/index.ts'
import type { ReflexInput, ReflexState } from '../../src/workflows/reflex/state.ts'

export const run = 'torture-20250615-120000'
export const workflow = reflex as unknown as Workflow<ReflexState>

const words = ['stone', 'water', 'steel', 'patience']
const rule = (word: string, level: 'A' | 'B') => ({
  id: `${level.toLowerCase()}.quality.${word}`,
  description: `says ${word}`,
  severity: 'fail' as const,
  weight: 2,
  phase: level,
  check: { kind: 'content.contains', text: word },
})

const input: ReflexInput = {
  runId: run,
  alias: 'torture',
  folder: '.ai-factory/evolution/torture',
  prompt: 'Say what sharpening takes',
  idealResult: '',
  type: 'docs',
  criteria: {
    name: 'loop_default_v1',
    version: 1,
    phase: { A: { threshold: 0.8, active_levels: ['A'] }, B: { threshold: 0.9, active_levels: ['A', 'B'] } },
    rules: [
      ...words.slice(0, 3).map((word) => rule(word, 'A')),
      rule('patience', 'B'),
      { ...rule('calm', 'A'), severity: 'warn', weight: 1, check: 'It reads calmly.' },
    ],
  },
  maxIterations: 6,
  steps: 'short',
  budget: {},
  allowCommands: false,
  judge: false,
  sentencesBy: 'maker',
  passported: null,
}

export interface Witness {
  called(key: string): void
  committed(seq: string): void
  inProcess: boolean
}

/** From wherever it was left to its end. */
export async function runLoop(root: string, witness: Witness): Promise<void> {
  const ports = portsOf(witness)
  const open = await beginOrGoOn(new FileStore(root), ports)
  const onCommit = () => witness.committed(String(open.state.seq))
  onCommit()
  for (;;) {
    const rest = await drive(open, ports, { onCommit })
    if (rest.at === 'end') break
    if (rest.at !== 'gate') throw new Error(`rests at ${rest.at}`)
    await answerGate(open, rest.gate.key, { choice: 'confirm', by: 'torturer', assurance: 'unattested' }, ports, { onCommit })
  }
  await open.close()
}

async function beginOrGoOn(store: FileStore, ports: Ports): Promise<OpenRun<ReflexState>> {
  try {
    return await store.create(workflow, { run, workflow: 'reflex', input, pins: {} }, ports.clock)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'conflict') throw error
    return (await store.open(workflow, run)).open
  }
}

function portsOf({ called, inProcess }: Witness): Ports {
  const answer = async (task: { key: string }, reply: Performed) => {
    called(task.key)
    return reply
  }
  return {
    clock: { now: () => 1_750_000_000_000 },
    inProcess: () => inProcess,
    ask: (task) => answer(task, { ok: true, ...made(task), usage: { calls: 1, tokensIn: 100, tokensOut: 10, costMicros: 3 } }),
    evaluate: async (task, context) => answer(task, { ok: true, value: judged(task, await context.object(task.artifact.object)) }),
    observe: (task) => answer(task, { ok: true, text: 'Notes of the project.\n' }),
    effect: (task) => answer(task, { ok: true, text: '' }),
  }
}

/** One more of the words in each version; the second version is larger than what rides in the journal. */
function made({ role, key, slots }: AskAgent): { text: string } | { value: Json } {
  const iteration = Number(/\d+/.exec(key)?.[0])
  if (role === 'plan') return { value: { plan: ['Say stone.', 'Say water.', 'Say steel.'] } }
  if (role === 'prepare')
    return { value: { checks: [{ rule_id: 'a.quality.calm', type: 'content', search: 'stone', expected: 'present' }] } }
  if (role !== 'critique')
    return { text: `# Sharpening\n\n${words.slice(0, iteration).join(', ')}\n${iteration === 2 ? 'filler\n'.repeat(12_000) : ''}` }
  const failed = [
    ...(typeof slots['failed'] === 'object' && 'text' in slots['failed'] ? slots['failed'].text : '').matchAll(
      /^- ([ab]\.quality\.[a-z]+)/gm,
    ),
  ].map(([, id]) => id as string)
  return {
    value: {
      issues: failed
        .slice(0, 5)
        .map((rule_id) => ({ rule_id, problem: 'It is missing.', fix_instruction: 'Say it.', expected_effect: 'It is there.' })),
    },
  }
}

function judged({ checks }: Evaluate, text: string): Json {
  return checks.map(({ ruleId, check }) => {
    const there = text.includes(String(check['text']))
    return { ruleId, outcome: there ? 'pass' : 'fail', message: there ? 'found' : 'not found', evidence: [] }
  })
}
