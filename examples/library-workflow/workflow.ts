// The same workflow run by a program: with nobody to decide, it waits at its gate; with a person, it continues to its end.
import { strict as assert } from 'node:assert'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineMaker, runWorkflow } from 'whetstone'
import launch from './launch.ts'
import naming from './naming.ts'

const namer = defineMaker({ name: 'namer', make: ({ prompt }) => ({ names: prompt.includes('sorts files') ? ['tidy', 'rake'] : [] }) })
const options = { workflow: naming, input: { product: 'a tool that sorts files' }, maker: namer }

const waiting = await runWorkflow(options)
assert.deepEqual([waiting.at, waiting.gate?.choices.map(({ name }) => name)], ['gate', ['take', 'again']])

const done = await runWorkflow({ ...options, decide: () => ({ choice: 'take', text: 'tidy' }) })
assert.deepEqual([done.at, done.outcome?.reason, done.state.chosen], ['end', 'tidy', 'tidy'])
process.stdout.write(`named ${done.state.chosen} after ${done.events.length} events\n`)

// A run that starts another: the child waits at its own gate, so the program answers there, and then the parent goes on.
const place = { root: mkdtempSync(join(tmpdir(), 'launch-')), store: 'disk', workflows: [naming], maker: { namer } } as const
const launching = { ...place, workflow: launch, run: 'launch-1', input: options.input, settings: { file: 'news.txt' } }
const [child = ''] = (await runWorkflow(launching)).children
await runWorkflow({ ...options, ...place, run: child, decide: () => ({ choice: 'take', text: 'rake' }) })
const launched = await runWorkflow(launching)
assert.equal(readFileSync(join(place.root, 'news.txt'), 'utf8'), 'rake: there is nothing like it\n')
process.stdout.write(`launched as ${launched.state.slogan}\n`)
