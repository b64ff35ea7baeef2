// A design for the tests of preview and certificate: a street's tool library, small enough to read, with a few faults the critique names.
import type { Critique } from '../../../../src/workflows/design/critic/critique.ts'
import type { Component, Entity, Intent, Step } from '../../../../src/workflows/design/intent.ts'
import { canonicalize } from '../../../../src/lib/canonical.ts'
import { sha256 } from '../../../../src/lib/hash.ts'

export const intent: Intent = {
  schemaVersion: '1.0.0',
  featureId: 'tool-library',
  version: '1.2.0',
  sources: [
    { id: 's1', text: 'As a neighbour I want to search the shared tools by name, so that I find one before I buy it.' },
    { id: 's2', text: 'A neighbour SHALL reserve a free tool for a period of at most seven days.' },
    { id: 's3', text: 'When a reservation is confirmed, the system SHALL send the owner a notice.' },
    { id: 's4', text: 'The owner SHALL accept or decline a reservation and give a reason when declining.' },
    { id: 's5', text: 'Given a tool has been returned, when the owner inspects it, then the owner records its condition with a photo.' },
    { id: 's6', text: 'Each tool has a name, a category, a daily deposit and the place where it is kept.' },
    { id: 's7', text: 'A member who returned two tools late SHALL NOT reserve another for thirty days.' },
  ],
  goals: [
    'Neighbours borrow a tool they need within a day instead of buying it',
    'Owners know where each of their tools is and in what condition it came back',
  ],
  goalSourceRefs: [['s1', 's2'], ['s5']],
  userFlows: [
    flow(
      'reserve-a-tool',
      'Reserve a tool',
      'Neighbour',
      ['s1', 's2', 's3'],
      [
        ['searches the tools by name or category', 'search-field', ['Tool']],
        ['compares the free tools with their deposit and place', 'tool-list', ['Tool']],
        ['opens the page of one tool and reads its condition', 'tool-page', ['Tool', 'Condition']],
        ['picks the first and the last day of the loan', 'period-picker', ['Reservation']],
        ['confirms the reservation', 'reserve-button', ['Reservation', 'Member']],
        ['reads when the owner is going to answer', 'reservation-summary', ['Reservation', 'Notice']],
      ],
    ),
    flow(
      'answer-a-reservation',
      'Answer a reservation',
      'Owner',
      ['s4'],
      [
        ['opens the list of reservations that wait for an answer', 'requests-list', ['Reservation']],
        ['accepts the reservation for the stated days', 'accept-button', ['Reservation']],
        ['declines another one and writes the reason', 'reason-field', ['Reservation', 'Notice']],
      ],
    ),
    flow(
      'take-a-tool-back',
      'Take a tool back',
      'Owner',
      ['s5'],
      [
        ['marks the loan as returned', 'returned-toggle', ['Reservation']],
        ['records the condition with a photo', 'condition-form', ['Condition', 'Photo']],
      ],
    ),
  ],
  components: [
    component(
      'search-page',
      'Search page',
      'view',
      'Lists the tools that are free, narrowed by name, category and distance.',
      ['search-panel', 'tool-list'],
      [],
    ),
    component(
      'search-panel',
      'Search panel',
      'container',
      'Holds the search field and the two filters side by side.',
      ['search-field', 'category-filter', 'free-toggle'],
      [],
    ),
    component('search-field', 'Search field', 'control', 'Takes part of a tool name and narrows the list while one types.', [], ['Tool']),
    component('category-filter', 'Category filter', 'control', 'Narrows the list to one category.', [], ['Tool']),
    component('free-toggle', 'Only free tools toggle', 'control', 'Leaves out tools that are lent today.', [], []),
    component('tool-list', 'Tool list', 'data', 'One row for each tool with name, category, deposit and place.', [], ['Tool']),
    component(
      'tool-page',
      'Tool page',
      'view',
      'Everything about one tool, with its calendar and the reserve button.',
      ['tool-facts', 'loan-panel'],
      ['Tool'],
    ),
    component('tool-facts', 'Tool facts', 'data', 'Condition, place, deposit and owner of the tool.', [], ['Tool', 'Condition']),
    component(
      'loan-panel',
      'Loan panel',
      'container',
      'The period, its price and the button that reserves.',
      ['period-picker', 'reserve-button', 'reservation-summary'],
      [],
    ),
    component(
      'period-picker',
      'Period picker',
      'control',
      'Two days at most seven apart; lent days cannot be picked.',
      [],
      ['Reservation'],
    ),
    component('reserve-button', 'Reserve', 'control', 'Makes the reservation for the chosen days.', [], ['Reservation']),
    component(
      'reservation-summary',
      'Reservation summary',
      'data',
      'The days, the deposit and the hour by which the owner answers.',
      [],
      ['Reservation'],
    ),
    component(
      'requests-page',
      'Requests page',
      'view',
      'The reservations that wait for the owner of the tools.',
      ['requests-list', 'answer-panel'],
      [],
    ),
    component('requests-list', 'Waiting requests', 'data', 'Tool, member and days of each waiting reservation.', [], ['Reservation']),
    component(
      'answer-panel',
      'Answer panel',
      'container',
      'Accept, decline and the reason.',
      ['accept-button', 'decline-button', 'reason-field'],
      [],
    ),
    component('accept-button', 'Accept', 'control', 'Accepts the reservation.', [], ['Reservation']),
    component('decline-button', 'Decline', 'control', 'Declines the reservation once a reason is given.', [], ['Reservation']),
    component('reason-field', 'Reason field', 'control', 'Why the reservation is declined, at most 300 characters.', [], ['Notice']),
    component('return-page', 'Return page', 'view', 'Where the owner closes a loan.', ['returned-toggle', 'condition-form'], []),
    component('returned-toggle', 'Returned switch', 'control', 'Marks the loan as over.', [], ['Reservation']),
    component(
      'condition-form',
      'Condition form',
      'container',
      'Grade, remark and photo of the tool as it came back.',
      ['grade-picker', 'photo-upload'],
      ['Condition'],
    ),
    component('grade-picker', 'Grade picker', 'control', 'New, good, worn or broken.', [], ['Condition']),
    component('photo-upload', 'Photo upload', 'control', 'Takes one photo of the tool.', [], ['Photo']),
    component(
      'notice-sender',
      'Notice sender',
      'utility',
      'Writes to the owner when a reservation is confirmed and to the member when it is answered.',
      [],
      ['Notice'],
    ),
  ],
  dataModel: {
    entities: [
      entity(
        'Member',
        'A neighbour who borrows, lends or does both.',
        ['s2'],
        ['id identifier', 'name text', 'address text', 'late returns number', 'barred until date?'],
        [
          ['Tool', 'one-to-many'],
          ['Reservation', 'one-to-many'],
        ],
      ),
      entity(
        'Tool',
        'A thing a member lends to others.',
        ['s6'],
        ['id identifier', 'name text', 'category text', 'daily deposit money', 'place text', 'free yes/no'],
        [
          ['Reservation', 'one-to-many'],
          ['Category', 'many-to-many'],
          ['Condition', 'one-to-many'],
        ],
      ),
      entity('Category', 'What a tool is good for.', ['s6'], ['id identifier', 'name text'], [['Category', 'one-to-many']]),
      entity(
        'Reservation',
        'One loan of one tool from a first to a last day.',
        ['s2'],
        ['id identifier', 'first day date', 'last day date', 'state text', 'reason text?'],
        [['Notice', 'one-to-many']],
      ),
      entity('Notice', 'A message about a reservation.', ['s3'], ['id identifier', 'sent at time', 'text text'], []),
      entity(
        'Condition',
        'How a tool was when it came back.',
        ['s5'],
        ['id identifier', 'grade text', 'remark text?', 'recorded on date'],
        [['Photo', 'one-to-one']],
      ),
      entity('Photo', 'A picture that shows a condition.', ['s5'], ['id identifier', 'picture image', 'taken at time'], []),
    ],
  },
  interactions: [
    {
      id: 'narrow',
      trigger: 'the neighbour types at least two letters',
      response: 'the list shows the tools whose name has them',
      componentId: 'search-field',
    },
    {
      id: 'lent-day',
      trigger: 'a picked day is lent already',
      response: 'the picker names the next free day',
      componentId: 'period-picker',
    },
    {
      id: 'confirm',
      trigger: 'the neighbour presses Reserve',
      response: 'the reservation is stored and the owner gets a notice',
      componentId: 'reserve-button',
    },
  ],
}

