// Design folders that came without a journal.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import list from '../../src/operations/list.ts'
import show from '../../src/operations/show.ts'
import status from '../../src/operations/status.ts'
import verify from '../../src/operations/verify.ts'
import { type Project, booking, newProject } from '../workflows/design/project.ts'

let project: Project
let elsewhere: Project
beforeEach(async () => {
  elsewhere = newProject()
  await elsewhere.start({ maker: elsewhere.script([booking.intent]), threshold: 85 })
  project = newProject()
})
afterEach(() => {
  project.remove()
  elsewhere.remove()
})

/** The folder as a repository carries it: without .whetstone/. */
function bring(): void {
  mkdirSync(join(project.root, 'features'))
  cpSync(join(elsewhere.root, 'features'), join(project.root, 'features'), { recursive: true })
}

function changeState(change: (state: Record<string, unknown>) => void): void {
  const path = project.path('state.json')
  const state = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  change(state)
  writeFileSync(path, JSON.stringify(state, null, 2))
}

async function look<T>(operation: { run(input: never, world: ReturnType<Project['world']>): Promise<T> }, input: object): Promise<T> {
  const world = project.world()
  return operation.run(input as never, world).finally(() => world.close())
}

describe('a folder without a journal', () => {
  test('is listed and shown as it is', async () => {
    bring()
    expect((await look(list, {})).runs).toMatchObject([
      { name: 'table-booking', workflow: 'design', status: 'CANDIDATE', score: 100, scale: 100 },
    ])
    expect((await look(show, { run: 'table-booking' })).artifact?.text).toBe(elsewhere.read('intent.json'))
  })

  test('is not designed over', async () => {
    bring()
    await expect(project.start()).rejects.toThrow('a design of table-booking already exists, but this project has no journal of it')
    expect(project.read('intent.json')).toBe(elsewhere.read('intent.json'))
  })

  test('is taken over by resume: scored again, decided here, other fields kept', async () => {
    bring()
    changeState((state) => Object.assign(state, { reviewer: 'Ann', score: 12 }))
    const report = await project.resume()
    expect(report).toMatchObject({ at: 'gate', status: 'CANDIDATE' })
    expect(project.state()).toMatchObject({ state: 'CANDIDATE', score: 100, threshold: 85, reviewer: 'Ann' })
    expect((await project.answer('reject', 'Say who cooks.')).status).toBe('CANDIDATE')
    expect((await project.answer('approve')).status).toBe('FROZEN')
  })

  test.each(['featureId', 'state', 'iteration', 'maxIterations', 'threshold', 'scoreHistory', 'history'])(
    'DE-021 without the field %s it is not taken over',
    async (field) => {
      bring()
      changeState((state) => Reflect.deleteProperty(state, field))
      await expect(project.resume()).rejects.toThrow(`state.json of table-booking lacks ${field}`)
    },
  )

  test.each([
    ['no state of ours', { state: 'PERFECT' }, 'has the state "PERFECT"'],
    ['another feature', { featureId: 'payment' }, 'names the feature "payment"'],
    ['a threshold nobody may set', { threshold: 12 }, 'has the threshold 12'],
    ['an odd count', { iteration: -1 }, 'counts iterations as [-1,10]'],
  ])('that names %s is not taken over', async (_, fields, why) => {
    bring()
    changeState((state) => Object.assign(state, fields))
    await expect(project.resume()).rejects.toThrow(why)
  })

  test('whose intent is no intent is FAILED, and says why', async () => {
    bring()
    project.write('intent.json', '{}')
    await expect(project.resume()).rejects.toThrow('table-booking is FAILED (imported)')
    expect(project.said.join('\n')).toContain("its intent can't be used")
  })

  test('that is frozen stays frozen if it can be checked, and fails if not', async () => {
    await elsewhere.answer('approve')
    bring()
    await expect(project.resume()).rejects.toThrow('table-booking is FROZEN')
    expect((await look(verify, { run: 'table-booking' })).ok).toBe(true)
    rmSync(join(project.root, '.whetstone'), { recursive: true })
    const path = project.path('final/intent.json')
    const text = readFileSync(path, 'utf8')
    rmSync(path)
    writeFileSync(path, text.replace('Guest', 'Ghost'))
    await project.resume().catch(() => {})
    await look(status, { run: 'table-booking' })
    expect(project.state()).toMatchObject({ state: 'FAILED', integrityViolation: expect.anything() })
  })
})
