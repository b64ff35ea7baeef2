// kill -9 between request, reply and event, with a real program that keeps count of its calls: no reply is lost, none that was recorded is paid for twice.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { everything } from '../everything.ts'
import { whole } from '../kernel/chance.ts'
import { booking } from '../workflows/design/project.ts'
import { type Project, ended, eventsOf, killMain, lines, newProject, until } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const criteria = `max_iterations: 3
rules:
  - { id: a.correctness.word, description: says whetstone, severity: fail, check: { kind: content.contains, text: whetstone } }
  - { id: a.quality.kind, description: It is kind., severity: warn, check: { kind: judged-by-agent } }
`
const start = ['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.yaml', '--maker', 'command:maker', '--judge', 'command:maker']
const final = 'Hello, dear whetstone.'

/** Counts a call when it begins; one that should wait does so until it is told to go. */
function project(): Project & { calls(): string[]; home: string } {
  const at = newProject({ entry: killMain })
  cleaning.push(() => at.remove())
  const home = at.env['HOME'] as string
  at.write('criteria.yaml', criteria)
  at.program(
    'maker',
    `const step = prompt.split(/\\s/)[0]
fs.appendFileSync(process.env.HOME + '/calls', step + '\\n')
const reply = { PLAN: { plan: ['a', 'b', 'c'] }, CRITIQUE: { issues: [{ rule_id: 'a.correctness.word', problem: 'p', fix_instruction: 'f', expected_effect: 'e' }] }, JUDGE: { anchor: 'met', absent: false, quotes: ['Hello, dear'], reasoning: 'Kind.' }, PRODUCE: 'Hello, dear.', REFINE: ${JSON.stringify(final)} }[step]
const say = () => process.stdout.write(typeof reply === 'string' ? reply : JSON.stringify(reply))
const slow = fs.existsSync(process.env.HOME + '/wait-' + step)
const waiting = () => (fs.existsSync(process.env.HOME + '/go') ? say() : setTimeout(waiting, 10))
slow ? waiting() : say()`,
  )
  return { ...at, home, calls: () => lines(join(home, 'calls')) }
}

/** Every call that was made has a recorded reply or is counted as one that may have been paid for; no reply is there twice. */
async function accounts(at: ReturnType<typeof project>, name = 'greeting'): Promise<{ replies: string[]; mayBePaid: number }> {
  const { runs } = await at.json<{ runs: { run: string; usage: { calls: number; mayBePaid: number } }[] }>(['status', name])
  const { run, usage } = runs[0] ?? { run: name, usage: { calls: -1, mayBePaid: -1 } }
  const replies = eventsOf(at.journal(run), 'replied')
    .filter((reply) => reply['usage'])
    .map(({ task }) => String(task))
  expect(new Set(replies).size).toBe(replies.length)
  expect(usage.calls).toBe(replies.length)
  expect(at.calls().length).toBeLessThanOrEqual(replies.length + usage.mayBePaid)
  return { replies, mayBePaid: usage.mayBePaid }
}

/** What a person would type next: start, confirm what was not confirmed yet, or resume. One that never began is not a run. */
async function onward(at: Project): Promise<readonly string[]> {
  const { runs } = await at.json<{ runs: { name: string; status: string }[] }>(['list'])
  const last = runs.filter(({ status }) => status !== 'damaged').at(-1)
  if (!last) return start
  return last.status === 'draft' ? ['answer', last.name, 'confirm'] : ['resume', last.name]
}

/** Requests to makers that were journaled and have no reply. */
function openAsks({ journal }: Project): string[] {
  const replied = new Set(eventsOf(journal(), 'replied').map(({ task }) => task))
  return eventsOf(journal(), 'asked').flatMap(({ tasks }) =>
    (tasks as { key: string; kind: string }[]).filter(({ key, kind }) => kind === 'ask' && !replied.has(key)).map(({ key }) => key),
  )
}

const undisturbed = ['PLAN', 'PRODUCE', 'JUDGE', 'CRITIQUE', 'REFINE', 'JUDGE']

