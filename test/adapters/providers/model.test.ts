// Models through the AI SDK against a loopback server that speaks each wire format.
import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import type { MakerSpec } from '../../../src/agents/makers.ts'
import type { ProviderRequest, ProviderResult } from '../../../src/agents/provider.ts'
import { guarded } from '../../../src/adapters/providers/guard.ts'
import { modelMaker } from '../../../src/adapters/providers/model.ts'
import { replied, request } from '../../agents/support.ts'
import { type Behaviour, type Call, type Loopback, startLoopback } from '../../loopback/server.ts'
import { type Wire, writeReply } from '../../loopback/wire.ts'

const key = 'sk-test-0123456789abcdef'
const schema = { type: 'object', properties: { verdict: { type: 'string' } }, required: ['verdict'], additionalProperties: false }
const open: Loopback[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

const wires: {
  wire: Wire
  spec: Partial<Extract<MakerSpec, { kind: 'model' }>> & {
    provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible'
    model: string
  }
}[] = [
  { wire: 'anthropic', spec: { provider: 'anthropic', model: 'claude-haiku-4-5' } },
  { wire: 'chat', spec: { provider: 'openai', model: 'gpt-4.1', api: 'chat' } },
  { wire: 'responses', spec: { provider: 'openai', model: 'gpt-4.1' } },
  { wire: 'gemini', spec: { provider: 'google', model: 'gemini-2.5-flash' } },
  { wire: 'chat', spec: { provider: 'openai-compatible', model: 'llama3.2' } },
]

const pictures = [{ says: 'The page at 1280×720:', png: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 7, 255]) }]
const base64 = 'iVBORw0KGgoH/w=='
const pictureForms: Record<Wire, RegExp> = {
  anthropic: new RegExp(`"type":"image","source":\\{"type":"base64","media_type":"image/png","data":"${base64}"`),
  chat: new RegExp(`"type":"image_url","image_url":\\{"url":"data:image/png;base64,${base64}"`),
  responses: new RegExp(`"type":"input_image","image_url":"data:image/png;base64,${base64}"`),
  gemini: new RegExp(`"inlineData":\\{"mimeType":"image/png","data":"${base64}"`),
}

async function serve(behave: Parameters<typeof startLoopback>[0]): Promise<Loopback> {
  const server = await startLoopback(behave)
  open.push(server)
  return server
}

type Wired = (typeof wires)[number]
type Behave = Parameters<typeof startLoopback>[0]

async function askOnce(
  { wire, spec }: Wired,
  behave: Behave,
  overrides: Partial<ProviderRequest> = {},
): Promise<{ result: ProviderResult; calls: Call[] }> {
  const server = await serve(behave)
  const { provider, secrets } = await modelMaker(
    { kind: 'model', insecure: false, baseUrl: server.url(wire), keyEnv: 'TEST_KEY', ...spec },
    { TEST_KEY: key },
  )
  expect(secrets).toEqual([key])
  return { result: await guarded(provider, () => secrets).call(request(overrides)), calls: server.calls }
}

/** Listened to, a model streams; both ways have one outcome. */
const ways = wires.flatMap((maker) => [
  { ...maker, way: 'whole', hears: {} },
  { ...maker, way: 'streamed', hears: { hear: () => {} } },
])

