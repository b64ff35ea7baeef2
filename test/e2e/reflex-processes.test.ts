// Real processes: interrupted, killed, asked to stop by another, and a person at a real terminal.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { type Project, ended, eventsOf, lines, newProject, until } from './whet.ts'

const projects: Project[] = []
const started: ChildProcessWithoutNullStreams[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const project of projects.splice(0)) project.remove()
})

const rule = { id: 'a.correctness.word', description: 'says word', severity: 'fail', check: { kind: 'content.contains', text: 'word' } }

/** A project whose maker says where it is, and stays there as long as a file named `slow` is there. */
function slowProject(): Project & { log: string; slow: string; begin(): ChildProcessWithoutNullStreams } {
  const project = newProject()
  projects.push(project)
  const [log, slow] = [join(project.root, 'asked.log'), join(project.root, 'slow')]
  project.write('criteria.json', JSON.stringify({ max_iterations: 3, rules: [rule] }))
  project.program(
    'maker',
    `if (args.includes('--version')) process.exit(0)
const step = prompt.split(' ')[0]
fs.appendFileSync(${JSON.stringify(log)}, step + ' ' + process.pid + '\\n')
const say = () => process.stdout.write({ PLAN: JSON.stringify({ plan: ['a', 'b', 'c'] }), JUDGE: JSON.stringify({ anchor: 'met', absent: false, quotes: ['n'], reasoning: 'r' }), CRITIQUE: JSON.stringify({ issues: [{ rule_id: 'a.correctness.word', problem: 'p', fix_instruction: 'f', expected_effect: 'e' }] }) }[step] ?? (step === 'REFINE' ? 'word\\n' : 'nothing\\n'))
const wait = () => (step === 'PRODUCE' && fs.existsSync(${JSON.stringify(slow)}) ? setTimeout(wait, 20) : say())
wait()`,
  )
  writeFileSync(slow, '')
  const begin = () => {
    const child = project.start(['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.json', '--maker', 'command:maker'])
    started.push(child)
    child.stdin.end()
    return child
  }
  return { ...project, log, slow, begin }
}

const asked = (log: string) => lines(log).map((line) => line.split(' ')[0])
const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const runJson = (project: Project) =>
  JSON.parse(project.read('.ai-factory/evolution/greeting/run.json')) as { status: string; current_step: string; stop: { reason: string } }

describe('a loop in another process', () => {
  it.each([
    ['SIGINT', 1],
    ['SIGTERM', 1],
    ['SIGINT', 2],
  ] as const)(
    'left by %s, received %i times as npm passes it on too, ends its maker, says how to go on, and goes on',
    async (signal, times) => {
      const project = slowProject()
      const child = project.begin()
      const done = ended(child)
      await until(() => asked(project.log).includes('PRODUCE'))
      const maker = Number(lines(project.log).at(-1)?.split(' ')[1])
      expect(alive(maker)).toBe(true)
      for (let i = 0; i < times; i++) (child.kill(signal), await new Promise((resolve) => setTimeout(resolve, 20)))
      const { code: left, stdout } = await done
      expect([left, stdout]).toEqual([130, expect.stringContaining('`whet resume greeting` continues where it stopped')])
      expect(alive(maker)).toBe(false)
      expect(runJson(project)).toMatchObject({ status: 'running', current_step: 'PRODUCE_PREPARE' })
      rmSync(project.slow)
      const resumed = await project.whet(['resume'])
      expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('Passed: threshold_reached')])
      expect(asked(project.log)).toEqual(['PLAN', 'PRODUCE', 'PRODUCE', 'CRITIQUE', 'REFINE'])
    },
  )

  it('killed outright is gone on with, and no recorded answer is asked for again', async () => {
    const project = slowProject()
    const child = project.begin()
    await until(() => asked(project.log).includes('PRODUCE'))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
    rmSync(project.slow)
    const resumed = await project.json(['reflex', 'resume'])
    expect(resumed).toMatchObject({ status: 'completed', passed: true, usage: { mayBePaid: 1 } })
    expect(asked(project.log).filter((step) => step === 'PLAN')).toHaveLength(1)
    expect((await project.whet(['verify'])).code).toBe(0)
  })

  it('is stopped by another after its step; meanwhile nobody else may write it, and everybody may look', async () => {
    const project = slowProject()
    const child = project.begin()
    const done = ended(child)
    await until(() => asked(project.log).includes('PRODUCE'))
    expect(await project.json(['resume'])).toMatchObject({ error: { code: 'busy', message: expect.stringContaining(`pid ${child.pid}`) } })
    expect(await project.json(['status'])).toMatchObject({ runs: [{ name: 'greeting', step: 'PRODUCE_PREPARE' }] })
    expect(await project.json(['reflex', 'stop', 'time', 'to', 'go'])).toMatchObject({ stopped: 'asked', reason: 'time to go' })
    expect(runJson(project).status).toBe('running')
    rmSync(project.slow)
    const { code, stdout } = await done
    expect([code, stdout]).toEqual([1, expect.stringContaining('Ended: time to go')])
    expect(runJson(project)).toMatchObject({ status: 'stopped', stop: { reason: 'time to go' } })
    expect(existsSync(join(project.root, '.ai-factory/evolution/current.json'))).toBe(false)
    expect(eventsOf(project.journal(), 'mail_received')).toHaveLength(1)
    expect(asked(project.log)).toEqual(['PLAN', 'PRODUCE'])
  })

  it('draws its two confirmations from processes of their own', async () => {
    const project = slowProject()
    rmSync(project.slow)
    const draft = await project.whet([
      'reflex',
      'new',
      'Write a greeting',
      '--criteria',
      'criteria.json',
      '--draft',
      '--maker',
      'command:maker',
    ])
    expect([draft.code, draft.stdout]).toEqual([3, expect.stringContaining('whet answer greeting confirm')])
    expect(lines(project.log)).toEqual([])
    expect((await project.whet(['answer', 'greeting', 'confirm'])).code).toBe(3)
    expect((await project.whet(['inbox'])).stdout).toContain('Confirm max iterations = 3?')
    expect(existsSync(join(project.root, '.ai-factory'))).toBe(false)
    expect((await project.whet(['answer', 'greeting', 'confirm'])).code).toBe(0)
    expect(asked(project.log)[0]).toBe('PLAN')
  })
})

