// A sentence read by what it names and what it asks for: everything outside of that is a remark, unless it could change what is meant.
import { constructionsIn, type Found } from './constructions.ts'
import { editText, type Edit, type Thing } from './edit.ts'
import type { Names } from './names.ts'
import { plainFormOf, type PlainForm } from './plain-form.ts'
import { doubtful } from './remarks.ts'
import { isEditVerb } from './senses.ts'
import { textOf, wordsOf } from './sentence.ts'

export function meaningOf(text: string, names: Names, topic: readonly Thing[]): { edits: Edit[] } | { why: string[] } {
  const form = plainFormOf(wordsOf(text), names, topic)
  const why = new Set<string>()
  if (process.env.FB) console.error('FORM', form.text)
  const found = longest(constructionsIn(form, names, why))
  if (found === null) return { why: ['it can be read in more than one way'] }
  if (found.length === 0) return { why: [...why] }
  const edits = found.flatMap((each) => each.edits)
  const harm = harmOf(form, found)
  if (harm === null) return { edits }
  return { why: [`it is not clear what “${harm}” is to say; perhaps: ${edits.map(editText).join('; ')}`, ...why] }
}

/** Of readings of the same words the one that accounts for most of them; null where two that differ account for as many. */
function longest(all: readonly Found[]): Found[] | null {
  const kept: Found[] = []
  for (const one of all.toSorted((a, b) => b.to - b.from - (a.to - a.from))) {
    const over = kept.filter(({ from, to }) => one.from < to && from < one.to)
    if (over.length === 0) kept.push(one)
    else if (over.some((other) => other.to - other.from === one.to - one.from && JSON.stringify(other.edits) !== JSON.stringify(one.edits))) return null
  }
  return kept.toSorted((a, b) => a.from - b.from)
}

/** What is said besides and could change what is meant; null where nothing is. */
function harmOf(form: PlainForm, found: readonly Found[]): string | null {
  let masked = form.text
  for (const { from, to } of found.toReversed()) masked = `${masked.slice(0, from)}§ ${masked.slice(to)}`
  const pieces = masked.split(/(?=[,;:]#\d+ |(?:because|since|so|and|but|although|though|while|whereas|therefore|otherwise|which|given)\.\w#\d+ )/)
  const said = (piece: string) => {
    const all = [...piece.matchAll(/#(\d+)/g)].map((match) => Number(match[1])).filter((at) => at < form.items.length)
    return all.length === 0 ? '' : textOf(form.items.slice(all[0], all.at(-1)! + 1).flatMap(({ words }) => words))
  }
  for (const [at, piece] of pieces.entries()) {
    const bare = piece.replace(/^(?:[,;:]#\d+ |(?:and|so|therefore)\.\w#\d+ )+/, '')
    const isReason = /^(?:because|since|otherwise|given|as)\./.test(bare) || /^so\./.test(pieces[at + 1] ?? '')
    const whole = said(bare)
    const isHarmful = bare.includes('§') ? isHarmfulAround(bare, whole) : isHarmfulRemark(bare, whole, isReason)
    if (isHarmful) return whole
  }
  return null
}

const scope = /^(?:in|on|for|at|with|from|by|to|of|under|per|via|within|through)\./

/** Beside an ask in the same clause: whose words it is, what for, where. */
function isHarmfulAround(piece: string, text: string): boolean {
  if (doubtful.test(text) || /\b(?:was|were|had|did|used to|been told)\b/i.test(text)) return true
  const [lead = '', ...rest] = piece.split(/§ /)
  if (/(?:^|\s)(?:not|no|nobody|none|only|must|except|without|when|where|while|until|or)\.\w#/.test(lead)) return true
  if (lead !== '' && !/^(?:i|we|you|it|let|as|to|in|for|from|with|at|on|by|if|there|after|have|give|get)\.|^[^ ]+\.(?:r|g)#/.test(lead)) return true
  if (lead !== '' && /^(?:in|on|for|at|from|with|by)\./.test(lead) && isScope(lead)) return true
  return rest.some((trail) => isHarmfulTrail(trail))
}

function isHarmfulTrail(trail: string): boolean {
  if (trail === '') return false
  if (/(?:^|\s)(?:not|no|nobody|none|only|must|except|without|when|where|while|until|or|before|after|if|unless|instead-of|once)\.\w#/.test(trail)) return true
  if (/^(?:of|on|in|from|for|at)\.\w#\d+ @eo#\d+ $/.test(trail)) return false
  if (/^to\.\w#\d+ [^ ]+\.b#/.test(trail) || /^(?:as|like|instead|too|again)\./.test(trail)) return /@/.test(trail)
  if (/^[^ ]+\.r#\d+ $/.test(trail)) return false
  return !scope.test(trail) || isScope(trail)
}

const ours =
  /(?:ity|ness|tion|cy|ence|ance|ism|ship)\.|^(?:\w+\.a#\d+ )(?:me|us|you|reason|opinion|view|practice|fact|general|future|moment|least|definition|law|design|default|nature|model|text|document|spec|list|case|side|eye|life|reality|language|country|town|house|team|office|company|interest|sake|respect|thing|word|experience|time|record|data|statute|form)\./

/** "in the export", "for members": only there. "for clarity", "in our view" is no such place. */
const isScope = (phrase: string) => /@[a-z]*[aercfs](?!o)[a-z]*#/.test(phrase.replaceAll('@eo#', '')) || !(ours.test(phrase) || /reason\./.test(phrase))

/** A clause of its own: it tells why or greets, unless it binds, asks for something, doubts or names a place. */
function isHarmfulRemark(piece: string, text: string, isReason: boolean): boolean {
  if (piece === '') return false
  if (doubtful.test(text)) return true
  if (isReason) return false
  if (/^(?:not|no|only|except|without|but|although|though|instead-of|whereas|unless|or|while)\./.test(piece)) return true
  if (/(?:^|\s)must\.\w#/.test(piece)) return true
  const [, verb] = /^([^ .#]+)\.[bn]#/.exec(piece) ?? []
  if (verb && isEditVerb(verb)) return true
  const isClause = /\.[bsd]#|(?:be|have|may)\.\w#/.test(piece)
  if (!isClause) return /[@"]/.test(piece) || (/\.[npu]#/.test(piece) && (!scope.test(piece) || isScope(piece)))
  return false
}
