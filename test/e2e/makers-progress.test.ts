// The progress line of a run with a budget: what is spent against what is allowed, after every reply.
import { afterEach, expect, it, vi } from 'vitest'
import { createProgress } from '../../src/surfaces/cli/progress.ts'
import { type LoopOptions, loop, project, says, steady } from '../operations/support.ts'

afterEach(() => vi.unstubAllEnvs())

async function painted(input: LoopOptions['input']): Promise<string> {
  vi.stubEnv('CI', '')
  const written: string[] = []
  const stream = { isTTY: true, columns: 160, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream
  const progress = createProgress(stream, { quiet: false })
  const { report } = await loop(project(), {
    rules: [says('a.correctness.word', 'whetstone')],
    makes: steady(['Hello.', 'Hello, whetstone.']),
    ...(input && { input }),
    world: { onCommit: progress.onCommit, say: progress.say },
  })
  progress.end()
  expect(report.passed).toBe(true)
  return written.join('')
}

it('shows every budget live', async () => {
  const text = await painted({ calls: 10, cost: 1 })
  for (const spent of ['1 of 10 calls, $0.0010 of $1.00', '2 of 10 calls, $0.0020 of $1.00', '4 of 10 calls']) expect(text).toContain(spent)
})

it('shows calls, tokens and money where nothing limits them', async () => {
  expect(await painted({})).toContain('2 calls, 30 tokens, $0.0020')
})

it('shows the score against the threshold once something was judged, also a score of nothing, and what blocks', async () => {
  const text = await painted({})
  expect(text).toMatch(/0\.00 of 0\.\d+ {2}1 blocker {2}/)
  expect(text).not.toMatch(/PLAN.* of 0\.\d/)
})

it('shows what a maker says at the end of the line, and of a narrow line nothing', async () => {
  vi.stubEnv('CI', '')
  for (const [columns, shown] of [
    [160, true],
    [40, false],
  ] as const) {
    const written: string[] = []
    const stream = { isTTY: true, columns, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream
    const progress = createProgress(stream, { quiet: false })
    await loop(project(), {
      rules: [says('a.correctness.word', 'whetstone')],
      makes: steady(['Hello, whetstone.']),
      world: {
        onCommit: (workflow, run, events) => {
          for (const task of Object.keys(run.open)) {
            progress.onAsk(task, 60_000)
            progress.onHeard(task, 'first\nreading the third chapter\n')
          }
          progress.onCommit(workflow, run, events)
        },
        say: progress.say,
      },
    })
    progress.end()
    expect(written.join('').includes('reading the third chapter')).toBe(shown)
  }
})
