// Every maker against the one contract.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openCassette, recording, playing } from '../../src/adapters/providers/cassette.ts'
import { builtinProvider, hostProvider } from '../../src/adapters/providers/builtin.ts'
import { resolveMakers } from '../../src/adapters/providers/resolve.ts'
import { scriptedProvider } from '../../src/adapters/providers/scripted.ts'
import type { Provider } from '../../src/agents/provider.ts'
import { programs } from '../adapters/providers/programs.ts'
import { request } from '../agents/support.ts'
import { type Loopback, startLoopback } from '../loopback/server.ts'
import { providerContract } from './provider-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'whet-contract-'))
const made = programs()
const servers: Loopback[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  made.remove()
  for (const server of servers) await server.close()
})

const key = 'sk-contract-0123456789'
const script = [
  { role: 'plan', text: 'a plan' },
  { role: 'produce', iteration: 1, text: 'one' },
  { role: 'produce', iteration: 2, text: 'two', delayMs: 20 },
  { role: 'broken', fail: { kind: 'broken', message: 'gone' } },
]
const scripted = {
  answers: [
    { request: { role: 'plan', task: 'plan' }, text: 'a plan' },
    { request: { task: 'produce.1' }, text: 'one' },
    { request: { task: 'produce.2' }, text: 'two' },
  ],
  fails: { role: 'broken' },
}
const echo = {
  answers: ['alpha', 'beta ✓'].map((prompt) => ({ request: { prompt }, text: `you said ${prompt}` })),
  fails: { prompt: 'FAIL' },
  secrets: [key],
}

async function one(options: Parameters<typeof resolveMakers>[0]): Promise<Provider> {
  const { default: provider } = await resolveMakers(options)
  if (!provider) throw new Error('no default maker')
  return provider
}

providerContract('scripted in memory', async () => ({ provider: scriptedProvider(script), ...scripted }))

providerContract('scripted in a file', async () => {
  writeFileSync(join(folder, 'script.json'), JSON.stringify({ replies: script }))
  return { provider: await one({ flags: ['scripted:script.json'], cwd: folder }), ...scripted }
})

providerContract(
  'builtin',
  async () => ({
    provider: builtinProvider({ plan: { version: '1', make: ({ slots }) => `plan of ${slots['task']}` } }),
    answers: [{ request: { role: 'plan', slots: { task: 'x' } }, text: 'plan of x' }],
  }),
  { neverFails: true },
)

providerContract('command', async () => {
  const program = made.node(
    'echo-maker',
    `if (prompt === 'FAIL') { console.error('key ' + process.env.MY_API_KEY); process.exit(1) }\nprocess.stdout.write('you said ' + prompt)`,
  )
  return {
    provider: await one({
      config: { default: { command: [program], env: ['MY_API_KEY'] } },
      cwd: folder,
      env: { PATH: process.env['PATH'], MY_API_KEY: key },
    }),
    ...echo,
  }
})

providerContract('assistant', async () => {
  made.node(
    'claude',
    `if (args[0] === '--version') { console.log('9.9.9 (fake)'); process.exit() }
const failed = prompt === 'FAIL'
console.log(JSON.stringify({ type: 'result', subtype: 'success', is_error: failed, result: failed ? 'Invalid API key ' + process.env.ANTHROPIC_API_KEY : 'you said ' + prompt, total_cost_usd: 0.01, usage: { input_tokens: 3, output_tokens: 4 }, modelUsage: { 'claude-x': { outputTokens: 4 } } }))`,
  )
  return {
    provider: await one({
      flags: ['claude'],
      cwd: folder,
      env: { PATH: `${join(made.folder, 'bin')}:${process.env['PATH']}`, ANTHROPIC_API_KEY: key },
    }),
    ...echo,
  }
})

for (const [wire, model] of [
  ['anthropic', 'anthropic/claude-haiku-4-5'],
  ['responses', 'openai/gpt-4.1'],
  ['gemini', 'google/gemini-2.5-flash'],
  ['chat', 'openai-compatible/llama3.2'],
] as const)
  providerContract(`model over ${wire}`, async () => {
    const server = await startLoopback(({ prompt, headers }) =>
      prompt === 'FAIL' ? { status: 401, message: `bad key ${JSON.stringify(headers)}` } : { reply: `you said ${prompt}` },
    )
    servers.push(server)
    return {
      provider: await one({
        config: { default: { model, base_url: server.url(wire), key_env: 'MY_API_KEY' } },
        cwd: folder,
        env: { MY_API_KEY: key },
      }),
      ...echo,
    }
  })

providerContract('recorded', async () => ({
  provider: recording(scriptedProvider(script), await openCassette(join(folder, `tape-${Math.random()}.jsonl`)), []),
  ...scripted,
}))

providerContract('replayed', async () => {
  const tape = await openCassette(join(folder, `tape-${Math.random()}.jsonl`))
  const recorder = recording(scriptedProvider(script), tape, [])
  for (const asked of [...scripted.answers.map((answer) => answer.request), scripted.fails])
    await recorder.call(request({ ...asked, prompt: JSON.stringify(asked) }))
  const answers = scripted.answers.map(({ request: asked, text }) => ({ request: { ...asked, prompt: JSON.stringify(asked) }, text }))
  return {
    provider: playing(await openCassette(tape.path, { mustExist: true })),
    answers,
    fails: { ...scripted.fails, prompt: JSON.stringify(scripted.fails) },
  }
})

it('a host is never asked: its step rests until the reply is submitted', async () => {
  expect(await hostProvider.call(request())).toBe('pending')
  expect(await hostProvider.identify()).toEqual({ model: 'unknown', version: 'unknown' })
})
