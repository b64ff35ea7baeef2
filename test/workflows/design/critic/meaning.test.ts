// Defects of meaning, the order readers give designs, hard findings and their dismissal. The figures are printed.
import { describe, expect, test } from 'vitest'
import { critique, hardCap } from '../../../../src/workflows/design/critic/critic.ts'
import { critiqueText, readCritique } from '../../../../src/workflows/design/critic/critique-file.ts'
import { misfit } from '../../../../src/workflows/design/critic/plausibility.ts'
import type { Intent, Step } from '../../../../src/workflows/design/intent.ts'
import { outlineIntent } from '../../../../src/workflows/design/outline/outline.ts'
import { readFeatures } from './fixtures.ts'

const features = readFeatures()
const good = new Map(features.map(({ id, intent }) => [id, critique(intent)]))
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

function changed(id: string, change: (intent: Intent) => void): Intent {
  const intent = structuredClone(features.find((feature) => feature.id === id)!.intent)
  change(intent)
  return intent
}

/** Says one act of a statement the other way round, in a step of a flow that names it. */
function plant(intent: Intent, text: RegExp, action: string): void {
  const source = intent.sources.find((each) => text.test(each.text))!
  const flow = intent.userFlows.find((each) => each.sourceRefs.includes(source.id))!
  flow.steps.push({ ...flow.steps.at(-1)!, id: 'planted', action } satisfies Step)
}

const defects: [feature: string, statement: RegExp, action: string, rule: string][] = [
  ['bike-repair', /approves the estimate/, 'Customer rejects the estimate on the phone after work begins.', 'coherence.turned'],
  ['table-booking', /cancel a booking/, 'Guest cannot cancel the booking with its code.', 'coherence.turned'],
  ['table-booking', /until two hours/, 'Guest cancels the booking up to five hours before the meal.', 'coherence.changed-number'],
  ['table-booking', /host marks a booking/, 'Guest marks a booking as seated when the party arrives.', 'coherence.wrong-actor'],
  ['library-loans', /renew a loan/, 'Member renews the loan nine times.', 'coherence.changed-number'],
  ['library-loans', /reminder/, 'System sends a reminder ten days before the due date.', 'coherence.changed-number'],
  ['clinic-appointments', /reschedule/, 'Doctor reschedules an appointment up to four hours before it starts.', 'coherence.wrong-actor'],
  ['bike-repair', /takes parts/, 'Robot paints the workshop in the colours of the season.', 'coherence.unsupported'],
]

test.each(defects)('%s %s: "%s" is found as %s', (feature, statement, action, rule) => {
  const before = good.get(feature)!
  const after = critique(changed(feature, (intent) => plant(intent, statement, action)))
  expect(after.findings.filter(({ pointer }) => pointer.includes('/steps/')).map(({ ruleId }) => ruleId)).toContain(rule)
  expect(after.overall).toBeLessThan(before.overall)
  if (rule !== 'coherence.unsupported') expect(after.overall).toBeLessThanOrEqual(hardCap)
})

test("a step's own actor must be somebody the requirements know", () => {
  const withActor = (actor: string) =>
    critique(changed('library-loans', ({ userFlows }) => void (userFlows[0]!.steps[0]!.actor = actor))).findings.filter(
      ({ ruleId }) => ruleId === 'coherence.step-actor',
    )
  expect(withActor('Astronaut')).toMatchObject([{ pointer: '/userFlows/0/steps/0/actor', hard: true }])
  expect(withActor('Blue elephant')).toHaveLength(1)
  expect(withActor('System')).toEqual([])
  expect(withActor('Librarian')).toEqual([])
})

test('somebody with the name of a library is somebody', () => {
  const named = (actors: Intent['actors']) =>
    critique(
      changed('library-loans', (intent) => {
        intent.userFlows[0]!.steps[0]!.action = 'Marko plans the day in the morning.'
        intent.actors = actors
      }),
    ).dimensions.frameworkAgnosticism
  expect(named([])).toBe(8000)
  expect(named([{ name: 'Marko', sourceRefs: ['s1'] }])).toBe(10_000)
})

