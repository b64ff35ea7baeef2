// Blocks → candidate statements: stories, Given/When/Then lines, table rows and sentences, each with the unit it belongs to.
import { openWish, type Block, type Document } from './blocks.ts'
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

const maxSentence = 1200

const number =
  /^(?:\[?(?:[A-Z]{1,8}[-_]?){1,3} ?\d+(?:[.\-](?:[A-Z]{1,4}-?)?\d+)*[a-z]?\]?(?:\s*\([A-Z]\d?\))?\s*[:.)\-–—]*\s+|\d+(?:\.\d+)+\.?\s+|\d{1,2}[A-Za-z]:\s+)/
const label =
  /^(?:(?:user story|story|acceptance criteri(?:a|on)|criteri(?:a|on)|acceptance check|requirement|feature|ac|goal|note|title|description)s?\s*#?\d*\s*[:–—-]\s*)/i
const meta =
  /^(?:priority|status|owner|author|date|version|estimate|labels?|sprint|story points?|points|assignee|reporter|epic|milestone|reviewers?|created|updated|last updated|tags|fix version|ticket|type|effort|target release|document owner|prepared by|from|to|cc|subject|sent|re|format|linked .{1,20}|depends on|blocked by|feature branch|product name|created by|date created|use case id|(?:primary |secondary )?actors?|document type|(?:reviewed|prepared|approved) (?:by|for)|(?:sprint )?duration|story id|risk level)\s*:\s*\S.{0,80}$|^(?:project|defined)\s*:\s*[^,]{1,80}$/i
/** Said to whoever plans or tests the work, not about the product. */
const aside = /^(?:why this priority|independent tests?|input|rationale|priority levels?|story points?)\s*:/i
const step = /^(given|when|then|and|but)\b[:,]?\s+(.+)$/i
const storyStart = /^as (?:an?|the|any|some|our)?\s*:?\s*/i
const storyFrame =
  /^as\s+(?:(?:an?|the|any|some|our)\s+)?:?\s*(.+?)[,:;.]?\s+(?:i|we)(?:['’]d| would| do| also| will)?\s+(?:really |only )?(want to be able to|want|need|wish|like|can|should be able to|must be able to|am able to|could|may|must|should|have to|expect)\b[:,]?\s*(.*)$/i

export function candidates(document: Document): Candidate[] {
  const found: Candidate[] = []
  const place = {
    unit: 0,
    path: '',
    keyword: '' as '' | 'given' | 'when' | 'then',
    scenario: '',
    examples: false,
    background: false,
    storyUnit: -1,
    table: '',
  }
  for (const block of joinStories(joinFields(document.blocks))) {
    const kind = sectionKind(block.section[0] === document.title ? block.section.slice(1) : block.section)
    const path = block.section.filter((title) => sectionTitle(title) !== '').join(' / ')
    if (path !== place.path)
      Object.assign(place, { unit: place.unit + 1, path, keyword: '', scenario: '', examples: false, background: false, storyUnit: -1 })
    if (kind === 'skip') continue
    const text = unlabelled(block.text)
    const marker = /^(scenario(?: outline| template)?|example|background|feature|rule|examples)\s*\d*\s*:\s*(.*)$/i.exec(text)
    if (marker) {
      const example = /^examples$/i.test(marker[1] ?? '')
      const title = marker[2] ?? ''
      // What the background says belongs to the first scenario after it.
      if (!example && !place.background) place.unit += 1
      if (!example)
        Object.assign(place, {
          scenario: readStory(title)?.core.replace(/^I can /, '') ?? title,
          background: /^background$/i.test(marker[1] ?? ''),
          keyword: '',
          storyUnit: -1,
        })
      place.examples = example
      continue
    }
    if (
      text === '' ||
      meta.test(block.text) ||
      aside.test(text) ||
      /^@\w+(?:\s+@\w+)*$/.test(text) ||
      (block.kind === 'row' && place.examples)
    )
      continue
    const last =
      [...block.section]
        .reverse()
        .map((title) => (title === document.title ? '' : sectionTitle(title)))
        .find((title) => title !== '') ?? ''
    const shared: Omit<Candidate, 'kind' | 'text' | 'core'> = {
      unit: place.unit,
      title: place.scenario || last,
      sectionKind: kind,
      lead: block.lead,
      fields: undefined,
      actor: '',
      purpose: '',
      heading: block.section.at(-1) ?? '',
    }
    if (block.fields) {
      const led =
        /^.*\b(?:shall|must|should|can|will)\b.*?(?=\s+(?:with|by entering|including)(?:\s+the following)?(?:\s+\p{L}+)?$)/iu.exec(
          block.fields.owner,
        )?.[0]
      if (led !== undefined) found.push({ ...shared, kind: 'sentence', text: block.fields.owner, core: led })
      found.push({ ...shared, kind: 'fields', text, core: '', fields: block.fields })
      continue
    }
    const defined = kind === 'data' && block.kind === 'item' ? definition(text) : undefined
    if (defined) {
      found.push(...defined.map((one) => ({ ...shared, kind: 'item' as const, ...one })))
      continue
    }
    const row = block.kind === 'row' ? readRow(block) : undefined
    if (block.kind === 'row' && !row) {
      withTable(found.at(-1), block, place)
      continue
    }
    const sentences = (row?.texts ?? [text]).flatMap(splitSentences)
    // "FR-01: Search Book. The system shall …": the first is its name.
    if (sentences.length > 1 && text !== block.text && /^(?:\p{Lu}\S*\s?){1,5}\.$/u.test(sentences[0] ?? '')) sentences.shift()
    for (const sentence of sentences) {
      if (sentence.length > maxSentence) continue
      const story = readStory(
        block.lead !== undefined && openWish.test(block.lead) ? `${block.lead.replace(/\s*:$/, '')} ${sentence}` : sentence,
      )
      if (story && story.core !== '') {
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
      if (
        keyed &&
        keyword &&
        (block.kind === 'item' || /^(?:given|then)/i.test(sentence) || place.keyword !== '' || sentence === text) &&
        !isWholeSentence(sentence, place.scenario !== '' || place.keyword !== '')
      ) {
        if (keyword === 'given' && place.keyword === 'then' && place.scenario === '' && place.storyUnit < 0) place.unit += 1
        place.keyword = keyword
        found.push({ ...shared, unit: place.unit, kind: keyword, text: sentence, core: keyed[2] ?? '' })
        continue
      }
      place.keyword = ''
      found.push({
        ...shared,
        unit: place.unit,
        kind: block.kind === 'text' ? 'sentence' : 'item',
        actor: row?.actor ?? '',
        text: sentence,
        core: sentence,
      })
    }
  }
  return found
}

/** "Pet: Represents an animal, with a name and a type. One Pet has many Visits." says what each pet has, not what anybody does. */
function definition(text: string): { text: string; core: string }[] | undefined {
  const [, name = '', rest = ''] = /^(\p{Lu}[\p{L}\p{N} -]{1,40}?)\s*(?::|[–—]|\s-\s)\s*(\p{Lu}.+)$/u.exec(text) ?? []
  if (rest.split(' ').length < 4) return undefined
  const each = `Each ${name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()} has`
  return splitSentences(rest).flatMap((sentence, at) => {
    const own = new RegExp(`\\b${name}s?\\b.*\\b(?:has|have|belongs?|contains?|includes?)\\b`, 'iu').test(sentence) ? sentence : undefined
    const held =
      /(?:^|[,;:]?\s)(?:has|contains?|includes?|including|containing|attributes?(?: include)?:?|fields?(?: include)?:?|with(?: (?:details|attributes|fields|properties|information)(?: like| such as)?)?|such as|details like|captur(?:es|ing)|stor(?:es|ing)|track(?:s|ing))\s+(.+)$/i.exec(
        sentence,
      )?.[1]
    if (own === undefined && held === undefined) return []
    return [{ text: at === 0 ? `${name}: ${sentence}` : sentence, core: own ?? `${each} ${held}` }]
  })
}

/** A table below a scenario line says what its thing is given with: the titles of its columns. */
function withTable(line: Candidate | undefined, { cells = [] }: Block, place: { keyword: string; table: string }): void {
  const titles = (cells ?? []).map(([title]) => title.toLowerCase())
  const table = `${line?.unit} ${line?.text} ${titles.join()}`
  if (!line || place.keyword !== line.kind || place.table === table || !titles.every((title) => /^\p{L}[\p{L} -]{1,30}$/u.test(title)))
    return
  place.table = table
  line.core = `${line.core.replace(/(?:\s+with)?[\s:]*$/, '')} with ${titles.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`
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
    const goesOn =
      reason && !/\bas an?\s/i.test(before)
        ? storyStart.test(bare)
        : (reason || storyStart.test(before)) && /^(?:i|we)\b|^(?:so that|in order to|so i)\b/i.test(bare)
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
  // "As the exercises consist of blocks I want …" gives a reason, not somebody.
  const reason = /\b(?:is|are|was|were|has|have|can|will|consists?|contains?|includes?)\b/i.test(
    actor.replace(/,.*$|\b(?:who|that|which)\b.*$/i, ''),
  )
  const [wish = '', purpose = ''] = splitPurpose(frame[3] ?? '')
  const core = wish.replace(/^(?:to be able to|to have the ability to|to|the ability to|be able to|for the system to)\s+/i, '')
  // "I can" in front lets the reader of acts find the verb even when it is misspelt.
  const does = /^(?:to|the ability|be able)\b/i.test(wish) || /^(?:can|could|may|must|should|have to|.*able to)/i.test(frame[2] ?? '')
  return {
    actor: reason ? '' : actor,
    core: does ? `I can ${core.charAt(0).toLowerCase()}${core.slice(1)}` : wish,
    purpose: (turned ? turned[1]?.replace(/^to /i, '') : purpose) ?? '',
  }
}

function splitPurpose(text: string): string[] {
  const at = text.search(
    /[,;]?\s*\b(?:so that|in order to|in order that|because|so (?:i|we|they|my|our|the|it|users|customers))\b|, to (?=\p{L}+ )/iu,
  )
  if (at < 0) return [text.replace(/[.!]$/, '')]
  return [
    text.slice(0, at),
    text
      .slice(at)
      .replace(/^[,;]?\s*(?:so that|in order to|in order that|because|so|to)\s+/i, '')
      .replace(/[.!]$/, ''),
  ]
}

function keywordOf(word: string, current: '' | 'given' | 'when' | 'then'): '' | 'given' | 'when' | 'then' {
  const lower = word.toLowerCase()
  if (lower === 'and' || lower === 'but') return current
  return lower === 'given' || lower === 'when' || lower === 'then' ? lower : ''
}

/** "When the user clicks save, the system stores the file": a sentence of its own, not a scenario line. */
function isWholeSentence(sentence: string, inScenario: boolean): boolean {
  if (!inScenario && /^when\b[^,]{3,200},\s+(?:then\s+)?(?:the|an?|it|they|he|she|every|each|all|no)\s+\S+/i.test(sentence)) return true
  return (
    /^(?:when|and|but)\b/i.test(sentence) &&
    (/^when\b.{3,200}?,\s*(?:then\s+)?(?:the|a|an|it|they|we|i|he|she|\w+s?)\s+(?:\w+\s+){0,3}?(?:shall|must|should|will|can|may|is|are)\b/i.test(
      sentence,
    ) ||
      /^when\b.{3,200}?\b(?:the|a) \w+(?: \w+)? (?:shall|must|should|will)\b/i.test(sentence))
  )
}

/** "Given X, when Y, then Z" in one sentence. */
function inlineSteps(sentence: string): { kind: 'given' | 'when' | 'then'; text: string; core: string }[] {
  const whole = /^(?:given (?:that )?(.{3,300}?),?\s+)?when (.{3,300}?),?\s+then (.{3,400})$/i.exec(sentence)
  if (!whole || (whole[1] === undefined && /^when .*,\s*then/i.test(sentence) === false)) return []
  const parts = [
    ['given', whole[1]],
    ['when', whole[2]],
    ['then', whole[3]],
  ] as const
  return parts.flatMap(([kind, core]) => {
    const at = core ? sentence.indexOf(core) : -1
    // Each part is a statement of its own, with its keyword as written.
    const from = core ? sentence.slice(0, at).search(/(?:given|when|then)(?: that)?\s+$/i) : -1
    return core && from >= 0 ? [{ kind, text: sentence.slice(from, at + core.length), core: core.replace(/[.!]$/, '') }] : []
  })
}
