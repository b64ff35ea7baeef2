// Findings become edits: a defect is planted in a good design, the critic finds it, and the next draft is better.
import { describe, expect, test } from 'vitest'
import { critique } from '../../../../src/workflows/design/critic/critic.ts'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import { draftIntent } from '../../../../src/workflows/design/draft/draft-intent.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'

const requirements = `# Boat hire

Each boat has a name, a price and a number of seats.
Guests search boats by price and number of seats.
Guests book a boat with a start date and an end date.
When a guest books a boat, the system sends a confirmation to the guest.
The skipper checks the boat and records damages with a date and a photo.
The skipper returns the boat to the harbour.
Guests pay the price of the booking by card.
The owner adds boats and sets the price of a boat.
`

function first(): Intent {
  const draft = draftIntent({ featureId: 'boats', requirements })
  if ('missing' in draft) throw new Error(JSON.stringify(draft.missing))
  return structuredClone(draft.intent)
}

function next(previous: Intent): Intent {
  const draft = draftIntent({ featureId: 'boats', requirements, previous, findings: critique(previous).findings })
  if ('missing' in draft) throw new Error(JSON.stringify(draft.missing))
  expect(validateIntent(draft.intent, 'boats')).toEqual([])
  return draft.intent
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the design has no such part')
  return value
}

/** Everything a reader of the design sees, but for the quoted requirements. */
function shown({ goals, userFlows, components, dataModel, interactions }: Intent): string[] {
  return [...goals, ...userFlows.flatMap((flow) => [flow.name, flow.actor, ...flow.steps.flatMap((step) => [step.action, ...step.entityRefs])]), ...components.flatMap((one) => [one.name, one.description, ...one.dataRefs]), ...dataModel.entities.flatMap((one) => [one.name, one.description, ...one.relationships.map(({ to }) => to)]), ...interactions.flatMap((one) => [one.trigger, one.response])]
}

const rules = (intent: Intent) => new Set(critique(intent).findings.map((finding) => finding.ruleId))

