// What switches a test off, in the words of each runner: on the test, on its suite, or in its first lines.
import type { Case } from './cases.ts'
import { type Token, spell } from './tokens.ts'

const offModifiers = /^(?:skip|todo|fails?|failing|fixme|ignore|xfail)$/
const offDecorators = /@ (?:pytest \. )?(?:mark \. )?(?:unittest \. )?(?:skip|skipIf|skipUnless|skipif|xfail|expectedFailure|ignore)\b/
const conditional = /^(?:skipIf|runIf|if|skip|only)\(/

/** Why it does not run, or null when it does. */
export function offReason(test: Case): string | null {
  for (const modifier of test.modifiers) {
    if (offModifiers.test(modifier)) return `it is marked ${modifier}`
    if (offDecorators.test(modifier)) return `it is marked ${modifier.replaceAll(' ', '')}`
    if (conditional.test(modifier)) return `it runs only on a condition: ${modifier}`
  }
  const skipped = skipCall(test.body)
  return skipped && `it calls ${skipped}`
}

export function switchedOff(test: Case): boolean {
  return offReason(test) !== null
}

/** A skip among the statements of the test itself; Go's `if testing.Short()` counts too, as it runs or not by a flag. */
function skipCall(body: readonly Token[]): string | null {
  for (const [index, token] of body.entries()) {
    if (token.kind !== 'word' || body[index + 1]?.text !== '(') continue
    const receiver = body[index - 1]?.text === '.' ? (body[index - 2]?.text ?? '') : ''
    const called = `${receiver}.${token.text}`
    if (/^(?:t|b|ctx|context|this|self|pytest|test|testInfo)\.(?:skip|skipTest|Skip|SkipNow|Skipf|skipIf|fixme|xfail|todo)$/.test(called))
      return called
    if (called === 'unittest.SkipTest' || token.text === 'SkipTest') return 'SkipTest'
  }
  return null
}

/** Switches for a whole file: module-level skips, and marks that leave every other test out. */
export function fileSwitches(outside: readonly Token[], cases: readonly Case[]): { what: string; line: number }[] {
  const found: { what: string; line: number }[] = []
  for (const test of cases)
    if (test.modifiers.some((modifier) => /^only$/.test(modifier)))
      found.push({ what: `only ${test.title} is left to run`, line: test.line })
  for (const [index, token] of outside.entries()) {
    const line = spell(outside.slice(index, index + 10))
    if (/^pytestmark = /.test(line) && /\b(?:skip|skipif|xfail)\b/.test(line))
      found.push({ what: 'pytestmark skips the whole file', line: token.line })
    if (/^pytest \. (?:skip|importorskip) \(/.test(line) && token.first && token.column === 0)
      found.push({ what: 'the whole file is skipped when it is read', line: token.line })
    if (/^# ! \[ cfg \(/.test(line)) found.push({ what: 'the whole file is read only on a condition', line: token.line })
    if (/^__test__ = False/.test(line)) found.push({ what: '__test__ = False hides tests from pytest', line: token.line })
    if (/^collect_ignore(?:_glob)? (?:=|\+=|\.)/.test(line)) found.push({ what: 'collect_ignore leaves files out', line: token.line })
    if (
      /^(?:this|ctx|context|t|pytest|self|test) \. (?:skip|skipTest|Skip|SkipNow|fixme|xfail) \(/.test(line) &&
      !(token.first && token.column === 0)
    )
      found.push({ what: 'a hook or helper skips tests', line: token.line })
    if (/^del test_/.test(line) || /^(?:it|test|describe) = /.test(line))
      found.push({ what: 'a test function is taken away or replaced', line: token.line })
    if (/^(?:describe|suite|context) \. only \(/.test(line)) found.push({ what: 'only one suite is left to run', line: token.line })
  }
  return found
}

/** Build tags and other comments at the top of a file that keep a runner from reading it. */
export function fileMarks(source: string): string[] {
  const head = source.slice(0, 4_000)
  return [
    ...head.matchAll(
      /^(?:\/\/go:build .+|\/\/ \+build .+|\/\/\/? ?@(?:jest|vitest)-(?:environment|skip).*|# ?(?:pytest|nose): ?skip.*|\/\* ?eslint-disable ?\*\/)$/gm,
    ),
  ]
    .map(([mark]) => mark.trim())
    .filter((mark) => !/eslint/.test(mark))
}
