// Data model integrity: the entities that flows need exist, come from the requirements, can be told apart, and fit together.
import { hasWord, stemOf } from '../../../lib/english/match.ts'
import type { Entity, Intent } from '../intent.ts'
import { needsOf } from './needs.ts'
import { misfit, notAThing, saidRequired } from './plausibility.ts'
import { sourcesOf, type Reading } from './reading.ts'
import { singular } from '../../../lib/english/stem.ts'
import { quote } from './tally.ts'
import type { Judgement, Loss } from './tally.ts'
import { pointer } from './validate.ts'

export function dataModelIntegrity(reading: Reading): Judgement {
  const { entities } = reading.intent.dataModel
  const needs = needLosses(reading)
  const relations = relationLosses(reading)
  const mentioned = reading.entities.map((_, i) => isMentioned(reading, i))
  const attributes = attributeLosses(reading)
  return {
    aspects: [
      { share: 3000, total: Math.max(1, entities.length), losses: entityLosses(reading, mentioned) },
      { share: 3000, total: Math.max(1, attributes.total), losses: attributes.losses },
      { share: 2500, total: Math.max(1, needs.total), losses: needs.losses },
      { share: 1500, total: Math.max(1, relations.total), losses: relations.losses },
    ],
    ground: {
      ruleId: 'data.unfounded',
      pointer: '/dataModel/entities',
      evidence: '',
      change:
        entities.length === 0
          ? 'There is no entity: say which things are kept, and what about each of them.'
          : 'Most entities are not what the requirements speak of: take them from the statements.',
      cost: 1 - Math.min(1, (2 * mentioned.filter(Boolean).length) / Math.max(1, entities.length)),
    },
  }
}

/** Its sources name the entity as a thing, by the head of its name, or by the head of most of what is remembered about it. */
function isMentioned(reading: Reading, i: number): boolean {
  const { entity, name, attributes } = reading.entities[i]!
  const statements = sourcesOf(entity, reading).flatMap((source) => reading.sources[source]!.statements)
  const content = statements.flatMap((statement) => statement.content)
  const tokens = name.statements.flatMap((statement) => statement.tokens).filter(({ tag }) => tag !== 'PUNCT')
  const head = tokens.at(-1)
  if (!head || content.length === 0) return false
  if (hasWord(content, head.lemma)) return true
  const known = attributes.filter(
    (attribute) => attribute.content.length > 0 && attribute.content.some((stem) => content.some((word) => stemOf(word) === stem)),
  )
  if (tokens.some(({ lemma }) => hasWord(content, lemma))) return known.length > 0
  return known.length >= 3 && known.length * 2 >= attributes.length
}

/** A field that holds the other end of a relationship. */
const isRelated = (entity: Entity, name: string, { dataModel }: Intent) =>
  dataModel.entities.some(
    (other) =>
      other.name.toLowerCase() === name.toLowerCase() &&
      (other.relationships.some(({ to }) => to === entity.name) || entity.relationships.some(({ to }) => to === other.name)),
  )

