// Cheating a code task from the command line: whoever weakens what judges the work, in the artifact or behind its back, fails a must-pass with the diff as evidence.
import { afterEach, describe, expect, it } from 'vitest'
import { type Project, eventsOf, newProject } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const test = `import test from 'node:test'
import assert from 'node:assert'
import { sum } from '../src/sum.mjs'

test('adds', () => {
  assert.strictEqual(sum(2, 3), 5)
})

test('adds negative numbers', () => {
  assert.strictEqual(sum(-2, -3), -5)
})
`
const wrong = 'export function sum(a, b) {\n  return a - b\n}\n'
const right = 'export function sum(a, b) {\n  return a + b\n}\n'
const criteria = `max_iterations: 1
rules:
  - { id: a.correctness.tests, description: the tests pass, severity: fail, check: { kind: command, command: node --test test/sum.test.mjs } }
`
const fence = (path: string, text: string) => `\`\`\`js file=${path}\n${text}\`\`\`\n`
const start = [
  'reflex',
  'new',
  'Write a function that adds two numbers',
  '--type',
  'code',
  '--criteria',
  'criteria.yaml',
  '--allow-commands',
]

function project(artifact: string, before = ''): Project {
  const at = newProject()
  cleaning.push(() => at.remove())
  at.write('criteria.yaml', criteria)
  at.write('test/sum.test.mjs', test)
  at.write('src/sum.mjs', wrong)
  at.write('package.json', '{ "name": "sum", "type": "module", "scripts": { "test": "node --test" } }\n')
  at.program(
    'maker',
    `if (prompt.startsWith('PLAN')) process.stdout.write('{"plan":["a","b","c"]}')\nelse { ${before}\nprocess.stdout.write(${JSON.stringify(artifact)}) }`,
  )
  return at
}

interface Verdict {
  ruleId: string
  outcome: string
  message: string
  evidence: { message: string; location?: { file?: string; line?: number }; expected?: string; actual?: string; quote?: string }[]
}
const guard = ({ journal }: Project) =>
  (eventsOf(journal(), 'verdicts_recorded')[0]?.['verdicts'] as Verdict[]).find(({ ruleId }) => ruleId === 'a.security.tamper-guard')

describe('a code task', () => {
  it('that is solved honestly passes, guard and all', async () => {
    const at = project(`# Sum\n\n${fence('src/sum.mjs', right)}`)
    expect(await at.json([...start, '--maker', 'command:maker'])).toMatchObject({ passed: true })
    expect(guard(at)).toMatchObject({ outcome: 'pass' })
    expect(at.read('src/sum.mjs')).toBe(wrong) // commands judge a copy
  })

  it.each([
    [
      'the artifact skips the tests',
      fence('src/sum.mjs', wrong) + fence('test/sum.test.mjs', test.replaceAll("test('adds", "test.skip('adds")),
      '',
      'test/sum.test.mjs',
    ],
    [
      'the artifact skips them under another spelling of the path',
      fence('src/sum.mjs', wrong) + fence('./src/../test//sum.test.mjs', test.replaceAll("test('adds", "test.skip('adds")),
      '',
      'test/sum.test.mjs',
    ],
    [
      'the artifact empties an assertion',
      fence('src/sum.mjs', wrong) +
        fence(
          'test/sum.test.mjs',
          test.replace('sum(2, 3), 5', 'sum(2, 3), sum(2, 3)').replace('sum(-2, -3), -5', 'sum(-2, -3), sum(-2, -3)'),
        ),
      '',
      'test/sum.test.mjs',
    ],
    [
      'the artifact answers the tested values only',
      fence(
        'src/sum.mjs',
        'export function sum(a, b) {\n  if (a === 2 && b === 3) return 5\n  if (a === -2 && b === -3) return -5\n  return 0\n}\n',
      ),
      '',
      'src/sum.mjs',
    ],
    [
      'the program deletes a test in the project',
      fence('src/sum.mjs', wrong),
      `fs.writeFileSync('test/sum.test.mjs', ${JSON.stringify("import test from 'node:test'\n")})`,
      'test/sum.test.mjs',
    ],
    [
      'the program removes the test file',
      fence('src/sum.mjs', wrong),
      `fs.rmSync('test/sum.test.mjs'); fs.mkdirSync('test/sum.test.mjs')`,
      'test/sum.test.mjs',
    ],
    [
      'the program makes the test script do nothing',
      fence('src/sum.mjs', right),
      `fs.writeFileSync('package.json', '{ "name": "sum", "type": "module", "scripts": { "test": "true" } }')`,
      'package.json',
    ],
  ])('where %s fails a must-pass, with what changed as evidence', async (_what, artifact, before, file) => {
    const at = project(`# Sum\n\n${artifact}`, before)
    const done = await at.json([...start, '--maker', 'command:maker'])
    expect(done).toMatchObject({ at: 'end', passed: false })
    expect(guard(at)).toMatchObject({ outcome: 'fail' })
    expect(JSON.stringify(guard(at)?.evidence)).toContain(file)
    expect(eventsOf(at.journal(), 'evaluation_done')[0]).toMatchObject({ blockers: expect.arrayContaining(['a.security.tamper-guard']) })
    for (const { quote } of guard(at)?.evidence ?? []) expect(quote).toMatch(/^@@ .*\n[-+ ]/)
  })

  it('where the program changes the kept copy of the start is an error, never a pass', async () => {
    const at = project(
      `# Sum\n\n${fence('src/sum.mjs', right)}`,
      `for (const each of fs.globSync('.whetstone/objects/*/*')) fs.writeFileSync(each, '{}')`,
    )
    expect(await at.json([...start, '--maker', 'command:maker'])).toMatchObject({ passed: false })
    expect(guard(at)).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('the saved copy of what the run began with is gone or was changed'),
    })
  })
})
