// A sentence read by what it names and what it asks for: everything outside of that is a remark, unless it could change what is meant.
import { constructionsIn } from './constructions.ts'
import type { Found } from './place.ts'
import { editText, resultOf, type Edit, type Spot, type Thing } from './edit.ts'
import { isGroup } from '../../../lib/english/lexicon.ts'
import { applyEdits } from './apply.ts'
import { same, stemsOf, textsAbout, type Names } from './names.ts'
import { isScope, scopeWord } from './scope.ts'
import { plainFormOf, type PlainForm } from './plain-form.ts'
import { doubtful } from './remarks.ts'
import { isEditVerb, means } from './senses.ts'
import { textOf, withoutAsides, wordsOf } from './sentence.ts'

export function meaningOf(text: string, names: Names, topic: readonly Thing[]): { edits: Edit[] } | { why: string[] } {
  const words = wordsOf(withoutAsides(text))
  const ways = [false, true].map((isOfSteps) => meaningIn(plainFormOf(words, names, topic, isOfSteps), names))
  const read = ways.filter((way) => 'edits' in way)
  const [one, other] = read.toSorted((a, b) => b.size - a.size)
  if (one && (!other || one.size > other.size || JSON.stringify(one.edits) === JSON.stringify(other.edits))) return { edits: one.edits }
  return { why: one ? ['it can be read in more than one way'] : ways.flatMap((way) => ('why' in way ? way.why : [])) }
}

function meaningIn(form: PlainForm, names: Names): { edits: Edit[]; size: number } | { why: string[] } {
  const why = new Set<string>()
  const found = longest(constructionsIn(form, names, why))
  if (found === null) return { why: ['it can be read in more than one way'] }
  if (found.length === 0) return { why: [...why] }
  const edits = settled(found, names)
  if (!edits) return { why: [against] }
  if (edits.length === 0) return { why: [...why] }
  const harm = harmOf(form, found)
  const size = found.reduce((sum, each) => sum + each.size, 0)
  if (harm === null) return { edits, size }
  return { why: [`it is not clear what “${harm}” is to say; perhaps: ${edits.map(editText).join('; ')}`, ...why] }
}

/** Each once, and what changes nothing only where nothing else does; null where two say something else of one thing. */
function settled(found: readonly Found[], { intent }: Names): Edit[] | null {
  const all = found.flatMap(({ edits, isWish }) => edits.map((edit) => ({ edit, isWish, key: JSON.stringify(edit) })))
  const once = all.filter(({ key }, at) => all.findIndex((other) => other.key === key) === at)
  const isMerge = once.some(({ edit, isWish }) => edit.op === 'merge' && isWish)
  // "a count, so make it an integer" narrows what was said
  const isWider = (edit: Edit) =>
    edit.op === 'retype' &&
    edit.to === 'number' &&
    once.some(({ edit: other }) => other.op === 'retype' && /^(?:integer|decimal)$/.test(other.to) && same(other.thing, edit.thing))
  const kept = once.filter(({ edit, isWish }) => !isWider(edit) && (edit.op !== 'merge' || isWish || !isMerge))
  const real = kept.filter(({ edit }) => applyEdits(intent, [{ id: 'edit-0', edits: [edit] }]) !== intent)
  const bound = real.length > 0 ? kept.filter((each) => real.includes(each) || each.isWish) : kept
  if (isAgainstItself(bound.map(({ edit }) => edit))) return null
  return (real.length > 0 ? real : kept).map(({ edit }) => edit)
}

export const against = 'it contradicts itself'

/** Whether two edits say something else of one thing. */
export const isAgainstItself = (edits: readonly Edit[]) =>
  edits.some((edit, at) => edits.slice(at + 1).some((other) => isAgainst(edit, other)))

const isAgainst = (a: Edit, b: Edit) =>
  (a.op === 'merge' && (b.op === 'merge' || b.op === 'rename')) ||
  (b.op === 'merge' && a.op === 'rename') ||
  ('thing' in a && 'thing' in b && same(a.thing, b.thing) && (a.op === b.op || a.op === 'remove' || b.op === 'remove'))

/** Of readings of the same words the one that accounts for most of them; null where two that differ account for as many. */
function longest(all: readonly Found[]): Found[] | null {
  const kept: Found[] = []
  for (const one of all.toSorted((a, b) => b.to - b.from - (a.to - a.from) || b.edits.length - a.edits.length)) {
    const over = kept.filter(({ from, to }) => one.from < to && from < one.to)
    if (over.length === 0) kept.push(one)
    else if (one.edits.length === 0) continue
    else if (
      over.some(
        (other) =>
          other.edits.length > 0 &&
          other.to - other.from === one.to - one.from &&
          JSON.stringify(other.edits) !== JSON.stringify(one.edits),
      )
    )
      return null
  }
  return kept.toSorted((a, b) => a.from - b.from)
}

