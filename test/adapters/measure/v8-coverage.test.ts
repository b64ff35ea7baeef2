// V8's record of a test run as a percentage: the numbers are those that c8 gives for the same files.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { v8Coverage } from '../../../src/adapters/measure/v8-coverage.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-v8-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const script = `exports.sub = (a, b) => {
  if (a === b) {
    return 0
  }

  return a - b
}

class Never {
  run() {
    // not run

    return 1
  }
}
exports.Never = Never
exports.one = () => [1, 2]
  .map((n) => {
    return n
  })
`
const typed = `export function a(x: number): string {
  if (x > 1) {
    return 'large'
  }
  return 'small'
}
interface Unused {
  a: string
}
`

function record(name: string, files: Record<string, string>, runs: string[][]): { cwd: string; folder: string } {
  const [cwd, folder] = [join(base, name), join(base, `${name}-v8`)]
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  for (const args of runs)
    execFileSync(process.execPath, args, { cwd, env: { ...process.env, NODE_V8_COVERAGE: folder, NODE_OPTIONS: '' }, stdio: 'ignore' })
  return { cwd, folder }
}

it.each([
  ['a script', { 'lib.cjs': script, 'test.cjs': "require('./lib.cjs').sub(3, 2)" }, [['test.cjs']], 55],
  [
    'two processes, each with a part of it',
    { 'lib.cjs': script, 'test.cjs': "require('./lib.cjs').sub(3, Number(process.argv[2]))" },
    [
      ['test.cjs', '2'],
      ['test.cjs', '3'],
    ],
    65,
  ],
  [
    'types that node blanks',
    { 'package.json': '{"type":"module"}', 'lib.ts': typed, 'test.ts': "import { a } from './lib.ts'; a(1)" },
    [['test.ts']],
    77.77,
  ],
])('%s', async (name, files, runs, percent) => {
  const { cwd, folder } = record(name.replaceAll(' ', '-'), files as Record<string, string>, runs)
  expect(await v8Coverage(folder, cwd)).toEqual({ is: 'measured', value: percent })
})

it('what ran in another form than the file holds, and a run that left nothing, give no number', async () => {
  const { cwd, folder } = record('other', { 'lib.cjs': script, 'test.cjs': "require('./lib.cjs').sub(3, 2)" }, [['test.cjs']])
  writeFileSync(join(cwd, 'lib.cjs'), `${script}// longer than what ran\n`)
  expect((await v8Coverage(folder, cwd)).is).toBe('unmeasured')
  mkdirSync(join(base, 'none'))
  expect((await v8Coverage(join(base, 'none'), cwd)).is).toBe('unmeasured')
})

it('nor does a run of Vitest, of which only the settings are recorded', async () => {
  const files = { 'vitest.config.cjs': 'module.exports = {}\n', 'node_modules/vitest/run.cjs': "require('../../vitest.config.cjs')" }
  const { cwd, folder } = record('vitest', files, [['node_modules/vitest/run.cjs']])
  expect((await v8Coverage(folder, cwd)).is).toBe('unmeasured')
})
