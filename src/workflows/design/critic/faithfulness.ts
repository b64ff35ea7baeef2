// Faithfulness: each goal, step, trigger and response against the statements it names, and whether they carry it at all.
import { compare, quotes, type Difference } from '../../../lib/english/compare.ts'
import { support } from '../../../lib/english/compare-words.ts'
import { hasWord } from '../../../lib/english/match.ts'
import { readStatements, type Statement } from '../../../lib/english/statement.ts'
import { isScrambled } from './prose.ts'
import { isQuotation } from './quotation.ts'
import { statementsAt, type Claim, type Reading } from './reading.ts'
import { quote, type Loss } from './tally.ts'

export interface Faithfulness {
  losses: Loss[]
  /** Share of the claims that their statements carry. */
  founded: number
  /** Which claims are founded. */
  carried: boolean[]
}

/** In units of one claim. A turned statement costs as much as several that merely lack support. */
const costs = { polarity: 4, number: 4, actor: 3, condition: 1, unsupported: 1.5 }

export function faithfulness(reading: Reading): Faithfulness {
  const losses: Loss[] = []
  const carried = reading.claims.map((claim) => {
    const named = statementsAt(reading, claim.sources)
    if (named.length === 0) return claim.kind === 'trigger' || claim.kind === 'response' ? isCarried(reading, claim) : false
    if (isQuotation(claim, reading)) return true
    const world = { ...reading.world, actor: claim.actor }
    // What sets something off may be the very act that is refused; and a response without a source of its own is guessed at.
    const isBound = claim.kind === 'goal' || claim.kind === 'step' || (claim.isOwn && claim.kind === 'response')
    const found = claim.prose.statements
      .flatMap((statement) => compare(statement, named, world))
      // What one claim leaves out another may say: completeness looks for it in all of them. A quotation with its exception cut off says too much.
      .filter(
        (found) =>
          (!isDropped(found) || (found.certain && claim.kind !== 'trigger')) && (isBound || claim.isOwn || found.kind !== 'polarity'),
      )
      .filter((found) => !(isDropped(found) && claim.kind === 'response' && isSaidBeside(reading, claim, found)))
      .map((found) => ({ ...found, certain: found.certain && isBound && !(isDropped(found) && isSaidBeside(reading, claim, found)) }))
    for (const difference of found) losses.push(lossOf(reading, claim, difference))
    if (claim.prose.statements.some((statement) => named.some((source) => quotes(statement, source)))) return true
    if (found.some(({ kind }) => kind === 'unsupported')) return false
    if (isScrambled(claim.text)) return false
    if (!claim.prose.statements.some(({ acts }) => acts.length > 0)) {
      losses.push({
        ruleId: 'coherence.no-act',
        pointer: claim.at,
        evidence: quote(claim.text),
        change: 'Say who does what: words alone come from no statement.',
        cost: 2,
      })
      return false
    }
    // The text says it, but not where the claim says it does.
    const missing = claim.prose.statements.every((statement) => !isSupported(statement, named))
    if (missing && claim.prose.statements.length > 0)
      losses.push({
        ruleId: wrongSource,
        pointer: claim.at,
        evidence: quote(claim.text),
        change: `Name the statement that says “${quote(claim.text)}”: those it names do not.`,
        expected: quote(named[0]!.text),
        cost: 1,
        ...sourceOf(reading, claim, 0),
      })
    return !missing
  })
  return {
    losses: losses.filter((loss) => loss.ruleId !== wrongSource || !isAside(reading, losses, loss)),
    carried,
    founded: carried.filter(Boolean).length / Math.max(1, carried.length),
  }
}

const isDropped = ({ kind, expected }: Difference) => kind === 'condition' && expected !== ''

