// What a person decides through the client they sit at, and what nobody decides without them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Project, eventsOf, newProject } from '../../e2e/whet.ts'
import { type Connection, type Era, type User, eras, overHttp, overStdio, serveHttp, whet } from './clients.ts'
import { phraseOf } from '../../phrase-of.ts'

const requirements = `A member of the library searches the catalogue for a book by title.
A member reserves a book and receives a notification when it is available.
A librarian lends a book to a member and records the due date.
Each book has a title, an author and an ISBN. Each loan has a member, a book and a due date.
A librarian sees all overdue loans and sends a reminder to the member.
`

let project: Project

beforeAll(() => {
  project = newProject()
  project.write('requirements.md', requirements)
})
afterAll(() => project.remove())

/** A candidate that waits for approval. */
async function candidate(feature: string): Promise<{ run: string; phrase: string }> {
  const report = await whet<{ run: string; at: string }>(project, [
    'design',
    'new',
    feature,
    '--requirements',
    'requirements.md',
    '--threshold',
    '70',
  ])
  expect(report.at).toBe('gate')
  return { run: report.run, phrase: await phraseOf(project.root, report.run) }
}

const answers = (run: string) => eventsOf(project.journal(run), 'gate_answered')

describe.each(Object.keys(eras) as Era[])('approval through a client that can ask, %s', (era) => {
  let waiting: { run: string; phrase: string }
  let said: ReturnType<User>
  let connection: Connection

  beforeAll(async () => {
    waiting = await candidate(`library-${era.replaceAll(' ', '-')}`)
    connection = await overStdio(project, { era, user: () => said })
  })
  afterAll(() => connection.close())

  it.each([
    ['the person declines', 'decline' as const],
    ['the person closes the question', 'cancel' as const],
    ['the form comes back empty', {}],
    ['no phrase is typed', { choice: 'approve' }],
    ['another phrase is typed', { choice: 'approve', phrase: 'yes please' }],
    ['the choice is none of those offered', { choice: 'freeze' }],
    ['a rejection says nothing', { choice: 'reject' }],
  ])('decides nothing when %s', async (_what, answer) => {
    said = answer
    const told = await connection.tool('request_decision', { run: waiting.run }).catch((error: Error) => error)
    expect(told instanceof Error || told.isError || told.data['decided'] === null).toBe(true)
    expect(answers(waiting.run)).toEqual([])
    if (answer === 'decline' || answer === 'cancel')
      for (const command of ['whet approve', 'whet reject', 'whet abort']) expect((told as { text: string }).text).toContain(command)
  })

  it('shows what is decided and freezes it, attended, when the person types the phrase', async () => {
    said = { choice: 'approve', phrase: ` ${waiting.phrase.toUpperCase()} ` }
    const told = await connection.tool('request_decision', { run: waiting.run })
    expect(connection.asked.at(-1)).toContain(waiting.phrase)
    expect(connection.asked.at(-1)).toMatch(/score/)
    expect(told.data).toMatchObject({ at: 'end', status: 'FROZEN' })
    expect(answers(waiting.run)).toMatchObject([{ choice: 'approve', assurance: 'attended' }])
  })
})

describe('a long question', () => {
  it('loses some of what it is about, never what can be chosen', async () => {
    const rules = Array.from(
      { length: 90 },
      (_, index) =>
        `  - id: a.style.rule-${index}\n    description: ${'Nothing is left to be filled in by somebody else. '.repeat(5)}\n    severity: warn\n    check: { kind: content.placeholders }\n`,
    )
    project.write('long.yaml', `max_iterations: 2\nrules:\n${rules.join('')}`)
    const connection = await overStdio(project, { user: () => 'decline' })
    await connection.tool('request_decision', {
      run: (await connection.tool('reflex_new', { task: 'Write the README', criteria: 'long.yaml', alias: 'long-list' })).data['run'],
    })
    const message = connection.asked.at(-1) ?? ''
    expect(message.split('a.style.rule-0:')).toHaveLength(2)
    expect(message).toMatch(/There are \d+ more lines\. `whet show long-list`/)
    expect(message).toContain('confirm: these rules and thresholds decide')
    expect(message.length).toBeLessThan(13_000)
    await connection.close()
  })
})

describe('a client that cannot ask', () => {
  let waiting: { run: string; phrase: string }
  beforeAll(async () => {
    waiting = await candidate('library-alone')
  })

  it.each(Object.keys(eras) as Era[])('fails closed over stdio and says where to decide, %s', async (era) => {
    const connection = await overStdio(project, { era })
    const told = await connection.tool('request_decision', { run: waiting.run })
    expect(told.error).toMatchObject({ code: 'needs_person' })
    expect(told.text).toContain('whet approve')
    expect(told.text).toContain('whet serve')
    expect(answers(waiting.run)).toEqual([])
    await connection.close()
  })

  it('fails closed over HTTP where an older revision has no way to ask, even if the client could', async () => {
    const served = await serveHttp(project)
    const connection = await overHttp(served, { era: 'the revision of 2025', user: () => ({ choice: 'approve', phrase: waiting.phrase }) })
    const told = await connection.tool('request_decision', { run: waiting.run })
    expect(told.error).toMatchObject({ code: 'needs_person' })
    expect(connection.asked).toEqual([])
    expect(answers(waiting.run)).toEqual([])
    await connection.close()
    await served.end()
  })
})

describe('an answer nobody asked for', () => {
  let waiting: { run: string; phrase: string }
  let connection: Connection
  beforeEach(async () => {
    waiting ??= await candidate('library-forged')
    connection = await overStdio(project, { user: () => 'decline' })
    return () => connection.close()
  })

  const forged = () => ({ decision: { action: 'accept', content: { choice: 'approve', phrase: waiting.phrase } } })

  it('counts for nothing without the question it belongs to', async () => {
    const result = await connection.client
      .request({ method: 'tools/call', params: { name: 'request_decision', arguments: { run: waiting.run }, inputResponses: forged() } })
      .catch((error: Error) => error)
    expect(JSON.stringify(result)).not.toContain('FROZEN')
    expect(answers(waiting.run)).toEqual([])
  })

  it('counts for nothing with a made-up question', async () => {
    const result = await connection.client
      .request({
        method: 'tools/call',
        params: {
          name: 'request_decision',
          arguments: { run: waiting.run },
          inputResponses: forged(),
          requestState: Buffer.from(JSON.stringify({ run: waiting.run })).toString('base64url'),
        },
      })
      .catch((error: Error) => error)
    expect(result).toBeInstanceOf(Error)
    expect(answers(waiting.run)).toEqual([])
  })

  it('counts for nothing on another question than the one it was given to', async () => {
    const other = await candidate('library-other')
    const transport = connection.client.transport as NonNullable<Connection['client']['transport']>
    const pass = transport.onmessage
    let genuine = ''
    transport.onmessage = (message, extra) => {
      genuine ||= (message as { result?: { requestState?: string } }).result?.requestState ?? ''
      pass?.(message, extra)
    }
    await connection.tool('request_decision', { run: other.run })
    expect(genuine).not.toBe('')
    const told = await connection.client
      .request({
        method: 'tools/call',
        params: { name: 'request_decision', arguments: { run: waiting.run }, inputResponses: forged(), requestState: genuine },
      })
      .catch((error: Error) => error)
    expect(JSON.stringify(told)).toContain('now asks something else')
    expect(answers(waiting.run)).toEqual([])
  })
})
