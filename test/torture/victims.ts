// Runs to be damaged: a loop that has ended, with a text too large for its journal, and a design that waits for a person.
import { lending } from '../lending.ts'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import designNew from '../../src/workflows/design/verbs/new.ts'
import { design } from '../../src/workflows/design/index.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import type { Victim } from './damage.ts'
import { runLoop, workflow } from './loop.ts'

export async function makeVictims(): Promise<Victim[]> {
  const ended = mkdtempSync(join(tmpdir(), 'whet-victim-'))
  await runLoop(ended, { called: () => {}, committed: () => {}, inProcess: false })
  const resting = mkdtempSync(join(tmpdir(), 'whet-victim-'))
  const world = createWorld({ cwd: resting, env: { PATH: process.env['PATH'], HOME: resting } })
  await designNew.run({ feature: 'booking', requirements: lending }, world)
  await world.close()
  return [
    { root: ended, run: only(ended), workflow: workflow as Victim['workflow'] },
    { root: resting, run: only(resting), workflow: design as Victim['workflow'] },
  ]
}

const only = (root: string) => readdirSync(join(root, '.whetstone/runs'))[0] as string
