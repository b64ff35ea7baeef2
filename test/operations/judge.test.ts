// Judges measured from outside any run, over a real wire: passports from people's labels, noise, planted biases; and what a passport is worth inside a run.
import { describe, expect, it } from 'vitest'
import type { Passport } from '../../src/learning/calibrate.ts'
import * as answer from '../../src/operations/answer.ts'
import * as calibrate from '../../src/operations/judge-calibrate.ts'
import * as probe from '../../src/operations/judge-probe.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as resume from '../../src/operations/resume.ts'
import type { RunReport } from '../../src/operations/runs.ts'
import * as trust from '../../src/operations/trust.ts'
import { type Behaviour, type Call, type Loopback, startLoopback } from '../loopback/server.ts'
import { type Project, later, openWorld, project, run } from './support.ts'

const texts = (prompt: string) => [...prompt.matchAll(/^<<<DATA (\S+)\n([\s\S]*?)^DATA \1>>>$/gm)].map(([, , text]) => text as string)
const line = (text: string) => text.slice(0, text.indexOf('\n'))
const quality = (text: string) => Number(/quality is (\d+)/.exec(text)?.[1])

interface Leaning {
  worth(text: string, n: number): number
  first?: number
  needs: number
}

/** A judge that reads the quality off the text, and leans as it is told to. */
const judging =
  ({ worth, first = 0, needs }: Leaning) =>
  ({ prompt, n }: Call): Behaviour => {
    const [one = '', other] = texts(prompt)
    if (other === undefined)
      return { json: { anchor: worth(one, n) >= needs ? 'met' : 'not met', absent: false, quotes: [line(one)], reasoning: '' } }
    const difference = worth(one, n) + first - worth(other, n)
    return {
      json: {
        choice: difference > 0 ? 'first' : difference < 0 ? 'second' : 'tie',
        first: [line(one)],
        second: [line(other)],
        reasoning: '',
      },
    }
  }
const fair = judging({ worth: quality, needs: 12 })

async function bench(behave: (call: Call) => Behaviour, more = ''): Promise<{ at: Project; server: Loopback }> {
  const server = await startLoopback(behave)
  later(() => server.close())
  const at = project({
    'rules.yaml': rules(),
    'whetstone.yaml': `makers:\n  judge: { model: openai-compatible/judge-model, base_url: '${server.url('chat')}' }\n${more}`,
  })
  await run(trust, {}, openWorld(at))
  return { at, server }
}

const rules = ({ severity = 'fail', criterion = 'It is clear.', judges = '' } = {}) =>
  `max_iterations: 2\nrules:\n  - { id: a.quality.clear, description: Clear., severity: ${severity}, check: { kind: judged-by-agent, criterion: '${criterion}'${judges} } }\n`
const guide = (points: number) => `# Guide ${points}\n\nIts quality is ${points} points.\n\n- **first** step\n- second step\n`
const many = Array.from({ length: 24 }, (_, index) => guide((index * 7) % 24))
const label = (text: string, bar: number) => (quality(text) >= bar ? 'pass' : 'fail')
const csv = (bar: number) =>
  `text,label,rater\n${many.map((text) => `"${text.replaceAll('"', '""')}",${label(text, bar)},ann`).join('\n')}\n`
const jsonl = (bar: number) => `${many.map((text) => JSON.stringify({ text, label: label(text, bar), rater: 'ann' })).join('\n')}\n`

