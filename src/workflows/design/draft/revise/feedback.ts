// A person's rejection → requests: what to rename, what to take out, and statements the design must say from now on.
import type { Candidate } from '../read/statements.ts'
import { plain } from '../read/blocks.ts'
import { readStory } from '../read/statements.ts'
import { splitSentences } from '../read/sentences.ts'
import { isPropertyWord } from '../words/kinds.ts'

export interface Requests {
  renames: { from: string; to: string }[]
  removals: string[]
  statements: Candidate[]
}

const renaming = [
  /^(?:please\s+)?(?:rename|change the name of|relabel)\s+(?:the\s+)?["“'‘]?(.+?)["”'’]?\s+(?:to|as|into)\s+["“'‘]?(.+?)["”'’]?$/i,
  /^(?:please\s+)?call\s+(?:the\s+)?["“'‘](.+?)["”'’]\s+["“'‘](.+?)["”'’](?:\s+instead)?$/i,
  /^["“'‘]?(.+?)["”'’]?\s+(?:should|must) be (?:called|named|renamed to)\s+["“'‘]?(.+?)["”'’]?$/i,
]
const swapping = /^(?:please\s+)?(?:use|say|write)\s+["“'‘]?(.+?)["”'’]?\s+(?:instead of|rather than)\s+["“'‘]?(.+?)["”'’]?$/i
const removing = /^(?:please\s+)?(?:remove|drop|delete|leave out|take out|get rid of|cut)\s+(?:the\s+|any\s+)?["“'‘]?(.+?)["”'’]?$/i
const adding = /^(?:please\s+)?(?:also\s+)?(?:add|include|cover|describe|mention|we (?:also )?need|there (?:should|must) be|you forgot|missing:?)\s+(?:an?\s+|the\s+)?(?:(?:user\s+)?(?:flow|step|screen|view|goal|entity|component|way|option|case|story)s?\s+(?:for|to|where|in which|that lets|about|of|when)\s+)?(.+)$/i

export function readFeedback(feedback: readonly string[]): Requests {
  const requests: Requests = { renames: [], removals: [], statements: [] }
  for (const text of feedback) {
    const lines = text.split(/\r\n|\r|\n/).map((line) => plain(line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '')))
    for (const sentence of lines.flatMap(splitSentences)) readRequest(sentence.slice(0, 1200), requests)
  }
  return requests
}

function readRequest(sentence: string, requests: Requests): void {
  const bare = sentence.replace(/[.!\s]+$/, '')
  for (const pattern of renaming) {
    const [, from, to] = pattern.exec(bare) ?? []
    if (from && to && from.length < 80 && to.length < 80) {
      requests.renames.push({ from, to })
      return
    }
  }
  const [, to, from] = swapping.exec(bare) ?? []
  if (from && to && from.length < 80 && to.length < 80) {
    requests.renames.push({ from, to })
    return
  }
  const [, gone] = removing.exec(bare) ?? []
  if (gone && gone.length < 120) requests.removals.push(gone)
  else requests.statements.push({ text: sentence, kind: 'item', core: wishOf(bare), actor: '', purpose: '', unit: 0, title: '', sectionKind: 'requirement', lead: undefined, fields: undefined, ...(readStory(sentence) && { kind: 'story' as const, ...readStory(sentence) }) })
}

/** What a remark to the designer asks of the product: "add a phone number to the customer" → "each customer has a phone number". */
function wishOf(sentence: string): string {
  const [, wish] = adding.exec(sentence) ?? []
  if (wish === undefined) return sentence
  const [, what = '', owner = ''] = /^(.+?)\s+(?:to|on|for|of|in)\s+(?:the\s+|each\s+|an?\s+|every\s+)?([\p{L} -]{2,40})$/u.exec(wish) ?? []
  if (owner && isPropertyWord(what.toLowerCase())) return `Each ${owner} has a ${what}`
  const gerund = /^(\p{L}+?)(?:ing)\s+(.+)$/u.exec(wish)
  if (gerund) return wish
  return /\b(?:can|shall|must|should|will|is|are)\b/.test(wish) ? wish : `The system offers ${wish}`
}