describe.each(ways)('$spec.provider over $wire, $way', ({ hears, ...maker }) => {
  const ask = (maker: Wired, behave: Behave, overrides: Partial<ProviderRequest> = {}) => askOnce(maker, behave, { ...hears, ...overrides })

  it('sends prompt, key and temperature 0, and reads reply, model and usage back', async () => {
    const { result, calls } = await ask(maker, [{ reply: 'Hello.', tokensIn: 1000, tokensOut: 50 }], { prompt: 'Greet me. ✓' })
    const cost = { 'claude-haiku-4-5': 1250, 'gpt-4.1': 2400, 'gemini-2.5-flash': 425, 'llama3.2': null }[maker.spec.model]
    expect(result).toEqual({
      text: 'Hello.',
      usage: { calls: 1, tokensIn: 1000, tokensOut: 50, costMicros: cost },
      model: maker.spec.model,
      warnings: [],
    })
    expect(calls).toMatchObject([{ prompt: 'Greet me. ✓', temperature: 0, model: maker.spec.model }])
    expect(Object.values(calls[0]!.headers).some((value) => value.includes(key))).toBe(true)
  })

  it('holds a structured reply to its schema', async () => {
    const { result, calls } = await ask(maker, [{ json: { verdict: 'pass' } }], { expects: 'json', schema })
    expect(JSON.parse(replied(result).text)).toEqual({ verdict: 'pass' })
    expect(calls[0]!.schema).toMatchObject({ properties: { verdict: { type: 'string' } }, required: ['verdict'] })
  })

  it('hands on a reply that is not of the form asked for, with its tokens, to the reader of all replies', async () => {
    const { result } = await ask(maker, [{ reply: 'Certainly! The verdict is pass.', tokensIn: 9, tokensOut: 7 }], {
      expects: 'json',
      schema,
    })
    expect(result).not.toHaveProperty('failed')
    expect(result).toMatchObject({ text: expect.stringContaining('Certainly'), usage: { calls: 1, tokensIn: 9, tokensOut: 7 } })
  })

  it.each<[string, Behaviour, object]>([
    [
      'declines',
      { refuse: 'I cannot help with that.' },
      { failed: 'refusal', message: expect.stringContaining('declined'), usage: { calls: 1 } },
    ],
    [
      'is cut at its output limit',
      { reply: 'half a sen', finish: 'length' },
      { failed: 'contract', message: expect.stringContaining('output limit'), text: 'half a sen' },
    ],
    ['limits the rate, with seconds', { status: 429, headers: { 'retry-after': '7' } }, { failed: 'busy', retryAfterMs: 7_000 }],
    [
      'limits the rate, with milliseconds',
      { status: 429, headers: { 'retry-after-ms': '1500', 'retry-after': '2' } },
      { failed: 'busy', retryAfterMs: 1_500 },
    ],
    ['is overloaded without saying for how long', { status: 503 }, { failed: 'busy' }],
    ['gave up waiting for the request', { status: 408, headers: { 'retry-after': '3' } }, { failed: 'busy', retryAfterMs: 3_000 }],
    ['is locked by another request', { status: 409 }, { failed: 'busy' }],
    ['is asked too early', { status: 425 }, { failed: 'busy' }],
    [
      'wants to be paid first',
      { status: 402, message: 'out of credits' },
      { failed: 'denied', message: expect.stringContaining('out of credits') },
    ],
    [
      'does not know the key',
      { status: 401, message: `Incorrect API key provided: ${key}` },
      { failed: 'denied', message: expect.stringContaining('[redacted]') },
    ],
    [
      'does not know the model',
      { status: 404, message: 'no such model' },
      { failed: 'rejected', message: expect.stringContaining('no such model') },
    ],
    ['fails inside', { status: 500 }, { failed: 'broken', usage: { calls: 1, costMicros: null } }],
    ['dies at once', { die: 'at once' }, { failed: 'broken', usage: { costMicros: null } }],
    ['dies in the middle of its reply', { die: 'midway' }, { failed: 'broken', usage: { costMicros: null } }],
    ['ends before its reply does', { die: 'quietly' }, { failed: 'broken', usage: { costMicros: null } }],
    ['speaks no JSON', { raw: '<html>gateway</html>' }, { failed: 'broken', message: expect.stringContaining('wire format') }],
    [
      'speaks another wire format',
      { raw: '{"unexpected":true}' },
      { failed: expect.stringMatching(/^(broken|empty)$/), usage: { costMicros: null } },
    ],
    ['never stops talking', { flood: 5_000_000 }, { failed: 'too_large' }],
  ])('that %s is told apart', async (_what, behaviour, expected) => {
    const { result, calls } = await ask(maker, [behaviour])
    expect(result).toMatchObject(expected)
    expect(calls.length).toBe(1)
    expect(JSON.stringify(result)).not.toContain(key)
  })

  it('that repeats the key where its words are cut gives away no part of it', async () => {
    for (const [behave, cut] of [
      [(text: string) => ({ status: 400, message: text }), 500],
      [(text: string) => ({ refuse: text }), 300],
    ] as [(text: string) => Behaviour, number][]) {
      for (const before of [cut - 30, cut - key.length + 4, cut - 12]) {
        const { result } = await ask(maker, [behave(`${'x'.repeat(before)}${key}${'y'.repeat(50)}`)])
        expect((result as { message: string }).message).toContain('xxx')
        expect((result as { message: string }).message).not.toContain(key.slice(0, 9))
      }
    }
  })

  it('that sends us elsewhere is not followed: the key stays where it belongs', async () => {
    const elsewhere = await serve([{ reply: 'got your key' }])
    const { result } = await ask(maker, ({ wire, model }) => ({
      redirect: `${elsewhere.url(wire)}${{ chat: '/chat/completions', responses: '/responses', anthropic: '/messages', gemini: `/models/${model}:generateContent` }[wire]}`,
    }))
    expect(result).toMatchObject({ failed: 'broken' })
    expect(elsewhere.calls).toEqual([])
  })

  it('that never answers is left when told to stop', async () => {
    expect((await ask(maker, [{ hang: true }], { signal: AbortSignal.timeout(300) })).result).toMatchObject({
      failed: 'aborted',
      usage: { calls: 1, costMicros: null },
    })
  })

  it('sees pictures, byte for byte in its own format, and what they show; without any it gets words alone', async () => {
    const { calls } = await ask(maker, [{ reply: 'Seen.' }], { prompt: 'Judge it.', pictures })
    const sent = JSON.stringify(calls[0]!.body)
    expect(sent).toMatch(pictureForms[maker.wire])
    expect(calls[0]!.prompt).toMatch(/^Judge it\.[\s\S]*never a request to you[\s\S]*The page at 1280×720:/)
    const plain = await ask(maker, [{ reply: 'Seen.' }], { prompt: 'Judge it.' })
    expect(plain.calls[0]!.prompt).toBe('Judge it.')
    expect(JSON.stringify(plain.calls[0]!.body)).not.toMatch(/image/)
  })

  it('that refuses pictures is asked once more without them, and that is said', async () => {
    const { result, calls } = await ask(
      maker,
      ({ body }) =>
        JSON.stringify(body).includes(base64) ? { status: 400, message: 'This model does not support image input.' } : { reply: 'fine' },
      { pictures },
    )
    expect(replied(result)).toMatchObject({ text: 'fine', warnings: ['pictures: refused by the provider, asked again without'] })
    expect(calls).toHaveLength(2)
  })

  it('that refuses temperature is asked once more without it, and that is said', async () => {
    const { result, calls } = await ask(maker, ({ temperature }) =>
      temperature === undefined
        ? { reply: 'fine' }
        : { status: 400, message: "Unsupported value: 'temperature' does not support 0 with this model." },
    )
    expect(replied(result)).toMatchObject({ text: 'fine', warnings: [expect.stringContaining('temperature')] })
    expect(calls.map(({ temperature }) => temperature)).toEqual([0, undefined])
  })

  it('that is not running was never asked', async () => {
    const server = await serve([])
    const address = server.url(maker.wire)
    await server.close()
    const { provider } = await modelMaker(
      { kind: 'model', insecure: false, baseUrl: address, keyEnv: 'TEST_KEY', ...maker.spec },
      { TEST_KEY: key },
    )
    expect(await provider.call(request())).toMatchObject({ failed: 'unreachable' })
  })

  it('may answer the same request with other text', async () => {
    const server = await serve([{ reply: 'one' }, { reply: 'two' }])
    const { provider } = await modelMaker(
      { kind: 'model', insecure: false, baseUrl: server.url(maker.wire), keyEnv: 'TEST_KEY', ...maker.spec },
      { TEST_KEY: key },
    )
    expect(replied(await provider.call(request())).text).toBe('one')
    expect(replied(await provider.call(request())).text).toBe('two')
    expect(server.calls.length).toBe(2)
  })
})

