// CONTRIBUTING's recipes, followed to the letter in a copy of the project: every file they show, every line they add, every list and command they name.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string) => join(repository, 'node_modules/.bin', name)
const run = promisify(execFile)

/** Where a line goes that a recipe shows: after the line that opens its list. */
const lists: Record<string, string> = {
  'src/rules/catalog.ts': 'const shipped = [',
  'src/operations/catalog.ts': 'export const verbs: readonly Verb[] = [',
  'src/workflows/registry.ts': 'export const shipped: Readonly<Record<string, Shipped>> = {',
  'test/rules/evidence.test.ts':
    'const cases: Record<string, { params?: object; text: string; says: string[]; world?: object; nowhere?: true }> = {',
}

/** The words of a step, and the changes that it leaves to whoever follows it. */
const left: readonly [words: string, path: string, was: string, is: string][] = [
  [
    'to the list that `test/rules/catalog.test.ts` pins',
    'test/rules/catalog.test.ts',
    "    'content.placeholders',",
    "    'content.no-tabs',\n$&",
  ],
  ['`MakerSpec`', 'src/agents/makers.ts', "  | { kind: 'host' | 'builtin' }", "  | { kind: 'folder'; path: string }\n$&"],
  ['`forms`', 'src/agents/makers.ts', ', host or builtin', ', folder:<path>$&'],
  [
    '`parseMaker`',
    'src/agents/makers.ts',
    '  throw unknownMaker(text, kind)\n}',
    "  if (kind === 'folder') return { kind, path: rest }\n$&",
  ],
  [
    '`bare`',
    'src/adapters/providers/resolve.ts',
    "    case 'host':",
    "    case 'folder':\n      return { provider: folderProvider(resolve(options.cwd, spec.path)), secrets: [] }\n$&",
  ],
  ['`bare`', 'src/adapters/providers/resolve.ts', 'import { guarded }', "import { folderProvider } from './folder.ts'\n$&"],
  ['`tools`', 'test/surfaces/mcp/surface.test.ts', "  'design_new',", "  'count',\n$&"],
  ['`reading`', 'test/surfaces/mcp/surface.test.ts', "const reading = ['check',", "$& 'count',"],
  ['Its commands are tools too', 'test/surfaces/mcp/surface.test.ts', "  'next_step',\n  'reflex_new',", "  'naming_new',\n$&"],
  ['what `input` asks for are values', 'test/surfaces/mcp/surface.test.ts', "  'print',", "$&\n  'product',"],
  ['a subject', 'test/kernel/subjects.ts', 'subjects: readonly Subject[] = [', '$&\n  namingSubject,'],
  [
    'a subject',
    'test/kernel/subjects.ts',
    'export const subjects',
    `const namingSubject: Subject = {
  name: 'naming',
  workflow: naming as unknown as Workflow<unknown>,
  input: (seed) => ({ product: \`thing \${seed}\` }),
  perform: (seed, { key }) => paid(seed, key, { value: { names: [\`name-\${whole(seed, key, 9)}\`] } }),
  answer: (seed, { key, facts }) => ({
    ...(share(seed, key) < 0.5 ? { choice: 'again' } : { choice: 'take', text: (facts['names'] as string[])[0] as string }),
    by: 'tester',
    assurance: 'unattested',
  }),
  hosted: () => false,
  machine: {
    table: { proposing: ['choosing'], choosing: ['proposing', 'named'], named: [] },
    at: (state) => ((state as Naming).chosen ? 'named' : (state as Naming).names.length > 0 ? 'choosing' : 'proposing'),
  },
  stops: [],
  oneByOne: true,
}

$&`,
  ],
  [
    'a subject',
    'test/kernel/subjects.ts',
    'export interface Subject',
    "import naming, { type Naming } from '../../src/workflows/naming/index.ts'\n\n$&",
  ],
]

interface Judged {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

const text = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8')
const recipes = text.slice(text.indexOf('## Add a check'), text.indexOf('## Recurring catches'))
let copy: string
let project: string
const touched = new Set<string>()

beforeAll(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'whet-recipes-')))
  project = mkdtempSync(join(tmpdir(), 'whet-recipes-project-'))
  for (const name of readdirSync(repository).filter((each) => !/^(?:\.git|dist|node_modules|test-results)$/.test(each)))
    cpSync(join(repository, name), join(copy, name), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(
    join(copy, 'whet.mjs'),
    "import { main } from './src/surfaces/cli/main.ts'\nprocess.exitCode = await main(process.argv.slice(2))\n",
  )
  for (const [, block] of recipes.matchAll(/^ {3}```ts\n([\s\S]*?)^ {3}```$/gm)) follow((block as string).replace(/^ {3}/gm, '').trimEnd())
  const guide = readFileSync(join(repository, 'docs/guides/library.md'), 'utf8')
  const shown = /^## A workflow$[\s\S]*?```ts\n([\s\S]*?)```/m.exec(guide)?.[1] as string
  put(
    'src/workflows/naming/index.ts',
    shown.replace(
      "import { defineWorkflow, type FileSet } from 'whetstone'",
      "import type { FileSet } from '../../kernel/workflow.ts'\nimport { defineWorkflow } from '../../operations/definition.ts'",
    ),
  )
  for (const [, path, was, is] of left) change(path, was, is)
  await run(bin('node'), ['scripts/reference.ts'], { cwd: copy }) // what `npm run docs` is
})
afterAll(() => {
  rmSync(copy, { recursive: true })
  rmSync(project, { recursive: true })
})

