// Which test after a change is which test before it: by name, by place, or by what it asserts.
import { oncePer } from '../reading/once-per.ts'
import { leavesOf, spell } from '../reading/syntax.ts'
import type { Assertion } from './assertions.ts'
import type { Case } from './cases.ts'
import { overlaps } from './coverage.ts'
import type { Licence } from './licence.ts'
import type { Suite } from './suite.ts'

/** The same test: by name and code, by full name in the same file, in another, by title alone, or by its code under another name. */
export function pairUp(before: Suite, after: Suite, touched: ReadonlySet<Case>, licence: Licence): (old: Case) => Case | undefined {
  const [olds, news] = [before, after].map(({ cases }) => cases.filter((one) => touched.has(one))) as [Case[], Case[]]
  const pairs = new Map<Case, Case>()
  const taken = new Set<Case>()
  const keys: ((one: Case) => string)[] = [
    (one) => [one.path, one.name, codeOf(one)].join('\n'),
    ({ path, name }) => [path, name].join('\n'),
    ({ name }) => name,
    ({ path, title }) => [path, title].join('\n'),
  ]
  for (const key of keys) {
    const free = Map.groupBy(
      news.filter((one) => !taken.has(one)),
      key,
    )
    for (const old of olds) {
      const now = pairs.has(old) ? undefined : free.get(key(old))?.shift()
      if (!now) continue
      pairs.set(old, now)
      taken.add(now)
    }
  }
  const place = (suite: Suite, one: Case) => suite.files.get(one.path)?.cases.indexOf(one)
  const free = news.filter((one) => !taken.has(one))
  const inFile = Map.groupBy(free, ({ path }) => path)
  const byCode = Map.groupBy(free, (one) => `${one.path}\n${codeOf(one)}`)
  return (old) => {
    const paired = pairs.get(old) ?? byCode.get(`${old.path}\n${codeOf(old)}`)?.[0]
    if (paired) return paired
    const asserted = before.assertions(old)
    const isRewritten = (one: Case) => licence.changes([old.name]) && place(before, old) === place(after, one)
    return (
      free.find((one) => one.path === old.path && isRenamed(old.title, one.title) && asksAlike(after.assertions(one), asserted)) ??
      inFile.get(old.path)?.find((one) => asksTheSame(after.assertions(one), asserted, licence.testEdits && isRewritten(one)))
    )
  }
}

/** Every question of the old test, a call with its inputs, is asked by the new one, whatever answer it expects; of a test that is rewritten, with other inputs. */
function asksTheSame(now: readonly Assertion[], old: readonly Assertion[], rewritten: boolean): boolean {
  const asked = (one: Assertion) =>
    one.inputs.size > 0 &&
    now.some(
      ({ calls, reach, strength }) =>
        strength >= one.strength && overlaps(calls, one.calls) && (rewritten || [...one.inputs].every((literal) => reach.has(literal))),
    )
  return old.length > 0 && old.every(asked)
}

/** Every call that the old test asks is asked by the new one. */
const asksAlike = (now: readonly Assertion[], old: readonly Assertion[]) =>
  old.length > 0 && old.every((one) => one.calls.size > 0 && now.some(({ calls }) => overlaps(calls, one.calls)))

/** A title of mostly the same words, numbers aside. */
function isRenamed(old: string, now: string): boolean {
  const [was, is] = [old, now].map(
    (title) =>
      new Set(
        title
          .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
          .toLowerCase()
          .match(/\p{L}{2,}/gu),
      ),
  ) as [Set<string>, Set<string>]
  return [...was].filter((word) => is.has(word)).length * 2 > Math.max(was.size, is.size)
}

export const leavesIn = oncePer((test: Case) => test.body.flatMap(leavesOf))
export const codeOf = oncePer((test: Case) => spell(leavesIn(test)))
