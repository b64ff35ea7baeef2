// Orders as people give them: the example from red to completed, trust, refusals, a spec, apply, and kill -9 at every boundary.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { everything } from '../everything.ts'
import { type Project, eventsOf, killMain, newProject } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(() => {
  for (const clean of cleaning.splice(0).reverse()) clean()
})

const example = new URL('../../examples/order-fix/', import.meta.url)

function repository(files: Record<string, string>, { entry }: { entry?: string } = {}): Project & { git(...args: string[]): string } {
  const at = newProject(entry === undefined ? {} : { entry })
  cleaning.push(() => at.remove())
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.com', ...args], { cwd: at.root, env: at.env, encoding: 'utf8' })
  for (const [path, text] of Object.entries(files)) at.write(path, text)
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
  return { ...at, git }
}

const fare = () =>
  Object.fromEntries(
    ['package.json', 'src/fare.js', 'test/fare.test.js'].map((path) => [path, readFileSync(new URL(`repo/${path}`, example), 'utf8')]),
  )
const fix =
  "const p = 'src/fare.js'; fs.writeFileSync(p, fs.readFileSync(p, 'utf8').replace('Math.floor', 'Math.ceil')); console.log('done')"
const task = 'A kilometre begun is paid in full: mend fare() in src/fare.js'

