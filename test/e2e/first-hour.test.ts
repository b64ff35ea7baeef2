// A newcomer's first hour, typed in a terminal from packing and installing to the report: the screen must be the one in examples/first-hour/transcript.txt.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startRegistry } from './registry.ts'
import { openTerminal } from './terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const example = join(root, 'examples/first-hour')

test('is as the transcript shows it', async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-first-hour-')))
  const project = join(base, 'tidy')
  mkdirSync(project)
  for (const file of ['criteria.yaml', 'rules.yaml']) cpSync(join(example, file), join(project, file))
  const registry = await startRegistry()
  const model = spawn(process.execPath, [join(example, 'model.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  model.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const saying = async (pattern: RegExp) => {
    while (!pattern.test(said)) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  try {
    await saying(/^http/)
    const env = {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: base,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      WHETSTONE: root,
      npm_config_registry: registry.url,
      npm_config_cache: join(base, 'cache'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
      OPENAI_COMPATIBLE_BASE_URL: said.split('\n')[0] as string,
    }
    const terminal = await openTerminal({ cwd: project, env })
    const lines = readFileSync(join(example, 'session.txt'), 'utf8').trimEnd().split('\n')
    for (const [n, line] of lines.entries()) {
      const [, key, question] = /^\[(\w+)\] at: (.+)$/.exec(line) ?? []
      if (question) await terminal.until(new RegExp(question))
      else if (line.startsWith('^C')) await saying(/REFINE was asked/)
      terminal.press(line.startsWith('^C') ? '\x03' : question ? (key === 'Enter' ? '\r' : String(key)) : `${line}\n`)
      if (!/^(?:\^C|\[)/.test(lines[n + 1] ?? '')) await terminal.ready()
    }
    await terminal.close()
    const screen = readable(terminal.screen(), base)
    const path = join(example, 'transcript.txt')
    if (process.env['UPDATE_TRANSCRIPT']) writeFileSync(path, screen)
    expect(screen).toBe(readFileSync(path, 'utf8'))
  } finally {
    model.kill()
    await registry.close()
    rmSync(base, { recursive: true, force: true })
  }
}, 300_000)

/** As the screen looks in the end, without what differs from machine to machine and from hour to hour. */
function readable(printed: string, base: string): string {
  const repainted = printed
    .replaceAll(/\x1b\[\?[\d;]*[a-zA-Z]/g, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => (line.split(/\r|\x1b\[2K|\x1b\[1G\x1b\[0K/).at(-1) as string).replaceAll(/\x1b\[[\d;]*[a-zA-Z]/g, '').trimEnd())
    .filter((line) => !/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] |^(?:Building|Installing packages)/.test(line)) // what was repainted
    .join('\n')
  return repainted
    .replaceAll(base, '<home>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time>')
    .replaceAll(/-\d{8}-\d{6}\b/g, '-<time>')
    .replaceAll(/\b[0-9a-f]{12,64}\b/g, '<hash>')
    .replaceAll(/\b\d+(?:\.\d+)? (?:s|ms|seconds?)\b/g, '<n> s')
    .replaceAll(/\b\d+\.\d+\.\d+\b/g, '<version>')
    .replaceAll(/^(?:ok|–|!!?) +(assistants|model keys|commands|browser): .*$(?:\n {4}\S.*$)*/gm, '    $1: <of this machine>') // doctor, wrapped
}