describe('a process killed', () => {
  it('while a maker works is reported as a call that may have been paid, and only that step is asked again', async () => {
    const at = project()
    writeFileSync(join(at.home, 'wait-PRODUCE'), '')
    const driver = at.start(start)
    const gone = ended(driver)
    await until(() => at.calls().includes('PRODUCE'))
    expect(await at.json(['status', 'greeting'])).toMatchObject({ runs: [{ usage: { mayBePaid: 0 } }] }) // somebody is at work on it
    driver.kill('SIGKILL')
    await gone
    writeFileSync(join(at.home, 'go'), '')
    const status = await at.whet(['status', 'greeting'])
    expect(status.stdout).toContain('greeting: 1 request has no recorded reply and may have been paid for.')
    expect(await at.json(['list'])).toMatchObject({ runs: [{ usage: { calls: 1, mayBePaid: 1 } }] })
    const done = await at.json(['resume', 'greeting'])
    expect(done).toMatchObject({
      passed: true,
      artifact: { text: `${final}\n` },
      usage: { calls: 6, mayBePaid: 1 },
      card: expect.stringContaining('1 request has no recorded reply and may have been paid for'),
    })
    expect(at.calls()).toEqual(['PLAN', 'PRODUCE', 'PRODUCE', ...undisturbed.slice(2)])
    expect(eventsOf(at.journal(), 'replied').find(({ task }) => task === 'produce:1')).toMatchObject({ attempt: 2, meta: { attempt: 2 } })
    expect(eventsOf(at.journal(), 'resumed')).toEqual([{ open: ['produce:1'] }])
    await accounts(at)
  })

  it.each([
    ['before', 1],
    ['after', 2],
  ])(
    'just %s a commit, each in turn, loses no recorded reply and asks nobody for one again',
    async (when, first) => {
      let commits = 0
      // After one commit is almost before the next, so each kind takes every other, or every fourth in a sample.
      for (let at = first, over = false; !over; at += everything ? 2 : 4) {
        const run = project()
        const { code } = await run.whet(start, { env: { KILL_AT: `${at} ${when}` } })
        over = code !== null // it ended by itself before there was an n-th commit
        const status = (await run.json<{ runs: { status: string }[] }>(['list'])).runs[0]?.status
        if (status === undefined || status === 'damaged') continue // it never began
        // The request is journaled before the call: whatever was called and not recorded is known to be open.
        const open = openAsks(run)
        expect(run.calls().length).toBeLessThanOrEqual(eventsOf(run.journal(), 'replied').filter(({ usage }) => usage).length + open.length)
        if (status === 'draft') for (const choice of ['confirm', 'confirm']) await run.whet(['answer', 'greeting', choice])
        else if (status === 'running') await run.whet(['resume', 'greeting'])
        expect(await run.json(['show', 'greeting'])).toMatchObject({ artifact: { text: `${final}\n` } })
        const { replies, mayBePaid } = await accounts(run)
        expect(replies.length).toBe(undisturbed.length)
        expect(mayBePaid).toBe(open.length)
        if (commits === 0) expect(await run.json(['replay', 'greeting'])).toMatchObject({ differences: [] })
        commits = at
      }
      expect(commits).toBeGreaterThanOrEqual(7)
    },
    600_000,
  )

  it('at random moments, again and again, ends as if nothing had happened, with every call accounted for', async () => {
    for (let round = 0; round < (everything ? 6 : 2); round++) {
      const run = project()
      let next: readonly string[] = start
      for (let kill = 0; kill < 4; kill++) {
        const child = run.start(next)
        const gone = ended(child)
        const timer = setTimeout(() => child.kill('SIGKILL'), 250 + whole(round * 10 + kill, 'delay', 900))
        await gone
        clearTimeout(timer)
        next = await onward(run)
      }
      for (let left = 0; left < 3; left++) await run.whet((next = await onward(run)))
      expect(await run.json(['show', String(next[1])])).toMatchObject({ artifact: { text: `${final}\n` } })
      const { replies } = await accounts(run, String(next[1]))
      expect(replies.length).toBe(undisturbed.length)
    }
  }, 600_000)
})

it('a design that was killed while a maker was at work says that the request may have been paid for', async () => {
  const at = newProject()
  cleaning.push(() => at.remove())
  const home = at.env['HOME'] as string
  at.write('requirements.md', booking.text)
  at.write('intent.json', JSON.stringify(booking.intent))
  at.program(
    'maker',
    `fs.appendFileSync(process.env.HOME + '/calls', 'x\\n')
fs.existsSync(process.env.HOME + '/go') ? process.stdout.write(fs.readFileSync('intent.json')) : setInterval(() => fs.existsSync(process.env.HOME + '/go') && process.exit(1), 20)`,
  )
  const child = at.start(['design', 'new', booking.id, '--requirements', 'requirements.md', '--maker', 'command:maker'])
  const gone = ended(child)
  await until(() => lines(join(home, 'calls')).length === 1)
  child.kill('SIGKILL')
  await gone
  writeFileSync(join(home, 'go'), '')
  expect(await at.json(['resume', booking.id])).toMatchObject({
    at: 'gate',
    card: expect.stringMatching(/^Spent: 1 call, price unknown; 1 request has no recorded reply and may have been paid for$/m),
  })
  expect(lines(join(home, 'calls'))).toHaveLength(2)
})
