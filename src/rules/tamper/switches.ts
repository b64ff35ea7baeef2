// What switches a test off, in the words of each runner: on the test, on its suite, in its first lines, or at the top of its file.
import type { Node } from '../reading/syntax.ts'
import { callsBelow, chainWords } from './calls.ts'
import type { Case, TestFile } from './cases.ts'

const offModifiers = /^(?:skip|todo|fails?|failing|fixme|ignore|xfail)$/
const offDecorators = /@ (?:pytest \. )?(?:mark \. )?(?:unittest \. )?(?:skip|skipIf|skipUnless|skipif|xfail|expectedFailure|ignore)\b/
const conditional = /^(?:skipIf|runIf|if|skip|only)\(/
const skipping =
  /^(?:t|b|tb|s|ctx|context|this|self|pytest|test|testInfo|unittest|Assume|Assumptions)\.(?:skip|skipTest|Skip|SkipNow|Skipf|skipIf|fixme|xfail|todo|SkipTest|assume\w+|abort|importorskip)$/

/** Why it does not run, or null when it does. */
export function offReason(test: Case): string | null {
  for (const modifier of test.modifiers) {
    if (offModifiers.test(modifier)) return `it is marked ${modifier}`
    if (offDecorators.test(modifier)) return `it is marked ${modifier.replaceAll(' ', '')}`
    if (conditional.test(modifier)) return `it runs only on a condition: ${modifier}`
  }
  const skipped = test.body.flatMap(skipCalls)[0]
  return skipped === undefined ? null : `it calls ${skipped}`
}

export function switchedOff(test: Case): boolean {
  return offReason(test) !== null
}

/** A skip among the statements of the test; one on a condition counts too, as the test runs or not by it. */
function skipCalls(body: Node): string[] {
  return callsBelow(body).flatMap(({ name, on }) => {
    const called = [...chainWords(on).slice(-1), name].join('.')
    return skipping.test(called) || name === 'SkipTest' || (on === null && /^assume(?:True|False|That)$/.test(name)) ? [called] : []
  })
}

/** What keeps a runner from reading a whole file: build tags and other comments at its top; and tests that leave the others in it out. */
export function barsOf({ source, cases }: TestFile): string[] {
  const marks = source.text
    .slice(0, 4_000)
    .matchAll(/^(?:\/\/go:build .+|\/\/ \+build .+|\/\/\/? ?@(?:jest|vitest)-skip.*|# ?(?:pytest|nose): ?skip.*)$/gm)
  const only = cases.filter(({ modifiers }) => modifiers.includes('only'))
  return [
    ...[...marks].map(([mark]) => `${mark.trim()} keeps the runner from reading the file`),
    ...only.map(({ title }) => `only ${title} is left to run`),
  ]
}
