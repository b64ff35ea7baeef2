// Which entities a sentence speaks of: by name, or by an attribute only they have.
import { singular } from '../words/forms.ts'
import type { ModelEntity } from '../understand/entities.ts'

/** Attributes so common that they do not tell whose they are. */
const common = new Set(
  'name date time day number status type title note price total amount description comment photo email phone address reason text value score code size room place topic content image file message quantity rating role state category location cost fee'.split(
    ' ',
  ),
)

export type Mentions = (text: string) => string[]

export function mentionsOf(entities: readonly ModelEntity[]): Mentions {
  const byHead = Map.groupBy(entities, (entity) => entity.name.split(' ').at(-1) ?? '')
  const owners = Map.groupBy(
    entities.flatMap((entity) =>
      entity.attributes.filter(({ type }) => type !== 'yes/no').map((attribute) => ({ name: attribute.name, entity: entity.name })),
    ),
    ({ name }) => singular(name),
  )
  return (text) => {
    const words = text
      .toLowerCase()
      .split(/[^\p{L}\p{N}'-]+/u)
      .map((word) => singular(word.replace(/'s$|s'$/, '')))
    const found = new Set<string>()
    for (const [at, word] of words.entries()) {
      for (const entity of byHead.get(word) ?? []) {
        const name = entity.name.split(' ')
        if (name.every((part, k) => singular(part) === words[at - name.length + 1 + k])) found.add(entity.name)
      }
      for (const length of found.size > 0 ? [2, 3] : [1, 2, 3]) {
        const owned = owners.get(words.slice(at, at + length).join(' '))
        if (owned?.length === 1 && owned[0] && (length > 1 || !common.has(owned[0].name))) found.add(owned[0].entity)
      }
    }
    return [...found]
  }
}
