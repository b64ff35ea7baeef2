// npm start, as npm runs it after its preparation: the example, a text of one's own, twice in a row.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Ended, ended } from './whet.ts'

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'whet-start-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, INIT_CWD: folder },
  })
  child.stdin.end()
  return ended(child)
}

test('designs the example in the folder it was called from, again under another name, and says what comes next', async () => {
  const first = await start()
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('CANDIDATE: neighbourhood-tool-library,'),
    stderr: expect.stringMatching(/whet\.js approve neighbourhood-tool-library,/),
  })
  expect(await start()).toMatchObject({ code: 0, stdout: expect.stringContaining('CANDIDATE: neighbourhood-tool-library-2,') })
  expect(readdirSync(join(folder, 'features')).sort()).toEqual(['neighbourhood-tool-library', 'neighbourhood-tool-library-2'])
}, 60_000)

test('ends by saying how to open the dashboard on what it made, and that works when it is typed there', async () => {
  const { stderr } = await start()
  const typed = /^See it and decide in the browser: (.+)$/m.exec(stderr)?.[1] as string
  const server = spawn(`exec ${typed}`, { shell: true, cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder } })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = ''
      server.stdout.setEncoding('utf8').on('data', (part: string) => {
        said += part
        const found = /^Dashboard: (\S+)$/m.exec(said)?.[1]
        if (found) resolve(found)
      })
      server.on('close', (code) => reject(new Error(`${typed} ended with ${code}: ${said}`)))
    })
    const { origin, hash } = new URL(url)
    const headers = { origin, 'x-whet-token': hash.slice(1) }
    const entry = await fetch(`${origin}/api/session`, { method: 'POST', headers })
    const list = await fetch(`${origin}/api/runs`, {
      headers: { ...headers, cookie: String(entry.headers.get('set-cookie')).split(';')[0] as string },
    })
    expect(await list.json()).toMatchObject({ rows: [{ name: 'neighbourhood-tool-library', stage: 'waiting' }] })
  } finally {
    server.removeAllListeners('close').kill('SIGTERM')
    await ended(server)
  }
}, 60_000)

test('designs what it is given, a file or words, with the options of design new; what cannot be designed ends with 1', async () => {
  writeFileSync(
    join(folder, 'bookings.md'),
    'A guest books a table.\nEach booking has a date and a name.\nThe host sees all bookings.\nWhen the party arrives, the host marks the booking as seated.\n',
  )
  expect(await start('bookings.md', '--threshold', '75')).toMatchObject({ code: 0, stdout: expect.stringContaining('threshold 75') })
  expect(readdirSync(join(folder, 'features'))).toEqual(['bookings'])
  expect(await start('Make it nice.')).toMatchObject({ code: 1, stdout: expect.stringContaining('requirements_incomplete') })
}, 60_000)
