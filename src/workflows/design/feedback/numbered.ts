// Steps by their number: what "step 4 in Returning" names.
import type { Thing } from './edit.ts'
import type { Item } from './mentions.ts'
import type { Names } from './names.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

const cardinals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** "step 4 in Returning", "the second step of Returning", "Returning, step 2", "step 2" where one flow is named or there is only one. */
export function numbered(items: readonly Item[], { intent }: Names): Item[] {
  const flowOf = (item: Item | undefined) => item?.things.find(({ kind }) => kind === 'flow')
  const isSmallWord = (at: number) => /^(?:of|in|from|under|the|,|:|flow|'s)$/.test(items[at]?.lower ?? '')
  for (const [at, item] of items.entries()) {
    if (!/^steps?$/.test(item.lower) || item.things.length > 0) continue
    const said = items[at + 1]?.lower.replace('#', '') ?? ''
    // "steps 5 and 6": step 5 and step 6
    const [and, second] = [items[at + 2], items[at + 3]]
    if (item.lower === 'steps' && and?.lower === 'and' && second && /^\d+$/.test(said) && /^\d+$/.test(second.lower))
      return numbered(
        [...items.slice(0, at), { ...item, lower: 'step' }, items[at + 1]!, and, { ...item, lower: 'step' }, ...items.slice(at + 3)],
        { intent } as Names,
      )
    const [behind, before] = [cardinals.includes(said) ? cardinals.indexOf(said) + 1 : Number(said || NaN), items[at - 1]?.lower ?? '']
    const number = Number.isInteger(behind) ? behind : before === 'last' || before === 'final' ? -1 : ordinals.indexOf(before) + 1
    if (number === 0) continue
    let [from, to] = Number.isInteger(behind) ? [at, at + 1] : [at - 1, at]
    let [next, last] = [to + 1, from - 1]
    while (isSmallWord(next)) next += 1
    while (isSmallWord(last)) last -= 1
    const [after, ahead] = [flowOf(items[next]), flowOf(items[last])]
    if (after) to = next
    else if (ahead) from = last
    // "in Ordering a repair, swap steps 5 and 6"
    const named = Number.isInteger(behind) ? items.flatMap((each) => flowOf(each) ?? []) : []
    const only = intent.userFlows.length === 1 ? intent.userFlows[0]?.name : named.length === 1 ? named[0]!.name : undefined
    const flow = intent.userFlows.find(({ name }) => name === (after?.name ?? ahead?.name ?? only))
    const step = flow?.steps.at(number < 0 ? number : number - 1)
    if (!flow || !step) continue
    const thing: Thing = { kind: 'step', name: step.action, of: flow.name }
    const whole: Item = { ...item, words: items.slice(from, to + 1).flatMap(({ words }) => words), things: [thing], kind: 'step' }
    return numbered([...items.slice(0, from), whole, ...items.slice(to + 1)], { intent } as Names)
  }
  return [...items]
}
