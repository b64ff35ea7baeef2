// The GitHub action and the pre-commit hook: what they declare is there, and the action's step does what it says.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { launcher } from '../e2e/whet.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => parse(readFileSync(join(repository, path), 'utf8')) as never

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-action-')))
  put(
    'rules.yaml',
    'rules:\n  - id: a.x.hello\n    description: says hello\n    severity: fail\n    check: { kind: content.contains, text: hello }\n',
  )
  put('good.md', 'hello\n')
  put('bad.md', 'bye\n')
  chmodSync(put('whet', `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`), 0o755)
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return join(root, path)
}

function step(inputs: Record<string, string>): { status: number | null; summary: string; outputs: string; stdout: string; stderr: string } {
  const [summary, outputs] = [join(root, 'summary'), join(root, 'outputs')] as [string, string]
  const { status, stdout, stderr } = spawnSync('bash', [join(repository, 'scripts/action.sh')], {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      WHET: join(root, 'whet'),
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: outputs,
      ...inputs,
    },
  })
  const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  return { status, stdout, stderr, summary: text(summary), outputs: text(outputs) }
}

describe('the action', () => {
  it('hands every input to its one step as a variable, so that none is read as shell', () => {
    const { inputs, runs } = read('action.yml') as {
      inputs: Record<string, unknown>
      runs: { using: string; steps: { run?: string; env?: Record<string, string> }[] }
    }
    const [script] = runs.steps.filter(({ run }) => run)
    expect(runs.using).toBe('composite')
    expect(script?.run).toBe('bash "$ACTION_PATH/scripts/action.sh"')
    const passed = Object.values(script?.env ?? {}).join(' ')
    expect(Object.keys(inputs).filter((name) => name !== 'working-directory' && !passed.includes(`inputs.${name} `))).toEqual([])
  })

  it('fails with its reports, its summary and its outputs written', () => {
    const { status, summary, outputs } = step({ INPUT_FILES: 'good.md bad.md', INPUT_RULES: 'rules.yaml' })
    expect(status).toBe(1)
    expect(summary).toContain('## whet: 1 of 2 files passed')
    expect(outputs).toBe(`passed=false\nsarif=${root}/whet-reports/whet.sarif\njunit=${root}/whet-reports/whet.xml\n`)
    expect(JSON.parse(readFileSync(join(root, 'whet-reports/whet.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
    expect(readFileSync(join(root, 'whet-reports/whet.xml'), 'utf8')).toContain('failures="1"')
  })

  it('judges every file it is given, on one line or on several', () => {
    for (const files of ['good.md bad.md', 'good.md\nbad.md\n', '  good.md\n\n  bad.md']) {
      rmSync(join(root, 'summary'), { force: true })
      const { status, summary } = step({ INPUT_FILES: files, INPUT_RULES: 'rules.yaml' })
      expect([status, summary.split('\n')[0]]).toEqual([1, '## whet: 1 of 2 files passed'])
    }
  })

  it('passes by what the project says must be done', () => {
    put('whetstone.yaml', 'done:\n  rules: rules.yaml\n  files: [good.md]\n')
    const { status, outputs } = step({ INPUT_REPORTS: 'out/reports' })
    expect([status, outputs.split('\n')[0], existsSync(join(root, 'out/reports/whet.md'))]).toEqual([0, 'passed=true', true])
  })

  it('reads no input as shell or as an option', () => {
    step({ INPUT_FILES: '$(touch stolen) --allow-commands', INPUT_RULES: '`touch stolen`;touch stolen' })
    expect(existsSync(join(root, 'stolen'))).toBe(false)
    const { stderr, status } = step({ INPUT_FILES: '--allow-commands', INPUT_RULES: 'rules.yaml' })
    expect([status, stderr]).toEqual([2, expect.stringContaining('there is no file --allow-commands')])
  })

  it('says what is wrong when there is nothing to judge by', () => {
    const { status, stderr, outputs } = step({})
    expect([status, outputs.split('\n')[0]]).toEqual([2, 'passed=false'])
    expect(stderr).toContain('done: in whetstone.yaml')
  })
})

it('the pre-commit hooks run commands that exist', () => {
  const hooks = read('.pre-commit-hooks.yaml') as { id: string; entry: string; language: string }[]
  expect(hooks.map(({ id, entry, language }) => [id, entry, language])).toEqual([
    ['whet-check', 'whet check', 'system'],
    ['whet-done', 'whet check', 'system'],
  ])
})
