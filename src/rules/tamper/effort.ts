// How hard a test tries: how many inputs of its own making, and how much time it gives the work.
import { leavesOf, spell } from '../reading/syntax.ts'
import { isFunction } from './calls.ts'
import type { Case } from './cases.ts'
import type { Licence } from './licence.ts'
import { codeOf } from './pair-tests.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

/** Tests that try many inputs of their own making: fewer or shorter ones are a weaker test. */
export function lessEffort(old: Case, now: Case, change: Change, licence: Licence): Tampering[] {
  const efforts = (test: Case) => {
    const found = [...codeOf(test).matchAll(effort)].map(([, set, given, runs, called, times]) => ({
      name: set ?? called ?? 'loops',
      value: Number(given ?? runs ?? times),
    }))
    return new Map(found.sort((one, other) => one.value - other.value).map(({ name, value }) => [name, value]))
  }
  const [was, is, limit, given] = [efforts(old), efforts(now), timeLimit(old), timeLimit(now)]
  const less = [...was]
    .filter(([name, value]) => (is.get(name) ?? value) < value && !licence.names(`n:${is.get(name)}`))
    .map(([name, value]) => `${name} ${value} became ${is.get(name)}`)
  // A little more time steadies a test; twice as much and more is another test.
  const slower = limit !== null && limit < usualLimit && (given === null || given > 2 * limit) && !licence.names(`n:${given}`)
  const told = slower ? [...less, `its time limit of ${limit} became ${given ?? 'none'}`] : less
  return told.map((what) => tampering(change, 'assertion-weakened', `${now.name}: ${what}`, now.line))
}

/** Milliseconds after which runners end a test anyway. */
const usualLimit = 5_000

/** `{ timeout: 200 }`, `@Timeout(2)`, `}, 200)` at the end of the call: of the test itself, not of what it calls. */
function timeLimit({ node, body }: Case): number | null {
  const functions = body.filter(isFunction)
  const inside = new Set((functions.length > 0 ? functions : body).flatMap(leavesOf))
  const around = spell(leavesOf(/decorat|annotat/.test(node.parent?.type ?? '') ? node.parent : node).filter((leaf) => !inside.has(leaf)))
  const found = /\btimeout [:=(] (?:value = )?(\d[\d_.]*)|, (\d[\d_]*) \)$/i.exec(around)
  return found ? Number((found[1] ?? found[2] ?? '').replaceAll('_', '')) : null
}

/** `numRuns: 100`, `Array.from({ length: 8 }`, `i < 8;`, `range(8)`. */
const effort =
  /\b(numRuns|num_runs|max_examples|numTests|runs|iterations|maxLength|max_size|maxSize|examples|samples|times|(?<=Array \. from \( \{ )length) [:=] (\d+)\b|<=? (\d+) ;|\b(range|repeat) \( (\d+) \)/g
