// Rules no maker is shown: they count, they stay out of everything a maker is told, and the gap to the visible ones is reported.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Project, newProject } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

/** Every word of a hidden rule that could give it away. */
const secret = ['zebra', 'quokka', 'okapi']
const criteria = `max_iterations: 3
rules:
  - { id: a.correctness.word, description: says whetstone, severity: fail, check: { kind: content.contains, text: whetstone } }
  - { id: a.quality.greets, description: Somebody is greeted., severity: warn, check: Somebody is greeted. }
  - { id: a.quality.zebra, description: mentions the quokka, severity: fail, hidden: true, check: { kind: content.contains, text: okapi } }
  - { id: b.quality.zebra, description: praises the quokka, severity: warn, hidden: true, check: { kind: judged-by-agent, criterion: Is the okapi praised? } }
`
const start = ['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.yaml']

function project(): Project {
  const at = newProject()
  cleaning.push(() => at.remove())
  at.write('criteria.yaml', criteria)
  at.program(
    'maker',
    `fs.appendFileSync(process.env.HOME + '/prompts', prompt + '\\n')
const n = fs.readFileSync(process.env.HOME + '/prompts', 'utf8').split('REFINE ').length
const answer = { PLAN: { plan: ['a', 'b', 'c'] }, PREPARE: { checks: [{ rule_id: 'a.quality.greets', type: 'content', search: 'hello', expected: 'present' }] }, CRITIQUE: { issues: [{ rule_id: 'a.correctness.word', problem: 'p', fix_instruction: 'f', expected_effect: 'e' }] } }[prompt.split(' ')[0]]
process.stdout.write(answer ? JSON.stringify(answer) : n > 1 ? 'Hello, whetstone, and more.' : 'Nobody here.')`,
  )
  at.program(
    'judge',
    `const greeted = !prompt.includes('okapi') && prompt.includes('Hello')
process.stdout.write(JSON.stringify(greeted ? { anchor: 'met', absent: false, quotes: ['Hello, whetstone'], reasoning: 'Somebody is.' } : { anchor: 'not met', absent: true, quotes: [], reasoning: prompt.includes('okapi') ? 'No praise of the okapi.' : 'Nobody is.' }))`,
  )
  return at
}

const leaked = (text: string) => secret.filter((word) => text.toLowerCase().includes(word))

describe('hidden rules', () => {
  it.each([['short'], ['every']])('stay out of every prompt of a run (%s order), count, and their gap is reported', async (steps) => {
    const at = project()
    const { code, stdout, stderr } = await at.whet([...start, '--maker', 'command:maker', '--judge', 'command:judge', '--steps', steps])
    expect(code).toBe(1)
    const prompts = readFileSync(join(at.env['HOME'] as string, 'prompts'), 'utf8')
    expect(prompts.match(/^(?:PLAN|PRODUCE|PREPARE|CRITIQUE|REFINE) /gm)?.length).toBeGreaterThanOrEqual(5) // none asks for checks: the judge decides what is a sentence
    expect(leaked(prompts)).toEqual([])
    expect(stderr).toMatch(/^Failed: .*1 hidden$/m)
    expect(leaked(stdout + stderr)).toEqual([])
    expect(stdout).toMatch(/^Hidden rules: 0\.00, visible ones 1\.00, gap 1\.00$/m)
    expect(await at.json(['status', 'greeting'])).toMatchObject({
      runs: [{ hidden: { visible: 1, hidden: 0, gap: 1 }, score: 0.6, scale: 1 }],
    })
    expect((await at.whet(['history', 'greeting'])).stdout).toContain('blocked by 1 hidden')
    // For people who ask for everything, everything is there.
    expect((await at.whet(['history', 'greeting', '--all', '--json'])).stdout).toContain('a.quality.zebra')
  })

  it('stay out of what a host is shown, though it drives the run itself', async () => {
    const at = project()
    let report = await at.json([...start, '--maker', 'host', '--judge', 'command:judge'])
    const replies: Record<string, string> = {
      plan: '{"plan":["a","b","c"]}',
      produce: 'Hello, whetstone.',
      prepare: '{"checks":[{"rule_id":"a.quality.greets","type":"content","search":"hello","expected":"present"}]}',
      refine: 'Hello, whetstone, once more.',
    }
    const seen = [report]
    while (report['at'] === 'host') {
      const [request] = report['requests'] as { task: string; role: string }[]
      seen.push(await at.json(['show', 'greeting']))
      report = await at.json(['submit', 'greeting', request?.task as string, '--text', replies[request?.role as string] as string])
      seen.push(report)
    }
    expect(report).toMatchObject({ at: 'end', reason: 'stagnation', summary: { hidden: { gap: 1 } } })
    expect(leaked(JSON.stringify(seen))).toEqual([])
  })

  it('that nobody could decide without a maker are refused at the start', async () => {
    const at = project()
    at.write(
      'criteria.yaml',
      `max_iterations: 1\nrules:\n  - { id: a.quality.greets, description: Somebody is greeted., severity: fail, hidden: true, check: Somebody is greeted. }\n`,
    )
    expect(await at.json([...start, '--maker', 'command:maker', '--allow-maker-checks'])).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('it is hidden, so no maker may turn') },
    })
  })

  it('no gap is reported where nothing is hidden', async () => {
    const at = project()
    at.write('criteria.yaml', criteria.split('\n').slice(0, 3).join('\n'))
    const done = await at.json([...start, '--maker', 'command:maker'])
    expect(done['card']).not.toContain('Hidden')
    expect(done['summary']).not.toHaveProperty('hidden')
  })
})
