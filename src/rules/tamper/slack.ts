// How much room an assertion leaves: a tolerance, or the ends that a pattern leaves open.
import { type Bindings, expand } from './bindings.ts'
import type { Found } from './matchers.ts'

export function slackOf({ matcher, subject, expected, implied }: Found, bindings: Bindings): number {
  // Of the message of an error, a piece is looked for in either form.
  const anywhere = /throw|rais/i.test(matcher)
  const pattern = expected.find(
    ({ type, kind }) => type === 'regex' || (kind === 'string' && /match|regex/i.test(matcher) && !/snapshot/i.test(matcher)),
  )?.text
  if (pattern !== undefined)
    return (
      (anywhere || pattern.startsWith('^') ? 0 : 1) +
      (anywhere || pattern.endsWith('$') ? 0 : 1) +
      (/^\^?(?:\\?[.wsSdD][*+]?)?\$?$/.test(pattern) ? 3 : 0)
    )
  const named = expected.findIndex(({ text }) => /^(?:abs|rel|delta|atol|rtol|rel_tol|abs_tol|epsilon|precision)$/.test(text))
  const numbers = expected
    .slice(Math.max(0, named))
    .filter(({ kind }) => kind === 'number')
    .map(({ text }) => Number(text))
  if (named >= 0) return numbers[0] ?? 0
  // `abs(got - want) <= limit`: a limit that grows with something else leaves more room than any number.
  if (/^<=?$/.test(matcher) && subject.some(({ text }) => /^f?abs$/i.test(text))) {
    const limits = expand(expected, bindings).filter(({ kind }) => kind === 'number')
    return Number(limits.at(-1)?.text.replaceAll('_', '') ?? 0) + (expected.some(({ text }) => text === '*') ? 1e9 : 0)
  }
  if (!/close|almost|delta|epsilon|within/i.test(matcher)) return 0
  if (implied[0]?.startsWith('n:')) return Number(implied[0].slice(2))
  const last = numbers.length > 1 ? (numbers.at(-1) ?? 0) : 2
  return /^(?:not )?toBeCloseTo$/.test(matcher) ? 0.5 * 10 ** -last : numbers.length > 1 ? last : 0
}
