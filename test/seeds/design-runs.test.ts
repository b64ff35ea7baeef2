// Whole design runs in a project of their own: what moves them, what ends them, what they leave behind.
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askLimits } from '../../src/agents/ask.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { type Project, booking, filesBelow, newProject, weaker } from '../workflows/design/project.ts'

let project: Project
beforeEach(() => {
  project = newProject()
})
afterEach(() => project.remove())

const moves = () => project.state().history.flatMap((entry) => ('to' in entry ? [`${String(entry['from'])}→${String(entry['to'])}`] : []))
const of = (type: string) =>
  project
    .events()
    .filter((event) => event.type === type)
    .map(({ data }) => data)

describe('moves', () => {
  test('DE-003 DE-004 a start leads from IDLE to GENERATING, an intent from there to EVALUATING', async () => {
    await project.start()
    expect(moves().slice(0, 2)).toEqual(['IDLE→GENERATING', 'GENERATING→EVALUATING'])
    expect(project.state().history[0]).toMatchObject({ reason: 'started', by: expect.any(String) })
  })

  test.each([
    [
      'an error',
      { fail: { kind: 'exit', message: 'the program ended with 1' } },
      'agent_error',
      /Design Generator .*gave no usable answer \(exit\): the program ended with 1/,
    ],
    [
      'a time-out',
      { fail: { kind: 'timeout', message: 'did not answer within 300 s' } },
      'agent_timeout',
      /Design Generator ran past its time limit .*: did not answer within 300 s/,
    ],
    ['nothing usable', { fail: { kind: 'contract', message: 'expected JSON' } }, 'agent_error', /expected JSON/],
  ])('DE-005 %s of the generator leads from GENERATING to FAILED', async (_, reply, reason, because) => {
    const report = await project.start({ maker: project.script([reply]) })
    expect(report).toMatchObject({ at: 'end', status: 'FAILED', reason, passed: false })
    expect(moves().at(-1)).toBe('GENERATING→FAILED')
    expect(project.state()['failure']).toMatchObject({ reason, because: expect.stringMatching(because) })
  })

  test('DE-008 DE-068 an intent that violates the schema leads from EVALUATING to FAILED, each violation logged with its path', async () => {
    const broken = { ...booking.intent, goals: [], extra: true, components: [{ ...booking.intent.components[0], type: 'widget' }] }
    const report = await project.start({ maker: project.script([broken]) })
    expect(report).toMatchObject({ status: 'FAILED', reason: 'schema_violation' })
    expect(moves().at(-1)).toBe('EVALUATING→FAILED')
    const [logged] = of('schema_violated')
    expect((logged?.['problems'] as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)).toEqual(
      expect.arrayContaining(['/goals minItems', '/extra additionalProperties', '/components/0/type enum']),
    )
    expect(existsSync(project.path('intent.json'))).toBe(false)
  })

  test('DE-069 an agent past its own limit fails the run, which says who and how long', async () => {
    project.remove()
    project = newProject({ config: 'makers:\n  default: {command: "sleep 30", timeout: 0.2}\n' })
    const report = await project.start()
    expect(report).toMatchObject({ status: 'FAILED', reason: 'agent_timeout' })
    expect(report.card).toMatch(/Design Generator ran past its time limit \(\d+ s\).*within 0\.2 s/s)
  }, 20_000)

  test('DE-069 a critic past its own limit fails the run as well, and the log says who and how long', async () => {
    project.remove()
    project = newProject({ config: 'makers:\n  design-critic: {command: "sleep 30", timeout: 0.2}\n' })
    const report = await project.start({ maker: project.script([booking.intent]).map((maker) => `design-generator=${maker}`) })
    expect(report).toMatchObject({ status: 'FAILED', reason: 'agent_timeout' })
    expect(moves().at(-1)).toBe('EVALUATING→FAILED')
    expect(project.state().history.at(-1)).toMatchObject({
      reason: 'agent_timeout',
      because: expect.stringMatching(/Design Critic ran past its time limit \(\d+ s\).*within 0\.2 s/s),
    })
  }, 20_000)

  test('DE-069 DE-070 the limits are 5 minutes and 10 iterations unless somebody sets others', async () => {
    expect(askLimits.timeoutMs).toBe(5 * 60 * 1000)
    await project.start({ maker: project.script([weaker(1)]) }).catch(() => {})
    const settings = (project.events()[0]?.data['input'] as { settings: { maxIterations: number } }).settings
    expect(settings.maxIterations).toBe(10)
    await project
      .start({
        feature: 'other',
        maxIterations: 2,
        maker: project.script([weaker(1), weaker(2), weaker(3)].map((intent) => ({ ...intent, featureId: 'other' }))),
      })
      .catch(() => {})
    expect(project.state('other')).toMatchObject({
      state: 'FAILED',
      iteration: 2,
      failure: {
        reason: 'max_iterations',
        because: expect.stringMatching(/^2 of 2 iterations are done; the last score is [\d.]+, the threshold 80/),
      },
    })
  })

  test('DE-013 DE-066 nothing leaves FAILED by itself: a new run starts only after a reset', async () => {
    await project.start()
    await project.answer('abort', 'the feature was dropped')
    await expect(project.resume()).rejects.toThrow('table-booking is FAILED (aborted)')
    await expect(project.start()).rejects.toThrow('table-booking is FAILED, so no run can start')
    expect(project.state().state).toBe('FAILED')
    await project.reset()
    expect(project.state()).toMatchObject({ state: 'IDLE' })
    expect((await project.start()).status).toBe('CANDIDATE')
    expect(project.state()).toMatchObject({ run: 2, iteration: 0, scoreHistory: [[0, expect.any(Number)]] })
  })

  test('DE-014 DE-016 starting, rejecting, aborting or resetting a frozen feature is refused and written down, and changes no file', async () => {
    await project.start()
    await project.answer('approve')
    const before = snapshot()
    await expect(project.start()).rejects.toThrow('table-booking is FROZEN')
    await expect(project.reset()).rejects.toThrow('only a FAILED design can be reset')
    await expect(project.answer('reject', 'no')).rejects.toThrow("isn't waiting for a decision")
    await expect(project.resume()).rejects.toThrow('FROZEN')
    expect(of('transition_refused')).toEqual([
      expect.objectContaining({ from: 'FROZEN', to: 'GENERATING', by: expect.any(String) }),
      expect.objectContaining({ from: 'FROZEN', to: 'IDLE' }),
    ])
    expect(project.said).toContainEqual(expect.stringMatching(/^refused FROZEN → GENERATING/))
    expect(snapshot()).toEqual(before)
  })
})

