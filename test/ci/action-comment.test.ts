// The action's comment, against a stand-in for GitHub on this machine: posted once, then updated, and never a reason to fail.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { launcher } from '../e2e/whet.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
interface Comment {
  id: number
  body: string
  user: { type: string }
}

let root: string
let server: Server
let comments: Comment[]
let asked: string[]
let refuse = false
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-comment-')))
  asked = []
  refuse = false
  comments = [{ id: 7, body: '<!-- whet check -->\nnot ours', user: { type: 'User' } }]
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      const body = text === '' ? '' : (JSON.parse(text) as { body: string }).body
      if (request.method === 'POST') comments.push({ id: 100 + comments.length, body, user: { type: 'Bot' } })
      if (request.method === 'PATCH') comments.find(({ id }) => request.url?.endsWith(`/${id}`))!.body = body
      response
        .writeHead(refuse ? 403 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(request.method === 'GET' ? comments : {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  write(
    'rules.yaml',
    'rules:\n  - id: a.style.todo\n    description: nothing is left open\n    severity: fail\n    check: { kind: content.placeholders }\n',
  )
  chmodSync(write('whet', `#!/bin/sh\ntest -z "$INPUT_TOKEN$WHET_TOKEN" || exit 9\nexec '${process.execPath}' '${launcher}' "$@"\n`), 0o755)
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true })
})

function write(path: string, text: string): string {
  writeFileSync(join(root, path), text)
  return join(root, path)
}
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }).stdout.trim()

async function step(
  inputs: Record<string, string> = { INPUT_FILES: 'a.md', INPUT_RULES: 'rules.yaml' },
  cwd = root,
): Promise<{ status: number | null; stdout: string }> {
  const child = spawn('bash', [join(repository, 'scripts/action.sh')], {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: root,
      WHET: join(root, 'whet'),
      ...inputs,
      INPUT_TOKEN: 'secret',
      GITHUB_EVENT_PATH: join(root, 'event.json'),
      GITHUB_REPOSITORY: 'ours/project',
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  })
  let stdout = ''
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  return { status: await new Promise((resolve) => child.on('close', resolve)), stdout }
}

it('posts one comment with what changed against the base branch, and updates it at the next push', async () => {
  write('a.md', 'TODO: old\n')
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'base')
  write('event.json', JSON.stringify({ pull_request: { number: 3, base: { sha: git('rev-parse', 'HEAD') } } }))
  write('a.md', 'More\n\nTODO: old\n\nFIXME: new\n')
  expect((await step()).status).toBe(1)
  expect(comments).toHaveLength(2)
  expect(comments[1]?.body).toContain('## whet: 0 of 1 file passed')
  expect(comments[1]?.body).toContain('1 new, 0 gone, 1 as before')
  write('a.md', 'Done.\n')
  expect((await step()).status).toBe(0)
  expect(comments).toHaveLength(2)
  expect(comments[1]?.body).toContain('## whet: 1 of 1 file passed')
  expect(comments[1]?.body).toContain('0 new, 1 gone, 0 as before')
  expect(asked.every((line) => line.endsWith('Bearer secret'))).toBe(true)
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
})

it('needs no input beside the token: files and rules of done, the base fetched into a checkout of one commit', async () => {
  write('whetstone.yaml', 'done:\n  rules: rules.yaml\n  files: ["*.md"]\n')
  write('a.md', 'TODO: old\n')
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'base')
  write('event.json', JSON.stringify({ pull_request: { number: 3, base: { sha: git('rev-parse', 'HEAD') } } }))
  write('a.md', 'Done.\n')
  write('b.md', 'FIXME: new\n')
  git('add', '.')
  git('commit', '-qm', 'change')
  git('clone', '-q', '--depth=1', `file://${root}`, 'checkout')
  expect((await step({}, join(root, 'checkout'))).status).toBe(1)
  expect(comments[1]?.body).toContain('## whet: 1 of 2 files passed')
  expect(comments[1]?.body).toContain('1 new, 1 gone, 0 as before')
})

it('says why when GitHub refuses, and ends as the check does', async () => {
  refuse = true
  write('a.md', 'Done.\n')
  write('event.json', JSON.stringify({ pull_request: { number: 3, base: { sha: '0'.repeat(40) } } }))
  const { status, stdout } = await step()
  expect([status, stdout.includes('::warning title=whet::no comment was written'), stdout.includes('pull-requests: write')]).toEqual([
    0,
    true,
    true,
  ])
  expect(existsSync(join(root, 'whet-reports/whet-change.json'))).toBe(false)
  expect(readFileSync(join(root, 'whet-reports/whet.md'), 'utf8')).toContain('passed')
})
