// Evaluating as a run does it: verdicts and their places, commands in a copy of the project, what they may and may not do.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type EvaluatorOptions, createEvaluate, evaluateChecks } from '../../../src/adapters/evaluator/evaluate.ts'
import { confinedWords } from '../../../src/adapters/evaluator/harmless-programs.ts'
import { closes, networkDenier } from '../../../src/adapters/evaluator/isolation.ts'
import { CheckPool } from '../../../src/adapters/evaluator/pool.ts'
import { makeSandbox } from '../../../src/adapters/evaluator/sandbox.ts'
import type { Evaluate, RuleCheck } from '../../../src/kernel/task.ts'
import type { TypedCheck } from '../../../src/schema/rule.ts'
import type { Verdict } from '../../../src/schema/verdict.ts'

const pool = new CheckPool({ threads: 2 })
const cleaning: (() => unknown)[] = []
afterEach(() =>
  cleaning
    .splice(0)
    .reverse()
    .forEach((clean) => clean()),
)
afterAll(() => pool.close())

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'whet-evaluate-'))
  cleaning.push(() => rmSync(root, { recursive: true, force: true }))
  return root
}

const rule = (check: TypedCheck, more: Partial<RuleCheck> = {}): RuleCheck => ({ ruleId: `rule-${check.kind}`, check, ...more })
const sh = (command: string, more: object = {}) => rule({ kind: 'command', command, ...more })

interface How extends Partial<EvaluatorOptions> {
  text?: string
  allowCommands?: boolean
  signal?: AbortSignal
}

async function judged(
  root: string,
  checks: RuleCheck[],
  { text = '# Work\n', allowCommands = true, signal = new AbortController().signal, ...options }: How = {},
): Promise<Verdict[]> {
  return evaluateChecks({ root, pool, modules: [], ...options }, { text, name: 'loop/artifact.md', checks, allowCommands, signal })
}

const outcomes = (verdicts: Verdict[]) => verdicts.map(({ outcome }) => outcome)

/** What a command prints, as evidence shows it. */
async function printed(root: string, command: string, how: How = {}): Promise<string> {
  const [verdict] = await judged(root, [sh(command)], how)
  expect(verdict).toMatchObject({ outcome: 'pass' })
  return verdict?.evidence.find(({ message }) => message === 'end of stdout')?.quote ?? ''
}

describe('verdicts', () => {
  it('come in the order of the checks, whatever kind they are', async () => {
    const root = newRoot()
    writeFileSync(join(root, 'there'), '')
    const verdicts = await judged(root, [
      sh('exit 1'),
      rule({ kind: 'content.contains', text: 'Work' }),
      rule({ kind: 'file.exists', path: 'there' }),
      rule({ kind: 'no.such' }),
      sh('true'),
      rule({ kind: 'content.contains', text: 'Play' }),
    ])
    expect(outcomes(verdicts)).toEqual(['fail', 'pass', 'pass', 'error', 'pass', 'fail'])
    expect(verdicts.map(({ ruleId }) => ruleId)).toEqual([
      'rule-command',
      'rule-content.contains',
      'rule-file.exists',
      'rule-no.such',
      'rule-command',
      'rule-content.contains',
    ])
  })

  it('are a failure, not verdicts, when the evaluation was told to stop', async () => {
    const abort = new AbortController()
    const task: Evaluate = {
      kind: 'evaluate',
      key: 'e',
      artifact: { object: 'x' },
      name: 'artifact.md',
      checks: [sh('sleep 30')],
      allowCommands: true,
    }
    const evaluate = createEvaluate({ root: newRoot(), pool, modules: [] })
    const running = evaluate(task, {
      run: 'r',
      workflow: 'w',
      head: '',
      pulse: () => {},
      attempt: 1,
      signal: abort.signal,
      object: async () => 'text',
      say: () => {},
    })
    setTimeout(() => abort.abort(), 300)
    expect(await running).toMatchObject({ ok: false, error: { code: 'aborted' } })
  })
})

