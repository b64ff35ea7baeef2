// Checks that look beyond the text: commands, files, and the judge's contract.
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../src/lib/hash.ts'
import { parseCheck } from '../../../src/rules/catalog.ts'
import { refusals, table, tryCheck } from './try-check.ts'

const answers = (result: object) => ({ exec: () => result })

describe('command', () => {
  table([
    {
      title: 'exit code 0 passes',
      kind: 'command',
      params: { command: 'npm test' },
      text: '',
      ...answers({ stdout: 'ok' }),
      outcome: 'pass',
      says: /network denied/,
    },
    {
      title: 'another exit code fails and shows the output',
      kind: 'command',
      params: { command: 'npm test' },
      text: '',
      ...answers({ exitCode: 1, stderr: 'boom' }),
      outcome: 'fail',
      says: /exit code 1, 0 expected.*\n.*\n*.*end of stderr/s,
    },
    {
      title: 'an expected exit code passes',
      kind: 'command',
      params: { command: 'grep x', exit: [0, 1] },
      text: '',
      ...answers({ exitCode: 1 }),
      outcome: 'pass',
    },
    {
      title: 'any exit code passes when so asked',
      kind: 'command',
      params: { command: 'lint', exit: 'any', stdout: { absent: 'error' } },
      text: '',
      ...answers({ exitCode: 3, stdout: 'fine' }),
      outcome: 'pass',
    },
    {
      title: 'output that is missing fails',
      kind: 'command',
      params: { command: 'run', stdout: { contains: 'ready' } },
      text: '',
      ...answers({ stdout: 'starting' }),
      outcome: 'fail',
      says: /stdout doesn't contain/,
    },
    {
      title: 'output that matches passes',
      kind: 'command',
      params: { command: 'run', stdout: { matches: '^\\d+ tests$' } },
      text: '',
      ...answers({ stdout: 'head\n12 tests\ntail' }),
      outcome: 'pass',
    },
    {
      title: 'output that does not match fails',
      kind: 'command',
      params: { command: 'run', stderr: { matches: 'warn' } },
      text: '',
      ...answers({ stderr: '' }),
      outcome: 'fail',
      says: /stderr doesn't match/,
    },
    {
      title: 'output that should be absent fails',
      kind: 'command',
      params: { command: 'run', stderr: { absent: 'Deprecated' } },
      text: '',
      ...answers({ stderr: 'Deprecated API' }),
      outcome: 'fail',
    },
    {
      title: 'running too long fails',
      kind: 'command',
      params: { command: 'sleep 9', timeout_seconds: 1 },
      text: '',
      ...answers({ exitCode: null, timedOut: true }),
      outcome: 'fail',
      says: /took longer than 1 s/,
    },
    {
      title: 'being ended from outside is an error',
      kind: 'command',
      params: { command: 'x' },
      text: '',
      ...answers({ exitCode: null }),
      outcome: 'error',
    },
    {
      title: 'a command that is not there is an error, not a verdict',
      kind: 'command',
      params: { command: 'nope' },
      text: '',
      ...answers({ exitCode: 127, stderr: 'nope: not found' }),
      outcome: 'error',
      says: /couldn't be run/,
    },
    {
      title: 'an open network is said',
      kind: 'command',
      params: { command: 'x' },
      text: '',
      ...answers({ network: 'not denied' }),
      outcome: 'pass',
      says: /network not denied/,
    },
  ])

  test('only the end of a long output is kept, without terminal codes', async () => {
    const finding = await tryCheck(
      'command',
      { command: 'x' },
      '',
      answers({ exitCode: 1, stdout: `${'line\n'.repeat(100_000)}\u001b[31mlast\u001b[0m\n` }),
    )
    const quote = finding.evidence.find((each) => each.message === 'end of stdout')?.quote ?? ''
    expect(quote.split('\n')).toHaveLength(30)
    expect(quote.endsWith('line\nlast')).toBe(true)
  })

  test('asks for no other time limit of the evaluator: the time of its command is counted apart', async () => {
    const parsed = await parseCheck({ kind: 'command', command: 'x', timeout_seconds: 90 })
    expect('check' in parsed && parsed.check.timeoutMs).toBeUndefined()
  })

  test.each([
    [{}, /command/],
    [{ command: '  ' }, /command/],
    [{ command: 'x', exit: 300 }, /exit/],
    [{ command: 'x', stdout: { matches: '[' } }, /stdout.matches: Invalid regular expression/],
    [{ command: 'x', timeout: 3 }, /no parameter "timeout"/],
  ])('parameters %j are refused', async (params, message) => {
    expect(await refusals('command', params)).toMatch(message)
  })
})

describe('file', () => {
  const files = { 'src/a.ts': 'a', 'README.md': 'b' }
  table([
    {
      title: 'a file that is there passes',
      kind: 'file.exists',
      params: { path: ['src/a.ts', 'README.md', 'src'] },
      text: '',
      files,
      outcome: 'pass',
    },
    {
      title: 'a missing file fails by name',
      kind: 'file.exists',
      params: { path: ['src/a.ts', 'LICENSE'] },
      text: '',
      files,
      outcome: 'fail',
      says: /LICENSE doesn't exist/,
    },
    {
      title: 'a file that should be absent fails',
      kind: 'file.exists',
      params: { path: 'README.md', absent: true },
      text: '',
      files,
      outcome: 'fail',
      says: /README.md exists/,
    },
    {
      title: 'the same content passes',
      kind: 'file.unchanged',
      params: { path: 'README.md', sha256: sha256('b') },
      text: '',
      files,
      outcome: 'pass',
    },
    {
      title: 'other content fails',
      kind: 'file.unchanged',
      params: { path: 'README.md', sha256: sha256('c') },
      text: '',
      files,
      outcome: 'fail',
      says: /was changed/,
    },
    {
      title: 'a file that is gone fails',
      kind: 'file.unchanged',
      params: { path: 'gone', sha256: sha256('c') },
      text: '',
      files,
      outcome: 'fail',
      says: /gone is gone/,
    },
  ])
  test('a hash that is none is refused', async () => {
    expect(await refusals('file.unchanged', { path: 'a', sha256: 'abc' })).toMatch(/64 lower-case/)
  })
})

describe('judged-by-agent', () => {
  const anchors = [
    { name: 'good', means: 'right', score: 1 },
    { name: 'bad', means: 'wrong', score: 0 },
  ]
  table([
    {
      title: 'code decides nothing',
      kind: 'judged-by-agent',
      params: { criterion: 'Is it clear?', anchors, judges: ['a', 'b', 'c'] },
      text: 'x',
      outcome: 'unknown',
      says: /Is it clear\?/,
    },
  ])

  test.each([
    [{ criterion: '' }, /criterion/],
    [{ anchors: [anchors[0]] }, /anchors/],
    [{ anchors: [anchors[0], { ...anchors[0], score: 0.9 }] }, /same name/],
    [{ anchors: [{ ...anchors[0], score: 0.5 }, anchors[1]] }, /no anchor reaches 0.75/],
    [{ anchors, passAt: 0 }, /every anchor reaches 0/],
    [{ question: 'x' }, /no parameter "question"/],
  ])('parameters %j are refused', async (params, message) => {
    expect(await refusals('judged-by-agent', params)).toMatch(message)
  })
})

test('an unknown kind names the nearest', async () => {
  expect(await refusals('openapi.path', {})).toMatch(/no check "openapi.path"; did you mean "openapi.paths"/)
  expect(await refusals('__proto__', {})).toMatch(/no check "__proto__"/)
})