test('no good design has a hard finding', () => {
  expect(features.filter(({ id }) => good.get(id)!.uncapped !== undefined).map(({ id }) => id)).toEqual([])
})

/** The same parts, put together without reading. */
function shuffled(intent: Intent): Intent {
  const { userFlows, components, dataModel } = intent
  const steps = userFlows.flatMap((flow) => flow.steps)
  const entities = dataModel.entities
  let at = 0
  return {
    ...intent,
    goalSourceRefs: intent.goalSourceRefs.map((_, i) => intent.goalSourceRefs[(i + 1) % intent.goalSourceRefs.length]!),
    userFlows: userFlows.map((flow, i) => ({
      ...flow,
      sourceRefs: userFlows[(i + 1) % userFlows.length]!.sourceRefs,
      steps: flow.steps.map((step) => {
        at += 5
        return { ...steps[at % steps.length]!, id: step.id, componentId: components[at % components.length]!.id }
      }),
    })),
    dataModel: {
      entities: entities.map((entity, i) => ({
        ...entity,
        sourceRefs: entities[(i + 1) % entities.length]!.sourceRefs,
        attributes: entities[(i + 1) % entities.length]!.attributes,
      })),
    },
  }
}

/** Names and steps with letters swapped, actors that differ by a slip, and half of the structure gone. */
function salad(intent: Intent): Intent {
  const slip = (text: string) =>
    text.replaceAll(/\b([a-zA-Z]{2})([a-z])([a-z])([a-z]+)\b/g, (word, a: string, b: string, c: string, rest: string) =>
      word.length > 5 ? a + c + b + rest : word,
    )
  const mixed = shuffled(intent)
  return {
    ...mixed,
    goals: mixed.goals.map(slip),
    userFlows: mixed.userFlows.map((flow, i) => ({
      ...flow,
      name: slip(flow.name),
      actor: i % 2 === 0 ? slip(flow.actor) : flow.actor,
      steps: flow.steps.slice(0, 2).map((step) => ({ ...step, action: slip(step.action) })),
    })),
    components: mixed.components.map((component) => ({
      ...component,
      name: slip(component.name),
      description: slip(component.description),
    })),
    interactions: mixed.interactions.map((interaction) => ({
      ...interaction,
      trigger: slip(interaction.trigger),
      response: slip(interaction.response),
    })),
  }
}

test('hand-made designs stand above shuffled ones, and these above salads, by ten points each', () => {
  const score = (make: (intent: Intent) => Intent) =>
    features.map(({ intent }) => critique(make(intent))).map(({ overall, uncapped }) => uncapped ?? overall)
  const [hand, mixed, mess] = [score((intent) => intent), score(shuffled), score(salad)] as const
  console.log(
    `hand-made ${(mean(hand) / 100).toFixed(2)}, shuffled ${(mean(mixed) / 100).toFixed(2)}, salad ${(mean(mess) / 100).toFixed(2)}`,
  )
  expect(mean(hand) - mean(mixed)).toBeGreaterThanOrEqual(1000)
  expect(mean(mixed) - mean(mess)).toBeGreaterThanOrEqual(1000)
})

test('words of the text in any order are no sentence', () => {
  const scrambled = changed('library-loans', ({ userFlows }) => {
    for (const { steps } of userFlows) for (const step of steps) step.action = step.action.replace(/^(\S+) (.*)\.$/, 'The of $2 must $1.')
  })
  const { dimensions, findings } = critique(scrambled)
  expect(findings.map(({ ruleId }) => ruleId)).toContain('clarity.scrambled')
  expect(dimensions.clarity).toBeLessThan(good.get('library-loans')!.dimensions.clarity / 2)
})

test('a design with 8 of 9 components gone, and what hung on them, passes no gate', () => {
  for (const { id } of features.slice(0, 6)) {
    const { overall } = critique(changed(id, (intent) => (intent.components = intent.components.slice(0, 1))))
    expect(overall, id).toBeLessThanOrEqual(hardCap)
  }
})

