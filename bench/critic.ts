// Times the design critic: one intent of 1 MB, 1,000 small ones, and whether the cost per byte stays the same as a document grows.
import { critique } from '../src/workflows/design/critic/critic.ts'
import { validateIntent } from '../src/workflows/design/critic/validate.ts'
import type { Intent } from '../src/workflows/design/intent.ts'

const small = sample(1)
const kilobytes = (intent: Intent) => JSON.stringify(intent).length / 1000

function main() {
  const medium = ofSize(100_000)
  const large = ofSize(1_000_000)
  for (const intent of [small, medium, large]) {
    const problems = validateIntent(intent, intent.featureId)
    if (problems.length > 0) throw new Error(JSON.stringify(problems[0]))
  }
  for (let i = 0; i < 300; i++) critique(small)

  // The same bytes in ten documents and in one, in turns, so that garbage and noise fall on both.
  let tenTime = Infinity
  let largeTime = Infinity
  for (let round = 0; round < 8; round++) {
    tenTime = Math.min(
      tenTime,
      best(1, () => {
        for (let i = 0; i < 10; i++) critique(medium)
      }),
    )
    largeTime = Math.min(
      largeTime,
      best(1, () => critique(large)),
    )
  }
  const manyTime = best(3, () => {
    for (let i = 0; i < 1000; i++) critique({ ...small, featureId: `feature-${i}` })
  })
  console.log(
    `critique of one intent of ${kilobytes(large).toFixed(0)} kB: ${largeTime.toFixed(0)} ms (score ${(critique(large).overall / 100).toFixed(2)})`,
  )
  console.log(`critique of 1,000 intents of ${kilobytes(small).toFixed(1)} kB: ${manyTime.toFixed(0)} ms`)
  console.log(`cost per byte at 1 MB / at 100 kB: ${(largeTime / kilobytes(large) / (tenTime / (10 * kilobytes(medium)))).toFixed(2)}`)
}

function best(times: number, run: () => void): number {
  let least = Infinity
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

function ofSize(bytes: number): Intent {
  const one = JSON.stringify(sample(2)).length - JSON.stringify(sample(1)).length
  return sample(Math.ceil(bytes / one))
}

/** A design of so many alike departments, each with its own words, flows, components and data. */
function sample(departments: number): Intent {
  const intent: Intent = {
    schemaVersion: '1.0.0',
    featureId: 'bench',
    version: '1.0.0',
    sources: [],
    goals: [],
    goalSourceRefs: [],
    userFlows: [],
    components: [],
    dataModel: { entities: [] },
    interactions: [],
  }
  for (let i = 0; i < departments; i++) {
    const name = word(i)
    const entity = `${name[0]!.toUpperCase()}${name.slice(1)} order`
    intent.sources.push(
      { id: `s${i}-a`, text: `The ${name} clerk enters the date and the quantity of a ${name} order and sends the order to the depot.` },
      { id: `s${i}-b`, text: `The depot SHALL confirm the ${name} order within two days and print a label for each parcel.` },
    )
    if (i < 200) {
      intent.goals.push(`The ${name} clerk sends orders to the depot without paper.`)
      intent.goalSourceRefs.push([`s${i}-a`])
    }
    intent.userFlows.push({
      id: `flow-${i}`,
      name: `Send a ${name} order`,
      actor: `${name} clerk`,
      sourceRefs: [`s${i}-a`, `s${i}-b`],
      steps: [
        {
          id: `step-${i}-1`,
          action: `The ${name} clerk enters the date and the quantity of the order.`,
          componentId: `form-${i}`,
          entityRefs: [entity],
        },
        { id: `step-${i}-2`, action: `The ${name} clerk sends the order to the depot.`, componentId: `button-${i}`, entityRefs: [entity] },
        {
          id: `step-${i}-3`,
          action: `The depot confirms the ${name} order within two days.`,
          componentId: `page-${i}`,
          entityRefs: [entity],
        },
        { id: `step-${i}-4`, action: `The depot prints a label for each parcel.`, componentId: `page-${i}`, entityRefs: [entity] },
      ],
    })
    intent.components.push(
      {
        id: `page-${i}`,
        name: `${name} page`,
        type: 'view',
        description: `Page where the ${name} clerk writes orders and follows their way.`,
        children: [`form-${i}`, `button-${i}`],
        dataRefs: [],
      },
      {
        id: `form-${i}`,
        name: `${name} form`,
        type: 'container',
        description: `Groups the date and quantity fields of a ${name} order.`,
        children: [],
        dataRefs: [entity],
      },
      {
        id: `button-${i}`,
        name: `${name} button`,
        type: 'control',
        description: `Button that sends the ${name} order to the depot.`,
        children: [],
        dataRefs: [],
      },
    )
    intent.dataModel.entities.push({
      name: entity,
      description: `Goods that the ${name} department wants from the depot.`,
      sourceRefs: [`s${i}-a`],
      attributes: [
        { name: 'order number', type: 'identifier', required: true },
        { name: 'date', type: 'date', required: true },
        { name: 'quantity', type: 'number', required: true },
        { name: 'label', type: 'text', required: false },
      ],
      relationships: i > 0 ? [{ to: intent.dataModel.entities[i - 1]!.name, kind: 'one-to-many' }] : [],
    })
    intent.interactions.push({
      id: `on-${i}`,
      trigger: `The ${name} clerk sends an order without a date.`,
      response: `The form marks the date field of the ${name} order.`,
      componentId: `button-${i}`,
    })
  }
  return intent
}

/** A word of its own for every number. */
function word(i: number): string {
  const syllables = ['ba', 'do', 'fi', 'gu', 'ka', 'lo', 'mi', 'nu', 'pa', 'ro']
  return [...String(i + 10)].map((digit) => syllables[Number(digit)]).join('') + 'n'
}

main()
