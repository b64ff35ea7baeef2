// Claims of field lists: "Each order has: …" bullets, tables of fields, and lines like "Order: number, date, total".
import { singular } from '../words/forms.ts'
import { tag } from '../words/tag.ts'
import type { PropertyClaim } from './claims.ts'
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
  const line = /^([\p{L}][\p{L} '-]{1,40}?)\s*(?::|\(|–|—| - )\s*([^.()]{3,300})\)?\.?$/u.exec(reading.text)
  if (!line || reading.kind === 'given' || reading.kind === 'story') return []
  const names = (line[2] ?? '').split(/,|;|\band\b/).map((name) => name.trim()).filter((name) => name !== '')
  const isList = names.length >= 2 && names.every((name) => name.split(' ').length <= 4) && (line[1] ?? '').split(' ').length <= 4 && !/\b(?:can|shall|must|should|is|are|will|to)\b/i.test(line[0])
  const owner = isList ? ownerOf(line[1] ?? '') : ''
  if (owner === '') return []
  return names.flatMap((name) => (fieldName(name) === '' ? [] : [claim(statement, owner, fieldName(name), '', /optional/i.test(name))]))
}

function claim(statement: number, owner: string, name: string, note: string, optional: boolean): PropertyClaim {
  return { statement, owner, meaning: { thing: '', property: name, ownerHint: '', rest: name, plural: false }, firm: true, optional, note }
}

/** "Each book", "Order fields", "The following data is stored for a parcel" → book, order, parcel. */
function ownerOf(words: string): string {
  const named = phrases(tag(words)).map((phrase) => meaningOf(phrase).thing).filter((thing) => thing !== '')
  return named.at(-1) ?? ''
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
  return words.split(' ').length > 6 || !/\p{L}/u.test(words) ? '' : words === singular(words) || words.includes(' ') ? words : words
}
