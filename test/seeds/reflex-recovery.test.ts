// A reflex loop that was interrupted, killed or tampered with goes on where it stood.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { normalisePrompt } from '../../src/agents/prompt.ts'
import * as reflexNew from '../../src/workflows/reflex/verbs/new.ts'
import * as resume from '../../src/operations/resume.ts'
import {
  type Asked,
  type Project,
  type Says,
  evolution,
  events,
  folder,
  history,
  loop,
  makerWorld,
  openWorld,
  project,
  run,
  runFile,
  says,
  steady,
  withChecks,
} from '../operations/support.ts'

const word = says('a.correctness.word', 'word')
const sentence = { ...word, id: 'a.style.sentence', check: 'says done', severity: 'warn', weight: 1 } as const
const more = says('b.correctness.more', 'more')
const rules = [word, sentence, more]
const texts = steady(['no\n', 'word\n', 'word done more\n'])
const fixed = { now: () => Date.UTC(2026, 1, 18, 12) }

/** Starts the loop and leaves it at the n-th commit, or when it reaches a step, as Ctrl-C does. */
async function until(at: Project, leaveAt: number | string, makes: Says = texts) {
  at.write('criteria.json', JSON.stringify({ max_iterations: 4, rules }))
  const leave = new AbortController()
  let commits = 0
  const world = makerWorld(at, makes, {
    signal: leave.signal,
    onCommit: (_workflow, { state }) =>
      (typeof leaveAt === 'number' ? ++commits >= leaveAt : (state as { step: string }).step === leaveAt) && leave.abort(),
  })
  world.clock = fixed
  const report = await withChecks(
    await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json', allowMakerChecks: true }, world),
    world,
  )
  return { world, report, commits }
}

