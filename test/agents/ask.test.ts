// The ask port: limits, retries that are safe, pins, and what is recorded.
import { describe, expect, it } from 'vitest'
import { type AskOptions, createAsk } from '../../src/agents/ask.ts'
import { type Pins, makePins } from '../../src/agents/pins.ts'
import type { Template } from '../../src/agents/prompt.ts'
import { type Provider, type ProviderFailure, type ProviderRequest, type ProviderResult, freeUsage } from '../../src/agents/provider.ts'
import type { TaskContext } from '../../src/kernel/ports.ts'
import type { AskAgent, Outage, Reply } from '../../src/kernel/task.ts'
import { sha256 } from '../../src/lib/hash.ts'
import type { Json } from '../../src/schema/event.ts'
import { quickWorld } from './support.ts'

const template = (text: string, version = '1.0.0'): Template => ({
  name: 'produce',
  version,
  path: `templates/prompts/produce-v${version}.txt`,
  text,
  sha256: sha256(text),
})
const source = (current: () => Template) => ({ load: () => Promise.resolve(current()) })
const plain = source(() => template('Task: {{task}}'))
const task = (overrides: Partial<AskAgent> = {}): AskAgent => ({
  kind: 'ask',
  key: 'produce.1',
  role: 'produce',
  template: 'produce',
  slots: { task: 'hello' },
  expects: 'text',
  ...overrides,
})
const context = (overrides: Partial<TaskContext> = {}): TaskContext => ({
  run: 'run-0001',
  workflow: 'reflex',
  head: '',
  pulse: () => {},
  attempt: 1,
  signal: new AbortController().signal,
  object: (hash) => Promise.resolve(`text of ${hash}`),
  say: () => {},
  ...overrides,
})
const reply = (text: string, more: object = {}): ProviderResult => ({
  text,
  usage: { calls: 1, tokensIn: 10, tokensOut: 4, costMicros: 20 },
  model: 'm-1',
  warnings: [],
  ...more,
})

function maker(
  results: (ProviderResult | ((request: ProviderRequest) => Promise<ProviderResult>))[],
  identity = { model: 'm-1', version: '1' },
): Provider & { requests: ProviderRequest[] } {
  const requests: ProviderRequest[] = []
  return {
    name: 'fake',
    requests,
    identify: () => Promise.resolve(identity),
    call: (request) => {
      requests.push(request)
      const next = results[Math.min(requests.length, results.length) - 1] as ProviderResult
      return typeof next === 'function' ? (next as (request: ProviderRequest) => Promise<ProviderResult>)(request) : Promise.resolve(next)
    },
  }
}

async function ask(provider: Provider, options: Partial<AskOptions> = {}, what = task(), where = context()): Promise<Reply | Outage> {
  const performed = await createAsk({
    makers: { default: provider },
    templates: plain,
    world: quickWorld((ms) => ms > 60_000),
    ...options,
  })(what, where)
  if (performed === 'pending') throw new Error('expected a reply')
  return performed
}

describe('pictures', () => {
  const shown = task({
    pictures: [
      { object: 'a', says: 'The page:' },
      { object: 'gone', says: 'Another:' },
    ],
  })
  const picture = (hash: string) => (hash === 'a' ? new Uint8Array([1, 2]) : null)

  it('go to a maker that can see, as far as they are there, and the record names them', async () => {
    const provider = { ...maker([reply('hi')]), sees: true }
    const done = await ask(provider, { picture }, shown)
    expect(provider.requests[0]?.pictures).toEqual([{ says: 'The page:', png: new Uint8Array([1, 2]) }])
    expect(done).toMatchObject({ meta: { pictures: ['a'] } })
  })

  it('are not even read for one that cannot', async () => {
    const provider = maker([reply('hi')])
    const done = await ask(provider, { picture: () => expect.unreachable() }, shown)
    expect(provider.requests[0]).not.toHaveProperty('pictures')
    expect(done).not.toHaveProperty('meta.pictures')
  })
})

