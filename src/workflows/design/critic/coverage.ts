// How much of each requirement the design says: its words and acts, its numbers, conditions and exceptions.
import { hasWord, stemOf, verbLikeness } from '../../../lib/english/match.ts'
import { isContent, wordsIn, type Act, type Statement } from '../../../lib/english/statement.ts'
import { isAnybody, isSystem } from '../../../lib/english/roles.ts'
import type { Entity } from '../intent.ts'
import type { Prose } from './prose.ts'
import { isAskedFor, sourcesOf, walksOf, type Reading } from './reading.ts'

export interface Coverage {
  /** Something names it. */
  isNamed: boolean
  /** 0 to 1. */
  said: number
  /** What of it nothing says: numbers, conditions, exceptions. */
  dropped: { kind: 'number' | 'condition' | 'exception'; text: string; start: number; end: number }[]
}

/** Coverage of each source, in order; null for those that ask for nothing. */
export function coverageOf(reading: Reading): (Coverage | null)[] {
  const saying = sayings(reading)
  return reading.sources.map((source, i) => (reading.bears[i] ? covered(source, saying[i]!) : null))
}

interface Saying {
  acts: Statement[]
  words: Set<string>
  /** A statement that only a goal or a flow of one act repeats is named, not designed. */
  weight: number
}

/** What each source is answered by: claims that state something, the flows around them, and entities with their attributes. */
function sayings(reading: Reading): Saying[] {
  const all = reading.sources.map((): Saying => ({ acts: [], words: new Set(), weight: 0 }))
  const say = (sources: readonly number[], weight: number, ...proses: Prose[]) => {
    for (const i of sources) {
      all[i]!.weight = Math.max(all[i]!.weight, weight)
      for (const { statements, content } of proses) {
        all[i]!.acts.push(...statements)
        for (const stem of content) all[i]!.words.add(stem)
      }
    }
  }
  const walked = new Map<string, Set<number>>()
  const lone = walksOf(reading).flatMap((count, i) => (count < 2 ? [`/userFlows/${i}/`] : []))
  for (const claim of reading.claims) {
    if (!claim.prose.statements.some(({ acts }) => acts.length > 0)) continue
    const isLone = lone.some((at) => claim.at.startsWith(at))
    say(claim.sources, claim.kind === 'goal' || isLone ? 0.4 : 1, claim.prose)
  }
  for (const { flow, name, actor, steps } of reading.flows) {
    const sources = sourcesOf(flow, reading)
    if (steps.some(({ statements }) => statements.some(({ acts }) => acts.length > 0))) say(sources, 0, name, actor)
    for (const { componentId } of flow.steps) walked.set(componentId, new Set([...(walked.get(componentId) ?? []), ...sources]))
  }
  for (const { component, name, description } of reading.components) {
    say([...(walked.get(component.id) ?? [])], 0, name, description)
    if (isAskedFor(component, reading)) say(sourcesOf(component, reading), 1, name, description)
  }
  for (const { entity, name, description, attributes } of reading.entities)
    for (const source of sourcesOf(entity, reading)) {
      const said = reading.sources[source]!
      const isDefined = attributes.length > 0 && (describes(said) || lists(said, [name, ...attributes]))
      say([source], isDefined ? 1 : 0, name, description, ...attributes, ...relatedTo(entity, reading))
    }
  return all
}

/** Names of the entities at the other end of its relationships. */
function relatedTo(entity: Entity, { entities }: Reading): Prose[] {
  const isEnd = (from: Entity, to: Entity) => from.relationships.some((each) => each.to === to.name)
  return entities.filter((other) => isEnd(entity, other.entity) || isEnd(other.entity, entity)).map(({ name }) => name)
}

/** "Plot: plot number, area, has shed": nothing but names of the entity and of its attributes, whatever looks like a verb among them. */
function lists({ content }: Prose, names: readonly Prose[]): boolean {
  const known = new Set(names.flatMap((name) => name.content))
  return content.filter((stem) => known.has(stem)).length >= content.length * 0.8
}

/** "An invoice has a number and a date", or a row of a table: an entity with its attributes says it. */
function describes({ statements }: Prose): boolean {
  return statements.every(({ acts }) => acts.every(({ verb, part }) => part !== 'main' || describing.test(verb)))
}

const describing = /^(?:have|contain|include|hold|consist|comprise|record|store|carry|belong)$/

function covered({ statements }: Prose, { acts, words, weight }: Saying): Coverage {
  if (acts.length === 0) return { isNamed: words.size > 0, said: 0, dropped: [] }
  const asked = statements.flatMap((statement) => demanded(statement))
  const found = asked.filter(
    (word) =>
      words.has(stemOf(word)) ||
      hasWord(
        acts.flatMap(({ content }) => content),
        word,
      ),
  )
  const verbs = statements.flatMap((statement) => statement.acts.filter(({ part, verb }) => part === 'main' && !describing.test(verb)))
  const done = verbs.filter((act) => acts.some((other) => other.acts.some((each) => isLike(act, each))))
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)
  const numbers = acts.flatMap(({ quantities }) => quantities.map(({ value }) => value))
  const dropped = statements.flatMap((statement): Coverage['dropped'] => [
    ...statement.quantities
      .filter(({ weak, value }) => !weak && !numbers.includes(value))
      .map(({ text, start, end }) => ({ kind: 'number' as const, text, start, end })),
    ...spansLost(statement, 'condition', statement.conditions, words),
    ...spansLost(statement, 'exception', statement.exceptions, words),
  ])
  const spoken = share(found.length, asked.length)
  return { isNamed: true, said: weight * spoken * (0.5 + 0.5 * share(done.length, verbs.length)), dropped }
}

/** The same verb, its opposite (denied), or one too light to tell. */
function isLike(asked: Act, said: Act): boolean {
  const likeness = verbLikeness(asked, said)
  return (
    likeness === 'same' ||
    likeness === 'similar' ||
    likeness === 'opposite' ||
    (likeness === 'light' && asked.objects.some((object) => hasWord(said.objects, object)))
  )
}

function spansLost(
  statement: Statement,
  kind: 'condition' | 'exception',
  spans: Statement['conditions'],
  words: Set<string>,
): Coverage['dropped'] {
  return spans
    .filter((span) => {
      const own = wordsIn(statement, span)
      return own.length > 0 && !own.some((word) => words.has(stemOf(word)))
    })
    .map(({ text, start, end }) => ({ kind, text, start, end }))
}

/** What a statement asks for, without the reason it gives ("so that …") and without words of framing. */
function demanded(statement: Statement): string[] {
  return statement.tokens
    .filter((token) => isContent(token) && !statement.purposes.some(({ start, end }) => token.start >= start && token.end <= end))
    .map(({ lemma }) => lemma)
    .filter(
      (lemma) =>
        !isSystem(lemma) &&
        !isAnybody(lemma) &&
        !/^(?:want|able|allow|let|permit|enable|need|require|use|possible|ensure|give|\d.*)$/.test(lemma),
    )
}
