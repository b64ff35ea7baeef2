// The results of this user's runs in all projects: one line each in the user's data folder.
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { guard, readText } from '../../../adapters/disk.ts'
import { inUserData } from '../../../adapters/user-data.ts'

interface Ended {
  run: string
  /** Basis points. */
  score: number
}

export function readBaseline(env: NodeJS.ProcessEnv): { mean: number; runs: number } | null {
  const all = ended(env)
  return all.length === 0 ? null : { mean: Math.round(all.reduce((sum, { score }) => sum + score, 0) / all.length), runs: all.length }
}

/** Once per run, however often it is requested. */
export function recordBaseline(env: NodeJS.ProcessEnv, entry: Ended): void {
  if (ended(env).some(({ run }) => run === entry.run)) return
  const path = place(env)
  guard(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    appendFileSync(path, `${JSON.stringify(entry)}\n`)
  })
}

function ended(env: NodeJS.ProcessEnv): Ended[] {
  return (readText(place(env)) ?? '').split('\n').flatMap((line) => {
    try {
      const { run, score } = JSON.parse(line) as Partial<Ended>
      return typeof run === 'string' && typeof score === 'number' ? [{ run, score }] : []
    } catch {
      return [] // a line that a crash cut short
    }
  })
}

const place = (env: NodeJS.ProcessEnv) => inUserData(env, 'sprints.jsonl')
