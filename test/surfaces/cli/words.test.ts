// The command line's manners: one JSON document, few exit codes, the nearest word, help that fits a screen.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups } from '../../../src/operations/catalog.ts'
import { allCommands, workflows } from '../../commands.ts'
import { faultCodes } from '../../../src/schema/fault.ts'
import { call } from '../../e2e/call.ts'
import { type Project, newProject } from '../../e2e/whet.ts'

let project: Project
const rule = { id: 'a.correctness.word', description: 'says word', severity: 'fail', check: { kind: 'content.contains', text: 'word' } }
const script = (text: string) =>
  JSON.stringify({
    replies: [
      { role: 'plan', json: { plan: ['a', 'b', 'c'] } },
      { role: 'produce', text },
      { role: 'critique', json: { issues: [{ rule_id: rule.id, problem: 'p', fix_instruction: 'f', expected_effect: 'e' }] } },
      { role: 'refine', text },
    ],
  })

beforeAll(() => {
  project = newProject()
  project.write('criteria.json', JSON.stringify({ max_iterations: 1, rules: [rule] }))
  project.write('good.json', script('word\n'))
  project.write('bad.json', script('nothing\n'))
  project.write('rules.json', JSON.stringify({ rules: [rule] }))
  project.write('text.md', 'word\n')
})
afterAll(() => project.remove())

const start = (name: string, maker: string, ...more: string[]) => [
  'reflex',
  'new',
  'Write a greeting',
  '--alias',
  name,
  '--criteria',
  'criteria.json',
  '--maker',
  `scripted:${maker}.json`,
  ...more,
]

describe('exit codes', () => {
  it.each<[string, () => string[], number]>([
    ['0 when a run passed', () => start('passes', 'good'), 0],
    ['1 when it ended without passing', () => start('stops', 'bad'), 1],
    ['3 when it waits for somebody', () => ['reflex', 'new', 'Write the README', '--draft', '--maker', 'host'], 3],
    ['3 when a person is needed', () => ['reflex', 'new', 'Write the README', '--maker', 'host'], 3],
    ['2 for a word that is none', () => ['nonsense'], 2],
    ['2 for a run that is not there', () => ['show', 'nowhere'], 2],
    ['2 for a file that cannot be taken', () => ['check', 'text.md', '--rules', 'text.md'], 2],
    ['6 for what is refused', () => ['reflex', 'resume', 'passes'], 6],
    ['8 without a maker', () => ['reflex', 'new', 'x', '--criteria', 'criteria.json'], 8],
    ['0 for a check that passes', () => ['check', 'text.md', '--rules', 'rules.json'], 0],
    ['1 for a check that fails', () => ['check', 'criteria.json', '--rules', 'absent.json'], 1],
  ])('%s', async (_, argv, code) => {
    project.write('absent.json', JSON.stringify({ rules: [{ ...rule, check: { kind: 'content.contains', text: 'nowhere at all' } }] }))
    const ended = await project.whet(argv())
    expect([ended.code, ended.stderr]).toEqual([code, expect.any(String)])
  })

  it('are told by --help --all', async () => {
    const { stdout } = await project.whet(['--help', '--all'])
    for (const [code, { exit }] of Object.entries(faultCodes)) expect(stdout).toMatch(new RegExp(`${exit} [^;]*\\b${code}\\b`))
  })

  it('stand in one column, however long a command is', async () => {
    const { stdout } = await project.whet(['--help', '--all'])
    const columns = stdout.split('\n').flatMap((line) => /^ {2}whet .*? {2,}(?=\S)/.exec(line)?.[0].length ?? [])
    expect([columns.length > 60, new Set(columns).size]).toEqual([true, 1])
    expect(stdout).not.toMatch(/^ {2}whet lessons experiment \S/m)
  })
})

describe('--json', () => {
  const samples: Record<string, string[]> = {
    new: ['Write the README', '--draft', '--maker', 'host'],
    show: ['passes'],
    diff: ['passes'],
    history: ['passes'],
    answer: ['nobody', 'yes'],
    check: ['text.md', '--rules', 'rules.json'],
    init: ['--print'],
    hash: ['criteria.json'],
    clean: ['passes'],
  }

  it.each(allCommands.map(({ verb, under }) => [under ? `${under} ${verb.name}` : verb.name, verb] as const))(
    'whet %s prints one document on stdout, whatever comes of it',
    async (words, { name }) => {
      const { stdout } = await call(project, [...words.split(' '), ...(samples[name] ?? []), '--json'])
      expect(JSON.parse(stdout)).toBeTypeOf('object')
    },
  )

  it.each([
    [['--help']],
    [['--help', '--all']],
    [['--version']],
    [['reflex', '--help']],
    [['reflex', 'new', '--help']],
    [['completion', 'bash']],
    [['nonsense']],
    [['status', '--nonsense']],
    [['completion', 'nosh']],
    [['--nonsense']],
  ])('%j prints one document on stdout', async (argv) => {
    const { stdout } = await call(project, [...argv, '--json'])
    expect(JSON.parse(stdout)).toBeTypeOf('object')
  })

  it('means the same before the command', async () => {
    expect(JSON.parse((await call(project, ['--json', 'status'])).stdout)).toEqual(
      JSON.parse((await call(project, ['status', '--json'])).stdout),
    )
  })

  it('an error carries its code, what is wrong, and what to do', async () => {
    const { stdout, code } = await call(project, ['reflex', 'new', 'Write the README', '--maker', 'host', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'needs_person',
        message: expect.any(String),
        fix: expect.stringContaining('--criteria'),
        data: { needs: ['criteria', 'max_iterations'] },
      },
    })
    expect(code).toBe(3)
  })
})