const snapshot = () =>
  Object.fromEntries(
    filesBelow(join(project.root, 'features')).map((name) => [name, readFileSync(join(project.root, 'features', name), 'utf8')]),
  )

describe('the generator', () => {
  test('DE-002 DE-063 is given the requirements, then the critique, then what a person said', async () => {
    writeFileSync(
      join(project.root, 'maker.mjs'),
      `
      import { appendFileSync, existsSync, readFileSync } from 'node:fs'
      const prompt = readFileSync(0, 'utf8')
      appendFileSync('prompts.jsonl', JSON.stringify(prompt) + '\\n')
      const count = readFileSync('prompts.jsonl', 'utf8').split('\\n').length - 1
      console.log(readFileSync(count === 1 ? 'weak.json' : 'good.json', 'utf8'))`,
    )
    writeFileSync(join(project.root, 'weak.json'), JSON.stringify(weaker(1)))
    writeFileSync(join(project.root, 'good.json'), JSON.stringify(booking.intent))
    await project.start({ maker: [`command:"${process.execPath}" maker.mjs`] })
    expect(project.state().state).toBe('CANDIDATE')
    await project.answer('reject', 'Let the guest choose a table by the window.')
    const [first, second, third] = readFileSync(join(project.root, 'prompts.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string) as [string, string, string]
    for (const prompt of [first, second, third])
      expect(prompt).toContain('The guest reserves one of the free tables and leaves a name and a phone number.')
    expect(first).not.toContain('completeness.')
    expect(second).toContain('data.no-attributes')
    expect(second).toContain('"userFlows"')
    expect(third).toContain('Let the guest choose a table by the window.')
  }, 20_000)

  test('a maker cannot choose its own sources', async () => {
    await project.start({ maker: project.script([{ ...booking.intent, sources: [] }]) })
    expect(JSON.parse(project.read('intent.json')).sources).toEqual(booking.intent.sources)
  })

  test('a text that lacks actors, actions and data fails and says what is missing', async () => {
    const report = await project.start({
      feature: 'vision',
      requirements: 'A delightful experience. Innovation for everyone. The best of its kind.',
    })
    expect(report).toMatchObject({ status: 'FAILED', reason: 'requirements_incomplete' })
    expect(report.card).toMatch(/\n {2}actors: [^]*\n {2}actions: [^]*\n {2}data: /)
  })
})

describe('files', () => {
  test('DE-018 DE-019 the folder holds the named files alone; every version of the intent is kept by its hash', async () => {
    await project.start({ maker: project.script([weaker(1), booking.intent]) })
    expect(filesBelow(join(project.root, 'features'))).toEqual(
      ['critique.json', 'intent.json', 'preview.html', 'state.json'].map((name) => `table-booking/design/${name}`),
    )
    await project.answer('approve')
    expect(filesBelow(join(project.root, 'features', 'table-booking'))).toEqual(
      ['critique.json', 'final/FROZEN.md', 'final/intent.json', 'final/preview.html', 'intent.json', 'preview.html', 'state.json'].map(
        (name) => `design/${name}`,
      ),
    )
    const made = of('intent_generated').map(({ intent }) => intent as string)
    expect(made).toHaveLength(2)
    for (const hash of made) expect(sha256((await new FileStore(project.root).text('design-table-booking', hash)) ?? '')).toBe(hash)
  })

  test('DE-020 state.json holds state, iteration, scores, threshold, limits and the history of moves and choices', async () => {
    await project.start({ maker: project.script([weaker(1), booking.intent]), threshold: 85, maxIterations: 5 })
    await project.answer('reject', 'Once more.')
    expect(project.state()).toMatchObject({
      state: 'CANDIDATE',
      iteration: 2,
      threshold: 85,
      maxIterations: 5,
      score: 100,
      scores: { completeness: 100, coherence: 100, clarity: 100, frameworkAgnosticism: 100, dataModelIntegrity: 100 },
    })
    expect(project.state().history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ from: 'EVALUATING', to: 'REVISING', at: expect.stringMatching(/^\d{4}-.*Z$/) }),
        expect.objectContaining({ choice: 'reject', text: 'Once more.' }),
      ]),
    )
  })

  test('DE-021 unknown fields of state.json survive every rewriting; what is ours and missing is rebuilt', async () => {
    await project.start()
    const { threshold: _gone, ...rest } = project.state()
    project.write('state.json', JSON.stringify({ ...rest, reviewer: { name: 'Ann' } }))
    await project.answer('reject', 'Once more.')
    expect(project.state()).toMatchObject({ reviewer: { name: 'Ann' }, threshold: 80, iteration: 1, state: 'CANDIDATE' })
  })

  test('DE-022 a missing, corrupt or older state.json is rebuilt from the journal', async () => {
    await project.start()
    const right = project.read('state.json')
    for (const wrong of ['', '{"state": "FROZEN"', right.replace('"CANDIDATE"', '"FROZEN"')]) {
      project.write('state.json', wrong)
      expect((await project.resume()).at).toBe('gate')
      expect(project.read('state.json')).toBe(right)
      expect(project.said.at(-1)).toContain('restored from the journal: features/table-booking/design/state.json')
    }
  })

  test('DE-024 the schema and the templates ship with the product', () => {
    for (const path of [
      'schemas/design-intent.schema.json',
      'templates/FROZEN.md.template',
      'templates/prompts/design-generator-v1.0.0.txt',
      'templates/prompts/design-generator-v1.1.0.txt',
      'templates/prompts/design-critic-v1.0.0.txt',
    ])
      expect(statSync(new URL(`../../${path}`, import.meta.url)).size).toBeGreaterThan(100)
    const { files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { files: string[] }
    expect(files).toEqual(expect.arrayContaining(['schemas', 'templates']))
  })

  test('DE-055 DE-054 critique.json is rewritten in every iteration, and neither it nor a change of state touches intent or preview', async () => {
    await project.start({ maker: project.script([weaker(1), booking.intent]) })
    const critiques = of('evaluation_done').map(({ critique }) => critique)
    expect(new Set(critiques).size).toBe(2)
    expect(sha256(project.read('critique.json'))).toBe(critiques.at(-1))
    const before = [project.read('intent.json'), project.read('preview.html')]
    await project.answer('abort', 'enough')
    expect([project.read('intent.json'), project.read('preview.html')]).toEqual(before)
  })

  test('DE-052 DE-053 a preview shows the intent it was drawn from; one edited on its own is put right and never frozen', async () => {
    await project.start({ maker: project.script([weaker(1), booking.intent]) })
    const previews = of('preview_made')
    expect(previews.map(({ hash }) => hash)).toEqual(of('evaluation_done').map(({ hash }) => hash))
    const drawn = project.read('preview.html')
    project.write('preview.html', drawn.replace('</main>', '<p>and a pool</p></main>'))
    await project.answer('approve')
    expect(project.read('final/preview.html')).toBe(drawn)
    expect(project.read('preview.html')).toBe(drawn)
  })
})

