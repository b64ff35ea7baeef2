// Assistants by their recipes: fake programs that take the real arguments and print the real output forms.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detectAssistants } from '../../../src/adapters/providers/detect.ts'
import { readAider, readClaude, readCodex, readGemini, readOllama, readOpencode } from '../../../src/adapters/providers/recipe-output.ts'
import { type SaidFailure, saidOutage } from '../../../src/adapters/providers/program-failure.ts'
import { makerEnvironment, secretsIn } from '../../../src/adapters/providers/environment.ts'
import { recipes } from '../../../src/adapters/providers/recipes.ts'
import { resolveMakers } from '../../../src/adapters/providers/resolve.ts'
import type { Provider } from '../../../src/agents/provider.ts'
import { replied, request } from '../../agents/support.ts'
import { programs } from './programs.ts'

const made = programs()
const env = { PATH: `${join(made.folder, 'bin')}:/usr/bin:/bin`, HOME: made.folder }
afterAll(() => made.remove())

/** Prints what the assistant would, with its arguments inside the reply so that the tests can see them. */
beforeAll(() => {
  const version = (text: string) => `if (args[0] === '--version') { console.log('${text}'); process.exit() }\n`
  made.node(
    'claude',
    `${version('2.9.1 (Claude Code)')}
const schema = args.includes('--json-schema')
console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: false, duration_ms: 5, num_turns: 1, session_id: 's', result: args.join(' ') + '|' + prompt, ...(schema && { structured_output: { ok: true } }), total_cost_usd: 0.012345, usage: { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3000, output_tokens: 40 }, modelUsage: { 'claude-haiku-4-5': { outputTokens: 5 }, 'claude-opus-5-5': { outputTokens: 35 } } }))`,
  )
  made.node(
    'codex',
    `${version('codex-cli 0.99.0')}
const at = args.indexOf('--output-schema')
const schema = at < 0 ? 'none' : require('node:fs').readFileSync(args[at + 1], 'utf8')
const say = (event) => console.log(JSON.stringify(event))
say({ type: 'thread.started', thread_id: 't' }); say({ type: 'turn.started' })
say({ type: 'item.completed', item: { id: '0', type: 'reasoning', text: 'hm' } })
say({ type: 'item.completed', item: { id: '1', type: 'agent_message', text: 'draft' } })
say({ type: 'item.completed', item: { id: '2', type: 'agent_message', text: schema + '|' + args.filter((_, i) => i !== at + 1 || at < 0).join(' ') + '|' + prompt } })
say({ type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 60, output_tokens: 20 } })`,
  )
  made.node(
    'gemini',
    `${version('0.40.0')}
console.log(JSON.stringify({ response: args.join(' ') + '|' + prompt, stats: { models: { 'gemini-2.5-flash-lite': { tokens: { prompt: 100, candidates: 10, thoughts: 0, tool: 0 } }, 'gemini-2.5-pro': { tokens: { prompt: 1000, cached: 400, candidates: 90, thoughts: 10, tool: 0 } } } } }))`,
  )
  made.node(
    'opencode',
    `${version('1.18.33')}
const say = (event) => console.log(JSON.stringify(event))
say({ type: 'step_start', part: { type: 'step-start' } })
say({ type: 'text', part: { type: 'text', text: args.join(' ') + '|' + prompt } })
say({ type: 'step_finish', part: { type: 'step-finish', tokens: { input: 100, output: 20, reasoning: 5, cache: { read: 20, write: 10 } }, cost: 0.0042 } })`,
  )
  made.node(
    'aider',
    `${version('aider 0.86.1')}
const message = require('node:fs').readFileSync(args[args.indexOf('--message-file') + 1], 'utf8')
console.log('Aider v0.86.1\\nMain model: openai/gpt-4o with ask edit format\\nGit repo: none\\nRepo-map: disabled\\n\\n# Reply\\n\\nTo: ' + message + '\\n\\nTokens: 2.1k sent, 55 received. Cost: $0.0070 message, $0.0070 session.')`,
  )
  made.node(
    'ollama',
    `${version('ollama version is 0.20.0')}
process.stderr.write('\\ntotal duration:       1s\\nprompt eval count:    26 token(s)\\neval count:           298 token(s)\\n')
process.stdout.write(args.join(' ') + '|' + prompt)`,
  )
})

async function maker(flag: string): Promise<Provider> {
  return (await resolveMakers({ flags: [flag], cwd: made.folder, env }))['default'] as Provider
}

/** Claude Code: no tools, servers, hooks or sessions. */
const alone = '--tools  --strict-mcp-config --no-session-persistence --settings {"disableAllHooks":true}'
const strict = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false }