/** A block begins with the path of a file, and gives all of it, or what is added to it. */
function follow(block: string): void {
  const [path, ...lines] = [block.split('\n')[0]?.replace('// ', '') as string, ...block.split('\n').slice(1)]
  if (lines[0]?.startsWith('// ')) put(path, `${lines.join('\n')}\n`)
  else if (lines.length === 1) change(path, lists[path] as string, `$&\n  ${lines[0]}`)
  else put(path, `${readFileSync(join(copy, path), 'utf8')}\n${lines.join('\n')}\n`)
}

function put(path: string, content: string): void {
  touched.add(path)
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), content)
}

function change(path: string, was: string, is: string): void {
  const before = readFileSync(join(copy, path), 'utf8')
  expect(before.split(was), `${was} in ${path}`).toHaveLength(2)
  put(
    path,
    before.replace(was, () => is.replace('$&', () => was)),
  )
}

const whet = (...args: string[]) => {
  try {
    return execFileSync(bin('node'), [join(copy, 'whet.mjs'), ...args], { cwd: project, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('the recipes', () => {
  it('are followed whole: each file that they name is changed, and each change is one that they name', () => {
    const named = [...recipes.matchAll(/(?<!\w)((?:src|test)\/[^\s`)]+)/g)].map(([, path]) => (path as string).replace('<name>', 'naming'))
    const only = ['src/agents/provider.ts', 'src/kernel/workflow.ts', 'test/kernel/properties.test.ts'] // named to be read
    const isDone = (path: string) => (path.endsWith('/') ? [...touched].some((each) => each.startsWith(path)) : touched.has(path))
    expect(named.filter((path) => !isDone(path) && !only.includes(path))).toEqual([])
    expect([...touched].filter((path) => !named.includes(path))).toEqual([])
    for (const [words] of left) expect(recipes).toContain(words)
  })

  it('give what compiles, and what every test they name holds', { timeout: 300_000 }, async () => {
    const tests = [...touched].filter((path) => path.endsWith('.test.ts'))
    const names = ['content.no-tabs', 'the kinds that ship', 'contract: folder', 'the tools are these', 'these values', 'run of naming']
    writeFileSync(join(copy, 'tsconfig.touched.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files: [...touched] }))
    const judged = join(copy, 'judged.json')
    await Promise.all([
      run(bin('tsc'), ['--noEmit', '-p', 'tsconfig.touched.json'], { cwd: copy }),
      run(
        bin('vitest'),
        ['run', '--reporter=json', `--outputFile=${judged}`, '-t', names.join('|'), ...tests, 'test/kernel/properties.test.ts'],
        { cwd: copy },
      ).catch(() => {}), // told by name below
    ]).catch(({ stdout }: { stdout: string }) => expect.fail(stdout))
    const { testResults } = JSON.parse(readFileSync(judged, 'utf8')) as Judged
    const ran = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => /^(?:pass|fail)ed$/.test(status))
    expect(ran.filter(({ status }) => status === 'failed').map(({ fullName, failureMessages }) => [fullName, failureMessages])).toEqual([])
    for (const name of names) expect(ran.map(({ fullName }) => fullName).join('\n')).toContain(name)
  })

  it('give a reference that has the check, the verb and the workflow', () => {
    const reference = (name: string) => readFileSync(join(copy, name), 'utf8')
    expect(reference('docs/reference/checks.md')).toContain('## content.no-tabs\n\nNo line holds a tab.')
    expect(reference('docs/reference/commands.md')).toMatch(/## whet naming new[\s\S]*## whet count\n/)
    expect(reference('schemas/rules.schema.json')).toContain('"content.no-tabs"')
  })
})

it('the check judges', () => {
  writeFileSync(join(project, 'a.md'), 'one\n\ttwo\n')
  writeFileSync(
    join(project, 'rules.yaml'),
    'rules:\n  - { id: a.style.tabs, description: no tabs, severity: fail, check: { kind: content.no-tabs } }\n',
  )
  expect(whet('check', 'a.md', '--rules', 'rules.yaml', '--json')).toMatch(/a\.style\.tabs[\s\S]*"line": 2/)
})

it('the workflow runs with the maker to its gate and to its end, and the verb counts it', () => {
  mkdirSync(join(project, 'replies'))
  writeFileSync(join(project, 'replies/namer'), '{ "names": ["tidy", "rake"] }')
  expect(whet('count')).toBe('0\n')
  expect(whet('naming', 'new', 'a tool that sorts files', '--maker', 'folder:replies')).toContain('Which name for a tool that sorts files')
  expect(whet('answer', 'naming', 'take', 'rake')).toContain('rake')
  expect(readFileSync(join(project, 'NAME.txt'), 'utf8')).toBe('rake\n')
  expect(whet('count')).toBe('1\n')
})

it('both are in the help', () => {
  expect(whet('--help', '--all')).toMatch(/whet naming +propose names[\s\S]*whet count +Count the runs/)
})
