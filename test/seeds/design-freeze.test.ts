// What is frozen stays what it was, and what happens when it does not.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import certificate from '../../src/workflows/design/verbs/certificate.ts'
import list from '../../src/operations/list.ts'
import show from '../../src/operations/show.ts'
import status from '../../src/operations/status.ts'
import verify from '../../src/operations/verify.ts'
import { findCommand } from '../commands.ts'
import { canonicalizeText } from '../../src/lib/canonical.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { type Project, booking, filesBelow, frozenFacts, newProject, weaker } from '../workflows/design/project.ts'

let project: Project
beforeEach(async () => {
  project = newProject()
  await project.start({ maker: project.script([weaker(1), booking.intent]), threshold: 85 })
  await project.answer('approve')
})
afterEach(() => project.remove())

const marker = () => project.read('final/FROZEN.md')
const of = (type: string) => project.events().filter((event) => event.type === type)

function tamper(name: string, change: (text: string) => string): void {
  const path = project.path(`final/${name}`)
  chmodSync(path, 0o644)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

async function look<T>(operation: { run(input: never, world: ReturnType<Project['world']>): Promise<T> }, input: object): Promise<T> {
  const world = project.world()
  try {
    return await operation.run(input as never, world)
  } finally {
    await world.close()
  }
}

describe('FROZEN.md', () => {
  test('DE-080 final/ holds copies of intent and preview, and the marker states their checksum and the time', () => {
    expect(filesBelow(project.path('final'))).toEqual(['FROZEN.md', 'intent.json', 'preview.html'])
    expect(project.read('final/intent.json')).toBe(project.read('intent.json'))
    expect(project.read('final/preview.html')).toBe(project.read('preview.html'))
    expect(frozenFacts(marker())).toMatchObject({
      checksumSHA256: sha256(canonicalizeText(project.read('final/intent.json'))),
      frozenAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
    })
    for (const name of ['FROZEN.md', 'intent.json', 'preview.html'])
      expect(statSync(project.path(`final/${name}`)).mode & 0o777).toBe(0o444)
  })

  test('DE-081 it has qualityThreshold, final score, iterations, approver, pins and the head of the history', () => {
    const facts = frozenFacts(marker())
    expect(facts).toMatchObject({
      featureId: 'table-booking',
      qualityThreshold: 85,
      finalScore: 100,
      iterations: 2,
      approvedBy: expect.any(String),
      modelVersion: expect.stringContaining('scripted'),
      promptTemplates: { 'design-generator': { version: '1.1.0' }, 'design-critic': { version: '1.0.0' } },
    })
    expect(marker()).toMatch(/^qualityThreshold: 85$/m)
    expect(facts['historyHead']).toMatch(/^[0-9a-f]{64}$/)
  })

  test('DE-082 people read threshold, score and checksum', () => {
    const { checksumSHA256 } = frozenFacts(marker())
    for (const line of ['**Quality Threshold:** 85/100', '**Final Score:** 100/100', `**Checksum (SHA-256):** ${String(checksumSHA256)}`])
      expect(marker().split('\n')).toContain(line)
  })

  test('DE-056 after freezing, looking and refused acts leave state.json alone', async () => {
    const before = project.read('state.json')
    await look(status, { run: 'table-booking' })
    await look(verify, { run: 'table-booking' })
    await expect(project.start({ threshold: 70 })).rejects.toThrow()
    await expect(project.reset()).rejects.toThrow()
    project.write('intent.json', '{}')
    await expect(project.resume()).rejects.toThrow()
    expect(project.read('state.json')).toBe(before)
  })
})

describe('a change', () => {
  test.each([
    ['status', status, { run: 'table-booking' }],
    ['list', list, {}],
    ['show', show, { run: 'table-booking' }],
    ['verify', verify, { run: 'table-booking' }],
    ['certificate', certificate, { feature: 'table-booking' }],
  ] as const)('DE-083 DE-086 of the frozen intent is noticed by %s: FAILED, with both hashes, and told', async (_, operation, input) => {
    const expected = frozenFacts(marker())['checksumSHA256']
    tamper('intent.json', (text) => text.replace('Guest', 'Ghost'))
    await look(operation as never, input).catch(() => {})
    const actual = sha256(canonicalizeText(project.read('final/intent.json')))
    expect(project.state()).toMatchObject({
      state: 'FAILED',
      integrityViolation: { file: 'features/table-booking/design/final/intent.json', expected, actual, at: expect.stringMatching(/Z$/) },
    })
    expect(of('integrity_violated')).toMatchObject([{ data: { expected, actual } }])
    expect(project.said.join('\n')).toContain(
      `integrity violation: features/table-booking/design/final/intent.json, expected ${String(expected)}, found ${actual}`,
    )
  })

  test.each([
    ['the marker', 'FROZEN.md', (text: string) => text.replace('approvedBy: "', 'approvedBy: "Not ')],
    ['the checksum in the marker, to fit another intent', 'FROZEN.md', (text: string) => text.replace(/[0-9a-f]{64}/, '0'.repeat(64))],
    ['the preview', 'preview.html', (text: string) => text.replace('</main>', '<p>more</p></main>')],
    ['the intent, to nothing', 'intent.json', () => ''],
  ])('of %s fails too', async (_, name, change) => {
    tamper(name, change)
    await look(status, { run: 'table-booking' })
    expect(project.state()).toMatchObject({ state: 'FAILED', integrityViolation: { file: `features/table-booking/design/final/${name}` } })
  })

  test('of spelling alone is none', async () => {
    tamper('intent.json', (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())))
    await look(status, { run: 'table-booking' })
    expect(project.state().state).toBe('FROZEN')
  })

  test('DE-087 after it, a reset is refused until a person says that it was looked into', async () => {
    tamper('intent.json', (text) => text.replace('Guest', 'Ghost'))
    await expect(project.reset()).rejects.toThrow('no investigation is recorded')
    await expect(project.reset('   ')).rejects.toThrow('no investigation is recorded')
    expect(project.state().state).toBe('FAILED')
    await project.reset('A colleague ran a search and replace.')
    expect(project.state()).toMatchObject({ state: 'IDLE', integrityViolation: null })
    expect(project.state().history).toEqual(
      expect.arrayContaining([expect.objectContaining({ choice: 'reset', text: 'A colleague ran a search and replace.' })]),
    )
  })

  test('DE-083 no run leaves IDLE while a marker there does not fit, or fits', async () => {
    const right = project.read('final/intent.json')
    tamper('intent.json', (text) => text.replace('Guest', 'Ghost'))
    await look(status, { run: 'table-booking' })
    await project.reset('It was me.')
    const report = await project.start()
    expect(report).toMatchObject({ status: 'FAILED', reason: 'integrity_violation' })
    await project.reset('Still me.')
    tamper('intent.json', () => right)
    await expect(project.start()).rejects.toThrow('was not started')
    expect(of('transition_refused').at(-1)?.data).toMatchObject({
      from: 'IDLE',
      to: 'GENERATING',
      reason: expect.stringContaining('FROZEN.md exists'),
    })
    expect(project.state().state).toBe('IDLE')
  })
})

