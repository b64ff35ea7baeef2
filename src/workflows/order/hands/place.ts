// Where working copies are stored: in the user's state folder, outside every checkout, one folder per run.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { sha256 } from '../../../lib/hash.ts'

export const placeOf = (env: NodeJS.ProcessEnv, repo: string, run: string): string => join(placesOf(env, repo), run)

function placesOf({ XDG_STATE_HOME: state, HOME: home }: NodeJS.ProcessEnv, repo: string): string {
  const base = state && isAbsolute(state) ? state : join(home || homedir(), '.local', 'state')
  return join(base, 'whetstone', 'orders', sha256(resolve(repo)).slice(0, 12))
}

/** Leftovers of a crash: copies of ended runs are deleted, since the repository has their work; others are continued or named. */
export function sweep(
  env: NodeJS.ProcessEnv,
  repo: string,
  stateOf: (run: string) => 'ended' | 'open' | 'unknown',
): { removed: string[]; left: string[] } {
  const folder = placesOf(env, repo)
  const found = existsSync(folder) ? readdirSync(folder) : []
  const ended = found.filter((run) => stateOf(run) === 'ended')
  for (const run of ended) rmSync(join(folder, run), { recursive: true, force: true })
  return { removed: ended, left: found.filter((run) => stateOf(run) === 'unknown').map((run) => join(folder, run)) }
}
