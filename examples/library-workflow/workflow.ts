// A workflow of its own: pure functions that say what to do next and what an answer means; a gate where a program or a person decides.
import { strict as assert } from 'node:assert'
import { defineMaker, defineWorkflow, runWorkflow } from 'whetstone'

interface Naming {
  product: string
  names: string[]
  chosen: string | null
}

const naming = defineWorkflow<Naming, { product: string }>({
  name: 'naming',
  version: 1,
  initial: ({ product }) => ({ product, names: [], chosen: null }),
  // The only place state changes.
  evolve: (state, { type, data }) => (type === 'proposed' ? { ...state, names: (data as { names: string[] }).names } : type === 'chosen' ? { ...state, chosen: (data as { name: string }).name } : state),
  next(state) {
    if (state.chosen) return { done: { status: 'named', reason: state.chosen, passed: true } }
    if (state.names.length > 0) return { ask: { key: 'choose', question: 'Which name?', choices: state.names.map((name) => ({ name, means: `call it ${name}` })), facts: { product: state.product } } }
    return { do: [{ kind: 'ask', key: 'propose', role: 'namer', template: 'propose', slots: { product: state.product }, expects: 'json' }] }
  },
  accept: (_state, _task, reply) => ({ events: reply.ok && 'value' in reply ? [{ type: 'proposed', data: { names: (reply.value as { names: string[] }).names } }] : [] }),
  answer: (_state, _gate, { choice }) => ({ events: [{ type: 'chosen', data: { name: choice } }] }),
  files: ({ chosen }) => (chosen ? { 'NAME.txt': { role: 'state', text: `${chosen}\n` } } : {}),
})

const namer = defineMaker({ name: 'namer', make: ({ prompt }) => ({ names: prompt.includes('sorts files') ? ['tidy', 'rake'] : [] }) })
const options = { workflow: naming, input: { product: 'a tool that sorts files' }, maker: namer, prompts: { propose: 'Propose names for {{product}}. Answer {"names": […]}.' } }

// Without anybody to decide it rests at its gate …
const resting = await runWorkflow(options)
assert.deepEqual([resting.at, resting.gate?.question], ['gate', 'Which name?'])

// … and with somebody it goes on to its end.
const done = await runWorkflow({ ...options, decide: ({ choices }) => ({ choice: choices[0]?.name ?? '' }) })
assert.deepEqual([done.at, done.outcome?.reason, done.state.chosen], ['end', 'tidy', 'tidy'])
process.stdout.write(`named ${done.state.chosen} after ${done.events.length} events\n`)
