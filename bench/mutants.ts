// A mutation sample: breaks the source in small, seeded ways and says which of them the nearest tests see. `node bench/mutants.ts [n] [--paths src/kernel,…] [--seed 1] [--tests 5] [--json file] [--again file]`.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseAst } from 'rolldown/parseAst'

const root = fileURLToPath(new URL('..', import.meta.url))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    paths: { type: 'string', default: 'src/kernel,src/rules,src/operations,src/workflows,src/surfaces' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '5' }, // then three times as many for what these don't see
    json: { type: 'string' },
    again: { type: 'string' }, // only what survived in that JSON
  },
})

interface Mutant {
  folder: string
  file: string
  line: number
  was: string
  is: string
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  operator?: string
  value?: unknown
  test?: Node
  left?: Node
  right?: Node
}

const swaps: Readonly<Record<string, string>> = {
  '&&': '||',
  '||': '&&',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
}

const limitMs = 300_000
const sound = new Map<string, boolean>()
const random = chance(Number(values.seed))
const copy = mkdtempSync(join(tmpdir(), 'whet-mutants-'))
process.once('SIGINT', () => (rmSync(copy, { recursive: true }), process.exit(130)))
for (const name of readdirSync(root).filter((each) => !/^(?:\.git|node_modules|test-results)$/.test(each)))
  cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

try {
  const users = importers()
  const results: (Omit<Mutant, 'text'> & { by: string | null; asked: number })[] = []
  for (const { text, ...mutant } of values.again ? survivors(values.again) : sample(Number(positionals[0] ?? 60))) {
    const tests = nearest(mutant.file, users)
    const by = tests.length > 0 ? await killer(mutant.file, text, tests) : null
    results.push({ ...mutant, by, asked: tests.length })
    console.log(`${by ? 'killed  ' : 'SURVIVED'} ${mutant.file}:${mutant.line}  ${mutant.was} → ${mutant.is}${by ? `  (${by})` : ''}`)
  }
  console.table(
    [...Map.groupBy(results, ({ folder }) => folder)].map(([folder, all]) => {
      const killed = all.filter(({ by }) => by !== null).length
      return { folder, mutants: all.length, killed, survived: all.length - killed }
    }),
  )
  if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  rmSync(copy, { recursive: true })
}

/** The folders take turns; within one, every place is as likely as any other. */
function sample(count: number): Mutant[] {
  const pools = values.paths
    .split(',')
    .map((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) => mutantsOf(folder, file.replaceAll('\\', '/'))))
  return Array.from({ length: count }, (_, turn) => {
    const pool = pools[turn % pools.length] as Mutant[]
    return pool.splice(Math.floor(random() * pool.length), 1)
  }).flat()
}

function survivors(path: string): Mutant[] {
  const before = JSON.parse(readFileSync(path, 'utf8')) as (Mutant & { by: string | null })[]
  const id = ({ file, line, was, is }: Mutant) => [file, line, was, is].join(' ')
  const left = new Set(before.filter(({ by }) => by === null).map(id))
  return [...new Map(before.map(({ file, folder }) => [file, folder]))]
    .flatMap(([file, folder]) => mutantsOf(folder, file))
    .filter((mutant) => left.delete(id(mutant)))
}

function mutantsOf(folder: string, file: string): Mutant[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found: Mutant[] = []
  const change = ({ start, end }: Pick<Node, 'start' | 'end'>, is: string) => {
    const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60)
    const line = source.slice(0, start).split('\n').length
    const text = source.slice(0, start) + is + source.slice(end)
    found.push({ folder, file, line, was: short(source.slice(start, end)), is: short(is) || 'nothing', text })
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression' || node.type === 'WhileStatement')
      change(node.test as Node, `!(${source.slice(node.test?.start, node.test?.end)})`)
    if ((node.type === 'BinaryExpression' || node.type === 'LogicalExpression') && Object.hasOwn(swaps, node.operator as string)) {
      const [from, to] = [(node.left as Node).end, (node.right as Node).start]
      const between = source.slice(from, to)
      if (between.includes(node.operator as string))
        change({ start: from, end: to }, between.replace(node.operator as string, swaps[node.operator as string] as string))
    }
    if (node.type === 'ExpressionStatement' && !/^['"]/.test(source.slice(node.start))) change(node, ';')
    if (node.type === 'Literal' && typeof node.value === 'number') change(node, String(node.value + 1))
    if (node.type === 'Literal' && typeof node.value === 'boolean') change(node, String(!node.value))
  })
  return found
}