/** Another claim made of the same statement says what this one leaves out. */
function isSaidBeside({ claims }: Reading, claim: Claim, { expected }: Difference): boolean {
  const [lost] = readStatements(expected)
  return claims.some(
    (other) =>
      other !== claim &&
      other.sources.some((source) => claim.sources.includes(source)) &&
      other.prose.statements.some(({ content, tokens }) =>
        lost!.content.length > 0
          ? lost!.content.every((word) => hasWord(content, word))
          : lost!.tokens.every(({ lower }) => tokens.some((token) => token.lower === lower)),
      ),
  )
}

const wrongSource = 'coherence.wrong-source'

/** A step or two that follow from the others of their flow need no statement of their own, where the flow alone names sources. */
function isAside({ claims }: Reading, losses: readonly Loss[], { pointer }: Loss): boolean {
  const flow = /^\/userFlows\/\d+\//.exec(pointer)?.[0]
  if (flow === undefined || claims.find(({ at }) => at === pointer)?.isOwn) return false
  const lost = losses.filter((loss) => loss.ruleId === wrongSource && loss.pointer.startsWith(flow)).length
  return lost * 2 <= claims.filter(({ at }) => at.startsWith(flow)).length
}

/** One statement, or a few together, carry something of the claim and not much less than it says; naming all of them proves nothing. */
function isSupported(claim: Statement, named: readonly Statement[]): boolean {
  const carries = (words: readonly string[]) => {
    const { supported, missing } = support(claim, words, { known: new Set() })
    return missing.length === 0 || (supported > 0 && missing.length <= 3 * supported)
  }
  return (named.length <= few && carries(named.flatMap(({ content }) => content))) || named.some(({ content }) => carries(content))
}

const few = 5

/** Interactions of older documents name no source: the text as a whole must carry them. */
function isCarried(reading: Reading, { prose }: Claim): boolean {
  return prose.statements.some((statement) => support(statement, [], reading.world).supported > 0)
}

const words: Record<Difference['kind'], (difference: Difference) => [rule: string, change: string]> = {
  polarity: ({ expected, found }) => [
    'turned',
    `The requirement says the opposite (${JSON.stringify(expected)}, here ${JSON.stringify(found)}): say what it says.`,
  ],
  number: ({ expected, found }) =>
    expected === ''
      ? ['invented-number', `No statement says ${JSON.stringify(found)}: take it out, or name the statement that does.`]
      : ['changed-number', `Write ${JSON.stringify(expected)} as the requirement does, not ${JSON.stringify(found)}.`],
  actor: ({ expected, found }) => ['wrong-actor', `The requirement gives this to ${expected}, not to ${found}.`],
  condition: ({ expected, found }) =>
    expected === ''
      ? ['invented-condition', `No statement says ${JSON.stringify(found)}: take it out, or ask for it as a requirement.`]
      : ['dropped-condition', `Say ${JSON.stringify(expected)} too.`],
  unsupported: ({ found }) => ['unsupported', `No statement it names speaks of ${found}: take it out, or ask for it as a requirement.`],
}

function lossOf(reading: Reading, claim: Claim, difference: Difference): Loss {
  const [rule, change] = words[difference.kind](difference)
  const isHard = difference.certain && difference.kind !== 'unsupported'
  return {
    ruleId: `coherence.${rule}`,
    pointer: claim.at,
    evidence: quote(claim.text),
    change,
    cost: costs[difference.kind] * (difference.certain || difference.kind === 'unsupported' ? 1 : 0.4),
    ...(difference.expected !== '' && { expected: difference.expected }),
    ...(difference.found !== '' && { found: difference.found }),
    ...(difference.source >= 0 && sourceOf(reading, claim, difference.source, difference.sourceAt)),
    ...(isHard && { hard: true }),
  }
}

/** Which source the n-th of a claim's statements stands in, and where. */
function sourceOf(reading: Reading, claim: Claim, index: number, at: { start: number; end: number } | null = null): Pick<Loss, 'source'> {
  let left = index
  for (const i of claim.sources) {
    const { length } = reading.sources[i]!.statements
    if (left < length) return { source: { id: reading.intent.sources[i]!.id, ...(at && { start: at.start, end: at.end }) } }
    left -= length
  }
  return {}
}
