// whet replay: a recorded run means the same today, whatever it went through; what was tampered with, or is judged another way now, is named.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeClosing, encodeEntry, genesis } from '../../src/kernel/journal.ts'
import * as check from '../../src/operations/check.ts'
import * as replay from '../../src/operations/replay.ts'
import * as stop from '../../src/operations/stop.ts'
import * as trust from '../../src/operations/trust.ts'
import type { Entry } from '../../src/schema/event.ts'
import type { Rule } from '../../src/schema/rule.ts'
import { type LoopOptions, type Project, type Says, loop, openWorld, project, run, says, steady } from './support.ts'

const word = says('a.correctness.word', 'whetstone')
const judged: Rule = {
  id: 'a.quality.kind',
  description: 'It is kind.',
  severity: 'warn',
  weight: 1,
  phase: 'A',
  check: { kind: 'judged-by-agent' },
}
const twoTries = steady(['Hello there.', 'Hello there, whetstone.'])
const met = (quote: string) => ({ anchor: 'met', absent: false, quotes: [quote], reasoning: 'It greets.' })
const withJudge =
  (verdict: object): Says =>
  (request) =>
    request.role.startsWith('judge') ? verdict : twoTries(request)
const again = (at: Project) => run(replay, { run: 'greeting' }, openWorld(at))

describe('no difference in a run that', () => {
  it.each<[string, Partial<LoopOptions>, string]>([
    ['needed two tries', {}, 'threshold_reached'],
    ['was judged', { rules: [word, judged], judge: true, makes: withJudge(met('Hello there')) }, 'threshold_reached'],
    ['was judged without proof', { rules: [word, judged], judge: true, makes: withJudge(met('Good evening')) }, 'no_major_issues'],
    [
      'had sentences turned into checks',
      { rules: [word, { ...word, id: 'a.quality.done', check: 'It says that it is done.' }] },
      'stagnation',
    ],
    ['used up its budget of calls', { input: { calls: 3 } }, 'budget_exceeded'],
    ['used up its budget of tokens', { input: { tokenBudget: 40 } }, 'budget_exceeded'],
    ['failed twice', { makes: (request) => (request.role === 'produce' ? '' : twoTries(request)) }, 'phase_error'],
    [
      'got a malformed reply once',
      { makes: (request) => (request.task === 'plan:1' ? 'no plan' : twoTries(request)) },
      'threshold_reached',
    ],
    ['took all six steps every time', { input: { steps: 'every' } }, 'threshold_reached'],
    [
      'grew worse and kept its best',
      { rules: [word, says('a.correctness.other', 'never')], makes: steady(['Hello there, whetstone.', 'Nothing.', 'Nothing at all.']) },
      'stagnation',
    ],
  ])('%s', async (_what, options, reason) => {
    const at = project()
    const { report, asked } = await loop(at, { rules: [word], makes: twoTries, ...options })
    expect(report.reason).toBe(reason)
    const calls = asked.length
    const result = await again(at)
    expect(result).toMatchObject({ differences: [], notRepeated: 0 })
    expect(result.replies).toBeGreaterThanOrEqual(calls)
    expect(asked.length).toBe(calls)
  })

  it('was stopped while a maker worked, whose reply came too late', async () => {
    const at = project()
    const other = openWorld(at)
    const { report } = await loop(at, {
      rules: [word],
      makes: async (request) => {
        if (request.role === 'produce') await run(stop, { reason: 'enough' }, other)
        return twoTries(request)
      },
    })
    expect(report.reason).toBe('enough')
    expect(await again(at)).toMatchObject({ differences: [] })
  })

  it('made the very text that another run and a file hold', async () => {
    const at = project({
      'same.md': 'Hello there.',
      'rules.yaml':
        'rules:\n  - { id: a.x.hello, description: no hello, severity: fail, check: { kind: content.contains, text: Hello, absent: true } }\n',
    })
    const rules = [word, says('a.style.plain', 'Hello', { check: { kind: 'content.contains', text: 'Hello', absent: true } })]
    expect((await run(check, { files: ['same.md'], rules: 'rules.yaml' }, openWorld(at))).passed).toBe(false)
    for (const alias of ['greeting', 'second']) {
      await loop(at, { rules, makes: twoTries, input: { alias } })
      const result = await run(replay, { run: alias }, openWorld(at))
      expect([result.verdicts > 0, result.differences]).toEqual([true, []])
    }
  })
})

