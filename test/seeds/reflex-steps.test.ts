// The order of steps of a reflex loop, what each step is asked and may answer, and who runs beside whom.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEvaluate } from '../../src/adapters/evaluator/evaluate.ts'
import { CheckPool } from '../../src/adapters/evaluator/pool.ts'
import type { Evaluate } from '../../src/kernel/task.ts'
import type { Verdict } from '../../src/schema/verdict.ts'
import { steps } from '../../src/workflows/reflex/machine.ts'
import {
  type Asked,
  type Project,
  type Says,
  events,
  folder,
  history,
  later,
  loop,
  makerWorld,
  openWorld,
  project,
  run,
  runFile,
  says,
  sha256,
  steady,
  withChecks,
} from '../operations/support.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'

const word = says('a.correctness.word', 'word')
const more = says('b.correctness.more', 'more')
const steps_ = (at: Project) => events(at).filter((name) => name !== 'run_started')

describe('the order of steps', () => {
  it('RX-077 iteration 1 is PLAN, PRODUCE and PREPARE, EVALUATE', async () => {
    const at = project()
    const { roles } = await loop(at, {
      rules: [{ ...word, check: 'it says done' }],
      makes: steady(['nothing\n']),
      more: { max_iterations: 1 },
    })
    expect([roles[0], ...roles.slice(1).sort()]).toEqual(['plan', 'prepare', 'produce'])
    expect([steps_(at)[0], ...steps_(at).slice(1, 3).sort(), ...steps_(at).slice(3)]).toEqual([
      'plan_created',
      'artifact_created',
      'checks_prepared',
      'evaluation_done',
      'stopped',
    ])
  })

  it('RX-078 RX-084 later iterations are CRITIQUE, REFINE, EVALUATE, and the last one ends there', async () => {
    const at = project()
    const { roles, report } = await loop(at, {
      rules: [word, says('a.style.x', 'try 2', { severity: 'warn' }), says('a.style.y', 'try 3', { severity: 'warn' })],
      makes: steady((n) => `try ${n}\n`),
      more: { max_iterations: 3 },
    })
    expect(roles).toEqual(['plan', 'produce', 'critique', 'refine', 'critique', 'refine'])
    expect(steps_(at)).toEqual([
      'plan_created',
      'checks_prepared',
      'artifact_created',
      'evaluation_done',
      'iteration_advanced',
      'critique_done',
      'refinement_done',
      'evaluation_done',
      'iteration_advanced',
      'critique_done',
      'refinement_done',
      'evaluation_done',
      'stopped',
    ])
    expect(
      history(at)
        .filter(({ event }) => event === 'evaluation_done')
        .map(({ iteration }) => iteration),
    ).toEqual([1, 2, 3])
    expect(runFile(at).evaluation?.artifact_hash).toBe(sha256('try 3\n'))
    expect(report.reason).toBe('iteration_limit')
  })

  it('RX-078 checks are prepared again only when the rules have changed', async () => {
    const at = project()
    const sentence = { ...word, check: 'it says done' }
    const { roles } = await loop(at, {
      rules: [sentence, { ...more, check: 'it says done too' }],
      makes: steady(['no\n', 'no, still\n', 'done\n']),
      more: { max_iterations: 3 },
    })
    // Once for level A, once more for level B; never for another iteration.
    expect(roles.filter((role) => role === 'prepare')).toHaveLength(2)
    expect(events(at).indexOf('phase_switched')).toBeLessThan(events(at).lastIndexOf('checks_prepared'))
  })

  it('RX-079 with steps: every, each iteration runs all six, and PRODUCE starts from the refined artifact', async () => {
    const at = project()
    const texts: Says = (request) =>
      request.role === 'produce'
        ? `produced ${request.task}\n`
        : request.role === 'refine'
          ? `refined ${request.task}\n`
          : steady(['x'])(request)
    const { asked } = await loop(at, {
      rules: [{ ...word, check: 'it says done' }, says('a.style.x', 'produced produce:2', { severity: 'warn' })],
      makes: texts,
      input: { steps: 'every' },
      more: { max_iterations: 2 },
    })
    const order = asked.map(({ role }) => role)
    expect([order[0], ...order.slice(1, 3).sort(), ...order.slice(3, 6), ...order.slice(6).sort()]).toEqual([
      'plan',
      'prepare',
      'produce',
      'critique',
      'refine',
      'plan',
      'prepare',
      'produce',
    ])
    const second = asked.filter(({ role }) => role === 'produce')[1] as Asked
    expect(second.request.slots['previous']).toBe('refined refine:1\n')
    expect(
      history(at)
        .filter(({ event }) => event === 'refinement_done' || event === 'iteration_advanced')
        .map(({ event, iteration }) => [event, iteration]),
    ).toEqual([
      ['refinement_done', 1],
      ['iteration_advanced', 2],
    ])
  })

  it('RX-080 an evaluation that passed is never criticised or refined', async () => {
    const at = project()
    const { roles } = await loop(at, { rules: [word, more], makes: steady(['word more\n']) })
    expect(roles).toEqual(['plan', 'produce'])
    expect(runFile(at)).toMatchObject({ status: 'completed', iteration: 1, stop: { passed: true, reason: 'threshold_reached' } })
  })

  it('RX-081 a pass at level A prepares for level B without PLAN or PRODUCE and judges the same artifact again, in the same iteration', async () => {
    const at = project()
    const { asked } = await loop(at, { rules: [word, { ...more, check: 'it says done' }], makes: steady(['word done\n']) })
    expect(asked.map(({ role }) => role)).toEqual(['plan', 'produce', 'prepare'])
    expect(asked[2]?.prompt).toContain('| level B')
    const judged = history(at).filter(({ event }) => event === 'evaluation_done')
    expect(judged.map(({ phase, iteration, payload }) => [phase, iteration, payload['artifact_hash']])).toEqual([
      ['A', 1, sha256('word done\n')],
      ['B', 1, sha256('word done\n')],
    ])
    expect(history(at).find(({ event }) => event === 'phase_switched')?.payload).toMatchObject({ from: 'A', to: 'B' })
  })

  it('RX-082 a level B that fails right after the switch goes on at level B and never back', async () => {
    const at = project()
    const { roles } = await loop(at, { rules: [word, more], makes: steady(['word\n', 'more\n', 'word more\n']) })
    expect(roles).toEqual(['plan', 'produce', 'critique', 'refine', 'critique', 'refine'])
    expect(
      history(at)
        .filter(({ event }) => event === 'evaluation_done')
        .map(({ phase }) => phase),
    ).toEqual(['A', 'B', 'B', 'B'])
    expect(runFile(at)).toMatchObject({ phase: 'B', status: 'completed', iteration: 3 })
  })

  it('RX-083 level A below its threshold without a failed fail rule goes on to level B', async () => {
    const at = project()
    await loop(at, {
      rules: [word, says('a.style.nice', 'nice', { severity: 'warn', weight: 8 }), more],
      makes: steady(['word\n', 'word more\n']),
    })
    const judged = history(at).filter(({ event }) => event === 'evaluation_done')
    expect(judged[0]).toMatchObject({ phase: 'A', payload: { score: 0.2, passed: false } })
    expect(judged[1]).toMatchObject({ phase: 'B', iteration: 1 })
    expect(runFile(at).stop.reason).toBe('no_major_issues')
  })

  it('RX-076 current_step takes six values and names each step before it begins', async () => {
    const at = project()
    const seen: [string, string][] = []
    const watching: Says = (request) => {
      seen.push([request.role, runFile(at).current_step])
      return steady(['no\n', 'word\n', 'word done\n'])(request)
    }
    at.write('criteria.json', JSON.stringify({ max_iterations: 4, rules: [word, { ...more, check: 'it says done' }] }))
    const world = makerWorld(at, watching)
    const { makers } = world
    world.makers = async (options) => {
      const real = await makers(options)
      return {
        ...real,
        ports: {
          ...real.ports,
          evaluate: (task, context) => (
            task.key.startsWith('probe:') || seen.push(['evaluate', runFile(at).current_step]),
            real.ports.evaluate(task, context)
          ),
        },
      }
    }
    await withChecks(await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json', allowMakerChecks: true }, world), world)
    const named: Record<string, string> = {
      plan: 'PLAN',
      produce: 'PRODUCE_PREPARE',
      evaluate: 'EVALUATE',
      critique: 'CRITIQUE',
      refine: 'REFINE',
      prepare: 'PREPARE',
    }
    expect(seen.map(([role]) => role)).toEqual([
      'plan',
      'produce',
      'evaluate',
      'critique',
      'refine',
      'evaluate',
      'prepare',
      'evaluate',
      'critique',
      'refine',
      'evaluate',
    ])
    for (const [role, step] of seen) expect([role, step]).toEqual([role, named[role]])
    expect(Object.keys(steps).sort()).toEqual(['CRITIQUE', 'EVALUATE', 'PLAN', 'PREPARE', 'PRODUCE_PREPARE', 'REFINE'])
  })
})

describe('side by side', () => {
  const sentence = { ...word, check: 'it says done' }

  it('RX-085 PRODUCE and PREPARE are under way at the same time, and EVALUATE waits for both', async () => {
    const at = project()
    let here = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => (meet = resolve))
    const { roles } = await loop(at, {
      rules: [sentence],
      makes: async (request) => {
        if (request.role === 'produce' || request.role === 'prepare') {
          if (++here === 2) meet()
          await met // neither answers before the other was asked
        }
        return steady(['done\n'])(request)
      },
    })
    expect(roles.slice(1, 3).sort()).toEqual(['prepare', 'produce'])
    expect(events(at).indexOf('evaluation_done')).toBeGreaterThan(
      Math.max(events(at).indexOf('artifact_created'), events(at).indexOf('checks_prepared')),
    )
  })

  it.each([
    ['produce first', 'produce'],
    ['prepare first', 'prepare'],
  ])('RX-085 neither sees anything of the other: %s gives the same', async (_, first) => {
    const at = project()
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { asked } = await loop(at, {
      rules: [sentence],
      makes: async (request) => {
        if ((request.role === 'produce' || request.role === 'prepare') && request.role !== first) await gate
        if (request.role === first) setTimeout(release, 20)
        return steady(['done, whatever the checks are\n'])(request)
      },
    })
    expect(runFile(at)).toMatchObject({ status: 'completed', last_score: 1 })
    expect(asked.find(({ role }) => role === 'prepare')?.prompt).not.toContain('whatever the checks are')
    expect(asked.find(({ role }) => role === 'produce')?.prompt).not.toContain('"search"')
    expect(at.read(`${folder()}/artifact.md`)).toBe('done, whatever the checks are\n')
  })

  const evaluateIn = (root: string, threads: number, modules: string[] = []) => {
    const pool = new CheckPool({ threads })
    later(() => pool.close())
    const port = createEvaluate({ root, pool, modules })
    return async (checks: Evaluate['checks'], text: string) => {
      const done = await port(
        { kind: 'evaluate', key: 'e', artifact: { object: 'x' }, name: 'artifact.md', checks, allowCommands: true },
        {
          run: 'r',
          workflow: 'reflex',
          head: '',
          pulse: () => {},
          attempt: 1,
          signal: new AbortController().signal,
          object: async () => text,
          say: () => {},
        },
      )
      return done !== 'pending' && 'ok' in done && done.ok && 'value' in done ? (done.value as unknown as Verdict[]) : []
    }
  }
  const outcomes = (verdicts: Verdict[]) => verdicts.map(({ ruleId, outcome }) => [ruleId, outcome])

  it('RX-086 two commands run at once, and beside the content rules', async () => {
    const at = project()
    // Each waits in the copy for the other two to have begun, so one after another none of them would ever end.
    const wait = (own: string, others: string[]) =>
      `mkdir -p meeting && touch meeting/${own} && for n in ${others.join(' ')}; do i=0; until [ -e meeting/$n ] || [ $i -ge 400 ]; do i=$((i+1)); sleep 0.05; done; [ -e meeting/$n ]; done`
    const meets = (copies: string) => `import { existsSync, readdirSync, writeFileSync } from 'node:fs'
      const meeting = () => { for (const name of existsSync(${copies}) ? readdirSync(${copies}) : []) { const place = ${copies} + '/' + name + '/work/meeting'; if (existsSync(place)) return place } }
      const later = () => new Promise((resolve) => setTimeout(resolve, 20))
      export default { kind: 'meets', summary: 's', version: '1', params: { safeParse: (data) => ({ success: true, data }) }, async run() {
        for (let i = 0; i < 400 && !meeting(); i++) await later()
        const place = meeting()
        if (place) writeFileSync(place + '/content', '')
        for (let i = 0; i < 400 && place && !(existsSync(place + '/one') && existsSync(place + '/two')); i++) await later()
        return { outcome: place && existsSync(place + '/one') ? 'pass' : 'fail', message: '', evidence: [] }
      } }`
    const module = at.write('meets.mjs', meets(JSON.stringify(join(at.root, '.whetstone/tmp'))))
    const verdicts = await evaluateIn(at.root, 2, [module])(
      [
        { ruleId: 'one', check: { kind: 'command', command: wait('one', ['two', 'content']), timeout_seconds: 30 } },
        { ruleId: 'two', check: { kind: 'command', command: wait('two', ['one', 'content']), timeout_seconds: 30 } },
        { ruleId: 'content', check: { kind: 'meets' } },
      ],
      'text\n',
    )
    expect(outcomes(verdicts)).toEqual([
      ['one', 'pass'],
      ['two', 'pass'],
      ['content', 'pass'],
    ])
  })

  const mixed = (delays: [string, string]): Evaluate['checks'] => [
    { ruleId: 'slow', check: { kind: 'command', command: `sleep ${delays[0]}; true` } },
    { ruleId: 'word', check: { kind: 'content.contains', text: 'word' } },
    { ruleId: 'quick', check: { kind: 'command', command: `sleep ${delays[1]}; false` } },
    { ruleId: 'other', check: { kind: 'content.contains', text: 'other' } },
  ]

  it('RX-086 the verdicts come in the order of the rules, in whichever order they finish', async () => {
    const at = project()
    const evaluate = evaluateIn(at.root, 2)
    const expected = [
      ['slow', 'pass'],
      ['word', 'pass'],
      ['quick', 'fail'],
      ['other', 'fail'],
    ]
    expect(outcomes(await evaluate(mixed(['0.4', '0']), 'word\n'))).toEqual(expected)
    expect(outcomes(await evaluate(mixed(['0', '0.4']), 'word\n'))).toEqual(expected)
  })

  it('RX-087 without threads the same checks give the same verdicts, one after another', async () => {
    const at = project()
    const many: Evaluate['checks'] = Array.from({ length: 40 }, (_, n) => ({
      ruleId: `r${n}`,
      check: { kind: 'content.regex', pattern: `w${n % 7}\\b` },
    }))
    const text = '# T\n\nw1 w3 w5\n'
    const [threaded, inline] = await Promise.all([
      evaluateIn(at.root, 2)([...many, ...mixed(['0', '0'])], text),
      evaluateIn(at.root, 0)([...many, ...mixed(['0', '0'])], text),
    ])
    expect(inline).toEqual(threaded)
  })

  it('RX-087 with one maker call at a time the loop ends with the same artifact, score and verdict', async () => {
    const script = {
      replies: [
        { role: 'plan', json: { plan: ['a', 'b', 'c'] } },
        { role: 'produce', text: 'no\n' },
        { role: 'prepare', json: { checks: [{ rule_id: word.id, type: 'content', search: 'done', expected: 'present' }] } },
        { role: 'critique', json: { issues: [{ rule_id: word.id, problem: 'p', fix_instruction: 'f', expected_effect: 'e' }] } },
        { role: 'refine', text: 'done\n' },
      ],
    }
    const files = { 'script.json': JSON.stringify(script), 'criteria.json': JSON.stringify({ max_iterations: 4, rules: [sentence] }) }
    const [together, alone] = [project(files), project({ ...files, 'whetstone.yaml': 'concurrency: 1\n' })]
    for (const at of [together, alone]) {
      const world = openWorld(at)
      await withChecks(
        await run(
          reflexNew,
          { task: 'Write a greeting', criteria: 'criteria.json', allowMakerChecks: true, maker: ['scripted:script.json'] },
          world,
        ),
        world,
      )
    }
    for (const field of ['status', 'iteration', 'last_score', 'evaluation', 'stop'] as const)
      expect(runFile(alone)[field]).toEqual(runFile(together)[field])
    expect(runFile(alone)).toMatchObject({ status: 'completed', iteration: 2 })
    expect(alone.read(`${folder()}/artifact.md`)).toBe(together.read(`${folder()}/artifact.md`))
  })
})
