// How much of each requirement the design says: its words and acts, its numbers, conditions and exceptions.
import { hasWord, stemOf, verbLikeness } from '../../../lib/english/match.ts'
import { isContent, wordsIn, type Act, type Statement } from '../../../lib/english/statement.ts'
import { isActor, isAnybody, isSystem } from '../../../lib/english/roles.ts'
import type { Entity } from '../intent.ts'
import type { Prose } from './prose.ts'
import { isAskedFor, sourcesOf, walksOf, type Claim, type Reading } from './reading.ts'

export interface Coverage {
  /** Something names it. */
  isNamed: boolean
  /** 0 to 1. */
  said: number
  /** What of it nothing says: numbers, conditions, exceptions. */
  dropped: { kind: 'number' | 'condition' | 'exception'; text: string; start: number; end: number }[]
  /** It lists what is kept of something, and no entity has half of that. */
  isUnkept: boolean
}

/** Coverage of each source, in order; null for those that ask for nothing. */
export function coverageOf(reading: Reading): (Coverage | null)[] {
  const saying = sayings(reading)
  const kept = reading.entities.map(({ attributes }) => new Set(attributes.flatMap(({ content }) => content)))
  return reading.sources.map((source, i) =>
    reading.bears[i]
      ? { ...covered(reading.intent.sources[i]!.text, source, saying[i]!), isUnkept: !saying[i]!.isKept && isUnkept(source, kept) }
      : null,
  )
}

interface Saying {
  acts: Statement[]
  words: Set<string>
  /** A demand that only a goal or a flow of one act repeats is named, not designed. */
  weight: number
  /** An entity was made of it: none of its words is left over. */
  isKept: boolean
}

/** What each source is answered by: claims that state something, the flows around them, and entities with their attributes. */
function sayings(reading: Reading): Saying[] {
  const all = reading.sources.map((): Saying => ({ acts: [], words: new Set(), weight: 0, isKept: false }))
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
    for (const source of claim.sources)
      say([source], isLone || (claim.kind === 'goal' && !isAim(claim, source, reading)) ? 0.4 : 1, claim.prose)
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
      const { text } = reading.intent.sources[source]!
      const related = relatedTo(entity, reading)
      const isKept =
        isPlain(said) && (isField(text, entity) || (attributes.length > 0 && startsWith(text, entity.name)) || relates(said, name, related))
      const isDefined = isKept || (attributes.length > 0 && (describes(said) || lists(said, [name, ...attributes])))
      all[source]!.isKept ||= isKept
      say([source], isDefined ? 1 : 0, name, description, ...attributes, ...related)
    }
  return all
}

/** What a text wants to reach, quoted as a goal: nothing has to happen there. Most of a text is no aim. */
function isAim({ text, sources }: Claim, source: number, { intent, sources: proses, bears }: Reading): boolean {
  return (
    sources.length === 1 &&
    intent.goals.length * 3 <= bears.filter(Boolean).length &&
    intent.sources[source]!.text.includes(text.replace(/[.\s]+$/, '')) &&
    !proses[source]!.statements.some(({ acts }) => acts.some(({ modal, part }) => part === 'main' && modal !== ''))
  )
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

/** It says what there is, and neither demands nor denies anything: "amount: must not exceed 500" is more than a field. */
const isPlain = ({ statements }: Prose) =>
  statements.every(
    ({ acts, conditions, exceptions }) =>
      conditions.length + exceptions.length === 0 && acts.every(({ modal, negated }) => modal === '' && !negated),
  )

/** "state (open, closed, lost)", "Booking | order number | text | yes": a line that begins with an attribute, maybe behind its entity, and goes on with what it may hold. */
function isField(text: string, entity: Entity): boolean {
  const cells = text.replace(/^[\W_]+/, '').split(/\s*(?:[|:(]|\s[–—-]\s)\s*/)
  const own = cells[0]?.toLowerCase() === entity.name.toLowerCase() ? cells[1] : cells[0]
  return cells.length > 1 && entity.attributes.some(({ name }) => name.toLowerCase() === own?.toLowerCase().trim())
}

/** "Every claim refers to one policy": one act that nobody does, between two entities that are related. */
function relates({ statements }: Prose, name: Prose, related: readonly Prose[]): boolean {
  const [act, ...others] = statements.flatMap(({ acts }) => acts)
  if (
    !act ||
    others.length > 0 ||
    act.amounts.some(({ weak, value }) => !weak && value !== 1) ||
    (!act.passive && act.subjects.some((each) => isActor(each)))
  )
    return false
  const ends = [...act.subjects, ...act.objects].map(stemOf)
  return [name, ...related].filter(({ content }) => content.some((stem) => ends.includes(stem))).length > 1
}

/** "Plot: a piece of ground on a site; has a number and an area" */
const startsWith = (text: string, name: string) =>
  text
    .replace(/^[\W_]+/, '')
    .toLowerCase()
    .startsWith(`${name.toLowerCase()}:`)

/** "An invoice has a number and a date", or a row of a table: an entity with its attributes says it. */
function describes({ statements }: Prose): boolean {
  return statements.every(({ acts }) => acts.every(({ verb, part }) => part !== 'main' || describing.test(verb)))
}

const describing = /^(?:have|contain|include|hold|consist|comprise|record|store|carry|belong)$/

function covered(text: string, { statements }: Prose, { acts, words, weight, isKept }: Saying): Omit<Coverage, 'isUnkept'> {
  if (isKept) return { isNamed: true, said: 1, dropped: [] }
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
      .filter((quantity) => !quantity.weak && !numbers.includes(quantity.value) && !isEstimate(text, quantity))
      .map(({ text, start, end }) => ({ kind: 'number' as const, text, start, end })),
    ...spansLost(statement, 'condition', statement.conditions, words),
    ...spansLost(statement, 'exception', statement.exceptions, words),
  ])
  const spoken = share(found.length, asked.length)
  return { isNamed: true, said: weight * spoken * (0.5 + 0.5 * share(done.length, verbs.length)), dropped }
}

/** A cell of its own in a row of three or more: "US3 | As a member I want to renew a loan | 5". */
const isEstimate = (text: string, { start, end }: { start: number; end: number }) =>
  text.split('|').length > 2 && /\|\s*$/.test(text.slice(0, start)) && /^\s*(?:\||$)/.test(text.slice(end))

/** "A plan shall contain a start time, a duration and an amount": three things or more that something has. */
function isUnkept({ statements }: Prose, kept: readonly ReadonlySet<string>[]): boolean {
  return statements.some(({ acts }) =>
    acts.some(({ verb, part, negated, objects }) => {
      const fields = objects.map(stemOf)
      return (
        part === 'main' &&
        !negated &&
        describing.test(verb) &&
        fields.length > 2 &&
        !kept.some((own) => fields.filter((field) => own.has(field)).length * 2 >= fields.length)
      )
    }),
  )
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