describe('verdicts of equal texts', () => {
  const checks = [
    rule({ kind: 'content.contains', text: 'Work', absent: true }),
    rule({ kind: 'file.exists', path: 'there' }),
    rule({ kind: 'markdown.sections', required: ['Play'] }),
  ]
  const under = (root: string, name: string) =>
    evaluateChecks(
      { root, pool, modules: [] },
      { text: '# Work\n', name, checks, allowCommands: false, signal: new AbortController().signal },
    )

  it('name the file each stands in, also side by side', async () => {
    const root = newRoot()
    const names = ['a.md', 'b.md', 'deep/a.md']
    const all = [...(await Promise.all(names.map((name) => under(root, name)))), await under(root, 'a.md')]
    const files = all.map(
      (verdicts) => new Set(verdicts.flatMap(({ evidence }) => evidence.flatMap(({ location }) => location?.file ?? []))),
    )
    expect(files.map((each) => [...each])).toEqual([...names, 'a.md'].map((name) => [name, 'there']))
  })

  it('are made by looking, every time, and leave nothing behind', async () => {
    const root = newRoot()
    expect(outcomes(await under(root, 'a.md'))).toEqual(['fail', 'fail', 'fail'])
    expect(readdirSync(root)).toEqual([])
    writeFileSync(join(root, 'there'), '')
    expect(outcomes(await under(root, 'a.md'))).toEqual(['fail', 'pass', 'fail'])
    expect(readdirSync(root)).toEqual(['there'])
  })
})

