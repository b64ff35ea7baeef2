// Input made to break us: YAML whose aliases explode, and addresses of texts that are not there. Refused in words, never a defect.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readText } from '../../src/adapters/disk.ts'
import { lending } from '../lending.ts'
import { type Project, newProject } from '../e2e/whet.ts'
import { type Served, ask, letIn, serveProject } from '../surfaces/web/project.ts'

/** Ten to the ninth values in a few lines. */
const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefghi'].map((name, n) => `${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[n]}`).join(', ')}]`),
].join('\n')

describe('an alias bomb in', () => {
  let at: Project
  beforeAll(() => (at = newProject()))
  afterAll(() => at.remove())

  it.each([
    ['whetstone.yaml', 'whetstone.yaml', `${bomb}\nmakers: *i\n`, ['verify']],
    ['a rules file', 'rules.yaml', `${bomb}\nrules: *i\n`, ['check', 'rules.yaml', '--rules', 'rules.yaml']],
    [
      'a criteria file',
      'rules.yaml',
      `${bomb}\nrules: *i\nmax_iterations: 1\n`,
      ['reflex', 'new', 'x', '--criteria', 'rules.yaml', '--maker', 'command:cat'],
    ],
    [
      'a maker script',
      'script.yaml',
      `${bomb}\nproduce: *i\n`,
      ['reflex', 'new', 'x', '--mandatory', 'y', '--maker', 'scripted:script.yaml'],
    ],
    ['a file under judgement', 'bomb.yaml', `${bomb}\n`, ['check', 'bomb.yaml', '--rules', 'plain.yaml']],
  ])('%s', async (_, file, text, args) => {
    at.write(
      'plain.yaml',
      'rules:\n  - { id: parses, description: parses, severity: fail, weight: 1, check: { kind: parse, format: yaml } }\n',
    )
    at.write(file, text)
    const { code, stdout, stderr } = await at.whet(args)
    expect(stderr).not.toMatch(/defect|\bat .*\.ts:\d+/)
    expect([1, 2]).toContain(code)
    expect(stdout + stderr).toMatch(/alias|problem|invalid|not YAML/i)
    at.write(file, '{}\n')
  })
})

describe('a pipe nobody writes to, a device without end or a folder', () => {
  let at: Project
  beforeAll(() => (at = newProject()))
  afterAll(() => at.remove())

  it.skipIf(process.platform === 'win32').each(['pipe', 'device', 'folder'])('%s: holds nobody up where a file is needed', async (what) => {
    const path = join(at.root, what)
    if (what === 'pipe') execFileSync('mkfifo', [path])
    else if (what === 'device') symlinkSync('/dev/zero', path)
    else mkdirSync(path)
    expect(() => readText(path)).toThrow(expect.objectContaining({ code: 'storage' }))
  })

  it('in place of a journal is damage, not a run that never was', async () => {
    const lost = newProject()
    const { run } = await lost.json<{ run: string }>(['design', 'new', 'lending', '--requirements', lending, '--threshold', '70'])
    const journal = join(lost.root, '.whetstone', 'runs', run, 'journal.jsonl')
    rmSync(journal)
    symlinkSync('/dev/zero', journal)
    const { code, stdout, stderr } = await lost.whet(['verify', 'lending'])
    expect([code, stdout + stderr]).toEqual([4, expect.stringContaining('journal.jsonl, line 1: is missing')])
    lost.remove()
  })
})

describe('a link in a project to what lies outside', () => {
  it('is not read for whoever checks it, also where it is named', async () => {
    const at = newProject()
    const outside = join(at.env['HOME'] as string, 'private.txt')
    writeFileSync(outside, 'of the person\n')
    symlinkSync(outside, join(at.root, 'notes.md'))
    at.write(
      'rules.yaml',
      'rules:\n  - { id: a.x.y, description: none, severity: fail, check: { kind: content.regex, pattern: ".+", absent: true } }\n',
    )
    const { code, stdout, stderr } = await at.whet(['check', 'notes.md', '--rules', 'rules.yaml'])
    expect([code, stdout]).toEqual([6, ''])
    expect(stderr).toContain('leaves the project through a link')
    at.remove()
  })
})

describe('over HTTP', () => {
  let served: Served
  let ours: Record<string, string>
  beforeAll(async () => {
    served = await serveProject()
    ours = await letIn(served.dashboard)
  }, 60_000)
  afterAll(() => served?.close())

  it.each([
    ['an unknown text', `/api/runs/design-order-tracking/texts/${'0'.repeat(64)}`, [404]],
    ['an unknown run', `/api/runs/nothing/texts/${'0'.repeat(64)}`, [404]],
    ['no hash at all', '/api/runs/design-order-tracking/texts/..%2f..%2fetc', [400, 404, 422]],
    ['an unknown entry', '/api/runs/design-order-tracking/entries/99999', [404]],
    ['an unknown evaluation', '/api/runs/design-order-tracking/findings/99', [404]],
    ['an unknown request', '/api/runs/design-order-tracking/prompt?key=nothing', [404]],
  ])('%s is not found', async (_, path, codes) => {
    const { status, text } = await ask(served.dashboard, path, { headers: ours })
    expect(codes).toContain(status)
    expect(text).not.toMatch(/defect/)
  })
})
