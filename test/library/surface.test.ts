// What the library promises: these names and no others, and examples that run and type-check against the built package.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import * as library from '../../src/index.ts'
import * as testing from '../../src/testing.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const examples: [string, RegExp][] = [
  ['library-check/check.test.ts', /^house\.no-shouting holds on 5 texts$/],
  ['library-loop/loop.ts', /^completed after 2 iterations: threshold_reached, score 1$/],
  ['library-workflow/workflow.ts', /^named tidy after \d+ events\nlaunched as rake: there is nothing like it$/],
]

describe('the library', () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { stdio: 'ignore' })
  })

  it('exports these values', () => {
    expect(Object.keys(library).sort()).toEqual([
      'Fault',
      'defineCheck',
      'defineMaker',
      'defineOperation',
      'defineWorkflow',
      'fail',
      'notApplicable',
      'pass',
      'runLoop',
      'runWorkflow',
      'sectionOf',
      'unknown',
    ])
    expect(Object.keys(testing).sort()).toEqual(['MemoryStore', 'scriptedMaker', 'testCheck'])
  })

  it.each(examples)('%s does what it says, by the name people import it by', async (example, says) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'examples', example)], { cwd: tmpdir() })
    expect(stdout.trim()).toMatch(says)
  })

  it('the guide shows the examples as they are', () => {
    const guide = readFileSync(join(root, 'docs/guides/library.md'), 'utf8')
    const shown = [...guide.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code)
    const files = [
      'library-check/check.ts',
      'library-check/check.test.ts',
      'library-loop/loop.ts',
      'library-workflow/naming.ts',
      'library-workflow/workflow.ts',
      'library-workflow/launch.ts',
    ].map((file) => readFileSync(join(root, 'examples', file), 'utf8'))
    expect(shown).toEqual(files)
  })

  it('the examples are typed to the letter by what the package ships', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whet-types-'))
    const options = {
      target: 'es2024',
      lib: ['es2024'],
      module: 'nodenext',
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      allowImportingTsExtensions: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: examples.map(([example]) => join(root, 'examples', example)) }),
    )
    const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
    rmSync(folder, { recursive: true })
  })
})