export const intentHash = sha256(canonicalize(intent))

export const critique: Critique = {
  featureId: 'tool-library',
  intentHash,
  criticVersion: '1.0.0',
  promptVersion: '1.0.0',
  overall: 8735,
  dimensions: { completeness: 8571, coherence: 9200, clarity: 6900, frameworkAgnosticism: 10_000, dataModelIntegrity: 9400 },
  findings: [
    {
      id: 'finding-1',
      ruleId: 'source-untraced',
      dimension: 'completeness',
      pointer: '/sources/6',
      evidence: 'A member who returned two tools late SHALL NOT reserve another for thirty days.',
      change: 'Add a step that refuses the reservation of a barred member.',
      points: 1429,
    },
    {
      id: 'finding-1',
      ruleId: 'orphan-component',
      dimension: 'coherence',
      pointer: '/components/23',
      evidence: 'Notice sender',
      change: 'Name the step in which the notice sender acts.',
      points: 800,
    },
    {
      id: 'finding-1',
      ruleId: 'thin-description',
      dimension: 'clarity',
      pointer: '/components/15/description',
      evidence: 'Accepts the reservation.',
      change: 'Say what the member is told when the reservation is accepted.',
      points: 1600,
    },
    {
      id: 'finding-1',
      ruleId: 'near-duplicate',
      dimension: 'clarity',
      pointer: '/userFlows/1/steps/1',
      evidence: 'accepts the reservation for the stated days',
      change: 'Say how accepting differs from confirming.',
      points: 1500,
    },
    {
      id: 'finding-1',
      ruleId: 'unused-attribute',
      dimension: 'dataModelIntegrity',
      pointer: '/dataModel/entities/0/attributes/4',
      evidence: 'barred until',
      change: 'Let a step read the day until which a member is barred.',
      points: 600,
    },
  ],
  dismissed: [],
  findingsOmitted: 0,
  recommendations: [
    {
      ruleId: 'source-untraced',
      dimension: 'completeness',
      change: 'Add a step that refuses the reservation of a barred member.',
      pointers: ['/sources/6'],
      gain: 357,
    },
    {
      ruleId: 'thin-description',
      dimension: 'clarity',
      change: 'Say what the member is told when the reservation is accepted.',
      pointers: ['/components/15/description'],
      gain: 320,
    },
    {
      ruleId: 'orphan-component',
      dimension: 'coherence',
      change: 'Name the step in which the notice sender acts.',
      pointers: ['/components/23'],
      gain: 200,
    },
  ],
}