describe('recipes', () => {
  it.each<[string, object]>([
    [
      'claude',
      {
        text: `-p --output-format stream-json --verbose --include-partial-messages ${alone}|Hi`,
        usage: { calls: 1, tokensIn: 3210, tokensOut: 40, costMicros: 12_345 },
        model: 'claude-opus-5-5',
      },
    ],
    ['claude:opus', { text: `-p --output-format stream-json --verbose --include-partial-messages ${alone} --model opus|Hi` }],
    [
      'codex',
      {
        text: 'none|exec --json --skip-git-repo-check --sandbox read-only --ephemeral -|Hi',
        usage: { calls: 1, tokensIn: 100, tokensOut: 20, costMicros: null },
        model: null,
      },
    ],
    [
      'codex:gpt-6-sol',
      {
        text: 'none|exec --json --skip-git-repo-check --sandbox read-only --ephemeral --model gpt-6-sol -|Hi',
        usage: { calls: 1, tokensIn: 100, tokensOut: 20, costMicros: 40 * 2 + 60 * 0.2 + 20 * 10 },
      },
    ],
    [
      'opencode:loop/m1',
      {
        text: 'run --format json --pure --title whet --model loop/m1|Hi',
        usage: { calls: 1, tokensIn: 130, tokensOut: 25, costMicros: 4200 },
        model: null,
      },
    ],
    [
      'gemini',
      {
        text: '--output-format json --skip-trust --extensions none --allowed-mcp-server-names none|Hi',
        usage: { calls: 1, tokensIn: 1100, tokensOut: 110, costMicros: 10 + 4 + 600 * 1.25 + 400 * 0.125 + 1000 },
        model: 'gemini-2.5-pro',
      },
    ],
    [
      'aider',
      { text: '# Reply\n\nTo: Hi\n', usage: { calls: 1, tokensIn: 2100, tokensOut: 55, costMicros: 7000 }, model: 'openai/gpt-4o' },
    ],
    [
      'ollama:llama3.2',
      {
        text: 'run llama3.2 --verbose --hidethinking --nowordwrap|Hi',
        usage: { calls: 1, tokensIn: 26, tokensOut: 298, costMicros: 0 },
        model: null,
      },
    ],
  ])('%s is called as its manual says and its reply, model, tokens and cost are read back', async (flag, expected) => {
    expect(replied(await (await maker(flag)).call(request({ prompt: 'Hi' })))).toMatchObject(expected)
  })

  it('claude and codex are held to a schema', async () => {
    expect(replied(await (await maker('claude')).call(request({ expects: 'json', schema: strict }))).text).toBe('{"ok":true}')
    expect(replied(await (await maker('codex')).call(request({ expects: 'json', schema: strict }))).text).toMatch(
      `${JSON.stringify(strict)}|exec`,
    )
  })

  it('codex is not given a schema it would refuse', async () => {
    expect(
      replied(await (await maker('codex')).call(request({ expects: 'json', schema: { type: 'object', properties: { a: {} } } }))).text,
    ).toMatch(/^none\|/)
  })

  it('ollama is asked for JSON', async () => {
    expect(replied(await (await maker('ollama:llama3.2')).call(request({ expects: 'json' }))).text).toContain('--format json')
  })

  it('leave no file behind', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('whet-maker-'))
    await (await maker('aider')).call(request())
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('whet-maker-') && !before.includes(name))).toEqual([])
  })

  it.each([
    ['claude', true],
    ['ollama:x', true],
    ['codex', false],
    ['codex:gpt-6-sol', true],
    ['codex:gpt-99', false],
    ['aider', false],
    ['command:./x', false],
  ])('the price of %s is known: %s', async (flag, priced) => {
    expect((await maker(flag)).priced).toBe(priced)
  })

  it('a stated price wins over what the assistant says', async () => {
    const config = {
      default: { assistant: 'claude', price: { input: 1, output: 10 } },
      plan: { command: [join(made.folder, 'bin', 'ollama')], price: 'free' },
    }
    const makers = await resolveMakers({ config, cwd: made.folder, env })
    expect(replied(await makers['default']!.call(request())).usage.costMicros).toBe(3210 + 400)
    expect(makers['plan']!.priced).toBe(true)
    expect(replied(await makers['plan']!.call(request())).usage.costMicros).toBe(0)
  })

  it('codex gets over a lost connection: what it said meanwhile is no failure', () => {
    expect(
      readCodex(
        '{"type":"error","message":"Reconnecting... 1/5"}\n{"type":"item.completed","item":{"type":"agent_message","text":"hi"}}\n{"type":"turn.completed","usage":{"input_tokens":7,"output_tokens":1}}',
      ),
    ).toMatchObject({ text: 'hi' })
  })

  it('opencode says 0 where it knows no price: that is no price', () => {
    expect(
      readOpencode('{"type":"text","part":{"text":"hi"}}\n{"type":"step_finish","part":{"tokens":{"input":9,"output":1},"cost":0}}'),
    ).toMatchObject({ text: 'hi', usage: { tokensIn: 9, costMicros: null } })
  })

  it('what a broken stream cost is unknown, whatever was counted before it broke; a free maker stays free', async () => {
    const broken = {
      type: 'result',
      subtype: 'success',
      is_error: true,
      api_error: 'connection_failed',
      result: 'API Error: Connection lost mid-response.',
      total_cost_usd: 0.03,
      usage: { input_tokens: 7820, output_tokens: 4 },
    }
    const home = programs()
    home.node('claude', `console.log(${JSON.stringify(JSON.stringify(broken))})`)
    const from = { cwd: home.folder, env: { ...env, PATH: `${join(home.folder, 'bin')}:/usr/bin:/bin` } }
    const [priced, free] = [
      await resolveMakers({ flags: ['claude:opus'], ...from }),
      await resolveMakers({ config: { default: { assistant: 'claude', price: 'free' } }, ...from }),
    ]
    expect(await priced['default']!.call(request())).toMatchObject({ failed: 'broken', usage: { costMicros: null } })
    expect(await free['default']!.call(request())).toMatchObject({ failed: 'broken', usage: { costMicros: 0 } })
    home.remove()
  })

  it.each([
    [
      'claude',
      [
        'ANTHROPIC_BASE_URL',
        'ANTHROPIC_BEDROCK_BASE_URL',
        'DISABLE_TELEMETRY',
        'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
        'CLAUDE_CODE_USE_BEDROCK',
        'AWS_REGION',
        'AWS_SESSION_TOKEN',
        'AWS_BEARER_TOKEN_BEDROCK',
        'CLAUDE_CODE_USE_VERTEX',
        'CLAUDE_CODE_CLIENT_KEY_PASSPHRASE',
        'GOOGLE_APPLICATION_CREDENTIALS',
        'CLOUD_ML_REGION',
      ],
      ['OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY', 'CLAUDECODE', 'CLAUDE_CODE_SSE_PORT', 'HOUSE_SECRET'],
    ],
    [
      'codex',
      ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_HOME', 'DO_NOT_TRACK'],
      ['ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'CODEX_SANDBOX'],
    ],
    [
      'gemini',
      ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_CLOUD_PROJECT'],
      ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'AWS_SESSION_TOKEN'],
    ],
    ['opencode', ['OPENROUTER_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_BASE_URL'], ['HOUSE_SECRET', 'GITHUB_TOKEN']],
  ])('%s sees its gateways, opt-outs and cloud credentials by name, and no key of another', (assistant, seen, unseen) => {
    const source = Object.fromEntries([...seen, ...unseen].map((name) => [name, `value of ${name}`]))
    const names = Object.keys(makerEnvironment(source, recipes[assistant]!.env))
    expect(names.filter((name) => !name.startsWith('GIT_')).sort()).toEqual([...seen, 'WHET_STEP'].sort())
    expect(secretsIn(source)).toEqual(
      [...seen, ...unseen].filter((name) => /(?:KEY|TOKEN|SECRET|PASSPHRASE|TOKEN_BEDROCK)$/.test(name)).map((name) => `value of ${name}`),
    )
  })

  it('claude is told to load nothing of project or person; codex, gemini and opencode are called in an empty folder', async () => {
    const home = programs()
    const told = `JSON.stringify({ cwd: require('node:fs').readdirSync('.'), safe: process.env.CLAUDE_CODE_SAFE_MODE, config: process.env.OPENCODE_CONFIG_CONTENT })`
    home.node('claude', `console.log(JSON.stringify({ type: 'result', subtype: 'success', result: ${told} }))`)
    home.node('codex', `console.log(JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text: ${told} } }))`)
    home.node('gemini', `console.log(JSON.stringify({ response: ${told} }))`)
    home.node('opencode', `console.log(JSON.stringify({ type: 'text', part: { text: ${told} } }))`)
    const ask = async (flag: string) =>
      JSON.parse(
        replied(
          await (
            await resolveMakers({ flags: [flag], cwd: home.folder, env: { ...env, PATH: `${join(home.folder, 'bin')}:/usr/bin:/bin` } })
          )['default']!.call(request()),
        ).text,
      ) as object
    expect(await ask('claude')).toEqual({ cwd: ['bin'], safe: '1' })
    expect(await ask('codex')).toEqual({ cwd: [] })
    expect(await ask('gemini')).toEqual({ cwd: [] })
    expect(await ask('opencode')).toEqual({ cwd: [], config: expect.stringContaining('"*":"deny"') })
    home.remove()
  })

  it('are pinned by their version', async () => {
    expect(await (await maker('claude:opus')).identify()).toEqual({ model: 'opus', version: '2.9.1 (Claude Code)' })
  })
})

