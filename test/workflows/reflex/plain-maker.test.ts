// The simplest maker there is, a script that prints the artifact, drives a whole loop; and a loop for which nobody makes something is not started.
import { describe, expect, it } from 'vitest'
import history from '../../../src/operations/history.ts'
import list from '../../../src/operations/list.ts'
import clean from '../../../src/workflows/reflex/verbs/clean.ts'
import newLoop, { type NewInput } from '../../../src/workflows/reflex/verbs/new.ts'
import { evolution, openWorld, project } from '../../operations/support.ts'

const criteria = `type: docs
max_iterations: 3
rules:
  - { id: a.completeness.sections, description: Install and Usage are there, severity: fail, check: { kind: markdown.sections, required: [Install, Usage] } }
`
/** Prints a text with a link and braces; a second section only when asked to refine. */
const script = `let prompt = ''
process.stdin.on('data', (part) => (prompt += part)).on('end', () => {
  console.log('# Tool\\n\\n## Install\\n\\nSee [the list](#list) and { "this": 1 }.')
  if (prompt.startsWith('REFINE')) console.log('\\n## Usage\\n\\nRun it.')
})
`
const start = async (maker: string[], more: Partial<NewInput> = {}) => {
  const at = project({ 'criteria.yaml': criteria, 'maker.mjs': script })
  const world = openWorld(at)
  return { at, world, report: await newLoop.run({ task: 'Write it', alias: 'tool', criteria: 'criteria.yaml', maker, ...more }, world) }
}
const program = `command:"${process.execPath}" maker.mjs`

describe('a maker that only prints the artifact', () => {
  it('passes a loop, and each step that was answered for it is said', async () => {
    const { at, world, report } = await start([program])
    expect(report).toMatchObject({ status: 'completed', reason: 'threshold_reached' })
    expect(at.read(`${evolution}/tool/artifact.md`)).toContain('## Usage')
    const told = JSON.stringify(await history.run({ run: 'tool', all: true }, world))
    expect(told).toContain('the built-in plan is used')
    expect(told).toContain('the built-in critique is used')
    // Its forecasts are its own, not those of the program that was asked.
    expect(await list.run({}, world)).toMatchObject({ runs: [{ forecasts: { builtin: { fixes: 1, fixesCame: 1 } } }] })
  })

  it('is enough for produce and refine alone', async () => {
    const { report } = await start([`produce=${program}`, `refine=${program}`])
    expect(report).toMatchObject({ status: 'completed' })
  })
})

it('a script cleans without a person by saying --yes, and not without', async () => {
  const { world } = await start([program])
  await expect(clean.run({ run: 'tool' }, world)).rejects.toMatchObject({ code: 'needs_person', fix: expect.stringContaining('--yes') })
  expect(await clean.run({ run: 'tool', yes: true }, world)).toEqual({ deleted: ['tool'], kept: [] })
})

describe('a loop that lacks a maker', () => {
  it.each([
    [[`produce=${program}`], /no maker for refine/],
    [[`refine=${program}`, 'produce=builtin'], /no maker for produce/],
    [['plan=builtin'], /no maker for produce and refine/],
  ])('%s is refused before it starts, with the role and the flag', async (maker, message) => {
    const at = project({ 'criteria.yaml': criteria, 'maker.mjs': script })
    const world = openWorld(at)
    const refused = newLoop.run({ task: 'Write it', criteria: 'criteria.yaml', maker }, world)
    await expect(refused).rejects.toMatchObject({
      code: 'maker',
      message: expect.stringMatching(message),
      fix: expect.stringContaining('--maker '),
    })
    expect(await world.store.list()).toEqual([])
  })
})