describe('a person at a terminal', () => {
  /** `script` gives the program a terminal of its own; it is part of every Debian. */
  function terminal(
    project: Project,
    argv: readonly string[],
  ): {
    say(keys: string): void
    shows(text: string | RegExp): Promise<void>
    screen(): string
    kill(): Promise<void>
    done: Promise<number | null>
  } {
    const { CI: _ci, ...env } = project.env
    const main = fileURLToPath(new URL('../../src/surfaces/cli/main.ts', import.meta.url))
    writeFileSync(
      join(project.root, '.whet.mjs'),
      `process.stdout.write('pid ' + process.pid + '\\n'); const { main } = await import(${JSON.stringify(main)}); process.exitCode = await main(process.argv.slice(2))`,
    )
    const command = [process.execPath, '.whet.mjs', ...argv].map((word) => `'${word}'`).join(' ')
    const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd: project.root, env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' } })
    started.push(child)
    let seen = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text))
    const done = new Promise<number | null>((resolve) => child.once('close', resolve))
    return {
      say: (keys) => void child.stdin.write(keys),
      shows: async (text) => until(() => (typeof text === 'string' ? seen.includes(text) : text.test(seen))),
      screen: () => seen,
      kill: async () => {
        process.kill(Number(/pid (\d+)/.exec(seen)?.[1]), 'SIGKILL')
        await done
      },
      done,
    }
  }
  const enter = '\r'
  /** Nothing is chosen beforehand: the first choice is one step down. */
  const first = `\x1b[B${enter}`

  it('confirms both, watches the loop and says where the artifact goes', async () => {
    const project = slowProject()
    rmSync(project.slow)
    const at = terminal(project, [
      'reflex',
      'new',
      'nginx configuration for two hosts',
      '--alias',
      'greeting',
      '--maker',
      'command:maker',
      '--judge',
      'command:maker',
      '--max-iterations',
      '2',
    ])
    await at.shows('Confirm these success criteria?')
    expect(at.screen()).toMatch(/Draft \(config\)/)
    expect(lines(project.log)).toEqual([])
    at.say(first)
    await at.shows('Confirm max iterations = 2?')
    at.say(first)
    await at.shows('Copy the artifact to')
    at.say(`copy.md${enter}`)
    await at.done
    expect(at.screen()).toMatch(/── Iteration 1\/2 \| Phase A/)
    expect(at.screen()).toMatch(/greeting {2}PLAN/) // the live line
    expect(existsSync(join(project.root, 'copy.md'))).toBe(true)
  })

  it('is killed between the two: the draft survives and is answered later', async () => {
    const project = slowProject()
    rmSync(project.slow)
    const at = terminal(project, [
      'reflex',
      'new',
      'nginx configuration for two hosts',
      '--alias',
      'greeting',
      '--maker',
      'command:maker',
      '--judge',
      'command:maker',
      '--max-iterations',
      '2',
    ])
    await at.shows('Confirm these success criteria?')
    at.say(first)
    await at.shows('Confirm max iterations = 2?')
    await at.kill()
    expect(lines(project.log)).toEqual([])
    expect(await project.json(['inbox'])).toMatchObject({ waiting: [{ name: 'greeting', gate: { key: 'confirm-iterations' } }] })
    expect((await project.whet(['answer', 'greeting', 'confirm'])).code).toBeLessThan(2)
    expect(asked(project.log)[0]).toBe('PLAN')
    expect(eventsOf(project.journal(), 'criteria_confirmed')).toHaveLength(1)
  })

  it('leaves with Ctrl-C and decides nothing', async () => {
    const project = slowProject()
    const at = terminal(project, [
      'reflex',
      'new',
      'nginx configuration for two hosts',
      '--alias',
      'greeting',
      '--maker',
      'command:maker',
      '--judge',
      'command:maker',
    ])
    await at.shows('Confirm these success criteria?')
    at.say('\x03')
    expect(await at.done).toBe(3)
    expect(at.screen()).toContain('left without an answer')
    expect(await project.json(['inbox'])).toMatchObject({ waiting: [{ gate: { key: 'confirm-criteria' } }] })
  })
})
