// Designs from the command line: what a person types, sees and gets back; several processes at once; processes that die.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { makeSigner } from '../gates/sshsig-signer.ts'
import { booking } from '../workflows/design/project.ts'
import { type Answer, type Project, ended, eventsOf, newProject, until } from './whet.ts'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

function project(): Project {
  const made = newProject()
  cleaning.push(() => made.remove())
  made.write('requirements.md', booking.text)
  return made
}

const example = new URL('../../examples/design-tool-library/requirements.md', import.meta.url)
const state = (made: Project, feature = 'table-booking') =>
  JSON.parse(made.read(`features/${feature}/design/state.json`)) as Record<string, unknown>
const begin = (made: Project, feature = 'table-booking', more: string[] = []) =>
  made.whet(['design', 'new', feature, '--requirements', 'requirements.md', ...more])

describe('a person at the command line', () => {
  test('gets scores, findings, the preview and three choices, and exit code 3', async () => {
    const made = project()
    const { code, stdout, stderr } = await begin(made)
    expect(code).toBe(3)
    expect(stderr).toMatch(/iteration 1\/10 {2}score \d+(\.\d\d)?, threshold 80/)
    for (const part of [
      'CANDIDATE: table-booking',
      'Completeness',
      'Data model integrity',
      'Findings:',
      'features/table-booking/design/preview.html',
      'whet approve table-booking',
      'whet reject  table-booking',
      'whet abort   table-booking',
    ])
      expect(stdout).toContain(part)
    expect(
      Math.max(
        ...stdout
          .split('\n')
          .filter((line) => !line.includes('features/'))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(100)
  })

  test('may give the requirements on standard input, and hears when a file is not there', async () => {
    const made = project()
    expect((await made.whet(['design', 'new', 'piped', '--requirements', '-'], { input: booking.text })).code).toBe(3)
    expect(await made.whet(['design', 'new', 'gone', '--requirements', 'nowhere.md'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no file nowhere.md'),
    })
  })

  test('cannot approve through a pipe, a flag or the environment', async () => {
    const made = project()
    await begin(made)
    const { phrase } = eventsOf(made.journal('design-table-booking'), 'evaluation_done')[0] as { phrase: string }
    for (const args of [
      ['approve', 'table-booking'],
      ['answer', 'table-booking', 'approve', phrase],
    ]) {
      expect(await made.whet(args, { input: `${phrase}\n`, env: { WHET_YES: '1', CI: '' } })).toMatchObject({
        code: 3,
        stdout: expect.not.stringContaining('FROZEN:'),
      })
    }
    expect(state(made)['state']).toBe('CANDIDATE')
  })

  test('signs, freezes, certifies and verifies; another machine believes the certificate', async () => {
    const signer = makeSigner('ed25519')
    const made = project()
    const approvers = made.write('../own/approvers', `${signer.line('ann@example.com')}\n`)
    await begin(made)
    const hash = String(state(made)['intentHash'])
    expect((await made.whet(['hash', 'features/table-booking/design/intent.json'])).stdout).toBe(`${hash}\n`)
    writeFileSync(join(made.root, 'approval.sig'), signer.sign(`${hash}\n`))
    expect(await made.whet(['approve', 'table-booking', '--signature', 'approval.sig', '--approvers', approvers])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('FROZEN: table-booking'),
    })
    expect(await made.whet(['verify', 'table-booking', '--require', 'signed', '--approvers', approvers])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('ann@example.com'),
    })
    expect((await made.whet(['certificate', 'table-booking', '--approvers', approvers])).code).toBe(0)
    const other = newProject()
    cleaning.push(() => other.remove())
    other.write('certificate.html', made.read('table-booking-certificate.html'))
    const theirs = other.write('../own/approvers', `${signer.line('ann@example.com')}\n`)
    expect(await other.whet(['verify', 'certificate.html', '--require', 'signed', '--approvers', theirs])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('signed by one of your approvers'),
    })
  })

  test('prints the canonical form byte for byte, and refuses what has none', async () => {
    const made = project()
    made.write('a.json', '{"b": 1.0, "a": "\\u00e9"}')
    expect((await made.whet(['hash', 'a.json', '--canonical'])).stdout).toBe('{"a":"é","b":1}')
    made.write('twice.json', '{"a": 1, "a": 2}')
    expect(await made.whet(['hash', 'twice.json'])).toMatchObject({ code: 2, stderr: expect.stringContaining('the key "a" occurs twice') })
  })

  test('rejects with words and sees them designed, then aborts', async () => {
    const made = project()
    await begin(made)
    expect((await made.whet(['reject', 'table-booking', 'The', 'guest', 'can', 'order', 'a', 'cake.'])).code).toBe(3)
    expect(made.read('features/table-booking/design/intent.json')).toMatch(/orders? a cake/)
    expect(await made.whet(['abort', 'table-booking', 'the', 'restaurant', 'closed'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('FAILED: aborted'),
    })
    expect(state(made)['abort']).toMatchObject({ reason: 'the restaurant closed' })
  })

  test('finds the example that ships with us worth a look', async () => {
    const made = project()
    made.write('example.md', readFileSync(example, 'utf8'))
    const answer = await made.json<Answer & { summary: { score: string }; status: string }>([
      'design',
      'new',
      'tool-library',
      '--requirements',
      'example.md',
    ])
    expect(answer.status).toBe('CANDIDATE')
    expect(Number(answer.summary.score)).toBeGreaterThanOrEqual(80)
  })
})

describe('several processes', () => {
  test('of one feature wait for each other: the second is told, and the first is not disturbed', async () => {
    const made = project()
    made.program(
      'patient',
      `fs.writeFileSync(${JSON.stringify(join(made.root, 'asked'))}, ''); setInterval(() => { if (!fs.existsSync(${JSON.stringify(join(made.root, 'go'))})) return; console.log(${JSON.stringify(JSON.stringify(booking.intent))}); process.exit() }, 20)`,
    )
    const first = made.start(['design', 'new', 'table-booking', '--requirements', 'requirements.md', '--maker', 'command:patient'])
    const firstEnds = ended(first)
    await until(() => existsSync(join(made.root, 'asked')))
    expect(await begin(made)).toMatchObject({ code: 5, stderr: expect.stringContaining('another process is working on') })
    made.write('go', '')
    expect((await firstEnds).code).toBe(3)
    expect(state(made)).toMatchObject({ state: 'CANDIDATE', iteration: 0 })
  }, 30_000)

  test('that die leave nothing undone: the next goes on, and what was recorded is not asked for again', async () => {
    const made = project()
    const log = JSON.stringify(join(made.root, 'calls'))
    made.program(
      'mortal',
      `fs.appendFileSync(${log}, 'x'); if (fs.readFileSync(${log}, 'utf8').length === 1) setTimeout(() => {}, 60_000); else console.log(${JSON.stringify(JSON.stringify(booking.intent))})`,
    )
    const first = made.start(['design', 'new', 'table-booking', '--requirements', 'requirements.md', '--maker', 'command:mortal'])
    const firstEnds = ended(first)
    await until(() => existsSync(join(made.root, 'calls')))
    first.kill('SIGKILL')
    await firstEnds
    expect(state(made)['state']).toBe('GENERATING')
    expect((await made.whet(['resume', 'table-booking'])).code).toBe(3)
    expect(state(made)['state']).toBe('CANDIDATE')
    expect(readFileSync(join(made.root, 'calls'), 'utf8')).toBe('xx')
    expect((await made.whet(['verify', 'table-booking'])).code).toBe(0)
  }, 30_000)
})
