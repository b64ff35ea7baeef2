// One statement, understood: its acts, what must hold first and what it is for.
import type { Candidate } from '../read/statements.ts'
import { forActs, forWishes, withoutTest } from '../words/plain-english.ts'
import { isRole } from '../words/roles.ts'
import { tag } from '../words/tag.ts'
import { isActionVerb } from '../words/verbs.ts'
import type { Token } from '../words/token.ts'
import { actsOf, type Act } from './acts.ts'
import { frameOf } from './conditions.ts'
import { fieldLine } from './field-claims.ts'
import { textOf } from './phrases.ts'

export interface Reading extends Candidate {
  acts: Act[]
  /** Acts of the condition: "when a customer adds an item, …". */
  conditionActs: Act[]
  condition: string
  conjunction: string
  /** The condition stands in front and so holds for every act. */
  leading: boolean
  purposeActs: Act[]
  /** All its words, conditions included. */
  tokens: Token[]
}

export function read(candidate: Candidate): Reading {
  const words = withoutOrder(forWishes(wished(candidate) ?? withoutTopic(withoutTest(withLead(candidate))))).replace(
    /\b(\p{Lu}\p{L}*)_(?=\p{Lu})/gu,
    '$1 ',
  ) // "Store_Keeper"
  const tokens = tag(words)
  const spoken = forActs(words)
  const frame = frameOf(spoken === words ? tokens : tag(spoken))
  const purpose = candidate.purpose === '' ? frame.purpose : tag(candidate.purpose)
  return {
    ...candidate,
    // A line of fields has no acts, though some of its words could be verbs.
    acts: fieldLine(candidate) || isNameList(words) ? [] : actsOf(frame.main),
    condition: textOf(frame.condition),
    conditionActs: actsOf(frame.condition),
    conjunction: frame.conjunction,
    leading: frame.leading,
    purpose: textOf(purpose),
    purposeActs: actsOf(purpose),
    tokens,
  }
}

/** "Orders, invoices, dates, totals": names in a row, though some of them could be verbs. */
function isNameList(words: string): boolean {
  const parts = words.replace(/[.!]$/, '').split(/,\s*(?:and |or )?|\s+(?:and|or|&)\s+/)
  const [first = ''] = parts
  return (
    parts.length > 2 &&
    parts.every((part) => part.trim().split(/\s+/).length <= 2) &&
    !first.includes(' ') &&
    !isActionVerb(first.toLowerCase())
  )
}

/** "I want payments to be recorded" lost its "I want" as the frame of the story. */
function wished({ kind, core }: Candidate): string | undefined {
  return kind === 'story' && !/^I can /.test(core) && /\sto be\s/.test(core) ? `I want ${core}` : undefined
}

const order =
  /^(?:please\s+)?(?:create|build|develop|design|implement|make|write|add|provide)\s+(?:an?\s+|the\s+)?(?:[\p{L}-]+\s+){0,4}?(?:app|application|website|site|tool|system|platform|program|page|functionality|feature|module|support)\s+(?:where\s+|in which\s+|(?:that|which)\s+(?=(?:lets?|allows?|enables?)\s))/iu

const about =
  /^(?:[\p{L}\p{N}'’-]+\s+){1,5}?is\s+an?\s+(?:[\p{L}-]+,?\s+){0,6}?(?:app|application|website|site|tool|system|platform|program|service)\s+(?:where\s+|in which\s+|(?:that|which)\s+(?=(?:lets?|allows?|enables?)\s))/iu

/** "Create an app where volunteers book slots" → "volunteers book slots": the order is to the builders. */
function withoutOrder(words: string): string {
  const rest = words.replace(order, '').replace(about, '')
  return rest === words ? words : /^(?:lets?|allows?|enables?)\s/i.test(rest) ? `The system ${rest}` : rest
}

/** "Student: can view grades" → "Student can view grades"; "Search: users find items" → "users find items". */
function withoutTopic(words: string): string {
  const topic = /^([\p{L}][\p{L} '-]{1,40}?)\s*(?::| [-–—])\s+(?=\p{L})/u.exec(words)
  const name = topic?.[1] ?? ''
  if (!topic || name.split(' ').length > 4) return words
  const rest = words.slice(topic[0].length)
  if (isRole(name)) return `${name} ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`
  const listed = /^[^,]{1,30},[^,]{1,30},/.test(rest) && !/\b(?:can|shall|must|should|will|may)\b/.test(rest)
  return rest.split(' ').length > 3 && !listed ? rest : words
}

/** "Users can:" + "create an account" → "Users can create an account". A list item that is a sentence of its own stays as it is. */
function withLead({ core, lead, kind }: Candidate): string {
  const words = core.replace(/^["“'](?=[^"”']*$)|^\(+/, '') // a quote that never ends is none
  if (lead === undefined || kind !== 'item') return words
  const open = lead.replace(/[\s:–—-]+$/, '')
  if (!opensList(lead, open) || open.length > 240) return words
  const last = open.slice(Math.max(open.lastIndexOf('. '), open.lastIndexOf('; ')) + 1).trim()
  if (
    /^(?:the|a|an|each|every|when|if|as|given|users?|it|they|system)\b/i.test(words) &&
    / (?:shall|must|should|can|will|may|is|are|has|have)\b/i.test(words)
  )
    return words
  return `${last} ${/^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words}`
}

function opensList(lead: string, open: string): boolean {
  return (
    /(?:\b(?:can|shall|must|should|will|may|able to|to|has|have|contains?|includes?|including|of|with|following|fields|attributes|properties|shows?|displays?|wants?|needs?|stores?|records?|provides?|supports?|allows?))$/i.test(
      open,
    ) ||
    (lead.trimEnd().endsWith(':') &&
      /\b(?:can|shall|must|should|will|may|able|has|have|contains?|includes?|with|wants?|needs?|shows?|displays?|stores?|records?|enters?|provides?|lets?|allows?)\b/i.test(
        open,
      ) &&
      /\b(?:following|these|to|the|this|details|information|fields|data)\b[^:]*$/i.test(open) &&
      open.split(' ').length <= 16)
  )
}
