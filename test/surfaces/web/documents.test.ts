// What the page is told about runs: documents from the journal, live changes, damage named, troubles kept.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import designNew from '../../../src/workflows/design/verbs/new.ts'
import reflexNew from '../../../src/workflows/reflex/verbs/new.ts'
import report from '../../../src/operations/report.ts'
import { createWorld } from '../../../src/runtime/create-world.ts'
import { readAssets } from '../../../src/surfaces/web/assets.ts'
import type { Change, ShownRule, HistoryLine, RunDocument, RunList, Step, Work } from '../../../src/surfaces/web/document.ts'
import { type Served, ask, letIn, requirements, serveProject } from './project.ts'

let served: Served
let ours: Record<string, string>

beforeAll(async () => {
  served = await serveProject()
  ours = await letIn(served.dashboard)
})
afterAll(() => served?.close())

const run = '/api/runs/design-order-tracking'
const text = async (path: string) => (await ask(served.dashboard, path, { headers: ours })).text
const get = async <T>(path: string) => JSON.parse(await text(path)) as T
const post = (path: string, body: object) => ask(served.dashboard, path, { method: 'POST', headers: ours, body: JSON.stringify(body) })

async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isSo(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it(
  'what a maker says while it works is told with who it is, without keys, and is gone once it has answered',
  { timeout: 60_000 },
  async () => {
    writeFileSync(
      join(served.root, 'talks.mjs'),
      `import { existsSync } from 'node:fs'
const key = ['-----BEGIN PRIVATE KEY-----', ...Array(3).fill('MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj'.repeat(2))].join('\\n')
process.stderr.write('reading api_key=hT8sK2pQ9vX4mZ7r\\nthinking\\n' + key + '\\n')
setInterval(() => existsSync('go-on') && (console.log('<title>t</title>'), process.exit()), 50)`,
    )
    const world = createWorld({ cwd: served.root, env: { ...process.env, HOME: served.root, CI: '1' } })
    const maker = ['scripted:script.json', `produce=command:${process.execPath} talks.mjs`]
    const going = reflexNew.run({ task: 'Talk', alias: 'talks', criteria: 'criteria.json', maker } as never, world)
    const { rows } = await until(
      () => get<RunList>('/api/runs'),
      (list) => list.rows.some(({ name }) => name === 'talks'),
    )
    const at = `/api/runs/${rows.find(({ name }) => name === 'talks')?.run}`
    const said = () => get<Record<string, string>>(`${at}/said`)
    expect(Object.values(await until(said, (all) => Object.keys(all).length > 0))).toEqual([
      expect.stringMatching(/^reading api_key=\[redacted\]\nthinking$/),
    ])
    const { steps } = await get<RunDocument>(at)
    expect(steps.find(({ endedAt }) => endedAt === null)).toMatchObject({ role: 'produce', maker: 'command:node' })
    writeFileSync(join(served.root, 'go-on'), '')
    await going
    await world.close()
    expect(await said()).toEqual({})
    expect(await get(`/api/runs/${encodeURIComponent('../../x')}/said`)).toEqual({})
  },
)

it('a step whose reply was not taken has failed, and says why without the schema', async () => {
  writeFileSync(join(served.root, 'wrong.json'), JSON.stringify({ replies: [{ role: 'plan', json: { plan: ['one'] } }] }))
  const world = createWorld({ cwd: served.root, env: { ...process.env, HOME: served.root, CI: '1' } })
  const begun = await reflexNew.run(
    { task: 'Plan', alias: 'wrong', criteria: 'criteria.json', maker: ['scripted:wrong.json'] } as never,
    world,
  )
  await world.close()
  const { steps } = await get<RunDocument>(`/api/runs/${(begun as { run: string }).run}`)
  const error = '/plan: Too small: expected array to have >=3 items'
  expect(steps.filter(({ role }) => role === 'plan')).toMatchObject([
    { ok: false, error },
    { ok: false, error },
  ])
})

it('the whole page is under 120 kB, compressed', () => {
  const bytes = [...readAssets().values()].reduce((sum, { packed }) => sum + packed.length, 0)
  expect(bytes).toBeGreaterThan(5_000)
  expect(bytes).toBeLessThan(120_000)
})

describe('a design', () => {
  it('is told with its evaluations, versions, steps, panels and what it asks', async () => {
    const document = await get<RunDocument>(run)
    expect(document.row).toMatchObject({
      workflow: 'design',
      name: 'order-tracking',
      stage: 'waiting',
      question: expect.stringContaining('Decide on the design'),
    })
    expect(document.judged).toMatchObject([
      {
        label: 'iteration 1',
        threshold: 80,
        passed: true,
        dimensions: [
          { name: 'Completeness' },
          { name: 'Coherence' },
          { name: 'Clarity' },
          { name: 'Framework agnosticism' },
          { name: 'Data model integrity' },
        ],
      },
    ])
    expect(document.versions).toHaveLength(1)
    expect(document.steps.map(({ key, ok }) => [key.split(':')[0], ok])).toEqual(
      expect.arrayContaining([
        ['sources', true],
        ['generate', true],
        ['preview', true],
      ]),
    )
    expect(document.panels.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'frame preview',
      'table questions',
      'table ledger',
      'machine machine',
      'table decisions',
    ])
    expect(document.panels[0]).toMatchObject({
      pages: [{ label: 'iteration 1', url: expect.stringContaining('/preview/design-order-tracking/') }],
    })
    expect(document.gate?.choices.map(({ name }) => name)).toEqual(['approve', 'reject', 'abort'])
  })

  it('is shared as exactly what `whet report` writes', async () => {
    const world = createWorld({ cwd: served.root, env: { ...process.env, HOME: served.root, CI: '1' } })
    for (const md of [true, false]) {
      const { text: written } = await report.run({ run: 'order-tracking', md, out: '-' }, world)
      expect(await text(`${run}/report${md ? '?as=md' : ''}`)).toBe(written)
    }
    await world.close()
  })

  it('has findings whose evidence is quoted from the artifact', async () => {
    const findings = await get<ShownRule[]>(`${run}/findings/1`)
    const { versions, judged } = await get<RunDocument>(run)
    const artifact = await text(`${run}/texts/${versions[0]?.hash}`)
    expect(findings).toHaveLength(judged[0]?.findings as number)
    for (const { evidence } of findings) expect(artifact).toContain(JSON.stringify(evidence[0]?.quote ?? '').slice(1, -1))
    expect((await ask(served.dashboard, `${run}/findings/2`, { headers: ours })).status).toBe(404)
  })

  it('shows the prompt of a step as it was asked for, and the entry that holds its reply', async () => {
    const { steps } = await get<RunDocument>(run)
    const key = steps.find(({ kind }) => kind === 'ask')?.key as string
    expect((await get<{ prompt: string }>(`${run}/prompt?key=${encodeURIComponent(key)}`)).prompt).toContain(
      'Customers can cancel an order before it is shipped.',
    )
    expect((await ask(served.dashboard, `${run}/prompt?key=nothing`, { headers: ours })).status).toBe(404)
    const { endedSeq } = steps.find((step) => step.key === key) as Step
    const { seq, events } = await get<{ seq: number; events: object[] }>(`${run}/entries/${endedSeq}`)
    expect([seq, events[0]]).toMatchObject([endedSeq, { type: 'replied', data: { task: key, ok: true } }])
  })

  it('has a history in words and in full, and only what is new when asked for that', async () => {
    const lines = await get<HistoryLine[]>(`${run}/history`)
    expect(lines.filter(({ text: words }) => words !== null).length).toBeLessThan(lines.length)
    expect(lines.find(({ event }) => event === 'replied')?.data).toMatch(/^task: \S+ · attempt: 1 · ok: yes · /)
    const last = lines.at(-1)?.seq as number
    expect((await get<HistoryLine[]>(`${run}/history?after=${last - 1}`)).every(({ seq }) => seq === last)).toBe(true)
  })
})