async function goOn(at: Project, input: object = {}, makes: Says = texts) {
  const world = makerWorld(at, makes)
  world.clock = fixed
  return { report: await withChecks(await run(resume, { workflow: 'reflex', ...input }, world), world), world, asked: world.asked }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise((resolve) => (signal.aborted ? resolve(0) : signal.addEventListener('abort', resolve)))
const shown = ({ role, task, prompt, request }: Asked) => [role, task, normalisePrompt(prompt, { ...request, run: '' })]
const files = (at: Project) => at.files(evolution).map((name) => [name, at.read(`${evolution}/${name}`)])
/** Which of two answers that run side by side comes first is chance. */
const settled = (at: Project) =>
  files(at).map(([name, text]) => [
    name,
    name?.endsWith('history.jsonl') ? text?.replace(/^(.*"checks_prepared".*\n)(.*"artifact_created".*\n)/m, '$2$1') : text,
  ])

describe('resume', () => {
  it('RX-100 without a name goes on with the active loop, though a draft waits beside it', async () => {
    const at = project()
    await until(at, 4)
    at.write('other.json', '{}')
    const draft = makerWorld(at, texts)
    await expect(run(reflexNew, { task: 'Write another', draft: true }, draft)).rejects.toThrow('a loop is already active: greeting')
    const { report } = await goOn(at)
    expect(report).toMatchObject({ name: 'greeting', status: 'completed' })
  })

  it('RX-100 with a name goes on with that loop', async () => {
    const at = project()
    await until(at, 4)
    expect((await goOn(at, { run: 'greeting' })).report).toMatchObject({ name: 'greeting', status: 'completed' })
    const other = project()
    await expect(run(resume, { workflow: 'reflex' }, openWorld(other))).rejects.toThrow('no run is active')
    await expect(run(resume, { run: 'greetin' }, openWorld(at))).rejects.toThrow('did you mean "greeting"')
  })

  it('RX-102 RX-122 a fresh process asks for exactly what is left, with the same inputs, and comes to the same end', async () => {
    const whole = project()
    const { world } = await until(whole, Infinity)
    const all = world.asked.map(shown)
    const { commits } = await until(project(), Infinity)
    for (let leaveAt = 1; leaveAt <= commits; leaveAt++) {
      const at = project()
      const first = await until(at, leaveAt)
      if (first.report.at === 'end') continue
      // Nothing but the loop's folder and .whetstone goes with it.
      const moved = project()
      for (const name of ['.whetstone', '.ai-factory']) cpSync(join(at.root, name), join(moved.root, name), { recursive: true })
      const { asked, report } = await goOn(moved)
      const before = first.world.asked.length
      const answered = history(at).filter(({ event }) =>
        ['plan_created', 'artifact_created', 'checks_prepared', 'critique_done', 'refinement_done'].includes(event),
      ).length
      expect(asked.length).toBeGreaterThanOrEqual(all.length - before)
      expect(asked.length).toBeLessThanOrEqual(all.length - answered)
      for (const one of asked.map(shown)) expect(all).toContainEqual(one)
      expect(report).toMatchObject({ status: 'completed', passed: true })
      expect(settled(moved)).toEqual(settled(whole))
    }
    expect(commits).toBeGreaterThan(8)
  }, 240_000)

  it.each([
    ['PLAN', 'plan'],
    ['EVALUATE', ''],
    ['CRITIQUE', 'critique'],
    ['REFINE', 'refine'],
  ])('RX-102 an interrupted %s is executed again from its start', async (step, role) => {
    const at = project()
    const leave = new AbortController()
    at.write('criteria.json', JSON.stringify({ max_iterations: 4, rules: [word] }))
    const world = makerWorld(
      at,
      async (request) => {
        if (request.role === role) {
          leave.abort()
          await untilAborted(request.signal)
        }
        return steady(['no\n', 'word\n'])(request)
      },
      {
        signal: leave.signal,
        onCommit: (_workflow, state) =>
          void (step === 'EVALUATE' && (state.state as { step: string }).step === 'EVALUATE' && leave.abort()),
      },
    )
    expect((await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json' }, world)).at).toBe('interrupt')
    expect(runFile(at).current_step).toBe(step)
    const { asked, report } = await goOn(at, {}, steady(['no\n', 'word\n']))
    if (role) expect(asked[0]).toMatchObject({ role })
    expect(report.status).toBe('completed')
  })

  it('RX-103 at PRODUCE_PREPARE asks both again, and never for an answer that is recorded', async () => {
    const [neither, one] = [project(), project()]
    for (const at of [neither, one]) {
      const leave = new AbortController()
      at.write('criteria.json', JSON.stringify({ max_iterations: 4, rules }))
      const world = makerWorld(
        at,
        async (request) => {
          if (request.role === 'produce' || (request.role === 'prepare' && at === neither)) {
            if (request.role === 'produce' && at === one)
              while (!events(at).includes('checks_prepared')) await new Promise((resolve) => setTimeout(resolve, 5))
            leave.abort()
            await untilAborted(request.signal)
          }
          return texts(request)
        },
        { signal: leave.signal },
      )
      await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json', allowMakerChecks: true }, world)
      expect(runFile(at).current_step).toBe('PRODUCE_PREPARE')
    }
    expect(
      (await goOn(neither)).asked
        .slice(0, 2)
        .map(({ role }) => role)
        .sort(),
    ).toEqual(['prepare', 'produce'])
    const resumed = (await goOn(one)).asked
    expect(resumed[0]?.role).toBe('produce')
    expect(resumed.map(({ task }) => task)).not.toContain('prepare:1:A')
    expect(events(one).filter((name) => name === 'checks_prepared')).toHaveLength(2) // level A and B
  })

  it.each<[string, Says, RegExp]>([
    ['completed', steady(['word done more\n']), /completed \(threshold_reached\)/],
    ['stopped', steady((n) => `try ${n}\n`), /stopped \(stagnation\)/],
    [
      'failed',
      ({ role }) => (role === 'plan' ? 'no JSON at all' : ''),
      /failed \(phase_error\).*Last phase_error: plan:1#2: .*no JSON at all/s,
    ],
  ])('RX-104 on a %s loop runs no step, says so and suggests a new one', async (status, makes, says_) => {
    const at = project()
    await loop(at, { rules, makes })
    const before = files(at)
    const world = makerWorld(at, texts)
    const fault = await run(resume, { run: 'greeting' }, world).catch((error: unknown) => error)
    expect(fault).toMatchObject({
      code: 'refused',
      message: expect.stringMatching(says_),
      fix: expect.stringContaining(status === 'failed' ? 'whet reflex new "<task>"' : 'whet reflex new --from greeting'),
    }) // a loop that made nothing has nothing to go on from
    expect(world.asked).toEqual([])
    expect(files(at)).toEqual(before)
  })
})

describe('resume --retry', () => {
  it.each(['plan', 'produce', 'prepare', 'critique', 'refine'])(
    'RX-104 RX-106 opens a new, recorded attempt of %s after phase_error, with two answers more',
    async (role) => {
      const at = project()
      let wrong = true
      const makes: Says = (request) => (request.role === role && wrong ? ' ' : texts(request))
      const { report } = await loop(at, { rules, makes })
      expect(report).toMatchObject({
        status: 'failed',
        reason: 'phase_error',
        card: expect.stringContaining('whet resume greeting --retry'),
      })
      const failed = await goOn(at, { run: 'greeting', retry: true }, makes)
      expect(failed.report).toMatchObject({ status: 'failed', reason: 'phase_error' })
      expect(failed.asked.map(({ task }) => /#\d+$/.exec(task)?.[0])).toEqual(['#3', '#4'])
      wrong = false
      const again = await goOn(at, { run: 'greeting', retry: true }, makes)
      expect(again.report).toMatchObject({ status: 'completed', passed: true })
      expect(again.asked[0]).toMatchObject({ role, task: expect.stringMatching(/#5$/), prompt: expect.stringContaining('was not taken') })
      expect(runFile(at)).toMatchObject({ status: 'completed', stop: { reason: 'threshold_reached' } })
      expect(events(at).filter((name) => name === 'failed')).toHaveLength(2)
      await expect(run(resume, { run: 'greeting', retry: true }, makerWorld(at, texts))).rejects.toThrow('no step was run')
    },
  )

  it('waits for no other loop', async () => {
    const at = project()
    await loop(at, { rules, makes: ({ role }) => (role === 'plan' ? ' ' : '') })
    await run(reflexNew, { task: 'Write another', criteria: 'criteria.json', maker: ['host'] }, openWorld(at))
    await expect(run(resume, { run: 'greeting', retry: true }, makerWorld(at, texts))).rejects.toThrow('a loop is already active')
  })
})

describe('what a kill leaves behind', () => {
  /** The evolution folder and the journal as they were after each commit. */
  async function recorded() {
    const at = project()
    const states: { files: string[][]; journal: string }[] = []
    at.write('criteria.json', JSON.stringify({ max_iterations: 4, rules }))
    const world = makerWorld(at, texts, {
      onCommit: (_workflow, { run: id }) =>
        void states.push({ files: files(at) as string[][], journal: at.read(`.whetstone/runs/${id}/journal.jsonl`).trimEnd() }),
    })
    world.clock = fixed
    await run(reflexNew, { task: 'Write a greeting', criteria: 'criteria.json' }, world)
    return { at, states, id: runFile(at).run_id }
  }

  const put = (root: string, list: string[][]) => {
    rmSync(join(root, evolution), { recursive: true, force: true })
    for (const [name, text] of list as [string, string][]) {
      mkdirSync(join(root, evolution, name, '..'), { recursive: true })
      writeFileSync(join(root, evolution, name), text)
    }
  }

  it('RX-035 after a step is journalled, a kill before, between or after the files loses nothing and doubles nothing', async () => {
    const { at, states, id } = await recorded()
    expect(states.length).toBeGreaterThan(8)
    for (let n = 1; n < states.length; n++) {
      const [before, after] = [states[n - 1], states[n]] as [(typeof states)[0], (typeof states)[0]]
      const named = Object.fromEntries(after.files) as Record<string, string>
      const onlyHistory = before.files.map(([name, text]) => [
        name as string,
        (name?.endsWith('history.jsonl') ? named[name] : text) as string,
      ])
      for (const lying of [before.files, onlyHistory, after.files]) {
        const killed = project()
        cpSync(join(at.root, '.whetstone'), join(killed.root, '.whetstone'), { recursive: true })
        rmSync(join(killed.root, `.whetstone/runs/${id}/snapshot.json`), { force: true })
        killed.write(`.whetstone/runs/${id}/journal.jsonl`, `${after.journal}\n\n`)
        put(killed.root, lying)
        const world = makerWorld(killed, texts)
        world.clock = fixed
        const leave = await run(resume, { run: 'greeting' }, world).catch((error: { code: string }) => error.code)
        if (n === states.length - 1) expect(leave).toBe('refused')
        expect(settled(killed)).toEqual(settled(at))
      }
    }
  }, 240_000)

  it.each<[string, (at: Project) => void, RegExp]>([
    [
      'run.json is behind',
      (at) => at.write(`${folder()}/run.json`, at.read(`${folder()}/run.json`).replace('"CRITIQUE"', '"EVALUATE"')),
      /run\.json \(differs\)/,
    ],
    ['run.json is torn', (at) => at.write(`${folder()}/run.json`, at.read(`${folder()}/run.json`).slice(0, 100)), /run\.json \(differs\)/],
    ['run.json is gone', (at) => rmSync(join(at.root, folder(), 'run.json')), /run\.json \(missing\)/],
    [
      'run.json was changed by hand',
      (at) => at.write(`${folder()}/run.json`, at.read(`${folder()}/run.json`).replace('"max_iterations": 4', '"max_iterations": 99')),
      /run\.json \(differs\)/,
    ],
    [
      'the last event is gone',
      (at) => at.write(`${folder()}/history.jsonl`, at.read(`${folder()}/history.jsonl`).split('\n').slice(0, -2).join('\n') + '\n'),
      /history\.jsonl \(behind\)/,
    ],
    [
      'the last event is torn',
      (at) => at.write(`${folder()}/history.jsonl`, at.read(`${folder()}/history.jsonl`).slice(0, -20)),
      /history\.jsonl \(behind\)/,
    ],
    [
      'an event contradicts the journal',
      (at) => at.write(`${folder()}/history.jsonl`, at.read(`${folder()}/history.jsonl`).replace('"passed":false', '"passed":true')),
      /history\.jsonl \(differs\)/,
    ],
    ['history.jsonl is gone', (at) => rmSync(join(at.root, folder(), 'history.jsonl')), /history\.jsonl \(missing\)/],
  ])('RX-101 %s: put right from the journal, and said', async (_, damage, said) => {
    const at = project()
    await until(at, 'CRITIQUE')
    const intact = at.read(`${folder()}/history.jsonl`)
    damage(at)
    const { report, world } = await goOn(at)
    expect(report).toMatchObject({ status: 'completed', repairs: [{ path: expect.stringMatching(/run\.json|history\.jsonl/) }] })
    expect(world.said.join('\n')).toMatch(said)
    expect(at.read(`${folder()}/history.jsonl`).startsWith(intact)).toBe(true)
    expect(runFile(at)).toMatchObject({ max_iterations: 4, iteration: 3 })
  })
})
