// Before the first iteration a person is asked what the text leaves open; what they answer is part of the requirements from then on.
import { afterEach, beforeEach, expect, test } from 'vitest'
import newOperation from '../../../../src/workflows/design/verbs/new.ts'
import type { Person } from '../../../../src/operations/world.ts'
import { createWorld } from '../../../../src/runtime/create-world.ts'
import { type Project, newProject } from '../project.ts'

let project: Project
beforeEach(() => {
  project = newProject()
})
afterEach(() => project.remove())

const requirements =
  'The driver starts a session with a car.\nThe driver ends a session.\nWhen a session ends, the system charges the driver.\nThe driver sees every session.\n'

function start(person: Person | null, maker?: string[]) {
  const world = createWorld({ cwd: project.root, env: { PATH: process.env['PATH'] ?? '', HOME: project.root }, say: () => {}, person })
  return newOperation.run({ feature: 'parking', requirements, ...(maker && { maker }) }, world).finally(() => world.close())
}

function answering(answer: (question: string) => string): Person & { heard: string[] } {
  const heard: string[] = []
  return {
    heard,
    text: async (question) => (heard.push(question), answer(question)),
    confirm: async () => true,
    choose: async (_, choices) => choices[0]!.value,
    show: () => {},
  }
}

const intent = () =>
  JSON.parse(project.read('intent.json', 'parking')) as {
    sources: { text: string }[]
    dataModel: { entities: { name: string; attributes: { name: string }[] }[] }
    questions: { text: string }[]
  }

test('at a terminal the three most valuable questions are asked, and answers become sources', async () => {
  const person = answering((question) =>
    question.startsWith('What is kept about each session') ? 'a start time, an end time and a zone' : '',
  )
  await start(person)
  expect(person.heard.length).toBeGreaterThan(0)
  expect(person.heard.length).toBeLessThanOrEqual(3)
  const { sources, dataModel } = intent()
  expect(sources.at(-1)?.text).toBe('Q: What is kept about each session? A: a start time, an end time and a zone')
  expect(dataModel.entities.find(({ name }) => name === 'Session')?.attributes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['start time', 'end time', 'zone']),
  )
  expect(project.events('parking').filter(({ type }) => type === 'moved')[0]?.data).toMatchObject({ from: 'IDLE' })
})

test('empty answers leave the requirements as they are; without a person nothing is asked, and the questions stand in intent.json', async () => {
  await start(answering(() => ''))
  expect(
    intent()
      .sources.map(({ text }) => text)
      .join('\n'),
  ).toBe(requirements.trim())
  expect(intent().questions.map(({ text }) => text)).toContain('What is kept about each session?')
})

test('a maker of one’s own is not spoken for', async () => {
  const person = answering(() => 'yes')
  await start(person, project.script([{ fail: { kind: 'exit', message: 'no' } }]))
  expect(person.heard).toEqual([])
})
