// Turns checks that a maker prepared into ours: what each searches for or runs, and what it expects.
import { inert } from '../../lib/inert.ts'
import { erase } from '../../rules/catalog.ts'
import { command as commandCheck } from '../../rules/checks/command.ts'
import { contains, count, regex } from '../../rules/checks/content.ts'
import { plainDemand } from '../../rules/demand.ts'
import { patternProblem } from '../../rules/reading/pattern.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import type { PreparedCheck } from './state.ts'

export function typedCheck({ type, command = '', search = '', expected }: PreparedCheck): TypedCheck {
  const wanted = expected.trim()
  if (type === 'executable') {
    const exit = /^(?:exit(?: code)?:?\s*)?(\d{1,3})$/i.exec(wanted)
    return { kind: 'command', command, ...(exit ? { exit: Number(exit[1]) } : wanted !== '' && { stdout: { contains: wanted } }) }
  }
  const range = rangeOf(wanted)
  const pattern = patternOf(search)
  if (pattern)
    return {
      kind: 'content.regex',
      pattern: pattern.source,
      flags: pattern.flags || 'm',
      ...(range === 'absent' ? { absent: true } : range),
    }
  if (range === 'absent') return { kind: 'content.contains', text: search, ignore_case: true, absent: true }
  return range
    ? { kind: 'content.count', of: 'occurrences', text: search, ...range }
    : { kind: 'content.contains', text: search, ignore_case: true }
}

const kinds = [erase(contains), erase(regex), erase(count), erase(commandCheck)]

/** What such a check demands, in words. */
export function preparedText(prepared: PreparedCheck): string {
  const typed = typedCheck(prepared)
  const check = kinds.find(({ kind }) => kind === typed.kind)
  const { kind: _kind, ...given } = typed
  const params = check?.params.safeParse(given)
  return inert((params?.success && check?.demands?.(params.data)) || plainDemand(typed)) // the maker's words, shown to a person
}

/** A text that a forbidding check must reject: its search term, more often than allowed, or the example that came with it. */
export function planted({ type, search = '', expected, example }: PreparedCheck): string[] {
  if (type === 'content' && !patternOf(search)) {
    const range = rangeOf(expected.trim())
    const times = range && range !== 'absent' ? (range.max ?? 0) + 1 : 1
    return Array.from({ length: Math.min(times, 10_000) }, () => search)
  }
  return example === undefined ? [] : [example]
}

/** What is wrong with a search or its expectation, and where; or null. */
export function contentProblem({ search = '', expected }: Pick<PreparedCheck, 'search' | 'expected'>): string | null {
  const pattern = patternOf(search)
  const wrong =
    pattern && (pattern.flags.includes('y') ? 'only the flags i, m, s and u are allowed' : patternProblem(pattern.source, pattern.flags))
  if (wrong) return `search: ${search}: ${wrong}`
  const wanted = expected.trim()
  return present.test(wanted) || rangeOf(wanted) ? null : `expected: "${wanted}" isn't "present", "absent" or "at least N"`
}

const present = /^(?:present|exists?|found|match(?:es)?|true|yes)?$/i

/** Every match counts, so `g` has no meaning. */
function patternOf(search: string): { source: string; flags: string } | null {
  const found = /^\/(.+)\/([gimsuy]*)$/s.exec(search)
  return found ? { source: found[1] as string, flags: (found[2] as string).replaceAll('g', '') } : null
}

/** Defaults to present; also `absent`, `at least 3`, `exactly 2`; a bare number is a minimum. */
function rangeOf(expected: string): { min?: number; max?: number } | 'absent' | null {
  if (/^(?:absent|none|0|false|no match(?:es)?)$/i.test(expected)) return 'absent'
  const counted = /^(>=|at least|<=|at most|=|==|exactly)?\s*(\d{1,6})(?:\s*(?:times|matches|occurrences))?$/i.exec(expected)
  if (!counted) return null
  const [, how = 'at least', number] = counted
  const n = Number(number)
  return how === '>=' || /least/i.test(how) ? { min: n } : how === '<=' || /most/i.test(how) ? { max: n } : { min: n, max: n }
}
