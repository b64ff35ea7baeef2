// A set-up that a person went through is never lost: what they confirmed is in the journal before anybody is asked.
import { expect, it } from 'vitest'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as resume from '../../src/operations/resume.ts'
import { folder, openWorld, person, project, run, runFile } from './support.ts'

it('a maker that refuses the very first call leaves the confirmed criteria where resume finds them', async () => {
  const at = project()
  at.write('down.yaml', 'replies: [{ role: plan, fail: { kind: denied, message: wrong key } }]\n')
  at.write(
    'up.yaml',
    'replies:\n  - { role: plan, json: { plan: [a, b, c] } }\n  - { role: produce, text: "# A\\n\\n## B\\n\\ntext\\n\\n## C\\n\\n```sh\\nx\\n```\\n" }\n',
  )
  const asked = person('drop', 'change', 'iterations', '2', 'confirm', 'confirm')
  const first = await run(
    reflexNew,
    { task: 'Write the guide for the tool', type: 'docs', alias: 'guide', maker: ['scripted:down.yaml'] },
    openWorld(at, { person: asked }),
  )
  expect(first).toMatchObject({
    at: 'maker',
    status: 'running',
    waiting: [{ task: 'plan:1', code: 'denied', message: 'wrong key', until: null }],
  })
  const { criteria } = runFile(at, 'guide')
  expect(runFile(at, 'guide')).toMatchObject({ status: 'running', max_iterations: 2 })
  expect(criteria.rules.map(({ id }) => id)).not.toContain('a.correctness.accuracy')
  const nobody = person('')
  const second = await run(resume, { run: 'guide', maker: ['scripted:up.yaml'] }, openWorld(at, { person: nobody }))
  expect(second).toMatchObject({ at: 'end', passed: true })
  expect(nobody.questions).toEqual([expect.stringMatching(/^Copy the artifact to/)])
  expect(runFile(at, 'guide').criteria).toEqual(criteria)
  expect(at.has(`${folder('guide')}/artifact.md`)).toBe(true)
})
