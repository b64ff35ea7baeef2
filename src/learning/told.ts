// What a maker's prompt says beyond its task: lessons in trial unless held out, then what was weak last time, within a token budget.
import { sha256 } from '../lib/hash.ts'
import { type Lesson, unnamed, workflowOf } from './lesson.ts'

/** What the last comparable order (same type of output) measured. Null: not measured. */
export interface LastOrder {
  scores: Readonly<Record<Dimension, number | null>>
  todos: number | null
  coverage: number | null
  longestFile: number | null
  worstComplexity: number | null
  lintWarnings: number | null
  firstBuildError: string | null
}

const dimensions = ['architecture', 'readability', 'completeness', 'test_coverage', 'build_success'] as const
export type Dimension = (typeof dimensions)[number]

export interface Asked {
  /** The workflow of the run; an order if omitted. */
  workflow?: string
  order: string
  proposer: string
  complexity: number
  band: string
  last: LastOrder | null
  /** Best first. */
  lessons: readonly Lesson[]
  seed: string
  /** Lessons and deltas together. */
  most?: number
  tokens?: number
}

export interface Guidelines {
  /** The block for the prompt; '' if there is nothing to say. */
  text: string
  injected: readonly { lesson: string | null; dimension: Dimension | null; text: string; tokens: number }[]
  heldOut: readonly string[]
  /** Lessons the order was eligible for, each with its error: the data of its trial. */
  applications: readonly { lesson: string; code: string; arm: 'treated' | 'held_out'; tokens: number }[]
  leftOut: readonly { lesson: string | null; dimension: Dimension | null; why: string }[]
}

/** The part a run keeps in its journal, so that every prompt can be reproduced. */
export interface Told {
  text: string
  applications: Guidelines['applications']
  promptVersion: number | null
}

export const defaultTokens = 600
const defaults = { most: 5, tokens: defaultTokens }
const heldOutShare = 0.2
/** Keeps lessons in trial from crowding out what was weak last time. */
const keptForDeltas = 2

export function guidelinesFor(asked: Asked): Guidelines {
  const { most = defaults.most, tokens: budget = defaults.tokens } = asked
  const weak = deltas(asked.last)
  const places = { lesson: most - Math.min(weak.length, keptForDeltas, most - 1), delta: most }
  const items = [
    ...asked.lessons.filter((lesson) => applies(lesson, asked)).map(({ id, code, text }) => ({ lesson: id, code, dimension: null, text })),
    ...weak.map(({ dimension, text }) => ({ lesson: null, code: '', dimension, text })),
  ].map((item) => ({ ...item, tokens: tokensOf(item.text) }))
  const injected: Guidelines['injected'][number][] = []
  const applications: Guidelines['applications'][number][] = []
  const leftOut: Guidelines['leftOut'][number][] = []
  let [taken, spent] = [0, 0]
  for (const item of items) {
    const room = item.lesson ? places.lesson : places.delta
    const why = taken >= room ? `the limit of ${most} is reached` : spent + item.tokens > budget ? `${budget} tokens are used up` : null
    if (why) {
      leftOut.push({ lesson: item.lesson, dimension: item.dimension, why })
      continue
    }
    // The coin falls after a place is taken, and the place stays empty: whether a lesson is compared never depends on another one's coin.
    taken++
    spent += item.tokens
    const arm = item.lesson && isHeldOut(asked, item.lesson) ? 'held_out' : 'treated'
    const { lesson, code, dimension, text, tokens } = item
    if (lesson) applications.push({ lesson, code, arm, tokens })
    if (arm === 'treated') injected.push({ lesson, dimension, text, tokens })
  }
  const text = injected.length === 0 ? '' : ['IMPORTANT GUIDELINES:', ...injected.map((item) => item.text)].join('\n\n')
  const heldOut = applications.filter(({ arm }) => arm === 'held_out').map(({ lesson }) => lesson)
  return { text, injected, heldOut, applications, leftOut }
}

/** Only lessons that could apply to the order: others are neither treated nor held out. */
const applies = ({ code, status, proposers, minComplexity, maxComplexity }: Lesson, { workflow = unnamed, proposer, complexity }: Asked) =>
  status === 'trial' &&
  workflowOf(code) === workflow &&
  (proposers === null || proposers.includes(proposer)) &&
  complexity >= (minComplexity ?? 0) &&
  complexity <= (maxComplexity ?? 1)

/** The same seed, order and lesson always give the same answer. */
export function isHeldOut({ seed, proposer, band, order }: Pick<Asked, 'seed' | 'proposer' | 'band' | 'order'>, lesson: string): boolean {
  return Number.parseInt(sha256(JSON.stringify([seed, proposer, band, order, lesson])).slice(0, 8), 16) / 2 ** 32 < heldOutShare
}

/** About four characters per token in English. */
export const tokensOf = (text: string) => Math.ceil(text.length / 4)

const weakUnder = 7

/** One text per dimension that was weak last time, worst first, each with what was measured. */
function deltas(last: LastOrder | null): { dimension: Dimension; text: string }[] {
  if (!last) return []
  return dimensions
    .flatMap((dimension) => {
      const score = last.scores[dimension]
      return score === null || score >= weakUnder ? [] : [{ dimension, score, text: words[dimension](last, score) }]
    })
    .sort((a, b) => a.score - b.score)
    .map(({ dimension, text }) => ({ dimension, text }))
}

const words: Readonly<Record<Dimension, (last: LastOrder, score: number) => string>> = {
  architecture: ({ longestFile, worstComplexity }, score) =>
    `The last change like this scored ${score} of 10 for architecture${because([
      longestFile !== null && `its longest file has ${longestFile} lines`,
      worstComplexity !== null && `its most complex function has a complexity of ${worstComplexity}`,
    ])}. Keep files under 500 lines and split functions that branch a lot.`,
  readability: ({ worstComplexity, lintWarnings }, score) =>
    `The last change like this scored ${score} of 10 for readability${because([
      worstComplexity !== null && `its most complex function has a complexity of ${worstComplexity}`,
      lintWarnings !== null && `the linter gave ${count(lintWarnings, 'warning')}`,
    ])}. Keep functions simple (complexity at most 10) and leave no lint warning.`,
  completeness: ({ todos }, score) =>
    `The last change like this scored ${score} of 10 for completeness${because([todos !== null && `it left ${count(todos, 'TODO')}`])}. Implement everything the task asks for; leave no TODO, FIXME or XXX.`,
  test_coverage: ({ coverage }, score) =>
    `The last change like this scored ${score} of 10 for test coverage${because([coverage !== null && `${coverage}% of its lines were covered`])}. Write thorough tests: the usual case, the edges, and the errors.`,
  build_success: ({ firstBuildError }) =>
    `The last change like this did not build${because([firstBuildError !== null && firstBuildError])}. Make sure the project builds before you finish.`,
}

const because = (causes: readonly (string | false)[]) => {
  const known = causes.filter((cause) => cause !== false)
  return known.length === 0 ? '' : ` (${known.join(', ')})`
}
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
