// What to write instead of a sentence that was not understood: the form of the edit it speaks of, with the names that it gives.
import { thingText, type Thing } from './edit.ts'
import { frames, type Build } from './frames.ts'
import type { Word } from './tokens.ts'

/** The words that only one kind of edit is asked for with. */
const wordsFor: ReadonlyMap<string, Build> = new Map(
  [
    ...Map.groupBy(
      frames.flatMap(({ build, says }) => says.flatMap((line) => wordsIn(line).map((word) => ({ word, build })))),
      ({ word }) => word,
    ),
  ].flatMap(([word, uses]) => (new Set(uses.map(({ build }) => build)).size === 1 ? [[word, uses[0]!.build] as const] : [])),
)

function wordsIn(line: string): string[] {
  return line
    .split(/[\s|_]+/)
    .filter(
      (part) =>
        /^[a-z]{4,}$/.test(part) &&
        !/^(?:that|have|what|with|like|would|time|each|only|done|kept|thing|best|goes|been|them|says|said|read|made|word|limit)$/.test(
          part,
        ),
    )
}

/** Null where it speaks of no edit. */
export function advice(words: readonly Word[], things: readonly Thing[]): string | null {
  const [found] = words.flatMap(({ lower, quoted }) => (quoted ? [] : (wordsFor.get(lower) ?? [])))
  if (!found) return null
  const of = (...kinds: Thing['kind'][]) => things.filter(({ kind }) => kinds.includes(kind)).map(thingText)
  const [attribute = 'the attribute … of …', step = 'the step “…”', entity = 'the entity …'] = [
    of('attribute')[0],
    of('step')[0],
    of('entity')[0],
  ]
  const [first = 'the … …', second = 'the … …'] = things.map(thingText)
  const forms: Readonly<Record<Build, string>> = {
    rename: `rename ${first} to “…”`,
    remove: `remove ${first}`,
    replace: `replace ${step} with “…”`,
    retype: `make ${attribute} a …`,
    give: `give ${step} to ${of('actor')[0] ?? 'the actor …'}`,
    move: of('attribute').length > 0 ? `move ${attribute} to ${entity}` : `move ${step} before the step “…”`,
    merge: `merge ${first} and ${second}`,
    'add-attribute': `add the field “…” to ${entity}`,
    'add-step': `add the step “…” after ${step}`,
    'require-yes': `make ${attribute} required`,
    'require-no': `make ${attribute} optional`,
    'part-text': `replace “…” with “…” in ${step}`,
    'join-attributes': `replace ${step} with “…”`,
  }
  return `for an edit write: ${forms[found]}`
}
