// A sprint through the command line: the example from fail to pass, a page mended by hand, and what it leaves behind.
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readPage } from '../../src/workflows/sprint/hands/page.ts'
import { whileServed } from '../../src/workflows/sprint/hands/serve.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { makeSigner } from '../gates/sshsig-signer.ts'
import { startLoopback } from '../loopback/server.ts'
import { booking } from '../workflows/design/project.ts'
import { zip } from '../workflows/sprint/zip.ts'
import { call } from '../e2e/call.ts'
import { type Project, eventsOf, newProject, until } from '../e2e/whet.ts'

const example = fileURLToPath(new URL('../../examples/sprint-landing', import.meta.url))
const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0)) await clean()
})

function project(): Project {
  const at = newProject()
  cleaning.push(() => at.remove())
  cpSync(example, at.root, { recursive: true })
  return at
}

async function listening(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  cleaning.push(() => server.close())
  await until(() => server.listening)
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
/** Addresses that something is wrong with. */
const serving: Record<string, () => Promise<string>> = {
  away: async () => (await listening((_, response) => response.writeHead(302, { location: 'http://example.org/' }).end())).url,
  rude: async () => (await listening((request) => request.socket.destroy())).url,
  silent: async () => {
    const { server, url } = await listening(() => {})
    server.close()
    return url
  },
}

const start = ['sprint', 'new', 'brief.md', '--page', 'site', '--copy', 'copy.json', '--tokens', 'tokens.json']
const built = [...start, '--contract', '--maker', `command:${process.execPath} builder.mjs`]
const report = (at: Project, number: number) =>
  JSON.parse(at.read(`.moai/sprints/evaluation-report-${number}.json`)) as Record<string, unknown>

describe('the example', () => {
  it('SP-026 SP-056 goes from fail to pass in three iterations: a builder that mends only what it is told gives files, notes and a page to look at', async () => {
    const at = project()
    const before = at.read('site/index.html')
    expect(await at.json(built)).toMatchObject({
      passed: true,
      status: 'passed',
      summary: { iteration: 3, score: 1, scale: 1, threshold: 0.75 },
    })
    expect([1, 2, 3].map((number) => report(at, number)['result'])).toEqual(['FAIL', 'FAIL', 'PASS'])
    const [first] = [report(at, 1)]
    expect((first?.['must_pass_failures'] as { id: string }[]).map(({ id }) => id)).toEqual([
      'completeness.copy',
      'functionality.mobile',
      'functionality.actions',
      'functionality.wcag',
      'functionality.accessibility',
    ])
    const builds = eventsOf(at.journal(), 'built') as { files: string[]; notes: string }[]
    expect(builds.map(({ files, notes }) => [files.includes('site/index.html'), notes !== ''])).toEqual([1, 2].map(() => [true, true]))
    expect(Object.keys((report(at, 3)['browser'] as { screenshots: object }).screenshots)).toEqual(['1280x720', '375x667'])
    expect(at.read('site/index.html')).toBe(before) // nothing of the person's is touched before they apply it
    expect((await at.whet(['apply', 'site', '--force'])).code).toBe(0)
    expect((await at.whet(['check', 'site/index.html'])).code).toBe(0)
    expect((await at.whet(['verify', 'site'])).code).toBe(0)
  })
})

describe('a page that a command serves', () => {
  it('SP-076 SP-077 is served from the build, by a builder that edits a copy: pictures are taken, every action tried, WCAG scanned; all that was started ends', async () => {
    const at = project()
    const port = await freePort()
    at.write('server.mjs', server(port))
    at.write(
      'editor.mjs',
      `import { readFileSync, writeFileSync } from 'node:fs'
writeFileSync('site/index.html', readFileSync('site/index.html', 'utf8').replace('ring at nine', 'ring at seven').replace('#order', '#prices').replace('<img ', '<img alt="A loaf" '))
console.log('Mended the copy, the link and the picture.')`,
    )
    const before = at.read('site/index.html')
    const flags = [
      '--page',
      `http://127.0.0.1:${port}/`,
      '--start',
      `${process.execPath} server.mjs`,
      '--copy',
      'copy.json',
      '--max-iterations',
      '2',
    ]
    await at.whet(['sprint', 'new', 'brief.md', ...flags, '--maker', `command:${process.execPath} editor.mjs`])
    const failures = [1, 2].map((number) => (report(at, number)['must_pass_failures'] as { id: string }[]).map(({ id }) => id))
    expect(failures).toEqual([
      ['completeness.copy', 'functionality.mobile', 'functionality.actions', 'functionality.wcag', 'functionality.accessibility'],
      ['functionality.mobile', 'functionality.wcag'],
    ])
    expect(at.read('site/index.html')).toBe(before)
    const { browser, dimensions } = report(at, 2) as {
      browser: { screenshots: Record<string, string> }
      dimensions: Record<string, { evidence: { id: string; seen: string }[] }>
    }
    expect(Object.keys(browser.screenshots)).toEqual(['1280x720', '375x667'])
    const seen = (id: string) => dimensions['Functionality']?.evidence.find((each) => each.id === id)?.seen
    expect(seen('functionality.actions')).toBe('1 tried, all of them work')
    expect(seen('functionality.wcag')).toContain('color-contrast')
    const logs = readdirSync(join(at.root, '.whetstone/logs'))
    expect(logs).toHaveLength(2)
    for (const log of logs) {
      const child = Number(/pids (\d+)/.exec(at.read(`.whetstone/logs/${log}`))?.[1])
      expect(child).toBeGreaterThan(0)
      await until(() => !existsSync(`/proc/${child}`)) // told to end; its parent may still have to take note
    }
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    expect((await at.whet(['sprint', 'report', `127-0-0-1-${port}`])).code).toBe(0)
    expect(at.read('.moai/sprints/evaluation-report-2.html')).toContain('data:image/png')
  })

  it('what it started ends though whet is killed', async () => {
    const at = project()
    const port = await freePort()
    at.write('server.mjs', server(port))
    const flags = ['--page', `http://127.0.0.1:${port}/`, '--start', `${process.execPath} server.mjs`]
    const whet = at.start(['sprint', 'new', 'brief.md', ...flags])
    const log = () => readdirSync(join(at.root, '.whetstone/logs')).map((name) => at.read(`.whetstone/logs/${name}`))
    await until(() => existsSync(join(at.root, '.whetstone/logs')) && /serving/.test(log().join('')))
    whet.kill('SIGKILL')
    const pids = (/pids (\d+) (\d+)/.exec(log().join('')) ?? []).slice(1)
    expect(pids).toHaveLength(2)
    await until(() => pids.every((pid) => !existsSync(`/proc/${pid}`)))
  })

  it('runs no command that nobody on this machine gave, and none for a file', async () => {
    const at = project()
    const refused = await call(at, ['sprint', 'new', 'brief.md', '--page', 'site', '--start', 'true'])
    expect(refused.stderr).toMatch(/--start serves an address/)
    const reply = await whileServed(
      { root: at.root, env: { XDG_DATA_HOME: join(at.root, 'none') } },
      { command: 'touch ran', url: 'http://127.0.0.1:9/', folder: '.', log: 'x', text: '' },
      new AbortController().signal,
      async () => ({ ok: true, text: 'measured' }),
    )
    expect(reply).toMatchObject({ ok: false, error: { message: expect.stringContaining('no one on this machine has allowed') } })
  })
})

/** Serves the site, and starts a process in a group of its own that must end with it. */
const server = (port: number) => `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
console.log('pids', spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true }).pid, process.pid)
const types = { css: 'text/css', svg: 'image/svg+xml' }
createServer(({ url }, response) => {
  const path = url === '/' ? '/index.html' : url
  try { response.writeHead(200, { 'content-type': types[path.split('.').pop()] ?? 'text/html' }).end(readFileSync('site' + path)) } catch { response.writeHead(404).end() }
}).listen(${port}, '127.0.0.1', () => console.log('serving'))`

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

describe('without a builder', () => {
  it('a page that only its text was read of is measured again once a browser is there', async () => {
    const at = project()
    const none = { CHROME_PATH: join(at.root, 'none') }
    expect((await at.whet([...start, '--max-iterations', '9'], { env: none })).stdout).toMatch(/Design Quality +not measured/)
    expect((await at.whet(['resume', 'site'], { env: none })).code).toBe(3)
    expect(eventsOf(at.journal(), 'evaluated')).toHaveLength(1)
    for (const verb of ['inbox', 'status']) expect((await at.whet([verb])).stdout).toContain('waits for site/index.html to change')
    expect((await at.whet(['list'])).stdout).toMatch(/running, waits for you/)
    expect(await at.json(['list'])).toMatchObject({ runs: [{ stage: 'waiting', awaits: 'site/index.html' }] })
    const page = { folder: 'site', page: 'site/index.html', unless: sha256((await textOf(at)) as string) }
    expect(await readPage(at.root, { ...page, unseen: false }, new AbortController().signal)).toBe('pending')
    expect(await readPage(at.root, { ...page, unseen: true }, new AbortController().signal)).toMatchObject({ ok: true })
  })

  it('SP-047 SP-049 SP-050 rests with feedback that cites ratio, token file, sections and browser; shows a judge the pictures, and goes on when the page was mended', async () => {
    const at = project()
    const judge = await startLoopback([
      { json: { anchor: '0.75', absent: false, quotes: ['Bread before breakfast'], reasoning: 'Plain.' } },
    ])
    cleaning.push(() => judge.close())
    const env = { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789', ANTHROPIC_BASE_URL: judge.url('anthropic') }
    const first = await at.whet([...start, '--judge', 'model:anthropic/claude-haiku-4-5'], { env })
    expect(first.stderr + first.stdout).toMatch(/Fix first:[\s\S]*functionality\.mobile[\s\S]*Waits for site\/index\.html to change/)
    expect(first.code).toBe(3)
    const { dimensions, browser } = report(at, 1) as {
      dimensions: Record<string, { evidence: { id: string; seen: string; findings: object[] }[] }>
      browser: { screenshots: Record<string, string> }
    }
    const seen = (dimension: string, id: string) => dimensions[dimension]?.evidence.find((each) => each.id === id)
    expect(seen('Design Quality', 'design.contrast')?.seen).toMatch(/contrast of 1\.43:1/)
    expect(JSON.stringify(seen('Design Quality', 'design.spacing'))).toContain('13px')
    expect(JSON.stringify(report(at, 1))).toContain('tokens.json')
    expect(seen('Completeness', 'completeness.sections')?.seen).toContain('Contact')
    expect(JSON.stringify(seen('Functionality', 'functionality.mobile')?.findings)).toContain('375×667')
    expect(judge.calls.length).toBeGreaterThanOrEqual(2) // one for each dimension it may lower
    for (const { body } of judge.calls) expect(picturesIn(body)).toEqual(Object.values(browser.screenshots))

    expect((await at.whet(['resume', 'site'], { env })).code).toBe(3)
    expect(eventsOf(at.journal(), 'evaluated')).toHaveLength(1)
    at.write('site/index.html', mended(at))
    await at.whet(['resume', 'site'], { env })
    expect(eventsOf(at.journal(), 'evaluated')).toHaveLength(2)
    expect((report(at, 2)['must_pass_failures'] as { id: string }[]).map(({ id }) => id)).toEqual([
      'functionality.mobile',
      'functionality.wcag',
    ])
  })
})

const textOf = async (at: Project) => {
  const read = await readPage(
    at.root,
    { folder: 'site', page: 'site/index.html', unless: null, unseen: false },
    new AbortController().signal,
  )
  return read !== 'pending' && 'text' in read ? read.text : null
}

/** The pictures of a request in Anthropic's format, by hash. */
const picturesIn = (body: Record<string, unknown>) =>
  [...JSON.stringify(body).matchAll(/"media_type":"image\/png","data":"([^"]+)"/g)].map(
    ([, data]) => `sha256:${sha256(Buffer.from(data ?? '', 'base64'))}`,
  )

const mended = (at: Project) =>
  at.read('site/index.html').replace('ring at nine', 'ring at seven').replace('#order', '#prices').replace('<img ', '<img alt="A loaf" ')

describe('a frozen design', () => {
  it('is the brief: its screens and flows are what the contract asks for, each with the words it comes from', async () => {
    const at = project()
    const signer = makeSigner('ed25519')
    const approvers = at.write('../own/approvers', `${signer.line('ann@example.com')}\n`)
    const text = `${booking.text}\nA booking has a code, a time and a party size.\nThe guest enters the time of the booking.\n`
    at.write('requirements.md', text)
    expect((await call(at, ['sprint', 'new', '--design', 'table-booking', '--page', 'site'])).stderr).toMatch(/no frozen design/)
    await call(at, ['design', 'new', 'table-booking', '--requirements', 'requirements.md'])
    const { intentHash } = JSON.parse(at.read('features/table-booking/design/state.json')) as { intentHash: string }
    at.write('approval.sig', signer.sign(`${intentHash}\n`))
    expect((await at.whet(['approve', 'table-booking', '--signature', 'approval.sig', '--approvers', approvers])).code).toBe(0)
    const design = JSON.parse(at.read('features/table-booking/design/final/intent.json')) as {
      components: { id: string; name: string; type: string }[]
    }
    const views = design.components.filter(({ type }) => type === 'view')
    expect(views.length).toBeGreaterThan(1)
    const [there] = views
    at.write(
      'site/index.html',
      at.read('site/index.html').replace('</main>', `<section><h2>${there?.name.replace(/ \(.*/, '')}</h2><p>Here.</p></section></main>`),
    )
    await at.whet(['sprint', 'new', '--design', 'table-booking', '--page', 'site', '--harness', 'thorough'])
    const { acceptance_checklist } = JSON.parse(at.read('.moai/sprints/sprint-1.json')) as {
      acceptance_checklist: { measures: string; note?: string }[]
    }
    const asked = acceptance_checklist.filter(({ measures }) => /\.(?:screen|flow)\./.test(measures))
    expect(asked.filter(({ measures }) => measures.includes('.screen.')).map(({ measures }) => measures)).toEqual(
      views.map(({ id }) => `completeness.screen.${id}`),
    )
    expect(asked.some(({ measures }) => measures.includes('.flow.'))).toBe(true)
    for (const { note } of asked) expect(text).toContain(note?.replace(/^from the brief: /, '').split(' / ')[0])
    const { dimensions } = report(at, 1) as { dimensions: Record<string, { evidence: { id: string; outcome: string }[] }> }
    const outcome = (id: string) => dimensions['Completeness']?.evidence.find((each) => each.id === `completeness.${id}`)?.outcome
    expect(outcome(`screen.${there?.id}`)).toBe('pass')
    expect(
      asked.filter(({ measures }) => measures.includes('.flow.')).map(({ measures }) => outcome(measures.replace('completeness.', ''))),
    ).toContain('fail')
  })
})

/** Nothing here is about what a browser sees. */
const blind = { env: { CHROME_PATH: '/nowhere/chrome' } }

describe('parameters', () => {
  const shared = newProject()
  cpSync(example, shared.root, { recursive: true })
  afterAll(() => shared.remove())

  it('SP-001 SP-028 SP-078 come from design.yaml, and a change there changes the loop; the report is kept, and says what no browser measured', async () => {
    const at = project()
    at.write(
      '.moai/config/sections/design.yaml',
      'design:\n  gan_loop:\n    max_iterations: 1\n    sprint_contract:\n      artifact_dir: records\n  colour: blue\n',
    )
    const { stderr, stdout, code } = await call(at, start, blind)
    expect(code).toBe(3)
    expect(stderr).toContain('design.colour')
    expect(stdout).toMatch(/force-pass/)
    const first = at.read('records/evaluation-report-1.json')
    expect(first).toContain('"rule": "max_iterations"')
    expect(first).toContain('CHROME_PATH names /nowhere/chrome')
    await call(at, start, blind)
    expect(at.read('records/evaluation-report-1.json')).toBe(first)
    expect(JSON.parse(at.read('records/evaluation-report-2.json'))).toMatchObject({ evaluation_id: 'evaluation-report-2', iteration: 1 })
  })

  it.each([
    [['--threshold', '0.5'], /0\.6/],
    [['--page', 'http://example.com/'], /isn't on this machine/],
    [['--page', '../elsewhere.html'], /outside the project/],
    [['--page', 'nowhere'], /no page/],
    [['--page', 'silent'], /nothing answers at http:\/\/127\.0\.0\.1:\d+\/: start what serves it, or give --start/],
    [['--page', 'rude'], /can't be read: other side closed/],
    [['--page', 'away'], /redirects elsewhere, to http:\/\/example\.org/],
    [['--copy', 'brief.md'], /isn't a JSON object/],
    [['--copy', 'cut.json'], /isn't a JSON object/],
    [['--copy', 'none.json'], /none\.json has no copy/],
    [
      ['--copy', 'shop.json'],
      /shop\.json: page_type is "shop"; it is one of landing, .*hero\.primary\.headline has 13 words; a headline has at most 12/,
    ],
    [['--tokens', 'odd.json'], /odd\.json has no usable token: no colour/],
    [['--bundle', 'odd.zip'], /tokens\.json has no usable token/],
    [['--bundle', 'bomb.zip'], /DESIGN_IMPORT_SECURITY_REJECT: bomb\.zip: "assets\/x" unpacks to \d+ times its size/],
    [['--bundle', 'up.zip'], /DESIGN_IMPORT_SECURITY_REJECT: up\.zip: "assets\/\.\.\/\.\.\/x" leads out of the archive/],
  ])('refuses %j, and writes nothing of a bundle', async (flags, says) => {
    const at = shared
    const manifest = { name: 'manifest.json', text: '{"format_version":"1.0"}' }
    at.write('cut.json', '{"hero": {')
    at.write('none.json', '{"page_type": "landing"}')
    at.write('shop.json', `{"page_type": "shop", "sections": {"hero": {"primary": {"headline": "${'bread '.repeat(13)}"}}}}`)
    at.write('odd.json', '{"colors": {"ink": "notacolour"}}')
    writeFileSync(join(at.root, 'odd.zip'), zip([manifest, { name: 'tokens.json', text: '{"colors": {}}' }]))
    writeFileSync(join(at.root, 'bomb.zip'), zip([manifest, { name: 'assets/x', text: Buffer.alloc(24 * 1024 * 1024) }]))
    writeFileSync(join(at.root, 'up.zip'), zip([manifest, { name: 'assets/../../x', text: 'out' }]))
    const asked = await Promise.all(flags.map((flag) => serving[flag]?.() ?? flag))
    const before = at.files()
    const { code, stderr, stdout } = await call(at, ['sprint', 'new', 'brief.md', '--page', 'site', ...asked], blind)
    expect(code).not.toBe(0)
    expect(stderr + stdout).toMatch(says)
    if (flags[0] === '--bundle') expect(at.files()).toEqual(before)
  })

  it('SP-012 SP-013 a contract is made where it is asked for or the harness is thorough; never with minimal, never where it is switched off', async () => {
    const at = project()
    const contracts = async (...flags: string[]) => {
      await call(at, [...start, ...flags], blind)
      return at.files().filter((path) => /sprints\/sprint-\d+\.json$/.test(path)).length
    }
    expect(await contracts()).toBe(0)
    expect(await contracts('--harness', 'minimal', '--contract')).toBe(0)
    const asked = await contracts('--contract')
    expect(asked).toBeGreaterThan(0)
    const thorough = await contracts('--harness', 'thorough')
    expect(thorough).toBeGreaterThan(asked)
    at.write('.moai/config/sections/design.yaml', 'design:\n  gan_loop:\n    sprint_contract:\n      enabled: false\n')
    expect(await contracts('--harness', 'thorough', '--contract')).toBe(thorough)
  })

  it('stops where the brief leaves something open', async () => {
    const at = project()
    at.write('brief.md', `${at.read('brief.md')}\nOpening hours: _TBD_\n`)
    const { code, stderr } = await call(at, start, blind)
    expect(code).toBe(2)
    expect(stderr).toContain('Opening hours: _TBD_')
  })
})
