// Completeness: every section holds meaningful content, and every requirement statement is said somewhere.
import { coverageOf } from './coverage.ts'
import { isPlaceholder } from './placeholders.ts'
import type { Prose } from './prose.ts'
import type { Reading } from './reading.ts'
import { quote } from './tally.ts'
import type { Judgement, Loss } from './tally.ts'
import { textsOf } from './texts.ts'
import { pointer } from './validate.ts'

export function completeness(reading: Reading): Judgement {
  const { intent } = reading
  const content = meaningless(reading)
  const asking = Math.max(1, reading.bears.filter(Boolean).length)
  const { questions = [] } = intent as { questions?: readonly { about?: string; text: string }[] }
  return {
    aspects: [
      { share: 1000, total: sections.length, losses: emptySections(reading) },
      { share: 1000, total: content.total, losses: content.losses },
      { share: 7000, total: asking, losses: unsaid(reading) },
      {
        share: 1000,
        total: Math.max(10, questions.length),
        losses: questions.map(({ text }, i) => ({
          ruleId: 'completeness.open-question',
          pointer: pointer('questions', i),
          evidence: quote(text),
          change: 'Answer it, and add the answer to the requirements.',
          cost: 1,
        })),
      },
    ],
  }
}

const sections: readonly (readonly [string, string])[] = [
  ['/sources', 'State the requirements this design answers.'],
  ['/userFlows', 'Add the flows that walk an actor through the feature.'],
  ['/components', 'Add the components the steps happen in.'],
  ['/dataModel/entities', 'Add the entities the feature remembers.'],
  ['/interactions', 'Add what happens when someone acts on a component.'],
]

/**
 * A section is empty when it has no entry, or hardly one that says anything: steps without an act, entities without attributes, echoes for responses.
 * That is hard where the text carries what is missing, or where something else stands in its place; what a text leaves open it cannot be blamed for.
 */
function emptySections(reading: Reading): Loss[] {
  const { intent, flows, interactions } = reading
  const says = (prose: Prose) => prose.statements.some(({ acts }) => acts.length > 0)
  const most = <T>(items: readonly T[], isFull: (item: T) => boolean) => items.length > 0 && items.filter(isFull).length * 2 >= items.length
  const filled: Record<string, boolean> = {
    '/sources': intent.sources.length > 0,
    '/userFlows': most(
      flows.flatMap(({ steps }) => steps),
      says,
    ),
    '/components': intent.components.some(
      ({ name, description }) => description.trim() !== '' && plain(description) !== plain(name) && !isPlaceholder(description, false),
    ),
    '/dataModel/entities': intent.dataModel.entities.some(({ attributes }) => attributes.length > 0),
    '/interactions': most(
      interactions,
      ({ interaction, response }) => plain(interaction.trigger) !== plain(interaction.response) && says(response),
    ),
  }
  return sections
    .filter(([at]) => !filled[at])
    .map(([at, change]) => ({
      ruleId: 'completeness.empty-section',
      pointer: at,
      evidence: '',
      change,
      cost: 1,
      ...(carries(reading, at) && { hard: true }),
    }))
}

/** Whether the text, or what stands in the section, says that it should not be empty. */
function carries({ intent, sources, bears }: Reading, section: string): boolean {
  const asked = sources.filter((_, i) => bears[i]).flatMap(({ statements }) => statements)
  if (section === '/interactions')
    return (
      intent.interactions.length > 0 ||
      asked.some(
        ({ acts, conditions, exceptions }) => conditions.length + exceptions.length > 0 && acts.some(({ part }) => part === 'main'),
      )
    )
  if (section === '/dataModel/entities')
    return (
      (intent.dataModel.entities.length === 0 && asked.length > 0) ||
      asked.some(({ acts }) => acts.some(({ verb, objects }) => lists.test(verb) && objects.length > 1)) ||
      intent.sources.some(({ text }) => /^\W*\p{L}[\p{L} ]*:\s*[^.:,]+,[^.:]+$/u.test(text))
    )
  return true
}

const lists = /^(?:have|contain|include|hold|consist|comprise|record|store)$/

/** Below this share of its words and acts a statement counts as partly said. */
const enough = 0.6

function unsaid(reading: Reading): Loss[] {
  const { intent } = reading
  if (intent.sources.length === 0)
    return [
      {
        ruleId: 'completeness.untraced',
        pointer: '/sources',
        evidence: '',
        change: 'Trace the design to the statements it was made from.',
        cost: 1,
      },
    ]
  return coverageOf(reading).flatMap((coverage, i): Loss[] => {
    if (!coverage) return []
    const { id, text } = intent.sources[i]!
    // The statement itself, so that nobody has to look it up.
    const statement = `“${quote(text)}” (${id})`
    const lose = (rule: string, change: string, cost: number, more: Partial<Loss> = {}): Loss => ({
      ruleId: `completeness.${rule}`,
      pointer: pointer('sources', i, 'text'),
      evidence: quote(text),
      source: { id },
      change,
      cost,
      ...more,
    })
    // Counts twice: with half of the text left out nothing is complete.
    if (!coverage.isNamed) return [lose('untraced', `Nothing in the design refers to ${statement}: add a goal or a step that says it.`, 2)]
    if (coverage.isUnkept) return [lose('unkept-fields', `No entity keeps what ${statement} lists: add it as attributes.`, 1)]
    const lacks = (enough - coverage.said) / enough
    if (lacks > 0.01) return [lose('partly-said', `The design says only part of ${statement}: add the rest.`, Math.min(1, 0.2 + lacks))]
    return coverage.dropped
      .slice(0, 2)
      .map(({ kind, text: dropped, start, end }) =>
        lose(`dropped-${kind}`, `Say ${JSON.stringify(dropped)} where ${statement} is answered.`, kind === 'exception' ? 0.4 : 0.25, {
          source: { id, start, end },
          expected: dropped,
        }),
      )
  })
}

function meaningless({ intent }: Reading): { total: number; losses: Loss[] } {
  const texts = textsOf(intent).filter(({ kind }) => kind !== 'type')
  const losses: Loss[] = []
  const lose = (ruleId: string, at: string, text: string, change: string, cost: number) =>
    losses.push({ ruleId, pointer: at, evidence: quote(text), change, cost })
  for (const { at, text, kind, of } of texts) {
    if (of !== undefined && text.trim() === '') lose('completeness.empty-description', at, '', `Say what ${JSON.stringify(of)} is for.`, 1)
    else if (of !== undefined && plain(text) === plain(of))
      lose('completeness.repeats-name', at, text, 'Say more than the name already says.', 1)
    else if (isPlaceholder(text, kind === 'name' || kind === 'actor'))
      lose('completeness.placeholder', at, text, 'Replace the placeholder by what is meant.', 2)
  }
  for (const [i, { trigger, response }] of intent.interactions.entries())
    if (plain(trigger) === plain(response))
      lose('completeness.echo', pointer('interactions', i, 'response'), response, 'Say what happens then, not what set it off.', 2)
  return { total: Math.max(1, texts.length), losses }
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(?:an?|the) /g, '')
    .trim()
}