/** What is said besides and could change what is meant; null where nothing is. */
function harmOf(form: PlainForm, found: readonly Found[]): string | null {
  const things = found.flatMap(({ edits }) =>
    edits.flatMap((edit) =>
      'thing' in edit
        ? [edit.thing]
        : edit.op === 'merge'
          ? []
          : [edit.op === 'add-attribute' ? { kind: 'entity' as const, name: edit.entity } : besideOf(edit.at)],
    ),
  )
  const edited = form.things.flatMap((own, at) => (own.some((thing) => things.some((each) => same(each, thing))) ? [String(at)] : []))
  let masked = form.text
  for (const { from, to } of found.toReversed()) masked = `${masked.slice(0, from)}§ ${masked.slice(to)}`
  const pieces = masked.split(
    /(?=[,;:]#\d+ |(?:because|since|so|but|although|though|while|whereas|therefore|otherwise|which|given)\.\w#\d+ |and\.\w#\d+ (?!@))/,
  )
  const said = (piece: string) => {
    const all = [...piece.matchAll(/#(\d+)/g)].map((match) => Number(match[1])).filter((at) => at < form.items.length)
    return all.length === 0 ? '' : textOf(form.items.slice(all[0], all.at(-1)! + 1).flatMap(({ words }) => words))
  }
  // "off the invoice", where the invoice has what is edited
  const plain = (piece: string) =>
    piece.replaceAll(/(?:of|on|in|from|for|at|off)\.\w#\d+ @[a-z]+#(\d+) /g, (whole, at: string) =>
      isTopic(form.things[Number(at)]!, things) ? '' : whole,
    )
  const fresh = new Set(found.flatMap(({ edits }) => edits.flatMap((edit) => (resultOf(edit) ?? '').toLowerCase().split(' '))))
  for (const [at, piece] of pieces.entries()) {
    const bare = plain(piece).replace(/^(?:[,;:]#\d+ |(?:and|so|therefore)\.\w#\d+ )+/, '')
    const isReason =
      /^(?:because|since|otherwise|else|given|as|or)\./.test(bare) ||
      /^so\./.test(pieces.slice(at + 1).find((next) => !/^[,;:]#\d+ $/.test(next)) ?? '') ||
      /^so\.\w#\d+ (?:we|i|they|that|people|everybody|one|you)\./.test(piece)
    const whole = said(bare)
    const [, alone] = /^(?:(?:on|in|for|at|of)\.\w#\d+ )?@[a-z]+#(\d+) $/.exec(bare) ?? []
    if (alone !== undefined && ((form.items[Number(alone)]?.things.length ?? 0) === 0 || isTopic(form.things[Number(alone)]!, things)))
      continue
    const isAgain =
      whole !== '' &&
      whole
        .toLowerCase()
        .split(' ')
        .every((word) => fresh.has(word) || /^(?:yeah|yes|the|a)$/.test(word))
    // "in the choice the owner makes": it only says which step
    const isWhich =
      found.every(({ edits }) =>
        edits.every(
          (edit) =>
            edit.op === 'replace' &&
            textsAbout(
              stemsOf(whole).filter((stem) => !/^(?:mak|choic|choos|option|step|text|lin|sentenc|rul)/.test(stem)),
              [edit.thing],
            ).length > 0,
        ),
      ) && /^§? ?in\./.test(bare)
    const isOfRemark = at > 0 && !pieces[at - 1]!.includes('§') && /^not\./.test(bare) && !/@/.test(bare)
    // "the fax is a leftover, please delete", "they belong to the owner – move them over"
    const [, order, what] = /^([^ .#]+)\.[bn]#\d+ (?:@[a-z]+#(\d+) )?(?:\w+\.[arx]#\d+ )?$/.exec(bare) ?? []
    const isOrderAgain =
      order !== undefined &&
      (what === undefined || edited.includes(what) || form.items[Number(what)]!.things.length === 0) &&
      found.every(({ edits }) => edits.every(({ op }) => means(order, op)))
    if (isAgain || isWhich || isOfRemark || isOrderAgain) continue
    const isHarmful = bare.includes('§') ? isHarmfulAround(bare, whole) : isHarmfulRemark(bare, whole, isReason, edited)
    if (isHarmful) return whole
  }
  return null
}

const besideOf = (at: Spot): Thing => ('flow' in at ? { kind: 'flow', name: at.flow } : 'before' in at ? at.before : at.after)

/** "Booking: …", "On the appointment, …": what the ask is about, said ahead. */
const isTopic = (own: readonly Thing[], edited: readonly Thing[]) =>
  own.some((thing) => edited.some((each) => same(each, thing) || each.of === thing.name))

/** Doubt, of whoever says it. */
const courtesy = /^if (?:you|that is|that's|possible|it is (?:ok|okay|fine|possible))\b/i
const unsure = new RegExp(
  doubtful.source.replace('would|', '').replace('but|', '').replace('again|', 'doubt|deny|fear|refuse|question|'),
  'i',
)
const binding =
  /(?:^|\s)(?:not|no|nobody|none|only|must|except|without|when|where|while|until|or|before|after|if|unless|instead-of|once)\.\w#/

/** Beside an ask in the same clause: whose words it is, what for, where. */
function isHarmfulAround(piece: string, text: string): boolean {
  if (/\b(?:was|were|had|did|used to|been told)\b/i.test(text)) return true
  const [before = '', ...trails] = piece.split(/§ /)
  const lead = before.replace(
    /(?:i|we|you|one|design|model|text|draft|document)\.\w#\d+ (?:must|may)\.\w#\d+ $|it\.\w#\d+ (?:must|may)\.\w#\d+ be\.\w#\d+ \S+\.j#\d+ to\.\w#\d+ $|^(?:in|of|for|on|at)\.a#\d+ $/,
    '',
  )
  if (/\b(?:doubt|deny)\b/i.test(text) || (unsure.test(text) && !/^(?:it|that)\.\w#\d+ may\.\w#\d+ (?:be|help)/.test(lead))) return true
  if (binding.test(lead)) return true
  const [first] = /^[^ .#]+/.exec(lead) ?? ['']
  const isOurs =
    /^(?:i|we|you|it|let|as|to|be|there|that|have|give|get)$/.test(first) ||
    isGroup(first) ||
    /^[^ ]+\.[rg]#/.test(lead) ||
    lead === '' ||
    /^@[a-z]+#\d+ $/.test(lead)
  if (!isOurs && !(scopeWord.test(lead) && !isScope(lead))) return true
  return trails.some((trail) => isHarmfulTrail(trail.replaceAll(/(?:of|on|in|from|for|at)\.\w#\d+ @eo#\d+ /g, '')))
}

function isHarmfulTrail(trail: string): boolean {
  if (trail === '') return false
  if (/^(?:from|between)\.\w#\d+ \S+\.u#\d+ (?:to|and)\.\w#\d+ \S+\.u#\d+ $/.test(trail)) return false
  if (binding.test(trail)) return true
  if (/^to\.\w#\d+ [^ ]+\.b#/.test(trail) || /^(?:as|like|instead|too|again)\./.test(trail)) return /@/.test(trail)
  if (/^[^ ]+\.r#\d+ $/.test(trail)) return false
  return !scopeWord.test(trail) || isScope(trail)
}

/** A clause of its own: it tells why or greets, unless it binds, asks for something, doubts or names a place. */
function isHarmfulRemark(piece: string, text: string, isReason: boolean, edited: readonly string[]): boolean {
  if (piece === '') return false
  if (courtesy.test(text)) return false
  if (doubtful.test(text) && !/^(?:nobody|no one|we (?:never|do(?: not|n['’]t)))(?: \S+)? (?:says?|calls?)\b/i.test(text)) return true
  if (/^(?:same|just)?\.?.*?(?:same|as|like)\.\w#\d+ (?:as\.\w#\d+ )?(?:on|in|with|for)\./.test(piece)) return false
  if (/^(?:keep|leave)\.|stay\./.test(piece))
    return /\b(?:its?|that|them|this)\b/i.test(text) || [...piece.matchAll(/#(\d+)/g)].some((match) => edited.includes(match[1]!))
  if (isReason) return false
  // "not every animal has one" is a clause, "not the clerk" none
  // "…, put one in"
  if (/^(?:put|add|include|insert)\.\w#\d+ (?:(?:one|it|that)\.\w#\d+ |@[a-z]+#\d+ )(?:(?:in|there)\.\w#\d+ )?$/.test(piece)) return false
  const isNobody = /^no\.\w#\d+ one\.|^not\.\w#\d+ (?!@)[^ ]+\.[npx]#\d+ (?:be|have|[^ ]+\.[sd]#)/.test(piece)
  if (!isNobody && /^(?:not|no|only|except|without|but|although|though|instead-of|whereas|unless|or|while)\./.test(piece)) return true
  if (/(?:like|want|wish)\.\w#\d+ to\.\w#/.test(piece)) return true
  if (/(?:^|\s)must\.\w#/.test(piece) || /\b(?:required|mandatory|optional|unique)\b/i.test(text)) return true
  const [, verb] = /^([^ .#]+)\.[bn]#/.exec(piece) ?? []
  if (verb && isEditVerb(verb)) return true
  const isClause = /\.[bsd]#|@s#|(?:be|have|may)\.\w#/.test(piece)
  if (!isClause) return /[@"]/.test(piece) || (/\.[npu]#/.test(piece) && (!scopeWord.test(piece) || isScope(piece)))
  return false
}
