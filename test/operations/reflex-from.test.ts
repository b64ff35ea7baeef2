// Going on from an ended loop: its best artifact, its task and its criteria, confirmed again; what the final card tells to type works.
import { describe, expect, it } from 'vitest'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as show from '../../src/operations/show.ts'
import { loop, makerWorld, person, project, run, says, steady } from './support.ts'

const word = says('a.correctness.word', 'word')

async function ended() {
  const at = project()
  const { report: done } = await loop(at, { rules: [word], more: { max_iterations: 1 }, makes: steady(['nothing yet\n']) })
  return { at, done }
}

describe('a new loop from an ended one', () => {
  it('needs no more than the name of that loop: task, type, rules and limit are drafted again, and shown', async () => {
    const { at, done } = await ended()
    expect(done.card).toContain(`whet reflex new --from ${done.name}`)
    const world = makerWorld(at, steady(['word\n']), { person: null })
    const next = await run(reflexNew, { from: done.name, draft: true }, world)
    expect(next.gate?.facts).toMatchObject({
      task: 'Write a greeting',
      max_iterations: 1,
      rules: [{ id: word.id }],
      confirmed: { criteria: false, iterations: false },
    })
    const text = show.default.text(await run(show, { run: next.name }, world), {})
    for (const said of ['nothing yet', word.id, 'Max iterations: 1', `whet answer ${next.name} confirm`]) expect(text).toContain(said)
  })

  it('takes what is said again, and refines what was made', async () => {
    const { at, done } = await ended()
    const next = await run(
      reflexNew,
      { from: done.name, maxIterations: 3, thresholdA: 0.5 },
      makerWorld(at, steady(['word\n']), { person: person('confirm', 'confirm', '') }),
    )
    expect(next).toMatchObject({ passed: true, artifact: { text: 'word\n' }, summary: { maxIterations: 3 } })
  })

  it('is refused where nothing was made, and nobody is sent there', async () => {
    const at = project()
    const discarded = await run(
      reflexNew,
      { task: 'Write the README of our tool' },
      makerWorld(at, steady(['x\n']), { person: person('discard') }),
    )
    expect(discarded.card).toContain('Next: start again with `whet reflex new "<task>"`')
    await expect(
      run(reflexNew, { from: discarded.name, draft: true }, makerWorld(at, steady(['x\n']), { person: null })),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