it('a loop is told with every rule over every evaluation, and with the evidence of what failed', async () => {
  const { rows } = await get<RunList>('/api/runs')
  const loop = `/api/runs/${rows.find(({ name }) => name === 'hostile-page')?.run}`
  const document = await get<RunDocument>(loop)
  expect(document.judged[0]?.dimensions).toEqual([
    { name: 'Completeness', score: 100 },
    { name: 'Quality', score: 0 },
  ])
  expect(document.panels).toMatchObject([
    {
      kind: 'grid',
      columns: [{ number: 1 }, { number: 2 }],
      rows: [
        { name: 'a.completeness.title', cells: expect.arrayContaining(['pass']) },
        { name: 'a.quality.short', cells: expect.arrayContaining(['warn']) },
      ],
    },
  ])
  expect(document.stop).toMatchObject({ reason: expect.any(String), because: expect.stringMatching(/\w/) })
  const findings = await get<ShownRule[]>(`${loop}/findings/1`)
  expect(findings.find(({ rule }) => rule === 'a.quality.short')).toMatchObject({
    outcome: 'warn',
    message: 'it is short',
    evidence: [{ message: expect.stringMatching(/\d/) }],
  })
})

it('a version is told by its parts, each with a kind, and a page among them by an address to frame it', async () => {
  const { rows } = await get<RunList>('/api/runs')
  const page = await get<Work>(`/api/runs/${rows.find(({ name }) => name === 'hostile-page')?.run}/versions/1`)
  expect(page.parts).toMatchObject([
    { kind: 'page', text: expect.stringContaining('<script>'), frame: expect.stringMatching(/^\/preview\/.*ticket=/) },
  ])
  expect((await get<Work>(`${run}/versions/1`)).parts).toMatchObject([
    { kind: 'json', path: expect.stringMatching(/intent\.json$/), frame: null },
  ])
  expect((await ask(served.dashboard, `${run}/versions/9`, { headers: ours })).status).toBe(404)
})

