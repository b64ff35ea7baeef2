// No tool reaches a gate: every tool, with every shape of argument we can think of, against gates that are open.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, eventsOf, newProject } from '../../e2e/whet.ts'
import { lending } from '../../lending.ts'
import { type Connection, overStdio, whet } from './clients.ts'
import { criteria } from './loop.ts'
import { phraseOf } from '../../phrase-of.ts'

let project: Project
let connection: Connection
const waiting: { run: string; phrase: string }[] = []

beforeAll(async () => {
  project = newProject()
  project.write('criteria.yaml', criteria)
  project.write('requirements.md', lending)
  connection = await overStdio(project)
  const draft = await connection.tool('reflex_new', { task: 'Write the README', criteria: 'criteria.yaml', alias: 'readme' })
  const design = await connection.tool('design_new', {
    feature: 'lending',
    requirements: 'requirements.md',
    threshold: 70,
    maker: 'configured',
  })
  cpSync(fileURLToPath(new URL('../../workflows/audit/fixtures/third-round', import.meta.url)), join(project.root, 'session'), {
    recursive: true,
  })
  const audit = await connection.tool('audit_new', { session: 'session' })
  for (const { data } of [draft, design, audit]) {
    expect(data).toMatchObject({ at: 'gate' })
    waiting.push({ run: data['run'] as string, phrase: (await phraseOf(project.root, data['run'] as string)) || 'confirm' })
  }
  expect(new Set(waiting.map(({ phrase }) => phrase)).size).toBe(3)
})
afterAll(async () => {
  await connection.close()
  project.remove()
})

type Schema = { properties?: Record<string, { type?: string; enum?: string[]; items?: object }>; required?: string[] }

/** For one tool: nothing, everything it knows, and what it does not know but a gate would. */
function shapes({ properties = {} }: Schema, { run, phrase }: { run: string; phrase: string }): Record<string, unknown>[] {
  const value = (name: string, { type, enum: choices }: { type?: string; enum?: string[] }): unknown =>
    ({
      run,
      feature: run.replace(/^design-/, ''),
      runs: [run],
      files: ['criteria.yaml'],
      rules: 'criteria.yaml',
      labels: 'criteria.yaml',
      criteria: 'criteria.yaml',
      file: 'criteria.yaml',
      session: 'session',
      out: '.',
      task: 'confirm',
      reply: phrase,
      requirements: phrase,
    })[name] ??
    choices?.[0] ??
    (type === 'boolean' ? true : type === 'array' ? [phrase] : type === 'number' || type === 'integer' ? 1 : 'approve')
  const known = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, value(name, field)]))
  const answer = ['approve', 'confirm', 'reject', 'abort', 'discard'].flatMap((choice) => [
    { choice },
    { choice, phrase },
    {
      choice,
      text: phrase,
      data: '{}',
      signature: 'criteria.yaml',
      assurance: 'attended',
      by: 'a person',
      confirm: true,
      draft: false,
      person: true,
      allowCommands: true,
    },
  ])
  const named = 'run' in properties ? { run } : known
  return [
    {},
    known,
    ...Object.keys(properties).map((name) => ({ ...named, [name]: known[name] })),
    ...answer.flatMap((more) => [
      { ...named, ...more },
      { ...known, ...more },
    ]),
  ]
}

describe('every tool against open gates', () => {
  it('leaves each gate open and unanswered', async () => {
    const { tools } = await connection.client.listTools()
    let calls = 0
    for (const gate of waiting) {
      for (const tool of tools) {
        for (const args of shapes(tool.inputSchema as Schema, gate)) {
          await connection.tool(tool.name, args).catch(() => null)
          calls += 1
        }
      }
    }
    expect(calls).toBeGreaterThan(500)
    for (const { run } of waiting) {
      expect(eventsOf(project.journal(run), 'gate_answered')).toEqual([])
      const { waiting: open } = await whet<{ waiting: { run: string }[] }>(project, ['inbox'])
      expect(open.map((one) => one.run)).toContain(run)
    }
  })

  it('tells no assistant the words a person must type', async () => {
    for (const { run, phrase } of waiting.filter((one) => one.phrase !== 'confirm')) {
      const told = [
        await connection.tool('inbox'),
        await connection.tool('show', { run }),
        await connection.tool('next_step', { run }),
        await connection.tool('resume', { run }),
      ]
      const { contents } = await connection.client.readResource({ uri: `whetstone://runs/${run}` })
      for (const gate of [
        ...told.map(({ value }) => value),
        ...contents.map((one) => JSON.parse((one as { text: string }).text) as object),
      ]) {
        expect(JSON.stringify(gate)).toContain('"decides":{"hash":')
        expect(JSON.stringify(gate)).not.toContain(`"phrase"`)
      }
      expect(phrase).not.toBe('')
    }
  })

  it('offers none of the verbs that are for people', async () => {
    const { tools } = await connection.client.listTools()
    expect(tools.map(({ name }) => name).filter((name) => /answer|approve|reject|abort|trust|clean|reset/.test(name))).toEqual([])
  })
})
