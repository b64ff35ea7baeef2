// Which nouns name somebody who acts, and which the software itself.
import { isGroup, isPerson, isVerb } from '../../../../lib/english/lexicon.ts'
import type { Token } from '../../../../lib/english/read.ts'
import { phraseAt, singular, singularWord, words, type Phrase } from '../words.ts'

const software = new Set(
  'system program app application platform site website webapp portal server backend frontend api database software engine interface ui cli bot'.split(
    ' ',
  ),
)
/** Words that mean the software where a duty is laid on them, and a thing otherwise. */
const maybeSoftware = new Set('product service solution tool module component feature page screen form dashboard'.split(' '))
/** Bodies that act as one, also where no duty is said. */
const acting = new Set('team board committee council jury staff crew office department desk agency bank chair lead head'.split(' '))
/** Nouns that end like roles and are things. */
const things = new Set(
  `self machine wizard picker indicator best rest other next last first minor official private regular general local native everyone everybody someone somebody anyone anybody nobody innovation date voucher dog cat pet star order number filter folder container counter browser router reminder printer calendar letter parameter newsletter computer paper offer transfer voucher header footer slider banner timer buffer register ledger identifier marker tracker scanner sensor monitor adapter converter layer trigger pointer cursor color error vector factor door floor mirror document payment appointment comment shipment content event element percent amount discount account count variant plant restaurant grant fee coffee degree tree list weather theater theatre chapter charter poster roster quarter corner water dinner answer matter manner power tower flower cover trailer freezer server controller loader parser editor-view header chatter locker whiteboard career player-id browser cluster registrar-office`.split(
    /\s+/,
  ),
)

/** Of "Inventory_Services" the service. */
const nounOf = (word: Token): string => singularWord(word).toLowerCase().replace(/^.*_/, '')

/** Whether the last word of a phrase names a person or a body of people. `lenient`: any body counts, as where a duty is laid on it. */
export function namesSomebody(phrase: Pick<Phrase, 'words'>, lenient = false): boolean {
  const last = phrase.words.at(-1)
  if (!last) return false
  const one = nounOf(last)
  if (software.has(one) || things.has(one)) return false
  // "the person who performed it" is whoever it was
  if (one === 'person' && phrase.words.every((word) => word === last || word.tag === 'ADJ')) return false
  if (isPerson(one) || /(?:admin|user|keeper|person|woman|manager|officer|holder|owner|member|worker|leader)$/.test(one)) return true
  // "Walkers take up to 4 dogs": several that are named after what they do. One alone may be a machine.
  const doing = /^(.+?)(?:e?r|or)$/.exec(one)?.[1] ?? ''
  const isDoing = one !== last.lower && (isVerb(doing) || isVerb(`${doing}e`) || isVerb(doing.replace(/(.)\1$/, '$1')))
  return acting.has(one) || isDoing || (isGroup(one) && lenient)
}

export function namesSoftware(phrase: Pick<Phrase, 'words'>, duty = false): boolean {
  const last = phrase.words.at(-1)
  const one = last === undefined ? '' : nounOf(last)
  return software.has(one) || (duty && maybeSoftware.has(one))
}

/** A term of a glossary by what its definition says it is: "the person who sweeps", "the web application", or a thing. */
export function termOf(text: string): { name: string; isSomebody: boolean; isSoftware: boolean } | null {
  const [label, name = ''] = /^(\p{L}[\p{L}\p{N} _/'-]{1,40}?)\s*(?::|[–—]|\s-\s)\s*(?=\S)/u.exec(text) ?? []
  if (label === undefined) return null
  const said = text.slice(label.length)
  const head = phraseAt(words(said), 0) ?? { words: [] }
  const isSoftware = namesSoftware(head, true) || namesSoftware({ words: words(name.replaceAll('_', ' ')) })
  return {
    name,
    isSoftware,
    isSomebody:
      !isSoftware &&
      (namesSomebody(head) ||
        /^(?:person|personnel|people|staff|individual)$/i.test(head.words.at(-1)?.text ?? '') ||
        /^(?:[\p{L}'-]+\s+){1,6}who\b/iu.test(said)),
  }
}

/** "den leader or committee member", "reception or nurse staff member": each of several that a slot names. */
export function rolesIn(text: string): string[] {
  const parts = text.replace(/\s*\([^()]*\)/g, '').split(/\s+(?:or|and)\s+|\s*\/\s*|,\s*(?:(?:or|and)\s+)?/i)
  const last = roleName(parts.at(-1)!)
  const names = parts.map((part, at) => {
    const name = roleName(part)
    const tail = last.split(' ').slice(1).join(' ')
    return at === parts.length - 1 || tail === '' || namesSomebody({ words: words(name) }, true) ? name : `${name} ${tail}`
  })
  return names.every((name) => name !== '' && words(name).length < 6) && parts.length < 5 ? names : [roleName(text)]
}

/** The role a slot names, without what says when or where somebody has it: "logged-in user (mobile)", "user who finished an exercise", "member of the choir". */
export function roleName(text: string): string {
  const bare = text
    .replace(/\s*\([^()]*\)/g, '')
    .replace(/^(?:an?|the)\s+/i, '')
    .replace(
      /(?<=\S)\s+(?:who|that|which|whose|with|without|in|on|at|during|from|mid-\S+|of (?:the|this|an?|our|my|their)|(?!being)\p{Ll}+ing(?=\s+(?:an?|the|my|our|this|to|for|with|on)\b))(?=\s|$).*$/u,
      '',
    )
    .replace(/^(?:authenticated|(?:logged|signed)[- ]in|registered|returning|current|existing|system)\s+(?=\S)/i, '')
    .trim()
  const list = words(bare)
  const phrase = phraseAt(list, 0)
  return phrase && phrase.next === list.length ? singular(phrase) : bare
}

/** One letter more, less, other or swapped with the next, in words long enough for that to be no accident. */
export function isSlip(a: string, b: string): boolean {
  if (a === b || Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1]
  const [left, right] = [a.slice(start, endA), b.slice(start, endB)]
  const swapped = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  // "worker" and "porter" are two; a slip keeps the first letter.
  return start > 0 && (swapped || left.length + right.length === 1 || (left.length === 1 && right.length === 1 && a.length > 7))
}