describe('a command without its verb', () => {
  it.each(['sprint', 'design'])('%s lists its verbs', async (workflow) => {
    const { stdout, code } = await call(project, [workflow])
    expect([stdout, code]).toEqual([expect.stringContaining(`whet ${workflow} new`), 0])
  })

  it('version says which', async () => {
    expect((await call(project, ['version'])).stdout).toMatch(/^\d+\.\d+\.\d+/)
  })
})

describe('a slip', () => {
  it.each([
    [['verfy'], /there is no command "verfy"; did you mean "verify"\?/],
    [['reflx', 'new'], /did you mean "reflex"\?/],
    [['reflex', 'new', 'x', '--critera', 'y'], /unknown option '--critera'[\s\S]*--criteria/],
    [['show', 'passse'], /did you mean "passes"\?/],
    [['reflex', 'clean', 'passse'], /did you mean "passes"\?/],
    [
      ['reflex', 'resme'],
      /reflex has no verb "resme"; did you mean "resume"\?\nhelp: If it is the task itself, write `whet reflex new resme …`/,
    ],
    [['reflex', 'stauts', '--criteria', 'rules.json', '--maker', 'host'], /reflex has no verb "stauts"; did you mean "status"\?/],
    [['order', 'lsit', '--maker', 'host'], /order has no verb "lsit"; did you mean "list"\?/],
    [['order', 'shwo', 'passes', '--maker', 'host'], /order has no verb "shwo"; did you mean "show"\?/],
    [['reflex', 'new', 'x', '--maker', 'cluade'], /did you mean "claude"\?/],
    [['check', 'text.md', '--rules', 'rules.json', '--format', 'xml'], /pretty.*junit/],
    [['reflex', 'new', 'x', '--alias', 'Not An Alias', '--maker', 'host'], /--alias: .*lower-case words/],
    [['list', '--status', 'complete'], /"complete"; did you mean "completed"\?\nhelp: One of: draft, running, completed/],
    [['design', 'show', 'passes'], /passes is a run of reflex, not of design/],
    [['check', 'text.md', '--rules', 'rules.json', '--threshold', ''], /--threshold: "" isn't a number/],
    [['check', 'text.md', '--rules', 'rules.json', '--threshold', '2'], /--threshold: "2" is more than 1/],
    [['completion', 'nosh'], /"nosh" isn't one of bash, zsh, fish/],
    [['help', 'verfy'], /did you mean "verify"\?/],
  ])('%j names the nearest right word', async (argv, said) => {
    const { stderr, code } = await call(project, argv)
    expect(stderr).toMatch(said)
    expect(code).toBeGreaterThan(0)
  })

  it.each([
    [(long: string) => [long]],
    [(long: string) => ['status', long]],
    [(long: string) => ['list', '--status', long]],
    [(long: string) => ['reflex', 'list', `--${long}`]],
    [(long: string) => ['check', 'text.md', '--rules', 'rules.json', '--threshold', long]],
    [(long: string) => ['reflex', 'new', 'x', '--maker', long]],
    [(long: string) => ['answer', 'passes', long]],
  ])('that is as long as a book is not repeated whole', async (argv) => {
    for (const long of ['x'.repeat(20_000), 'a "word" and '.repeat(2000)]) {
      const { stderr, code } = await call(project, argv(long))
      expect([code !== 0, stderr.length < 5000, stderr.length]).toEqual([true, true, expect.any(Number)])
    }
  })

  it('a setting that is none is named with line and column', async () => {
    const other = newProject()
    other.write('whetstone.yaml', 'paths:\n  evolutoin: x\n')
    const { stderr, code } = await call(other, ['show'])
    expect(stderr).toMatch(/whetstone\.yaml:2:\d+: there is no setting "evolutoin"; did you mean "evolution"\?/)
    expect(code).toBe(2)
    other.remove()
  })
})

describe('help', () => {
  it('shows the everyday verbs, and all of them under --all', async () => {
    const [few, all] = [await call(project, ['--help']), await call(project, ['--help', '--all'])]
    for (const {
      verb: { name, everyday },
      under: workflow,
    } of allCommands) {
      const line = `  whet ${workflow ? `${workflow} ` : ''}${name} `
      expect(all.stdout).toContain(line)
      expect(few.stdout.includes(line)).toBe(everyday ?? false)
    }
    for (const name of [...workflows.map(({ name }) => name), ...Object.keys(groups)]) expect(few.stdout).toContain(`whet ${name}`)
  })

  it.each([
    ['reflex', 'new'],
    ['audit', 'run'],
    ['design', 'dismiss'],
  ])('of %s %s fits 80 columns, its examples as a shell takes them', async (...words) => {
    const { stdout } = await call(project, [...words, '--help'])
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).toMatch(/\n  whet .* \\\n {4}\S/)
  })

  it('of a workflow lists what can be said after its name: judging has no runs, and nothing about the project belongs to one', async () => {
    const listed = async (workflow: string) =>
      (JSON.parse((await call(project, [workflow, '--help', '--json'])).stdout) as { verbs: { command: string }[] }).verbs.map(
        ({ command }) => command.split(' ')[2],
      )
    expect(await listed('judge')).toEqual(['calibrate', 'probe'])
    expect(await listed('design')).toEqual(expect.arrayContaining(['new', 'reset', 'resume', 'show', 'replay']))
    expect(
      (await listed('design')).filter((name) => ['doctor', 'init', 'trust', 'check', 'hash', 'calibrate'].includes(name as string)),
    ).toEqual([])
    expect(await call(project, ['judge', 'list'])).toMatchObject({ code: 2, stderr: expect.stringContaining('judge has no verb "list"') })
    expect(await call(project, ['judge', 'prob'])).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean "probe"?') })
  })

  it.each([
    [
      ['order', 'help'],
      ['order', '--help'],
    ],
    [['order'], ['order', '--help']],
    [
      ['lessons', 'help', 'show'],
      ['lessons', 'show', '--help'],
    ],
    [
      ['order', 'new', 'help'],
      ['order', 'new', '--help'],
    ],
  ])('is what %j asks for too', async (said, meant) => {
    const [one, other] = [await call(project, said), await call(project, meant)]
    expect(one).toMatchObject({ code: 0, stdout: other.stdout })
  })

  it.each(['bash', 'zsh', 'fish'])('completion for %s is a script that asks us', async (shell) => {
    const { stdout, code } = await call(project, ['completion', shell])
    expect(code).toBe(0)
    expect(stdout).toContain('whet completion --')
  })

  it.each<[string[], string[]]>([
    [['re'], ['reflex', 'resume', 'reject']],
    [
      ['reflex', 'st'],
      ['status', 'stop'],
    ],
    [
      ['judge', ''],
      ['calibrate', 'probe'],
    ],
    [['judge', 'res'], []],
    [['reflex', 'new', 'x'], []],
  ])('completes %j', async (words, found) => {
    const { stdout } = await call(project, ['completion', '--', ...words])
    expect(stdout.split('\n').filter(Boolean)).toEqual(expect.arrayContaining(found))
    if (found.length === 0) expect(stdout.trim()).toBe('')
  })
})

it('a pipe where a file of somebody else is expected keeps no run out of a list', async () => {
  const other = newProject()
  other.write('features/club/design/README', '')
  execFileSync('mkfifo', [join(other.root, 'features/club/design/state.json')])
  expect(await other.json(['list'])).toMatchObject({
    runs: [{ name: 'club', workflow: 'design', status: 'damaged', reason: expect.stringContaining('a pipe') }],
  })
  other.remove()
})

it('a broken configuration is named by whoever only looks, and stops whoever would go by it', async () => {
  const other = newProject()
  other.write('whetstone.yaml', 'bogus: 1\n')
  const problem = 'whetstone.yaml:1:8: there is no setting "bogus"'
  const [listed, examined, begun] = [
    await call(other, ['list']),
    await call(other, ['doctor']),
    await call(other, ['reflex', 'new', 'A thing']),
  ]
  expect([listed.code, listed.stdout, listed.stderr]).toEqual([0, expect.stringContaining('No runs yet'), expect.stringContaining(problem)])
  expect(examined.stdout).toContain(`configuration: ${problem}`)
  expect([begun.code, begun.stderr]).toEqual([2, expect.stringContaining(problem)])
  other.remove()
})

it('help after a workflow is help, no task', async () => {
  const [help, option] = [await call(project, ['order', 'help']), await call(project, ['order', '--help'])]
  expect([help.code, help.stdout]).toEqual([0, option.stdout])
})

it('answers go to stdout, talk to stderr, without colour where there is no terminal', async () => {
  const { stdout, stderr } = await project.whet(start('talks', 'good'))
  expect(stdout).toMatch(/^Passed: threshold_reached[^]*\nword\n$/)
  expect(stderr).toMatch(/── Iteration 1\/1 \| Phase A/)
  expect(stdout + stderr).not.toContain('\x1b[')
})
