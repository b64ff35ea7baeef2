// Compares a text with its requirements: what it turns around, changes, drops or adds, with places in both files.
import * as z from 'zod'
import { compare, quotes, type Difference, type World } from '../../lib/english/compare.ts'
import { support } from '../../lib/english/compare-words.ts'
import { areSynonyms } from '../../lib/english/lexicon.ts'
import { hasWord, stemOf } from '../../lib/english/match.ts'
import { isRole } from '../../lib/english/roles.ts'
import { readStatements, type Statement } from '../../lib/english/statement.ts'
import { fencedLines } from '../../lib/fences.ts'
import type { Finding } from '../../schema/verdict.ts'
import { checkError, defineCheck, judge, notApplicable } from '../check.ts'
import { plural } from '../reading/lines.ts'

const kinds = ['turned', 'changed', 'dropped', 'invented'] as const

export const textFaithful = defineCheck({
  kind: 'text.faithful',
  summary: 'The text agrees with the requirements in another file: nothing is reversed, changed, dropped or invented (English).',
  version: '6',
  params: z.strictObject({
    against: z.string().min(1).describe('the requirements, a path inside the working folder'),
    report: z
      .array(z.enum(kinds))
      .min(1)
      .default([...kinds])
      .describe('which departures count'),
  }),
  demands: ({ against, report }) => `is faithful to ${against}: nothing ${report.join(', ')}`,
  refersTo: ({ against }) => against,
  needs: ['files'],
  async run({ params: { against, report }, artifact, files }) {
    const requirements = await files.read(against)
    if (requirements === null) return checkError(`${against} can't be read`)
    const asked = linesOf(requirements)
    if (asked.length === 0) return notApplicable(`${against} has no statement`)
    const said = linesOf(artifact.text)
    const text = asked.map(({ statement }) => statement)
    const world: World = {
      roles: new Set(text.flatMap(({ acts }) => acts.flatMap(({ subjects }) => subjects)).filter(isRole)),
      known: new Set(text.flatMap(({ content }) => content.map(stemOf))),
      text,
    }
    const found = [...departures(said, asked, world, artifact.name, against), ...dropped(said, asked, against)].filter(({ kind }) =>
      report.includes(kind),
    )
    return judge(
      found.map(({ evidence }) => evidence),
      `${plural(said.length, 'statement')} agree with ${against}`,
      (count) => `${plural(count, 'departure')} from ${against}`,
    )
  },
})

interface Line {
  statement: Statement
  line: number
}

interface Departure {
  kind: (typeof kinds)[number]
  evidence: Finding
}

/** The meaningful statements of a Markdown or plain text, without headings, code and table rules. */
function linesOf(text: string): Line[] {
  const found: Line[] = []
  const code = fencedLines(text)
  for (const [i, line] of text.split('\n').entries()) {
    if (code.has(i + 1) || /^\s*(?:#|<!--|\|?[\s|:-]+\|?\s*$)/.test(line)) continue
    for (const statement of readStatements(
      line.replace(/^(\s*(?:[-*+>]|\d+[.)])\s+)/, (mark) => ' '.repeat(mark.length)).replaceAll(/[*_`]/g, ' '),
    ))
      if (statement.acts.length > 0 && statement.content.length > 1) found.push({ statement, line: i + 1 })
  }
  return found
}

function changeOf({ kind, expected, certain }: Difference): [kind: Departure['kind'], words: string] | null {
  if (kind === 'condition') return expected === '' ? ['invented', 'adds a condition to'] : ['dropped', 'drops a condition of']
  if (kind === 'unsupported') return ['invented', 'adds to']
  if (kind === 'actor') return ['changed', 'names a different person than']
  if (!certain) return null
  if (kind === 'polarity') return ['turned', 'says the opposite of']
  return kind === 'number' ? ['changed', 'has a different number than'] : null
}

function departures(said: readonly Line[], asked: readonly Line[], world: World, name: string, against: string): Departure[] {
  return said.flatMap(({ statement, line }): Departure[] => {
    const near = nearest(statement, asked)
    const location = { file: name, line }
    if (near.length === 0) {
      // Only requirements can be invented; explanations are free.
      const { supported, missing } = support(statement, [], world)
      if (!statement.acts.some((act) => binds(act, world)) || missing.length <= supported) return []
      return [
        {
          kind: 'invented',
          evidence: {
            message: `invented: nothing in ${against} mentions ${missing.slice(0, 5).join(', ')}`,
            quote: statement.text,
            location,
          },
        },
      ]
    }
    return compare(
      statement,
      near.map((each) => each.statement),
      world,
    )
      .filter(({ source }) => source >= 0)
      .flatMap((difference): Departure[] => {
        const change = changeOf(difference)
        const { source, expected, found } = difference
        const other = near[source]!
        if (!change) return []
        const message = `${change[0]}: ${change[1]} ${against}:${other.line}, ${JSON.stringify(other.statement.text)}`
        return [
          {
            kind: change[0],
            evidence: { message, quote: statement.text, ...(expected && { expected }), ...(found && { actual: found }), location },
          },
        ]
      })
  })
}

/** Demands something, or says what the system or somebody of the requirements does. */
const binds = ({ modal, verb, subjects }: Statement['acts'][number], { roles }: World): boolean =>
  modal !== '' || (verb !== 'be' && subjects.some((subject) => subject === 'system' || roles.has(subject)))

function dropped(said: readonly Line[], asked: readonly Line[], against: string): Departure[] {
  return asked.flatMap(({ statement, line }): Departure[] => {
    const near = nearest(statement, said)
    const words = near.flatMap((each) => each.statement.content)
    const own = [...new Set(statement.content)]
    const kept = own.filter((word) => hasWord(words, word)).length
    // Of a short statement half the words are left in any other about the same things.
    const deeds = statement.acts.filter(({ part }) => part === 'main').map(({ verb }) => verb)
    const others = near.flatMap((each) => each.statement.acts.map(({ verb }) => verb))
    const isDone =
      own.length > 3 || deeds.length === 0 || deeds.some((deed) => hasWord(words, deed) || others.some((other) => areSynonyms(deed, other)))
    if (near.some((each) => quotes(statement, each.statement)) || (isDone && kept * 2 >= own.length)) return []
    return [
      { kind: 'dropped', evidence: { message: `dropped: no statement says it`, quote: statement.text, location: { file: against, line } } },
    ]
  })
}

/** Up to three statements that share most words with the given one, and at least a third. */
function nearest(statement: Statement, among: readonly Line[]): Line[] {
  const own = new Set(statement.content.map(stemOf))
  return among
    .map((line, i) => ({ line, i, shared: new Set(line.statement.content.map(stemOf).filter((stem) => own.has(stem))).size }))
    .filter(({ shared }) => shared > 0 && shared * 3 >= own.size)
    .sort((a, b) => b.shared - a.shared || a.i - b.i)
    .slice(0, 3)
    .map(({ line }) => line)
}
