// A disk that fills up at any moment: a storage fault that says so, never a defect of ours, and the run goes on once there is space.
import { everything } from '../everything.ts'
import { lending } from '../lending.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const whet = fileURLToPath(new URL('../../bin/whet.js', import.meta.url))
const canMount = (() => {
  const at = mkdtempSync(join(tmpdir(), 'whet-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at]).status === 0
  if (mounted) execFileSync('umount', [at])
  rmSync(at, { recursive: true })
  return mounted
})()

it.skipIf(!existsSync('/dev/full'))('an answer that the disk cut short is no answer', () => {
  const out = openSync('/dev/full', 'w')
  for (const args of [
    ['hash', 'package.json', '--json'],
    ['hash', 'package.json'],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [whet, ...args], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', out, 'pipe'],
    })
    expect([status, stderr]).toEqual([7, expect.stringContaining('standard output: no space left')])
  }
  closeSync(out)
})

describe.skipIf(!canMount)('designing on a disk of', () => {
  it.each(everything ? [8, 24, 40, 64, 76, 88, 100, 112, 124] : [24, 64, 88, 112])(
    '%i KB',
    (size) => {
      const root = mkdtempSync(join(tmpdir(), 'whet-full-'))
      const home = mkdtempSync(join(tmpdir(), 'whet-home-'))
      writeFileSync(join(home, 'requirements.md'), lending)
      const say = (...args: string[]) =>
        spawnSync(process.execPath, [whet, ...args], { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home } })
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs', root])
      try {
        const { status, stderr } = say('design', 'new', 'booking', '--requirements', join(home, 'requirements.md'))
        expect([3, 7]).toContain(status)
        if (status === 7) expect(stderr).toMatch(/no space left/)
        expect(stderr).not.toMatch(/defect/)
        execFileSync('mount', ['-o', 'remount,size=16m', root])
        const begun = JSON.parse(say('list', '--json').stdout) as { runs: unknown[] }
        const goesOn =
          begun.runs.length > 0
            ? say('resume', 'booking')
            : say('design', 'new', 'booking', '--requirements', join(home, 'requirements.md'))
        expect([goesOn.status, goesOn.stderr]).toEqual([3, expect.anything()])
        expect(say('verify').status).toBe(0)
      } finally {
        execFileSync('umount', [root])
        for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true })
      }
    },
    120_000,
  )
})
