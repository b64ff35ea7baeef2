// Requests → flows: a scenario, a story with its criteria, a section that tells who does what in turn, or what one actor does in a section.
import { limits } from '../../intent.ts'
import type { Entry } from '../entry.ts'
import { labelEnd } from '../forms/slice.ts'
import { namesTopic } from '../read/sections.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { type Actors, subjectAt, system } from './actors.ts'
import { namesSomebody } from './roles.ts'

export interface Flow {
  name: string
  actor: string
  /** Nobody was named; the reader took somebody. */
  assumed: boolean
  entries: Entry[]
  /** Who does what the flow's actor does not. */
  others: Map<Entry, string>
  kind: 'scenario' | 'story' | 'section'
  headings: Statement[]
}

interface Unit extends Omit<Flow, 'name' | 'others'> {
  key: string
  /** Begun by a single story or sentence, and open to more of its actor's. */
  gathers?: boolean
  title: string
}

const someone = 'User'
const pronoun = /^(?:and |but |so |then )?(?:they|he|she)\b/i

export function planFlows(entries: readonly Entry[], actors: Actors): Flow[] {
  const units: Unit[] = []
  const speakers = new Map<Entry, string>()
  const partKey = partsOf(entries)
  const inTurn = processes(entries, actors, partKey)
  const stories = Map.groupBy(
    entries.filter(({ form }) => form.form === 'story'),
    ({ statement }) => sectionKey(statement),
  )
  const givens: Entry[] = []
  const triggers = new Set<Entry>()
  let story: Unit | null = null
  let last: { entry: Entry; unit: Unit } | null = null
  for (const entry of entries) {
    const { statement, form } = entry
    if (isBackground(statement)) {
      givens.push(entry)
      continue
    }
    const unit = unitOf(entry)
    unit.entries.push(entry)
    last = { entry, unit }
    if (form.form === 'story') story = unit
  }
  for (const unit of units) if (unit.kind === 'scenario' && givens.length > 0) unit.entries.unshift(...givens)
  return named(walkable(units).flatMap(split)).map((flow) => ({ ...flow, others: othersIn(flow) }))

  /** What the system answers inside somebody's story or scenario is part of it. */
  function othersIn({ actor, kind, entries: own }: Omit<Flow, 'others'>): Map<Entry, string> {
    const doers = own.map((entry) => [entry, doerOf(entry) ?? actor] as const)
    const acts = ([{ statement, form }, doer]: readonly [Entry, string]) =>
      doer !== actor &&
      (kind === 'section' || (doer === system ? /^(?:then|conditional|modal|scenario)$/.test(form.form) : !isDoneTo(statement.text, doer)))
    return new Map(doers.filter(acts))
  }

  /** What answers a condition or follows in a scenario the system does, unless somebody is said to. */
  function doerOf(entry: Entry): string | null {
    const doer = actors.of(entry)
    const isNobody = entry.form.form === 'then' && (doer === null || isDoneTo(entry.statement.text, doer))
    const isAnswer = actors.isAnswer(entry) && (entry.form.form !== 'scenario' || triggers.has(entry)) && entry.form.form !== 'when'
    return isNobody || isAnswer ? system : (speakers.get(entry) ?? doer)
  }

  function unitOf(entry: Entry): Unit {
    const { statement, form } = entry
    const actor = actors.of(entry)
    if (form.form === 'story')
      return open(`story ${statement.id}`, entry, { actor: actor ?? someone, assumed: actor === null, kind: 'story' })
    if (form.form === 'given' || form.form === 'when' || form.form === 'then') {
      const goesOn =
        last !== null &&
        last.unit.kind === 'scenario' &&
        sectionKey(last.entry.statement) === sectionKey(statement) &&
        !(form.form === 'given' && last.entry.form.form === 'then') &&
        near(last.entry.statement, statement)
      const unit = goesOn && last ? last.unit : open(`scenario ${statement.id}`, entry, { actor: '', assumed: false, kind: 'scenario' })
      if ((unit.actor === '' || (unit.actor === system && form.form === 'when')) && actor !== null && form.form !== 'given')
        unit.actor = actor
      return unit
    }
    if (story && belongs(story, statement)) return story
    const key = partKey(statement)
    const isMe = /^i\b/i.test(statement.text) || (/^we\b/i.test(statement.text) && actors.list.length === 0)
    // "Stock never goes negative": of a thing, whoever acted before it
    const speaker = actor ?? (isMe ? someone : isOfThing(statement) ? system : (joined(key, statement) ?? system))
    speakers.set(entry, speaker)
    const own = inTurn.has(key) ? key : `${key} ${speaker}`
    return (
      units.find((unit) => unit.key === own) ??
      open(own, entry, { actor: inTurn.get(key) ?? speaker, assumed: speaker === someone && actor === null, kind: 'section' })
    )
  }

  /** A statement that names nobody goes on with whoever acted before it in its section. */
  function joined(key: string, statement: Statement): string | null {
    const goesOn = last?.entry.statement.block === statement.block || statement.kind === 'sentence' || pronoun.test(statement.text)
    return last && partKey(last.entry.statement) === key && last.unit.kind === 'section' && goesOn
      ? (speakers.get(last.entry) ?? last.unit.actor)
      : null
  }

  function open(key: string, { statement }: Entry, about: Pick<Unit, 'actor' | 'assumed' | 'kind'>): Unit {
    const heading = sectionOf(statement)
    const unit: Unit = { ...about, key, entries: [], headings: heading ? [heading] : [], title: heading ? titleOf(heading) : '' }
    units.push(unit)
    return unit
  }

  /** Criteria below a story that has its section to itself. */
  function belongs(unit: Unit, statement: Statement): boolean {
    const from = unit.entries[0]?.statement
    if (!from) return false
    const alone = (stories.get(sectionKey(from))?.length ?? 0) === 1
    const inside = from.section.every((heading, at) => statement.section[at] === heading)
    const heading = statement.section.at(-1)
    const criteria =
      heading !== undefined &&
      /\b(?:acceptance|criteria|scenarios?)\b/i.test(heading.text) &&
      statement.section.length <= from.section.length + 1 &&
      near(from, statement, 60)
    return (
      (alone && inside && from.section.length > 0 && !(statement.section.length === 1 && statement.section[0]?.level === 1)) ||
      (criteria && units.at(-1) === unit)
    )
  }

  /** "When a tenant enters a code", a step of its own before what the system does then; nothing that a condition or a denial goes with. */
  function triggerOf(entry: Entry): Entry[] {
    const { statement, form } = entry
    const actor = actors.of(entry)
    if ((form.form !== 'conditional' && form.form !== 'scenario') || actor === null || actor === system || !actors.isAnswer(entry))
      return []
    if (!/^(?:given|when|whenever)\b/i.test(statement.text.slice(form.trigger.start)) || bounds.test(statement.text)) return []
    triggers.add(entry)
    return [{ ...entry, form: { form: 'when', body: form.trigger }, quote: [{ statement, ...form.trigger }] }]
  }

  function split(unit: Unit): Unit[] {
    const parts: Unit[] = []
    const entries = unit.entries.flatMap((entry) => [...triggerOf(entry), entry])
    for (let at = 0; at < entries.length; at += limits.stepsPerFlow)
      parts.push({ ...unit, entries: entries.slice(at, at + limits.stepsPerFlow) })
    return parts
  }
}

