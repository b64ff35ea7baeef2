// What each step of a reflex loop is told and what it may answer: prompts as the maker sees them, replies held to their contract.
import { describe, expect, it } from 'vitest'
import { normalisePrompt, outsideFences } from '../../src/agents/prompt.ts'
import type { Reply } from '../../src/kernel/task.ts'
import type { Json } from '../../src/schema/event.ts'
import { readArtifact, readChecks, readIssues, readPlan } from '../../src/workflows/reflex/contracts.ts'
import {
  type Asked,
  type Says,
  events,
  evolution,
  folder,
  history,
  loop,
  project,
  runFile,
  says,
  sha256,
  steady,
} from '../operations/support.ts'

const word = says('a.correctness.word', 'word')
const more = says('b.correctness.more', 'more')
const sentence = { ...word, id: 'a.style.sentence', check: 'the text says done', severity: 'warn', weight: 1 } as const
const json = (value: Json): Reply => ({ ok: true, value })
const asked = (all: readonly Asked[], role: string) => all.filter((each) => each.role === role)

/** A loop that asks every role, some twice. */
async function whole(input: object = {}) {
  const at = project({ '.ai-factory/DESCRIPTION.md': 'We sell umbrellas.\n', '.ai-factory/RULES.md': 'Write in British English.\n' })
  return { at, ...(await loop(at, { rules: [word, sentence, more], makes: steady(['no\n', 'word\n', 'word done more\n']), input })) }
}

