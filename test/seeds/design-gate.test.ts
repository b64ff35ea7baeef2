// The one question of a design: who may answer it, with what, and what each answer leads to.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import reset from '../../src/workflows/design/verbs/reset.ts'
import inbox from '../../src/operations/inbox.ts'
import { findCommand } from '../commands.ts'
import status from '../../src/operations/status.ts'
import { makeSigner } from '../gates/sshsig-signer.ts'
import { type Project, booking, filesBelow, frozenFacts, newProject } from '../workflows/design/project.ts'

const [approve, reject, abort] = await Promise.all(
  ['approve', 'reject', 'abort'].map(async (name) => (await findCommand(name)!.load()).default),
)

let project: Project
beforeEach(() => {
  project = newProject()
})
afterEach(() => {
  vi.useRealTimers()
  project.remove()
})

const candidate = () => project.start({ maker: project.script([booking.intent]) })
const contents = () =>
  Object.fromEntries(
    filesBelow(join(project.root, 'features')).map((name) => [name, readFileSync(join(project.root, 'features', name), 'utf8')]),
  )

describe('the question', () => {
  test('DE-057 DE-058 a candidate asks exactly approve, reject or abort, and shows what is being decided', async () => {
    const { at, gate, card } = await candidate()
    expect(at).toBe('gate')
    expect(gate?.choices.map(({ name }) => name)).toEqual(['approve', 'reject', 'abort'])
    expect(gate?.facts).toMatchObject({
      score: 100,
      threshold: 80,
      iteration: 1,
      dimensions: { completeness: 100, coherence: 100, clarity: 100, frameworkAgnosticism: 100, dataModelIntegrity: 100 },
      recommendations: [],
      preview: 'features/table-booking/design/preview.html',
      preview_is_current: true,
    })
    expect(gate?.decides).toEqual({
      hash: project.state()['intentHash'],
      phrase: expect.stringMatching(/^(book a table|cancel a booking|seat a party)$/),
      askedBy: expect.any(String),
    })
    expect(card).toContain('Preview:  features/table-booking/design/preview.html')
  })

  test('DE-059 nothing is preselected, an empty answer chooses nothing, and time decides nothing', async () => {
    const { gate } = await candidate()
    expect(JSON.stringify(gate)).not.toMatch(/default|expires|timeout/)
    await expect(project.answer('')).rejects.toThrow('"" can\'t be chosen here; the choices are approve, reject, abort')
    await expect(project.answer('approve', undefined, { typed: '' })).rejects.toThrow("isn't the phrase; nothing was decided")
    vi.setSystemTime(new Date('2041-01-01'))
    expect((await project.resume()).gate?.key).toBe(gate?.key)
    const world = project.world()
    expect((await inbox.run({}, world)).waiting).toMatchObject([{ name: 'table-booking', workflow: 'design' }])
    expect((await status.run({}, world)).runs).toMatchObject([{ status: 'CANDIDATE', stage: 'waiting' }])
    await world.close()
    expect(project.state().state).toBe('CANDIDATE')
  })

  test('DE-060 nobody but a person closes it: without one approving is refused, and assistants have no such verb', async () => {
    await candidate()
    await expect(project.answer('approve', undefined, { person: false })).rejects.toMatchObject({ code: 'needs_person' })
    await expect(project.answer('approve', 'book a table', { typed: 'yes please approve' })).rejects.toMatchObject({ code: 'refused' })
    expect([approve, reject, abort, reset].map((operation) => operation?.personOnly)).toEqual([true, true, true, true])
    expect(project.state().state).toBe('CANDIDATE')
    expect(project.events().filter(({ type }) => type === 'gate_answered')).toEqual([])
  })
})

describe('approve', () => {
  test('DE-009 DE-061 DE-062 records who, when, score and iteration, and freezes', async () => {
    await candidate()
    const report = await project.answer('approve')
    expect(report).toMatchObject({ at: 'end', status: 'FROZEN', passed: true })
    expect(project.state().history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          choice: 'approve',
          by: expect.stringContaining('@'),
          assurance: 'attended',
          at: expect.stringMatching(/Z$/),
        }),
        expect.objectContaining({ from: 'CANDIDATE', to: 'FROZEN' }),
      ]),
    )
    expect(frozenFacts(project.read('final/FROZEN.md'))).toMatchObject({
      approvedBy: expect.stringContaining('@'),
      approvedAt: expect.stringMatching(/Z$/),
      finalScore: 100,
      iterations: 1,
      assurance: 'attended',
    })
  })

  test('DE-101 freezing starts nothing else: no task is asked for after it', async () => {
    await candidate()
    await project.answer('approve')
    const types = project.events().map(({ type }) => type)
    expect(types.slice(types.indexOf('frozen'))).toEqual(['frozen', 'moved', 'ended'])
    expect(filesBelow(join(project.root, '.whetstone', 'runs')).filter((name) => name.endsWith('journal.jsonl'))).toEqual([
      'design-table-booking/journal.jsonl',
    ])
  })
})