describe('a reply', () => {
  it('is recorded with everything known about it', async () => {
    const provider = maker([reply('hi', { model: 'm-1-20260101', warnings: ['temperature is not supported'] })])
    const done = await ask(provider, {}, task({ slots: { task: { object: 'abc', as: 'fenced' } } }), context({ attempt: 2 }))
    const { fence, prompt } = provider.requests[0] as ProviderRequest
    expect(prompt).toContain(`<<<DATA ${fence}\ntext of abc\n`)
    expect(provider.requests[0]).toMatchObject({
      slots: { task: 'text of abc' },
      temperature: 0,
      timeoutMs: 300_000,
      role: 'produce',
      run: 'run-0001',
    })
    expect(done).toEqual({
      ok: true,
      text: 'hi',
      usage: { calls: 1, tokensIn: 10, tokensOut: 4, costMicros: 20 },
      meta: {
        role: 'produce',
        maker: 'fake',
        model: { asked: 'm-1', reported: 'm-1-20260101' },
        version: '1',
        template: 'produce-v1.0.0',
        templateHash: sha256('Task: {{task}}'),
        promptHash: sha256(prompt.replaceAll(fence, '<fence>')),
        settings: { temperature: 0, timeoutMs: 300_000, structured: false },
        warnings: ['temperature is not supported'],
        ms: 5,
        attempt: 2,
        tries: 1,
        fence,
      },
    })
  })

  it('has the same prompt hash in every run and call', async () => {
    const hashes = []
    const world = quickWorld((ms) => ms > 60_000)
    for (const run of ['run-aaaa', 'run-bbbb']) {
      const done = await ask(
        maker([reply('x')]),
        { world, templates: source(() => template('run {{run}} {{task}}')) },
        task({ slots: { run, task: { object: 'o', as: 'fenced' } } }),
        context({ run }),
      )
      hashes.push(((done as Reply).meta as { promptHash: string }).promptHash)
    }
    expect(hashes[0]).toBe(hashes[1])
  })

  it.each<[string, string, Json | RegExp]>([
    ['JSON', '{"a":[1]}', { a: [1] }],
    ['JSON in one code fence', '```json\n{"a":1}\n```\n', { a: 1 }],
    ['JSON after a byte order mark', '\uFEFF[1]', [1]],
    ['JSON after a sentence', 'Here you are: {"a":1}', { a: 1 }],
    ['two code fences', '```json\n{}\n```\n```json\n{}\n```', /expected one JSON/],
    ['a doubled key', '{"a":1,"a":2}', /expected JSON/],
    ['__proto__', '{"__proto__":{"x":1}}', /__proto__/],
    ['__proto__ spelled otherwise', '{"__pr\\u006fto__":1}', /__proto__/],
    ['nesting without end', '['.repeat(100_000), /nested deeper/],
  ])('of a json task: %s', async (_what, text, expected) => {
    const done = await ask(maker([reply(text)]), {}, task({ expects: 'json' }))
    if (expected instanceof RegExp)
      expect(done).toMatchObject({
        ok: false,
        error: { code: 'contract', message: expect.stringMatching(expected) },
        usage: { calls: 1, tokensIn: 10 },
        meta: { text: text.slice(0, 16_384) },
      })
    else expect(done).toMatchObject({ ok: true, value: expected })
  })

  it('that is empty or too large is refused, and still paid for', async () => {
    expect(await ask(maker([reply(' \n')]))).toMatchObject({ ok: false, error: { code: 'empty' }, usage: { tokensIn: 10 } })
    expect(await ask(maker([reply('é'.repeat(6))]), { limits: { maxReplyBytes: 11 } })).toMatchObject({
      ok: false,
      error: { code: 'too_large', message: expect.stringContaining('12 bytes') },
    })
  })
})

