// Framework agnosticism: the design names no framework, library, vendor or idiom of one. The requirement texts are quoted input and are not judged.
import { frameworkTerms } from './framework-sense.ts'
import type { Reading } from './reading.ts'
import type { Judgement, Loss } from './tally.ts'
import { textsOf } from './texts.ts'

/** One term ties a design of any size, so the cost does not thin out: a fifth for each term, less when it returns. */
const cost = { first: 2000, again: 500 }

export function frameworkAgnosticism({ intent }: Reading): Judgement {
  const losses: Loss[] = []
  const seen = new Set<string>()
  // "Marko plans the day": whom the text knows as somebody who acts is no library
  const people = new Set((intent.actors ?? []).map(({ name }) => name.toLowerCase()))
  for (const { text, at } of textsOf(intent))
    for (const { term } of frameworkTerms(text)) {
      const key = term.toLowerCase()
      if (people.has(key)) continue
      losses.push({
        ruleId: 'agnosticism.framework-term',
        pointer: at,
        evidence: term,
        change: `Say what happens without naming ${JSON.stringify(term)}.`,
        cost: seen.has(key) ? cost.again : cost.first,
      })
      seen.add(key)
    }
  return { aspects: [{ share: 10_000, total: 10_000, losses }] }
}
