// The built-in maker: requirement text → a design that quotes and sorts it and never rewords. No model, no clock, no chance.
import { intentSchemaVersion, limits, refId, type Entity, type Intent, type SourceRef } from '../intent.ts'
import { quoteRefs, quoteText, readEntries, type Entry } from './entry.ts'
import { keptSources, referredTo, type SourceLine } from './ledger.ts'
import { findActors, type Actors } from './place/actors.ts'
import { findEntities } from './place/entities.ts'
import { fieldsIn, type Fields } from './place/fields.ts'
import { planFlows, type Flow } from './place/flows.ts'
import { isSpelledOut, planGoals } from './place/goals.ts'
import { idMaker } from './place/ids.ts'
import { planInteractions } from './place/interactions.ts'
import { mentionsOf, type Mentions } from './place/mentions.ts'
import { heldBy, placesOf, telling, type Place } from './place/requests.ts'
import { planScreens } from './place/screens.ts'
import { openQuestions } from './questions.ts'
import { readStatements, type Statement } from './read/statements.ts'
import { whyUnreadable } from './readable.ts'

export type Outlined = { intent: Intent } | { missing: Record<string, string> }

export function outlineIntent(featureId: string, requirements: string): Outlined {
  const unreadable = whyUnreadable(requirements)
  if (unreadable) return { missing: { text: unreadable } }
  const sorted = sort(requirements)
  const requests = sorted.entries.filter((entry) => sorted.places.get(entry) === 'step')
  if (requests.length < 2) return { missing: lacking(sorted, requests.length) }
  const { actors, entities, mentions, entries } = sorted
  const asking = new Set(
    entries
      .filter((entry) => !/^(?:background|unread)$/.test(sorted.places.get(entry) ?? '') || entry.aside === 'heading')
      .map(({ statement }) => statement.id),
  )
  const steps = requests.filter((entry) => !isSpelledOut(entry, requests))
  const flows = planFlows(steps, actors)
  const stated = entries.filter((entry) => sorted.places.get(entry) === 'goal')
  const screens = entries.filter((entry) => sorted.places.get(entry) === 'screen')
  const { components, at } = planScreens(flows, entities, mentions, [...screens, ...requests, ...stated])
  const goals = planGoals(requests, stated, flows)
  const kept = goals.goals.slice(0, limits.goals)
  const intent: Intent = {
    schemaVersion: intentSchemaVersion,
    featureId,
    version: '1.0.0',
    sources: [],
    goals: kept.map(({ text }) => text),
    goalSourceRefs: kept.map(({ refs }) => refs),
    userFlows: toFlows(flows, at, mentions).slice(0, limits.flows),
    components: components.slice(0, limits.components),
    dataModel: { entities: described(sorted) },
    interactions: planInteractions(flows, at, actors).slice(0, limits.interactions),
    actors: named(actors, flows, asking),
  }
  const told = { ...intent, sources: keptSources(linesOf(sorted), referredTo(intent)) }
  return { intent: { ...told, questions: openQuestions(told, { entries, requests, goalsStated: goals.stated }) } }
}

/** The statements every design of this text must quote, with what the reader takes each for. */
export function sourceLines(requirements: string): SourceLine[] {
  return linesOf(sort(requirements))
}

function linesOf({ entries, places }: Sorted): SourceLine[] {
  return entries.map((entry) => {
    const { id, text, lines } = entry.statement
    const place = places.get(entry)
    return {
      id,
      text,
      lines,
      kind: entry.aside === 'heading' || entry.aside === 'code' ? entry.aside : place === 'background' ? 'background' : 'request',
    }
  })
}

interface Sorted {
  entries: Entry[]
  places: Map<Entry, Place>
  actors: Actors
  entities: Entity[]
  fields: Fields
  mentions: Mentions
}

function sort(requirements: string): Sorted {
  const entries = readEntries(readStatements(requirements).statements)
  const actors = findActors(entries)
  const fields = fieldsIn(entries)
  const entities = findEntities(entries, fields)
  const mentions = mentionsOf(entities)
  const told = { actors, mentions, held: heldBy(entities), fields, tells: telling(entries), isDivided: isDivided(entries) }
  return { entries, actors, entities, fields, mentions, places: placesOf(entries, told) }
}