describe('every prompt', () => {
  it('RX-062 opens with step, run, iteration and level, then asks for the required form only', async () => {
    const { asked: all, at } = await whole()
    const form: Record<string, RegExp> = {
      plan: /^Return only a JSON object of the form \{"plan"/,
      produce: /^Return only the artifact/,
      prepare: /^Return only a JSON object of the form \{"checks"/,
      critique: /^Return only a JSON object of the form \{"issues"/,
      refine: /^Return only the artifact/,
    }
    expect(new Set(all.map(({ role }) => role))).toEqual(new Set(Object.keys(form)))
    for (const { role, task, prompt } of all) {
      const [first, second] = prompt.split('\n') as [string, string]
      const [, iteration, level] = /^[a-z]+:(\d+)(?::([AB]))?/.exec(task) ?? []
      expect(first).toMatch(
        new RegExp(`^${role.toUpperCase()} \\| run ${runFile(at).run_id} \\| iteration ${iteration} \\| level ${level ?? '[AB]'}$`),
      )
      expect(second).toMatch(form[role] as RegExp)
    }
  })

  it('RX-062 an answer in a wrapper is no answer', () => {
    expect(readPlan(json({ result: { plan: ['a', 'b', 'c'] } }))).toHaveProperty('problem')
    expect(readIssues(json({ output: { issues: [] } }), ['a.x.y'])).toHaveProperty('problem')
    expect(readArtifact(json({ artifact: '# T' }))).toHaveProperty('problem')
  })

  it('RX-017 carries what the project says about itself, fenced as data', async () => {
    const { asked: all } = await whole()
    for (const { prompt, request } of all) {
      expect(prompt).toContain('We sell umbrellas.')
      expect(prompt).toContain('Write in British English.')
      expect(outsideFences(prompt, request.fence)).not.toContain('umbrellas')
    }
  })

  it('RX-017 a project that says nothing is no error', async () => {
    const at = project()
    const { report, asked: all } = await loop(at, { rules: [word], makes: steady(['word\n']) })
    expect(report.passed).toBe(true)
    expect(all[0]?.prompt).toMatch(/Notes about the project:\nnone/)
  })
})

describe('PLAN', () => {
  it.each<[string, Json, boolean]>([
    ['RX-063 takes 3 steps', { plan: ['a', 'b', 'c'] }, true],
    ['RX-063 takes 5 steps', { plan: ['a', 'b', 'c', 'd', 'e'] }, true],
    ['RX-063 refuses 2', { plan: ['a', 'b'] }, false],
    ['RX-063 refuses 6', { plan: ['a', 'b', 'c', 'd', 'e', 'f'] }, false],
    ['RX-063 refuses an empty step', { plan: ['a', ' ', 'c'] }, false],
    ['RX-063 refuses steps that are no texts', { plan: [1, 2, 3] }, false],
    ['RX-063 refuses a bare list', ['a', 'b', 'c'], false],
  ])('%s', (_, value, fine) => {
    expect('value' in readPlan(json(value))).toBe(fine)
  })

  it('RX-063 sees task, level, active rules, the last three events and the previous failures', async () => {
    const { asked: all } = await whole({ steps: 'every', maxIterations: 2 })
    const [first, second] = asked(all, 'plan') as [Asked, Asked]
    expect(first.prompt).toContain('Write a greeting')
    expect(first.prompt).toContain('- a.correctness.word (fail, weight 2): says word')
    expect(first.prompt).not.toContain('b.correctness.more')
    expect(first.request.slots['failures']).toBe('none')
    expect(second.prompt).toContain('| level A')
    expect(second.request.slots['events']?.split('\n')).toEqual([
      '- critique_done (iteration 1, level A)',
      '- refinement_done (iteration 1, level A)',
      '- iteration_advanced (iteration 2, level A)',
    ])
    expect(second.request.slots['failures']).toContain('a.correctness.word (fail, fail)')
  })
})

describe('PRODUCE', () => {
  it('RX-064 sees task and plan, and after iteration 1 the previous artifact', async () => {
    const { asked: all } = await whole({ steps: 'every' })
    const [first, second] = asked(all, 'produce') as [Asked, Asked]
    expect(first.prompt).toContain('Write a greeting')
    expect(first.request.slots['plan']).toBe('- Open.\n- Say what must be said.\n- Close.')
    expect(first.request.slots['previous']).toBe('none')
    expect(second.request.slots['previous']).toBe('no\n')
  })

  it.each<[string, Reply, string | null]>([
    ['RX-064 is taken as it stands', { ok: true, text: '# T\n\ntext\n' }, '# T\n\ntext\n'],
    ['RX-064 is taken out of a fence that holds all of it', { ok: true, text: '```markdown\n# T\n```\n' }, '# T\n'],
    ['RX-064 is refused when empty', { ok: true, text: ' \n' }, null],
    ['RX-064 is refused when binary', { ok: true, text: 'a\u0000b' }, null],
    ['RX-064 is refused when not UTF-8', { ok: true, text: 'a\uFFFDb' }, null],
    ['RX-064 is refused as JSON', json({ artifact: 'x' }), null],
  ])('%s', (_, reply, expected) => {
    const read = readArtifact(reply)
    expect('value' in read ? read.value.text : null).toBe(expected)
  })
})

describe('PREPARE', () => {
  const bounds = { active: ['a.x.one', 'a.x.two'], sentences: ['a.x.one'], allowCommands: true }
  const check = (fields: object) =>
    json({ checks: [{ rule_id: 'a.x.one', type: 'content', search: 'x', expected: 'present', ...fields }] } as Json)

  it.each<[string, Reply, boolean]>([
    ['RX-065 takes a content check', check({}), true],
    [
      'RX-065 takes an executable check',
      check({ type: 'executable', search: undefined, command: 'node --check a.js', expected: '0' }),
      true,
    ],
    ['RX-065 takes an exit code as a number', check({ type: 'executable', command: 'true', expected: 0 }), true],
    ['RX-065 refuses another type', check({ type: 'manual' }), false],
    ['RX-065 refuses a rule that is not active', check({ rule_id: 'b.x.later' }), false],
    ['RX-065 refuses an executable check without command', check({ type: 'executable', command: undefined }), false],
    ['RX-065 refuses a content check without search', check({ search: undefined }), false],
    ['RX-065 refuses a check that expects nothing', check({ expected: undefined }), false],
    ['RX-065 refuses a search that is no regular expression', check({ search: '/(/' }), false],
    ['RX-065 refuses to leave out a rule that needs one', json({ checks: [] }), false],
  ])('%s', (_, reply, fine) => {
    expect('value' in readChecks(reply, bounds)).toBe(fine)
  })

  it('RX-065 a command is refused where nobody allowed commands', () => {
    expect(readChecks(check({ type: 'executable', command: 'true', expected: '0' }), { ...bounds, allowCommands: false })).toHaveProperty(
      'problem',
    )
  })

  it('RX-065 never sees the artifact, also not when it prepares for level B', async () => {
    const at = project()
    const { asked: all } = await loop(at, {
      rules: [
        { ...sentence, severity: 'fail', weight: 2 },
        { ...more, check: 'it says done' },
      ],
      makes: steady(['done with a secret passphrase\n']),
      input: { steps: 'every' },
    })
    expect(asked(all, 'prepare')).toHaveLength(2)
    for (const { prompt } of asked(all, 'prepare')) expect(prompt).not.toContain('passphrase')
  })

  it('RX-066 its checks are kept in run.json, and no script is written anywhere in the folder', async () => {
    const { at } = await whole()
    expect(runFile(at).prepared_checks).toEqual([{ rule_id: 'a.style.sentence', type: 'content', search: 'done', expected: 'present' }])
    expect(at.files(evolution)).toEqual(['greeting/artifact.md', 'greeting/history.jsonl', 'greeting/run.json'])
  })
})

describe('EVALUATE', () => {
  it('RX-067 yields score, passed, failed, warnings and rule results, each entry with id, severity and message', async () => {
    const at = project()
    await loop(at, {
      rules: [word, says('a.style.nice', 'nice', { severity: 'warn' }), says('a.style.note', 'note', { severity: 'info' })],
      makes: steady(['no\n']),
      more: { max_iterations: 1 },
    })
    expect(runFile(at).evaluation).toMatchObject({
      score: 0,
      passed: false,
      failed: [{ id: 'a.correctness.word', severity: 'fail', message: expect.stringMatching(/\w/) }],
      warnings: [{ id: 'a.style.nice', severity: 'warn', message: expect.stringMatching(/\w/) }],
      rule_results: [
        { id: 'a.correctness.word', verdict: 'fail' },
        { id: 'a.style.nice', verdict: 'fail' },
        { id: 'a.style.note', verdict: 'fail' },
      ],
    })
  })

  it('RX-068 judges active rules only and says what was seen, not what to do', async () => {
    const at = project()
    await loop(at, { rules: [word, more], makes: steady(['no\n']), more: { max_iterations: 1 } })
    const { evaluation } = runFile(at)
    expect(evaluation?.rule_results.map(({ id }) => id)).toEqual(['a.correctness.word'])
    expect(Object.keys(evaluation?.failed[0] ?? {})).toEqual(['id', 'severity', 'message'])
    expect(JSON.stringify(evaluation)).not.toMatch(/fix|should|please|instead/i)
  })

  it('RX-068 leaves the artifact as it is, though a check tries to change it', async () => {
    const at = project()
    const rewrite = says('a.correctness.rewrite', '', {
      check: {
        kind: 'command',
        command:
          'for f in artifact.md .ai-factory/evolution/greeting/artifact.md; do echo changed > "$f" 2>/dev/null; done; cat artifact.md',
      },
    })
    await loop(at, { rules: [rewrite], makes: steady(['as it was made\n']), input: { allowCommands: true }, more: { max_iterations: 1 } })
    expect(at.read(`${folder()}/artifact.md`)).toBe('as it was made\n')
    expect(runFile(at).evaluation).toMatchObject({ artifact_hash: sha256('as it was made\n') })
  })
})

describe('CRITIQUE and REFINE', () => {
  const issue = (fields: object = {}) => ({ rule_id: 'a.x.one', problem: 'p', fix_instruction: 'f', expected_effect: 'e', ...fields })

  it.each<[string, Json, boolean]>([
    ['RX-069 takes one issue', { issues: [issue()] }, true],
    ['RX-069 takes five', { issues: Array.from({ length: 5 }, () => issue()) }, true],
    ['RX-069 refuses six', { issues: Array.from({ length: 6 }, () => issue()) }, false],
    ['RX-069 refuses none', { issues: [] }, false],
    ['RX-069 refuses a rule that did not fail', { issues: [issue({ rule_id: 'a.x.two' })] }, false],
    ['RX-069 refuses an issue without problem', { issues: [issue({ problem: '' })] }, false],
    ['RX-069 refuses an issue without fix', { issues: [issue({ fix_instruction: null })] }, false],
    ['RX-069 refuses an issue without effect', { issues: [{ rule_id: 'a.x.one', problem: 'p', fix_instruction: 'f' }] }, false],
  ])('%s', (_, value, fine) => {
    expect('value' in readIssues(json(value), ['a.x.one'])).toBe(fine)
  })

  it('RX-070 REFINE sees the artifact and the issues, names failed rules only, and its answer becomes artifact.md', async () => {
    const at = project()
    const seen: string[] = []
    const makes: Says = (request) => {
      if (request.role === 'critique') seen.push(at.read(`${folder()}/artifact.md`))
      return steady(['no\n', 'word\n'])(request)
    }
    const { asked: all } = await loop(at, {
      rules: [word, says('a.style.no', 'no', { severity: 'warn' })],
      makes,
      more: { max_iterations: 2 },
    })
    const [refine] = asked(all, 'refine') as [Asked]
    expect(refine.request.slots['artifact']).toBe('no\n')
    expect(refine.request.slots['issues']).toBe(
      '- a.correctness.word: It is missing. Fix: Add what a.correctness.word wants. Then: It holds.',
    )
    expect(refine.prompt).not.toContain('a.style.no')
    expect(seen).toEqual(['no\n'])
    expect(history(at).find(({ event }) => event === 'refinement_done')?.payload).toMatchObject({ artifact_hash: sha256('word\n') })
  })
})

describe('an answer that breaks its contract', () => {
  const bad: Record<string, object | string> = {
    plan: { plan: ['too few'] },
    produce: '   ',
    prepare: { checks: [{ rule_id: 'z' }] },
    critique: { issues: [] },
    refine: 'a\u0000b',
  }

  it.each(Object.keys(bad))(
    'RX-105 of %s is journalled and asked for once more, with the very same inputs and one line that says what was wrong',
    async (role) => {
      const at = project()
      let tries = 0
      const makes: Says = (request) =>
        request.role === role && ++tries === 1 ? (bad[role] as string) : steady(['no\n', 'word done\n'])(request)
      const { asked: all, report } = await loop(at, { rules: [word, sentence], makes })
      expect(report.passed).toBe(true)
      const [first, second] = asked(all, role) as [Asked, Asked]
      const [before, again] = [first, second].map(({ prompt, request }) => normalisePrompt(prompt, { ...request, run: '' }).trimEnd()) as [
        string,
        string,
      ]
      expect(second.request.slots).toEqual(first.request.slots)
      expect(again.startsWith(`${before}\n\n`)).toBe(true)
      const line = again.slice(before.length + 2)
      expect(line).toMatch(/^Your last reply to this request was not taken: .+\. Answer again, in the form asked for above\.$/)
      expect(line).toContain(
        {
          plan: '/plan: Too small: expected array to have >=3 items. The schema asks for: /plan {"minItems":3,',
          produce: 'empty',
          prepare: '/checks/0/type',
          critique: 'no issue is named',
          refine: 'NUL',
        }[role],
      )
      const errors = history(at).filter(({ event }) => event === 'phase_error')
      expect(errors).toEqual([
        expect.objectContaining({
          status: 'error',
          payload: expect.objectContaining({ attempt: 1, message: expect.stringMatching(/\w/) }),
        }),
      ])
    },
  )

  it.each(Object.keys(bad))('RX-106 of %s, given twice, ends the loop and is not asked for a third time', async (role) => {
    const at = project()
    const makes: Says = (request) => (request.role === role ? (bad[role] as string) : steady(['no\n', 'word done\n'])(request))
    const { asked: all, report, world } = await loop(at, { rules: [word, sentence], makes })
    expect(report).toMatchObject({ at: 'end', status: 'failed', reason: 'phase_error', passed: false })
    expect(asked(all, role)).toHaveLength(2)
    expect(events(at).filter((name) => ['phase_error', 'failed', 'stopped'].includes(name))).toEqual([
      'phase_error',
      'phase_error',
      'failed',
    ])
    expect(report.card).toContain(String(history(at).at(-1)?.payload['because']))
    expect(world.said.filter((text) => text.startsWith('phase_error in'))).toHaveLength(1)
    expect(`${world.said.join('\n')}${report.card}`).not.toContain('The schema asks for')
  })
})
