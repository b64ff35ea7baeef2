// The whole of what an assistant is offered, pinned: a change of it is a decision.
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld } from '../../../src/runtime/create-world.ts'
import { allCommands } from '../../commands.ts'
import { offered } from '../../../src/surfaces/mcp/fields.ts'
import type * as z from 'zod'
import { derivedTools } from '../../../src/surfaces/mcp/tools.ts'
import { type Project, newProject } from '../../e2e/whet.ts'
import { type Connection, type Era, eras, overStdio } from './clients.ts'

const tools = [
  'audit_assess',
  'audit_new',
  'audit_run',
  'certificate',
  'check',
  'design_new',
  'diff',
  'doctor',
  'history',
  'inbox',
  'init',
  'list',
  'next_step',
  'reflex_new',
  'request_decision',
  'resume',
  'show',
  'sprint_new',
  'status',
  'stop',
  'submit_step',
  'verify',
]
const reading = ['check', 'diff', 'doctor', 'history', 'inbox', 'list', 'next_step', 'show', 'status', 'verify']

const values = [
  'alias',
  'all',
  'audit',
  'calls',
  'canonical',
  'concurrency',
  'cost',
  'dryRun',
  'feature',
  'files',
  'from',
  'ideal',
  'lesson',
  'mandatory',
  'maxIterations',
  'prefer',
  'print',
  'reason',
  'require',
  'requirements',
  'retry',
  'run',
  'runs',
  'seconds',
  'set',
  'status',
  'steps',
  'strict',
  'task',
  'threshold',
  'thresholdA',
  'thresholdB',
  'timeLimit',
  'to',
  'tokenBudget',
  'type',
  'version',
  'workflow',
]
const paths = ['against', 'brief', 'copy', 'criteria', 'file', 'files', 'out', 'page', 'receipt', 'rules', 'session', 'tokens']
/** Who makes, what may run, what is overwritten, what stands for a confirmation. */
const forPeople = [
  'allowCommands',
  'allowMakerChecks',
  'approvers',
  'artifact',
  'base',
  'baseline',
  'bundle',
  'cassette',
  'choice',
  'code',
  'config',
  'contract',
  'data',
  'design',
  'draft',
  'editor',
  'everywhere',
  'finding',
  'folder',
  'for',
  'force',
  'format',
  'harness',
  'html',
  'investigated',
  'judge',
  'key',
  'labels',
  'lowCost',
  'maker',
  'md',
  'pick',
  'proposer',
  'pullRequest',
  'raw',
  'reask',
  'record',
  'reply',
  'repo',
  'report',
  'reviewed',
  'role',
  'rule',
  'saveTo',
  'show',
  'signature',
  'spec',
  'start',
  'text',
  'updateBaseline',
  'watch',
  'words',
  'yes',
]

const operations = await Promise.all(allCommands.map(async ({ verb }) => ({ verb, operation: (await verb.load()).default })))

describe('what an assistant may say', () => {
  it('these values and these paths, and no other field of any verb', () => {
    const fields = operations.flatMap(({ operation }) => Object.entries(operation.input.shape as Record<string, z.ZodType>))
    const named = (kind: string | undefined) =>
      [...new Set(fields.filter(([, field]) => offered(field) === kind).map(([name]) => name))].sort()
    expect(named('value')).toEqual(values)
    expect(named('path')).toEqual(paths)
    expect(named(undefined).filter((name) => !values.includes(name) && !paths.includes(name))).toEqual(forPeople)
  })

  it('a field that is for people is in no schema but as host or configured', async () => {
    for (const { name, schema } of await derivedTools(createWorld({ cwd: tmpdir() }).workflows)) {
      const { properties = {} } = schema as { properties?: Record<string, { enum?: string[] }> }
      for (const field of forPeople)
        expect(properties[field]?.enum ?? [], `${name}.${field}`).toEqual(
          field === 'maker' && properties[field] ? ['host', 'configured'] : field === 'judge' && properties[field] ? ['host'] : [],
        )
    }
  })
})

