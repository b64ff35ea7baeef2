// How an ask is read as another amount in the one step that says the old one.
import { isUnit } from '../../../lib/english/lexicon.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { singular } from '../../../lib/english/stem.ts'
import { cues, isOld, range, runs, textAt, use, wordBefore, type Ask, type Frame } from './ask.ts'
import type { Edit } from './edit.ts'
import { isText, stemsOf, textsAbout } from './names.ts'

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const valueOf = (word: string) =>
  digits.includes(word.toLowerCase())
    ? digits.indexOf(word.toLowerCase())
    : /^\d[\d.,]*$/.test(word)
      ? Number(word.replaceAll(',', ''))
      : NaN

/** "Up to 4 hours before, not 3": the one step that says so now gets the other amount. */
export const amount: Frame = {
  verbs: 'change|raise|lower|increase|reduce|set|extend|shorten|cut|make|turn',
  says: () => true,
  read: (ask, verb) => otherAmount(ask, verb !== null),
}

function otherAmount(ask: Ask, isChange: boolean): Edit[] | null {
  const amounts = [...ask.items.keys()].filter((at) => !Number.isNaN(valueOf(ask.items[at]!.lower)) && ask.items[at]!.things.length === 0)
  if (amounts.length !== 2) return null
  const old =
    amounts.find((at) => isOld(ask, at)) ??
    (isChange && /^(?:to|into)$/.test(wordBefore(ask, amounts[1]!)) ? amounts[0]! : (afterTo(ask, amounts) ?? tooMuch(ask, amounts)))
  const fresh = amounts.find((at) => at !== old)
  if (old === undefined || fresh === undefined) return null
  const unitAt = (at: number) => {
    const word = ask.items[at + 1]
    return word &&
      word.words[0]!.tag === 'NOUN' &&
      (isUnit(word.words[0]!.lemma) ||
        amounts.some((other) => other !== at && singular(ask.items[other + 1]?.lower ?? '') === singular(word.lower)))
      ? singular(word.lower)
      : ''
  }
  const [was, now] = [unitAt(old), unitAt(fresh)]
  use(ask, old, fresh, ...(was ? [old + 1] : []), ...(now ? [fresh + 1] : []))
  cues(ask, /^(?:possible|allowed|permitted|able|up|at|from|least|most|in|before|ahead|step|about|limit|maximum|minimum|max|min)$/)
  const own = runs(ask).flat()
  const holds = (name: string) =>
    readTokens(name).flatMap((token, i, all) =>
      valueOf(token.lower) === valueOf(ask.items[old]!.lower) ? [{ token, unit: singular(all[i + 1]?.lower ?? '') }] : [],
    )
  const steps = ask.names.all.filter((thing) => {
    const [first, ...more] = thing.kind === 'step' ? holds(thing.name) : []
    // Days are no weeks.
    return first && more.length === 0 && [was, now].every((unit) => unit === '' || unit === first.unit)
  })
  const direct = own.flatMap((at) => ask.items[at]!.things.filter((thing) => thing.kind === 'step'))
  const stems = stemsOf(textAt(ask, own)).filter((stem) => !/^(?:step|about)$/.test(stem))
  const [thing, ...more] =
    direct.length > 0
      ? steps.filter(({ name }) => direct.some((each) => each.name === name))
      : stems.length > 0
        ? textsAbout(stems, steps)
        : was !== '' && steps.length === 1 && !isSaidTwice(ask, holds)
          ? steps
          : []
  if (!thing || more.length > 0) return null
  const place = holds(thing.name)[0]!.token
  use(ask, ...own)
  return [{ op: 'replace', thing, to: `${thing.name.slice(0, place.start)}${ask.items[fresh]!.lower}${thing.name.slice(place.end)}` }]
}

/** Whether a goal or reaction of another text says the amount too. */
const isSaidTwice = ({ names }: Ask, holds: (name: string) => readonly unknown[]) =>
  new Set(names.all.filter((thing) => isText(thing) && holds(thing.name).length > 0).map(({ name }) => name)).size > 1

/** "14 days is too short, make it 21" */
function tooMuch(ask: Ask, [first = 0, second = 0]: readonly number[]): number | undefined {
  const between = range(first + 1, second)
  const too = between.find((at) => ask.items[at]!.lower === 'too')
  if (too === undefined || !between.some((at) => /^(?:make|be|better|rather|need|want|say)$/.test(ask.items[at]!.lower))) return undefined
  use(ask, ...between.filter((at) => at >= too))
  return first
}

/** "from 3 to 5" */
const afterTo = (ask: Ask, [first = 0, second = 0]: readonly number[]) =>
  /^from$/.test(wordBefore(ask, first)) && /^to$/.test(wordBefore(ask, second)) ? first : undefined
