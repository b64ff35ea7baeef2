// The same workflow run by a program: without anybody to decide it waits at its gate, with somebody it goes on to its end.
import { strict as assert } from 'node:assert'
import { defineMaker, runWorkflow } from 'whetstone'
import naming from './naming.ts'

const namer = defineMaker({ name: 'namer', make: ({ prompt }) => ({ names: prompt.includes('sorts files') ? ['tidy', 'rake'] : [] }) })
const options = { workflow: naming, input: { product: 'a tool that sorts files' }, maker: namer }

const waiting = await runWorkflow(options)
assert.deepEqual([waiting.at, waiting.gate?.choices.map(({ name }) => name)], ['gate', ['take', 'again']])

const done = await runWorkflow({ ...options, decide: () => ({ choice: 'take', text: 'tidy' }) })
assert.deepEqual([done.at, done.outcome?.reason, done.state.chosen], ['end', 'tidy', 'tidy'])
process.stdout.write(`named ${done.state.chosen} after ${done.events.length} events\n`)
