// From a failing test to a completed order, offline: puts repo/ under git in a temporary folder and has the order done by maker.mjs.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const repo = realpathSync(mkdtempSync(join(tmpdir(), 'order-fix-')))
cpSync(join(here, 'repo'), repo, { recursive: true })
const git = (...args) => execFileSync('git', ['-c', 'user.name=Example', '-c', 'user.email=example@example.com', ...args], { cwd: repo })
git('init', '--quiet')
git('add', '--all')
git('commit', '--quiet', '--message', 'A fare that rounds down')

const whet = [join(here, '..', '..', 'bin', 'whet.js'), 'order', 'new', 'A kilometre begun is paid in full: mend fare() in src/fare.js', '--allow-commands']
const { status } = spawnSync(process.execPath, [...whet, '--maker', `command:"${process.execPath}" "${join(here, 'maker.mjs')}"`], { cwd: repo, stdio: 'inherit' })
console.log(`\nThe repository is ${repo}; the change is on a branch there.`)
process.exitCode = status ?? 1