describe('reject', () => {
  test('DE-010 DE-063 needs feedback, which comes with the choice or is asked for', async () => {
    await candidate()
    await expect(project.answer('reject', '', { person: false })).rejects.toThrow('"reject" needs what should be different')
    await project.answer('reject', undefined, { typed: 'Show the menu too.' })
    expect(project.state()).toMatchObject({ state: 'CANDIDATE', iteration: 1, feedback: ['Show the menu too.'] })
    expect(
      project
        .state()
        .history.flatMap((entry) => ('to' in entry ? [entry['to']] : []))
        .slice(-4),
    ).toEqual(['REVISING', 'GENERATING', 'EVALUATING', 'CANDIDATE'])
  })

  test('with the built-in generator, what a person said becomes a statement and is designed', async () => {
    await project.start()
    await project.answer('reject', 'The guest can also order a cake for the meal.')
    const intent = JSON.parse(project.read('intent.json')) as typeof booking.intent
    expect(intent.sources.at(-1)?.text).toBe('The guest can also order a cake for the meal.')
    expect(intent.userFlows.flatMap(({ steps }) => steps.map(({ action }) => action))).toContain(
      'The guest can also order a cake for the meal',
    )
  })

  test('what the built-in generator does not understand is told, sentence by sentence, and changes nothing', async () => {
    await project.start()
    const before = project.read('intent.json')
    const report = await project.answer('reject', 'Remove the second flow. Somehow nicer.')
    expect(project.read('intent.json')).toBe(before)
    for (const sentence of ['Remove the second flow.', 'Somehow nicer.'])
      expect(report.card).toContain(`not understood: “${sentence}”\n      nothing is changed for it: `)
  })

  test('with another maker, an edit that was asked for and not made is a finding', async () => {
    await project.start({ maker: project.script([booking.intent, booking.intent]) })
    const { gate, card } = await project.answer('reject', 'Rename Guest to Visitor.')
    expect(gate?.facts).toMatchObject({ recommendations: [{ ruleId: 'completeness.feedback-ignored' }], changed_since: expect.any(Array) })
    expect(card).toContain('(the critic checks it)')
  })

  test('each sentence is told to be an edit, a requirement or not understood; edits are made, and what changed is shown at the next gate', async () => {
    await project.start()
    const { card, gate } = await project.answer(
      'reject',
      'Rename Guest to Visitor. Somehow nicer. The guest can also order a cake for the meal.',
    )
    expect(gate?.facts).toMatchObject({
      asked_then: [{ became: 'edit' }, { became: 'not understood' }, { became: 'requirement' }],
      rejected_before_by: expect.any(String),
    })
    expect((gate?.facts as { changed_since: string[] }).changed_since).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Guest is Visitor now/),
        expect.stringMatching(/^\+ step “The visitor can also order a cake/),
      ]),
    )
    expect(card).toContain('Feedback: 3 sentences: 1 edit, 1 requirement, 1 not understood')
    expect(project.read('intent.json')).not.toMatch(/"Guest"/)
    expect(project.read('preview.html')).toContain('id="since"')
  })
})

describe('abort', () => {
  test('DE-011 DE-065 DE-066 fails with reason and time, and leaves every file but state.json as it was', async () => {
    await candidate()
    const { ['table-booking/design/state.json']: _state, ...before } = contents()
    await expect(project.answer('abort', '', { person: false })).rejects.toThrow('"abort" needs a reason')
    const report = await project.answer('abort', 'The restaurant closed.')
    expect(report).toMatchObject({ status: 'FAILED', reason: 'aborted' })
    const { ['table-booking/design/state.json']: _after, ...after } = contents()
    expect(after).toEqual(before)
    expect(project.state()['abort']).toMatchObject({
      reason: 'The restaurant closed.',
      at: expect.stringMatching(/Z$/),
      by: expect.any(String),
    })
  })
})

