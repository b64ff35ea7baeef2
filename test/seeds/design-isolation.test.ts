// Features beside each other, previews by others, and nothing but this machine.
import { existsSync, readFileSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import designNew from '../../src/workflows/design/verbs/new.ts'
import { type Manner, type StitchServer, stitchServer } from '../workflows/design/stitch-server.ts'
import { type Project, booking, filesBelow, newProject } from '../workflows/design/project.ts'

let project: Project
beforeEach(() => {
  project = newProject()
})
afterEach(() => project.remove())

describe('a feature id', () => {
  test.each([
    '..',
    '../other',
    'a/b',
    'a\\b',
    '/etc',
    '.hidden',
    'Upper',
    'with space',
    '',
    'x'.repeat(61),
    'trailing-',
    'a--b',
    'ünicode',
    'a\u0000b',
  ])('DE-093 %j is refused, and nothing is made', async (feature) => {
    await expect(project.start({ feature })).rejects.toThrow("isn't a feature id")
    expect(filesBelow(project.root)).toEqual([])
  })

  test('DE-093 all files of a feature lie below its folder, and a link does not lead them elsewhere', async () => {
    await project.start()
    expect(
      filesBelow(project.root)
        .filter((name) => !name.startsWith('.whetstone/'))
        .every((name) => name.startsWith('features/table-booking/design/')),
    ).toBe(true)
    const outside = join(project.root, '..', 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(project.root, 'features', 'sly'))
    await expect(project.start({ feature: 'sly' })).rejects.toThrow('leaves the project through a link')
    expect(filesBelow(outside)).toEqual([])
    expect(existsSync(join(project.root, '.whetstone', 'runs', 'design-sly'))).toBe(false)
  })
})

describe('two features', () => {
  const below = (feature: string) =>
    Object.fromEntries(
      filesBelow(join(project.root, 'features', feature)).map((name) => [
        name,
        readFileSync(join(project.root, 'features', feature, name), 'utf8'),
      ]),
    )

  test('DE-094 what happens to one changes no byte of the other', async () => {
    await project.start({ feature: 'first', threshold: 70 })
    await project.answer('approve', undefined, { feature: 'first' })
    const before = below('first')
    await project.start({ feature: 'second', threshold: 90, maxIterations: 3 })
    await project.answer('reject', 'The guest can also pay a deposit.', { feature: 'second' })
    await project.answer('abort', 'enough', { feature: 'second' })
    await project.reset(undefined, 'second')
    await project.start({ feature: 'second', threshold: 75 })
    expect(below('first')).toEqual(before)
    expect([project.state('first'), project.state('second')]).toMatchObject([
      { state: 'FROZEN', threshold: 70 },
      { state: 'CANDIDATE', threshold: 75 },
    ])
  })

  test('DE-095 an intent that refers to an artifact of the other is refused', async () => {
    const intent = structuredClone(booking.intent)
    intent.components[0]!.description = 'Shows what features/payment/design/intent.json describes.'
    const report = await project.start({ maker: project.script([intent]) })
    expect(report).toMatchObject({ status: 'FAILED', reason: 'schema_violation' })
    expect(project.state()['failure']).toMatchObject({
      because: expect.stringContaining('refers to a design artifact of the feature "payment"'),
    })
    const named = await project.start({ feature: 'payment', maker: project.script([booking.intent]) })
    expect(named).toMatchObject({ status: 'FAILED', reason: 'schema_violation' })
  })

  test('DE-097 agent calls of features in one process share one limit', async () => {
    project.remove()
    project = newProject({ config: `concurrency: 1\nmakers:\n  default: {command: ["${process.execPath}", "maker.mjs"]}\n` })
    writeFileSync(
      join(project.root, 'maker.mjs'),
      `
      import { appendFileSync, readFileSync } from 'node:fs'
      const id = /feature ([a-z]+)/.exec(readFileSync(0, 'utf8'))[1]
      appendFileSync('calls.txt', 'begin\\n')
      setTimeout(() => {
        appendFileSync('calls.txt', 'end\\n')
        console.log(JSON.stringify({ ...JSON.parse(readFileSync('intent.json', 'utf8')), featureId: id }))
      }, 150)`,
    )
    writeFileSync(join(project.root, 'intent.json'), JSON.stringify(booking.intent))
    project.trust()
    const world = project.world()
    const reports = await Promise.all(
      ['one', 'two', 'three'].map((feature) => designNew.run({ feature, requirements: booking.text }, world)),
    )
    await world.close()
    expect(reports.map(({ status }) => status)).toEqual(['CANDIDATE', 'CANDIDATE', 'CANDIDATE'])
    expect(readFileSync(join(project.root, 'calls.txt'), 'utf8').trim().split('\n')).toEqual([
      'begin',
      'end',
      'begin',
      'end',
      'begin',
      'end',
    ])
  }, 20_000)
})

describe('the preview', () => {
  let server: StitchServer
  afterEach(() => server?.close())

  async function drawn(manner: Manner): Promise<void> {
    server = await stitchServer(manner)
    project.remove()
    project = newProject({ config: `design:\n  stitch: {url: "${server.url}", project: "7"}\n` })
    await project.start({ maker: project.script([booking.intent]) })
  }

  test('DE-098 comes from the built-in renderer by default', async () => {
    await project.start()
    expect(project.state()['preview']).toMatchObject({ renderer: 'builtin' })
    expect(project.read('preview.html')).toContain('Design preview')
  })

  test('DE-098 comes from Stitch where it is configured, and carries the hash of its intent', async () => {
    await drawn('draws')
    expect(project.state()).toMatchObject({ state: 'CANDIDATE', preview: { renderer: 'stitch', stale: false } })
    expect(project.read('preview.html')).toContain('<h1>A drawing</h1>')
    expect(project.read('preview.html')).toContain(
      `<meta name="whetstone-intent-sha256" content="${String(project.state()['intentHash'])}">`,
    )
    expect(server.calls.find(({ name }) => name === 'generate_screen_from_text')?.args['prompt']).toContain('Guest chooses one free table.')
    expect((await project.answer('approve')).status).toBe('FROZEN')
  })

  test.each(['refuses', 'has no such tool', 'gives no page'] as const)(
    'DE-099 of a Stitch that %s falls back with a visible note, and the run goes on',
    async (manner) => {
      await drawn(manner)
      expect(project.state()).toMatchObject({
        state: 'CANDIDATE',
        preview: { renderer: 'builtin' },
        warnings: [expect.stringMatching(/built-in renderer, because Stitch didn't draw it: /)],
      })
      expect(project.said.join('\n')).toContain("because Stitch didn't draw it")
      expect(
        filesBelow(project.root).filter((name) => readFileSync(join(project.root, name), 'utf8').includes('stitch-key-0123456789')),
      ).toEqual([])
    },
  )

  test('an untrusted configuration draws nothing elsewhere', async () => {
    server = await stitchServer('draws')
    writeFileSync(join(project.root, 'whetstone.yaml'), `design:\n  stitch: {url: "${server.url}", project: "7"}\n`)
    await project.start()
    expect(server.keys).toEqual([])
    expect(existsSync(project.path('preview.html'))).toBe(true)
  })
})
