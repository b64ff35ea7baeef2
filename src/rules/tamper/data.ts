// Recorded data before and after: it may grow, and say otherwise what the task names; what it loses, the task must have asked for.
import { diffArrays } from 'diff'
import { canonicalize } from '../../lib/canonical.ts'
import type { Json } from '../../schema/event.ts'
import type { Licence } from './licence.ts'
import { surplus } from './read.ts'

export interface Recorded {
  path: string
  before: string
  after: string
  /** A snapshot of a test that is gone, which is looked at by itself. */
  isOver(key: string): boolean
  /** Whether the work gave up the one word, or came to have it. */
  follows(word: string, isNew: boolean): boolean
}

interface Pair {
  key: string
  was: string
  is: string
}

/** Its words and numbers, in whatever form they are written. */
export const partsOf = (text: string): string[] =>
  (text.match(/\p{L}+|\d+(?:\.\d+)?/gu) ?? []).map((part) => (/^\d/.test(part) ? String(Number(part)) : part.toLowerCase())).sort()

/** What happened to it that nobody asked for, or null. */
export function lostData({ path, before, after, isOver, follows }: Recorded, licence: Licence): string | null {
  const [old, now] = [recordsOf(path, before), recordsOf(path, after)]
  if (old.exact !== null && old.exact === now.exact) return null
  const fresh = [...now.records]
  const gone = old.records.filter(
    (record) => !take(fresh, (one) => one.key === record.key && one.value === record.value) && !isOver(record.key),
  )
  if (gone.length === 0) return null
  if (now.records.length === 0) return licence.removal && licence.mayEdit(path) ? null : 'was emptied'
  // A record for a record: what the task names may say otherwise, but nothing may be missing.
  const pairs: Pair[] = []
  const lost = gone.filter(({ key, value }) => {
    const other =
      take(fresh, (one) => one.key === key && (key !== '' || alike(one.value, value))) ?? take(fresh, (one) => alike(one.value, value))
    if (other) pairs.push({ key, was: value, is: other.value })
    return !other
  })
  const missing = lost.filter(
    ({ key, value }) => !(fresh.length >= lost.length ? licence.changes([key, value]) : licence.removes([key, value])),
  )
  const all = old.records.length
  if (missing.length > 0 && fresh.length < lost.length)
    return `lost ${missing.length} of ${all} records, such as ${`${missing[0]?.key} ${missing[0]?.value}`.trim().slice(0, 60)}`
  const hollow = licence.removal || licence.tolerates ? [] : pairs.filter(({ was, is }) => isHollow(was, is))
  if (hollow.length > 0) return `lost most of ${hollow.length} of ${all} records`
  // What comes on top leaves the words that were there.
  const fewer = licence.adds
    ? pairs.filter(({ key, was, is }) => !licence.changes([key, was]) && surplus(wordsIn(was), wordsIn(is)).length > 0)
    : []
  if (fewer.length > 0) return `lost words of ${fewer.length} of ${all} records`
  if (path.split('/').some((_, at, all) => at > 0 && licence.mayEdit(all.slice(0, at + 1).join('/')))) return null
  const named =
    licence.follows && /golden|snapshot|fixture|expected/.exec(path.replace('.snap', '/snapshot'))?.some((word) => licence.mentions(word))
  const isAsked = (isNew: boolean) => (word: string) => follows(word, isNew) || (licence.follows && licence.mentions(word))
  const isWorked = (was: string, is: string) => {
    if (licence.follows && isPutOtherwise(was, is)) return true
    const [gone, come] = [surplus(piecesOf(was), piecesOf(is)), surplus(piecesOf(is), piecesOf(was))]
    // What came may also be made of what the record holds.
    const known = new Set(gone.length === 0 ? piecesOf(was.toLowerCase()) : [])
    return (
      gone.length + come.length > 0 &&
      gone.every(isAsked(false)) &&
      come.every((word) => isAsked(true)(word) || (licence.follows && known.has(word.toLowerCase())))
    )
  }
  const excused = ({ key, was, is }: Pair) =>
    isWorked(was, is) ||
    licence.changes([path, key, was, is]) ||
    licence.names(`${/^-?[\d.]+$/.test(is) ? 'n' : 's'}:${is.replace(/^"|"$/g, '')}`) ||
    (onlyNumbers(was, is) && named)
  const unasked = [...pairs.filter((pair) => !excused(pair)), ...missing]
  return unasked.length === 0 ? null : `was changed in ${unasked.length} of ${all} records`
}

function take<T>(from: T[], wanted: (one: T) => boolean): T | undefined {
  const at = from.findIndex(wanted)
  return at < 0 ? undefined : from.splice(at, 1)[0]
}

/** Hardly anything is left of a text that said much. */
function isHollow(was: string, is: string): boolean {
  const [many, few] = [was, is].map((text) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) as [number, number]
  return many >= 8 && few * 3 < many
}

/** The same text around other numbers. */
function onlyNumbers(was: string, is: string): boolean {
  const around = (text: string) => text.replace(/[-\d.,:%\s]+/g, ' ').trim()
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).join(' ')
  return numbers(is) !== '' && numbers(was) !== numbers(is) && around(was) === around(is)
}

interface Records {
  /** The same for texts that say the same. */
  exact: string | null
  records: { key: string; value: string }[]
}

export const snapshotsIn = (text: string): Records['records'] =>
  [...text.matchAll(/^exports\[`(.*?)`\] = (?:`([\s\S]*?)`);$/gm)].map(([, key = '', value = '']) => ({ key, value: value.trim() }))

/** JSON by the keys that lead to its values, snapshots by their names, other texts by their lines. */
function recordsOf(path: string, text: string): Records {
  const records: Records['records'] = []
  const add = (key: string, value: string) => records.push({ key, value })
  if (path.endsWith('.json')) {
    try {
      const value = JSON.parse(text) as Json
      const visit = (one: unknown, key: string) => {
        if (typeof one !== 'object' || one === null) add(key, JSON.stringify(one))
        else for (const [name, inner] of Object.entries(one)) visit(inner, Array.isArray(one) ? key : `${key}.${name}`)
      }
      visit(value, '')
      return { exact: canonicalize(value), records }
    } catch {
      // Read as lines, then.
    }
  }
  const entries = path.endsWith('.snap') ? snapshotsIn(text) : []
  if (entries.length > 0) records.push(...entries)
  else for (const line of text.split('\n')) if (line.trim() !== '') add('', line.trim().replace(/,$/, ''))
  return { exact: null, records }
}

/** The same words and numbers with other signs or in another order: `01.03.2024` became `2024-03-01`. Other spaces alone are nobody's wish. */
export function isPutOtherwise(was: string, is: string): boolean {
  const dense = (text: string) => text.replace(/\s/g, '')
  const sorted = (text: string) =>
    piecesOf(text)
      .map((piece) => piece.replace(/^0+(?=\d)/, ''))
      .sort()
      .join(' ')
  return dense(was) !== dense(is) && sorted(was) !== '' && sorted(was) === sorted(is)
}

const piecesOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []
const wordsIn = (text: string): string[] => text.match(/\p{L}+/gu) ?? []

/** Two lines that have at least half of their words in common, numbers aside. */
function alike(one: string, other: string): boolean {
  const [a, b] = [wordsIn(one), wordsIn(other)]
  if (a.length === 0 || b.length === 0) return a.length === b.length
  const common = diffArrays(a, b)
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0)
  return common * 2 >= Math.min(a.length, b.length)
}
