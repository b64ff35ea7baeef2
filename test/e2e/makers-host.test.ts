// Host mode from the command line: a run rests with a typed request, whoever performs it hands the reply in, and the same contract decides.
import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import type { HostRequest } from '../../src/agents/hosted.ts'
import { type Project, ended, eventsOf, newProject, until } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const word = `  - { id: a.correctness.word, description: says whetstone, severity: fail, check: { kind: content.contains, text: whetstone } }\n`
const sentence = `  - { id: a.quality.greets, description: Says hello., severity: warn, check: Somebody is greeted. }\n`

function project(rules = word): Project {
  const made = newProject()
  cleaning.push(() => made.remove())
  made.write('criteria.yaml', `max_iterations: 4\nrules:\n${rules}`)
  return made
}

const start = ['reflex', 'new', 'Write a greeting', '--criteria', 'criteria.yaml']
const plan = JSON.stringify({ plan: ['Greet.', 'Say the word.', 'End.'] })
const script = `replies:
  - { role: plan, json: ${plan} }
  - { role: produce, text: "# Greeting\\n\\nHello, whetstone.\\n" }
  - { role: prepare, json: { checks: [{ rule_id: a.quality.greets, type: content, search: hello, expected: present }] } }
`

describe('a request that waits for a host', () => {
  it('is shown with its whole prompt and contract, and rests through any number of processes without a word of payment', async () => {
    const { whet, json, journal } = project()
    const began = await whet([...start, '--maker', 'host'])
    expect(began).toMatchObject({ code: 3, stdout: expect.stringContaining('whet submit greeting plan:1 --reply') })
    const { requests } = await json<{ requests: HostRequest[] }>(['show', 'greeting'])
    expect(requests).toEqual([
      {
        task: 'plan:1',
        role: 'plan',
        maker: 'host',
        template: 'reflex-plan-v1.1.0',
        expects: 'json',
        schema: expect.objectContaining({ type: 'object', required: ['plan'] }),
        prompt: expect.stringMatching(/^PLAN .*Write a greeting.*a\.correctness\.word/s),
      },
    ])
    expect(await json(['resume', 'greeting'])).toMatchObject({
      at: 'host',
      waitingTasks: ['plan:1'],
      requests: [{ task: 'plan:1', prompt: expect.stringContaining('Write a greeting') }],
    })
    expect((await whet(['show', 'greeting'])).stdout).toContain('plan:1 waits for a reply')
    expect(await json(['status', 'greeting'])).toMatchObject({ runs: [{ usage: { calls: 0, mayBePaid: 0 } }] })
    expect(eventsOf(journal(), 'resumed')).toEqual([])
  })

  it('a shell script drives a whole loop: each reply is recorded with its template and its unknown price', async () => {
    const { command, root, env, journal, write, json } = project()
    const driver = write(
      'drive.sh',
      `
whet() { '${process.execPath}' '${command}' "$@"; }
field() { '${process.execPath}' -p "const { requests: [first] } = JSON.parse(fs.readFileSync(0, 'utf8')); first?.$1 ?? ''"; }
whet reflex new 'Write a greeting' --criteria criteria.yaml --maker host
while task=$(whet show greeting --json | field task) && [ -n "$task" ]; do
  case "$(whet show greeting --json | field prompt)" in
    PLAN*) printf '%s' '${plan}' ;;
    PRODUCE*) printf '# Greeting\\n\\nHello.\\n' ;;
    CRITIQUE*) printf '%s' '{"issues":[{"rule_id":"a.correctness.word","problem":"It is missing.","fix_instruction":"Add it.","expected_effect":"It is there."}]}' ;;
    REFINE*) printf '# Greeting\\n\\nHello, whetstone.\\n' ;;
  esac | whet submit greeting "$task" --reply -
done
`,
    )
    await promisify(execFile)('sh', [driver], { cwd: root, env }).catch(() => {})
    expect(await json(['show', 'greeting'])).toMatchObject({ artifact: { text: '# Greeting\n\nHello, whetstone.\n' }, requests: [] })
    const replies = eventsOf(journal(), 'replied').filter(({ usage }) => usage)
    expect(replies.map(({ task }) => task)).toEqual(['plan:1', 'produce:1', 'critique:2', 'refine:2'])
    for (const { usage, meta } of replies)
      expect({ usage, meta }).toMatchObject({
        usage: { calls: 1, costMicros: null },
        meta: {
          maker: 'host',
          role: expect.any(String),
          template: expect.stringMatching(/^reflex-/),
          templateHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          model: { asked: 'unknown', reported: null },
          warnings: [expect.stringContaining('temperature')],
          attempt: 1,
        },
      })
    expect(eventsOf(journal(), 'stopped')).toMatchObject([{ reason: 'threshold_reached' }])
    expect(eventsOf(journal(), 'resumed')).toEqual([])
  })
})