describe('unfreezing', () => {
  test('DE-089 DE-084 deleting the marker by hand is noticed: the design is checked against the record, then IDLE', async () => {
    const checksum = frozenFacts(marker())['checksumSHA256']
    rmSync(project.path('final/FROZEN.md'))
    await look(status, { run: 'table-booking' })
    expect(project.state()).toMatchObject({ state: 'IDLE', frozen: null })
    expect(of('unfrozen')).toMatchObject([{ data: { reason: 'a person deleted FROZEN.md', checksum }, at: expect.any(Number) }])
    expect(project.state().history.at(-1)).toMatchObject({ from: 'FROZEN', to: 'IDLE', reason: 'unfrozen' })
  })

  test('DE-084 a design changed before its marker was deleted is a violation, not an unfreezing', async () => {
    tamper('intent.json', (text) => text.replace('Guest', 'Ghost'))
    rmSync(project.path('final/FROZEN.md'))
    await look(status, { run: 'table-booking' })
    expect(project.state()).toMatchObject({ state: 'FAILED' })
    expect(of('unfrozen')).toEqual([])
  })

  test('then a new run may start, and its approval replaces what was left in final/', async () => {
    const before = frozenFacts(marker())
    rmSync(project.path('final/FROZEN.md'))
    await project.start({ maker: project.script([booking.intent]), threshold: 70 })
    await project.answer('approve')
    expect(frozenFacts(marker())).toMatchObject({ qualityThreshold: 70, checksumSHA256: before['checksumSHA256'] })
    expect(frozenFacts(marker())['historyHead']).not.toBe(before['historyHead'])
  })

  test('DE-088 no verb of ours deletes the marker', async () => {
    const input: Record<string, unknown> = {
      run: 'table-booking',
      feature: 'table-booking',
      requirements: booking.text,
      choice: 'abort',
      text: 'x',
      investigated: 'x',
      reason: 'x',
      force: true,
      workflow: 'design',
    }
    const acting = [
      'new',
      'reset',
      'resume',
      'answer',
      'approve',
      'reject',
      'abort',
      'stop',
      'clean',
      'verify',
      'certificate',
      'show',
      'status',
      'history',
    ]
    for (const name of acting) {
      const operation = (await findCommand(name, 'design')!.load()).default
      await look(
        operation as never,
        operation.input.parse(Object.fromEntries(Object.entries(input).filter(([field]) => field in operation.input.shape))),
      ).catch(() => {})
      expect(existsSync(project.path('final/FROZEN.md')), name).toBe(true)
    }
    expect(project.state().state).toBe('FROZEN')
  })
})

