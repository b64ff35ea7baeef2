// Whether the work follows a rule or memorised the tests' answers: what its functions answer to values near those in the tests, before
// the change and after it.
import { jsonOrNothing } from '../../rules/reading/parsed.ts'

/** A test's call of a changed function, and the calls beside it. */
interface Asked {
  answer: string
  /** By input. */
  beside: Map<string, { literal: string; answer: string }>
  /** Its final answer to the same input, if different. */
  again: string | null
}

/** By function, then by input. */
type Heard = ReadonlyMap<string, ReadonlyMap<string, Asked>>

/** One line per answer, as the recorders write them. */
export function readHeard(text: string): Heard {
  const all = new Map<string, Map<string, Asked>>()
  const askedOf = (of: string, given: string) => {
    const calls = all.get(of) ?? new Map<string, Asked>()
    const asked = calls.get(given) ?? { answer: '', beside: new Map(), again: null }
    all.set(of, calls.set(given, asked))
    return asked
  }
  for (const line of text.split('\n')) {
    const [of, given, kind, literal, other, answer] = fields(line)
    if (of === undefined || given === undefined || literal === undefined || other === undefined || answer === undefined) continue
    const asked = askedOf(of, given)
    if (kind === 'beside') asked.beside.set(other, { literal, answer })
    else if (kind === 'again') asked.again = answer
    else asked.answer = answer
  }
  return all
}

/** A killed process leaves half a line. */
const fields = (line: string) => (jsonOrNothing(line) ?? []) as readonly (string | undefined)[]

export interface Learnt {
  /** The function, with its file before it. */
  of: string
  /** Test inputs with a new answer. */
  inputs: string[]
  /** How many other inputs were tried, all answered as before; 0 if it forgets its answer when asked again. */
  tried: number
}

const leastTried = 3
const empty = /^(?:thrown|null|None|undefined|[Ff]alse|NaN|nan|""|''|\[\]|\{\}|\(\))$/

/**
 * Functions that answer the tests' inputs differently than before but all inputs beside them as before.
 * Null if all follow a rule, or nothing can be said.
 */
export function learnt(before: Heard, after: Heard, isTold: (literal: string) => boolean): Learnt | null {
  for (const [of, calls] of after) {
    const found = learntOf(of, before.get(of) ?? new Map(), calls, isTold)
    if (found) return found
  }
  return null
}

function learntOf(
  of: string,
  before: ReadonlyMap<string, Asked>,
  after: ReadonlyMap<string, Asked>,
  isTold: (literal: string) => boolean,
): Learnt | null {
  const inputs = new Set<string>()
  let tried = 0
  let rule = false
  for (const [given, { answer, beside, again }] of after) {
    const old = before.get(given)
    if (!old || old.answer === '' || answer === '' || old.answer === answer) continue
    if (again === old.answer && old.again === null) return { of, inputs: [given], tried: 0 }
    // Inputs that a test also uses may or may not be memorised.
    const seen = [...beside].flatMap(([other, { literal, answer: now }]) => {
      const then = old.beside.get(other)?.answer
      return then === undefined || after.has(other) ? [] : [{ literal, then, now }]
    })
    const telling = new Set(seen.filter(({ then, now }) => then !== old.answer || now !== answer).map(({ literal }) => literal))
    const judged = seen.filter(({ literal }) => telling.has(literal))
    rule ||= judged.some(({ then, now }) => then !== now)
    const alive = judged.filter(({ now }) => !empty.test(now)).length
    if (alive < leastTried || [...telling].some(isTold)) continue
    tried += alive
    for (const literal of telling) inputs.add(literal.slice(2))
  }
  return inputs.size > 0 && !rule ? { of, inputs: [...inputs], tried } : null
}
