// The edits of what values an attribute may have: those of a choice, one more, one less.
import { samplesOf } from '../preview/samples.ts'
import type { Thing } from './edit.ts'
import { clauseIn, numbersIn, thingsIn, type Build, type Place } from './place.ts'
import { isEditVerb } from './senses.ts'
import { textOf } from './sentence.ts'
import { choiceOf, typeNamed } from './value-types.ts'

/** "Severity can be low, medium or high", "size: S, M, L", "the status can also be 'lost'" */
const choices: Build = (place) => {
  const { items } = place.form
  const [thing, ...more] = thingsIn(place, 'A1') ?? []
  const [at = 0] = numbersIn(place.slots.A1 ?? '')
  const said = textOf(items.slice(at + 1).flatMap(({ words }) => words)).replaceAll(/[“”]/g, '')
  const [, lead = '', list = ''] = choiceShape.exec(said) ?? []
  const isLed =
    place.line.startsWith('WISH') ||
    items
      .slice(0, at)
      .every(
        ({ lower, words: [word] }) =>
          word!.tag === 'ADJ' || /^(?:the|a|an|each|every|allowed|values?|of|for|options?|what|,|:)$/.test(lower),
      )
  if (!thing || more.length > 0 || list === '' || !isLed) return null
  const values = list.split(/\s*[,/]\s*(?:and |or )?|\s+(?:and|or)\s+/).map((each) => each.trim())
  // "The deposit is confusing and wrong" finds fault with it.
  const isOpinion = /^(?:is|are)(?: always)?$/i.test(lead) && values.length < 3 && !/\sor\s/.test(list)
  const isListed = values.some((each) => typeNamed(each) === null)
  const isMore = /\balso\b|\btoo\b/.test(lead)
  const old = isMore ? valuesIn(place, thing) : []
  const isQuoted = items.slice(at + 1).some(({ words: [word] }) => word!.quoted !== undefined)
  if (isOpinion || !values.every((each) => isValue(each, isListed)) || (isMore ? !isQuoted || old.length === 0 : values.length < 2))
    return null
  return [{ op: 'retype', thing, to: choiceOf([...old, ...values]) }]
}

const choiceShape =
  /^\s*((?:(?:can|could|may|should|must) (?:only |also |either )?be|(?:is|are)(?: always)?|:? ?(?:a )?(?:\d+|two|three|four|five|six)? ?(?:fixed |possible |allowed )?(?:choices|values|options|states):?|:|should be (?:picked|chosen|selected) from|(?:in)?to (?:an? )?(?:choice|list|selection|enum) (?:of|between))(?: (?:either|one of|a choice (?:of|between)|chosen from|picked from|limited to))?:?)\s+(.+?)(?: (?:too|now|only|please))*(?:, (?:not|and not|rather than|instead of) .*)?\.?$/i
const isValue = (value: string, isListed = false) =>
  /^[\p{L}\p{N}][\p{L}\p{N} /-]{0,24}$/u.test(value) &&
  value.split(' ').length < 4 &&
  !isEditVerb(value.split(' ')[0]!.toLowerCase()) &&
  (isListed || typeNamed(value) === null) &&
  !/^(?:an?|the|its|required|mandatory|optional|unique|not|empty|blank)\b/i.test(value)

/** "Instead of a rating we'd rather have good, fair or poor." */
const choicesInstead: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'A1') ?? []
  const said = clauseIn(place).replaceAll(/[“”]/g, '')
  const values = said.split(/\s*,\s*(?:and |or )?|\s+or\s+/).map((each) => each.trim())
  return thing && more.length === 0 && / or /.test(said) && values.every((each) => isValue(each))
    ? [{ op: 'retype', thing, to: choiceOf(values) }]
    : null
}

/** One more value of a choice, or one less. */
const value: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'A1') ?? []
  const all = numbersIn(place.slots.N1 ?? '')
  const said = textOf(place.form.items.slice(all[0], all.at(-1)! + 1).flatMap(({ words }) => words)).replaceAll(/[“”]/g, '')
  const old = thing && more.length === 0 ? valuesIn(place, thing) : []
  const isGone = place.line.includes('%remove')
  const isThere = old.some((each) => each.toLowerCase() === said.toLowerCase())
  if (!thing || old.length === 0 || isGone !== isThere || !isValue(said)) return null
  return [{ op: 'retype', thing, to: choiceOf(isGone ? old.filter((each) => each.toLowerCase() !== said.toLowerCase()) : [...old, said]) }]
}

function valuesIn({ names: { intent } }: Place, { name, of }: Thing): string[] {
  const entity = intent.dataModel.entities.find((each) => each.name === of)
  const attribute = entity?.attributes.find((each) => each.name === name)
  return entity && attribute ? samplesOf(intent).choices(entity, attribute) : []
}

/** How they are asked for. */
export const listAsks: readonly (readonly [Build, string])[] = [
  [choices, 'A :|be|must|may X'],
  [choicesInstead, 'instead-of A ,? we|i may|must? like|want|need|have|prefer X'],
]
export const valueAsks: readonly (readonly [Build, string])[] = [
  [choices, 'WISH %type A into|to Y of|between X'],
  [
    value,
    `
    A %lack.s|%lack.b N END
    A be lack.g|miss.g N END
    WISH %remove N from|of A END
  `,
  ],
]
