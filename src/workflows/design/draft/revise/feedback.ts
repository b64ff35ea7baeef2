// A person's rejection → requests: what to rename, what to take out, and statements the design must say from now on.
import type { Candidate } from '../read/statements.ts'
import { plain } from '../read/plain.ts'
import { splitSentences } from '../read/sentences.ts'
import { readStory } from '../read/statements.ts'
import { read } from '../understand/reading.ts'
import { baseVerb, clip } from '../words/forms.ts'
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
const adding =
  /^(?:please\s+)?(?:also\s+)?(?:add|include|cover|describe|mention|we (?:also )?need|there (?:should|must) be|you forgot|missing:?)\s+(?:an?\s+|the\s+)?(?:(?:user\s+)?(?:flow|step|screen|view|goal|entity|component|way|option|case|story)s?\s+(?:for|to|where|in which|that lets|about|of|when)\s+)?(.+)$/i

const lacking = /^(?:the\s+)?(.{2,40}?)\s+(?:is|are) missing (?:a way|an option|the ability|the possibility|a chance) to\s+(.+)$/i
/** Orders about the drawing itself that words alone do not let us carry out. */
const reworking =
  /^(?:please\s+)?(?:split|merge|move|simplify|make|improve|reorder|shorten|change|rework|rewrite|fix|clean up|expand|tidy)\b.*\b(?:flow|step|screen|view|component|entity|entities|goal|attribute|section|design|diagram|model|wording)s?\b/i

export function readFeedback(feedback: readonly string[]): Requests {
  const requests: Requests = { renames: [], removals: [], statements: [] }
  for (const text of feedback) {
    const lines = text
      .toWellFormed()
      .split(/\r\n|\r|\n/)
      .map((line) => plain(line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '')))
    for (const sentence of lines.flatMap(splitSentences)) readRequest(clip(sentence, 1200), requests)
  }
  return requests
}

function readRequest(sentence: string, requests: Requests): void {
  const bare = sentence.replace(/[.!\s]+$/, '')
  for (const pattern of renaming) {
    const [, from, to] = pattern.exec(bare) ?? []
    if (from && to && from.length < 80 && to.length < 80) return void requests.renames.push({ from, to })
  }
  const [, to, from] = swapping.exec(bare) ?? []
  if (from && to && from.length < 80 && to.length < 80) return void requests.renames.push({ from, to })
  const [, gone] = removing.exec(bare) ?? []
  if (gone && gone.length < 120) return void requests.removals.push(gone)
  const statement = toStatement(sentence, bare)
  if (statement) requests.statements.push(statement)
}

/** A remark as a statement about the product; undefined when it says nothing anybody does or keeps ("this is too complicated"). */
function toStatement(sentence: string, bare: string): Candidate | undefined {
  if (reworking.test(bare)) return undefined
  const story = readStory(sentence)
  const candidate: Candidate = {
    ...blank,
    text: sentence,
    kind: story ? 'story' : 'item',
    core: story?.core ?? wishOf(bare),
    actor: story?.actor ?? '',
    purpose: story?.purpose ?? '',
  }
  return read(candidate).acts.some((act) => act.kind !== 'state') ? candidate : undefined
}

/** What a remark to the designer asks of the product: "add a phone number to the customer" → "each customer has a phone number". */
function wishOf(sentence: string): string {
  const [, who, deed] = lacking.exec(sentence) ?? []
  if (who && deed) return `${who} can ${deed}`
  const [, wish] = adding.exec(sentence) ?? []
  if (wish === undefined) return sentence
  const [, what = '', owner = ''] = /^(.+?)\s+(?:to|on|for|of|in)\s+(?:the\s+|each\s+|an?\s+|every\s+)?([\p{L} -]{2,40})$/u.exec(wish) ?? []
  if (owner && isPropertyWord(what.toLowerCase())) return `Each ${owner} has a ${what}`
  const [, gerund = '', rest = ''] = /^(\p{L}+ing)\s+(.+)$/u.exec(wish) ?? []
  if (gerund) return `I can ${baseVerb(gerund.toLowerCase(), 'gerund')} ${rest}`
  return read({ ...blank, core: wish, text: wish }).acts.some((act) => act.subject !== undefined) ? wish : `The system offers ${wish}`
}

const blank: Candidate = {
  text: '',
  kind: 'item',
  core: '',
  actor: '',
  purpose: '',
  unit: 0,
  title: '',
  heading: '',
  sectionKind: 'requirement',
  lead: undefined,
  fields: undefined,
}