describe('what assistants print when things go wrong', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'claude: an error in its result',
      () => readClaude('{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key"}'),
      /Invalid API key/,
    ],
    ['claude: out of turns', () => readClaude('{"type":"result","subtype":"error_max_turns","is_error":false}'), /error_max_turns/],
    ['claude: no JSON', () => readClaude('Welcome!'), /no result object/],
    [
      'codex: a failed turn',
      () =>
        readCodex(
          '{"type":"turn.started"}\n{"type":"error","message":"limit"}\n{"type":"turn.failed","error":{"message":"usage limit reached"}}',
        ),
      /usage limit reached/,
    ],
    [
      'opencode: an error',
      () => readOpencode('{"type":"error","error":{"name":"APIError","data":{"message":"no such model","statusCode":404}}}'),
      /no such model/,
    ],
    ['opencode: nothing', () => readOpencode('{"type":"step_start"}'), /no reply/],
    ['codex: nothing', () => readCodex('reading prompt…'), /no agent message/],
    [
      'gemini: an error',
      () => readGemini('Loaded cached credentials.\n{"error":{"type":"ApiError","message":"quota","code":429}}'),
      /quota/,
    ],
    ['gemini: another shape', () => readGemini('{"response":3}'), /no response/],
    ['aider: only its banner', () => readAider('Aider v0.86.1\nModel: x with ask edit format\n\nTokens: 1 sent, 0 received.'), /no reply/],
  ])('%s', (_what, read, problem) => {
    expect(read()).toMatchObject({ problem: expect.stringMatching(problem) })
  })

  it('odd numbers are never taken for tokens', () => {
    expect(
      readClaude('{"type":"result","subtype":"success","result":"x","usage":{"input_tokens":-5,"output_tokens":"9"},"total_cost_usd":"1"}'),
    ).toMatchObject({ text: 'x', usage: { tokensIn: 0, tokensOut: 0, costMicros: null } })
  })

  it.each([
    [
      'claude',
      [
        { type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'Which se' } } },
        { type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'ctions?\n' } } },
        { type: 'stream_event', event: { type: 'content_block_delta', delta: { type: 'text_delta', text: '# Tidy' } } },
        { type: 'stream_event', event: { type: 'content_block_stop', index: 0 } },
        { type: 'result', subtype: 'success', result: 'whole' },
      ],
      'Which sections?\n# Tidy',
    ],
    [
      'codex',
      [
        { type: 'item.completed', item: { type: 'reasoning', text: 'Which sections?' } },
        { type: 'item.started', item: { type: 'command_execution', command: 'ls' } },
        { type: 'item.completed', item: { type: 'agent_message', text: '# Tidy' } },
      ],
      'Which sections?\nls\n# Tidy',
    ],
    [
      'opencode',
      [
        { type: 'tool_use', part: { tool: 'read' } },
        { type: 'text', part: { text: '# Tidy' } },
        { type: 'step_finish', part: {} },
      ],
      'read\n# Tidy',
    ],
  ])('%s is heard while it works, in words', async (name, events, expected) => {
    const own = programs()
    own.node(name, `for (const each of ${JSON.stringify(events)}) console.log(JSON.stringify(each)); setTimeout(() => {}, 900)`)
    const heard: string[] = []
    const { default: assistant } = await resolveMakers({
      flags: [name],
      cwd: own.folder,
      env: { ...env, PATH: `${join(own.folder, 'bin')}:/usr/bin:/bin` },
    })
    await (assistant as Provider).call(request({ hear: (text) => void heard.push(text) }))
    own.remove()
    expect(heard.at(-1)).toBe(expected)
  })

  it('ollama without counts', () => {
    expect(readOllama('hi', '')).toMatchObject({ text: 'hi', usage: { tokensIn: 0, tokensOut: 0, costMicros: 0 } })
  })
})