describe('the contract is the same for a host', () => {
  it.each([
    ['no JSON', 'Here is my plan!', 'expected JSON'],
    ['JSON of another form', '{"plan": ["only one"]}', 'plan'],
    ['nothing', '  \n', 'answer was empty'],
    ['a key twice', '{"plan": ["a","b","c"], "plan": ["d","e","f"]}', 'plan'],
  ])('%s is an error of the step, asked for once more, then the end', async (_what, reply, says) => {
    const { json, write, whet } = project()
    await whet([...start, '--maker', 'host'])
    write('reply.txt', reply)
    expect(await json(['submit', 'greeting', 'plan:1', '--reply', 'reply.txt'])).toMatchObject({ at: 'host', waitingTasks: ['plan:1#2'] })
    const second = await json(['submit', 'greeting', 'plan:1#2', '--text', reply])
    expect(second).toMatchObject({ at: 'end', status: 'failed', reason: 'phase_error', card: expect.stringContaining(says) })
  })

  it.each([
    ['a task nobody waits for', ['--maker', 'host'], 'produce:1', "isn't waiting for a reply to produce:1", ['plan:1']],
    ['a task of another maker', ['--maker', 'command:sleeper', '--maker', 'prepare=host'], 'plan:1', 'is a task of another maker', []],
  ])('%s is refused and nothing is recorded', async (_what, makers, task, message, waiting) => {
    const { json, start: launch, journal, program, files } = project()
    program('sleeper', `fs.writeFileSync(process.env.HOME + '/asked', ''); setTimeout(() => {}, 600_000)`)
    const driver = launch([...start, ...makers])
    const left = ended(driver)
    if (makers.length > 2) await until(() => files().some((path) => path.endsWith('/asked')))
    else await left
    const before = journal().length
    expect(await json(['submit', 'greeting', task, '--text', plan])).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining(message), data: { waiting } },
    })
    expect(journal().length).toBe(before)
    driver.kill('SIGTERM')
    await left
  })

  it('a reply counts once, and must be given once', async () => {
    const { json, whet } = project()
    await whet([...start, '--maker', 'host'])
    expect(await json(['submit', 'greeting', 'plan:1', '--text', plan])).toMatchObject({ waitingTasks: ['produce:1'] })
    expect(await json(['submit', 'greeting', 'plan:1', '--text', plan])).toMatchObject({
      error: { code: 'refused', fix: expect.stringContaining('produce:1') },
    })
    expect(await json(['submit', 'greeting', 'produce:1'])).toMatchObject({ error: { code: 'usage' } })
    expect(await json(['submit', 'greeting', 'produce:1', '--text', 'a', '--reply', '-'])).toMatchObject({ error: { code: 'usage' } })
  })
})

it('a host may have one step of many, and its reply is taken up by the process that works on the others', async () => {
  const { json, start: launch, write, program, env, journal } = project(word + sentence)
  write('script.yaml', script)
  program(
    'slow',
    `fs.writeFileSync(process.env.HOME + '/begun', ''); const wait = setInterval(() => { if (fs.existsSync(process.env.HOME + '/go')) { clearInterval(wait); process.stdout.write('# Greeting\\n\\nHello, whetstone.\\n') } }, 20)`,
  )
  const driver = launch([
    ...start,
    '--maker',
    'scripted:script.yaml',
    '--maker',
    'produce=command:slow',
    '--maker',
    'prepare=host',
    '--allow-maker-checks',
    '--json',
  ])
  const done = ended(driver)
  await until(() => existsSync(`${env['HOME']}/begun`))
  const { requests } = await json<{ requests: HostRequest[] }>(['show', 'greeting'])
  expect(requests.map(({ task, maker }) => [task, maker])).toEqual([
    ['produce:1', 'command:slow'],
    ['prepare:1:A', 'host'],
  ])
  const checks = JSON.stringify({ checks: [{ rule_id: 'a.quality.greets', type: 'content', search: 'hello', expected: 'present' }] })
  expect(await json(['submit', 'greeting', 'prepare:1:A', '--text', checks])).toEqual({
    run: expect.stringContaining('greeting'),
    task: 'prepare:1:A',
    posted: true,
  })
  expect(await json(['submit', 'greeting', 'produce:1', '--text', 'mine'])).toMatchObject({ error: { code: 'refused' } })
  writeFileSync(`${env['HOME']}/go`, '')
  expect(JSON.parse((await done).stdout)).toMatchObject({ at: 'gate', gate: { key: 'confirm-checks' } })
  // Level B needs no other checks of a maker but is prepared again, so it rests there for the host.
  const rest = await json(['answer', 'greeting', 'confirm'])
  expect(rest).toMatchObject({ at: 'host', waitingTasks: ['prepare:1:B'] })
  expect(await json(['submit', 'greeting', 'prepare:1:B', '--text', checks])).toMatchObject({ at: 'end', passed: true })
  expect(eventsOf(journal(), 'replied').filter(({ task }) => String(task).startsWith('prepare'))).toMatchObject([
    { meta: { maker: 'host' } },
    { meta: { maker: 'host' } },
  ])
})