/** Whether the text below its title has sections that ask for something. */
function isDivided(entries: readonly Entry[]): boolean {
  const asking = entries.filter(({ statement: { kind, sectionKind } }) => kind !== 'heading' && sectionKind === 'request')
  return new Set(asking.flatMap(({ statement: { section } }) => section.findLast(({ level }) => level > 1)?.id ?? [])).size > 1
}

function lacking({ actors, entities }: Sorted, requests: number): Record<string, string> {
  return {
    ...(actors.list.length === 0 && { actors: 'Who uses it? For example “customers”, “a nurse” or “as an editor, I want …”.' }),
    ...(requests < 2 && {
      actions: 'What does anybody do? Name at least two acts, for example “members reserve books” and “members return books”.',
    }),
    ...(entities.length === 0 && {
      data: 'Which things does it keep, and what about them? For example “each order has a date and a total”.',
    }),
  }
}

function toFlows(flows: readonly Flow[], at: ReadonlyMap<Entry, string>, mentions: Mentions): Intent['userFlows'] {
  const [flowId, stepId] = [idMaker(), idMaker()]
  return flows.map((flow) => {
    const id = flowId(flow.name, 'flow')
    const acts = flow.entries.filter(({ form }) => form.form !== 'given')
    return {
      id,
      name: flow.name.slice(0, limits.name),
      actor: flow.actor.slice(0, limits.name),
      sourceRefs: [...new Set([...flow.entries.flatMap(({ quote }) => quote.map(({ statement }) => statement.id))])].slice(0, limits.refs),
      steps: (acts.length > 0 ? acts : flow.entries).map((entry, index) => ({
        id: stepId(`${id}-${index + 1}`, 'step'),
        action: quoteText(entry.quote),
        ...(flow.others.has(entry) && { actor: flow.others.get(entry)?.slice(0, limits.name) }),
        componentId: at.get(entry) ?? '',
        entityRefs: mentions(quoteText(entry.quote)).slice(0, limits.refs),
        sourceRefs: quoteRefs(entry.quote),
      })),
    }
  })
}

/** What an entity is, in the words of the statement that gives it its attributes. */
function described({ entities, entries, fields }: Sorted): Entity[] {
  const texts = new Map(entries.map(({ statement }) => [statement.id, statement]))
  const isEntry = (each: Statement) =>
    each.kind === 'item' && fields.get(each)?.length === 1 && !('start' in (fields.get(each)![0]!.ref as object))
  const said = (refs: readonly SourceRef[]) => {
    const told = refs.flatMap((ref) => texts.get(refId(ref)) ?? []).filter(({ kind }) => kind !== 'heading' && kind !== 'row')
    const [first] = told
    // Of a list of fields all entries say what it is.
    const list = first && isEntry(first) ? told.filter(isEntry) : told.slice(0, 1)
    return list
      .map(({ text }) => text)
      .join('; ')
      .slice(0, limits.text)
  }
  return entities.map((entity) => ({ ...entity, description: said(entity.sourceRefs) }))
}

/** Roles named only where the text tells of something else are nobody's here. */
function named(actors: Actors, flows: readonly Flow[], asking: ReadonlySet<string>): NonNullable<Intent['actors']> {
  const known = new Set(actors.list.map(({ name }) => name))
  const assumed = flows.filter((flow) => flow.assumed && !known.has(flow.actor)).slice(0, 1)
  return [
    ...actors.list.flatMap(({ name, refs }) => {
      const own = refs.filter((ref) => asking.has(refId(ref)))
      return own.length > 0 ? [{ name: name.slice(0, limits.name), sourceRefs: own }] : []
    }),
    ...assumed.map(({ actor, entries: [first] }) => ({
      name: actor,
      assumed: true,
      sourceRefs: first ? quoteRefs(first.quote).slice(-1) : [],
    })),
  ].slice(0, limits.actors)
}