describe.each(wires)('$spec.provider over $wire, listened to', (maker) => {
  const text = 'One line.\nAnother ✓ line.\n\nNo end'

  it('is heard while it speaks, in whole lines, and its reply is the same to the byte', async () => {
    const heard = Promise.withResolvers<void>()
    const told: string[] = []
    const hear = (words: string) => {
      told.push(words)
      heard.resolve()
    }
    const { result, calls } = await askOnce(maker, [{ reply: text, until: heard.promise }], { hear })
    expect(calls[0]!.streams).toBe(true)
    expect(told[0]).toMatch(/^One line\.\nAnother ✓ line\.\n/)
    const whole = await askOnce(maker, [{ reply: text }])
    expect(whole.calls[0]!.streams).toBe(false)
    expect(result).toEqual(whole.result)
  })

  it('that has too much to do in the middle of its reply is down, not done', async () => {
    const { result } = await askOnce(maker, [{ breaks: 'overloaded' }], { hear: () => {} })
    expect(result).toMatchObject({ failed: expect.stringMatching(/^(busy|broken)$/), message: expect.stringContaining('Overloaded') })
  })

  it('that answers a request for a stream with the whole reply is read from that, and not asked again', async () => {
    const { wire, spec } = maker
    const raw = JSON.stringify(writeReply(wire, {}, { text, model: spec.model, tokensIn: 9, tokensOut: 7, finish: 'stop' }))
    const { result, calls } = await askOnce(maker, [{ raw }], { hear: () => {} })
    expect(replied(result)).toMatchObject({ text, model: spec.model, usage: { tokensIn: 9, tokensOut: 7 } })
    expect(calls).toHaveLength(1)
  })

  it('that sends no streams is asked once more for the whole reply, and that is said', async () => {
    const behave = ({ streams }: Call) => (streams ? { status: 400, message: 'Streaming is not supported.' } : { reply: 'fine' })
    const { result, calls } = await askOnce(maker, behave, { hear: () => {} })
    expect(replied(result)).toMatchObject({ text: 'fine', warnings: ['streaming: refused by the provider, asked again without'] })
    expect(calls).toHaveLength(2)
  })
})

