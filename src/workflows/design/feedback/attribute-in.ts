// A new attribute as it is said: its name, the type beside it, whether it is optional.
import { typeOf } from '../outline/place/types.ts'
import type { Ask } from './place.ts'
import { newName } from './new-name.ts'
import type { Edit } from './edit.ts'
import { textOf } from './sentence.ts'

type Added = Extract<Edit, { op: 'add-attribute' }>

/** "an optional date field called return date" */
export function attributeIn(ask: Ask, run: readonly number[], entity: string): Added | null {
  let own = [...run]
  const drop = (test: (at: number) => boolean) => (own = own.filter((at) => !test(at)))
  const word = (at: number) => ask.items[at]?.lower ?? ''
  const isOptional = own.some((at) => word(at) === 'optional')
  drop((at) => word(at) === 'well' || (word(at) === 'as' && word(at + 1) === 'well'))
  drop((at) => /^(?:optional|required|mandatory|new|separate|extra|another|own|its)$/.test(word(at)))
  const field = own.find((at) => ask.items[at]!.kind === 'attribute' && ask.items[at]!.things.length === 0)
  const called = own.find((at) => /^(?:called|named)$/.test(word(at)))
  const typed = own.findLast(
    (at) =>
      ask.items[at]!.type !== null &&
      (at === own.at(-1)
        ? /^(?:type|as)$/.test(word(at - 1)) || /^type /.test(word(at)) || /^(?:type)$/.test(word(at - 2))
        : field !== undefined && at < field && called !== undefined),
  )
  const type = typed === undefined ? null : ask.items[typed]!.type
  // "weight of type decimal", but "soil type (text)"
  const isName = (at: number) => word(at) === 'type' && own.includes(at - 1) && !/^(?:of|with|as|,|a|an|the)$/.test(word(at - 1))
  drop(
    (at) =>
      at === field ||
      at === called ||
      at === typed ||
      (typed !== undefined && at > typed - 3 && /^(?:of|type|as|with|,)$/.test(word(at)) && !isName(at)),
  )
  // "a date for the next inspection"
  const [kind, link, ...thing] = own
  if (kind !== undefined && link !== undefined && thing.length > 0 && ask.items[kind]!.type !== null && word(link) === 'for') {
    const name = newName(
      ask,
      thing.filter((at) => !/^(?:the|an?|its|their|our|his|her)$/.test(word(at))),
    )
    return name === null
      ? null
      : { op: 'add-attribute', entity, name: `${name} ${word(kind)}`, type: ask.items[kind]!.type, required: !isOptional }
  }
  // "a duration in minutes"
  const unit = own.length > 2 && word(own.at(-2)!) === 'in' ? own.splice(-2) : []
  while (own.length > 0 && /^(?:the|a|an|for|of|our|to)$/.test(word(own[0]!))) own = own.slice(1)
  const words = own.flatMap((at) => ask.items[at]!.words)
  const isSaidSo =
    called !== undefined && own.every((at) => at > called) && words.length < 6 && !words.some(({ tag }) => /^(?:AUX|PRON|PUNCT)$/.test(tag))
  const name = own.length > 0 ? (newName(ask, own) ?? (isSaidSo ? textOf(words) : null)) : null
  const isSomething = name !== null && ask.names.find(name).some(({ kind }) => kind === 'actor' || kind === 'entity')
  // "must have the name Club Card" names the thing itself
  if (!name || isSomething || /^name (?!of\b)/i.test(name) || own.some((at) => ask.items[at]!.kind && ask.items[at]!.things.length === 0))
    return null
  return {
    op: 'add-attribute',
    entity,
    name: unit.length > 0 ? `${name} in ${word(unit[1]!)}` : name,
    type: type ?? (unit.length > 0 && typeOf(name) === 'text' ? 'number' : null),
    required: !isOptional,
  }
}
