// A terminal that says nothing more: Ctrl-D, or a terminal that goes away, leaves every prompt in words, decides nothing and leaves nobody running.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, newProject } from '../e2e/whet.ts'
import { lending } from '../lending.ts'

const canScript = spawnSync('script', ['-qec', 'true', '/dev/null'], { input: '' }).status === 0

let at: Project
beforeAll(async () => {
  at = newProject()
  at.write('requirements.md', lending)
  await at.whet(['design', 'new', 'booking', '--requirements', 'requirements.md'])
}, 60_000)
afterAll(() => at.remove())

/** At a terminal of its own; `CI` would mean that nobody is there. */
function atTerminal(args: readonly string[]): ChildProcessWithoutNullStreams {
  const { CI: _, ...env } = at.env
  const line = [process.execPath, at.command, ...args].map((word) => `'${word}'`).join(' ')
  return spawn('script', ['-qec', line, '/dev/null'], { cwd: at.root, env: { ...env, TERM: 'xterm' } })
}

/** What was shown, and the exit code, once the prompt is there and `then` was done. */
function prompted(args: readonly string[], shows: RegExp, then: (child: ChildProcessWithoutNullStreams) => void) {
  return new Promise<{ shown: string; code: number | null }>((resolve) => {
    const child = atTerminal(args)
    let shown = ''
    let done = false
    child.stdout.on('data', (part: Buffer) => {
      shown += part.toString('utf8')
      if (!done && shows.test(shown)) {
        done = true
        then(child)
      }
    })
    child.on('close', (code) => resolve({ shown, code }))
  })
}

const prompts: [what: string, args: string[], shows: RegExp][] = [
  ['a phrase', ['approve', 'booking'], /type these words/],
  ['a text', ['reject', 'booking'], /needs/],
  ['a confirmation', ['reflex', 'new', 'a short poem', '--mandatory', 'is short', '--maker', 'command:cat'], /◆|\?/],
]

describe.skipIf(!canScript)('a prompt for', () => {
  it.each(prompts)(
    '%s is left by Ctrl-D',
    async (_, args, shows) => {
      const { shown, code } = await prompted(args, shows, (child) => child.stdin.write('\u0004'))
      expect(shown).toContain('left without an answer; nothing was decided')
      expect(shown).not.toMatch(/at .*\.ts:\d+|unsettled|defect/)
      expect(code).toBe(3)
      expect(await at.json(['status', 'booking'])).toMatchObject({ runs: [{ status: 'CANDIDATE' }] })
    },
    60_000,
  )

  it('a phrase is left when the terminal goes away', async () => {
    let pid = 0
    await prompted(['approve', 'booking'], /type these words/, (child) => {
      pid = Number(
        spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
          .stdout.trim()
          .split('\n')[0],
      )
      child.kill('SIGKILL')
    })
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
  }, 60_000)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
