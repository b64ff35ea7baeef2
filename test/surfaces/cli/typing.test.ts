// What helps with typing: completion of verbs, flags, values, runs and choices; help that lists what works; stop with a run and a reason; init; check that leaves no trace.
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { candidates } from '../../../src/surfaces/cli/completion.ts'
import { type Project, newProject } from '../../e2e/whet.ts'
import { lending } from '../../lending.ts'

let project: Project
beforeAll(async () => {
  project = newProject()
  project.write(
    'criteria.yaml',
    'max_iterations: 4\nthresholds: { A: 0.8, B: 0.9 }\nrules:\n  - { id: a.correctness.word, description: says hello, severity: fail, check: { kind: content.contains, text: hello } }\n',
  )
  await project.whet(['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.yaml', '--alias', 'greeting', '--maker', 'host'])
  await project.whet([
    'design',
    'new',
    'lending',
    '--requirements',
    'A member borrows a book. Each book has a title. When the book is late, the clerk sends a reminder.',
    '--maker',
    'host',
  ])
})
afterAll(() => project.remove())

describe('completion', () => {
  // In this process, as the words are many; what a shell asks is asked once below.
  const here = process.cwd()
  beforeAll(() => process.chdir(project.root))
  afterAll(() => process.chdir(here))

  it.each([
    [['sho'], ['show']],
    [
      ['reflex', 'st'],
      ['status', 'stop'],
    ],
    [['show', '--v'], ['--version']],
    [['reflex', 'new', '--ste'], ['--steps']],
    [
      ['reflex', 'new', 'Write it', '--steps', ''],
      ['short', 'every'],
    ],
    [
      ['reflex', 'new', '--type', 'c'],
      ['code', 'config'],
    ],
    [['check', '--format', 's'], ['sarif']],
    [['check', '--format=s'], ['--format=sarif']],
    [['check', '--format', '=', 's'], ['sarif']], // as bash splits it
    [['verify', '--require', '='], ['signed']],
    [['diff', 'greeting', '--json=', '--h'], ['--help']],
    [
      ['reflex', 'new', '--maker', 'c'],
      ['cassette:', 'claude', 'codex', 'command:'],
    ],
    [['show', 'gr'], ['greeting']],
    [
      ['history', ''],
      ['greeting', 'lending'],
    ],
    [['design', 'show', ''], ['lending']],
    [['diff', 'greeting', '--j'], ['--json']],
    [['stop', 'gre'], ['greeting']],
    [['stop', 'greeting', ''], []],
    [['submit', 'greeting', ''], ['plan:1']],
    [['verify', '--require', ''], ['signed']],
    [['list', '--json', '--j'], []],
    [['list', '--status', 'FR'], ['FROZEN']],
    [['design', 'list', '--status', 'd'], ['damaged']],
    [['serve', '--n'], ['--no-open']],
    [
      ['mcp', '--h'],
      ['--http', '--help'],
    ],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    [['help', 'che'], ['check']],
    [['help', 'reflex', 'ne'], ['new']],
    [['certi'], ['certificate']],
    [['reflex', '--h'], ['--help']],
    [['nobody', 'x', 'y'], []],
  ])('%j offers %j', async (words, expected) => {
    expect((await candidates(words)).sort()).toEqual([...expected].sort())
  })
})

describe('whet <workflow> --help', () => {
  const asking = ['approve', 'reject', 'abort', 'answer', 'inbox', 'stop', 'diff', 'apply']
  it.each([
    ['reflex', ['approve', 'reject', 'abort']],
    ['audit', ['approve', 'reject', 'apply']],
    ['design', ['apply']],
    ['sprint', ['approve', 'reject', 'apply']],
    ['order', ['approve', 'reject', 'abort', 'answer', 'inbox', 'diff']],
    ['lessons', ['abort', 'stop', 'diff', 'apply']],
  ])('%s does not list %j', async (workflow, missing) => {
    const { stdout } = await project.whet([workflow, '--help'])
    const listed = [...stdout.matchAll(/^ {2}whet \w+ ([a-z-]+)/gm)].map(([, verb]) => verb as string)
    expect(asking.filter((verb) => !listed.includes(verb))).toEqual(missing)
    expect(listed).toEqual(expect.arrayContaining(['resume', 'show', 'history']))
  })
})

