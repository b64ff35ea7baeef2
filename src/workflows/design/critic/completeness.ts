// Completeness: every section holds meaningful content, and every requirement statement is said somewhere.
import { isPlaceholder } from './placeholders.ts'
import type { Reading } from './reading.ts'
import { quote } from './tally.ts'
import type { Judgement, Loss } from './tally.ts'
import type { Tracing } from './tracing.ts'
import { pointer } from './validate.ts'

export function completeness(reading: Reading, tracing: Tracing): Judgement {
  const { intent } = reading
  const content = meaningless(reading, tracing)
  return {
    aspects: [
      {
        share: 1000,
        total: sections.length,
        losses: sections
          .filter(([at]) => sizeOf(intent, at) === 0)
          .map(([at, change]) => ({ ruleId: 'completeness.empty-section', pointer: at, evidence: '', change, cost: 1 })),
      },
      { share: 2000, total: content.total, losses: content.losses },
      { share: 7000, total: Math.max(1, intent.sources.length), losses: unsaid(reading, tracing) },
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

function sizeOf(intent: Reading['intent'], at: string): number {
  if (at === '/sources') return intent.sources.length
  if (at === '/userFlows') return intent.userFlows.length
  if (at === '/components') return intent.components.length
  if (at === '/interactions') return intent.interactions.length
  return intent.dataModel.entities.length
}

function unsaid({ intent }: Reading, { said, claimed }: Tracing): Loss[] {
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
  return intent.sources.flatMap((source, i) => {
    if (said[i]) return []
    const change = claimed[i]
      ? 'What claims this statement does not say it: add steps with its verb and what it acts on.'
      : 'Add a goal or a flow that says this statement and name it in its sourceRefs.'
    return [
      {
        ruleId: claimed[i] ? 'completeness.unsaid' : 'completeness.untraced',
        pointer: pointer('sources', i, 'text'),
        evidence: quote(source.text),
        change,
        cost: 1,
      },
    ]
  })
}

function meaningless({ intent }: Reading, { quoted, quotedGoals }: Tracing): { total: number; losses: Loss[] } {
  const losses: Loss[] = []
  let total = 0
  for (const [i, goal] of intent.goals.entries()) {
    look(goal, pointer('goals', i))
    if (quotedGoals[i])
      lose('completeness.copied-statement', pointer('goals', i), goal, 'Say in the words of the design what this statement is for.', 1)
  }
  for (const [i, flow] of intent.userFlows.entries()) {
    look(flow.name, pointer('userFlows', i, 'name'), true)
    look(flow.actor, pointer('userFlows', i, 'actor'), true)
    for (const [j, step] of flow.steps.entries()) {
      const at = pointer('userFlows', i, 'steps', j, 'action')
      look(step.action, at)
      if (quoted[i]![j])
        lose('completeness.copied-statement', at, step.action, 'Take the statement apart into acts, each a step of its own.', 2)
    }
  }
  for (const [i, component] of intent.components.entries()) {
    look(component.name, pointer('components', i, 'name'), true)
    describe(component.description, component.name, pointer('components', i, 'description'))
  }
  for (const [i, entity] of intent.dataModel.entities.entries()) {
    look(entity.name, pointer('dataModel', 'entities', i, 'name'), true)
    describe(entity.description, entity.name, pointer('dataModel', 'entities', i, 'description'))
    for (const [j, attribute] of entity.attributes.entries())
      look(attribute.name, pointer('dataModel', 'entities', i, 'attributes', j, 'name'), true)
  }
  for (const [i, interaction] of intent.interactions.entries()) {
    look(interaction.trigger, pointer('interactions', i, 'trigger'))
    look(interaction.response, pointer('interactions', i, 'response'))
  }
  return { total: Math.max(1, total), losses }

  function look(text: string, at: string, isName = false) {
    total++
    if (isPlaceholder(text, isName)) lose('completeness.placeholder', at, text, 'Replace the placeholder by what is meant.', 2)
  }

  function describe(text: string, name: string, at: string) {
    if (text.trim() === '') {
      total++
      lose('completeness.empty-description', at, '', `Say what ${JSON.stringify(name)} is for.`, 1)
    } else if (plain(text) === plain(name)) {
      total++
      lose('completeness.repeats-name', at, text, 'Say more than the name already says.', 1)
    } else look(text, at)
  }

  function lose(ruleId: string, at: string, text: string, change: string, cost: number) {
    losses.push({ ruleId, pointer: at, evidence: quote(text), change, cost })
  }
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(?:an?|the) /g, '')
    .trim()
}
