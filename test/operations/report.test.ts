// whet report: a real run told whole, as a page and as Markdown; a project told as a table with trends.
import { describe, expect, it } from 'vitest'
import * as report from '../../src/operations/report.ts'
import applyFiles from '../../src/operations/apply.ts'
import diff from '../../src/operations/diff.ts'
import list from '../../src/operations/list.ts'
import show from '../../src/operations/show.ts'
import status from '../../src/operations/status.ts'
import { plainLook } from '../../src/report/look.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import auditNew from '../../src/workflows/audit/verbs/new.ts'
import { orderIn, session } from '../e2e/dashboard-project.ts'
import { later, loop, project, run, says, steady } from './support.ts'

const word = says('a.correctness.word', 'word')
const calm = says('a.style.calm', 'calm', { severity: 'warn' })

describe('whet report', () => {
  it('tells task, verdict, reason, scores, findings, changes, artifact, spending and hashes in one file', async () => {
    const at = project()
    const { world, report: done } = await loop(at, {
      rules: [word, calm],
      makes: steady(['nothing yet\n', 'a word\n']),
      more: { max_iterations: 2, thresholds: { A: 0.9, B: 0.9 } },
    })
    const { file } = await run(report, { run: done.name, md: true }, world)
    expect(file).toBe(`${done.name}-report.md`)
    const text = at.read(file!)
    for (const said of [
      'Not passed (completed)',
      'Write a greeting',
      '`no_major_issues`',
      '| iteration 1, level A | 0.00 |',
      'a.style.calm',
      'says calm',
      '-nothing yet\n+a word',
      done.artifact!.sha256,
      'whet verify',
      ' tokens',
    ])
      expect(text).toContain(said)
    expect(text).toContain('score: 0.66 · threshold: 0.90 · score missing: 0.24')
    expect(done.card).toContain('threshold 0.90, final score 0.66, gap 0.24')
    const { file: page } = await run(report, { run: done.name }, world)
    expect(at.read(page!)).toContain('<td><code>a word</code></td>')
  })

  it('holds the change of an order, file by file', { timeout: 60_000 }, async () => {
    const at = project()
    const world = ownWorld(at.root)
    await orderIn(at.root, world)
    const { text } = await run(report, { run: 'add-b', md: true, out: '-' }, world)
    expect(text).toContain('### b.js: new\n\n```diff\n+export const b = 2')
    await run(report, { run: 'add-b', out: 'order.html' }, world)
    expect(at.read('order.html')).toContain('<td><code>export const b = 2</code></td>')
    const told = (text: string) => ({
      message: expect.stringContaining(`add-b ${text}`),
      fix: expect.stringContaining('whet order apply add-b'),
    })
    await expect(run({ default: diff }, { run: 'add-b' }, world)).rejects.toMatchObject(told('has no versions to compare'))
    await expect(run({ default: applyFiles }, { run: 'add-b' }, world)).rejects.toMatchObject(told('has no artifact with files to write'))
  })

  it('shows of an audit the decision on the worst that is open, not the last that was made', async () => {
    const at = project(session)
    const world = ownWorld(at.root)
    await auditNew.run({ session: 'session' }, world)
    const { text } = await run(report, { run: 'audit-session', md: true, out: '-' }, world)
    expect(text).toContain('AUDIT-re-002, iteration 3: ESCALATE')
    expect((await run({ default: show }, { run: 'audit-session' }, world)).artifact?.text).toContain('GC Decision: ESCALATE')
    const stands = await run({ default: status }, { run: 'audit-session' }, world)
    expect(status.text?.(stands, {} as never)).toContain('whet answer audit-session manual-fix')
    const { text: all } = await run(report, { all: true, md: true, out: '-' }, world)
    expect(all).toMatch(/\| audit-session \| audit \| waits for a person \| 5\.5 \|/) // not the 9.1 of the last one judged
  })

  it('paints a run that ended below its threshold as one that did not pass, in the list as well', async () => {
    const { world, report: done } = await loop(project(), {
      rules: [word, calm],
      makes: steady(['a word\n']),
      more: { max_iterations: 1, thresholds: { A: 0.9, B: 0.9 } },
    })
    const paint = (name: string) => (text: string) => `${name}(${text})`
    const look = { ...plainLook, paint: { ...plainLook.paint, good: paint('good'), warn: paint('warn') } }
    const listed = await run({ default: list }, {}, world)
    expect(listed.runs).toMatchObject([{ name: done.name, status: 'completed', passed: false }])
    expect(list.text?.(listed, {} as never, look)).toContain('warn(completed)')
  })

  it('tells every run of a project, also when one cannot be read', async () => {
    const at = project()
    const { world } = await loop(at, { rules: [word], makes: steady(['word\n']) })
    at.write('.whetstone/runs/broken-1/journal.jsonl', '{"not": "a journal"\n')
    const { text } = await run(report, { all: true, md: true, out: '-' }, world)
    expect(text).toContain('1 run: 1 passed')
    expect(text).toContain('median 1 iteration;')
    expect(text).toMatch(/not readable: broken-1/)
  })

  it.each([
    [{ html: true, md: true }, "can't be combined"],
    [{ run: 'x', all: true }, '--all takes no run'],
    [{ run: 'greetnig' }, 'there is no run "greetnig"; did you mean "greeting"?'],
    [{ run: 'gre' }, 'there is no run "gre"; did you mean "greeting"?'],
  ])('refuses %j', async (input, said) => {
    const at = project()
    const { world } = await loop(at, { rules: [word], makes: steady(['word\n']) })
    await expect(run(report, input, world)).rejects.toThrow(said)
  })
})

function ownWorld(root: string) {
  const world = createWorld({ cwd: root, env: { ...process.env, HOME: root, CI: '1' } })
  later(() => world.close())
  return world
}
