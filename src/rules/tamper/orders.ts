// What a task orders: every verb of it that concerns the guard, with what it is about and whether a word denies it.
import { isVerb } from '../../lib/english/lexicon.ts'
import { stem } from '../../lib/english/stem.ts'

export interface Order {
  kinds: ReadonlySet<Kind>
  /** "Do not …", "without …", "instead of …". */
  denied: boolean
  /** The words behind the verb, up to the next verb or to a clause that gives a reason or a condition. */
  object: string
  /** The words before it in its clause: what a passive is about. */
  subject: string
  /** "Somebody corrected …": told of what was done, not ordered. */
  isTold: boolean
  /** The whole sentence and where the verb stands in it. */
  sentence: string
  at: number
}

export type Kind = 'edit' | 'reshape' | 'refactor' | 'alter' | 'remove' | 'skip' | 'leaveOut' | 'mend' | 'lean' | 'keep' | 'touch' | 'other'

const verbs: Record<Exclude<Kind, 'other'>, string> = {
  edit: 'update adjust adapt rewrite correct migrate convert refactor rename move split clean tidy port replace tighten strengthen reorganise reorganize restructure simplify dedup deduplicate merge extract parametrise parametrize parameterise parameterize regenerate modernise modernize consolidate speed mend bring switch change edit revise rework follow format',
  reshape:
    'clean tidy move migrate port convert switch rewrite extract split merge group rename refactor restructure reorganise reorganize dedup deduplicate parametrise parametrize parameterise parameterize replace use make turn drop fold collapse consolidate simplify share rework pull factor hoist lift inline stub mock',
  refactor:
    'clean tidy port migrate extract refactor restructure reorganise reorganize dedup deduplicate parametrise parametrize parameterise parameterize split merge consolidate rework pull factor hoist inline',
  alter: 'change switch move migrate convert raise lower increase decrease reduce extend shorten bump round',
  remove: 'remove delete drop retire deprecate eliminate strip discontinue sunset withdraw take rid',
  skip: 'skip disable deactivate quarantine mute ignore xfail kill comment',
  leaveOut: 'exclude ignore omit leave disable suppress silence allow permit relax drop switch turn',
  mend: 'fix mend repair',
  lean: 'use rely depend assume require',
  keep: 'leave keep',
  touch: 'touch edit change modify alter weaken adjust update adapt rewrite remove delete skip disable loosen break amend',
}

const kindsOf = new Map<string, Set<Kind>>()
for (const [kind, words] of Object.entries(verbs) as [Kind, string][])
  for (const word of words.split(' ')) kindsOf.set(stem(word), (kindsOf.get(stem(word)) ?? new Set()).add(kind))

/** Before a noun, or a participle that tells of what kind it is: "the update", "the disabled test". */
const naming = /^(?:the|an?|this|these|those|its|their|our|your|my|no|any|some|each|every|of|new|old|all|latest|be)$/i
const opening =
  /^(?:and|or|then|but|also|please|just|now|not|never|to|so|should|must|shall|will|can|may|let's|don't|nor|still|except|[,;:()–—-])$/i
const reason = /^(?:so|until|till|when|whenever|because|since|if|unless|which|that|where|while|as|after|before|without|instead|rather)$/i
const denying = /\b(?:not|never|cannot|without|avoid\w*|stop\w*|no longer|instead of|rather than|nor|no need to)\b|n['’]t\b/i

/** A line may break within a sentence, the dot of a file's name ends none. */
export function sentencesOf(task: string): string[] {
  return task
    .replace(/([^\n.;:!?]{40,})\n(?=[a-z])/g, '$1 ')
    .split(/(?<!\b(?:incl|e\.g|i\.e|etc|vs))[.;!?](?=\s|$)|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

export function readOrders(task: string): Order[] {
  return sentencesOf(task).flatMap((sentence) => {
    const words = [...sentence.matchAll(/`[^`]*`|"[^"]*"|[\p{L}\p{N}_$][^\s,;:()–—]*|[,;:()–—]/gu)].map(({ 0: text, index }) => ({
      text,
      index,
    }))
    const opens = (at: number) => at === 0 || opening.test(words[at - 1]?.text ?? '')
    const isOrder = (at: number) => {
      const [{ text = '' } = {}, before = ''] = [words[at], words[at - 1]?.text]
      const lower = text.toLowerCase()
      // "Since the last tidying of the page" names it.
      if (lower.endsWith('ing') && naming.test(words[at - 2]?.text ?? '')) return null
      if (!/^[a-z]+$/.test(lower) || (naming.test(before) && !(before === 'be' && /ed$/.test(lower)))) return null
      const kinds = kindsOf.get(stem(lower))
      // Any other verb that begins a clause ends the one before it.
      const hasObject = !/^(?:and|or|[,;:)]|)$/.test(words[at + 1]?.text ?? '')
      return (
        kinds ?? (hasObject && opens(at) && before !== 'to' && !lower.endsWith('s') && isVerb(lower) && !opening.test(lower) ? none : null)
      )
    }
    const found = words.flatMap(({ text, index }, at) => {
      const kinds = isOrder(at)
      return kinds ? [{ kinds, at, from: index, to: index + text.length, begins: opens(at) }] : []
    })
    return found.map(({ kinds, at, from, to }, which): Order => {
      const next = found.slice(which + 1).find(({ begins }) => begins)
      const why = words.find(({ text, index }, other) => other > at + 1 && reason.test(text) && index < (next?.from ?? sentence.length))
      const end = Math.min(why?.index ?? sentence.length, next?.from ?? sentence.length)
      const subject =
        sentence
          .slice(0, from)
          .split(/[,;:()–—]|\b(?:but|and)\b/)
          .at(-1) ?? ''
      const verb = sentence.slice(from, to)
      const isTold =
        /ed$|^(?:wrote|rewrote|split|brought)$/i.test(verb) &&
        /\w/.test(subject) &&
        !/\b(?:be|been|is|are|was|were|get) (?:\w+ )?$/.test(subject)
      return { isTold, kinds, denied: denying.test(subject.slice(-45)), object: sentence.slice(to, end), subject, sentence, at: from }
    })
  })
}

const none: ReadonlySet<Kind> = new Set(['other'])

/** Whether a word that denies stands before it in its clause. */
export function isDenied(sentence: string, at: number): boolean {
  return denying.test(/[^,;:]*$/.exec(sentence.slice(0, at))?.[0].slice(-45) ?? '')
}
