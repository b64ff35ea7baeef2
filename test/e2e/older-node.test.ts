// The command under a Node that is too old: the newer one of this package takes over, and where there is none that is said.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Ended, ended } from './whet.ts'

const bin = fileURLToPath(new URL('../../bin/whet.js', import.meta.url))
const older = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})'

function underOlderNode(script: string, ...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', older, script, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir() },
  })
  child.stdin.end()
  return ended(child)
}

test('the newer Node that came with the package runs the command, exit code and all', async () => {
  expect(await underOlderNode(bin, '--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  expect(await underOlderNode(bin, 'no-such-verb')).toMatchObject({ code: 2, stderr: expect.stringContaining('no-such-verb') })
})

test('without one it says in a line which is needed and how to get it, as it is true for a package and for a checkout', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whet-older-'))
  try {
    cpSync(bin, join(folder, 'bin/whet.mjs'))
    expect(await underOlderNode(join(folder, 'bin/whet.mjs'))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^whet needs Node 24\.15 or later, and this is 20\.20\.2: .*nodejs\.org.*`npx -p node@24 -p whetstone whetstone`.*\n$/,
      ),
    })
    mkdirSync(join(folder, 'scripts'))
    writeFileSync(join(folder, 'scripts/prepare.mjs'), '')
    expect(await underOlderNode(join(folder, 'bin/whet.mjs'))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^whet needs Node .* run `npm start` once in .*\n$/),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('when the older one is killed, the command ends with it', async () => {
  const child = spawn(process.execPath, ['--import', older, bin, 'serve', '--no-open', '--json'], {
    cwd: mkdtempSync(join(tmpdir(), 'whet-older-')),
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir() },
  })
  const served = await new Promise<string>((resolve) => {
    let text = ''
    child.stdout.on('data', (part: Buffer) => /\n\}\n$/.test((text += part.toString('utf8'))) && resolve(text))
  })
  const { url } = JSON.parse(served) as { url: string }
  expect((await fetch(url)).status).toBeLessThan(500)
  child.kill('SIGKILL')
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => 'serves',
          () => 'gone',
        ),
      { timeout: 20_000 },
    )
    .toBe('gone')
}, 60_000)
