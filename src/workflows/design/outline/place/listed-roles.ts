// Who is named as somebody outright: in a list of roles, a column, a glossary, or by a name that does something again and again.
import { verbBase } from '../../../../lib/english/correct.ts'
import type { SourceRef } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { namesListed } from '../forms/list.ts'
import type { Cell } from '../read/blocks.ts'
import type { Statement } from '../read/statements.ts'
import { isDeterminer, isVerb, phraseAt, singular, words } from '../words.ts'
import { namesSoftware, namesSomebody, roleName, termOf } from './roles.ts'

/** "Roles: clerk, driver", "three kinds of people use it: members, the keeper and the treasurer". */
export const rolesInline = /^(?:[^:.]{0,40}\b)?(?:actors?|roles|users|personas|people)(?: \p{L}+){0,3}\s*[:—–(]\s*(?=\S)/iu
/** "We have dispatchers, drivers and parents": nothing but people. */
export const peopleWeHave = /^(?:we have|there are|(?:it|this|the (?:app|system|tool)) is (?:used by|for))\s+/i

const isRoleCell = ({ title }: Cell) => /^(?:roles?|actors?|users?|personas?|user (?:roles?|types?)|who|as an?)\W*$/i.test(title)

/** Who does what a row of a table says, by a column of its own. */
export function roleCell({ id, text, cells }: Statement): { name: string; ref: SourceRef } | undefined {
  const cell = cells.find(isRoleCell)
  return cell && { name: roleName(text.slice(cell.start, cell.end)), ref: { id, start: cell.start, end: cell.end } }
}

/** Each entry of a section about roles, or of a column that names them, begins with one. */
export function rolesListed({ id, text, kind, cells, sectionKind }: Statement): { name: string; ref: SourceRef }[] {
  const cell = kind === 'row' ? cells.find(isRoleCell) : undefined
  if (cell) return labelled(cell.start, text.slice(cell.start, cell.end))
  if (kind !== 'item' && kind !== 'sentence') return []
  const inline = (rolesInline.exec(text) ?? peopleWeHave.exec(text))?.[0].length
  const items = inline === undefined ? [] : namesListed(text.slice(inline), inline)
  const sure = rolesInline.test(text) || items.every(({ name }) => namesSomebody({ words: words(name) }, true))
  if (items.length > 1 && sure) return items.flatMap(({ start, end }) => named(start, text.slice(0, end), true))
  if (sectionKind === 'terms') {
    const term = termOf(text)
    return term?.isSomebody ? named(0, term.name, true) : []
  }
  if (sectionKind !== 'roles') return []
  const label = /^(.{2,40}?)\s*(?:\([^()]*\)\s*)?(?::|[–—]|\s-\s)\s/.exec(text)?.[1]
  if (label !== undefined) return labelled(0, label)
  return [...text.matchAll(/(?:^|,\s+(?:and\s+)?|\band\s+)/g)]
    .flatMap(({ index, 0: before }) => named(index + before.length, text))
    .slice(0, 12)

  /** A whole label, whatever the tagger makes of its words: "Shift supervisor", "Counter clerk". */
  function labelled(at: number, label: string): { name: string; ref: SourceRef }[] {
    const found = named(at, text.slice(0, at + label.length), true)
    // "Shift lead": the tagger takes a word of it for a verb
    const isCut = /^\s\p{L}+$/u.test(label.slice(((found[0]?.ref as { end?: number })?.end ?? at) - at))
    const isWhole = (found.length > 0 && !isCut) || words(label).length > 3 || namesSoftware({ words: words(label) })
    return isWhole ? found : [{ name: roleName(label), ref: { id, start: at, end: at + label.length } }]
  }

  /** `sure`: what stands there is a role, whether or not the word is known as one. */
  function named(at: number, within: string, sure = false): { name: string; ref: SourceRef }[] {
    const list = words(within)
    const phrase = phraseAt(
      list,
      list.findIndex(({ start }) => start >= at),
    )
    if (!phrase || namesSoftware(phrase) || !(sure || namesSomebody(phrase, true))) return []
    return [{ name: singular(phrase), ref: { id, start: phrase.start, end: phrase.end } }]
  }
}

/** "Linnea weighs the dog … Then Linnea": a name without an article that does something twice, and elsewhere stands inside a sentence. */
export function peopleByName(entries: readonly Entry[], products: readonly string[]): string[] {
  const said = entries.flatMap(({ statement: { kind, text } }) => (/^(?:heading|code|row|meta)$/.test(kind) ? [] : [words(text)]))
  const acting = said.flatMap((list) =>
    list.flatMap((word, at) => {
      const [before, next] = [list[at - 1], list[at + 1]?.tag === 'ADV' ? list[at + 2] : list[at + 1]]
      const isName =
        /^\p{Lu}\p{Ll}{2,}$/u.test(word.text) && /^(?:PROPN|NOUN)$/.test(word.tag) && !isDeterminer(before) && before?.tag !== 'PROPN'
      return isName &&
        next &&
        (isVerb(next) || verbBase(next.lower) !== null) &&
        /[^s]s$/.test(next.lower) &&
        !products.includes(word.text) &&
        !namesSoftware({ words: [word] })
        ? [word.text]
        : []
    }),
  )
  const isInside = (name: string) =>
    said.some((list) =>
      list.some(({ text }, at) => text === name && /^\p{Ll}|^,$/u.test(list[at - 1]?.text ?? '') && !isDeterminer(list[at - 1])),
    )
  return [...new Set(acting)]
    .filter((name) => acting.filter((each) => each === name).length > 1 && isInside(name))
    .map((name) => name.toLowerCase())
}