describe('an empty section', () => {
  const empty = (id: string, sources?: (text: string) => boolean) =>
    changed(id, (intent) => {
      intent.interactions = []
      if (!sources) return
      const kept = new Set(intent.sources.filter(({ text }) => sources(text)).map((source) => source.id))
      const only = <T>(refs: T[]) => refs.filter((ref) => kept.has(ref as string))
      intent.sources = intent.sources.filter((source) => kept.has(source.id))
      intent.goalSourceRefs = intent.goalSourceRefs.map(only)
      for (const traced of [...intent.userFlows, ...intent.dataModel.entities]) traced.sourceRefs = only(traced.sourceRefs)
    })
  const hard = (intent: Intent) => critique(intent).findings.filter((finding) => finding.ruleId === 'completeness.empty-section')
  const plain = (text: string) => !/\b(?:if|when|while|until|unless|before|after|once|except|only|but)\b/i.test(text)

  test('is hard where the text says what belongs there, and else an open point', () => {
    expect(hard(empty('table-booking'))).toMatchObject([{ pointer: '/interactions', hard: true }])
    const [open, ...more] = hard(empty('table-booking', plain))
    expect([open!.pointer, open!.hard, more]).toEqual(['/interactions', undefined, []])
    expect(open!.points).toBeGreaterThan(0)
  })

  test('is hard where something stands in its place that says nothing', () => {
    const echo = empty('table-booking', plain)
    echo.interactions = [{ id: 'echo', trigger: 'Guest books', response: 'Guest books', componentId: echo.components[0]!.id }]
    expect(hard(echo)).toMatchObject([{ pointer: '/interactions', hard: true }])
  })

  test('with 8 of 9 components gone stays far below every threshold', () => {
    for (const { id } of features.slice(0, 8)) {
      const rest = empty(id, plain)
      rest.components = rest.components.slice(0, 1).map((component) => ({ ...component, children: [] }))
      for (const flow of rest.userFlows) flow.steps = flow.steps.filter(({ componentId }) => componentId === rest.components[0]!.id)
      rest.userFlows = rest.userFlows.filter(({ steps }) => steps.length > 0)
      expect(critique(rest).overall, id).toBeLessThan(hardCap)
    }
  })
})

describe('the id of a finding', () => {
  const bare = changed('table-booking', (intent) => {
    intent.interactions = []
    intent.components = []
    intent.dataModel.entities.push({ ...intent.dataModel.entities[0]!, attributes: [] })
  })

  test('names one place', () => {
    for (const intent of [bare, ...features.map((feature) => feature.intent)]) {
      const { findings } = critique(intent)
      const places = Map.groupBy(findings, ({ id }) => id)
      for (const [id, same] of places) expect(new Set(same.map(({ pointer }) => pointer)).size, id).toBe(1)
    }
  })

  test('stays while flows move and steps are numbered again', () => {
    const moved = structuredClone(bare)
    moved.userFlows.reverse()
    for (const [i, flow] of moved.userFlows.entries()) {
      flow.id = `flow-${i}`
      for (const [j, step] of flow.steps.entries()) step.id = `step-${i}-${j}`
    }
    const ids = (intent: Intent) =>
      critique(intent)
        .findings.filter(({ pointer }) => pointer.startsWith('/userFlows/'))
        .map(({ id }) => id)
    expect(ids(moved).toSorted()).toEqual(ids(bare).toSorted())
  })
})

test('a source that does not exist, or a place beyond its text, is a dangling reference wherever it is named', () => {
  const found = critique(
    changed('table-booking', (intent) => {
      const [first] = intent.sources
      intent.userFlows[0]!.steps[0]!.sourceRefs = ['nowhere']
      intent.interactions[0]!.sourceRefs = [{ id: first!.id, start: 0, end: 9999 }]
    }),
  ).findings.filter(({ hard }) => hard)
  expect(found.map(({ ruleId, pointer }) => [ruleId, pointer])).toEqual([
    ['coherence.unknown-source', '/userFlows/0/steps/0/sourceRefs/0'],
    ['coherence.unknown-place', '/interactions/0/sourceRefs/0'],
  ])
})