/** Types that cannot hold what the name says, attributes named like entities, and required ones that nobody asked for. */
function attributeLosses({ intent, entities, sourceIndex, world }: Reading): { total: number; losses: Loss[] } {
  const losses: Loss[] = []
  const names = new Set(intent.dataModel.entities.map(({ name }) => name.toLowerCase()))
  for (const [i, { entity, attributes }] of entities.entries()) {
    const sources = sourcesOf(entity, { sourceIndex }).map((source) => intent.sources[source]!)
    const asked = entity.attributes.map(({ name }) => sources.flatMap(({ text }) => saidRequired(name, text) ?? [])[0])
    const [met, missed] = [true, false].map((is) =>
      entity.attributes.filter(({ required }, j) => asked[j] !== undefined && (asked[j] === required) === is),
    )
    // A column of yes and no that most rows do not follow says something else.
    const isSaid = met!.length >= missed!.length
    for (const [j, { name, type, required }] of entity.attributes.entries()) {
      const at = pointer('dataModel', 'entities', i, 'attributes', j)
      const fitting = misfit(name, type, sources)
      if (fitting)
        losses.push({
          ruleId: 'data.type-misfit',
          pointer: `${at}/type`,
          evidence: type,
          expected: fitting.join(' or '),
          found: type,
          change: `${JSON.stringify(name)} is a ${fitting.join(' or a ')}, not a ${type}.`,
          cost: 2,
        })
      else if (isSaid && asked[j] !== undefined && asked[j] !== required)
        losses.push({
          ruleId: 'data.requiredness',
          pointer: `${at}/required`,
          evidence: String(required),
          change: `The text calls ${JSON.stringify(name)} ${asked[j] ? 'required' : 'optional'}.`,
          cost: 1,
        })
      else if (names.has(name.toLowerCase()) && name.toLowerCase() !== entity.name.toLowerCase() && !isRelated(entity, name, intent))
        losses.push({
          ruleId: 'data.entity-as-attribute',
          pointer: `${at}/name`,
          evidence: quote(name),
          change: `${JSON.stringify(name)} is an entity: relate to it instead.`,
          cost: 2,
        })
      else if (
        required &&
        !identifying.test(name.split(/[ _]/).at(-1)!.toLowerCase()) &&
        attributes[j]!.content.length > 0 &&
        !attributes[j]!.content.some((stem) => world.known.has(stem))
      )
        losses.push({
          ruleId: 'data.unsupported-attribute',
          pointer: `${at}/name`,
          evidence: quote(name),
          change: `No statement speaks of ${JSON.stringify(name)}: make it optional, or ask for it.`,
          cost: 0.3,
        })
    }
  }
  return { total: entities.reduce((sum, { attributes }) => sum + attributes.length, 0), losses }
}

/** People tell things apart by these. */
const identifying =
  /^(?:id|identifier|uuid|key|number|no|code|reference|ref|name|title|label|email|username|login|handle|slug|sku|isbn|barcode|serial|plate|phone|url|address|subject|nickname|token|ticket)$/

function entityLosses({ intent, entities, world }: Reading, mentioned: readonly boolean[]): Loss[] {
  const used = new Set([
    ...intent.userFlows.flatMap((flow) => flow.steps.flatMap((step) => step.entityRefs)),
    ...intent.components.flatMap((component) => component.dataRefs),
  ])
  return intent.dataModel.entities.flatMap((entity, i) => {
    const losses: Loss[] = []
    const at = pointer('dataModel', 'entities', i)
    const lose = (rule: string, change: string, cost: number) =>
      losses.push({ ruleId: 'data.' + rule, pointer: at, evidence: quote(entity.name), change, cost })
    const why = notAThing(entities[i]!.name, world.text)
    if (why !== null) lose('not-a-thing', `${why}: keep it as an attribute or leave it out.`, 1)
    if (!mentioned[i]) lose('untraced-entity', 'Name a source that speaks of this entity, or remove it.', 1)
    else if (!used.has(entity.name)) lose('unused-entity', 'Let a step or a component refer to it, or remove it.', 1)
    if (entity.attributes.length === 0) lose('no-attributes', 'Add what has to be remembered about it.', 1)
    else if (
      !entity.attributes.some(
        (attribute, j) =>
          entities[i]!.attributes[j]!.words.some((word) => identifying.test(word.text)) ||
          /^(?:id|identifier|uuid|key|reference)$/i.test(attribute.type),
      )
    ) {
      lose('no-identifier', `Add an attribute that identifies ${/^[aeiou]/i.test(entity.name) ? 'an' : 'a'} ${entity.name}.`, 0.5)
    }
    return losses
  })
}

