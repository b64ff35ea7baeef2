// The probe finds the bias that was planted in a simulated judge, and none where there is none.
import { describe, expect, test } from 'vitest'
import { type ProbeReport, probePlan, probeReport } from '../../../src/agents/judge/probe.ts'
import type { AskAgent } from '../../../src/kernel/task.ts'
import { seeded } from '../../../src/lib/random.ts'
import type { Rule } from '../../../src/schema/rule.ts'

const rule: Rule = { id: 'a.b.c', description: 'It is clear.', severity: 'fail', weight: 2, phase: 'A', check: { kind: 'judged-by-agent' } }

/** The quality stands in the text, so a judge that reads it is unbiased by construction. */
const artifacts = Array.from(
  { length: 24 },
  (_, index) => `# Guide ${index}\n\nIts quality is ${(index * 7) % 24} points.\n\n- **first** step\n- second step\n`,
)

interface Judge {
  /** What a text is worth to it. */
  worth(text: string, random: () => number): number
  /** Added to whatever stands first. */
  first?: number
  needs: number
}

const quality = (text: string) => Number(/quality is (\d+)/.exec(text)?.[1])

function probe(judge: Judge, seed: string): ProbeReport {
  const plan = probePlan(artifacts, rule)
  const random = seeded(seed)
  const text = (slot: AskAgent['slots'][string] | undefined) =>
    typeof slot === 'object' && 'object' in slot ? (plan.objects[slot.object] ?? '') : ''
  const line = (whole: string) => whole.slice(0, whole.indexOf('\n'))
  const replies = plan.tasks.map((task): [string, string] => {
    if (task.template === 'judge') {
      const artifact = text(task.slots['artifact'])
      return [
        task.key,
        JSON.stringify({
          anchor: judge.worth(artifact, random) >= judge.needs ? 'met' : 'not met',
          absent: false,
          quotes: [line(artifact)],
          reasoning: '',
        }),
      ]
    }
    const [first, second] = [text(task.slots['first']), text(task.slots['second'])]
    const difference = judge.worth(first, random) + (judge.first ?? 0) - judge.worth(second, random)
    return [
      task.key,
      JSON.stringify({
        choice: difference > 0 ? 'first' : difference < 0 ? 'second' : 'tie',
        first: [line(first)],
        second: [line(second)],
        reasoning: '',
      }),
    ]
  })
  return probeReport(plan, Object.fromEntries(replies))
}

const found = ({ position, length, format }: ProbeReport) => ({ position: position.found, length: length.found, format: format.found })

describe('judge probe', () => {
  test('finds none in an unbiased judge', () => {
    const report = probe({ worth: quality, needs: 12 }, 'a')
    expect(found(report)).toEqual({ position: false, length: false, format: false })
    expect(report).toMatchObject({
      position: { toward: 0, against: 0, n: 47 },
      length: { toward: 0, n: 48 },
      format: { toward: 0, n: 24 },
      invalid: 0,
    })
  })

  test.each(['a', 'b', 'c', 'd', 'e'])('finds none in an unbiased judge that is merely noisy (seed %s)', (seed) => {
    const report = probe({ worth: (text, random) => quality(text) + (random() - 0.5) * 12, needs: 12 }, seed)
    expect(found(report)).toEqual({ position: false, length: false, format: false })
    expect(report.position.toward + report.position.against).toBeGreaterThan(0)
  })

  test('finds a planted position bias, and nothing else', () => {
    const report = probe({ worth: quality, first: 8, needs: 12 }, 'a')
    expect(found(report)).toEqual({ position: true, length: false, format: false })
    expect(report.position.share).toBe(10_000)
    expect(report.position.interval?.low).toBeGreaterThan(5_000)
  })

  test('finds a planted length bias, and nothing else', () => {
    expect(found(probe({ worth: (text) => quality(text) + text.length / 100, needs: 12 }, 'a'))).toEqual({
      position: false,
      length: true,
      format: false,
    })
  })

  test('finds both in a judge that is noisy as well', () => {
    expect(
      found(probe({ worth: (text, random) => quality(text) + text.length / 40 + random() * 2, first: 9, needs: 14 }, 'b')),
    ).toMatchObject({ position: true, length: true })
  })

  test('finds a planted dislike of a layout', () => {
    expect(found(probe({ worth: (text) => quality(text) - (text.includes('\n* ') ? 12 : 0), needs: 6 }, 'a'))).toEqual({
      position: false,
      length: false,
      format: true,
    })
  })

  test('counts replies that prove nothing and draws no conclusion from them', () => {
    const report = probeReport(probePlan(artifacts.slice(0, 2), rule), {})
    expect(report).toMatchObject({ invalid: 11, position: { n: 0, share: null, found: false } })
  })

  test('does not call a handful of cases a finding', () => {
    const plan = probePlan(artifacts.slice(0, 2), rule)
    const replies = plan.tasks
      .filter(({ template }) => template === 'judge-compare')
      .map((task) => {
        const line = (name: string) => (plan.objects[(task.slots[name] as { object: string }).object] ?? '').slice(0, 8)
        return [task.key, JSON.stringify({ choice: 'first', first: [line('first')], second: [line('second')] })]
      })
    expect(probeReport(plan, Object.fromEntries(replies)).position).toMatchObject({ n: 3, toward: 3, found: false })
  })
})
