// Numbers of a claim against those of its statements: another amount, another unit, a bound from the other side.
import { between, type Difference, type World } from './difference.ts'
import { isUnit } from './lexicon.ts'
import { overlapOf, sameWord, verbLikeness } from './match.ts'
import { isMeasure, lengthOf, type Quantity } from './quantities.ts'
import type { Statement } from './statement.ts'
import { abbreviations, calendar, multiples } from './units.ts'

export function changedNumbers(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  const all = sources.flatMap((source, statement) => source.quantities.map((quantity) => ({ quantity, statement })))
  const unsaid = all.filter(
    ({ quantity }) =>
      (!quantity.weak || isMeasure(quantity.unit) || /^(?:both|single|one)\b/i.test(quantity.text)) &&
      !claim.quantities.some((own) => (own.value === quantity.value && own.unit === quantity.unit) || isAsLong(own, quantity)),
  )
  return claim.quantities.flatMap((own): Difference[] => {
    const isOne = own.value === 1 && !isMeasure(own.unit) && unsaid.some(({ quantity }) => isMore(quantity, own))
    if (own.weak && own.bound === 'exactly' && !isOne) return []
    const changed = (to: { quantity: Quantity; statement: number } | undefined, certain: boolean): Difference[] => [
      between('number', to?.statement ?? -1, to ? [to.quantity, shown(to.quantity)] : [null, ''], [own, shown(own)], certain),
    ]
    const [first, ...others] = all.filter(({ quantity }) => equals(own, quantity))
    if (first) {
      // "deleted after six months" and "kept no longer than six months" agree: only of one act, or of what is counted, are there two sides
      const isTwoSided = !isMeasure(own.unit) || isSameAct(claim, own, sources[first.statement]!, first.quantity)
      const isTurned = [first, ...others].every(({ quantity }) => contradicts(own, quantity) && !quantity.turned) && !own.turned
      return isTurned && isTwoSided ? changed(first, true) : []
    }
    const named = all.filter(({ quantity }) => quantity.value === own.value && quantity.unit !== own.unit)
    // "2 hectares" and "2 acres"
    const measured = named.find(({ quantity: { unit } }) => isMeasured(unit) && isMeasured(own.unit))
    if (measured) return changed(measured, true)
    // "five wrong attempts" and "5 failed sign-ins": a count of something said otherwise
    if (named.some(({ quantity }) => !isMeasure(quantity.unit) && !isMeasure(own.unit))) return []
    // Another statement of the text says it: named wrongly, perhaps, but not invented.
    if (world.text.some(({ quantities }) => quantities.some((each) => equals(own, each)))) return []
    const rival = unsaid.find(
      ({ quantity }) =>
        quantity.unit === own.unit ||
        (quantity.unit !== '' && own.unit !== '' && unitsAgree(own, quantity)) ||
        [quantity, own].every((each) => /^(?:time|months)$/.test(each.unit) && !each.weak),
    )
    if (rival) return changed(rival, !own.weak || own.bound === 'exactly')
    // "at most eight guests" and "no more than six people": the only count of the statement
    const [count, ...more] = unsaid.filter(({ quantity: { weak, unit } }) => !weak && !isMeasure(unit))
    const isSole = count !== undefined && more.length === 0 && count.quantity.bound === own.bound
    return isSole && !isMeasure(own.unit) && !own.weak ? changed(count, true) : changed(unsaid[0], false)
  })
}

const isSameAct = (claim: Statement, own: Quantity, source: Statement, quantity: Quantity) =>
  claim.acts.some(
    (act) =>
      act.amounts.includes(own) &&
      source.acts.some(
        (other) =>
          other.amounts.includes(quantity) && act.negated === other.negated && /^(?:same|similar)$/.test(verbLikeness(act, other) ?? ''),
      ),
  )

function isMeasured(unit: string): boolean {
  return isUnit(unit) || Object.values(abbreviations).includes(unit)
}

/** "by 15 February" against "by 15 August", "on Mondays" against "on Fridays". */
export function changedDates(claim: Statement, sources: readonly Statement[]): Difference[] {
  for (const kind of calendar) {
    const named = ({ tokens }: Statement) => tokens.filter(({ lower, text }) => kind.test(lower) && text !== lower)
    const has = (of: Statement, lower: string) => of.tokens.some((token) => token.lower.replace(/s$/, '') === lower.replace(/s$/, ''))
    const [own, ...more] = named(claim)
    if (!own || more.length > 0 || sources.some((source) => has(source, own.lower))) continue
    for (const [index, source] of sources.entries()) {
      const [other, ...others] = named(source)
      if (!other || others.length > 0 || overlapOf(claim.content, source.content) < 0.25) continue
      return [between('number', index, [other, other.text], [own, own.text])]
    }
  }
  return []
}

/** "One signature is enough" where two are asked for. */
function isMore({ unit, value, bound }: Quantity, one: Quantity): boolean {
  return unit !== '' && sameWord(unit, one.unit) && value > 1 && bound !== 'most' && bound !== 'under'
}

const boundWords: Record<Quantity['bound'], string> = {
  exactly: '',
  least: 'at least ',
  most: 'at most ',
  over: 'more than ',
  under: 'less than ',
}

function shown({ bound, text }: Quantity): string {
  return boundWords[bound] + text
}

export function equals(a: Quantity, b: Quantity): boolean {
  return (a.value === b.value && unitsAgree(a, b)) || isAsMuch(a, b) || isAsLong(a, b) || isAsMany(a, b) || isAsMany(b, a)
}

/** "more than two people" and "three or more people", "fewer than five" and "at most four" */
function isAsMany(open: Quantity, closed: Quantity): boolean {
  if (isMeasure(open.unit) || isMeasure(closed.unit) || !unitsAgree(open, closed)) return false
  return open.bound === 'over'
    ? closed.bound === 'least' && closed.value === open.value + 1
    : open.bound === 'under' && closed.bound === 'most' && closed.value === open.value - 1
}

/** "3 kilometres" and "3,000 metres" */
function isAsMuch(a: Quantity, b: Quantity): boolean {
  const [[one, many], [other, more]] = [a, b].map(
    ({ unit, value }) => [multiples[unit]?.[0] ?? unit, (multiples[unit]?.[1] ?? 1) * value] as const,
  ) as [readonly [string, number], readonly [string, number]]
  return one === other && one !== '' && Math.abs(many - more) < 1e-9 * Math.max(1, many)
}

/** "12 months" and "365 days", "quarterly" and "every three months" */
function isAsLong(a: Quantity, b: Quantity): boolean {
  const [one, other] = [lengthOf(a), lengthOf(b)]
  return one !== null && other !== null && Math.abs(one - other) <= 0.035 * Math.max(one, other)
}

const unitsAgree = (a: Quantity, b: Quantity) =>
  a.unit === b.unit || a.unit === '' || b.unit === '' || (!isMeasure(a.unit) && !isMeasure(b.unit) && sameWord(a.unit, b.unit))

/** A bound from above against one from below. */
function contradicts(a: Quantity, b: Quantity): boolean {
  const side = { exactly: 0, least: 1, over: 1, most: -1, under: -1 }
  return side[a.bound] * side[b.bound] < 0
}