describe('a difference where', () => {
  it('a recorded verdict was tampered with, though the chain was made whole again', async () => {
    const at = project()
    await loop(at, { rules: [word], makes: twoTries })
    rewrite(at, (event) => {
      if (event.type === 'replied' && Array.isArray((event.data as Record<string, unknown>)['value']))
        ((event.data as Record<string, unknown>)['value'] as { outcome: string }[]).forEach((verdict) => (verdict.outcome = 'pass'))
    })
    const { differences } = await again(at)
    expect(differences[0]).toMatchObject({
      what: expect.stringMatching(/recorded verdicts_recorded, derived verdicts_recorded with different data/),
    })
    expect(differences.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^a\.correctness\.word was pass, now it is fail/))
  })

  it.each<[string, (event: Event) => void, RegExp]>([
    [
      'only its evidence was',
      (event) =>
        event.type === 'replied' &&
        Array.isArray((event.data as Record<string, unknown>)['value']) &&
        ((event.data as Record<string, unknown>)['value'] as { message: string }[]).forEach(
          (verdict) => (verdict.message = 'looked good to me'),
        ),
      /as before, but for a different reason: «looked good to me»/,
    ],
    [
      'a score was raised',
      (event) => event.type === 'evaluation_done' && ((event.data as Record<string, unknown>)['score'] = 9999),
      /evaluation_done with different data.*"score":9999/,
    ],
    [
      'a judgement was turned',
      (event) =>
        event.type === 'judged' && (((event.data as Record<string, unknown>)['judgement'] as { outcome: string }).outcome = 'fail'),
      /recorded judged, derived judged with different data/,
    ],
    [
      'the end was made another',
      (event) => event.type === 'ended' && (((event.data as Record<string, unknown>)['outcome'] as { passed: boolean }).passed = false),
      /recorded ended, derived ended/,
    ],
  ])('%s', async (_what, change, says) => {
    const at = project()
    await loop(at, { rules: [word, judged], judge: true, makes: withJudge(met('Hello there')) })
    expect((await again(at)).differences).toEqual([])
    rewrite(at, change)
    expect((await again(at)).differences.map(({ what }) => what)).toContainEqual(expect.stringMatching(says))
  })

  it('a check of the project judges another way now, in a new version or the same', async () => {
    const check = (version: string, words: string) =>
      `export default { kind: 'loud', summary: 'It is loud.', version: '${version}', params: { safeParse: (data) => ({ success: true, data }) }, run: ({ artifact }) => ({ outcome: ${words}, message: 'heard', evidence: [] }) }\n`
    const at = project({ 'whetstone.yaml': 'checks: [loud.mjs]\n', 'loud.mjs': check('1', `'pass'`) })
    await run(trust, {}, openWorld(at))
    await loop(at, { rules: [word, { ...judged, id: 'a.style.loud', check: { kind: 'loud' } }], makes: twoTries })
    expect(await again(at)).toMatchObject({ differences: [], verdicts: 6 })
    for (const version of ['2', '1']) {
      at.write('loud.mjs', check(version, `artifact.text.includes('!') ? 'pass' : 'fail'`))
      await run(trust, {}, openWorld(at))
      const { differences } = await again(at)
      expect(differences.map(({ what }) => what)).toEqual(Array.from({ length: 3 }, () => 'a.style.loud was pass, now it is fail: heard'))
      at.write('loud.mjs', check('1', `'pass'`))
    }
  })

  it('a journal that was changed in place is damage, not a difference', async () => {
    const at = project()
    await loop(at, { rules: [word], makes: twoTries })
    const path = journalPath(at)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"outcome":"fail"', '"outcome":"pass"'))
    rmSync(join(path, '..', 'snapshot.json'), { force: true })
    await expect(again(at)).rejects.toMatchObject({ code: 'integrity' })
  })
})

type Event = Entry['events'][number]

function journalPath(at: Project): string {
  return at
    .files('.whetstone/runs')
    .filter((path) => path.endsWith('journal.jsonl'))
    .map((path) => join(at.root, '.whetstone/runs', path))[0] as string
}

/** Changes events and chains the journal again, as somebody would who knows the format. */
function rewrite(at: Project, change: (event: Event) => unknown): void {
  const path = journalPath(at)
  const entries = readFileSync(path, 'utf8')
    .replaceAll('\0', '')
    .split('\n')
    .filter((line) => line.startsWith('{"v":1,"seq"'))
    .map((line) => JSON.parse(line) as Entry)
  let prev = genesis
  const lines = entries.map(({ seq, at: time, events, objects = {} }) => {
    for (const event of events) change(event)
    const { line, head } = encodeEntry({ seq, prev, at: time, events, objects })
    prev = head
    return line
  })
  writeFileSync(path, Buffer.concat([...lines, encodeClosing({ closed: lines.length, settled: true, head: prev })]))
  rmSync(join(path, '..', 'snapshot.json'), { force: true })
}
