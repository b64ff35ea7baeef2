// A maker as it really is: it talks around its JSON, thinks aloud, is rate-limited, fails, and the person leaves meanwhile. Nothing ends, nothing is asked twice.
import { afterEach, describe, expect, it } from 'vitest'
import { type Behaviour, type Call, type Loopback, startLoopback } from '../loopback/server.ts'
import { type Project, ended, eventsOf, newProject, until } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const criteria = `max_iterations: 4
rules:
  - { id: a.correctness.json, description: it is JSON, severity: fail, check: { kind: parse } }
  - { id: a.completeness.courses, description: has courses, severity: fail, check: { kind: json.pointer, pointer: /courses, exists: true } }
`
const begin = [
  'reflex',
  'new',
  'The course catalogue',
  '--criteria',
  'criteria.yaml',
  '--save-to',
  'courses.json',
  '--alias',
  'courses',
  '--maker',
  'model:openai-compatible/llama',
]

async function start(
  behave: (call: Call, step: string, n: number) => Behaviour,
): Promise<{ project: Project; server: Loopback; env: Record<string, string> }> {
  const counts = new Map<string, number>()
  const server = await startLoopback((call) => {
    const step = call.prompt.split(' ')[0] as string
    counts.set(step, (counts.get(step) ?? 0) + 1)
    return behave(call, step, counts.get(step) as number)
  })
  const project = newProject()
  cleaning.push(
    () => project.remove(),
    () => server.close(),
  )
  project.write('criteria.yaml', criteria)
  return { project, server, env: { OPENAI_COMPATIBLE_BASE_URL: server.url('chat') } }
}

const plan = '{"plan": ["Name the courses.", "Write them down.", "Check them."]}'
const issues =
  '{"issues": [{"rule_id": "a.completeness.courses", "problem": "No courses.", "fix_instruction": "Add courses.", "expected_effect": "They are there."}]}'
const talked = (text: string) => `I have looked at it carefully.\n\n\`\`\`json\n${text}\n\`\`\`\n\nAnything else?`
const answers: Record<string, string> = {
  PLAN: `<think>\nThe form is {"plan": [...]}.\n</think>\n\nHere is the plan: ${plan}`,
  PRODUCE: talked('{"title": "none yet"}'),
  CRITIQUE: talked(issues),
  REFINE: talked('{"courses": []}'),
}
const answer = (step: string): Behaviour => ({ reply: answers[step] as string })

describe('a run through the command line', () => {
  it('ends passed, with every reply asked for once, through a 429, a 500 and Ctrl-C', async () => {
    const { project, server, env } = await start((_call, step, n) => {
      if (step === 'PLAN' && n === 1) return { status: 429, message: 'slow down', headers: { 'retry-after': '1' } }
      if (step === 'PRODUCE' && n === 1) return { status: 500, message: 'oops' }
      if (step === 'CRITIQUE' && n === 1) return { status: 529, message: 'overloaded', headers: { 'retry-after': '300' } }
      return answer(step)
    })
    const child = project.start(begin, env)
    const left = ended(child)
    await until(
      () => server.calls.some(({ prompt }) => prompt.startsWith('CRITIQUE')) && eventsOf(project.journal(), 'waiting').length === 3,
    )
    child.kill('SIGINT')
    const first = await left
    expect(first).toMatchObject({ code: 130, stdout: expect.stringContaining('`whet resume courses` continues') })
    expect(first.stderr).toMatch(/waiting for the maker: .*429.*; asking again in 1 s/)
    expect(first.stderr).toMatch(/waiting for the maker: .*500.*; asking again in 1 s/)
    expect(first.stderr).toMatch(/waiting for the maker: .*529.*; asking again in 300 s/)
    expect((await project.whet(['status'])).stdout).toMatch(
      /running, waits for the maker[\s\S]*courses: waiting for the maker until \d{4}-.*overloaded/,
    )

    const second = await project.whet(['resume', 'courses'], { env })
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('Passed: threshold_reached') })
    expect(server.calls.map(({ prompt }) => prompt.split(' ')[0])).toEqual([
      'PLAN',
      'PLAN',
      'PRODUCE',
      'PRODUCE',
      'CRITIQUE',
      'CRITIQUE',
      'REFINE',
    ])
    const replied = eventsOf(project.journal(), 'replied') as { task: string; ok: boolean }[]
    const makers = replied.filter(({ task }) => /^(plan|produce|critique|refine)/.test(task))
    expect(makers.map(({ task, ok }) => [task, ok])).toEqual([
      ['plan:1', true],
      ['produce:1', true],
      ['critique:2', true],
      ['refine:2', true],
    ])
    expect(eventsOf(project.journal(), 'phase_error')).toEqual([])
    expect(project.read('courses.json')).toBe('{"courses": []}\n')
    expect(project.read('.ai-factory/evolution/courses/artifact.md')).toBe('{"courses": []}\n')
    expect(await project.whet(['check', 'courses.json', '--rules', 'criteria.yaml'])).toMatchObject({ code: 0 })
    expect(await project.whet(['verify', 'courses'])).toMatchObject({ code: 0 })
    expect(await project.whet(['replay', 'courses'])).toMatchObject({ code: 0 })
    expect(
      (await project.json<{ events: { event: string; text: string }[] }>(['history', 'courses'])).events.filter(
        ({ event }) => event === 'waiting',
      ),
    ).toHaveLength(3)
  }, 120_000)

  it('rests when its key is refused, asked once, and goes on when a person has seen to it', async () => {
    let open = false
    const { project, server, env } = await start((_call, step) => (open ? answer(step) : { status: 401, message: 'no such key' }))
    const first = await project.whet(begin, { env })
    expect(first).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^Waiting for the maker: .*401.*Check the key[\s\S]*`whet resume courses` asks again/),
    })
    expect(server.calls).toHaveLength(1)
    expect(await project.json(['status', 'courses'])).toMatchObject({
      runs: [{ status: 'running', stage: 'working', usage: { calls: 0, mayBePaid: 0 } }],
    })
    open = true
    expect(await project.whet(['resume', 'courses'], { env })).toMatchObject({ code: 0 })
    expect(project.read('courses.json')).toBe('{"courses": []}\n')
  }, 120_000)

  it('says what was wrong with a reply when it asks again, and fails only when it is wrong twice; --retry opens a new attempt', async () => {
    let wrong = 3
    const { project, server, env } = await start((_call, step) =>
      step === 'PLAN' && wrong-- > 0 ? { reply: '{"plan": ["one"]}' } : answer(step),
    )
    expect(await project.whet(begin, { env })).toMatchObject({ code: 1, stdout: expect.stringContaining('whet resume courses --retry') })
    expect(server.calls[1]?.prompt).toMatch(
      /was not taken: \/plan: Too small: expected array to have >=3 items\. The schema asks for: \/plan \{"minItems":3/,
    )
    expect(await project.json(['resume', 'courses'], { env })).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('no step was run') },
    })
    expect(server.calls).toHaveLength(2)
    expect(await project.whet(['resume', 'courses', '--retry'], { env })).toMatchObject({ code: 0 })
    expect(eventsOf(project.journal(), 'retried')).toHaveLength(1)
  }, 120_000)
})