describe('the freeze itself', () => {
  test('DE-085 a marker that is already there refuses the write, and the attempt is written down with user and time', async () => {
    project.remove()
    project = newProject()
    await project.start({ maker: project.script([booking.intent]) })
    mkdirSync(project.path('final'), { recursive: true })
    writeFileSync(project.path('final/FROZEN.md'), 'somebody else was here\n')
    const report = await project.answer('approve')
    expect(report.at).toBe('gate')
    expect(of('write_refused')).toMatchObject([
      { data: { path: 'features/table-booking/design/final/intent.json', by: expect.stringContaining('@') }, at: expect.any(Number) },
    ])
    expect(filesBelow(project.path('final'))).toEqual(['FROZEN.md'])
    expect(project.state().state).toBe('CANDIDATE')
  })

  test('strange files in final/ are left alone and nothing is frozen beside them', async () => {
    project.remove()
    project = newProject()
    await project.start({ maker: project.script([booking.intent]) })
    mkdirSync(project.path('final'), { recursive: true })
    writeFileSync(project.path('final/notes.txt'), 'mine\n')
    await project.answer('approve')
    expect(filesBelow(project.path('final'))).toEqual(['notes.txt'])
    rmSync(project.path('final'), { recursive: true })
    expect((await project.answer('approve')).status).toBe('FROZEN')
  })
})

describe('verify', () => {
  test('a marker that nobody approved freezes nothing, and is named', async () => {
    const other = newProject()
    const world = other.world()
    try {
      await other.start({ maker: other.script([booking.intent]) })
      mkdirSync(other.path('final'))
      for (const name of ['intent.json', 'preview.html']) writeFileSync(other.path(`final/${name}`), other.read(name))
      writeFileSync(other.path('final/FROZEN.md'), marker())
      const { ok, runs } = await verify.run({ run: 'table-booking' }, world)
      expect(ok).toBe(false)
      expect(runs[0]?.problems.map(({ file, what }) => `${file} ${what}`)).toEqual([
        'features/table-booking/design/final/FROZEN.md marks the design as frozen, but it is CANDIDATE',
      ])
    } finally {
      await world.close()
      other.remove()
    }
  })

  test('finds a frozen design intact, and says what the approval proves', async () => {
    const { ok, runs } = await look(verify, { run: 'table-booking' })
    expect(ok).toBe(true)
    const says = runs[0]?.says.filter((line) => !line.includes('had loaded foreign code first')) // the test runner does
    expect(says).toEqual([
      'score 100 recomputed from the intent',
      expect.stringMatching(/^frozen with checksum [0-9a-f]{64}$/),
      expect.stringMatching(/attended: somebody typed a phrase from the design; this does not prove who/),
    ])
  })

  test('names what was put beside what is frozen', async () => {
    writeFileSync(project.path('final/notes.txt'), 'x')
    const { runs } = await look(verify, { run: 'table-booking' })
    expect(runs[0]?.says).toContain('features/table-booking/design/final also holds notes.txt, which no one approved')
    rmSync(project.path('final/notes.txt'))
  })

  test('asked for a signed approval, an attended one is not enough', async () => {
    const { ok, runs } = await look(verify, { run: 'table-booking', require: 'signed' })
    expect(ok).toBe(false)
    expect(runs[0]?.problems[0]?.what).toContain('a signed approval is required')
  })

  test('a certificate is accepted anywhere, and refused after any change', async () => {
    const { page, statement } = await look(certificate, { feature: 'table-booking' })
    const elsewhere = newProject()
    try {
      for (const name of [page, statement]) {
        const bytes = readFileSync(join(project.root, name))
        const path = join(elsewhere.root, name)
        const check = async (content: Buffer | string) => {
          writeFileSync(path, content)
          const world = elsewhere.world()
          return verify.run({ run: path }, world).finally(() => world.close())
        }
        expect(await check(bytes)).toMatchObject({
          ok: true,
          certificate: { proves: 'integrity', states: { featureId: 'table-booking', score: 100 } },
        })
        for (const at of [10, Math.floor(bytes.length / 2), bytes.length - 5]) {
          const changed = Buffer.from(bytes)
          changed[at] = (changed[at] as number) ^ 1
          expect((await check(changed)).ok, `${name}, byte ${at}`).toBe(false)
        }
      }
    } finally {
      elsewhere.remove()
    }
  })
})