describe.each(Object.keys(eras) as Era[])('over stdio, %s', (era) => {
  let project: Project
  let connection: Connection
  beforeAll(async () => {
    project = newProject()
    connection = await overStdio(project, { era })
  })
  afterAll(async () => {
    await connection.close()
    project.remove()
  })

  it('the tools are these, and those that only read say so', async () => {
    const listed = (await connection.client.listTools()).tools
    expect(listed.map(({ name }) => name).sort()).toEqual(tools)
    expect(listed.filter(({ annotations }) => annotations?.openWorldHint !== false).map(({ name }) => name)).toEqual([]) // Codex refuses what does not say so
    expect(
      listed
        .filter(({ annotations }) => annotations?.readOnlyHint)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(reading)
  })

  it('cost an assistant little: no word twice, nothing that is only for the command line', async () => {
    const listed = (await connection.client.listTools()).tools
    expect(JSON.stringify(listed).length).toBeLessThan(12_000)
    expect(JSON.stringify(listed)).not.toMatch(/standard input|exit code|\$schema|9007199254740991|variadic|stands for both/)
  })

  it('the prompts are one a workflow, and say that a person decides', async () => {
    const { prompts } = await connection.client.listPrompts()
    expect(prompts.map(({ name }) => name).sort()).toEqual(['audit', 'design', 'reflex', 'sprint'])
    const { messages } = await connection.client.getPrompt({ name: 'reflex', arguments: { task: 'Write the README' } })
    expect(JSON.stringify(messages)).toContain('Write the README')
    expect(JSON.stringify(messages)).toContain('request_decision')
  })

  it('an untrusted configuration is for the person to trust, and the assistant is told so', async () => {
    project.write('whetstone.yaml', 'makers: { default: "command:./maker.sh" }\n')
    const told = await connection.tool('design_new', { feature: 'lending', requirements: 'A member reserves a book.', maker: 'configured' })
    expect(told.error).toMatchObject({ code: 'untrusted', fix: expect.stringContaining('do not run it for them') })
    expect(told.text).toContain('do not run it for them')
    project.write('whetstone.yaml', '')
  })

  it('arguments that no schema knows are refused', async () => {
    const told = await connection.tool('status', { run: 'x', choice: 'approve' })
    expect(told.isError).toBe(true)
    expect(told.text).toContain('choice')
  })

  it.each([
    ['reflex_new', { task: 'x', steps: 'some' }, /steps: .*"short"\|"every"/],
    ['reflex_new', { task: 'x', type: 'poem' }, /type: .*"api-spec"\|"code"\|"docs"/],
    ['verify', { require: 'sealed' }, /require: .*"signed"/],
    ['list', { status: 'nonsense' }, /One of: draft, running, completed/],
    ['inbox', { workflow: 'desgin' }, /did you mean "design"\?\n.*reflex, design, audit/],
    ['next_step', { part: 'x' }, /part: .*number/],
  ])('%s %j is refused with what it may be', async (name, args, values) => {
    const told = await connection.tool(name, args)
    expect(told.isError).toBe(true)
    expect(told.text).toMatch(values)
  })

  it.each([
    ['stop', {}, /^not_found: nothing is running\n`list` shows the runs/],
    ['show', {}, /^not_found: there are no runs yet\n`reflex_new {task}` starts one/],
    ['check', {}, /^usage: .*\nName both: `check {files, rules}`, or put them under done:/],
    ['design_new', { feature: 'Not An Id' }, /^usage|^invalid/],
    ['reflex_new', { task: 'x', maker: 'configured' }, /^maker: .*\nOmit maker and perform the steps yourself/],
    ['resume', { run: 'x'.repeat(250) }, /^not_found: there is no run "x+"\n`list` shows/],
    ['init', {}, /^conflict: .*\nEdit it\.$/],
  ])('an error of %s %j speaks of tools', async (name, args, words) => {
    const told = await connection.tool(name, args)
    expect(told.text).toMatch(words)
    expect(told.text).not.toMatch(/\bwhet [a-z]|--[a-z]/)
  })
})