describe('a planted defect is found and repaired', () => {
  const defects: [string, string, (intent: Intent) => void][] = [
    ['a statement nothing says', 'completeness.untraced', (intent) => {
      for (const flow of intent.userFlows) {
        flow.steps = flow.steps.filter((step) => !/harbour/.test(step.action))
        flow.sourceRefs = flow.sourceRefs.filter((ref) => !/harbour/.test(intent.sources.find(({ id }) => id === ref)?.text ?? ''))
      }
      const gone = new Set(intent.sources.filter(({ text }) => /harbour/.test(text)).map(({ id }) => id))
      intent.goalSourceRefs = intent.goalSourceRefs.map((refs) => refs.filter((ref) => !gone.has(ref)))
      for (const entity of intent.dataModel.entities) entity.sourceRefs = entity.sourceRefs.filter((ref) => !gone.has(ref))
    }],
    ['a weak word', 'clarity.weak-word', (intent) => void (must(intent.components[0]).description = 'Lets the guest easily book various boats in a seamless way.')],
    ['a framework', 'agnosticism.framework-term', (intent) => void (must(intent.components[0]).description = 'Keeps every booked boat of the guest in PostgreSQL tables.')],
    ['an unreached view', 'coherence.unreached-view', (intent) => void intent.components.push({ id: 'lost', name: 'Lost view', type: 'view', description: 'Shows boats nobody ever gets to see.', children: [], dataRefs: [] })],
    ['an orphan component', 'coherence.orphan-component', (intent) => void intent.components.push({ id: 'lost', name: 'Lost box', type: 'control', description: 'Lets the guest press a box that is nowhere.', children: [], dataRefs: [] })],
    ['a repeated step', 'clarity.duplicate', (intent) => {
      const flow = must(intent.userFlows.find(({ steps }) => steps.length > 2))
      flow.steps.push({ ...must(flow.steps[0]), id: 'again' })
    }],
    ['a repeated goal', 'clarity.duplicate', (intent) => {
      intent.goals.push(must(intent.goals[0]))
      intent.goalSourceRefs.push(must(intent.goalSourceRefs[0]))
    }],
    ['a repeated interaction', 'clarity.duplicate', (intent) => void intent.interactions.push({ ...must(intent.interactions[0]), id: 'again' })],
    ['an entity the text does not know', 'data.untraced-entity', (intent) => void intent.dataModel.entities.push({ name: 'Spaceship', description: 'Keeps the orbit of each spaceship.', sourceRefs: [], attributes: [{ name: 'orbit', type: 'text', required: false }], relationships: [] })],
    ['an entity without attributes', 'data.no-attributes', (intent) => void intent.dataModel.entities.push({ name: 'Harbour', description: 'The harbour the skipper returns a boat to.', sourceRefs: intent.sources.filter(({ text }) => /harbour/.test(text)).map(({ id }) => id), attributes: [], relationships: [] })],
    ['an entity nothing uses', 'data.unused-entity', (intent) => void intent.dataModel.entities.push({ name: 'Card', description: 'Keeps the number of the card a guest pays with.', sourceRefs: intent.sources.filter(({ text }) => /card/.test(text)).map(({ id }) => id), attributes: [{ name: 'number', type: 'identifier', required: false }], relationships: [] })],
    ['a missing attribute', 'data.missing-attribute', (intent) => {
      for (const entity of intent.dataModel.entities) entity.attributes = entity.attributes.filter(({ name }) => name !== 'price')
    }],
    ['relations that contradict', 'data.contradictory-relation', (intent) => {
      const [a, b] = intent.dataModel.entities
      must(a).relationships = [{ to: must(b).name, kind: 'one-to-many' }]
      must(b).relationships = [{ to: must(a).name, kind: 'one-to-many' }]
    }],
    ['a flow of one step', 'coherence.no-walk', (intent) => {
      const flow = must(intent.userFlows[0])
      const step = must(flow.steps.pop())
      intent.userFlows.push({ ...flow, id: 'alone', name: 'Alone on the way', steps: [step] })
    }],
  ]

  test.each(defects)('%s', (_, rule, plant) => {
    const intent = first()
    const before = critique(intent).findings.filter((finding) => finding.ruleId === rule).length
    plant(intent)
    const harmed = critique(intent)
    expect(harmed.findings.filter((finding) => finding.ruleId === rule).length).toBeGreaterThan(before)
    const repaired = critique(next(intent))
    expect(repaired.findings.filter((finding) => finding.ruleId === rule).length).toBeLessThan(harmed.findings.filter((finding) => finding.ruleId === rule).length)
    expect(repaired.overall).toBeGreaterThan(harmed.overall)
  })

  test('a design with nothing found stays as it is', () => {
    const intent = first()
    const draft = draftIntent({ featureId: 'boats', requirements, previous: intent, findings: [] })
    expect(draft).toEqual({ intent })
  })

  test('another text starts a new design', () => {
    const intent = first()
    const draft = draftIntent({ featureId: 'boats', requirements: requirements.replace('Boat hire', 'Boats').replace('Guests pay the price of the booking by card.', 'Guests pay in cash.'), previous: intent, findings: [] })
    expect('intent' in draft && draft.intent.sources.some(({ text }) => text === 'Guests pay in cash.')).toBe(true)
  })

  test('revising never invents: what it adds to the data model are words of the text', () => {
    let intent = first()
    for (let round = 0; round < 4; round += 1) intent = next(intent)
    const words = requirements.toLowerCase()
    for (const entity of intent.dataModel.entities) for (const { name } of entity.attributes) for (const word of name.split(' ')) expect(words).toContain(word.replace(/s$/, ''))
  })

  test('a finding of an unknown rule, or one that points nowhere, changes nothing', () => {
    const intent = first()
    const findings = ['/nowhere', '/userFlows/99/steps/3/action', '', '/dataModel/entities/__proto__/attributes'].flatMap((pointer) => ['clarity.unheard-of', 'clarity.weak-word', 'clarity.duplicate', 'data.no-attributes'].map((ruleId) => ({ id: "finding-1", ruleId, dimension: 'clarity' as const, pointer, evidence: '', change: '"x" Merge it with /goals/77', points: 1 })))
    expect(draftIntent({ featureId: 'boats', requirements, previous: intent, findings })).toEqual({ intent })
  })
})