describe('judge calibrate', () => {
  it.each(['csv', 'jsonl'] as const)(
    'measures agreement with people from %s and keeps it under the hash of judge, rubric and model',
    async (format) => {
      const { at, server } = await bench(fair)
      at.write(`labels.${format}`, format === 'csv' ? csv(9) : jsonl(9)) // three artifacts that people pass and this judge does not
      const { passport, path, ignored } = await run(calibrate, { labels: `labels.${format}`, rules: 'rules.yaml' }, openWorld(at))
      expect(passport).toMatchObject({
        model: 'model:openai-compatible/judge-model',
        n: 24,
        split: 0,
        undecided: 0,
        figures: {
          accuracy: { value: 8750, low: expect.any(Number), high: expect.any(Number) },
          tpr: { value: 8000 },
          tnr: { value: 10_000 },
          kappa: { value: 7500 },
          alpha: { value: expect.any(Number) },
        },
      })
      expect(at.json<Passport>(path)).toEqual(passport)
      expect(path).toBe(`.whetstone/passports/${passport.hash}.json`)
      expect([server.calls.length, ignored]).toEqual([24, []])
    },
  )

  it('counts a verdict without proof as wrong, asks once more before it does, and names labels it cannot use', async () => {
    const { at, server } = await bench((call) =>
      call.prompt.includes('quality is 3 ')
        ? { json: { anchor: 'not met', absent: false, quotes: ['invented out of thin air'], reasoning: '' } }
        : fair(call),
    )
    at.write('a.md', guide(20))
    at.write('labels.csv', `text,path,label,rater\n"${guide(3)}",,fail,ann\n,a.md,pass,ann\n,a.md,pass,bob\n"${guide(5)}",,maybe,ann\n`)
    const { passport, ignored } = await run(calibrate, { labels: 'labels.csv', rules: 'rules.yaml' }, openWorld(at))
    expect(passport).toMatchObject({
      n: 2,
      undecided: 1,
      figures: { accuracy: { value: 5000 }, tpr: { value: 10_000 }, tnr: { value: 0 } },
    })
    expect(ignored).toEqual([expect.stringMatching(/^line \d+: the label «maybe»/)])
    expect(server.calls.map(({ prompt }) => [quality(prompt), prompt.includes('letter for letter; only white space')])).toEqual([
      [3, false],
      [3, true],
      [20, false],
    ])
  })

  it('asked n times says how often the answer differs', async () => {
    const { at, server } = await bench(judging({ worth: (text, n) => (quality(text) === 12 ? n : quality(text)), needs: 2 }))
    at.write('labels.jsonl', [12, 20, 1].map((points) => JSON.stringify({ text: guide(points), label: 'pass' })).join('\n'))
    const output = await run(calibrate, { labels: 'labels.jsonl', rules: 'rules.yaml', reask: 4 }, openWorld(at))
    expect(output.noise).toMatchObject([
      {
        asked: 4,
        usual: 'pass',
        counts: { pass: 3, fail: 1 },
        differs: 2500,
        interval: { low: expect.any(Number), high: expect.any(Number) },
      },
      { differs: 0, counts: { pass: 4 } },
      { differs: 0, counts: { fail: 4 } },
    ])
    expect(server.calls.length).toBe(12)
    expect(calibrate.default.text(output, {} as never)).toMatch(/^Passport of .*: 3 labelled artifacts$/m) // all agreed, all usable
    expect(calibrate.default.text(output, {} as never)).toContain('1 of 3 answered differently when asked again')
  })

  it('that says nothing usable, or is stopped on the way, leaves the passport that is there alone', async () => {
    let down = false
    const { at } = await bench((call) => (down ? { status: 500 } : fair(call)))
    at.write('labels.csv', csv(12))
    const { path } = await run(calibrate, { labels: 'labels.csv', rules: 'rules.yaml' }, openWorld(at))
    const kept = at.read(path)
    down = true
    await expect(run(calibrate, { labels: 'labels.csv', rules: 'rules.yaml' }, openWorld(at))).rejects.toMatchObject({
      code: 'maker',
      message: expect.stringMatching(/gave no usable verdict on .* The last time: .*500/),
    })
    down = false
    const stop = new AbortController()
    await expect(
      run(calibrate, { labels: 'labels.csv', rules: 'rules.yaml' }, openWorld(at, { signal: stop.signal, say: () => stop.abort() })),
    ).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining("partial measurement isn't kept") })
    expect(at.read(path)).toBe(kept)
  })

  it.each([
    ['no label for the rule', 'text,label,rule\nx,pass,other.rule\n', 'rules.yaml', 'no label for a.quality.clear'],
    ['no rule for a judge', 'text,label\nx,pass\n', 'none.yaml', 'has 0 rules for a judge'],
  ])('%s is said before anybody is asked', async (_what, labels, file, message) => {
    const { at, server } = await bench(fair)
    at.write('labels.csv', labels)
    at.write('none.yaml', 'rules:\n  - { id: a.style.x, description: x, severity: warn, check: { kind: content.contains, text: x } }\n')
    await expect(run(calibrate, { labels: 'labels.csv', rules: file }, openWorld(at))).rejects.toMatchObject({
      message: expect.stringContaining(message),
    })
    expect(server.calls).toEqual([])
  })
})