test('a statement quoted whole as a step costs nothing', () => {
  for (const { id, intent } of features.slice(0, 8)) {
    const after = critique(
      changed(id, (copy) => {
        const flow = copy.userFlows[0]!
        const source = copy.sources.find((each) => each.id === flow.sourceRefs[0])!
        flow.steps.push({ ...flow.steps.at(-1)!, id: 'quoted', action: source.text })
      }),
    )
    const at = `/userFlows/0/steps/${intent.userFlows[0]!.steps.length}/action`
    expect(
      after.findings.filter(({ pointer }) => pointer === at),
      id,
    ).toEqual([])
  }
})

describe('an answer put together from several statements, word for word', () => {
  const statements = [
    'WHEN no loans are recorded, the system shall display a total of zero',
    'WHEN the librarian clears a loan',
    'THEN the loan becomes neutral (note kept, no active status)',
    'THEN the counter decrements (neutral does not count as done)',
    'the loan is closed unless a fine is open',
  ]
  const hard = (trigger: string, response: string, ids: string[]) =>
    critique(
      changed('library-loans', (intent) => {
        intent.sources.push(...statements.map((text, i) => ({ id: `q${i}`, text })))
        intent.interactions.push({ ...intent.interactions[0]!, id: 'quoted', trigger, response, sourceRefs: ids })
      }),
    ).findings.filter((found) => found.hard && found.pointer.startsWith('/interactions/'))
  const both = `${statements[2]}, ${statements[3]}`

  test.each<[string, string, string, string[]]>([
    ['its condition stands in the trigger', 'WHEN no loans are recorded', 'the system shall display a total of zero', ['q0']],
    ['two statements in a row', statements[1]!, both, ['q1', 'q2', 'q3']],
  ])('is faithful: %s', (_, trigger, response, ids) => {
    expect(hard(trigger, response, ids)).toEqual([])
  })

  test.each<[string, string, string, string[]]>([
    ['the exception is left out', statements[1]!, 'the loan is closed', ['q4']],
    ['a denial is left out', statements[1]!, both.replace('does not count', 'counts'), ['q1', 'q2', 'q3']],
  ])('is turned where %s', (_, trigger, response, ids) => {
    expect(hard(trigger, response, ids)).toHaveLength(1)
  })
})

test.each([
  ['Timers', 0],
  ['Unauthenticated visitors', 0],
  ['productId times', 0],
  ['Delimiters', 0],
  ['Tmies', 1],
])('a name with the word %s has %i typing errors', (name, count) => {
  const { findings } = critique(
    changed('library-loans', (intent) => {
      intent.sources.push({ id: 'near', text: 'Authenticated visitors see the times, products and delimited notes.' })
      intent.components[0]!.name = name
    }),
  )
  expect(findings.filter(({ ruleId }) => ruleId === 'clarity.misspelt').length).toBe(count)
})

test("a number of its own cell beside a story is the team's estimate", () => {
  const story = 'US3 | As a member I want to renew a loan so that I can read on'
  const dropped = (text: string) =>
    critique(
      changed('library-loans', (intent) => {
        intent.sources.push({ id: 'row', text })
        intent.userFlows[0]!.steps.push({ ...intent.userFlows[0]!.steps[0]!, id: 'row', action: story, sourceRefs: ['row'] })
      }),
    ).findings.filter(({ ruleId, source }) => ruleId === 'completeness.dropped-number' && source?.id === 'row').length
  expect(dropped(`${story} | 5`)).toBe(0)
  expect(dropped(`${story} for 5 days`)).toBe(1)
})

