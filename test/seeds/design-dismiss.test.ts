// Hard findings hold a design back until they are mended or a person dismisses one: where, by whom, from when, and where it stays visible.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Critique } from '../../src/workflows/design/critic/critique.ts'
import type { Intent } from '../../src/workflows/design/intent.ts'
import { type Project, booking, newProject } from '../workflows/design/project.ts'

let project: Project
beforeEach(() => {
  project = newProject()
})
afterEach(() => project.remove())

/** The good design with one step that says the opposite of its statement. */
function turned(): Intent {
  const intent = structuredClone(booking.intent)
  const flow = intent.userFlows.find(({ id }) => id === 'cancel-booking')!
  flow.steps[0] = { ...flow.steps[0]!, action: 'Guest cannot cancel a booking with its code.' }
  return intent
}

const start = () => project.start({ maker: project.script([turned()]), maxIterations: 1 })
const critique = () => JSON.parse(project.read('critique.json')) as Critique

describe('a hard finding', () => {
  test('caps the score at 59.99, fails the run, and the card says how to dismiss it', async () => {
    const { card } = await start()
    const [hard] = critique().findings.filter((finding) => finding.hard)
    expect(hard).toMatchObject({
      ruleId: 'coherence.turned',
      expected: 'cancel booking',
      found: 'not cancel booking',
      source: { id: 's4' },
    })
    expect(project.state()).toMatchObject({ state: 'FAILED', score: 59.99 })
    expect(critique()).toMatchObject({ overall: 59.99 })
    expect(card).toContain(`whet design dismiss table-booking <finding>`)
    expect(card).toContain(hard!.id)
  })

  test('dismissed by a person, it counts from the next run and stays visible', async () => {
    await start()
    const { id } = critique().findings.find((finding) => finding.hard)!
    await project.dismiss(id, 'the code is no longer needed')
    expect(critique().overall).toBe(59.99)
    expect(project.state()['history']).toContainEqual(
      expect.objectContaining({ choice: 'dismiss', text: `${id}: the code is no longer needed` }),
    )
    await project.reset()
    const { gate, card } = await start()
    expect(project.state()).toMatchObject({ state: 'CANDIDATE' })
    expect(critique().dismissed).toMatchObject([{ id, reason: 'the code is no longer needed' }])
    expect(gate?.facts).toMatchObject({ dismissed: [{ id, reason: 'the code is no longer needed' }] })
    expect(card).toContain('the code is no longer needed')
    const [evaluated] = project.state()['evaluations'] as { inputHash: string }[]
    expect(evaluated!.inputHash).not.toBe(project.state()['intentHash'])
  })

  test('nobody but a person can dismiss, a reason is needed, and the finding must be there', async () => {
    await start()
    const { id } = critique().findings.find((finding) => finding.hard)!
    await expect(project.dismiss(id, 'because', { person: false })).rejects.toThrow('needs a person')
    await expect(project.dismiss(id, '  ')).rejects.toThrow('needs a reason')
    await expect(project.dismiss('turned-000000', 'because')).rejects.toThrow('has no finding "turned-000000"')
  })

  test('a frozen design keeps what was dismissed in its certificate', async () => {
    await start()
    const { id } = critique().findings.find((finding) => finding.hard)!
    await project.dismiss(id, 'agreed with the owner')
    await project.reset()
    await start()
    await project.answer('approve')
    await expect(project.dismiss(id, 'again')).rejects.toThrow('table-booking is FROZEN')
    expect(critique().dismissed).toMatchObject([{ id }])
  })
})