describe('what a verb takes under a workflow', () => {
  it.each([
    ['reflex', true],
    ['order', true],
    ['design', false],
    ['audit', false],
  ])('%s resume knows --judge: %s', async (workflow, judges) => {
    expect((await project.whet([workflow, 'resume', '--help'])).stdout.includes('--judge')).toBe(judges)
  })

  it('verify and report speak of its runs alone', async () => {
    expect((await project.whet(['lessons', 'verify'])).stdout).toBe('There is nothing to verify: this project has no runs of lessons.\n')
    expect((await project.whet(['audit', 'report'])).stderr).toContain('there are no runs of audit yet')
  })
})

describe('stop', () => {
  it('takes a name that is nearly one for a slip, not for a reason', async () => {
    expect(await project.json(['stop', 'greetin'])).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('did you mean "greeting"') },
    })
  })

  it('takes a run and a reason, word for word', async () => {
    expect(await project.json(['stop', 'greeting', 'good  enough, "thanks"'])).toMatchObject({
      stopped: 'now',
      name: 'greeting',
      reason: 'good  enough, "thanks"',
    })
  })

  it('says which a single word is: a run, or the reason for the one that runs', async () => {
    const { stderr } = await project.whet(['stop', 'guide', '--run', 'nobody'])
    expect(stderr).toContain('there is no run "nobody"')
    expect(await project.whet(['stop', 'enough'])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/no run is called "enough", so that is the reason for stopping \S*lending/),
    })
  })
})

describe('completion of choices', () => {
  it('offers those of the question a run waits with', async () => {
    await project.whet(['design', 'new', 'club', '--requirements', lending, '--maker', 'builtin'])
    expect((await project.whet(['completion', '--', 'answer', 'club', ''])).stdout.split('\n')).toEqual(
      expect.arrayContaining(['approve', 'reject', 'abort']),
    )
  })

  it('a rejection without words is a slip: nothing is decided', async () => {
    const { code, stderr } = await project.whet(['reject', 'club'])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/"reject" needs what should be different; nothing was decided/)])
  })
})

describe('init', () => {
  it('says what to commit, and writes what to ignore once', async () => {
    project.write('.gitignore', 'node_modules/')
    const { stdout } = await project.whet(['init'])
    expect(stdout).toMatch(/Commit both.*\n/)
    expect(project.read('.gitignore')).toBe(
      'node_modules/\n# Whetstone: records of this machine and runs at work\n.whetstone/*\n!.whetstone/passports/\n.ai-factory/evolution/\n',
    )
    await project.whet(['init', '--force'])
    expect(project.read('.gitignore').match(/evolution/g)).toHaveLength(1)
  })
})

describe('check', () => {
  it('creates nothing, whatever it finds', async () => {
    const bare = newProject()
    bare.write('README.md', 'hello\n')
    bare.write(
      'rules.yaml',
      'rules:\n  - { id: a.x.word, description: says hello, severity: fail, check: { kind: command, command: "grep hello README.md" } }\n',
    )
    const before = readdirSync(bare.root, { recursive: true })
    expect((await bare.whet(['check', 'README.md', '--rules', 'rules.yaml', '--allow-commands'])).code).toBe(0)
    bare.write('README.md', 'bye\n')
    expect((await bare.whet(['check', 'README.md', '--rules', 'rules.yaml', '--allow-commands'])).code).toBe(1)
    expect(readdirSync(bare.root, { recursive: true })).toEqual(before)
    bare.remove()
  })
})

it('a verb that help does not list for a workflow is not taken for it, nor for a task', async () => {
  const { code, stderr } = await project.whet(['reflex', 'approve', 'greeting'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('"approve" doesn\'t work on runs of reflex')])
})