function needLosses(reading: Reading): { total: number; losses: Loss[] } {
  const losses: Loss[] = []
  let total = 0
  let steps = 0
  const entityNames = new Set(reading.entities.flatMap(({ name }) => name.content))
  const actors = new Set(reading.flows.flatMap(({ actor }) => actor.words.map((word) => singular(word.text))))
  const quoted = new Set(reading.intent.sources.map(({ text }) => text))
  const known = reading.entities.map(({ attributes }) => new Set(attributes.flatMap((attribute) => attribute.content)))
  for (const [i, { flow, steps: proses }] of reading.flows.entries()) {
    for (const [j, step] of flow.steps.entries()) {
      steps++
      const at = pointer('userFlows', i, 'steps', j)
      const refs: number[] = []
      for (const [k, ref] of step.entityRefs.entries()) {
        total++
        const index = reading.entityIndex.get(ref)
        if (index !== undefined) refs.push(index)
        else
          losses.push({
            ruleId: 'data.missing-entity',
            pointer: at + pointer('entityRefs', k),
            evidence: ref,
            change: `Add the entity ${JSON.stringify(ref)} that this step needs.`,
            cost: 2,
          })
      }
      // A step that refers to everything says nothing about its data.
      const unrelated = refs.filter(
        (index) =>
          !reading.entities[index]!.name.content.some((stem) => proses[j]!.stems.has(stem)) &&
          ![...known[index]!].some((stem) => proses[j]!.stems.has(stem)),
      )
      if (unrelated.length > 1 && unrelated.length * 2 > refs.length)
        losses.push({
          ruleId: 'data.unrelated-entity',
          pointer: at + '/entityRefs',
          evidence: quote(reading.intent.dataModel.entities[unrelated[0]!]!.name),
          change: 'Refer to what this step reads or changes, and to nothing else.',
          cost: unrelated.length,
        })
      if (refs.length === 0 || quoted.has(step.action)) continue
      for (const { head, phrase } of needsOf(proses[j]!)) {
        total++
        if (entityNames.has(head.stem) || actors.has(singular(head.text)) || refs.some((index) => known[index]!.has(head.stem))) continue
        const owner = step.entityRefs.find((ref) => reading.entityIndex.has(ref))!
        losses.push({
          ruleId: 'data.missing-attribute',
          pointer: at + '/action',
          evidence: quote(step.action),
          change: `Add the attribute ${JSON.stringify(phrase)} to ${JSON.stringify(owner)}, or refer to the entity that has it.`,
          cost: 1.5,
        })
      }
    }
  }
  if (steps > 0 && total === 0)
    losses.push({
      ruleId: 'data.unlinked-flows',
      pointer: '/userFlows',
      evidence: '',
      change: 'No step names an entity: say what each step reads or changes.',
      cost: 1,
    })
  return { total, losses }
}

function relationLosses({ intent, entityIndex }: Reading): { total: number; losses: Loss[] } {
  const { entities } = intent.dataModel
  const losses: Loss[] = []
  let total = entities.length
  const stated = new Map<string, string>()
  const related = new Set<string>()
  for (const [i, entity] of entities.entries()) {
    for (const [j, { to, kind }] of entity.relationships.entries()) {
      total++
      const at = pointer('dataModel', 'entities', i, 'relationships', j)
      const evidence = quote(to)
      const lose = (rule: string, change: string) => losses.push({ ruleId: 'data.' + rule, pointer: at, evidence, change, cost: 2 })
      if (!entityIndex.has(to)) {
        lose('unknown-relation', `Define the entity ${JSON.stringify(to)} or relate to one that exists.`)
        continue
      }
      related.add(entity.name).add(to)
      const there = stated.get(JSON.stringify([entity.name, to]))
      const back = stated.get(JSON.stringify([to, entity.name]))
      if (there !== undefined)
        lose(there === kind ? 'repeated-relation' : 'contradictory-relation', `Keep one relationship from ${entity.name} to ${to}.`)
      else if (back !== undefined && to !== entity.name && (back !== kind || kind === 'one-to-many'))
        lose('contradictory-relation', `${to} says ${back} to ${entity.name}: keep the one that is true.`)
      stated.set(JSON.stringify([entity.name, to]), kind)
    }
  }
  if (entities.length > 1) {
    for (const [i, entity] of entities.entries()) {
      if (related.has(entity.name)) continue
      losses.push({
        ruleId: 'data.isolated-entity',
        pointer: pointer('dataModel', 'entities', i),
        evidence: quote(entity.name),
        change: `Say how ${entity.name} relates to the other entities.`,
        cost: 0.4,
      })
    }
  }
  return { total, losses }
}