/** The section of a statement; below nothing but the title each list and each paragraph is a part of its own. */
function partsOf(entries: readonly Entry[]): (statement: Statement) => string {
  const keys = new Map<Statement, string>()
  let [before, part]: [Statement | null, number] = [null, 0]
  for (const { statement } of entries) {
    const { block, kind, section } = statement
    const goesOn = before && (before.block === block || (kind === 'item' && before.kind === 'item' && block - before.block === 1))
    if (!goesOn) part += 1
    before = statement
    keys.set(statement, section.every(({ level }) => level === 1) ? `${sectionKey(statement)} ${part}` : sectionKey(statement))
  }
  return (statement) => keys.get(statement) ?? ''
}

/** Parts of the text that tell what several do in turn, each with who begins. A list of duties is none: it is sorted by whom they bind. */
function processes(entries: readonly Entry[], actors: Actors, partKey: (statement: Statement) => string): Map<string, string> {
  const parts = Map.groupBy(
    entries.filter(({ form }) => /^(?:plain|modal|conditional|scenario)$/.test(form.form)),
    ({ statement }) => partKey(statement),
  )
  return new Map(
    [...parts].flatMap(([key, own]) => {
      const told = own.filter((entry) => entry.form.form === 'plain' && actors.of(entry) !== null)
      const doers = [...new Set(told.map((entry) => actors.of(entry) as string))]
      const asked = own.filter(({ form }) => form.form === 'modal').length
      return doers.length > 1 && told.length >= asked ? [[key, doers.find((doer) => doer !== system) ?? system] as const] : []
    }),
  )
}

