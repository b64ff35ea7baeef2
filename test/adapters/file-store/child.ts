// A process of its own that works on a toy run, for tests that kill it, starve it or compete with it.
// Usage: node child.ts <root> <run> <what>; speaks in lines of JSON.
import { writeSync } from 'node:fs'
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import { type OpenRun, commit } from '../../../src/kernel/commit.ts'
import { toFault } from '../../../src/schema/fault.ts'
import { first, workflow } from './toy-run.ts'
import type { ToyState } from '../../kernel/toy.ts'
import { clock } from '../../kernel/harness.ts'

const [root = '', run = '', what = ''] = process.argv.slice(2)
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)
const store = new FileStore(root)

try {
  const open = (await store.has(run)) ? (await store.open(workflow, run)).open : await store.create(workflow, first(run), clock)
  say({ opened: open.state.seq })
  if (what === 'hold') setInterval(() => {}, 1000)
  else await fill(open)
} catch (error) {
  say({ fault: toFault(error).toJSON() })
}

/** Steps with texts of eight kilobytes and, now and then, one too large for the journal, until something gives. */
async function fill(open: OpenRun<ToyState>): Promise<void> {
  for (let step = 0; step < 2000; step++) {
    const text = `${step} `.repeat(step % 7 === 6 ? 30_000 : 2000)
    await commit(open, { events: [{ type: 'noted', data: { step } }], objects: [text] }, { clock })
    say({ committed: open.state.seq, head: open.state.head })
  }
}