describe('dismissing', () => {
  const turned = changed('table-booking', (intent) => plant(intent, /cancel a booking/, 'Guest cannot cancel the booking with its code.'))
  const before = critique(turned)
  const hard = before.findings.find((finding) => finding.hard)!

  test('lifts the cap, costs nothing and stays visible with its reason', () => {
    const after = critique(turned, { dismissals: [{ finding: hard.id, reason: 'agreed on the phone', by: 'ann' }] })
    expect(before.overall).toBe(hardCap)
    expect(after.overall).toBeGreaterThan(9000)
    expect(after.dismissed).toMatchObject([{ id: hard.id, ruleId: 'coherence.turned', reason: 'agreed on the phone', by: 'ann' }])
    expect(after.findings.map(({ id }) => id)).not.toContain(hard.id)
  })

  test('a dismissal of something else changes nothing', () => {
    expect(critique(turned, { dismissals: [{ finding: 'turned-000000', reason: 'no', by: 'ann' }] })).toEqual(before)
  })

  test('a finding names statement, place, expected and found', () => {
    const source = turned.sources.find(({ id }) => id === hard.source!.id)!
    expect(source.text.slice(hard.source!.start, hard.source!.end)).toBe('cancel')
    expect([hard.expected, hard.found]).toEqual(['cancel booking', 'not cancel booking'])
  })
})

test('critique.json is written in the scale of state.json and read back in hundredths', () => {
  const judged = good.get('bike-repair')!
  const written = JSON.parse(critiqueText(judged)) as { overall: number; dimensions: Record<string, number> }
  expect(written.overall).toBe(judged.overall / 100)
  expect(Math.max(...Object.values(written.dimensions))).toBeLessThanOrEqual(100)
  expect(readCritique(critiqueText(judged))).toEqual(judged)
})

test.each([
  ['due date', 'yes/no'],
  ['due date', 'text'],
  ['price', 'date'],
  ['email', 'date'],
  ['is active', 'money'],
  ['quantity', 'text'],
  ['order number', 'yes/no'],
  ['name', 'date'],
  ['approved', 'money'],
])('%s is no %s', (name, type) => {
  expect(misfit(name, type)).not.toBeNull()
})

describe('a field that the text describes', () => {
  const text =
    '# Clinic\n\n| Entity | Field | Type | Required |\n|---|---|---|---|\n| Visit | start | date | yes |\n| Visit | remark | text | no |\n\n- The clerk enters a visit.\n- The clerk prints the visit.\n- The doctor reads the visit.\n'
  const made = outlineIntent('clinic', text)
  if ('missing' in made) throw new Error('no design')
  const rulesWith = (change: Partial<Intent['dataModel']['entities'][number]['attributes'][number]>) => {
    const intent = structuredClone(made.intent)
    Object.assign(intent.dataModel.entities[0]!.attributes[0]!, change)
    return critique(intent).findings.filter(({ ruleId }) => /^data\.(?:type-misfit|requiredness)$/.test(ruleId))
  }

  test('has the type and the requiredness the text gives it', () => {
    expect(rulesWith({})).toEqual([])
    expect(rulesWith({ type: 'text' })).toMatchObject([{ ruleId: 'data.type-misfit', pointer: '/dataModel/entities/0/attributes/0/type' }])
    expect(rulesWith({ required: false })).toMatchObject([
      { ruleId: 'data.requiredness', pointer: '/dataModel/entities/0/attributes/0/required' },
    ])
  })
})

test('types of the good designs fit their names', () => {
  const wrong = features.flatMap(({ intent }) =>
    intent.dataModel.entities.flatMap(({ attributes }) =>
      attributes.filter(({ name, type }) => misfit(name, type)).map(({ name, type }) => `${name}: ${type}`),
    ),
  )
  expect(wrong).toEqual([])
})

test.each(['Monday', 'String', 'Minute'])('an entity %s is no thing', (name) => {
  const { findings } = critique(changed('table-booking', (intent) => (intent.dataModel.entities[0]!.name = name)))
  expect(findings.map(({ ruleId }) => ruleId)).toContain('data.not-a-thing')
})