/** Types are no code: nothing in them is changed. */
function visit(node: Node, see: (node: Node) => void): void {
  if (/^TS(?!As|NonNull|Satisfies)/.test(node.type)) return
  see(node)
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === 'object' && each !== null && typeof (each as Node).type === 'string') visit(each as Node, see)
}

/** Who imports a file. Processes of tests run the bundled command line, and the dashboard serves the built page, without an import. */
function importers(): Map<string, string[]> {
  const users = new Map<string, string[]>()
  const uses = (file: string, used: string) => users.set(used, [...(users.get(used) ?? []), file])
  for (const file of globSync('{src,test}/**/*.{ts,tsx}', { cwd: root }))
    for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\(|^import) ?'(\.[^']+)'/gm))
      uses(file, join(dirname(file), path as string))
  uses('test/e2e/whet.ts', 'src/surfaces/cli/main.ts')
  uses('src/surfaces/web/assets.ts', 'src/surfaces/web/ui/main.tsx')
  return users
}

/** The tests with the fewest imports between them and a file; those that are called like it or lie beside it first. */
function nearest(file: string, users: ReadonlyMap<string, string[]>): string[] {
  const distance = new Map([[file, 0]])
  for (const [each, far] of distance) for (const user of users.get(each) ?? []) if (!distance.has(user)) distance.set(user, far + 1)
  const words = new Set(file.split(/\W+/).slice(1, -1))
  const alike = (test: string) => test.split(/\W+/).filter((word) => words.has(word)).length
  return [...distance]
    .filter(([each]) => each.endsWith('.test.ts') && !each.includes('torture'))
    .sort(([a, x], [b, y]) => x - y || alike(b) - alike(a) || (a < b ? -1 : 1))
    .slice(0, Number(values.tests) * 4)
    .map(([each]) => each)
}

/** The test that fails with the mutant and passes without it. */
async function killer(file: string, text: string, tests: readonly string[]): Promise<string | null> {
  const put = async (content: string) => {
    writeFileSync(join(copy, file), content)
    if (file.includes('/ui/')) await run('node', ['scripts/build-ui.mjs', '--force'])
  }
  for (const some of [tests.slice(0, Number(values.tests)), tests.slice(Number(values.tests))]) {
    await put(text)
    const failed = some.length > 0 ? await failing(some) : []
    await put(readFileSync(join(root, file), 'utf8'))
    for (const each of failed) if (await isSound(each)) return each
  }
  return null
}

async function isSound(test: string): Promise<boolean> {
  const known = sound.get(test) ?? (await failing([test])).length === 0
  sound.set(test, known)
  return known
}

async function failing(tests: readonly string[]): Promise<string[]> {
  const report = join(copy, 'test-results', 'mutant.json')
  rmSync(report, { force: true })
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...tests]
  const hasEnded = await run(join('node_modules', '.bin', 'vitest'), args)
  if (!hasEnded || !existsSync(report)) return tests.slice(0, 1) // it ran for ever, or not at all
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { name: string; status: string }[] }
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name.slice(copy.length + 1))
}

/** Whether it ended in time. */
function run(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: copy, stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    const timer = setTimeout(() => (resolve(false), process.kill(-(child.pid as number), 'SIGKILL')), limitMs)
    child.on('close', () => (clearTimeout(timer), resolve(true)))
  })
}

function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
