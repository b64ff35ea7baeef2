// All benches one after another, each as a table. `node bench/<name>.ts` runs one alone.
import { benchCold } from './cold.ts'
import { benchEvidence } from './evidence.ts'
import { benchGrowth } from './growth.ts'
import { benchRules } from './rules.ts'
import { benchRuns } from './runs.ts'
import { benchSteps } from './steps.ts'
import { benchThrift } from './thrift.ts'

const benches: [string, () => Promise<object[]>][] = [
  ['Durable steps per second against the floor', benchSteps],
  ['A run of 10,000 steps', benchGrowth],
  ['A project with 1,000 runs', benchRuns],
  ['10,000 content rules on 1 MB', benchRules],
  ['Thrift: the same maker and rules, two orders of steps', benchThrift],
  ['Evidence: a maker that can only mend what it is told', benchEvidence],
  ['Starting', benchCold],
]

for (const [title, bench] of benches) {
  console.log(`\n${title}`)
  console.table(await bench())
}