describe('what a requirement is said by', () => {
  const made = outlineIntent(
    'docks',
    `# Docks

## Goals
- Cut the average waiting time of trucks from 95 to 30 minutes.

## Roles
- Carrier: books slots for its trucks
- Shift lead: closes docks

## Data
| Entity | Field | Type | Required |
|---|---|---|---|
| Booking | booking code | text, 8 characters | yes |
| Booking | state | open, occupied, closed | yes |
| Truck | licence plate | text | yes |
| Truck | arrival time | date and time | no |

Each booking refers to one truck.
A gate record shall contain the licence plate, the weight, the time and the name of the guard.

## Booking
- The carrier books a slot for a truck.
- The carrier cancels a booking.
- The shift lead closes a dock.
- The shift lead must not close a dock while it is occupied.
`,
  )
  if (!('intent' in made)) throw new Error(JSON.stringify(made))
  const { intent } = made
  const said = (change: (intent: Intent) => void = () => {}) => {
    const copy = structuredClone(intent)
    change(copy)
    const { findings } = critique(copy)
    return findings
      .filter(({ ruleId }) => /untraced|partly-said|unkept/.test(ruleId))
      .map(({ ruleId, evidence }) => `${ruleId.split('.')[1]}: ${evidence.slice(0, 24)}`)
  }

  test('an aim by the goal that quotes it, a field by its attribute, a relation by the relationship, a role by its actor', () => {
    expect(said()).toEqual([])
  })

  test('without the attribute, the relationship or the actor it is not', () => {
    const booking = ({ dataModel }: Intent) => dataModel.entities.find(({ name }) => name === 'Booking')!
    expect(said((copy) => booking(copy).attributes.splice(1, 1))).toContainEqual(expect.stringContaining('Booking | state'))
    expect(said((copy) => copy.dataModel.entities.forEach((entity) => (entity.relationships = [])))).toContainEqual(
      expect.stringContaining('Each booking refers'),
    )
    expect(said((copy) => (copy.actors = []))).toContainEqual(expect.stringContaining('Shift lead: closes'))
  })

  test('a demand that stands only among the goals is not done', () => {
    const only = (copy: Intent) => {
      for (const flow of copy.userFlows) flow.steps = flow.steps.filter(({ action }) => !action.includes('must not'))
      const { id, text } = copy.sources.find((source) => source.text.includes('must not'))!
      copy.goals.push(text)
      copy.goalSourceRefs.push([id])
    }
    expect(said(only)).toContainEqual(expect.stringContaining('partly-said: The shift lead must not'))
  })

  test.each([
    ['Booking: a booking must not be moved more than twice.', /^(?:untraced|partly-said): Booking: a/],
    ['licence plate: must not be shown to other carriers', /^(?:untraced|partly-said): licence plate: must/],
    ['Each booking refers to 3 trucks.', /^(?:untraced|partly-said): Each booking refers to 3/],
  ])('%s is more than a field or a relation', (text, finding) => {
    const added = said(({ sources, dataModel }) => {
      sources.push({ id: 'more', text })
      for (const entity of dataModel.entities) entity.sourceRefs?.push('more')
    })
    expect(added).toContainEqual(expect.stringMatching(finding))
  })

  test('fields that are listed need an entity that keeps half of them', () => {
    const record = ({ dataModel }: Intent) => dataModel.entities.find(({ name }) => name === 'Gate')!
    expect(said((copy) => record(copy).attributes.splice(3))).toEqual([])
    expect(said((copy) => record(copy).attributes.splice(1))).toEqual(['unkept-fields: A gate record shall cont'])
  })

  test('each open question costs the same, however long the text', () => {
    const ask = (count: number) =>
      critique({
        ...intent,
        questions: Array.from({ length: count }, (_, i) => ({ id: `q${i}`, about: '/goals', text: `What is ${i}?`, why: 'open' })),
      })
    expect(ask(0).dimensions.completeness - ask(3).dimensions.completeness).toBe(300)
  })
})
