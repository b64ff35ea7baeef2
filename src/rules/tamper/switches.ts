// What switches a test off, in the words of each runner: on the test, on its suite, in its first lines, or for a whole file.
import { type Node, leavesOf, spell, walk } from '../reading/syntax.ts'
import { callsBelow, chainWords } from './calls.ts'
import { type Case, type TestFile, outsideCases } from './cases.ts'

const offModifiers = /^(?:skip|todo|fails?|failing|fixme|ignore|xfail)$/
const offDecorators = /@ (?:pytest \. )?(?:mark \. )?(?:unittest \. )?(?:skip|skipIf|skipUnless|skipif|xfail|expectedFailure|ignore)\b/
const conditional = /^(?:skipIf|runIf|if|skip|only)\(/
const skipping =
  /^(?:t|b|tb|s|ctx|context|this|self|pytest|test|testInfo|unittest|Assume|Assumptions)\.(?:skip|skipTest|Skip|SkipNow|Skipf|skipIf|fixme|xfail|todo|SkipTest|assume\w+|abort)$/

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

/** Switches for a whole file: module-level skips, and marks that leave every other test out. */
export function fileSwitches(file: TestFile): { what: string; line: number }[] {
  const outside = outsideCases(file)
  const found = file.cases
    .filter(({ modifiers }) => modifiers.includes('only'))
    .map(({ title, line }) => ({ what: `only ${title} is left to run`, line }))
  for (const [index, leaf] of outside.entries()) {
    const line = spell(outside.slice(index, index + 10))
    const hit = wholeFile.find(([pattern]) => pattern.test(line))
    if (hit) found.push({ what: hit[1], line: leaf.line })
  }
  const tests = new Set(file.cases.map(({ node }) => node))
  const hooks = walk(file.source.root, (node) => !tests.has(node)).filter(
    (node) => node.type === 'expression_statement' || node.type === 'call',
  )
  for (const hook of hooks) {
    const top = /^(?:module|program)$/.test(hook.parent?.type ?? '')
    if (
      tests.has(hook) ||
      !/^(?:this|ctx|context|t|pytest|self|test) \. (?:skip|skipTest|Skip|SkipNow|fixme|xfail|importorskip) \(/.test(
        spell(leavesOf(hook).slice(0, 4)),
      )
    )
      continue
    found.push({ what: top ? 'the whole file is skipped when it is read' : 'a hook or helper skips tests', line: hook.line })
  }
  return found
}

const wholeFile: readonly (readonly [RegExp, string])[] = [
  [/^pytestmark = .*\b(?:skip|skipif|xfail)\b/, 'pytestmark skips the whole file'],
  [/^# ! \[ cfg \(/, 'the whole file is read only on a condition'],
  [/^__test__ = False/, '__test__ = False hides tests from pytest'],
  [/^collect_ignore(?:_glob)? (?:=|\+=|\.)/, 'collect_ignore leaves files out'],
  [/^del test_|^(?:it|test|describe) = /, 'a test function is taken away or replaced'],
  [/^(?:describe|suite|context) \. only \(/, 'only one suite is left to run'],
]

/** Build tags and other comments at the top of a file that keep a runner from reading it. */
export function fileMarks(source: string): string[] {
  const head = source.slice(0, 4_000)
  return [...head.matchAll(/^(?:\/\/go:build .+|\/\/ \+build .+|\/\/\/? ?@(?:jest|vitest)-skip.*|# ?(?:pytest|nose): ?skip.*)$/gm)].map(
    ([mark]) => mark.trim(),
  )
}