describe('what is derived', () => {
  const stale = () =>
    [project.state()['preview'], project.state()['critique']].map((each) => (each as { stale: boolean; intentHash: string }).stale)

  test('DE-052 a change of the intent makes preview and critique stale, and the preview is drawn again before it counts as current', async () => {
    await project.start({ maker: project.script([booking.intent, booking.intent, booking.intent]) })
    expect(stale()).toEqual([false, false])
    const drawn = project.read('preview.html')
    const edited = structuredClone(booking.intent)
    edited.goals[0] = `${edited.goals[0]!.replace(/\.$/, '')} by telephone.`
    project.write('intent.json', JSON.stringify(edited))
    expect((await project.resume()).card).toMatch(/preview\.html {2}\(stale: intent\.json was changed by hand since/)
    expect(stale()).toEqual([true, true])
    await expect(project.answer('approve')).rejects.toThrow(/changed by hand/)
    await project.answer('reject', 'Go on from the edited one.')
    expect(stale()).toEqual([false, false])
    const previews = of('preview_made')
    expect(previews.length).toBe(2)
    expect(previews.at(-1)?.['hash']).toBe((project.state()['preview'] as { intentHash: string }).intentHash)
    const withoutSince = project.read('preview.html').replace(/<section id="since"[^]*?<\/section>/, '')
    expect(withoutSince === drawn).toBe(previews[0]?.['hash'] === previews[1]?.['hash'])
  })

  test('DE-053 what is frozen as preview names the frozen intent, whatever stood in its file: another page, one of another intent, none', async () => {
    for (const [index, spoil] of [
      (drawn: string) => drawn.replace('</main>', '<p>and a pool</p></main>'),
      (drawn: string, checksum: string) => drawn.replaceAll(checksum, 'f'.repeat(64)),
      () => '',
    ].entries()) {
      const feature = `booking-${index}`
      await project.start({
        feature,
        maker: project.script([
          { ...weaker(1), featureId: feature },
          { ...booking.intent, featureId: feature },
        ]),
      })
      const events = project
        .events(feature)
        .filter(({ type }) => type === 'preview_made')
        .map(({ data }) => data)
      const drawn = project.read('preview.html', feature)
      expect(drawn).toContain(String(events.at(-1)?.['hash']))
      project.write('preview.html', spoil(drawn, String(events.at(-1)?.['hash'])), feature)
      await project.answer('approve', undefined, { feature })
      const checksum = project.events(feature).find(({ type }) => type === 'frozen')?.data['checksum']
      expect(project.read('final/preview.html', feature)).toBe(drawn)
      expect(sha256(drawn)).toBe(events.at(-1)?.['object'])
      expect(drawn).toContain(`whetstone-intent-sha256" content="${String(checksum)}"`)
    }
  })
})

describe('the threshold', () => {
  test.each([69, 69.99, 95.01, 96, 0, 100, Number.NaN])('DE-090 a threshold of %d is refused', async (threshold) => {
    await expect(project.start({ threshold })).rejects.toThrow(/must lie between 70 and 95/)
    expect(existsSync(join(project.root, 'features'))).toBe(false)
  })

  test('DE-090 it is 80 by default and may be set per feature from 70 to 95', async () => {
    await project.start()
    await project.start({ feature: 'other', threshold: 70, requirements: booking.text })
    await project.start({ feature: 'third', threshold: 95, requirements: booking.text }).catch(() => {})
    expect([project.state().threshold, project.state('other').threshold, project.state('third').threshold]).toEqual([80, 70, 95])
  })

  test('DE-091 it is recorded before GENERATING, and a change during the run is refused and written down', async () => {
    await project.start({ threshold: 90 })
    const [created] = project.events()
    expect((created?.data['input'] as { settings: { threshold: number } }).settings.threshold).toBe(9000)
    await expect(project.start({ threshold: 70 })).rejects.toThrow('its threshold stays 90')
    expect(of('threshold_refused')).toEqual([expect.objectContaining({ wanted: 7000, fixed: 9000 })])
    project.write('state.json', project.read('state.json').replace('"threshold": 90', '"threshold": 70'))
    await project.answer('reject', 'Once more.')
    expect(project.state().threshold).toBe(90)
  })

  test('DE-092 another threshold leaves the checksum of the same intent as it was', async () => {
    const maker = project.script([booking.intent])
    await project.start({ threshold: 75, maker })
    const before = project.state()['intentHash']
    await project.answer('abort', 'another threshold')
    await project.reset()
    await project.start({ threshold: 90, maker })
    expect(project.state()).toMatchObject({ threshold: 90, intentHash: before })
  })
})