it('every run says what was asked for, and the list can be searched by it', async () => {
  const { rows } = await until(
    () => get<RunList>('/api/runs'),
    (list) => list.rows.every(({ task }) => task !== ''),
  )
  expect(Object.fromEntries(rows.map(({ name, task }) => [name, task]))).toMatchObject({
    'hostile-page': 'a page',
    'order-tracking': expect.stringMatching(/^Order tracking: Customers can see the status/),
  })
  expect((await get<RunDocument>(run)).about).toMatchObject({
    task: requirements,
    criteria: expect.arrayContaining([{ id: 'threshold', says: 'The score reaches 80 of 100', counts: 'must hold' }]),
    makers: [{ role: 'default', name: 'the built-in maker', calls: expect.any(Number) }],
  })
})

it('what a design would gain is told in points, at the gate as beside its findings', async () => {
  const { gate } = await get<RunDocument>(run)
  const { score, recommendations } = gate?.facts as { score: number; recommendations: { ruleId: string; gain: number }[] }
  const findings = await get<ShownRule[]>(`${run}/findings/1`)
  expect(recommendations.length).toBeGreaterThan(0)
  for (const { ruleId, gain } of recommendations) {
    expect(gain).toBeLessThanOrEqual(100 - score)
    expect(findings.find(({ rule, gain: told }) => rule === ruleId && told !== null)?.gain).toBe(gain)
  }
})