describe('a maker that fails', () => {
  const usage = { calls: 1, tokensIn: 0, tokensOut: 0, costMicros: null }

  it.each<[string, ProviderFailure, number, object]>([
    ['asks to wait', { failed: 'busy', message: '429', retryAfterMs: 7_000 }, 0, { until: 7_010 }],
    ['is busy and says no time', { failed: 'busy', message: '529' }, 0, { until: 1_010 }],
    ['is busy again and again', { failed: 'busy', message: '529' }, 3, { until: 8_010 }],
    ['stays busy', { failed: 'busy', message: '529' }, 30, { until: 60_010 }],
    ['asks for no wait at all', { failed: 'busy', message: '429', retryAfterMs: 0 }, 0, { until: 1_010 }],
    ['goes on asking for none', { failed: 'busy', message: '429', retryAfterMs: 0 }, 500, { until: 1_010 }],
    ['asks to wait for an hour', { failed: 'busy', message: '429', retryAfterMs: 3_600_000 }, 0, { until: 3_600_010 }],
    ['is not up yet', { failed: 'unreachable', message: 'refused' }, 1, { until: 2_010 }],
    ['broke off after it took the request', { failed: 'broken', message: 'reset', usage }, 0, { until: 1_010 }],
    ['broke off a third time, each of which may have been paid for', { failed: 'broken', message: '500', usage }, 2, { until: null }],
    ['denies', { failed: 'denied', message: '401' }, 0, { until: null }],
  ])('and %s is an outage, not an answer', async (_what, failure, outages, expected) => {
    const provider = maker([failure])
    const said = await ask(provider, { world: quickWorld((ms) => ms === 300_000) }, task(), context({ outages }))
    expect(said).toEqual({ outage: { code: failure.failed, message: failure.message, ...expected }, ...(failure.usage && { usage }) })
    expect(provider.requests.length).toBe(1)
  })

  it.each<[string, ProviderFailure]>([
    ['declines', { failed: 'refusal', message: 'no', usage: freeUsage }],
    ['calls the request wrong', { failed: 'rejected', message: '400' }],
    ['ends with an error', { failed: 'exit', message: 'exit 1' }],
    ['is cut at its longest', { failed: 'contract', message: 'cut' }],
  ])('and %s has answered', async (_what, failure) => {
    expect(await ask(maker([failure]))).toMatchObject({ ok: false, error: { code: failure.failed } })
  })

  it('to keep its time is an outage, but where the time limit is the end', async () => {
    const late = () => maker([() => new Promise<ProviderResult>(() => {})])
    expect(await ask(late(), { world: quickWorld() })).toMatchObject({
      outage: { code: 'timeout', until: expect.any(Number) },
      usage: { calls: 1 },
    })
    expect(await ask(late(), { world: quickWorld() }, task({ timeLimitEnds: true }))).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    })
  })

  it('and then answers says how often it was tried', async () => {
    expect(await ask(maker([reply('ok')]), {}, task(), context({ outages: 2, attempt: 3 }))).toMatchObject({
      ok: true,
      meta: { tries: 3, attempt: 3 },
    })
  })

  it('is left when its time is over, though it ignores the signal', async () => {
    const provider = maker([() => new Promise<ProviderResult>(() => {})])
    expect(await ask(provider, { world: quickWorld(), limits: { timeoutMs: 40_000 } }, task({ timeLimitEnds: true }))).toMatchObject({
      ok: false,
      error: { code: 'timeout', message: expect.stringContaining('within 40 s') },
      usage: { calls: 1, costMicros: null },
    })
    expect(provider.requests[0]?.signal.aborted).toBe(true)
  })

  it('may have a time limit of its own', async () => {
    const provider = { ...maker([reply('x')]), timeoutMs: 90_000 }
    await ask(provider)
    expect(provider.requests[0]?.timeoutMs).toBe(90_000)
  })

  it('is not asked when the run is already stopping', async () => {
    const provider = maker([reply('x')])
    expect(await ask(provider, {}, task(), context({ signal: AbortSignal.abort() }))).toMatchObject({
      ok: false,
      error: { code: 'aborted' },
    })
    expect(provider.requests).toEqual([])
  })

  it('nobody for a role names the ways out', async () => {
    await expect(
      createAsk({ makers: { other: maker([]) }, templates: plain, world: quickWorld() })(task(), context()),
    ).rejects.toMatchObject({
      code: 'maker',
      message: expect.stringContaining('no maker for produce'),
      fix: expect.stringContaining('--maker'),
    })
  })

  it('an inherited name is no maker', async () => {
    await expect(
      createAsk({ makers: {}, templates: plain, world: quickWorld() })(task({ role: 'constructor' }), context()),
    ).rejects.toMatchObject({ code: 'maker' })
  })
})

it('a host performs the step itself', async () => {
  expect(
    await createAsk({ makers: { default: maker(['pending']) }, templates: plain, world: quickWorld((ms) => ms > 60_000) })(
      task(),
      context(),
    ),
  ).toBe('pending')
})

describe('pins', () => {
  const pinned = async (provider: Provider): Promise<Pins> => makePins(['produce'], plain, { default: provider })

  it('hold: the same template and maker are asked', async () => {
    const provider = maker([reply('x')])
    expect(await pinned(provider)).toEqual({
      templates: { produce: { version: '1.0.0', path: 'templates/prompts/produce-v1.0.0.txt', sha256: sha256('Task: {{task}}') } },
      makers: { default: { name: 'fake', model: 'm-1', version: '1' } },
    })
    expect(await ask(provider, { pins: await pinned(provider) })).toMatchObject({ ok: true })
  })

  it('a template changed by one byte is refused without a call', async () => {
    const provider = maker([reply('x')])
    const pins = await pinned(provider)
    expect(await ask(provider, { pins, templates: source(() => template('Task: {{task}} ')) })).toMatchObject({
      ok: false,
      error: { code: 'pin_changed', message: expect.stringContaining('produce has changed') },
    })
    expect(provider.requests).toEqual([])
  })

  it.each([
    ['program version', { model: 'm-1', version: '2' }],
    ['model', { model: 'm-2', version: '1' }],
  ])('another %s is refused without a call', async (_what, identity) => {
    const pins = await pinned(maker([]))
    const provider = maker([reply('x')], identity)
    expect(await ask(provider, { pins })).toMatchObject({ ok: false, error: { code: 'pin_changed' } })
    expect(provider.requests).toEqual([])
  })

  it('another model than asked is noticed in its answer, which is paid for and kept', async () => {
    expect(await ask(maker([reply('x', { model: 'm-2' })]))).toMatchObject({
      ok: false,
      error: { code: 'pin_changed', message: 'asked m-1, but m-2 answered' },
      usage: { tokensIn: 10 },
      meta: { text: 'x' },
    })
  })
})
