// What people get: the packed package, unpacked into a project of its own beside its declared dependencies and nothing else.
import { lending } from '../lending.ts'
import { type Notice, type NotifySettings, notify } from '../../src/adapters/notify.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const { dependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }

let root: string
let packed: string[]
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-package-')))
  execFileSync(process.execPath, [join(repository, 'scripts/prepare.mjs')], { stdio: 'ignore' })
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', root], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string; files: { path: string }[] }]
  packed = files.map(({ path }) => path)
  for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) link(name)
  execFileSync('tar', ['-xzf', join(root, filename), '-C', join(root, 'node_modules')])
  execFileSync('mv', [join(root, 'node_modules/package'), join(root, 'node_modules/whetstone')])
  put('package.json', '{"type": "module"}')
})
afterAll(() => rmSync(root, { recursive: true }))

/** Packages that nobody declared are not there. */
function link(name: string): void {
  mkdirSync(dirname(join(root, 'node_modules', name)), { recursive: true })
  symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name))
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function node(args: string[], cwd = root): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', HOME: root } })
}

const whet = (...args: string[]) => node([join(root, 'node_modules/whetstone/bin/whet.js'), ...args])

/** What a person writes after reading the guide: nothing but annotations the guide shows. */
const mine = `import { Fault, defineCheck, defineMaker, defineWorkflow, fail, pass, runLoop, runWorkflow } from 'whetstone'
import { MemoryStore, scriptedMaker, testCheck } from 'whetstone/testing'
import * as z from 'zod'

const short = defineCheck({
  kind: 'mine.short',
  summary: 'Short enough',
  version: '1',
  params: z.strictObject({ max: z.number().default(10) }),
  run({ params, artifact }) {
    // @ts-expect-error parameters are known by name
    params.least
    return artifact.text.length <= params.max ? pass('short') : fail('long', [{ message: 'too long', location: { file: artifact.name, line: 1 } }])
  },
})
await testCheck(short, { valid: ['abc', { text: 'a'.repeat(20), params: { max: 20 } }], invalid: [{ text: 'a'.repeat(20), says: 'too long' }] })

const store = new MemoryStore()
const loop = await runLoop({
  task: 'Say hello',
  store,
  checks: [short],
  maker: scriptedMaker([{ role: 'plan', json: { plan: ['a', 'b', 'c'] } }, { role: 'produce', text: 'hello' }]),
  rules: [{ id: 'a.style.short', description: 'Short', severity: 'fail', check: { kind: 'mine.short', max: 9 } }],
})
const passed: boolean = loop.passed

const count = defineWorkflow({
  name: 'count',
  version: 1,
  initial: ({ from }: { from: number }) => ({ left: from }),
  evolve: (state, { type }) => (type === 'ticked' ? { left: state.left - 1 } : state),
  next: ({ left }) => (left === 0 ? { done: { status: 'done', reason: 'zero', passed: true } } : { do: [{ kind: 'ask', key: \`tick:\${left}\`, role: 'ticker', template: 'tick', slots: { left: String(left) }, expects: 'text' }] }),
  accept: (_state, _task, reply) => ({ events: reply.ok ? [{ type: 'ticked', data: {} }] : [] }),
  gates: {},
  files: () => ({}),
})
const ticker = defineMaker({ name: 'ticker', make: ({ prompt }) => prompt.toUpperCase() })
const counted = await runWorkflow({ workflow: count, input: { from: 3 }, maker: ticker, prompts: { tick: 'Tick {{left}}' } })
const left: number = counted.state.left
// @ts-expect-error a workflow's input is known by name
void (() => runWorkflow({ workflow: count, input: { to: 3 }, maker: ticker, prompts: {} }))

// @ts-expect-error a choice without its case
void (() => defineWorkflow<{}, {}, { go: 'yes' | 'no' }>({ ...count, gates: { go: { yes: () => ({ events: [] }) } } }))
// @ts-expect-error a kind of gate without its cases
void (() => defineWorkflow<{}, {}, { go: 'yes'; stop: 'yes' }>({ ...count, gates: { go: { yes: () => ({ events: [] }) } } }))

const refused = await runLoop({ task: 'x', maker: ticker, rules: [] }).catch((error: unknown) => (error instanceof Fault ? error.code : 'other'))
console.log(JSON.stringify({ passed, left, at: counted.at, refused }))
`

