// Blocks → candidate statements: stories, Given/When/Then lines, table rows and sentences, each with the unit it belongs to.
import type { Document } from './blocks.ts'
import { joinFields, type FieldBlock, type FieldList } from './fields.ts'
import { splitSentences } from './sentences.ts'
import { readRow } from './rows.ts'
import { sectionKind, sectionTitle, type SectionKind } from './sections.ts'

export interface Candidate {
  text: string
  kind: 'story' | 'given' | 'when' | 'then' | 'sentence' | 'item' | 'fields'
  /** The words to understand, without keyword, number or story frame. */
  core: string
  /** Stories: who, and what it is for. */
  actor: string
  purpose: string
  /** The heading right above it, as written. */
  heading: string
  /** Statements of one story, scenario or section share a unit. */
  unit: number
  /** The heading or scenario title that names the unit; may be empty. */
  title: string
  sectionKind: SectionKind
  lead: string | undefined
  fields: FieldList | undefined
}

export const maxSentence = 1200

const number = /^(?:\[?(?:[A-Z]{1,8}[-_]?){1,3} ?\d+(?:[.\-]\d+)*[a-z]?\]?\s*[:.)\-–—]*\s+|\d+(?:\.\d+)+\.?\s+)/
const label = /^(?:(?:user story|story|acceptance criteri(?:a|on)|criteri(?:a|on)|requirement|feature|ac|goal|note)s?\s*#?\d*\s*[:–—-]\s*)/i
const meta = /^(?:priority|status|owner|author|date|version|estimate|labels?|sprint|story points?|points|assignee|reporter|epic|milestone|reviewers?|created|updated|last updated|tags|fix version|ticket|type|effort|target release|document owner|prepared by|from|to|cc|subject|sent|re|format|linked .{1,20}|depends on|blocked by)\s*:\s*\S.{0,60}$/i
const step = /^(given|when|then|and|but)\b[:,]?\s+(.+)$/i
const storyStart = /^as (?:an?|the|any|some|our)?\s*:?\s*/i
const storyFrame = /^as\s+(?:(?:an?|the|any|some|our)\s+)?:?\s*(.+?)[,:;.]?\s+(?:i|we)(?:['’]d| would| do| also| will)?\s+(?:really |only )?(want to be able to|want|need|wish|like|can|should be able to|must be able to|am able to|could|may|must|should|have to|expect)\b[:,]?\s*(.*)$/i

export function candidates(document: Document): Candidate[] {
  const found: Candidate[] = []
  const place = { unit: 0, path: '', keyword: '' as '' | 'given' | 'when' | 'then', scenario: '', examples: false, background: false, storyUnit: -1 }
  for (const block of joinStories(joinFields(document.blocks))) {
    const kind = sectionKind(block.section[0] === document.title ? block.section.slice(1) : block.section)
    const path = block.section.filter((title) => sectionTitle(title) !== '').join(' / ')
    if (path !== place.path) Object.assign(place, { unit: place.unit + 1, path, keyword: '', scenario: '', examples: false, background: false, storyUnit: -1 })
    if (kind === 'skip') continue
    const text = unlabelled(block.text)
    const marker = /^(scenario(?: outline| template)?|example|background|feature|rule|examples)\s*\d*\s*:\s*(.*)$/i.exec(text)
    if (marker) {
      const example = /^examples$/i.test(marker[1] ?? '')
      const title = marker[2] ?? ''
      // What the background says belongs to the first scenario after it.
      if (!example && !place.background) place.unit += 1
      if (!example) Object.assign(place, { scenario: readStory(title)?.core.replace(/^I can /, '') ?? title, background: /^background$/i.test(marker[1] ?? ''), keyword: '', storyUnit: -1 })
      place.examples = example
      continue
    }
    if (text === '' || meta.test(block.text) || /^@\w+(?:\s+@\w+)*$/.test(text) || (block.kind === 'row' && place.examples)) continue
    const last = [...block.section].reverse().map((title) => (title === document.title ? '' : sectionTitle(title))).find((title) => title !== '') ?? ''
    const shared: Omit<Candidate, 'kind' | 'text' | 'core'> = { unit: place.unit, title: place.scenario || last, sectionKind: kind, lead: block.lead, fields: undefined, actor: '', purpose: '', heading: block.section.at(-1) ?? '' }
    if (block.fields) {
      found.push({ ...shared, kind: 'fields', text, core: '', fields: block.fields })
      continue
    }
    const row = block.kind === 'row' ? readRow(block) : undefined
    if (block.kind === 'row' && !row) continue
    for (const sentence of splitSentences(row?.text ?? text)) {
      if (sentence.length > maxSentence) continue
      const story = readStory(sentence)
      if (story) {
        // Every story opens a unit of its own; what follows in its section is its acceptance.
        if (place.storyUnit >= 0) place.unit += 1
        place.storyUnit = place.unit
        place.keyword = ''
        found.push({ ...shared, ...story, unit: place.unit, kind: 'story', text: sentence })
        continue
      }
      const inline = inlineSteps(sentence)
      if (inline.length > 0) {
        found.push(...inline.map((one) => ({ ...shared, unit: place.unit, ...one })))
        continue
      }
      const keyed = step.exec(sentence)
      const keyword = keyed ? keywordOf(keyed[1] ?? '', place.keyword) : ''
      if (keyed && keyword && (block.kind === 'item' || /^(?:given|then)/i.test(sentence) || place.keyword !== '' || sentence === text) && !isWholeSentence(sentence, place.scenario !== '' || place.keyword !== '')) {
        if (keyword === 'given' && place.keyword === 'then' && place.scenario === '' && place.storyUnit < 0) place.unit += 1
        place.keyword = keyword
        found.push({ ...shared, unit: place.unit, kind: keyword, text: sentence, core: keyed[2] ?? '' })
        continue
      }
      place.keyword = ''
      found.push({ ...shared, unit: place.unit, kind: block.kind === 'text' ? 'sentence' : 'item', actor: row?.actor ?? '', text: sentence, core: sentence })
    }
  }
  return found
}

/** Without "FR-12:", "1.3" or "User story:" in front. */
function unlabelled(text: string): string {
  return text.replace(number, '').replace(label, '').trim()
}

/** "As a …" on one line, "I want …" and "So that …" on the next: one story. */
function joinStories(blocks: readonly FieldBlock[]): FieldBlock[] {
  const joined: FieldBlock[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const bare = unlabelled(block.text)
    const before = last ? unlabelled(last.text) : ''
    const reason = /^in order (?:not )?to\b/i.test(before) && !storyFrame.test(before.replace(/^.*?(?=\bas an?\s)/i, ''))
    const goesOn = reason && !/\bas an?\s/i.test(before) ? storyStart.test(bare) : (reason || storyStart.test(before)) && /^(?:i|we)\b|^(?:so that|in order to|so i)\b/i.test(bare)
    if (last && goesOn && last.section.join() === block.section.join() && !/[.!?]$/.test(last.text)) {
      joined[joined.length - 1] = { ...last, text: `${last.text.replace(/[,\s]+$/, '')}${/^so/i.test(bare) ? '' : ','} ${bare}` }
    } else joined.push(block)
  }
  return joined
}

export function readStory(sentence: string): { actor: string; core: string; purpose: string } | undefined {
  const turned = /^in order ((?:not )?to .+?),?\s+(as an?\s.+)$/i.exec(sentence)
  const frame = storyFrame.exec(turned ? (turned[2] ?? '') : sentence)
  const actor = (frame?.[1] ?? '').trim()
  if (!frame || actor.split(' ').length > 12) return undefined
  const [wish = '', purpose = ''] = splitPurpose(frame[3] ?? '')
  const core = wish.replace(/^(?:to be able to|to have the ability to|to|the ability to|be able to|for the system to)\s+/i, '')
  // "I can" in front lets the reader of acts find the verb even when it is misspelt.
  const does = /^(?:to|the ability|be able)\b/i.test(wish) || /^(?:can|could|may|must|should|have to|.*able to)/i.test(frame[2] ?? '')
  return { actor, core: does ? `I can ${core.charAt(0).toLowerCase()}${core.slice(1)}` : wish, purpose: (turned ? turned[1]?.replace(/^to /i, '') : purpose) ?? '' }
}

function splitPurpose(text: string): string[] {
  const at = text.search(/[,;]?\s*\b(?:so that|in order to|in order that|because|so (?:i|we|they|my|our|the|it|users|customers))\b|, to (?=\p{L}+ )/iu)
  if (at < 0) return [text.replace(/[.!]$/, '')]
  return [text.slice(0, at), text.slice(at).replace(/^[,;]?\s*(?:so that|in order to|in order that|because|so|to)\s+/i, '').replace(/[.!]$/, '')]
}

function keywordOf(word: string, current: '' | 'given' | 'when' | 'then'): '' | 'given' | 'when' | 'then' {
  const lower = word.toLowerCase()
  if (lower === 'and' || lower === 'but') return current
  return lower === 'given' || lower === 'when' || lower === 'then' ? lower : ''
}

/** "When the user clicks save, the system stores the file": a sentence of its own, not a scenario line. */
function isWholeSentence(sentence: string, inScenario: boolean): boolean {
  if (!inScenario && /^when\b[^,]{3,200},\s+(?:then\s+)?(?:the|an?|it|they|he|she|every|each|all|no)\s+\S+/i.test(sentence)) return true
  return /^(?:when|and|but)\b/i.test(sentence) && (/^when\b.{3,200}?,\s*(?:then\s+)?(?:the|a|an|it|they|we|i|he|she|\w+s?)\s+(?:\w+\s+){0,3}?(?:shall|must|should|will|can|may|is|are)\b/i.test(sentence) || /^when\b.{3,200}?\b(?:the|a) \w+(?: \w+)? (?:shall|must|should|will)\b/i.test(sentence))
}

/** "Given X, when Y, then Z" in one sentence. */
function inlineSteps(sentence: string): { kind: 'given' | 'when' | 'then'; text: string; core: string }[] {
  const whole = /^(?:given (?:that )?(.{3,300}?),?\s+)?when (.{3,300}?),?\s+then (.{3,400})$/i.exec(sentence)
  if (!whole || (whole[1] === undefined && /^when .*,\s*then/i.test(sentence) === false)) return []
  const parts = [['given', whole[1]], ['when', whole[2]], ['then', whole[3]]] as const
  return parts.flatMap(([kind, core]) => {
    const at = core ? sentence.indexOf(core) : -1
    // Each part is a statement of its own, with its keyword as written.
    const from = core ? sentence.slice(0, at).search(/(?:given|when|then)(?: that)?\s+$/i) : -1
    return core && from >= 0 ? [{ kind, text: sentence.slice(from, at + core.length), core: core.replace(/[.!]$/, '') }] : []
  })
}
