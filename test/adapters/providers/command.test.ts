// Makers that are programs, run for real: what they may see, what they may cost, and that nothing of them stays.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { closesFolders, wroteElsewhere } from '../../../src/adapters/evaluator/folder-closer.ts'
import { commandProvider } from '../../../src/adapters/providers/command.ts'
import { guarded } from '../../../src/adapters/providers/guard.ts'
import { temperatureDropped } from '../../../src/agents/pins.ts'
import { replied, request } from '../../agents/support.ts'
import { programs } from './programs.ts'

const made = programs()
afterAll(() => made.remove())

const maker = (program: string, options: Partial<Parameters<typeof commandProvider>[0]> = {}) =>
  commandProvider({ name: 'command:test', argv: [program], cwd: made.folder, ...options })

describe('a command', () => {
  it('gets the prompt on stdin and answers on stdout, in its working folder', async () => {
    const program = made.node('echo', `process.stdout.write(process.cwd() + '|' + prompt + '|' + args.join(','))`)
    const reply = replied(await maker(program, { argv: [program, 'a b'] }).call(request({ prompt: 'räsp ✓' })))
    expect(reply.text).toBe(`${made.folder}|räsp ✓|a b`)
    expect(reply.usage).toEqual({ calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null })
  })

  it.skipIf(!closesFolders())(
    'in a working copy changes that and its own state; what it writes elsewhere is held back and listed',
    async () => {
      // Some systems keep homes behind a link.
      const [home, linked] = [join(made.folder, 'home'), join(made.folder, 'linked')]
      const place = join(made.folder, 'place')
      for (const folder of [join(place, 'work'), join(home, '.own')]) mkdirSync(folder, { recursive: true })
      symlinkSync(home, linked)
      writeFileSync(join(home, '.own.json'), '{}\n')
      const program = made.shell(
        'writes',
        'for f in a ~/.own/session ~/.own.json ~/.own.json.tmp.7 ~/.bashrc ~/.later ../beside; do echo x > $f && cat $f; done',
      )
      const options = { state: ['~/.own', '~/.own.json', '~/.later'], source: { ...process.env, HOME: linked } }
      const edits = { folder: join(place, 'work'), place }
      expect(replied(await maker(program, options).call(request({ edits }))).text).toBe('x\n'.repeat(7))
      const there = [join(place, 'work/a'), join(home, '.own/session'), join(home, '.bashrc'), join(place, 'beside')].map((path) =>
        existsSync(path),
      )
      expect(there).toEqual([true, true, false, false])
      expect(readFileSync(join(home, '.own.json'), 'utf8')).toBe('{}\n')
      // What is named and not there yet is not let go in silence.
      expect(wroteElsewhere(place).sort()).toEqual([join(home, '.bashrc'), join(home, '.later'), join(place, 'beside')])
    },
  )

  it('need not read its prompt, however long it is', async () => {
    const program = made.shell('deaf', 'echo done')
    expect(replied(await maker(program).call(request({ prompt: 'x'.repeat(5_000_000) }))).text).toBe('done\n')
  })

  it.each([
    ['prints nothing', 'true', 'empty', /printed nothing/],
    ['prints only blanks and a word on stderr', 'echo; echo "no key set" >&2', 'empty', /no key set/],
    ['ends with an error', 'echo half; echo first >&2; echo "quota exhausted" >&2; exit 3', 'exit', /exit code 3.*quota exhausted/s],
    ['ends itself by a signal', 'kill -9 $$', 'exit', /killed by SIGKILL/],
    ['prints bytes that are not text', "printf '\\377\\376'", 'contract', /aren't UTF-8/],
    ['prints without end', 'yes', 'too_large', /more than 1000000 bytes/],
  ] as const)('that %s is refused with the reason', async (_what, body, failed, message) => {
    const result = await maker(made.shell(`bad-${failed}-${body.length}`, body)).call(request())
    expect(result).toMatchObject({ failed, message: expect.stringMatching(message) })
  })

  it.each(['no-such-program-here', './no-such-program-here', '/no/such/program'])(
    '%s that is not there is named, at the start of a run already',
    async (program) => {
      expect(await maker(program).call(request())).toMatchObject({
        failed: 'exit',
        message: expect.stringContaining(`${program} couldn't be started`),
      })
      await expect(maker(program).identify()).rejects.toMatchObject({
        code: 'maker',
        message: expect.stringContaining(program),
        fix: expect.stringContaining('whet doctor'),
      })
    },
  )

  it('is overheard while it works, in whole lines, and a key in them is not', async () => {
    const program = made.node(
      'talks',
      `process.stderr.write('reading with key-of-mine-12345\\nhalf a'); setTimeout(() => { process.stdout.write('done\\n') }, 900)`,
    )
    const heard: string[] = []
    const safe = guarded(maker(program), () => ['key-of-mine-12345'])
    expect(replied(await safe.call(request({ hear: (text) => void heard.push(text) }))).text).toBe('done\n')
    expect(heard).toEqual(['reading with [redacted]'])
  })

  it('is asked for temperature 0 in vain, and that is said', async () => {
    const reply = replied(await maker(made.shell('plain', 'echo x')).call(request()))
    expect(temperatureDropped(reply.warnings)).toBe(true)
  })

  it('that talks for megabytes on stderr is not ended for it', async () => {
    const program = made.node('chatty', `process.stderr.write('n'.repeat(30_000_000), () => process.stdout.write('fine'))`)
    expect(replied(await maker(program).call(request())).text).toBe('fine')
  })

  it.each(['timeout', 'aborted'] as const)('is ended with all its descendants (%s), even if they ignore the request', async (failed) => {
    const pids = join(made.folder, `pids-${failed}`)
    const program = made.shell(
      `stubborn-${failed}`,
      `trap '' TERM\n( trap '' TERM; sleep 300 & echo $! >> ${pids}; wait ) &\necho $$ >> ${pids}\nsleep 300`,
    )
    const begun = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [])
    const stop = new AbortController()
    const calling = maker(program).call(request(failed === 'timeout' ? { timeoutMs: 4_000 } : { signal: stop.signal }))
    await expect.poll(() => begun().length, { timeout: 20_000 }).toBe(2)
    if (failed === 'aborted') stop.abort()
    expect(await calling).toMatchObject({ failed })
    await expect.poll(() => begun().filter(isRunning), { timeout: 10_000 }).toEqual([])
  })

  it('leaves nothing running when it ends by itself', async () => {
    const pids = join(made.folder, 'pids-left')
    const program = made.shell('leaver', `sleep 300 >/dev/null 2>&1 </dev/null &\necho $! > ${pids}\necho ok`)
    expect(replied(await maker(program).call(request())).text).toBe('ok\n')
    await expect.poll(() => isRunning(Number(readFileSync(pids, 'utf8')))).toBe(false)
  })
})

