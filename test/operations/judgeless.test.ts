// Which workflows offer a judge, and what a command reads before it knows what is asked.
import { expect, it } from 'vitest'
import { ownVerbs, verbsOf } from '../../src/operations/catalog.ts'
import { shipped } from '../../src/workflows/registry.ts'

it.each(Object.keys(shipped))('%s offers --judge with the verbs for any run exactly if one of its own takes a judge', async (name) => {
  const workflow = (await shipped[name]!.load()).default
  const own = await Promise.all(ownVerbs(workflow).map(async (verb) => (await verb.load()).default))
  const resume = await verbsOf(workflow)
    .find((verb) => verb.name === 'resume')!
    .load()
  expect('judge' in resume.default.input.shape).toBe(own.some(({ input }) => 'judge' in input.shape))
})