/** A model of this many entities with a plausible web of relationships. */
export function entities(count: number): Entity[] {
  return Array.from({ length: count }, (_, n) => {
    const attributes = Array.from(
      { length: 2 + ((n * 7) % 6) },
      (_, a) => `attribute ${a + 1} ${['text', 'number', 'date', 'money'][(n + a) % 4]}${a % 3 === 2 ? '?' : ''}`,
    )
    const relationships: [string, Entity['relationships'][number]['kind']][] = []
    if (n > 0) relationships.push([`Entity ${Math.floor((n - 1) / 2)}`, n % 5 === 0 ? 'many-to-many' : 'one-to-many'])
    if (n % 4 === 3) relationships.push([`Entity ${(n * 5 + 2) % count}`, 'one-to-one'])
    return entity(`Entity ${n}`, `Number ${n} of the model.`, ['s1'], attributes, relationships)
  })
}

function flow(
  id: string,
  name: string,
  actor: string,
  sourceRefs: string[],
  steps: [string, string, string[]][],
): Intent['userFlows'][number] {
  return {
    id,
    name,
    actor,
    sourceRefs,
    steps: steps.map(([action, componentId, entityRefs], n): Step => ({
      id: `${id}-${n + 1}`,
      action: `The ${actor.toLowerCase()} ${action}`,
      componentId,
      entityRefs,
    })),
  }
}

function component(
  id: string,
  name: string,
  type: Component['type'],
  description: string,
  children: string[],
  dataRefs: string[],
): Component {
  return { id, name, type, description, children, dataRefs }
}

/** Attributes are told as "name kind", with a question mark when optional. */
function entity(
  name: string,
  description: string,
  sourceRefs: string[],
  attributes: string[],
  relationships: [string, Entity['relationships'][number]['kind']][],
): Entity {
  return {
    name,
    description,
    sourceRefs,
    attributes: attributes.map((told) => {
      const cut = told.lastIndexOf(' ')
      return { name: told.slice(0, cut), type: told.slice(cut + 1).replace('?', ''), required: !told.endsWith('?') }
    }),
    relationships: relationships.map(([to, kind]) => ({ to, kind })),
  }
}