describe('an order', () => {
  it('OR-001 OR-002 OR-017 goes from a failing test to completed without a person, each stage with its event, and apply merges it', async () => {
    const at = repository(fare())
    at.program('maker', fix)
    writeFileSync(join(at.root, 'mine.txt'), 'not committed')
    const refused = await at.json(['order', 'new', task, '--maker', 'command:maker'])
    expect(refused.error).toMatchObject({ code: 'untrusted', message: expect.stringContaining('npm test') })
    await at.whet(['trust'])
    const done = await at.whet(['order', 'new', task, '--maker', 'command:maker'])
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('Completed: the acceptance score is 10.0')])
    expect(done.stderr).toMatch(/Acceptance 10\.0: architecture 10, .* \| PASSED/)
    expect(done.stdout).toContain('1 uncommitted change')
    expect(done.stdout).toMatch(/\n {2}Score {10}10\.0 {2}█{20} {2}threshold 7\.0, PASSED\n {2}Architecture {3}10\.0 {2}█{20}\n/)
    const events = at.journal().flatMap((entry) => entry.events.map(({ type }) => type))
    const stages = [
      'specified',
      'decomposed',
      'rated',
      'proposer_chosen',
      'coded',
      'refined',
      'change_requested',
      'accepted',
      'logged',
      'closed',
    ]
    expect(events.filter((type) => stages.includes(type))).toEqual(stages)
    expect(
      at
        .git('status', '--porcelain')
        .split('\n')
        .filter((line) => !line.includes('.whetstone')),
    ).toEqual(['?? mine.txt', ''])
    expect(at.read('src/fare.js')).toContain('Math.floor')
    const [run] = readdirSync(join(at.root, '.whetstone/runs')) as [string]
    expect((await at.whet(['order', 'apply', run])).stdout).toContain('+  return base + Math.ceil')
    expect(at.read('src/fare.js')).toContain('Math.floor')
    expect((await at.whet(['order', 'apply', run, '--yes'])).stdout).toContain('Merged')
    expect([at.read('src/fare.js'), at.read('mine.txt')]).toEqual([expect.stringContaining('Math.ceil'), 'not committed'])
    // Picked instead: another commit, the same change, so there is nothing left to merge.
    at.git('reset', '--quiet', '--hard', 'HEAD~1')
    const unknown = await at.json(['order', 'apply', run, '--yes', '--pick'])
    expect(unknown.error?.message).toContain("git doesn't know who you are")
    at.git('config', 'user.name', 'E')
    at.git('config', 'user.email', 'e@example.com')
    at.git('config', 'commit.gpgSign', 'true')
    at.git('config', 'gpg.program', 'false')
    expect(await at.json(['order', 'apply', run, '--yes', '--pick'])).toMatchObject({ error: { code: 'refused' } })
    at.git('config', 'commit.gpgSign', 'false')
    at.write('.git/MERGE_HEAD', '')
    expect((await at.json(['order', 'apply', run, '--yes'])).error?.message).toContain('under way')
    rmSync(join(at.root, '.git/MERGE_HEAD'))
    expect(at.git('status', '--porcelain', '--', 'src')).toBe('')
    expect((await at.whet(['order', 'apply', run, '--yes', '--pick'])).stdout).toContain('Cherry-picked')
    const head = at.git('rev-parse', 'HEAD')
    expect((await at.whet(['order', 'apply', run, '--yes'])).stdout).toContain('main already has it')
    expect(at.git('rev-parse', 'HEAD')).toBe(head)
  })

  it('that was killed while its maker worked is interrupted, and stop ends it whole, with the reason', async () => {
    const at = repository({ 'a.js': 'export const a = 1\n' })
    at.program('maker', "fs.writeFileSync('begun', ''); setTimeout(() => {}, 60_000)")
    const going = at.start(['order', 'new', 'Add b.js', '--maker', 'command:maker'])
    const ended = new Promise((resolve) => going.on('close', resolve))
    const begun = join(at.env['HOME'] as string, '.local/state/whetstone/orders/*/*/work/begun')
    while (globSync(begun).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    going.kill('SIGKILL')
    await ended
    const [run] = readdirSync(join(at.root, '.whetstone/runs')) as [string]
    expect((await at.whet(['status', run])).stdout).toMatch(/running, interrupted[\s\S]*`whet resume/)
    expect((await at.whet(['stop', run, 'not wanted any more'])).stdout).toContain('Stopped: not wanted any more (stopped by ')
    expect(await at.json(['list'])).toMatchObject({ runs: [{ status: 'stopped', reason: 'not wanted any more', stage: 'ended' }] })
    expect((await at.whet(['status', run])).stdout).toContain('Stopped: not wanted any more')
    expect(at.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  })

  it('OR-019 OR-020 OR-021 red needs review, a maker that fails needs rework; apply refuses both, and conflicts', async () => {
    const at = repository(fare())
    at.program('wrong', "fs.appendFileSync('src/fare.js', '// no change\\n')")
    at.program('broken', 'process.exit(3)')
    const wrong = await at.json(['order', 'new', task, '--allow-commands', '--maker', 'command:wrong'])
    expect(wrong).toMatchObject({ status: 'needs_review', card: expect.stringContaining('tests fail') })
    expect(await at.json(['order', 'apply', String(wrong['run'])])).toMatchObject({ error: { code: 'refused' } })
    at.write('src/fare.js', 'mine\n')
    expect(await at.json(['order', 'apply', String(wrong['run']), '--reviewed', '--yes'])).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('uncommitted') },
    })
    at.git('commit', '--all', '--message', 'mine')
    expect(await at.json(['order', 'apply', String(wrong['run']), '--reviewed', '--yes'])).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('src/fare.js') },
    })
    expect(await at.json(['order', 'new', task, '--allow-commands', '--maker', 'command:broken'])).toMatchObject({
      status: 'needs_rework',
      passed: false,
    })
    expect(await at.json(['list', '--status', 'needs_review'])).toMatchObject({ runs: [{ run: wrong['run'] }] })
    at.program('idle', "console.log('Nothing to do.')")
    const idle = await at.json(['order', 'new', task, '--allow-commands', '--maker', 'command:idle'])
    expect(idle).toMatchObject({ reason: 'no_change', card: expect.not.stringContaining('refs/whet') })
    expect(at.git('for-each-ref', 'refs/whet')).toBe('')
  })

  it('what is no repository, or has no commit, is said in a sentence', async () => {
    const at = newProject()
    cleaning.push(() => at.remove())
    expect(await at.json(['order', 'new', task, '--maker', 'host'])).toMatchObject({
      error: { message: expect.stringContaining("isn't a git repository") },
    })
    execFileSync('git', ['init', '--quiet'], { cwd: at.root, env: at.env })
    expect(await at.json(['order', 'new', task, '--maker', 'host'])).toMatchObject({
      error: { message: expect.stringContaining('has no commit yet') },
    })
    execFileSync(
      'git',
      ['-c', 'user.name=E', '-c', 'user.email=e@example.com', 'commit', '--quiet', '--allow-empty', '--message', 'base'],
      { cwd: at.root, env: at.env },
    )
    expect(await at.json(['order', 'new', task, '--maker', 'host', '--base', 'nope'])).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining("nope isn't a commit") },
    })
    expect(existsSync(join(at.root, '.whetstone/runs'))).toBe(false)
  })

  it('OR-014 tests that no known command runs are unmeasured, and the order waits for a person', async () => {
    const at = repository({ 'even.py': 'def even(n):\n    return n % 2\n', 'test_even.py': 'from even import even\nassert even(2)\n' })
    at.program('maker', "fs.appendFileSync('even.py', '# looked at\\n')")
    const told = 'test_even.py looks like a test, but no command runs it'
    const done = await at.json(['order', 'new', 'Mend even()', '--maker', 'command:maker'])
    expect(done).toMatchObject({ status: 'needs_review', card: expect.stringContaining(`tests pass unmeasured: ${told}`) })
    const { metrics } = await at.json<{ metrics: Record<string, object> }>(['measure'])
    expect(metrics).toMatchObject({ testsPassed: { is: 'unmeasured' }, coverage: { is: 'unmeasured' } })
    // A person who says that there are none is believed.
    at.write('whetstone.yaml', 'order:\n  commands: { test: false }\n')
    await at.whet(['trust'])
    expect((await at.json<{ metrics: object }>(['measure'])).metrics).toMatchObject({ coverage: { is: 'measured', value: 0 } })
  })

  it('OR-020 OR-048 compiler errors go back with their places until none is left, or the tries are used up and the work is kept', async () => {
    const at = repository(fare())
    mkdirSync(join(at.env['HOME'] as string, 'notes'))
    const order = async (maker: string) => {
      at.write('whetstone.yaml', `makers: { default: { command: ${maker}, state: [~/notes] } }\n`)
      await at.whet(['trust'])
      return at.json(['order', 'new', task])
    }
    const noted = (
      name: string,
    ) => `const n = fs.existsSync(process.env.HOME + '/notes/${name}') ? fs.readFileSync(process.env.HOME + '/notes/${name}', 'utf8').split('=====').length : 1
fs.appendFileSync(process.env.HOME + '/notes/${name}', prompt + '=====')`
    // Two errors, one after the other, at places of their own; the third try is right.
    at.program(
      'learner',
      `${noted('learner')}
const p = 'src/fare.js', lines = fs.readFileSync(p, 'utf8').replace('Math.floor', 'Math.ceil').split('\\n').filter((line) => !line.includes('const +'))
if (n === 1) lines.splice(1, 0, 'const + = 1')
if (n === 2) lines.splice(4, 0, 'const + = 2')
fs.writeFileSync(p, lines.join('\\n'))`,
    )
    at.program('stubborn', `${noted('stubborn')}\nif (n === 1) fs.appendFileSync('src/fare.js', 'const + = 1\\n')`)
    const done = await order('learner')
    expect(done).toMatchObject({ status: 'completed' })
    const found = eventsOf(at.journal(String(done['run'])), 'refined') as { errors: { file: string; line: number }[] }[]
    expect(found.map(({ errors }) => errors.map(({ file, line }) => `${file}:${line}`))).toEqual([['src/fare.js:2'], ['src/fare.js:5'], []])
    const asked = readFileSync(join(at.env['HOME'] as string, 'notes/learner'), 'utf8').split('=====')
    expect(asked.map((prompt) => /^src\/fare\.js:(\d+):\d+ .*/m.exec(prompt)?.[1])).toEqual([undefined, '2', '5', undefined])
    expect(at.git('show', `whet/${String(done['run'])}:src/fare.js`)).toContain('Math.ceil')
    const left = await order('stubborn')
    expect(left).toMatchObject({ status: 'needs_rework', reason: 'compile_error' })
    expect(String(left['card'])).toMatch(/1 compiler error is left after 4 tries[\s\S]*Compiler errors:\n {2}src\/fare\.js:\d+:\d+ /)
    expect(at.git('show', `refs/whet/${String(left['run'])}:src/fare.js`)).toContain('const + = 1')
    expect(at.git('for-each-ref', 'refs/heads', '--format=%(refname)').trim().split('\n')).toHaveLength(2)
  })

  it('OR-004 a spec that lists its orders becomes one run each, each accepted by itself, on what was accepted before', async () => {
    const at = repository({ 'a.js': 'export const a = 1\n' })
    at.write('spec.md', '# Letters\n\n## Orders\n\n1. Add b.js\n2. Add c.js\n')
    at.program(
      'maker',
      "const [, name] = /^Task: Add (\\w)/m.exec(prompt); if (name === 'c' && !fs.existsSync('b.js')) process.exit(1); fs.writeFileSync(name + '.js', 'export const x = 1\\n')",
    )
    const done = await at.json(['order', 'new', '--spec', 'spec.md', '--alias', 'letters', '--maker', 'command:maker'])
    // No package.json, no tests: 0% covered, measured, and nothing bars.
    expect(done).toMatchObject({ status: 'completed', card: expect.stringContaining('2 of 2 orders are completed') })
    expect(String(done['card'])).toMatch(/ {2}letters-2 {2}completed +Add c\.js[^]*Next: `whet order apply letters-2` shows a change/)
    expect((await at.whet(['order', 'apply', 'letters', '--yes'])).stderr).toContain('`whet order apply letters-2`')
    expect(at.git('branch', '--list', 'whet/*').trim().split('\n')).toHaveLength(2)
    expect((await at.whet(['show', 'letters-2'])).stdout).toContain('c.js')
    expect(await at.json(['order', 'apply', 'letters-1', '--yes'])).toMatchObject({ how: 'merged' })
    expect((await at.whet(['show', 'letters-23'])).stderr).toMatch(/did you mean "letters-2"/)
  })

  it('a spec without a list is split by a maker; each order gets a pull request where asked, and the orders share one budget', async () => {
    const at = repository({ 'a.js': 'export const a = 1\n' })
    at.write('spec.md', '# Letters\n\nThe library also needs b and c.\n')
    at.program(
      'maker',
      `if (/^Task: /m.test(prompt)) { const [, name] = /^Task: Add (\\w)/m.exec(prompt); fs.writeFileSync(name + '.js', 'export const x = 1\\n') }
else console.log(JSON.stringify({ orders: ['b', 'c', 'd'].map((name) => ({ title: 'Letter ' + name, task: 'Add ' + name + '.js' })) }))`,
    )
    at.program(
      'gh',
      "fs.appendFileSync(process.env.HOME + '/gh.txt', JSON.stringify(args) + '\\n'); console.log('https://example.com/pull/' + args.indexOf('--head'))",
    )
    at.git('init', '--quiet', '--bare', `${at.env['HOME']}/origin.git`)
    at.git('remote', 'add', 'origin', `${at.env['HOME']}/origin.git`)
    const done = await at.json(['order', 'new', '--spec', 'spec.md', '--maker', 'command:maker', '--pull-request', '--calls', '3'])
    // One call split it, two made b and c; nothing is left for d.
    expect(done).toMatchObject({ status: 'needs_rework', reason: 'budget_exceeded', card: expect.stringContaining('3 of 3 calls') })
    const branches = at.git('branch', '--list', 'whet/*', '--format=%(refname:short)').trim().split('\n')
    expect(branches).toHaveLength(2)
    expect(at.git('ls-remote', '--heads', 'origin').match(/whet\/\S+/g)).toEqual(branches)
    const asked = readFileSync(join(at.env['HOME'] as string, 'gh.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[])
    expect(asked).toEqual(
      branches.map((branch, n) => [
        'pr',
        'create',
        '--draft',
        '--head',
        branch,
        '--title',
        `Add ${'bc'[n]}.js`,
        '--body',
        `Add ${'bc'[n]}.js`,
      ]),
    )
  })
})

describe('a process killed', () => {
  // Every fourth commit in each test run, all of them with `npm run torture`.
  it.each([
    ['before', 1],
    ['after', 3],
  ])(
    'just %s each commit in turn leaves one order, one whole commit and the checkout as it was',
    async (when, first) => {
      let commits = 0
      const template = repository({ 'a.js': 'export const a = 1\n' })
      for (let n = everything ? 1 : first, over = false; !over; n += everything ? 1 : 4) {
        const at = newProject({ entry: killMain })
        cleaning.push(() => at.remove())
        cpSync(template.root, at.root, { recursive: true })
        const git = (...args: string[]) => execFileSync('git', args, { cwd: at.root, env: at.env, encoding: 'utf8' })
        at.program('maker', "fs.writeFileSync('b.js', 'export const b = 2\\n')")
        const { code } = await at.whet(['order', 'new', 'Add b.js', '--maker', 'command:maker'], { env: { KILL_AT: `${n} ${when}` } })
        over = code !== null
        const folder = join(at.root, '.whetstone/runs')
        const runs = existsSync(folder) ? readdirSync(folder) : []
        expect(runs.length).toBeLessThanOrEqual(1)
        const [run] = runs
        if (!run || at.journal(run).length === 0) continue // it never began
        expect((await at.json(['resume', run]))['status'] ?? 'completed').toBe('completed')
        expect(eventsOf(at.journal(run), 'logged')).toMatchObject([{ status: 'completed' }])
        expect(readdirSync(folder)).toEqual([run])
        expect(git('for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual(['refs/heads/main', `refs/heads/whet/${run}`])
        expect(git('show', '--stat', '--format=%P', `whet/${run}`)).toMatch(
          new RegExp(`^${git('rev-parse', 'HEAD').trim()}\\s[\\s\\S]*b\\.js`),
        )
        expect(git('status', '--porcelain')).toBe('?? .whetstone/\n')
        expect(eventsOf(at.journal(run), 'change_requested')).toHaveLength(1)
        const state = join(at.env['HOME'] as string, '.local/state/whetstone/orders')
        expect(readdirSync(state, { recursive: true }).filter((name) => String(name).endsWith('work'))).toEqual([])
        expect(existsSync(join(at.root, 'b.js'))).toBe(false)
        commits = n
      }
      expect(commits).toBeGreaterThanOrEqual(7)
    },
    900_000,
  )
})
