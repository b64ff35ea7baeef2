// What the dashboard does for a person, called directly: when the caller is told, what goes to the caller and what to the run's page, and that nothing else is decided or written.
import { describe, expect, it } from 'vitest'
import show from '../../../src/operations/show.ts'
import status from '../../../src/operations/status.ts'
import { Fault } from '../../../src/schema/fault.ts'
import { Acts } from '../../../src/surfaces/web/acts.ts'
import type { Said, Trouble } from '../../../src/surfaces/web/document.ts'
import type { RunIndex } from '../../../src/surfaces/web/run-index.ts'
import designNew from '../../../src/workflows/design/verbs/new.ts'
import type { World } from '../../../src/operations/world.ts'
import type { WorldOptions } from '../../../src/runtime/create-world.ts'
import { type Project, type Says, criteria, later, makerWorld, openWorld, project, run, says, steady } from '../../operations/support.ts'
import { requirements } from './project.ts'

/** What is told to the run's page is kept, and which worlds are still open. */
function acting(at: Project, open: (options: WorldOptions) => World) {
  const touched: { run: string; trouble: Trouble | null | undefined }[] = []
  const left = new Set<World>()
  const world = openWorld(at)
  const acts = new Acts({
    world,
    index: { touch: async (name: string, trouble?: Trouble | null) => void touched.push({ run: name, trouble }) } as unknown as RunIndex,
    openWorld: (options) => {
      const made = open(options)
      left.add(made)
      const { close } = made
      return Object.assign(made, { close: async () => (left.delete(made), close()) })
    },
  })
  later(() => acts.close())
  const shown = (name: string) => run({ default: show }, { run: name }, world)
  return { acts, world, touched, left, shown }
}

const quiet = (left: ReadonlySet<unknown>) => expect.poll(() => left.size, { timeout: 30_000 }).toBe(0)
const journal = (at: Project, name: string) => at.read(`.whetstone/runs/${name}/journal.jsonl`).replaceAll('\0', '')

async function design() {
  const at = project()
  await designNew.run({ feature: 'order-tracking', requirements }, openWorld(at))
  const acted = acting(at, (options) => openWorld(at, options))
  const { run: name, gate } = await acted.shown('order-tracking')
  const said: Said = { gate: gate!.key, hash: gate!.decides!.hash, choice: 'reject', text: 'Customers must confirm the cancellation.' }
  return { at, name, said, phrase: gate!.decides!.phrase, ...acted }
}

describe('answering', () => {
  it('is told once it is recorded, and the run then goes on to its next question', async () => {
    const { at, acts, name, said, touched, left, shown } = await design()
    expect(await acts.answer(name, said)).toBe(name)
    expect(journal(at, name)).toContain('Customers must confirm the cancellation.')
    await quiet(left)
    expect((await shown(name)).versions).toHaveLength(2)
    expect(touched).toContainEqual({ run: name, trouble: null }) // an earlier trouble is over
    expect(touched.filter(({ trouble }) => trouble)).toEqual([])
  })

  it('with the phrase decides, whose words may be another way of writing it', async () => {
    const { at, acts, name, said, phrase, left } = await design()
    await acts.answer(name, { gate: said.gate, hash: said.hash, choice: 'approve', phrase: phrase.toUpperCase() })
    await quiet(left)
    expect(at.has('features/order-tracking/design/final/FROZEN.md')).toBe(true)
  })

  it.each<[string, Partial<Said>, string, RegExp]>([
    ['another question than the one that is open', { gate: 'approve:9' }, 'conflict', /the question has changed; nothing was decided/],
    ['another design than the one that was shown', { hash: 'a'.repeat(64) }, 'conflict', /the question has changed/],
    ['no design where one is decided', { hash: null }, 'conflict', /the question has changed/],
    ['a choice without its words', { text: ' \n' }, 'usage', /"reject" needs/],
    ['a choice that is none', { choice: 'freeze' }, 'refused', /freeze/],
    ['other words than the phrase', { choice: 'approve', phrase: 'yes' }, 'refused', /./],
    ['no phrase', { choice: 'approve' }, 'refused', /./],
  ])('%s is refused to whoever asked, and nothing is recorded', async (_, change, code, message) => {
    const { at, acts, name, said, touched, left } = await design()
    const before = journal(at, name)
    await expect(acts.answer(name, { ...said, ...change })).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    await quiet(left)
    expect(journal(at, name)).toBe(before)
    expect(touched).toEqual([])
  })

  it('that is recorded stays so when the run cannot go on, which its page then says', async () => {
    const { at, name, said } = await design()
    const makers = async () => Promise.reject(new Fault('untrusted', 'whetstone.yaml is not trusted', { fix: 'Say `whet trust`.' }))
    const { acts, touched, left } = acting(at, (options) => Object.assign(openWorld(at, options), { makers }))
    expect(await acts.answer(name, said)).toBe(name)
    await quiet(left)
    expect(touched.at(-1)).toEqual({ run: name, trouble: { message: 'whetstone.yaml is not trusted', fix: 'Say `whet trust`.' } })
    expect(journal(at, name)).toContain('Customers must confirm the cancellation.')
  })
})