describe('what a command sees', () => {
  const source = {
    PATH: process.env['PATH'],
    HOME: '/home/somebody',
    LC_TIME: 'C',
    MY_KEY: 'mine-0123456789',
    ANTHROPIC_API_KEY: 'foreign-0123456789',
    AWS_SECRET_ACCESS_KEY: 'x',
    GIT_DIR: '/elsewhere',
    NODE_OPTIONS: '--inspect',
  }
  const env = made.node('env', 'process.stdout.write(JSON.stringify(process.env))')

  it('the common variables, the keys named for it, git hooks off and nothing else', async () => {
    const seen = JSON.parse(replied(await maker(env, { env: ['MY_KEY'], source }).call(request())).text) as Record<string, string>
    expect(seen).toMatchObject({
      HOME: '/home/somebody',
      LC_TIME: 'C',
      MY_KEY: 'mine-0123456789',
      GIT_CONFIG_KEY_0: 'core.hooksPath',
      GIT_CONFIG_VALUE_0: '/dev/null',
    })
    expect(Object.keys(seen).filter((name) => /ANTHROPIC|AWS|GIT_DIR|NODE_OPTIONS/.test(name))).toEqual([])
  })

  it('a key it repeats does not get out', async () => {
    const secrets = () => [source.MY_KEY]
    const reply = await guarded(maker(env, { env: ['MY_KEY'], source }), secrets).call(request())
    expect(replied(reply).text).toContain('[redacted]')
    expect(JSON.stringify(reply)).not.toContain(source.MY_KEY)
    const failing = guarded(maker(made.shell('leak', 'echo "bad key $MY_KEY" >&2; exit 1'), { env: ['MY_KEY'], source }), secrets)
    expect(await failing.call(request())).toMatchObject({ failed: 'exit', message: expect.stringContaining('bad key [redacted]') })
    // What is shown of stderr begins in the middle of the key.
    const cut = guarded(maker(made.shell('cut', `printf '%s%0990d' "$MY_KEY" 0 >&2; exit 1`), { env: ['MY_KEY'], source }), secrets)
    expect(JSON.stringify(await cut.call(request()))).not.toContain(source.MY_KEY.slice(-9))
  })

  it('git runs no hook of the repository it stands in', async () => {
    const flag = join(made.folder, 'hook-ran')
    const program = made.shell(
      'committer',
      `git init -q repo && cd repo && printf '#!/bin/sh\\ntouch ${flag}\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && echo committed`,
    )
    expect(replied(await maker(program).call(request())).text).toBe('committed\n')
    expect(existsSync(flag)).toBe(false)
  })
})

it('a program is pinned by its bytes: a changed script is another version', async () => {
  const program = made.shell('pinned', 'echo 1')
  const before = await maker(program).identify()
  writeFileSync(program, '#!/bin/sh\necho 2\n')
  expect((await maker(program).identify()).version).not.toBe(before.version)
  expect(before).toMatchObject({ model: 'unknown', version: expect.stringMatching(/^sha256:/) })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A zombie that init has not collected yet is not running.
  return !/^\d+ \(.*\) Z/.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
}
