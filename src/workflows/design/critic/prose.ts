// A text of a design as the dimensions read it: its statements, its words with their stems, and which of them are verbs.
import { meaningOf } from '../../../lib/english/lexicon.ts'
import { stemOf } from '../../../lib/english/match.ts'
import { isAnybody, isSystem } from '../../../lib/english/roles.ts'
import { readStatements, type Statement } from '../../../lib/english/statement.ts'

export interface Word {
  readonly text: string
  readonly stem: string
  readonly kind: 'function' | 'frame' | 'content' | 'verb'
  /** For a verb: the first verb of its meaning. */
  readonly meaning: string
  /** A comma, stop or other mark stands before it. */
  readonly afterMark: boolean
}

export interface Prose {
  statements: Statement[]
  words: Word[]
  /** Stems of what is not a function or framing word, in order. */
  content: string[]
  stems: Set<string>
  meanings: Set<string>
}

/** Remembers what it has read, as a document repeats its own words. */
export function proseReader(): (text: string) => Prose {
  const known = new Map<string, Prose>()
  return (text) => {
    let prose = known.get(text)
    if (!prose) known.set(text, (prose = read(text)))
    return prose
  }
}

function read(text: string): Prose {
  const statements = readStatements(spaced(text))
  const words = statements.flatMap(wordsOf)
  const content = words.filter(({ kind }) => kind === 'content' || kind === 'verb').map(({ stem }) => stem)
  return {
    statements,
    words,
    content,
    stems: new Set(content),
    meanings: new Set(words.flatMap(({ kind, meaning }) => (kind === 'verb' ? [meaning] : []))),
  }
}

/** "OrderLine" and "order_line" are two words, in the same place. */
function spaced(text: string): string {
  return /^\S+$/.test(text) ? text.replaceAll('_', ' ').replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ') : text
}

function wordsOf({ tokens, acts }: Statement): Word[] {
  const words: Word[] = []
  let marked = false
  for (const [i, { tag, lower, lemma }] of tokens.entries()) {
    // "e.g." names nothing
    if (tag === 'PUNCT' || tag === 'SYM' || /^(?:e\.g|i\.e|etc)\.?$/.test(lower)) {
      marked = marked || !/^["'“”‘’-]$/.test(lower)
      continue
    }
    const isVerb = tag === 'VERB' && lower !== 'including' && acts.some(({ at }) => at === i)
    const kind = isVerb
      ? 'verb'
      : lower === 'including' || !/^(?:NOUN|PROPN|ADJ|NUM|VERB)$/.test(tag)
        ? 'function'
        : isSystem(lemma) || isAnybody(lemma)
          ? 'frame'
          : 'content'
    words.push({ text: lower, stem: stemOf(lemma), kind, meaning: isVerb ? meaningOf(lemma) : '', afterMark: marked && words.length > 0 })
    marked = false
  }
  return words
}

/** "The the of must": words that follow each other in no sentence. */
export const isScrambled = (text: string) => scrambled.test(text.toLowerCase())

const link = 'of|to|and|or|is|are|was|be|must|shall|has|than|if|when'
const scrambled = new RegExp(
  [
    `\\b(?:an?|the) (?:(?:an?|the|each|every|it|he|she|they|then|with|for|by|from|${link})\\b(?![-/])|[.,;]|$)`,
    '\\bof (?:of|must|shall|is|are|to|and|when|has)\\b',
    `\\b(?:must|shall) (?:an?|the|from|with|${link.replace('be|', '')})\\b`,
    '\\b(?:be|is|are) (?:than|of|must|shall|is|are|has)\\b',
    '\\b(?:or|and) (?:or|and|of|than)\\b',
    '\\b(?:must|shall|of|or|and|than)\\W*$',
  ].join('|'),
)