/** A loop that was left at its first step, and whose maker then rests until it is let go. */
async function paused() {
  const at = project({ 'criteria.json': criteria([says('a.correctness.word', 'word')]) })
  const makes = steady(['```md file=TIDY.md\nword\n```\n'])
  const leave = new AbortController()
  const world = makerWorld(at, (request) => (leave.abort(), makes(request)), { signal: leave.signal })
  const given = { task: 'Write a greeting', criteria: 'criteria.json', alias: 'greeting', allowMakerChecks: true }
  const { run: name } = await run(await import('../../../src/workflows/reflex/verbs/new.ts'), given, world)
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const resting: Says = async (request) => {
    const left = new Promise((resolve) => request.signal.addEventListener('abort', resolve))
    if (request.role === 'produce') await Promise.race([held, left])
    return makes(request)
  }
  return { at, name, go: () => go(), ...acting(at, (options) => makerWorld(at, resting, options)) }
}

describe('going on and leaving', () => {
  it('is told as begun while the maker still works, and ends by itself', async () => {
    const { acts, name, go, left, touched, shown } = await paused()
    expect(await acts.resume(name)).toBe(name)
    expect(left.size).toBe(1)
    expect(touched.filter(({ trouble }) => trouble === null)).toEqual([{ run: name, trouble: null }])
    go()
    await quiet(left)
    expect((await shown(name)).card).toContain('Passed: threshold_reached')
    await expect(acts.resume(name)).rejects.toMatchObject({ message: expect.stringContaining('completed') }) // at once, so to the caller
    expect(touched.filter(({ trouble }) => trouble)).toEqual([])
  })

  it('leaves a run that can be continued when the server closes', async () => {
    const { acts, name, left, world } = await paused()
    await acts.resume(name)
    await acts.close()
    expect(left.size).toBe(0)
    expect(await run({ default: status }, { run: name }, world)).toMatchObject({
      runs: [{ run: name, status: 'running', stage: 'working' }],
    })
  })

  it('stops a run for the reason that is given, and none that has ended', async () => {
    const { acts, name, left, shown } = await paused()
    expect(await acts.stop(name, 'good enough')).toBe(name)
    await quiet(left)
    expect((await shown(name)).card).toContain('good enough')
    await expect(acts.stop(name, 'again')).rejects.toMatchObject({ code: 'refused' })
    await expect(acts.stop('nothing-here', '')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('applying', () => {
  it('writes what was shown and nothing else', async () => {
    const { at, acts, name, go, left } = await paused()
    await acts.resume(name)
    go()
    await quiet(left)
    const plan = await acts.apply(name, null)
    expect(plan).toMatchObject({ files: [{ path: 'TIDY.md', is: 'new' }], written: false, seen: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(at.has('TIDY.md')).toBe(false)
    at.write('TIDY.md', 'by hand\n') // since it was shown
    await expect(acts.apply(name, plan.seen)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('nothing was written'),
    })
    expect(at.read('TIDY.md')).toBe('by hand\n')
    const now = await acts.apply(name, null)
    expect(now.files).toMatchObject([{ path: 'TIDY.md', is: 'changed', patch: expect.stringContaining('-by hand\n+word') }])
    expect(now.seen).not.toBe(plan.seen)
    expect(await acts.apply(name, now.seen)).toMatchObject({ written: true })
    expect(at.read('TIDY.md')).toBe('word\n')
    expect((await acts.apply(name, null)).files).toMatchObject([{ path: 'TIDY.md', is: 'same' }])
    expect(left.size).toBe(0)
  })
})

describe('starting', () => {
  it('is told once the run is there, which then waits at its question', async () => {
    const at = project()
    const { acts, left, shown } = acting(at, (options) => openWorld(at, options))
    const name = await acts.start('design', { name: 'order-tracking', text: requirements })
    expect(name).toBe('design-order-tracking')
    await quiet(left)
    expect((await shown(name)).gate).not.toBeNull()
    await expect(acts.again(name)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('command line') })
    expect(left.size).toBe(0)
  })

  it.each([
    ['dishes', {}, 'not_found', /can't be started in the browser/],
    ['lessons', {}, 'not_found', /can't be started in the browser/],
    ['reflex', { text: 'x', iterations: 'many' }, 'usage', /^maxIterations: /],
  ])('%s with %j is refused before anything is opened', async (workflow, fields, code, message) => {
    const at = project()
    const { acts, left } = acting(at, () => expect.fail('a world was opened'))
    await expect(acts.start(workflow, fields as unknown as Record<string, string>)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    expect(left.size).toBe(0)
    expect(at.has('.whetstone')).toBe(false)
  })

  it('asks what a form leaves open, and nothing of a workflow that asks nothing', async () => {
    const at = project()
    const { acts, left } = acting(at, (options) => openWorld(at, options))
    const asked = await acts.questions('design', { name: 'fast', text: 'Customers can see their orders. It must be fast.' })
    expect(asked.map(({ text }) => text).join('\n')).toContain('fast')
    expect(await acts.questions('reflex', { text: 'x' })).toEqual([])
    expect(left.size).toBe(0)
  })
})