/** A flow of one act cannot be walked: a single story or sentence joins what its actor does in the section. */
function walkable(units: readonly Unit[]): Unit[] {
  const kept: Unit[] = []
  for (const unit of units) {
    const lone = unit.kind !== 'scenario' && unit.entries.length === 1
    const near = kept.findLast((other) => other.actor === unit.actor && other.kind !== 'scenario' && other.headings[0] === unit.headings[0])
    const before =
      lone && unit.actor === system
        ? kept.find((other) => other.kind !== 'scenario' && other.entries.some((entry) => follows(entry, unit.entries[0])))
        : undefined
    const host = before ?? (unit.kind === 'story' && !near?.gathers ? undefined : near)
    if (lone && host) host.entries.push(...unit.entries)
    else kept.push({ ...unit, gathers: lone })
  }
  return kept.flatMap((unit) => together(unit, kept))
}

/** Sentences still alone join the one other flow of their section, or each other. */
function together(unit: Unit, units: readonly Unit[]): Unit[] {
  const beside = units.filter(({ kind, headings }) => kind === 'section' && headings[0] === unit.headings[0])
  const singles = beside.filter(({ entries }) => entries.length === 1)
  const host = beside.length === 2 ? beside.find((other) => !singles.includes(other)) : undefined
  const gathering = host ?? singles[0]
  if (unit !== gathering) return singles.includes(unit) ? [] : [unit]
  const entries = [...new Set([...unit.entries, ...singles.flatMap((single) => single.entries)])]
  return [{ ...unit, entries: entries.toSorted((a, b) => Number(a.statement.id.slice(1)) - Number(b.statement.id.slice(1))) }]
}

const bounds =
  /\b(?:no|not|never|nobody|nothing|none|neither|nor|cannot|without|except|unless|until|only|if|but|before|after|rather|instead|hardly|than)\b|n['’]t\b/i

/** "The manager is alerted": named, but not who does it. */
const isDoneTo = (text: string, doer: string): boolean => {
  const at = text.toLowerCase().indexOf(doer.toLowerCase())
  return (
    at >= 0 &&
    /^s?\s+(?:who\b.*\s)?(?:is|are|gets?)\s+(?:not\s+)?(?:\p{L}+ed|told|shown|sent|given|paid)\b/iu.test(text.slice(at + doer.length))
  )
}

/** Said of something that is nobody, by its name. */
function isOfThing({ text }: Statement): boolean {
  const subject = pronoun.test(text) ? null : subjectAt(text, labelEnd(text))
  return subject !== null && subject !== system && !namesSomebody(subject, true)
}

/** A sentence right behind another in its paragraph: what the system does there answers it. */
const follows = ({ statement }: Entry, next: Entry | undefined): boolean =>
  next?.statement.block === statement.block && Number(next.statement.id.slice(1)) - Number(statement.id.slice(1)) === 1

/** "Acceptance criteria" is no section of its own where the heading above it names a topic. */
const sectionOf = ({ section }: Statement): Statement | undefined =>
  section.findLast(({ text, level }) => namesTopic(text) && level > 1) ?? section.findLast((heading) => titleOf(heading) !== '')
const sectionKey = (statement: Statement): string => sectionOf(statement)?.id ?? ''
const isBackground = ({ section }: Statement): boolean => section.some(({ text }) => /^background\s*:/i.test(text))
const near = (a: Statement, b: Statement, most = 6): boolean => (b.lines[0] ?? 0) - (a.lines.at(-1) ?? 0) <= most

function named(units: readonly Unit[]): Omit<Flow, 'others'>[] {
  const taken = new Map<string, number>()
  const sharing = Map.groupBy(units, ({ title }) => title)
  return units.map((unit) => {
    const { kind, entries, headings } = unit
    const actor = unit.actor === '' ? system : unit.actor
    const first = entries[0]
    const want =
      kind === 'story' && first?.form.form === 'story' && (entries[1]?.form.form ?? '') !== 'story'
        ? first.statement.text.slice(first.form.want.start, first.form.want.end)
        : ''
    const titled = sharing.get(unit.title) ?? []
    // A story that has its heading to itself is known by it.
    const isAlone =
      titled.filter((other) => other.kind === 'story').length === 1 && headings.some(({ text, level }) => level > 1 && namesTopic(text))
    const own = [isAlone ? '' : want, unit.title, want].find((each) => each !== '' && each.length <= 120) ?? ''
    const shared = (kind === 'section' || (own === unit.title && !isAlone)) && titled.length > 1
    const name = own === '' ? actor : shared ? `${own}: ${actor}` : own
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return { name: times > 1 ? `${name} (${times})` : name, actor, assumed: unit.assumed, entries, kind, headings }
  })
}