describe('judge probe', () => {
  it.each<[string, Leaning, string[]]>([
    ['nothing in an unbiased judge', { worth: quality, needs: 12 }, []],
    ['a planted lean to whatever stands first', { worth: quality, first: 8, needs: 12 }, ['position']],
    ['a planted lean to length', { worth: (text) => quality(text) + text.length / 100, needs: 12 }, ['length']],
    ['a planted dislike of a layout', { worth: (text) => quality(text) - (text.includes('\n* ') ? 12 : 0), needs: 6 }, ['format']],
  ])('finds %s', async (_what, leaning, biases) => {
    const { at, server } = await bench(judging(leaning))
    const files = many.map((text, index) => at.write(`guide-${index}.md`, text))
    const report = await run(probe, { files, rules: 'rules.yaml' }, openWorld(at))
    expect((['position', 'length', 'format'] as const).filter((bias) => report[bias].found)).toEqual(biases)
    expect(report.invalid).toBe(0)
    expect(server.calls.length).toBe(report.asked)
    expect(probe.default.exit?.(report)).toBe(biases.length > 0 ? 1 : 0)
    expect(probe.default.text(report, {} as never).match(/FOUND/g)?.length ?? 0).toBe(biases.length)
  })
})

it('judge probe says so where there are too few cases to find anything', async () => {
  const { at } = await bench(judging({ worth: quality, first: 8, needs: 12 }))
  const files = many.slice(0, 3).map((text, index) => at.write(`guide-${index}.md`, text))
  const report = await run(probe, { files, rules: 'rules.yaml' }, openWorld(at))
  expect(probe.default.text(report, {} as never)).toMatch(/position +too few cases to tell, 6 are needed: \d of 5 /)
})