describe('an outage of the service behind an assistant', () => {
  const now = 1_760_000_000_000
  it.each<[string, Partial<SaidFailure>, object | null]>([
    [
      'claude: overloaded',
      { words: 'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}' },
      { failed: 'busy' },
    ],
    [
      'claude: its limit, with the moment it ends',
      { words: 'Claude AI usage limit reached|1760003600' },
      { failed: 'busy', retryAfterMs: 3_600_000 },
    ],
    ['claude: a key that is wrong', { words: 'Invalid API key · Please run /login' }, { failed: 'denied' }],
    ['claude: a status of its own', { words: 'Something', status: 500 }, { failed: 'broken' }],
    ['codex: too many requests', { words: 'exceeded retry limit, last status: 429 Too Many Requests' }, { failed: 'busy' }],
    [
      'codex: its limit, with the time it takes',
      { words: "You've hit your usage limit. Try again in 2 hours 5 minutes." },
      { failed: 'busy', retryAfterMs: 7_500_000 },
    ],
    ['codex: not logged in', { words: 'unexpected status 401 Unauthorized: Missing bearer' }, { failed: 'denied' }],
    [
      'claude: a stream that broke',
      { words: 'API Error: Connection lost mid-response. The response above may be incomplete.' },
      { failed: 'broken' },
    ],
    [
      'codex: a stream that broke, in its newer words',
      { words: 'Transport error: network error: error decoding response body' },
      { failed: 'broken' },
    ],
    ['codex: a stream that broke', { words: 'stream disconnected before completion: error sending request' }, { failed: 'broken' }],
    ['gemini: quota', { words: 'You exceeded your current quota', status: 429 }, { failed: 'busy' }],
    ['ollama: not running', { words: 'Error: could not connect to ollama app, is it running?' }, { failed: 'unreachable' }],
    ['any program: later', { words: '', exitCode: 75, assistant: false }, { failed: 'busy' }],
    ['a fault of the program itself', { words: 'TypeError: undefined is not a function' }, null],
    ['a request it calls wrong', { words: 'API Error: 400 prompt is too long' }, null],
    ['a program of the person that only mentions one', { words: 'rate limit in line 429', assistant: false }, null],
  ])('%s', (_what, said, expected) => {
    expect(saidOutage({ words: '', exitCode: 1, assistant: true, ...said }, now)).toEqual(expected)
  })

  it('is told by the maker as one', async () => {
    const other = programs()
    other.node(
      'claude',
      `if (args[0] === '--version') { console.log('1'); process.exit() }\nconsole.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: true, api_error_status: 529, result: 'API Error: Overloaded' }))\nprocess.exitCode = 1`,
    )
    const claude = (
      await resolveMakers({ flags: ['claude'], cwd: other.folder, env: { ...env, PATH: `${join(other.folder, 'bin')}:/usr/bin:/bin` } })
    )['default'] as Provider
    const said = await claude.call(request())
    other.remove()
    expect(said).toMatchObject({ failed: 'busy', message: expect.stringContaining('Overloaded') })
    expect(said).not.toHaveProperty('usage')
  })

  it('a schema loses its dialect on the way to claude, which would ignore it', async () => {
    const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...strict }
    const claude = await maker('claude')
    expect(replied(await claude.call(request({ expects: 'json', schema }))).text).toBe('{"ok":true}')
    expect(recipes['claude']?.args({ model: undefined, prompt: '', expects: 'json', schema, path: String }).at(-1)).toBe(
      JSON.stringify(strict),
    )
  })
})

describe('detectAssistants', () => {
  it('finds those on PATH with their version', async () => {
    const found = await detectAssistants(env)
    expect(found.map(({ name, version }) => [name, version])).toEqual([
      ['claude', '2.9.1 (Claude Code)'],
      ['codex', 'codex-cli 0.99.0'],
      ['gemini', '0.40.0'],
      ['opencode', '1.18.33'],
      ['aider', 'aider 0.86.1'],
      ['ollama', 'ollama version is 0.20.0'],
    ])
    expect(found[0]).toMatchObject({ title: 'Claude Code', path: join(made.folder, 'bin', 'claude') })
  })

  it('finds nothing on an empty PATH, and says so for each', async () => {
    expect((await detectAssistants({ PATH: '/nonexistent' })).map(({ path, version }) => path ?? version)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('a program that does not say its version is there all the same', async () => {
    const other = programs()
    other.shell('codex', 'exit 1')
    const codex = (await detectAssistants({ PATH: join(other.folder, 'bin') })).find(({ name }) => name === 'codex')
    other.remove()
    expect(codex).toMatchObject({ path: expect.stringContaining('codex'), version: null })
  })
})
