// Other engines beside ours on the work of bench/steps.ts, in one run: a 4 KB state, a 300 B event and an 8 KB artifact a step, each step durable before the next.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { langgraph } from './langgraph.mjs'
import { whetstone } from './whetstone.mjs'
import { xstateFiles } from './xstate-files.mjs'

const engines = { 'whetstone': whetstone, 'LangGraph, SQLite, sync durability': langgraph, 'XState, files, fdatasync': xstateFiles }
const works = [
  { loops: 1, steps: 1000 },
  { loops: 100, steps: 100 },
]

async function rate(engine, { loops, steps }) {
  const folder = mkdtempSync(join(tmpdir(), 'whet-peers-'))
  try {
    const prepared = await engine(folder, loops, steps)
    const began = performance.now()
    await prepared.run()
    const seconds = (performance.now() - began) / 1000
    await prepared.close?.()
    return (loops * steps) / seconds
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

for (const engine of Object.values(engines)) await rate(engine, { loops: 1, steps: 50 })
const measured = Object.fromEntries(Object.keys(engines).map((name) => [name, works.map(() => [])]))
// In turn, three times, so that what else the machine does falls on all of them.
for (let turn = 0; turn < 3; turn++)
  for (const [name, engine] of Object.entries(engines))
    for (const [i, work] of works.entries()) measured[name][i].push(await rate(engine, work))

const ours = measured['whetstone'].map(middle)
console.table(
  Object.entries(measured).map(([engine, tries]) => {
    const [alone, many] = tries.map(middle)
    return {
      engine,
      '1 loop, steps/s': Math.round(alone),
      '100 loops, steps/s': Math.round(many),
      'ours is × (1 loop)': (ours[0] / alone).toFixed(1),
      'ours is × (100 loops)': (ours[1] / many).toFixed(1),
    }
  }),
)
