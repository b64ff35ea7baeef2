// Compares what a claim says with the statements it comes from: turned, changed, given to somebody else, or without support.
import { alignments } from './align.ts'
import { wrongActors } from './compare-actors.ts'
import { addedAndLeftOut } from './compare-leftovers.ts'
import { changedDates, changedNumbers } from './compare-numbers.ts'
import { turned } from './compare-polarity.ts'
import { changedQuotation } from './compare-quoted.ts'
import { unsupported } from './compare-words.ts'
import type { Difference, World } from './difference.ts'
import { statementOf, type Statement } from './statement.ts'

export type { Difference, World } from './difference.ts'

/** Differences of one claim from the statements it names. */
export function compare(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  const parts = sources.flatMap((source, index) => partsOf(source).map((part) => ({ part, index })))
  const statements = parts.map(({ part }) => part)
  return partsOf(claim).flatMap((part) =>
    compareParts(part, statements, world).map((found) => ({ ...found, source: parts[found.source]?.index ?? -1 })),
  )
}

/** "X; Y" says the same as two sentences. */
function partsOf(statement: Statement): Statement[] {
  const { tokens, text, start, end } = statement
  const cut = tokens.findIndex(({ text: mark }) => mark === ';')
  if (cut < 0) return [statement]
  const halves = [tokens.slice(0, cut), tokens.slice(cut + 1)].flatMap((own) => {
    const [from, to] = [own[0]?.start ?? end, own.at(-1)?.end ?? end]
    return statementOf({ tokens: own, text: text.slice(from - start, to - start), start: from, end: to })
  })
  const isTwo = halves.every(({ acts }) => acts.some(({ part, subjects }) => part === 'main' && subjects.length > 0))
  return isTwo ? halves.flatMap(partsOf) : [statement]
}

/** A statement quoted whole, or sliced with its condition, has no difference. */
function compareParts(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  if (sources.length === 0) return []
  // What the other statements say besides is nothing that a quotation leaves out.
  const [quoted] = sources.filter((source) => quotes(claim, source)).sort((a, b) => a.text.length - b.text.length)
  if (quoted) return addedAndLeftOut(claim, [quoted], world).map((found) => ({ ...found, source: sources.indexOf(quoted) }))
  const changed = changedQuotation(claim, sources)
  if (changed) return changed.length > 0 ? changed : addedAndLeftOut(claim, sources, world)
  const differences = [
    ...turned(claim, sources, alignments(claim, sources)),
    ...changedDates(claim, sources),
    ...changedNumbers(claim, sources, world),
    ...wrongActors(claim, sources, world),
  ]
  if (differences.some(({ certain }) => certain)) return differences
  const apart = addedAndLeftOut(claim, sources, world)
  const foreign = apart.some(({ kind }) => kind === 'unsupported') ? [] : unsupported(claim, sources, world)
  return [...differences, ...foreign, ...apart]
}

/** A claim that stands in its statement word for word, with nothing left behind that turns it. */
export function quotes(claim: Statement, source: Statement): boolean {
  const [own, whole] = [plain(claim.text), plain(source.text)]
  if (own === '') return false
  const at = ` ${whole} `.indexOf(` ${own} `)
  if (at < 0) return false
  const dropped = ` ${whole.slice(0, at)} ${whole.slice(at + own.length)} `
  return !/ (?:not|n t|no|never|nobody|none|neither|nor|without|unless|except|only|cannot|until|fails?|prevents?|but) /.test(dropped)
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%€$£]+/gu, ' ')
    .trim()