describe('a hand edit', () => {
  const edited = () =>
    JSON.stringify({
      ...booking.intent,
      goals: [...booking.intent.goals, 'Guests find a free table in one search.'],
      goalSourceRefs: [...booking.intent.goalSourceRefs, ['s1']],
    })

  test('makes preview and critique stale and bars approval until it is scored', async () => {
    await project.start()
    project.write('intent.json', edited())
    await expect(project.answer('approve')).rejects.toThrow('intent.json was changed by hand after it was scored')
    expect(project.state()).toMatchObject({
      state: 'CANDIDATE',
      preview: { stale: true },
      critique: { stale: true },
      editedByHand: { problem: null },
    })
    expect((await project.resume()).gate?.facts).toMatchObject({ preview_is_current: false, edited_by_hand: true })
    expect(project.read('intent.json')).toBe(edited())
    const report = await project.answer('reject', 'Take my edit.')
    expect(report.status).toBe('CANDIDATE')
    expect(JSON.parse(project.read('intent.json')).goals).toContain('Guests find a free table in one search.')
    expect(project.state()).toMatchObject({ editedByHand: null, preview: { stale: false }, critique: { stale: false } })
    expect((await project.answer('approve')).status).toBe('FROZEN')
  })

  test('that only spells the same intent in another way bars nothing', async () => {
    await candidate()
    const checksum = project.state()['intentHash']
    project.write(
      'intent.json',
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(project.read('intent.json')) as object).reverse())),
    )
    expect((await project.answer('approve')).status).toBe('FROZEN')
    expect(frozenFacts(project.read('final/FROZEN.md'))['checksumSHA256']).toBe(checksum)
  })

  test('that is no valid intent is named with its fault and dropped at the next one', async () => {
    await candidate()
    project.write('intent.json', '{"goals": []')
    await expect(project.answer('approve')).rejects.toThrow(/changed by hand after it was scored/)
    await project.answer('reject', 'Go on.')
    expect(project.state()).toMatchObject({
      state: 'CANDIDATE',
      editedByHand: null,
      warnings: [expect.stringContaining('the hand edit of intent.json was refused')],
    })
    expect(JSON.parse(project.read('intent.json')).goals).toEqual(booking.intent.goals)
  })
})

describe('a signature', () => {
  const signer = makeSigner('ed25519')
  const start = (config?: string) => {
    project.remove()
    project = newProject({ approvers: `${signer.line('ann@example.com')}\n`, ...(config && { config }) })
    return candidate()
  }
  const sign = (text: string, who = signer) => {
    const file = join(project.root, 'approval.sig')
    writeFileSync(file, who.sign(text))
    return file
  }

  test('over the checksum by an approver freezes without a terminal, and FROZEN.md carries it', async () => {
    const { gate } = await start()
    const report = await project.answer('approve', undefined, { person: false, signature: sign(`${gate?.decides?.hash}\n`) })
    expect(report.status).toBe('FROZEN')
    expect(frozenFacts(project.read('final/FROZEN.md'))).toMatchObject({
      assurance: 'signed',
      approvedBy: expect.stringMatching(/^ann@example\.com \(SHA256:/),
      signature: expect.stringContaining('BEGIN SSH SIGNATURE'),
    })
  })

  test.each([
    ['over something else', () => sign(`${'0'.repeat(64)}\n`)],
    ['by a key nobody listed', (hash: string) => sign(`${hash}\n`, makeSigner('ed25519'))],
    ['that is not there', () => join('nowhere', 'approval.sig')],
  ])('%s approves nothing', async (_, make) => {
    const { gate } = await start()
    await expect(project.answer('approve', undefined, { person: false, signature: make(gate?.decides?.hash ?? '') })).rejects.toThrow()
    expect(project.state().state).toBe('CANDIDATE')
  })

  test('is needed where the configuration says so, whatever a person types', async () => {
    const { gate } = await start('approval:\n  require: signed\n')
    await expect(project.answer('approve')).rejects.toThrow(/needs a signature/)
    expect((await project.answer('approve', undefined, { signature: sign(`${gate?.decides?.hash}\n`) })).status).toBe('FROZEN')
  })

  test('is needed also when the configuration no longer says so: the run was started under it', async () => {
    await start('approval:\n  require: signed\n')
    writeFileSync(join(project.root, 'whetstone.yaml'), '{}\n')
    await expect(project.answer('approve')).rejects.toThrow('this run requires a signed approval')
  })
})
