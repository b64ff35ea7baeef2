// An attacker whose rules run commands: they see a copy, none of the person's files, and no more processes or memory than they are given.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExec } from '../../src/adapters/evaluator/exec.ts'
import { closes } from '../../src/adapters/evaluator/isolation.ts'
import { makeLimit, mostProcesses, watcher } from '../../src/adapters/evaluator/limits.ts'
import { makeSandbox } from '../../src/adapters/evaluator/sandbox.ts'
import { type Project, newProject } from '../e2e/whet.ts'

let at: Project
beforeAll(() => {
  at = newProject()
  at.write('work.md', '# Work\n')
  at.write('docs/inner.md', '# Inner\n')
  writeFileSync(join(at.env['HOME'] as string, 'private.txt'), 'of the person')
  mkdirSync(join(at.root, '.git'))
  mkdirSync(join(at.root, '.whetstone/runs'), { recursive: true }) // a project of ours, found from a folder below
})
afterAll(() => at.remove())

const home = () => at.env['HOME'] as string
const rules = (command: string) =>
  JSON.stringify({
    rules: [{ id: 'run', description: 'runs', severity: 'fail', weight: 1, check: { kind: 'command', command, timeout_seconds: 60 } }],
  })

/** What a command says in `whet check --allow-commands`. */
async function said(command: string, files = ['work.md'], cwd = at.root): Promise<string> {
  const file = at.write('rules.json', rules(`(${command}) > said 2>&1; cat said; false`))
  const { checked } = await at.json<{ checked: { verdicts: { evidence: { quote?: string }[] }[] }[] }>(
    ['check', ...files, '--rules', file, '--allow-commands'],
    { cwd },
  )
  return (checked[0]?.verdicts ?? []).flatMap(({ evidence }) => evidence.map(({ quote = '' }) => quote)).join('\n')
}

describe('a command of whet check', () => {
  it('runs in a copy: what it writes is not in the project', async () => {
    await said('touch made; echo "# Changed" > work.md')
    expect(existsSync(join(at.root, 'made'))).toBe(false)
    expect(readFileSync(join(at.root, 'work.md'), 'utf8')).toBe('# Work\n')
  })

  it('finds the work where it lies, also from a folder below', async () => {
    expect(await said('cat work.md')).toContain('# Work')
    expect(await said('cat docs/inner.md', ['inner.md'], join(at.root, 'docs'))).toContain('# Inner')
  })

  it('has a home of its own', async () => expect(await said('echo "home is $HOME"')).not.toContain(home()))

  it.skipIf(!closes())('sees nothing of the home folder or the project, and changes nothing there', async () => {
    expect(await said(`cat ${home()}/private.txt`)).not.toContain('of the person')
    await said(`echo x > ${home()}/private.txt; echo x > ${at.root}/work.md; mkdir ${at.root}/put; touch /var/tmp/whet-put`)
    expect(readFileSync(join(home(), 'private.txt'), 'utf8')).toBe('of the person')
    expect(readFileSync(join(at.root, 'work.md'), 'utf8')).toBe('# Work\n')
    expect([existsSync(join(at.root, 'put')), existsSync('/var/tmp/whet-put')]).toEqual([false, false])
  })
})

describe.skipIf(!closes())('the machine itself', () => {
  it('is out of reach, also of a command that root runs: settings of the kernel, devices, its log', async () => {
    const told = await said(
      `for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/irq/default_smp_affinity /dev/kmsg /dev/whet-put; do (: >> $f) 2>/dev/null && echo "wrote $f"; done; ls /dev`,
    )
    expect(told).toContain('urandom')
    expect(told).not.toMatch(/wrote/)
    if (process.getuid?.() === 0) expect(told).not.toMatch(/kmsg|\b(?:sd|vd|nvme|loop)[a-z0-9]+\b/)
    expect(existsSync('/dev/whet-put')).toBe(false)
  })

  it('what every program needs is there', async () => {
    expect(
      await said('echo x > /dev/null && head -c 4 /dev/urandom | wc -c && echo y > /dev/stderr && : > /dev/shm/z && echo all'),
    ).toContain('all')
  })
})

describe.skipIf(!closes())('another HOME', () => {
  const real = userInfo().homedir
  const file = readdirSync(real, { withFileTypes: true }).find((entry) => entry.isFile())
  it.skipIf(!file)('does not bring the real one into sight', async () => {
    expect(home()).not.toBe(real)
    const told = await said(`test -e '${join(real, file?.name ?? '')}' && echo seen || echo hidden`)
    expect(told).toContain('hidden')
  })
})

const limit = makeLimit()
afterAll(() => limit.remove())

describe('what a command may take', () => {
  it.skipIf(!limit.processes)('a bomb of processes stays within its limit', async () => {
    const bomb = `i=0; while [ $i -lt ${mostProcesses + 200} ]; do sleep 20 & i=$((i+1)); done; jobs -p | wc -l`
    expect(await said(bomb)).toMatch(/fork|Resource temporarily unavailable/)
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toMatch(/^sleep 20$/m)
  })

  it.skipIf(limit.memory === null)('a program that takes more memory than there is for it is ended', async () => {
    const eat = (megabytes: number) => [process.execPath, '-e', `Buffer.alloc(${megabytes} << 20, 1); console.log('got it all')`]
    const { outer, inner, remove } = makeLimit({ memoryMb: 512 })
    const run = (megabytes: number) => {
      const [program = '', ...args] = [...outer, ...inner, ...eat(megabytes)]
      return spawnSync(program, args, { encoding: 'utf8' }).stdout
    }
    expect([run(64), run(1024)]).toEqual(['got it all\n', ''])
    await remove()
  })

  it('a command that takes more is ended and told as that, also by looking at it and what it starts', async () => {
    const eats = (mb: number) =>
      `node -e "globalThis.kept = Buffer.alloc(${mb} << 20, 1); setTimeout(() => console.log('got it all'), ${mb > 200 ? 20_000 : 0})"`
    const copy = makeSandbox(at.root, { text: '', name: 'a.md' })
    const exec = createExec({ copy, home: copy.home, confined: false, memoryMb: 256 })
    const run = (command: string) => exec.run(command, { timeoutMs: 60_000, signal: new AbortController().signal })
    expect(await run(eats(1))).toMatchObject({ exitCode: 0, stdout: 'got it all\n' })
    expect(await run(`${eats(400)} & ${eats(400)}; wait`)).toMatchObject({ overMemoryMb: 256, stdout: '' })
    copy.remove()
    const seen = watcher(256)
    const child = spawn('sh', ['-c', `${eats(400)}; true`])
    await new Promise<void>((done) => {
      seen.watch(child.pid as number, done)
      child.once('close', () => done())
    })
    seen.end()
    expect(seen.isExceeded()).toBe(true)
    spawnSync('pkill', ['-P', String(child.pid)])
    child.kill('SIGKILL')
  })

  it.skipIf(limit.outer.length === 0 || !closes())('the control group is out of its reach', async () => {
    const flee = `for f in $(find /sys/fs/cgroup -name cgroup.procs 2>/dev/null | head -50); do (echo $$ > $f) 2>/dev/null && echo fled; done; echo tried`
    const told = await said(flee)
    expect(told).toContain('tried')
    expect(told).not.toContain('fled')
  })

  it('doctor says which limits hold here', async () => {
    const { stdout } = await at.whet(['doctor'])
    expect(stdout).toMatch(limit.processes ? /at most 1024 processes/ : /can't limit their processes/)
    expect(stdout).toMatch(limit.memory === null ? /can't limit .*memory/ : /4 GB of memory/)
  })
})
