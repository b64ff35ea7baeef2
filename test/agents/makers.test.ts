// Makers as people write them.
import { describe, expect, it } from 'vitest'
import { workflows } from '../commands.ts'
import { roles as auditRoles } from '../../src/workflows/audit/state.ts'
import { designTemplates } from '../../src/workflows/design/prompts.ts'
import { reflexTemplates } from '../../src/workflows/reflex/prompts.ts'
import { type MakerSpec, commandWords, parseMaker, parseMakerFlag, readMakers } from '../../src/agents/makers.ts'

describe('--maker', () => {
  it.each<[string, MakerSpec]>([
    ['claude', { kind: 'assistant', assistant: 'claude', env: [] }],
    ['claude:opus', { kind: 'assistant', assistant: 'claude', model: 'opus', env: [] }],
    ['ollama:qwen3:4b', { kind: 'assistant', assistant: 'ollama', model: 'qwen3:4b', env: [] }],
    ['command:./my-maker.sh', { kind: 'command', argv: ['./my-maker.sh'], env: [] }],
    ['command:"my maker" --x "a b"', { kind: 'command', argv: ['my maker', '--x', 'a b'], env: [] }],
    ['model:anthropic/claude-sonnet-5-5', { kind: 'model', provider: 'anthropic', model: 'claude-sonnet-5-5', insecure: false }],
    ['scripted:replies.yaml', { kind: 'scripted', file: 'replies.yaml' }],
    ['cassette:tape.jsonl', { kind: 'cassette', file: 'tape.jsonl' }],
    ['host', { kind: 'host' }],
    ['builtin', { kind: 'builtin' }],
  ])('%s', (text, spec) => {
    expect(parseMaker(text)).toEqual(spec)
  })

  it.each([
    ['claud', /isn't a maker; did you mean "claude"/],
    ['', /isn't a maker/],
    ['command:', /isn't a maker/],
    ['host:x', /isn't a maker/],
    ['ollama', /needs a model/],
    ['model:gpt-6', /names no model/],
    ['model:anthropc/claude', /did you mean "anthropic"/],
    ['command:"x', /doesn't close/],
  ])('refuses %s', (text, message) => {
    expect(() => parseMaker(text)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringMatching(message), fix: expect.any(String) }),
    )
  })

  it('takes a role before =', () => {
    expect(parseMakerFlag('produce=claude')).toEqual({ role: 'produce', spec: { kind: 'assistant', assistant: 'claude', env: [] } })
    expect(parseMakerFlag('command:run A=b')).toEqual({ role: 'default', spec: { kind: 'command', argv: ['run', 'A=b'], env: [] } })
  })
})

it.each([
  [String.raw`a  b`, ['a', 'b']],
  [String.raw`'a b' "c d" e\ f`, ['a b', 'c d', 'e f']],
  [String.raw`x "" ''`, ['x', '', '']],
  [String.raw`"a\"b\\c" 'd\e'`, ['a"b\\c', 'd\\e']],
  [String.raw`a;b $(c) | d`, ['a;b', '$(c)', '|', 'd']],
  // What the libraries get wrong, see docs/decisions/all-workflows.md.
  [String.raw`'\\d'"x" '{"a":"\"b\""}'""`, [String.raw`\\dx`, String.raw`{"a":"\"b\""}`]],
  [String.raw`--x=''y ''z`, ['--x=y', 'z']],
  [String.raw`*.ts $HOME # c`, ['*.ts', '$HOME', '#', 'c']],
  [String.raw`"C:\Users\me\m.exe" 'C:\x'`, [String.raw`C:\Users\me\m.exe`, String.raw`C:\x`]],
])('words of %s', (text, words) => {
  expect(commandWords(text)).toEqual(words)
})

describe('makers: in the configuration', () => {
  it('short and long forms by role', () => {
    expect(
      readMakers({
        default: 'claude',
        produce: { command: ['./m.sh', 'a b'], env: ['MY_KEY'], timeout: 90 },
        judge: { model: 'openai-compatible/llama3', base_url: 'http://127.0.0.1:11434/v1', price: 'free', key_env: 'LOCAL_KEY' },
        plan: { assistant: 'codex', model: 'gpt-6-sol' },
      }),
    ).toEqual({
      default: { kind: 'assistant', assistant: 'claude', env: [] },
      produce: { kind: 'command', argv: ['./m.sh', 'a b'], env: ['MY_KEY'], timeoutMs: 90_000 },
      judge: {
        kind: 'model',
        provider: 'openai-compatible',
        model: 'llama3',
        baseUrl: 'http://127.0.0.1:11434/v1',
        price: 'free',
        keyEnv: 'LOCAL_KEY',
        insecure: false,
      },
      plan: { kind: 'assistant', assistant: 'codex', model: 'gpt-6-sol', env: [] },
    })
    expect(readMakers(undefined)).toEqual({})
  })

  it.each([
    ['apiKey', { default: { model: 'openai/gpt-6-sol', apiKey: 'anything' } }],
    ['api_key', { default: { model: 'openai/gpt-6-sol', api_key: 'anything' } }],
    ['a key in a command', { default: { command: 'run --key sk-ant-api03-abcdefghijklmnop' } }],
    ['a key in a word of a command', { default: { command: ['run', '--key=AIzaSyA1234567890abcdef'] } }],
    ['a key as the maker', { default: 'sk-proj-abcdefghijklmnop' }],
  ])('%s is refused without showing it', (_what, value) => {
    expect(() => readMakers(value)).toThrow(expect.objectContaining({ code: 'refused', fix: expect.stringContaining('environment') }))
    expect(() => readMakers(value)).not.toThrow(/anything|abcdefgh|1234567890/)
  })

  it.each([
    [{ default: { command: 'x', env: ['KEY=value'] } }],
    [{ default: { command: [] } }],
    [{ default: { model: 'openai/x', base_url: 'file:///etc/passwd' } }],
    [{ Default: 'claude' }],
    [{ default: { unknown: 1 } }],
    [{ default: { command: 'x', timeout: -1 } }],
    ['claude'],
    [[]],
  ])('%o is refused', (value) => {
    expect(() => readMakers(value)).toThrow(expect.objectContaining({ code: 'invalid', fix: expect.any(String) }))
  })
})

it.each([
  [
    { default: { modle: 'openai/x' } },
    'makers: default needs one of command, assistant, scripted, cassette, model; found modle; did you mean "model"?',
  ],
  [
    { default: 'claude', judge: { model: 'openai/x', baseurl: 'https://a.example' } },
    'makers: judge has baseurl, which a model doesn\'t have; did you mean "base_url"?',
  ],
  [{ plan: { assistant: 'claud' } }, /^makers: plan\.assistant: .*"claude"/],
  [{ plan: { command: 'x', timeout: -1 } }, /^makers: plan\.timeout: /],
])('%o is refused in words that name the place and what was meant', (value, message) => {
  expect(() => readMakers(value)).toThrow(message)
})

it('the roles that can be named are those that the workflows ask', () => {
  const asked = [
    ...reflexTemplates.map((name) => name.replace('reflex-', '')),
    ...designTemplates,
    ...auditRoles,
    'builder',
    'proposer',
    'splitter',
    'lesson-writer',
    'default',
  ]
  expect(['default', 'judge', ...workflows.flatMap(({ roles }) => roles)].sort()).toEqual(asked.sort())
})