describe("a person's words", () => {
  function told(feedback: string[], previous: Intent = first()): Intent {
    const draft = draftIntent({ featureId: 'boats', requirements, previous, findings: [], feedback })
    if ('missing' in draft) throw new Error(JSON.stringify(draft.missing))
    expect(validateIntent(draft.intent, 'boats')).toEqual([])
    return draft.intent
  }

  test.each(['Rename Boat to Vessel', 'Please rename the "boat" to "vessel".', 'Use vessel instead of boat', 'Boat should be called vessel'])('%s', (words) => {
    const intent = told([words])
    expect(intent.dataModel.entities.map(({ name }) => name)).toContain('Vessel')
    for (const text of shown(intent)) expect(text).not.toMatch(/\bboats?\b/i)
    expect(critique(intent).findings.filter(({ ruleId }) => ruleId.startsWith('coherence.unknown'))).toEqual([])
  })

  test('removing a flow takes along the statements only it said', () => {
    const before = first()
    const gone = must(before.userFlows.at(-1))
    const after = told([`Remove the flow "${gone.name}"`], before)
    expect(after.userFlows.map(({ name }) => name)).not.toContain(gone.name)
    const elsewhere = new Set(before.userFlows.filter((flow) => flow !== gone).flatMap((flow) => flow.sourceRefs))
    for (const ref of gone.sourceRefs.filter((one) => !elsewhere.has(one))) expect(after.sources.map(({ id }) => id)).not.toContain(ref)
  })

  test('removing an attribute', () => expect(JSON.stringify(told(['Remove the photo']).dataModel)).not.toContain('"photo"'))

  test('what is neither becomes a statement that the design says', () => {
    const intent = told(['Guests can cancel a booking until the evening before.'])
    expect(intent.sources.at(-1)?.text).toBe('Guests can cancel a booking until the evening before.')
    expect(intent.userFlows.some(({ steps }) => steps.some(({ action }) => /cancels a booking/.test(action)))).toBe(true)
    expect(critique(intent).findings.filter(({ pointer }) => pointer === `/sources/${intent.sources.length - 1}/text`)).toEqual([])
  })

  test('a missing attribute can be asked for', () => {
    const boat = told(['Add a colour to the boat']).dataModel.entities.find(({ name }) => name === 'Boat')
    expect(boat?.attributes.map(({ name }) => name)).toContain('colour')
  })

  test('a missing flow can be asked for', () => {
    const intent = told(['Add a flow where the skipper reports a stolen boat to the owner'])
    expect(JSON.stringify(intent.userFlows)).toMatch(/report/)
    expect(intent.sources.at(-1)?.text).toMatch(/stolen boat/)
  })

  test('words of earlier rejections keep counting, each once', () => {
    const once = told(['Guests can rate a boat.'])
    const twice = told(['Guests can rate a boat.', 'Owners can answer a rating.'], once)
    expect(twice.sources.filter(({ text }) => text === 'Guests can rate a boat.')).toHaveLength(1)
    expect(twice.sources.at(-1)?.text).toBe('Owners can answer a rating.')
    expect(rules(twice)).not.toContain('coherence.unknown-source')
  })

  test('noise does no harm', () => {
    for (const words of ['', '???', 'no', '\u0000\uD800', 'x'.repeat(50_000), 'Rename  to ', 'Remove', 'Rename __proto__ to constructor', 'Remove (.*)+$']) expect(() => told([words])).not.toThrow()
  })
})
