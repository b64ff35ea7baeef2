// How an ask is read as an edit of what values an attribute may have: those of a choice, each only once.
import { samplesOf } from '../preview/samples.ts'
import { choose, cues, mentions, one, range, runs, textAt, use, wordAt, wordBefore, type Ask, type Frame } from './ask.ts'
import type { Edit, Thing } from './edit.ts'
import { choiceOf, typeNamed } from './value-types.ts'

/** "Severity can be low, medium or high", "size: S, M, L", "the status can also be 'lost'": the values of a choice. */
export const choices: Frame = {
  verbs: 'allow|offer|add|include|drop|remove|delete',
  says: (ask) => ask.items.some(({ lower }) => /^(?:be|is|are|:|from|of|between|values?|options?)$/.test(lower)),
  read: (ask, verb) =>
    choose(ask, mentions(ask, ['attribute']).slice(0, 1), (trial, at) => {
      const thing = one(trial, at, ['attribute'])
      const changed = thing ? otherValues(trial, thing, at, verb) : null
      if (changed) return changed
      const said = textAt(trial, range(at + 1, trial.items.length)).replaceAll(/[“”]/g, '')
      const [, lead = '', list = ''] = choiceShape.exec(said) ?? []
      const values = list.split(/\s*,\s*(?:and |or )?|\s+(?:and|or)\s+/).map((value) => value.trim())
      const isMore = /\balso\b|\btoo\b/.test(lead)
      const isQuoted = trial.items.slice(at + 1).some(({ words: [word] }) => word!.quoted !== undefined)
      if (
        !thing ||
        list === '' ||
        values.some(
          (value) =>
            !isValue(
              value,
              values.some((other) => typeNamed(other) === null),
            ),
        ) ||
        (isMore ? !isQuoted : values.length < 2)
      )
        return null
      const old = isMore ? valuesIn(trial, thing) : []
      if (
        trial.items
          .slice(0, at)
          .some(
            ({ lower, words: [word] }) =>
              word!.tag !== 'ADJ' && !/^(?:the|a|an|each|every|allowed|values?|of|for|options?|what|,|:)$/.test(lower),
          ) ||
        (isMore && old.length === 0)
      )
        return null
      use(trial, ...trial.items.keys())
      return [{ op: 'retype', thing, to: choiceOf([...old, ...values]) }]
    }),
}

const choiceShape =
  /^\s*((?:(?:can|could|may|should|must) (?:only |also |either )?be|(?:is|are)(?: always)?|:|should be (?:picked|chosen|selected) from)(?: (?:either|one of|a choice (?:of|between)|chosen from|picked from|limited to))?:?)\s+(.+?)(?: (?:too|now|only|please))*(?:, (?:not|and not|rather than|instead of) .*)?\.?$/i
export const isValue = (value: string, isListed = false) =>
  /^[\p{L}\p{N}][\p{L}\p{N} /-]{0,24}$/u.test(value) &&
  value.split(' ').length < 4 &&
  (isListed || typeNamed(value) === null) &&
  !/^(?:an?|the|its|required|mandatory|optional|unique|not|empty|blank)\b/i.test(value)

/** "drop bird from the species", "add 'lost' to the status", "the status is missing 'no-show'" */
function otherValues(ask: Ask, thing: Thing, at: number, verb: string | null): Edit[] | null {
  const isLacking = verb === null && wordAt(ask, /^(?:missing|lacks?|misses|needs?|wants)$/) > at
  const isIn = /^(?:to|from|in|of)$/.test(wordBefore(ask, at))
  const old = valuesIn(ask, thing)
  if (old.length === 0 || !(isLacking || (verb !== null && isIn))) return null
  use(ask, at)
  cues(ask, /^(?:missing|lacks?|misses|needs?|wants|values?|options?|choices?)$/)
  const [run, ...more] = runs(ask)
  const value = run && more.length === 0 ? textAt(ask, run).replaceAll(/[“”]/g, '') : ''
  const isThere = old.some((each) => each.toLowerCase() === value.toLowerCase())
  const isGone = /^(?:drop|remove|delete)$/.test(verb ?? '')
  if (!isValue(value) || isGone !== isThere) return null
  use(ask, ...run!)
  return [
    { op: 'retype', thing, to: choiceOf(isGone ? old.filter((each) => each.toLowerCase() !== value.toLowerCase()) : [...old, value]) },
  ]
}

export function valuesIn({ names: { intent } }: Ask, { name, of }: Thing): string[] {
  const entity = intent.dataModel.entities.find((each) => each.name === of)
  const attribute = entity?.attributes.find((each) => each.name === name)
  return entity && attribute ? samplesOf(intent).choices(entity, attribute) : []
}
