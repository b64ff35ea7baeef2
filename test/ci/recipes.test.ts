// CONTRIBUTING's recipes, followed to the letter in a copy of the project: the files it shows, the lines it adds, and nothing else.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Where a line goes: after the line that opens the list. */
const lists: Record<string, string> = {
  'src/rules/catalog.ts': 'const shipped = [',
  'src/operations/catalog.ts': 'export const verbs: readonly Verb[] = [',
  'src/workflows/registry.ts': 'export const shipped: Readonly<Record<string, Shipped>> = {',
}

let copy: string
let project: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'whet-recipes-'))
  project = mkdtempSync(join(tmpdir(), 'whet-recipes-project-'))
  for (const name of ['src', 'templates', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(repository, name), join(copy, name), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  put('whet.mjs', "import { main } from './src/surfaces/cli/main.ts'\nprocess.exitCode = await main(process.argv.slice(2))\n")
  for (const { path, lines } of recipes()) {
    if (lines.length > 1) put(path, `${lines.join('\n')}\n`)
    else insert(path, lines[0] as string)
  }
  // The library guide's workflow, as the recipe says: its default export, with the imports a file of the project has.
  const example = readFileSync(join(repository, 'examples/library-workflow/naming.ts'), 'utf8')
  put(
    'src/workflows/naming/index.ts',
    example.replace(
      "import { defineWorkflow, type FileSet } from 'whetstone'",
      "import type { FileSet } from '../../kernel/workflow.ts'\nimport { defineWorkflow } from '../../operations/definition.ts'",
    ),
  )
})
afterAll(() => {
  rmSync(copy, { recursive: true })
  rmSync(project, { recursive: true })
})

/** Each code block that begins with the path of a file, without its indentation. */
function recipes(): { path: string; lines: string[] }[] {
  const text = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8')
  return [...text.matchAll(/^ {3}```ts\n([\s\S]*?)^ {3}```$/gm)].map(([, block]) => {
    const [first = '', ...lines] = (block as string)
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(3))
    return { path: first.replace('// ', ''), lines }
  })
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

function insert(path: string, line: string): void {
  const opens = lists[path] as string
  const text = readFileSync(join(copy, path), 'utf8')
  expect(text).toContain(opens)
  writeFileSync(join(copy, path), text.replace(opens, `${opens}\n  ${line}`))
}

function whet(...args: string[]): string {
  try {
    return execFileSync(process.execPath, [join(copy, 'whet.mjs'), ...args], {
      cwd: project,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

it('shows whole files and single lines', () => {
  expect(recipes().map(({ path, lines }) => [path, lines.length > 1])).toEqual([
    ['src/rules/checks/no-tabs.ts', true],
    ['src/rules/catalog.ts', false],
    ['src/operations/count.ts', true],
    ['src/operations/catalog.ts', false],
    ['src/workflows/registry.ts', false],
  ])
})

it('what they give compiles', () => {
  expect(() =>
    execFileSync(join(repository, 'node_modules/.bin/tsc'), ['--noEmit', '-p', 'tsconfig.build.json'], { cwd: copy, encoding: 'utf8' }),
  ).not.toThrow()
})

it('the check judges', () => {
  writeFileSync(join(project, 'a.md'), 'one\n\ttwo\n')
  writeFileSync(
    join(project, 'rules.yaml'),
    'rules:\n  - { id: a.style.tabs, description: no tabs, severity: fail, check: { kind: content.no-tabs } }\n',
  )
  expect(whet('check', 'a.md', '--rules', 'rules.yaml', '--json')).toMatch(/a\.style\.tabs[\s\S]*"line": 2/)
})

it('the verb counts, and is in the help', () => {
  expect(whet('count')).toBe('0\n')
  expect(whet('--help', '--all')).toMatch(/whet count +Count the runs/)
})

it('the workflow has its commands', () => {
  expect(whet('naming', '--help')).toMatch(/whet naming new +Start a run/)
})