it('a structured reply of Anthropic comes whole: its pieces are not its bytes', async () => {
  const [maker] = wires as [Wired]
  const { result, calls } = await askOnce(maker, [{ json: { verdict: 'pass' } }], { expects: 'json', schema, hear: () => {} })
  expect(calls[0]!.streams).toBe(false)
  expect(replied(result).text).toBe('{"verdict":"pass"}')
})

it('a model known to take no temperature is not sent one, and the warning is kept', async () => {
  const { result, calls } = await askOnce({ wire: 'responses', spec: { provider: 'openai', model: 'o3' } }, [{ reply: 'x' }])
  expect(calls[0]!.temperature).toBeUndefined()
  expect(replied(result).warnings).toEqual([expect.stringMatching(/temperature/)])
})

it('a schema that is not strict is not sent as strict', async () => {
  const loose = { type: 'object', properties: { a: { type: 'string' } } }
  const { calls } = await askOnce({ wire: 'chat', spec: { provider: 'openai', model: 'gpt-4.1', api: 'chat' } }, [{ json: { a: 'b' } }], {
    expects: 'json',
    schema: loose,
  })
  expect(calls[0]!.body['response_format']).toMatchObject({ json_schema: { strict: false } })
})

describe('keys and addresses', () => {
  const spec = { kind: 'model', provider: 'openai', model: 'gpt-4.1', insecure: false } as const
  const refused = async (more: object, env = {}) => modelMaker({ ...spec, ...more }, env, '/nonexistent')

  it.each([
    ['no key anywhere', {}, 'maker', /no key for openai: looked at OPENAI_API_KEY, ~\/\.codex\/auth\.json/],
    ['a named variable that is not set', { keyEnv: 'MY_KEY' }, 'maker', /MY_KEY isn't set/],
    ['a vendor key for another address', { baseUrl: 'https://elsewhere.example/v1' }, 'refused', /key would be sent to elsewhere\.example/],
    ['plain http to another machine', { baseUrl: 'http://10.0.0.5/v1', keyEnv: 'MY_KEY' }, 'refused', /plain http/],
    [
      'a password in the address',
      { baseUrl: 'https://me:secret@x.example/v1', keyEnv: 'MY_KEY' },
      'refused',
      /contains a user name or password/,
    ],
    ['a server nobody said the address of', { provider: 'openai-compatible' }, 'usage', /needs the address of its server/],
    ['a name that only begins like loopback', { baseUrl: 'http://127.0.0.1.example/v1', keyEnv: 'MY_KEY' }, 'refused', /plain http/],
  ])('%s', async (_what, more, code, message) => {
    await expect(refused(more)).rejects.toMatchObject({ code, message: expect.stringMatching(message), fix: expect.any(String) })
  })

  it('plain http to another machine when told so', async () => {
    await expect(refused({ baseUrl: 'http://10.0.0.5/v1', keyEnv: 'MY_KEY', insecure: true }, { MY_KEY: key })).resolves.toMatchObject({
      secrets: [key],
    })
  })
})

it('nothing of the model libraries is loaded by those who use no model', () => {
  const code = `import { registerHooks } from 'node:module'
const seen = []
registerHooks({ load(url, context, next) { if (/node_modules\\/(ai|@ai-sdk)\\//.test(url)) seen.push(url); return next(url, context) } })
const { resolveMakers } = await import(process.argv[1])
await resolveMakers({ flags: ['claude', 'plan=host', 'judge=builtin'], cwd: '/' })
console.log(seen.length)
await resolveMakers({ flags: ['model:openai/gpt-4.1'], cwd: '/', env: { OPENAI_API_KEY: 'sk-0123456789' } })
console.log(seen.length > 0)`
  const path = new URL('../../../src/adapters/providers/resolve.ts', import.meta.url).href
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', code, path], { encoding: 'utf8' })).toBe('0\ntrue\n')
})
