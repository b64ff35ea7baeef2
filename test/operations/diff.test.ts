// whet diff: two versions of what a run made, line by line; which two, and what is said when there are none.
import { applyPatch } from 'diff'
import { describe, expect, it } from 'vitest'
import answer from '../../src/operations/answer.ts'
import * as diff from '../../src/operations/diff.ts'
import type { World } from '../../src/operations/world.ts'
import auditNew from '../../src/workflows/audit/verbs/new.ts'
import designNew from '../../src/workflows/design/verbs/new.ts'
import { session } from '../e2e/dashboard-project.ts'
import { requirements } from '../surfaces/web/project.ts'
import { loop, openWorld, project, run, says, sha256, steady } from './support.ts'

const rules = [says('a.correctness.word', 'word')]
const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const [first, second] = [letters, letters.with(7, 'H')].map((all) => `${all.join('\n')}\n`) as [string, string]

/** Three versions, the last two alike. */
const threeVersions = async (where = project()) =>
  (await loop(where, { rules, makes: steady([first, second, second]), more: { max_iterations: 3 } })).world

const shown = async (input: object, world: World) => {
  const output = await run(diff, input, world)
  return { ...output, text: diff.default.text?.(output, input as never) }
}

const change = (from: number, to: number, lines: readonly string[]) =>
  [`--- version ${from} (iteration ${from})`, `+++ version ${to} (iteration ${to})`, '@@ -5,4 +5,4 @@', ...lines].join('\n')

describe('whet diff', () => {
  it.each<[string, object, [number, number], string]>([
    ['two that are named', { from: 1, to: 2 }, [1, 2], change(1, 2, [' e', ' f', ' g', '-h', '+H'])],
    ['two that are not neighbours', { from: 1, to: 3 }, [1, 3], change(1, 3, [' e', ' f', ' g', '-h', '+H'])],
    ['back in time', { from: 3, to: 1 }, [3, 1], change(3, 1, [' e', ' f', ' g', '-H', '+h'])],
    ['one and the last', { from: 1 }, [1, 3], change(1, 3, [' e', ' f', ' g', '-h', '+H'])],
    ['one and the one before it', { to: 2 }, [1, 2], change(1, 2, [' e', ' f', ' g', '-h', '+H'])],
    ['the last and the one before it, which are alike', {}, [2, 3], 'Versions 2 and 3 are the same.'],
    ['the first with itself: there is none before it', { to: 1 }, [1, 1], 'Versions 1 and 1 are the same.'],
  ])('compares %s', async (_, input, numbers, text) => {
    const output = await shown(input, await threeVersions())
    expect([output.from.number, output.to.number]).toEqual(numbers)
    expect([output.from, output.to].map(({ hash }) => hash)).toEqual(numbers.map((number) => sha256(number === 1 ? first : second)))
    expect(output.text).toBe(text)
    // What a program gets can be applied, also where people are told that nothing differs.
    const [from, to] = numbers.map((number) => (number === 1 ? first : second)) as [string, string]
    expect(applyPatch(from, output.patch)).toBe(to)
  })

  it.each([{ from: 4 }, { to: 4 }, { from: 4, to: 1 }])('refuses %j: there are three', async (input) => {
    await expect(shown(input, await threeVersions())).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/ has 3 versions; there is no version 4$/),
      fix: expect.stringContaining('whet history'),
    })
  })

  it.each([{ from: 0 }, { to: -1 }, { from: 1.5 }, { to: 'last' }])('takes %j for no version', (input) => {
    expect(diff.default.input.safeParse(input).success).toBe(false)
  })

  it('compares the run in progress unless another is named, and one of the workflow that is', async () => {
    const where = project()
    await threeVersions(where)
    const world = openWorld(where)
    await designNew.run({ feature: 'order-tracking', requirements }, world)
    expect((await shown({}, world)).run).toBe('design-order-tracking') // it waits
    expect((await shown({ workflow: 'reflex' }, world)).run).toMatch(/^greeting-/)
    expect((await shown({ run: 'greeting' }, world)).run).toMatch(/^greeting-/)
    await expect(shown({ run: 'greetign' }, world)).rejects.toThrow('did you mean "greeting"?')
    await expect(shown({ workflow: 'audit' }, world)).rejects.toThrow('there are no runs of audit yet')
  })

  it('compares the versions of a design, by what was asked of them', async () => {
    const world = openWorld(project())
    await designNew.run({ feature: 'order-tracking', requirements }, world)
    await run({ default: answer }, { run: 'order-tracking', choice: 'reject', text: 'Customers must confirm the cancellation.' }, world)
    const { run: which, from, to, text } = await shown({ run: 'order-tracking' }, world)
    expect([which, from.number, to.number]).toEqual(['design-order-tracking', 1, 2])
    expect(text).toMatch(new RegExp(`^--- version 1 \\(${from.label}\\)\n\\+\\+\\+ version 2 \\(${to.label}\\)\n@@`))
    expect(text).toMatch(/^\+.*confirm the cancellation/m)
    expect(text).not.toMatch(/^-.*confirm the cancellation/m)
  })

  it('compares the decisions of an audit', async () => {
    const world = openWorld(project(session))
    await auditNew.run({ session: 'session' }, world)
    const { text } = await shown({ run: 'audit-session' }, world)
    expect(text).toMatch(/^--- version \d+ \(AUDIT-[^)]*\)\n\+\+\+ version \d+ \(AUDIT-[^)]*\)\n@@/)
  })

  it('says what to do about a run that has made nothing yet', async () => {
    const where = project()
    where.write('criteria.json', JSON.stringify({ rules }))
    const world = openWorld(where)
    await run(await import('../../src/workflows/reflex/verbs/new.ts'), { task: 'Write a greeting', draft: true, maker: ['host'] }, world)
    await expect(shown({}, world)).rejects.toMatchObject({
      code: 'not_found',
      message: 'greeting has no versions to compare',
      fix: expect.stringContaining('whet '),
    })
  })
})