describe('the packed package', () => {
  it('holds what runs and what it needs, and nothing of how it is made', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        'bin/whet.js',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/testing.js',
        'dist/testing.d.ts',
        'dist/cli/main.js',
        'dist/cli/worker.js',
        'dist/surfaces/web/ui/index.html',
        'schemas/whetstone.schema.json',
        'templates/FROZEN.md.template',
        'LICENSE',
        'README.md',
      ]),
    )
    // What the guides and the action point to, and no more of these folders.
    expect(packed.filter((path) => /^(src|test|bench|scripts)\/|tsbuildinfo|\.map$/.test(path))).toEqual([
      'bench/README.md',
      'scripts/action-comment.mjs',
      'scripts/action.sh',
    ])
  })

  it('has a command that judges, designs and sets up an editor', () => {
    put(
      'rules.yaml',
      'rules:\n  - id: a.x.hello\n    description: says hello\n    severity: fail\n    check: { kind: content.contains, text: hello }\n',
    )
    put('good.md', 'hello\n')
    put('requirements.md', lending)
    expect(whet('--version').stdout).toMatch(/^\d+\.\d+\.\d+/)
    expect(whet('check', 'good.md', '--rules', 'rules.yaml').status).toBe(0)
    expect(whet('design', 'new', 'lending', '--requirements', 'requirements.md', '--threshold', '70', '--json')).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('"CANDIDATE"'),
    })
    expect(whet('init', '--editor', 'vscode').status).toBe(0)
    expect(readdirSync(join(root, '.vscode/schemas')).length).toBeGreaterThan(2)
  })

  it('is a library whose check, maker, loop and workflow need no more than its declared dependencies', () => {
    put('mine.ts', mine)
    const { status, stdout, stderr } = node(['mine.ts'])
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({ passed: true, left: 0, at: 'end', refused: 'usage' })
  })

  it('types all of that without a hint and without skipping its own declarations', () => {
    put('mine.ts', mine)
    expect(
      typed({ lib: ['es2024'], exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false }, ['mine.ts']),
    ).toBe('')
  })

  it('types every code block of the guides under plain strict, and knows which kinds of checks there are', () => {
    put(
      'kinds.ts',
      "import type { CheckKind } from 'whetstone'\nexport const known: CheckKind = 'markdown.sections'\n// @ts-expect-error nobody ships it\nexport const unknown: CheckKind = 'markdown.section'\n",
    )
    expect(typed({ allowImportingTsExtensions: true }, [...guideCode(), 'kinds.ts'])).toBe('')
  })

  it('runs every code block of the guides', () => {
    const blocks = guideCode()
    expect(blocks.length).toBeGreaterThan(5)
    expect(blocks.map((path) => node([path])).filter(({ status }) => status !== 0)).toEqual([])
  })

  it('sends webhooks that the code of the guide finds genuine', async () => {
    const path = guideCode().find((each) => each.includes('notifications')) as string
    const { isGenuine } = (await import(join(root, path))) as { isGenuine: (...args: string[]) => boolean }
    const sent = Promise.withResolvers<string[]>()
    const server = createServer((request, response) => {
      const { 'x-whetstone-timestamp': at, 'x-whetstone-signature': signature } = request.headers as Record<string, string>
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => sent.resolve([at!, body, signature!]) ?? response.end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await notify({ name: 'a' } as Notice, { webhook: { url, secret_env: 'S' } } as NotifySettings, {
      env: { S: 'secret' },
      now: () => 1_700_000_000_000,
      bell: () => {},
      say: (text) => sent.reject(new Error(text)),
    })
    server.close()
    const [at = '', body = '', signature = ''] = await sent.promise
    const all = [
      ['secret', at, body, signature],
      ['secret', at, `${body} `, signature],
      ['secret', at, body, 'é'.repeat(signature.length)],
    ]
    expect(all.map((args) => isGenuine(...args))).toEqual([true, false, false])
  })
})

/** Every code block of the guides, put where the example of the same text has its place, or under its page's name. */
function guideCode(): string[] {
  const examples = readdirSync(join(repository, 'examples'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const texts = new Map(examples.map((path) => [readFileSync(join(repository, 'examples', path), 'utf8'), path]))
  const pages = ['README.md', ...readdirSync(join(repository, 'docs/guides')).map((name) => `docs/guides/${name}`)]
  return pages.flatMap((page) =>
    [...readFileSync(join(repository, page), 'utf8').matchAll(/^ *```(?:m?[jt]sx?|javascript|typescript)\n([\s\S]*?)^ *```$/gm)].map(
      ([, code = ''], index) => {
        const path = texts.get(code) ?? `${page.replaceAll(/\W/g, '-')}-${index}.ts`
        put(path, code)
        return path
      },
    ),
  )
}

/** What the compiler has to say. */
function typed(options: object, files: string[]): string {
  const plain = { strict: true, module: 'nodenext', target: 'es2024', noEmit: true, types: ['node'] }
  put('tsconfig.json', JSON.stringify({ compilerOptions: { ...plain, ...options }, files }))
  return spawnSync(join(repository, 'node_modules/.bin/tsc'), ['-p', root], { encoding: 'utf8' }).stdout
}