describe('commands', () => {
  it('are refused when nobody allowed them, and nothing is run', async () => {
    const root = newRoot()
    const [verdict] = await judged(root, [sh(`touch ${join(root, 'ran')}`)], { allowCommands: false })
    expect(verdict).toMatchObject({ outcome: 'error', message: expect.stringContaining("doesn't allow commands") })
    expect(readdirSync(root)).toEqual([])
  })

  it.each([
    ['cat a | sh', 'needs a shell'],
    ['true; touch x', 'needs a shell'],
    ['true && touch x', 'needs a shell'],
    ['echo `touch x`', 'needs a shell'],
    ['echo $(touch x)', 'needs a shell'],
    ['echo ${HOME}', 'needs a shell'],
    ['echo x > y', 'needs a shell'],
    ['node < x', 'needs a shell'],
    ['true\ntouch x', 'needs a shell'],
    ['sleep 9 &', 'needs a shell'],
    ['sh -c true', '"sh" isn\'t on the list'],
    ['bash', '"bash" isn\'t on the list'],
    ['curl http://localhost', '"curl" isn\'t on the list'],
    ['rm -rf .', '"rm" isn\'t on the list'],
    ['./run', '"./run" isn\'t on the list'],
    ['/bin/cat x', '"/bin/cat" isn\'t on the list'],
    ['env node', '"env" isn\'t on the list'],
    ['sudo node', '"sudo" isn\'t on the list'],
  ])('that a model prepared are one program of the list and nothing else: %j', async (command, why) => {
    const root = newRoot()
    const [verdict] = await judged(root, [{ ...sh(command), prepared: true }])
    expect(verdict).toMatchObject({ outcome: 'error', message: expect.stringContaining(why) })
  })

  it('that a model prepared get their words as they are', async () => {
    expect(confinedWords(`grep -c "a b" 'c d' e\\ f *.md`)).toEqual(['grep', '-c', 'a b', 'c d', 'e f', '*.md'])
    const root = newRoot()
    expect(
      outcomes(
        await judged(root, [
          { ...sh('grep -c Work artifact.md'), prepared: true },
          { ...sh('grep -c Play artifact.md'), prepared: true },
        ]),
      ),
    ).toEqual(['pass', 'fail'])
  })

  it('see the artifact and the project, and change neither', async () => {
    const root = newRoot()
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'src/a.txt'), 'a\n')
    expect(await printed(root, 'cat artifact.md src/a.txt; echo changed > src/a.txt; rm artifact.md; touch new; ls')).toBe(
      '# Work\na\nnew\nsrc',
    )
    expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe('a\n')
    expect(readdirSync(root)).toEqual(['src'])
  })

  it('see the files that the artifact holds in marked fences', async () => {
    const root = newRoot()
    writeFileSync(join(root, 'package.json'), '{"name":"theirs"}')
    const text =
      '# Work\n\n```js file=src/add.mjs\nexport const add = (a, b) => a + b\n```\n\n```json file="package.json"\n{"name":"ours"}\n```\n\n```js\nnot a file\n```\n'
    expect(await printed(root, 'ls src; cat package.json', { text })).toBe('add.mjs\n{"name":"ours"}')
    expect(
      await judged(root, [{ ...sh('node -e "import(\'./src/add.mjs\').then(({add})=>process.exit(add(1,2)===3?0:1))"'), prepared: true }], {
        text,
      }),
    ).toMatchObject([{ outcome: 'pass' }])
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toBe('{"name":"theirs"}')
  })

  it.each(['../../x', '../x', '/tmp/whet-escape', 'a/../../../x', 'link/x', 'dangling'])(
    'never come to run when a fence would be written outside the copy: %s',
    async (path) => {
      const outside = newRoot()
      const root = newRoot()
      symlinkSync(outside, join(root, 'link'))
      mkdirSync(join(root, 'node_modules'))
      const inCopy = path === 'link/x' ? 'node_modules/x' : path // links of the project are not copied; this one is made
      const text = `\`\`\`sh file=${path === 'dangling' ? 'node_modules/../../x' : inCopy}\ntouch escaped\n\`\`\`\n`
      const [verdict] = await judged(root, [sh('touch ran')], { text })
      expect(verdict).toMatchObject({ outcome: 'error', message: expect.stringMatching(/is outside|through a link/) })
      expect(existsSync('/tmp/whet-escape')).toBe(false)
      expect(readdirSync(outside)).toEqual([])
      expect(readdirSync(join(root, 'node_modules'))).toEqual([])
      expect(readdirSync(root).sort()).toEqual(['link', 'node_modules'])
    },
  )

  it('do not find what links of the project lead to', async () => {
    const outside = newRoot()
    writeFileSync(join(outside, 'secret'), 'secret')
    const root = newRoot()
    mkdirSync(join(root, 'deep'))
    symlinkSync(outside, join(root, 'link'))
    symlinkSync(join(outside, 'secret'), join(root, 'deep/file-link'))
    expect(await printed(root, 'ls -A . deep')).toBe('.:\nartifact.md\ndeep\n\ndeep:')
  })

  it('do not find the history or our own state', async () => {
    const root = newRoot()
    for (const folder of ['.git', '.whetstone/runs', 'src/.git']) mkdirSync(join(root, folder), { recursive: true })
    const sandbox = makeSandbox(root, { text: 'x', name: 'artifact.md' })
    expect(readdirSync(sandbox.cwd).sort()).toEqual(['artifact.md', 'src'])
    expect(readdirSync(join(sandbox.cwd, 'src'))).toEqual([])
    sandbox.remove()
    expect(existsSync(sandbox.cwd)).toBe(false)
  })

  it('see a bare environment: no keys, no proxies, a home of their own', async () => {
    const root = newRoot()
    const names = ['WHET_TEST_SECRET', 'OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'HTTPS_PROXY', 'NPM_TOKEN', 'SSH_AUTH_SOCK']
    const before = names.map((name) => process.env[name])
    for (const name of names) process.env[name] = 'hunter2-secret'
    try {
      const environment = await printed(root, 'env')
      expect(environment).not.toContain('hunter2-secret')
      expect(environment).toMatch(/^HOME=.*\.whetstone\/tmp\/sandbox-.*\/home$/m)
      expect(environment).toMatch(/^PATH=/m)
      expect(await printed(root, 'git config core.hooksPath')).toBe('/dev/null')
    } finally {
      names.forEach((name, i) => (before[i] === undefined ? delete process.env[name] : (process.env[name] = before[i])))
    }
  })

  describe.skipIf(!closes())('where the system can shut them in', () => {
    it.each([
      ['the keys in the home folder', 'cat "$THEIRS/.ssh/id"', 'No such file'],
      ['the journals of runs', 'cat "$ROOT/.whetstone/runs/r/journal.jsonl"', 'No such file'],
      ['the project itself', 'echo changed > "$ROOT/src/a.txt"', 'nonexistent|No such file'],
      ['linked packages by their own path', 'echo changed > "$ROOT/node_modules/dep/index.js"', 'Read-only'],
      ['linked packages by the path in the copy', 'echo changed > node_modules/dep/index.js', 'Read-only'],
      ['the rest of the machine', 'touch /usr/whet-was-here /var/whet-was-here', 'Read-only|Permission'],
      ['what covers all that', 'umount "$THEIRS"', 'superuser|not mounted|permission'],
      ['other processes, whose environment holds keys', `cat /proc/${process.pid}/environ`, 'No such file'],
    ])('they cannot get at %s', async (_, attempt, why) => {
      const theirs = newRoot()
      const root = join(theirs, 'projects/one')
      for (const [path, text] of [
        ['.ssh/id', 'key'],
        ['projects/one/.whetstone/runs/r/journal.jsonl', '{}'],
        ['projects/one/src/a.txt', 'a'],
        ['projects/one/node_modules/dep/index.js', 'b'],
      ] as const) {
        mkdirSync(join(theirs, path, '..'), { recursive: true })
        writeFileSync(join(theirs, path), text)
      }
      const home = process.env['HOME']
      process.env['HOME'] = theirs
      try {
        const [verdict] = await judged(root, [sh(`THEIRS='${theirs}' ROOT='${root}'; cat node_modules/dep/index.js; ${attempt}`)])
        expect(verdict).toMatchObject({
          outcome: 'fail',
          evidence: expect.arrayContaining([
            { message: 'end of stdout', quote: 'b' },
            { message: 'end of stderr', quote: expect.stringMatching(new RegExp(why)) },
          ]),
        })
      } finally {
        if (home === undefined) delete process.env['HOME']
        else process.env['HOME'] = home
      }
      expect([readFileSync(join(root, 'src/a.txt'), 'utf8'), readFileSync(join(root, 'node_modules/dep/index.js'), 'utf8')]).toEqual([
        'a',
        'b',
      ])
    })

    it('they still have temporary files and the packages of the folders above', async () => {
      const above = newRoot()
      const root = join(above, 'packages/one')
      mkdirSync(root, { recursive: true })
      mkdirSync(join(above, 'node_modules/dep'), { recursive: true })
      writeFileSync(join(above, 'node_modules/dep/index.js'), 'module.exports = "dep"')
      writeFileSync(join(root, 'use.js'), 'console.log(require("dep"))')
      expect(await printed(root, 'echo x > /tmp/x && echo y > "$TMPDIR/y" && node use.js')).toBe('dep')
    })
  })

  it('are ended at their time limit with everything they started, and what they had printed is shown', async () => {
    const root = newRoot()
    const mark = `73${process.pid}`
    const began = Date.now()
    const [verdict] = await judged(root, [
      sh(`echo begun; sleep ${mark}.1 & (sleep ${mark}.2 & sleep ${mark}.3) & sleep ${mark}.4`, { timeout_seconds: 3 }),
    ])
    expect(verdict).toMatchObject({ outcome: 'fail', message: expect.stringContaining('took longer than 3 s') })
    expect(verdict?.evidence.map(({ quote }) => quote)).toContain('begun')
    expect(Date.now() - began).toBeLessThan(30_000)
    expect(running(mark)).toEqual([])
  })

  it('leave nothing running when they end by themselves', async () => {
    const root = newRoot()
    const mark = `74${process.pid}`
    await judged(root, [sh(`sleep ${mark}.1 & sleep ${mark}.2 >/dev/null 2>&1 & true`)])
    expect(running(mark)).toEqual([])
  })

  it.skipIf(!networkDenier()?.includes('--pid'))('cannot leave a process of its own session behind', async () => {
    const root = newRoot()
    const mark = `75${process.pid}`
    const [verdict] = await judged(root, [sh(`setsid sleep ${mark}.1 & true`)])
    expect(verdict?.outcome).toBe('pass')
    expect(running(mark)).toEqual([])
  })

  it('are judged in a thread, so that a pattern for their output that blows up is an error', async () => {
    const quick = new CheckPool({ threads: 2, timeoutMs: 700 })
    cleaning.push(() => quick.close())
    const [slow, fine] = await judged(
      newRoot(),
      [sh('printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', { stdout: { matches: '^(a+)+$' } }), sh('sleep 1.5')],
      { pool: quick },
    )
    expect(slow).toMatchObject({ outcome: 'error', message: expect.stringContaining('took longer than') })
    expect(fine?.outcome).toBe('pass')
  })

  it('are told where the network was kept away, and then cannot reach even this machine', async () => {
    const server = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleaning.push(() => server.close())
    const { port } = server.address() as { port: number }
    const connect = `node -e "require('net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(9))"`
    const [verdict] = await judged(newRoot(), [sh(connect)])
    if (networkDenier()) expect(verdict).toMatchObject({ outcome: 'fail', message: expect.stringMatching(/exit code 9.*network denied/) })
    else expect(verdict).toMatchObject({ outcome: 'pass', message: expect.stringContaining('network not denied') })
  })

  it('cannot flood us: more output than anybody reads ends them', async () => {
    const [verdict] = await judged(newRoot(), [sh('yes', { timeout_seconds: 20 })])
    expect(verdict?.outcome).not.toBe('pass')
  })
})

/** Processes whose command line holds this. */
function running(mark: string): string[] {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.startsWith(`sleep ${mark}`))
}
