// A sprint played by hand: the pure workflow alone, with a browser that answers what the test says.
import { meaningOfAnswer } from '../../../src/kernel/answer-gate.ts'
import type { Answer, Reply, Task } from '../../../src/kernel/task.ts'
import type { Accepted, Refusal } from '../../../src/kernel/workflow.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import { evolve } from '../../../src/workflows/sprint/evolve.ts'
import { sprint } from '../../../src/workflows/sprint/index.ts'
import { type Parameters, readParameters } from '../../../src/workflows/sprint/parameters.ts'
import type { CountedVerdict } from '../../../src/workflows/sprint/scorecard.ts'
import type { SprintInput, SprintState } from '../../../src/workflows/sprint/state.ts'

const brief = '# Bakery\n\n## Sections\n\n- Hero\n- Prices\n'
export const page = (text: string) => `\`\`\`html file="site/index.html"\n${text}\n\`\`\`\n`

export function parameters(ganLoop: object = {}): Parameters {
  const read = readParameters({ design: { gan_loop: ganLoop } })
  if ('problems' in read) throw new Error(read.problems.join('; '))
  return read.parameters
}

export const input = (more: Partial<SprintInput> = {}): SprintInput => ({
  runId: 'sprint-site-20260101-000000',
  name: 'site',
  brief: { path: 'brief.md', object: sha256(brief) },
  material: {
    page: 'site/index.html',
    sections: [{ title: 'Hero', from: 'Hero' }],
    copy: { hero: ['Fresh bread'] },
    copyPath: 'copy.json',
    tokens: { colors: {} },
    tokensPath: 'tokens.json',
    primaryActions: 1,
  },
  parameters: parameters(),
  harness: 'standard',
  contract: false,
  folder: 'site',
  builder: true,
  judge: false,
  budget: {},
  overrides: {},
  firstNumber: 1,
  runsBefore: 0,
  ...more,
})

/** What fails in an iteration, by criterion: how many of how many; `silent` passes without a word. Everything else passes. */
export type Faults = Record<string, [failed: number, checked: number] | 'unknown' | 'not-applicable' | 'silent'>

export class Play {
  state: SprintState
  readonly prompts: Task[] = []
  readonly #texts = new Map<string, string>([[sha256(brief), brief]])
  readonly #faults: Faults[]
  build = (key: string) => `Done.\n\n${page(`<p>${key}</p>`)}`
  review: (round: number) => object = () => ({ accept: true })
  again: Faults | null = null
  baseline: { mean: number; runs: number } | null = null

  constructor(given: SprintInput, faults: Faults[]) {
    this.state = sprint.initial(given, 1_767_225_600_000)
    this.#faults = faults
  }

  /** Performs tasks until it rests at a gate or ends. */
  go(): this {
    for (let turn = 0; turn < 500; turn++) {
      const next = sprint.next(this.state)
      if (!('do' in next)) return this
      const [task] = next.do
      if (!task) throw new Error('nothing to do')
      this.prompts.push(task)
      this.#take(sprint.accept(this.state, task, this.#perform(task), (hash) => this.#texts.get(hash) ?? ''))
    }
    throw new Error('it never rests')
  }

  answer(choice: Answer['choice'], more: Partial<Answer> = {}): Refusal | this {
    const next = sprint.next(this.state)
    if (!('ask' in next)) throw new Error('nobody asks')
    const said = meaningOfAnswer<SprintState>(sprint, this.state, next.ask, { choice, by: 'Ada', assurance: 'attended', ...more })
    if ('refused' in said) return said
    this.#take(said)
    return this.go()
  }

  get gate() {
    const next = sprint.next(this.state)
    return 'ask' in next ? next.ask : null
  }

  get end() {
    const next = sprint.next(this.state)
    return 'done' in next ? next.done : null
  }

  file(name: string): Record<string, unknown> {
    const file = sprint.files(this.state, 'run')[`.moai/sprints/${name}`]
    if (file?.role !== 'state') throw new Error(`there is no ${name}`)
    return JSON.parse(file.text) as Record<string, unknown>
  }

  #take({ events, objects = [] }: Accepted): void {
    for (const text of objects) this.#texts.set(sha256(text), text)
    for (const { type, data } of events) this.state = evolve(this.state, { type, data, at: this.state.updatedAt + 1000 })
  }

  #perform(task: Task): Reply {
    switch (task.kind) {
      case 'observe':
        if (task.source === 'baseline') return { ok: true, value: this.baseline }
        if (task.source === 'afresh') return { ok: true, value: this.#verdicts(this.again ?? {}) }
        return { ok: true, text: page(`<p>${task.key}</p>`) }
      case 'evaluate':
        return { ok: true, value: this.#verdicts(this.#faults[this.state.iteration - 1] ?? this.#faults.at(-1) ?? {}) }
      case 'ask':
        return task.template === 'sprint-review'
          ? { ok: true, value: this.review(this.state.round + 1) }
          : { ok: true, text: this.build(task.key) }
      default:
        return { ok: true, value: {} }
    }
  }

  #verdicts(faults: Faults): CountedVerdict[] {
    return this.state.criteria.map(({ id }) => {
      const fault = faults[id]
      if (fault === undefined) return { ruleId: id, outcome: 'pass', message: `${id} holds`, evidence: [] }
      if (fault === 'silent') return { ruleId: id, outcome: 'pass', message: '', evidence: [] }
      if (typeof fault === 'string') return { ruleId: id, outcome: fault, message: `${id} is ${fault}`, evidence: [] }
      const [failed, checked] = fault
      return {
        ruleId: id,
        outcome: 'fail',
        message: `${failed} of ${checked}`,
        evidence: [{ message: `${id} fails at main > p` }],
        counts: { checked, failed },
      }
    })
  }
}

export const play = (more: Partial<SprintInput>, ...faults: Faults[]) => new Play(input(more), faults).go()