describe('where judges need a passport', () => {
  const required = 'judge: { require_passport: true, min_kappa: 0.6, min_labels: 20 }\n'
  const loop = async (
    at: Project,
    { file = 'criteria.yaml', ...more }: { file?: string; draft?: boolean; judge?: string } = {},
  ): Promise<RunReport> =>
    run(reflexNew, { task: 'Write a guide', criteria: file, maker: ['scripted:script.yaml'], ...more }, openWorld(at))
  const prepared = async (severity: string, more = '') => {
    const { at, server } = await bench(fair, required + more)
    at.write(
      'criteria.yaml',
      `${rules({ severity })}  - { id: a.correctness.word, description: says step, severity: fail, check: { kind: content.contains, text: step } }\n`,
    )
    at.write(
      'script.yaml',
      `replies:\n  - { role: plan, json: { plan: [a, b, c] } }\n  - { role: produce, text: ${JSON.stringify(guide(20))} }\n  - { role: critique, json: { issues: [{ rule_id: a.quality.clear, problem: p, fix_instruction: f, expected_effect: e }] } }\n  - { role: refine, text: ${JSON.stringify(guide(21))} }\n`,
    )
    at.write('labels.csv', csv(12))
    return { at, server }
  }
  const verdict = (at: Project, report: RunReport) =>
    at
      .json<{ evaluation: { rule_results: { id: string; verdict: string; details: string }[] } }>(`${report.summary.folder}/run.json`)
      .evaluation.rule_results.find(({ id }) => id === 'a.quality.clear')

  it('a verdict without one is advice and cannot pass work; with one it counts; one changed byte of the rubric and it is advice again', async () => {
    const { at } = await prepared('warn')
    const without = await loop(at)
    expect(verdict(at, without)).toMatchObject({
      verdict: 'unknown',
      details: expect.stringMatching(/^advice only, as this judge has no valid passport: «met»/),
    })
    expect(without).toMatchObject({ passed: false, reason: 'no_major_issues' })
    await run(calibrate, { labels: 'labels.csv', rules: 'criteria.yaml', rule: 'a.quality.clear' }, openWorld(at))
    const withOne = await loop(at)
    expect(withOne.passed).toBe(true)
    expect(verdict(at, withOne)).toMatchObject({ verdict: 'pass' })
    at.write('criteria.yaml', at.read('criteria.yaml').replace('It is clear.', 'It is clear!'))
    expect(verdict(at, await loop(at))).toMatchObject({ verdict: 'unknown' })
  })

  it('a fail rule that only such a judge could pass is refused at the start, as the loop could never pass', async () => {
    const { at, server } = await prepared('fail')
    await expect(loop(at)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('a.quality.clear: its judge has no valid passport'),
      fix: expect.stringContaining('whet judge calibrate'),
    })
    expect(server.calls).toEqual([])
    await run(calibrate, { labels: 'labels.csv', rules: 'criteria.yaml', rule: 'a.quality.clear' }, openWorld(at))
    expect(await loop(at)).toMatchObject({ passed: true })
  })

  it.each([
    ['disagrees with people', csv(23)],
    ['was measured on too few', csv(12).split('\n').slice(0, 40).join('\n')],
  ])('one of a judge that %s does not reach the bar', async (_what, labels) => {
    const { at } = await prepared('warn')
    at.write('labels.csv', labels)
    await run(calibrate, { labels: 'labels.csv', rules: 'criteria.yaml', rule: 'a.quality.clear' }, openWorld(at))
    expect(verdict(at, await loop(at))).toMatchObject({ verdict: 'unknown' })
  })

  it('every judge of a jury needs one', async () => {
    const { at, server } = await prepared('warn', '')
    const other = await startLoopback(fair)
    later(() => other.close())
    at.write(
      'whetstone.yaml',
      `makers:\n  judge: { model: openai-compatible/judge-model, base_url: '${server.url('chat')}' }\n  second: { model: openai-compatible/another-model, base_url: '${other.url('chat')}' }\n${required}`,
    )
    await run(trust, {}, openWorld(at))
    at.write('criteria.yaml', at.read('criteria.yaml').replace("'It is clear.'", "'It is clear.', judges: [judge, second]"))
    await run(calibrate, { labels: 'labels.csv', rules: 'criteria.yaml', rule: 'a.quality.clear' }, openWorld(at))
    expect(verdict(at, await loop(at))).toMatchObject({
      verdict: 'unknown',
      details: 'advice only, as this judge has no valid passport: 2 judges: 2 pass',
    })
    await run(calibrate, { labels: 'labels.csv', rules: 'criteria.yaml', rule: 'a.quality.clear', role: 'second' }, openWorld(at))
    expect(other.calls.length).toBeGreaterThan(20)
    expect(verdict(at, await loop(at))).toMatchObject({ verdict: 'pass' })
  })

  it('a rubric that is changed at the gate, and a judge that is named again on the way, do not inherit it', async () => {
    const { at } = await prepared('warn')
    await run(calibrate, { labels: 'labels.csv', rules: 'criteria.yaml', rule: 'a.quality.clear' }, openWorld(at))
    const draft = await loop(at, { draft: true })
    const [clear, word] = (draft.gate?.facts['all_rules'] ?? []) as { check: object }[]
    const changed = [{ ...clear, check: { ...clear?.check, criterion: 'It is clear, more or less.' } }, word]
    await run(answer, { run: draft.name, choice: 'change', data: JSON.stringify({ rules: changed }) }, openWorld(at))
    await run(answer, { run: draft.name, choice: 'confirm' }, openWorld(at))
    const done = await run(answer, { run: draft.name, choice: 'confirm' }, openWorld(at))
    expect(verdict(at, done)).toMatchObject({ verdict: 'unknown', details: expect.stringContaining('advice only') })
    const waiting = await run(reflexNew, { task: 'Write a guide', criteria: 'criteria.yaml', maker: ['host'] }, openWorld(at))
    await expect(run(resume, { run: waiting.name, judge: 'scripted:script.yaml' }, openWorld(at))).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('keep the makers it began with'),
    })
  })
})

it('commands are allowed when a loop is started or not at all: what they rely on is kept from then on', async () => {
  const at = project({
    'criteria.yaml': rules({ severity: 'warn' }),
    'script.yaml': 'replies:\n  - { role: plan, json: { plan: [a, b, c] } }\n',
  })
  const draft = await run(
    reflexNew,
    { task: 'Write a guide', criteria: 'criteria.yaml', maker: ['scripted:script.yaml'], draft: true },
    openWorld(at),
  )
  await expect(run(answer, { run: draft.name, choice: 'change', data: '{"allow_commands": true}' }, openWorld(at))).rejects.toMatchObject({
    code: 'refused',
    fix: expect.stringContaining('--allow-commands'),
  })
})
