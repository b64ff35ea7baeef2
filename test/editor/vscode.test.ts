// What VS Code is given: an assistant's server, tasks whose problems it can read, schemas that know every file of ours.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findCommand } from '../commands.ts'
import { render } from '../../src/operations/check-formats.ts'
import init from '../../src/operations/init.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import { faces } from '../../src/surfaces/cli/other-commands.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-vscode-')))
})
afterEach(() => rmSync(root, { recursive: true }))

const setUp = (force = false) => init.run({ editor: 'vscode', force }, createWorld({ cwd: root, env: { HOME: root } }))
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as never

describe('whet init --editor vscode', () => {
  it('writes settings whose schemas are all there', async () => {
    const { written } = await setUp()
    expect(written.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const settings = read('.vscode/settings.json') as { 'yaml.schemas': Record<string, unknown>; 'json.schemas': { url: string }[] }
    const named = [...Object.keys(settings['yaml.schemas']), ...settings['json.schemas'].map(({ url }) => url)]
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('starts a server and tasks that the command line has', async () => {
    await setUp()
    const { servers } = read('.vscode/mcp.json') as { servers: Record<string, { command: string; args: string[] }> }
    const { tasks } = read('.vscode/tasks.json') as { tasks: { command: string; args: string[] }[] }
    for (const { command, args } of [...Object.values(servers), ...tasks])
      expect([command, args[0], findCommand(args[1] ?? '') !== undefined || faces.some(({ name }) => name === args[1])]).toEqual([
        'npx', // works with the project's own whet, without one on PATH
        'whetstone',
        true,
      ])
  })

  it('reads every finding out of what whet check prints: place, severity, rule and words, with a line or without', async () => {
    await setUp()
    const { tasks } = read('.vscode/tasks.json') as {
      tasks: {
        problemMatcher: {
          severity: string
          pattern: {
            regexp: string
            kind?: string
            file?: number
            line?: number
            column?: number
            severity?: number
            code?: number
            message?: number
          }[]
        }[]
      }[]
    }
    const rule = (id: string, severity: 'fail' | 'warn') => ({ id, description: 'd', severity, weight: 2, phase: 'A', check: 'c' }) as const
    const text = render(
      [
        {
          file: 'docs/a b.md',
          score: 0,
          passed: false,
          blockers: ['a.x.y'],
          rules: [rule('a.x.y', 'fail'), rule('a.x.z', 'warn')],
          source: { 3: 'seen: this' },
          demands: {},
          told: {},
          verdicts: [
            {
              ruleId: 'a.x.y',
              outcome: 'fail',
              message: 'no: 1:2',
              evidence: [
                { message: 'seen here', location: { line: 3, column: 7 } },
                { message: 'and there', quote: 'x', location: { line: 12 } },
              ],
            },
            { ruleId: 'a.x.z', outcome: 'fail', message: 'too few words', evidence: [] },
          ],
        },
      ],
      'pretty',
    )
    // As the editor reads: the lines of a problem follow each other.
    const lines = text.split('\n')
    const problems = (tasks[0]?.problemMatcher ?? []).flatMap(({ pattern: [first, second] }) =>
      lines.flatMap((line, at) => {
        const head = new RegExp(first!.regexp).exec(line)
        const words = head && new RegExp(second!.regexp).exec(lines[at + 1] ?? '')
        const get = (group: number | undefined) => (group === undefined ? undefined : head![group])
        return words
          ? [[get(first!.file), get(first!.line), get(first!.column), get(first!.severity), get(first!.code), words[second!.message!]]]
          : []
      }),
    )
    expect(problems).toEqual([
      ['docs/a b.md', '3', '7', 'fail', 'a.x.y', 'seen here'],
      ['docs/a b.md', '12', undefined, 'fail', 'a.x.y', 'and there; saw «x»'],
      ['docs/a b.md', undefined, undefined, 'warn', 'a.x.z', 'too few words'],
    ])
    // The editor knows warn and info; every other word is what the matcher says.
    expect(tasks[0]?.problemMatcher.map(({ severity }) => severity)).toEqual(['error', 'error'])
  })

  it('leaves settings that are there as they are, unless it is told to replace them', async () => {
    await setUp()
    writeFileSync(join(root, '.vscode/settings.json'), '{"mine": true}')
    await expect(setUp()).rejects.toThrow(/settings\.json/)
    expect(read('.vscode/settings.json')).toEqual({ mine: true })
    await setUp(true)
    expect(read('.vscode/settings.json')).not.toEqual({ mine: true })
  })
})

describe('the schema of rules', () => {
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(join(repository, 'schemas/rules.schema.json'), 'utf8')) as object,
  )
  const rules = (check: unknown) => ({ rules: [{ id: 'a.style.x', description: 'd', severity: 'warn', check }] })

  it('takes the criteria of the example', () => {
    expect(validate(parse(readFileSync(join(repository, 'examples/reflex-readme/criteria.yaml'), 'utf8')))).toBe(true)
  })

  it.each<[string, unknown, boolean]>([
    ['a sentence', 'It is short.', true],
    ['a check with its parameters', { kind: 'content.count', of: 'words', max: 10 }, true],
    ['a check of a module', { kind: 'house.tone', strict: true }, true],
    ['a parameter that is not there', { kind: 'content.count', of: 'words', most: 10 }, false],
    ['a parameter left out', { kind: 'content.contains' }, false],
    ['no kind', { text: 'x' }, false],
  ])('%s: %j', (_what, check, valid) => {
    expect(validate(rules(check))).toBe(valid)
  })
})
