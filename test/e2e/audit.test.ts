// Audits as people run them from the command line: the example, every exit code, and a run that is killed again and again.
import { cpSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readDiscoveries } from '../../src/workflows/audit/discoveries.ts'
import { readTasks } from '../../src/workflows/audit/tasks.ts'
import { everything } from '../everything.ts'
import { type Answer, type Project, ended, eventsOf, lines, newProject, until } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

const example = fileURLToPath(new URL('../../examples/audit-session', import.meta.url))
const fixtures = fileURLToPath(new URL('../workflows/audit/fixtures', import.meta.url))

function project(): Project {
  const made = newProject()
  cleaning.push(() => made.remove())
  return made
}

/** Everything below a folder with its text. */
const snapshot = (folder: string) =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .sort()
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
const sheet = (made: Project) => readTasks(made.read('session/tasks.csv'))
const decisions = (made: Project) =>
  readDiscoveries(made.read('session/discoveries.ndjson'))
    .entries.filter(({ entry }) => entry.type === 'gc_decision')
    .map(({ entry }) => entry.data)

it('the example comes to what it says', async () => {
  const made = project()
  cpSync(example, made.root, { recursive: true })
  const expected = parse(made.read('expected.yaml')) as {
    reason: string
    tasks: Record<string, object>
    decisions: object[]
    files: string[]
  }
  const { code, stdout } = await made.whet([
    'audit',
    'run',
    '--session',
    'session',
    '--maker',
    'scripted:makers.yaml',
    '--maker',
    'reviewer=builtin',
  ])
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Passed: ${expected.reason}`)])
  expect(stdout).toMatch(
    /\n {2}AUDIT-001 {5}8\.75 {2}█{18}·· {2}REVISION, iteration 1 of 3\n {2}AUDIT-re-001 {2}9\.58 {2}█{19}· {2}CONVERGE/,
  )
  expect(Object.fromEntries(sheet(made).tasks.map(({ id, cells }) => [id, cells]))).toMatchObject(expected.tasks)
  expect(sheet(made).tasks).toHaveLength(Object.keys(expected.tasks).length)
  expect(decisions(made)).toMatchObject(expected.decisions)
  expect(Object.keys(snapshot(join(made.root, 'session')))).toEqual(expected.files)
  const again = await made.whet(['audit', 'assess', '--session', 'session', '--dry-run'])
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Nothing to write: everything is already recorded.')])
  expect((await made.whet(['verify'])).code).toBe(0)
})

describe('whet audit assess', () => {
  it.each([
    ['third-round', 3, 'escalated', [['AUDIT-re-002', 'ESCALATE']]],
    ['broken', 1, 'missing', []],
  ])('%s: exit %i, %s; --dry-run shows the same and writes nothing at all', async (name, code, reason, audits) => {
    const made = project()
    cpSync(join(fixtures, name), join(made.root, 'session'), { recursive: true })
    const before = snapshot(made.root)
    const looked = await made.whet(['audit', 'assess', '--session', 'session', '--dry-run', '--json'])
    expect(snapshot(made.root)).toEqual(before)
    expect(readdirSync(made.root)).toEqual(['session'])
    const done = await made.whet(['audit', 'assess', '--session', 'session', '--json'])
    const [seen, written] = [JSON.parse(looked.stdout) as Answer, JSON.parse(done.stdout) as Answer]
    expect([looked.code, done.code, seen['reason']]).toEqual([code, code, reason])
    expect((seen['audits'] as { audit: string; decision: string }[]).map(({ audit, decision }) => [audit, decision])).toEqual(audits)
    const still = ({ run: _run, discoveries: _lines, ...rest }: Answer) => rest
    expect(still(written)).toEqual(still(seen))
    for (const { path } of written['files'] as { path: string }[]) expect(before[`session/${path}`]).not.toBe(made.read(`session/${path}`))
  })

  it('what it cannot do it says in words, with an exit code', async () => {
    const made = project()
    for (const [args, code, words] of [
      [['--session', 'nowhere'], 2, 'there is no session folder nowhere'],
      [[], 2, '--session: is needed'],
      [['--session', '.', '--time-limit', '-1'], 2, '--time-limit'],
    ] as const) {
      const { code: found, stderr } = await made.whet(['audit', 'assess', ...args])
      expect([found, stderr]).toEqual([code, expect.stringContaining(words)])
    }
    const { code, stdout } = await made.whet(['audit', 'assess', '--session', '.'])
    expect([code, stdout]).toEqual([1, expect.stringContaining('No decision: there is no tasks.csv in the session folder.')])
  })
})

describe('an escalation', () => {
  it('rests for a person, lists itself in the inbox, and goes on by the answer', async () => {
    const made = project()
    cpSync(join(fixtures, 'third-round'), join(made.root, 'session'), { recursive: true })
    const resting = await made.whet(['audit', 'new', '--session', 'session'])
    expect([resting.code, resting.stdout]).toEqual([
      3,
      expect.stringMatching(
        /Unresolved Critical and High findings:[\s\S]*tokens\.json:13[\s\S]*force-approve[\s\S]*manual-fix[\s\S]*abort/,
      ),
    ])
    expect((await made.whet(['inbox'])).stdout).toContain('AUDIT-re-002 still needs a fix')
    const forced = await made.whet(['answer', 'audit-session', 'force-approve'])
    expect([forced.code, forced.stderr]).toEqual([3, expect.stringContaining('needs a person')])
    const fixed = await made.whet(['answer', 'audit-session', 'manual-fix', 'by', 'hand'])
    expect([fixed.code, fixed.stdout]).toEqual([
      1,
      expect.stringContaining('Ended: manual_fix, because AUDIT-re-003 audits the design again'),
    ])
    expect(sheet(made).byId.get('AUDIT-re-003')!.cells).toMatchObject({ status: 'pending', deps: 'AUDIT-re-002' })
  })
})

describe('a run that is killed', () => {
  const tasks = `id,title,description,role,deps,context_from,wave,status,findings,artifacts_produced,audit_type,audit_score,audit_signal,error,mine
RESEARCH-001,One,Find out,researcher,,,1,pending,,,,,,,"kept, as it is"
RESEARCH-002,Two,Find out,researcher,,,1,pending,,,,,,,
DESIGN-001,Three,Design,designer,RESEARCH-001;RESEARCH-002,,2,pending,,,,,,,
AUDIT-001,Four,Audit,reviewer,DESIGN-001,,3,pending,,,final-audit,,,,
BUILD-001,Five,Build,implementer,AUDIT-001,,4,pending,,,,,,,
`
  /** Notes each call, and answers by the task's name alone. */
  const maker = (calls: string) => `
const id = /^TASK ([A-Za-z0-9-]+)/m.exec(prompt)?.[1]
if (id) fs.appendFileSync(${JSON.stringify(calls)}, id + '\\n')
if (!args.includes('--version')) setTimeout(() => {
  if (id.startsWith('AUDIT')) { const n = id === 'AUDIT-001' ? 6 : 9; console.log(JSON.stringify({ summary: 'Audited ' + id, findings: n === 9 ? [] : [{ severity: 'Critical', text: 'Contrast of muted text fails', at: 'artifacts/design/design-001.md:1' }], audit: { dimensions: { consistency: n, accessibility: n, completeness: n, quality: n, industry: n } } })) }
  else console.log('Made ' + id + '.\\n\\n\`\`\`md file=' + id.toLowerCase() + '.md\\n# ' + id + '\\n\`\`\`\\n')
}, 30)`

  it('ends as if nothing had happened: no task twice, no decision twice, no recorded answer asked for again', async () => {
    const begin = () => {
      const made = project()
      made.write('session/tasks.csv', tasks)
      made.program('maker', maker(calls(made)))
      return made
    }
    const undisturbed = begin()
    expect((await undisturbed.whet(args(undisturbed))).code).toBe(0)
    const killed = begin()
    let kills = 0
    for (let process = 0; ; process++) {
      const child = killed.start(args(killed))
      child.stdin.end()
      const over = ended(child)
      const gone = over.then(() => true)
      // Killed after another commit or two, wherever it happens to be then.
      const size = journalSize(killed)
      const due = process < (everything ? 8 : 4)
      const moved = due ? until(() => journalSize(killed) > size + (process % 3) * 900).then(() => false) : new Promise<boolean>(() => {})
      if (!(await Promise.race([gone, moved]))) {
        child.kill('SIGKILL')
        kills += 1
      }
      const { code, stderr } = await over
      if (code === 0) break
      expect(code, stderr).toBeNull()
      expect(process).toBeLessThan(60)
    }
    expect(kills).toBeGreaterThan(2)
    const files = (made: Project) =>
      Object.fromEntries(
        Object.entries(snapshot(join(made.root, 'session'))).map(([name, text]) => [
          name,
          name === 'discoveries.ndjson'
            ? text
                .split('\n')
                .map((line) => line.replace(/"ts":"[^"]*"/, ''))
                .sort()
            : text,
        ]),
      )
    expect(files(killed)).toEqual(files(undisturbed))
    expect(sheet(killed).tasks.map(({ id }) => id)).toEqual([
      'RESEARCH-001',
      'RESEARCH-002',
      'DESIGN-001',
      'AUDIT-001',
      'BUILD-001',
      'DESIGN-fix-001',
      'AUDIT-re-001',
    ])
    const replies = eventsOf(killed.journal(), 'replied').map(({ task }) => task as string)
    expect(replies).toEqual([...new Set(replies)])
    expect(new Set(lines(calls(killed)))).toEqual(new Set(lines(calls(undisturbed))))
    expect((await killed.whet(['verify'])).code).toBe(0)
  }, 180_000)

  const args = (made: Project) => ['audit', 'run', '--session', 'session', '--maker', `command:${join(made.bin, 'maker')}`]
  const calls = (made: Project) => join(made.root, 'calls.txt')
  const journalSize = (made: Project) =>
    readdirSync(made.root).includes('.whetstone')
      ? made
          .files()
          .filter((path) => path.endsWith('journal.jsonl'))
          .reduce((sum, path) => sum + readFileSync(path, 'utf8').replaceAll('\n', '').length, 0)
      : 0
})