it('answers are packed; an address without a page is told as one, with the page that says so', async () => {
  const packed = await ask(served.dashboard, run, { headers: { ...ours, 'accept-encoding': 'gzip' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  const nowhere = await ask(served.dashboard, '/nothing/here', { headers: { accept: 'text/html' } })
  expect([nowhere.status, nowhere.text]).toEqual([404, expect.stringContaining('<div id="app">')])
})

it('a copied folder is a run of its own, not the other one once more', async () => {
  const runs = join(served.root, '.whetstone', 'runs')
  cpSync(join(runs, 'design-order-tracking'), join(runs, 'design-copied'), { recursive: true, filter: (path) => !path.endsWith('lock.db') })
  const { rows } = await until(
    () => get<RunList>('/api/runs'),
    (list) => list.rows.length > 2,
  )
  expect(new Set(rows.map((row) => row.run)).size).toBe(rows.length)
  expect((await get<RunDocument>('/api/runs/design-copied')).row.run).toBe('design-copied')
  rmSync(join(runs, 'design-copied'), { recursive: true })
})

describe('what changes', () => {
  it('before the list was read is not told again: a page begins to listen where the list ends', async () => {
    const { heard } = await get<RunList>('/api/runs')
    const stop = new AbortController()
    const { body } = await fetch(`${served.dashboard.origin}/api/live`, {
      headers: { ...ours, 'last-event-id': heard },
      signal: stop.signal,
    })
    const { value } = await (body as ReadableStream<Uint8Array>).getReader().read()
    expect(new TextDecoder().decode(value)).toContain('event: current')
    stop.abort()
  })

  it('in another process is told to whoever watches, and nothing is said twice', { timeout: 60_000 }, async () => {
    const stop = new AbortController()
    const { body } = await fetch(`${served.dashboard.origin}/api/live`, { headers: ours, signal: stop.signal })
    const seen: Change[] = []
    const reading = (async () => {
      let rest = ''
      for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
        const parts = (rest + new TextDecoder().decode(part)).split('\n\n')
        rest = parts.pop() ?? ''
        for (const each of parts)
          if (each.includes('event: change')) seen.push(JSON.parse(/^data: (.*)$/m.exec(each)?.[1] as string) as Change)
      }
    })().catch(() => {})
    const world = createWorld({ cwd: served.root, env: { ...process.env, HOME: served.root, CI: '1' } })
    await designNew.run({ feature: 'another', requirements }, world)
    await world.close()
    await until(
      async () => seen.flatMap(({ rows }) => rows),
      (rows) => rows.some((row) => row.run === 'design-another' && row.question !== null),
    )
    const told = seen
      .flatMap(({ rows }) => rows)
      .filter((row) => row.run === 'design-another')
      .map((row) => JSON.stringify(row))
    expect(new Set(told).size).toBe(told.length)
    stop.abort()
    await reading
  })
})

describe('what goes wrong', () => {
  it('in a journal is named, in the list and on the page, and stands in the way of nothing else', async () => {
    const journal = join(served.root, '.whetstone/runs/design-leaked/journal.jsonl')
    const world = createWorld({ cwd: served.root, env: { ...process.env, HOME: served.root, CI: '1' } })
    await designNew.run({ feature: 'leaked', requirements }, world)
    await world.close()
    const lines = readFileSync(journal, 'utf8').split('\n')
    writeFileSync(journal, [lines[0], (lines[1] as string).replace('"ok":true', '"ok":null'), ...lines.slice(2)].join('\n'))
    writeFileSync(join(served.root, '.whetstone/runs/design-leaked/snapshot.json'), '')
    const { rows } = await until(
      () => get<RunList>('/api/runs'),
      (list) => list.rows.some((row) => row.run === 'design-leaked' && row.status === 'damaged'),
    )
    expect(rows.find((row) => row.run === 'design-leaked')?.reason).toMatch(/line 2/)
    const page = await ask(served.dashboard, '/api/runs/design-leaked', { headers: ours })
    expect([page.status, page.text]).toEqual([500, expect.stringContaining('line 2')])
    expect(rows.find((row) => row.run === 'design-order-tracking')?.stage).toBe('waiting')
  })

  it('with a run that is not there, or a choice without the words it needs, is said', async () => {
    expect((await ask(served.dashboard, '/api/runs/nothing-here', { headers: ours })).status).toBe(404)
    const { gate } = await get<RunDocument>(run)
    const { status, text: said } = await post(`${run}/answer`, { gate: gate?.key, hash: gate?.decides?.hash, choice: 'reject' })
    expect([status, said]).toEqual([400, expect.stringContaining('what should be different')])
  })

  it('with going on is told on the page of the run', { timeout: 60_000 }, async () => {
    const { rows } = await get<RunList>('/api/runs')
    const ended = rows.find(({ name }) => name === 'hostile-page')?.run as string
    const { status, text: said } = await post(`/api/runs/${ended}/resume`, {})
    expect([status, said]).toEqual([403, expect.stringContaining('no step was run')])
  })
})

it(
  'an answer given here is carried on here: a rejection leads to another version, and to the same question again',
  { timeout: 60_000 },
  async () => {
    const { gate } = await get<RunDocument>(run)
    const { status } = await post(`${run}/answer`, {
      gate: gate?.key,
      hash: gate?.decides?.hash,
      choice: 'reject',
      text: 'Customers must confirm the cancellation.',
    })
    expect(status).toBe(200)
    const document = await until(
      () => get<RunDocument>(run),
      ({ gate: open, versions }) => versions.length === 2 && open !== null,
    )
    expect(document.gate?.key).not.toBe(gate?.key)
    expect(document.judged).toHaveLength(2)
    const { patch, parts } = await get<{ patch: string; parts: object[] }>(`${run}/diff?from=1&to=2`)
    expect(patch).toMatch(/^\+.*confirm the cancellation/m)
    expect(parts).toEqual(expect.arrayContaining([{ is: 'new', what: expect.stringContaining('confirm the cancellation') }]))
    expect(document.panels[0]).toMatchObject({ kind: 'frame', pages: [{ label: 'iteration 1' }, { label: 'iteration 2' }] })
    const decisions = document.panels.find(({ id }) => id === 'decisions')
    expect(decisions).toMatchObject({
      rows: [[expect.any(String), 'reject (unattested)', expect.any(String), 'Customers must confirm the cancellation.']],
    })
  },
)
