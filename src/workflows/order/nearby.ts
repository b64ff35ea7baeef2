// Whether the work follows a rule or was taught the tests' answers: what its functions answer to values beside those the tests gave them, before
// the change and after it.

/** A call that the tests made of a function of the work, and the calls beside it. */
interface Asked {
  answer: string
  /** By what was given. */
  beside: Map<string, { literal: string; answer: string }>
  /** What it answers to the same at last, where that differs. */
  again: string | null
}

/** By function, then by what was given. */
type Heard = ReadonlyMap<string, ReadonlyMap<string, Asked>>

/** One line for each answer, as the recorders write them. */
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

/** A process that was ended leaves half a line. */
function fields(line: string): readonly (string | undefined)[] {
  try {
    return JSON.parse(line) as string[]
  } catch {
    return []
  }
}

export interface Learnt {
  /** The function, with its file before it. */
  of: string
  /** Inputs of the tests that it gives a new answer to. */
  inputs: string[]
  /** How many others were tried, all of them answered as before; 0 where it forgets its answer when asked again. */
  tried: number
}

const leastTried = 3
const empty = /^(?:thrown|null|None|undefined|[Ff]alse|NaN|nan|""|''|\[\]|\{\}|\(\))$/

/**
 * Wherever such a function answers a test otherwise than before, it answers values beside the tested one as before.
 * Null where all follow a rule, or nothing can be said.
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
    // What a test has too may be known by heart or not.
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
