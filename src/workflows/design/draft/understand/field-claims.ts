// Claims of field lists: "Each order has: …" bullets, tables of fields, and lines like "Order: number, date, total".
import type { Candidate } from '../read/statements.ts'
import { singular } from '../words/forms.ts'
import { isPropertyWord } from '../words/kinds.ts'
import { isRole } from '../words/roles.ts'
import { isActionVerb, isOftenNoun } from '../words/verbs.ts'
import { tag } from '../words/tag.ts'
import type { PropertyClaim } from './claim.ts'
import { phrases } from './phrases.ts'
import type { Reading } from './reading.ts'
import { meaningOf } from './things.ts'

export function fieldClaims(reading: Reading, statement: number, current: string): PropertyClaim[] {
  if (reading.fields) {
    const owner = ownerOf(reading.fields.owner) || current
    return reading.fields.fields.flatMap((field) => {
      const name = fieldName(field.name)
      return name === '' ? [] : [claim(statement, owner, name, field.note, field.optional)]
    })
  }
  const { owner: words, names } = fieldLine(reading) ?? { owner: '', names: [] }
  const owner = words === '' ? '' : ownerOf(words)
  if (owner === '') return []
  return names.flatMap((name) => (fieldName(name) === '' ? [] : [claim(statement, owner, fieldName(name), '', /optional/i.test(name))]))
}

/** "Order: number, date, total" — a line that lists what something has. */
export function fieldLine(reading: Candidate): { owner: string; names: string[] } | undefined {
  const line = /^([\p{L}][\p{L} '-]{1,40}?)\s*(?::|\(|–|—| - )\s*([^.()]{3,300})\)?\.?$/u.exec(reading.text)
  if (!line || (reading.kind !== 'item' && reading.kind !== 'sentence')) return undefined
  const names = (line[2] ?? '')
    .split(/,|;|\band\b/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isList =
    names.length >= 2 &&
    names.every((name) => name.split(' ').length <= 4) &&
    (line[1] ?? '').split(' ').length <= 4 &&
    !/\b(?:can|shall|must|should|is|are|will|to)\b/i.test(line[0])
  // "View order details (date, total)" is an act on what has them.
  const command =
    isActionVerb((line[1] ?? '').toLowerCase().split(' ')[0] ?? '') &&
    (line[1] ?? '').includes(' ') &&
    !isOftenNoun((line[1] ?? '').toLowerCase().split(' ')[0] ?? '')
  const looked = /^(?:view|list|see|show|review)\s+\S+\s+\S+/i.test(line[1] ?? '')
  return isList &&
    !command &&
    !looked &&
    !isRole(line[1] ?? '') &&
    names.filter((name) => isPropertyWord(name.toLowerCase())).length * 2 >= names.length
    ? { owner: line[1] ?? '', names }
    : undefined
}

function claim(statement: number, owner: string, name: string, note: string, optional: boolean): PropertyClaim {
  return {
    statement,
    owner,
    meaning: { thing: '', property: name, ownerHint: '', rest: name, plural: false },
    firm: true,
    optional,
    own: false,
    note,
  }
}

/** Words that hold fields and own none. */
const vessels = /^(?:field|input|output|parameter|attribute|column|property|following|value|detail)s?$/i

/** "Each book", "Order fields", "The following data is stored for a parcel" → book, order, parcel. */
function ownerOf(words: string): string {
  const named = phrases(tag(words))
    .map((phrase) => meaningOf(phrase).thing)
    .filter((thing) => thing !== '' && !vessels.test(thing))
  const last = named.at(-1)
  if (last !== undefined) return last
  // A lone word may be taken for a verb; as an owner it is a thing all the same.
  return /^\p{L}+(?<!ing)$/u.test(words.trim()) && !vessels.test(words.trim()) ? singular(words.trim().toLowerCase()) : ''
}

/** "firstName" and "first_name" are written as words; articles and remarks go. */
function fieldName(raw: string): string {
  const words = raw
    .replace(/\(.*?\)/g, ' ')
    .replace(/[_*`"“”?]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/^(?:an?|the|its|their|optional(?:ly)?|required|one or more|list of|and|or)\s+/i, '')
    .replace(/[^\p{L}\p{N}' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  return words.split(' ').length > 6 || !/\p{L}/u.test(words) ? '' : words
}
