// Requirements of lessons, from the first error to the base prompt and back, through the verbs as a person uses them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { select } from '../../src/adapters/database/learned.ts'
import { upsert, writing } from '../../src/adapters/database/open.ts'
import { projectAll } from '../../src/adapters/database/project.ts'
import { jsonColumn } from '../../src/adapters/database/tables.ts'
import { bandOf } from '../../src/learning/failures.ts'
import { isWithdrawn, standingId } from '../../src/learning/lesson.ts'
import type { OrderRecord } from '../../src/learning/record.ts'
import inbox from '../../src/operations/inbox.ts'
import type { Person, World } from '../../src/operations/world.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import analyse from '../../src/workflows/lessons/verbs/analyse.ts'
import { approve, reject } from '../../src/workflows/lessons/verbs/decide.ts'
import experiment from '../../src/workflows/lessons/verbs/experiment.ts'
import importFile from '../../src/workflows/lessons/verbs/import.ts'
import list from '../../src/workflows/lessons/verbs/list.ts'
import propose from '../../src/workflows/lessons/verbs/propose.ts'
import retire from '../../src/workflows/lessons/verbs/retire.ts'
import rollback from '../../src/workflows/lessons/verbs/rollback.ts'
import { failed, order, sunday } from '../learning/orders.ts'

const base = mkdtempSync(join(tmpdir(), 'whet-lessons-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** Types whatever phrase it is shown. */
const typist: Person = {
  confirm: async () => true,
  text: async (question) => question.split(': ').at(-1) ?? '',
  choose: async (_question, [first]) => first!.value,
  show: () => {},
}

async function project(act: (world: World) => Promise<void>, person: Person | null = typist): Promise<void> {
  const root = mkdtempSync(join(base, 'p-'))
  const world = createWorld({ cwd: root, env: { HOME: root, XDG_DATA_HOME: join(root, 'data') }, home: root, person })
  try {
    await act(world)
  } finally {
    await world.close()
  }
}

/** Orders as the order workflow would have journaled them. */
async function ended(world: World, orders: readonly OrderRecord[]): Promise<void> {
  const { database, project: here } = await world.learning()
  await writing(database, (rows) =>
    projectAll(
      rows,
      here,
      orders.map((each) => ({ order: each })),
    ),
  )
}

const hour = 3600_000

/** A week from some Sunday on in which a promoted lesson is withdrawn, or is not. */
const weekOf = (lesson: string, withdrawn: boolean): number =>
  Array.from({ length: 13 }, (_, week) => sunday + week * 7 * 24 * hour).find((at) => isWithdrawn(lesson, at) === withdrawn) as number

interface Rates {
  orders: number
  withRate: number
  withoutRate: number
  /** How often each error comes with its lesson. */
  codes?: Record<string, number>
}

/** Orders given what the tables say they should be given; the error comes at one rate with the lesson and at another without. */
async function trial(world: World, { orders, withRate, withoutRate, codes = { TS2304: withRate } }: Rates): Promise<void> {
  const learning = await world.learning()
  const counts: Record<string, number> = {}
  const made: OrderRecord[] = []
  for (let n = 0; n < orders; n++) {
    const id = `trial-${n}`
    const { applications } = await select(learning, {
      order: id,
      proposer: 'claude',
      complexity: 0.35,
      band: bandOf(0.35),
      outputType: 'code',
      at: sunday,
    })
    const errors = Object.entries(codes).flatMap(([code, treated]) => {
      const arm = applications.find((each) => each.code === code)?.arm ?? 'held_out'
      const rate = arm === 'treated' ? treated : withoutRate
      const count = (counts[code + arm] = (counts[code + arm] ?? 0) + 1)
      return Math.floor(count * rate) > Math.floor((count - 1) * rate) ? [code] : []
    })
    const at = sunday + n * hour * 2
    made.push(errors.length > 0 ? failed(id, errors, { applications }, at) : order(id, { applications }, at))
  }
  await ended(world, made)
}

const threeFailures = [1, 2, 3].map((n) => failed(`first-${n}`, ['TS2304', 'XX999'], {}, sunday - n * hour))

describe('lessons', () => {
  test('OR-054 OR-057 IM-019 three failures with a code make a lesson in trial, and a code nobody knows is named', async () => {
    await project(async (world) => {
      await ended(world, threeFailures.slice(0, 2))
      expect((await analyse.run({}, world)).lessons).toEqual([])
      await ended(world, threeFailures)
      const { lessons, unwritten } = await analyse.run({}, world)
      expect(lessons).toMatchObject([{ code: 'TS2304', status: 'trial', parent: null, reason: 'TS2304 occurred in 3 runs' }])
      expect(unwritten).toEqual(['XX999'])
    }, null)
  })

  test('OR-053 OR-056 an analysis gives one entry for each active lesson, writes what it found, and says nothing twice', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, { orders: 100, withRate: 0.1, withoutRate: 0.5 })
      const first = await analyse.run({}, world)
      expect(first.results).toMatchObject([{ lesson: expect.stringMatching(/^L-/), reduction: expect.any(Number), recommendation: 'keep' }])
      const { database } = await world.learning()
      const [row] = await database.rows.selectFrom('prompt_enhancements').selectAll().execute()
      expect(row).toMatchObject({
        reduction_rate: first.results[0]!.reduction,
        last_effectiveness_check: expect.stringMatching(/^20/),
        observed_rate: expect.any(Number),
      })
      expect(row!.applications_count).toBe(row!.success_count + row!.failure_count)
      const again = await propose.run({}, world)
      expect([first.changed, again.changed]).toEqual([true, false])
      expect((await database.rows.selectFrom('prompt_enhancements').selectAll().execute())[0]).toEqual(row)
    })
  })

  /** What it takes to be a candidate, one number short each time. */
  const earned = { orders: 300, withRate: 0.1, withoutRate: 0.5 }
  const short = [
    ['prevents too little', { ...earned, orders: 600, withRate: 0.2 }, /it helps, but by less than 70%/],
    ['was given too rarely', { ...earned, orders: 30 }, /given in \d+ of 30 runs/],
    ['was given for too short a time', { orders: 150, withRate: 0, withoutRate: 1 }, /it helps; seen in 2 of 3 weeks/],
    ['has an interval that reaches 0', { orders: 260, withRate: 0, withoutRate: 0.1 }, /the trial hasn't shown yet that it helps/],
  ] as const

  test.each(short)('IM-025 IM-026 a lesson that %s is no candidate', async (_what, given, because) => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, given)
      expect((await propose.run({}, world)).pending).toEqual([])
      expect((await list.run({}, world)).lessons[0]!.analysis!.because).toMatch(because)
    })
  })

  test('IM-025 IM-026 with all numbers and an interval above 0 it is one', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, earned)
      const { pending } = await propose.run({}, world)
      const [lesson] = (await list.run({}, world)).lessons
      expect(pending.map(({ about }) => about)).toEqual([lesson!.id])
      const { applications, windows, effect } = lesson!.analysis!
      expect([applications >= 30, windows >= 3, effect.reduction! >= 0.7, effect.difference.low > 0]).toEqual([true, true, true, true])
    })
  })

  test('IM-027 IM-028 it waits for a person in `improvements`, with its evidence', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, earned)
      const { pending } = await propose.run({}, world)
      const { database } = await world.learning()
      const entries = await database.rows.selectFrom('improvements').selectAll().execute()
      expect(entries).toMatchObject([
        {
          improvement_type: 'prompt_tuning',
          status: 'pending_approval',
          expected_impact: expect.stringMatching(/^\d+% fewer TS2304 over \d+ applications/),
        },
      ])
      expect(jsonColumn(entries[0]!.proposal_details)).toMatchObject({
        enhancement_id: pending[0]!.about,
        effectiveness_data: { applications_count: expect.any(Number), held_out: expect.any(Object) },
        recommendation: expect.any(String),
      })
    })
  })

  test('IM-027 of two the one that prevents more is first, whichever came first', async () => {
    await project(async (world) => {
      await ended(
        world,
        [1, 2, 3].map((n) => failed(`first-${n}`, ['TS2304', 'TS2322'], {}, sunday - n * hour)),
      )
      const { lessons } = await analyse.run({}, world)
      expect(lessons.map(({ code }) => code).sort()).toEqual(['TS2304', 'TS2322'])
      await trial(world, { ...earned, codes: { TS2304: 0.14, TS2322: 0 } })
      const { pending } = await propose.run({}, world)
      const codeOf = (id: string) => lessons.find((each) => each.id === id)?.code
      expect(pending.map(({ about }) => codeOf(about))).toEqual(['TS2322', 'TS2304'])
      const { database } = await world.learning()
      const entries = await database.rows.selectFrom('improvements').select('expected_impact').orderBy('id').execute()
      expect(entries.map((each) => /TS\d+/.exec(each.expected_impact ?? '')?.[0])).toEqual(['TS2322', 'TS2304'])
    })
  })

  test('IM-018 IM-029 the same evidence asks once, in the inbox', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, earned)
      const { pending } = await propose.run({}, world)
      expect(pending).toHaveLength(1)
      expect(await propose.run({}, world)).toMatchObject({ changed: false, pending: [{ id: pending[0]!.id }] })
      const { database } = await world.learning()
      expect(await database.rows.selectFrom('improvements').selectAll().execute()).toHaveLength(1)
      expect((await inbox.run({}, world)).waiting).toMatchObject([
        { workflow: 'lessons', gate: { choices: [{ name: 'approve', attested: true }, { name: 'reject' }] } },
      ])
    })
  })

  test('IM-018 without a person nothing is promoted', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, { orders: 300, withRate: 0.1, withoutRate: 0.5 })
      const { pending } = await propose.run({}, world)
      await expect(approve.run({ lesson: pending[0]!.about }, world)).rejects.toMatchObject({ code: 'needs_person' })
      expect((await list.run({}, world)).versions).toEqual([])
    }, null)
  })

  test('IM-030 IM-032 an approved lesson is in the base prompt and in no trial, until the earlier version is active again', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, { orders: 300, withRate: 0.1, withoutRate: 0.5 })
      const { pending } = await propose.run({}, world)
      expect(await approve.run({ lesson: pending[0]!.about }, world)).toMatchObject({ status: 'approved' })
      const asked = {
        order: 'next',
        proposer: 'claude',
        complexity: 0.35,
        band: '0.3-0.4',
        outputType: 'none yet',
        at: weekOf(pending[0]!.about, false),
      }
      const promoted = await select(await world.learning(), asked)
      expect(promoted).toMatchObject({
        applications: [{ lesson: standingId(pending[0]!.about), arm: 'treated' }], // no longer a trial
        promptVersion: 2,
        text: expect.stringMatching(/^STANDING GUIDELINES:\n\nImport or declare every name/),
      })
      const { database } = await world.learning()
      expect(await database.rows.selectFrom('improvements').select(['status', 'decided_by']).execute()).toEqual([
        { status: 'applied', decided_by: world.user },
      ])
      expect(await rollback.run({ reason: 'it got in the way' }, world)).toMatchObject({ from: 2, to: 1, inTrial: [pending[0]!.about] })
      const back = await select(await world.learning(), asked)
      expect([back.promptVersion, back.applications.length, back.text.includes('STANDING')]).toEqual([1, 1, false])
      expect(
        (await database.rows.selectFrom('prompt_versions').select('is_active').execute()).filter(({ is_active }) => Boolean(is_active)),
      ).toHaveLength(1)
    })
  })

  test('IM-032 a promoted lesson is withdrawn one week in thirteen, and what comes back without it is shown', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, { orders: 300, withRate: 0.1, withoutRate: 0.5 })
      const [{ about } = { about: '' }] = (await propose.run({}, world)).pending
      await approve.run({ lesson: about }, world)
      const asked = { proposer: 'claude', complexity: 0.35, band: '0.3-0.4' }
      const made: OrderRecord[] = []
      for (let n = 0; n < 400; n++) {
        const at = weekOf(about, n % 4 === 0) + n * 60_000
        const { text, applications } = await select(await world.learning(), { ...asked, order: `s-${n}`, at })
        expect(text === '').toBe(n % 4 === 0)
        const outcome = { complexity_score: 0.35, complexity_band: '0.3-0.4', applications }
        made.push(n % 4 === 0 && n % 8 === 0 ? failed(`s-${n}`, ['TS2304'], outcome, at) : order(`s-${n}`, outcome, at))
      }
      await ended(world, made)
      await analyse.run({}, world)
      const [lesson] = (await list.run({}, world)).lessons
      expect(lesson).toMatchObject({
        status: 'promoted',
        analysis: { because: 'the error came back while it was withdrawn', effect: { heldOut: { orders: 100, failed: 50 } } },
      })
    })
  })

  test('IM-031 a rejected one stays in trial with the reason, and is not asked again without new evidence', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      await analyse.run({}, world)
      await trial(world, { orders: 300, withRate: 0.1, withoutRate: 0.5 })
      const [{ about } = { about: '' }] = (await propose.run({}, world)).pending
      await expect(reject.run({ lesson: about, text: ' ' }, world)).rejects.toMatchObject({ code: 'usage' })
      await reject.run({ lesson: about, text: 'too narrow' }, world)
      expect((await list.run({}, world)).lessons).toMatchObject([{ id: about, status: 'trial' }])
      const { database } = await world.learning()
      expect(await database.rows.selectFrom('improvements').select(['status', 'reason']).execute()).toEqual([
        { status: 'rejected', reason: 'too narrow' },
      ])
      expect((await propose.run({}, world)).pending).toEqual([])
    })
  })

  test('OR-055 one that prevents less than half is rewritten by name of its parent, and the old one is off but kept', async () => {
    await project(async (world) => {
      await ended(world, threeFailures)
      const [old] = (await analyse.run({}, world)).lessons
      await trial(world, { orders: 2500, withRate: 0.7, withoutRate: 0.9 })
      const { lessons } = await analyse.run({}, world)
      expect(lessons).toMatchObject([
        { code: 'TS2304', parent: old!.id, version: 2, status: 'trial', text: expect.stringContaining('went wrong again') },
      ])
      expect((await list.run({ status: 'retired' }, world)).lessons.map(({ id }) => id)).toEqual([old!.id])
    })
  })

  test('OR-036 every sentence of a file people have is a lesson in trial, once', async () => {
    await project(async (world) => {
      writeFileSync(
        join(world.root, 'CLAUDE.md'),
        '# Rules\n\nAlways run the tests. Never commit secrets to the\nrepository.\n\n- Use `pnpm`, not npm\n- ok\n\n```sh\nnpm test is not a lesson\n```\n',
      )
      const { added } = await importFile.run({ file: 'CLAUDE.md' }, world)
      const { lessons } = await list.run({}, world)
      expect([added.length, lessons.map(({ text }) => text)]).toEqual([
        3,
        ['Always run the tests.', 'Never commit secrets to the repository.', 'Use `pnpm`, not npm'],
      ])
      expect(lessons.map(({ reason, code }) => [code, reason])).toContainEqual(['ORDER_NOT_ACCEPTED', 'imported from CLAUDE.md:6'])
      expect(await importFile.run({ file: 'CLAUDE.md' }, world)).toMatchObject({ added: [], known: 3 })
      await retire.run({ lesson: added[0]!, reason: 'we know' }, world)
      expect((await list.run({}, world)).lessons).toHaveLength(2)
    })
  })

  test('OR-040 OR-058 a cheaper maker that does well on harder work is proposed, and trusted only by a person', async () => {
    await project(async (world) => {
      const at = world.clock.now()
      expect(await experiment.run({ proposer: 'haiku', from: 0.3, to: 0.5 }, world)).toMatchObject({ id: 'x-1' })
      const tried = (count: number, successes: number) =>
        Array.from({ length: count }, (_, n) =>
          n < successes
            ? order(`h-${n}`, { proposer_name: 'haiku', complexity_score: 0.45 }, at + hour)
            : failed(`h-${n}`, [], { proposer_name: 'haiku', complexity_score: 0.45 }, at + hour),
        )
      await ended(world, tried(29, 29))
      expect((await propose.run({}, world)).pending).toEqual([])
      await ended(world, tried(30, 22))
      const { pending } = await propose.run({}, world)
      expect(pending).toMatchObject([{ kind: 'threshold', about: 'x-1', expectedImpact: '22 of 30 orders between the two were completed' }])
      const { database } = await world.learning()
      const row = () =>
        database.rows
          .selectFrom('threshold_experiments')
          .select(['status', 'attempts', 'successes', 'target_success_rate', 'minimum_attempts'])
          .executeTakeFirst()
      expect(await row()).toEqual({ status: 'running', attempts: 30, successes: 22, target_success_rate: 0.7, minimum_attempts: 30 })
      await approve.run({ lesson: 'x-1' }, world)
      await world.learning()
      expect(await row()).toMatchObject({ status: 'promoted' })
    })
  })
})

test('what a journal says of lessons is in the tables of every project that shares them', async () => {
  await project(async (world) => {
    const { database, project: here } = await world.learning()
    expect(await database.rows.selectFrom('projects').selectAll().execute()).toEqual([{ project_id: here, root: world.root, seed: null }])
    await upsert(database.rows, 'projects', ['project_id'], [{ project_id: 'gone', root: join(base, 'gone'), seed: null }])
    expect((await world.learning()).caughtUp.missed).toEqual([])
  })
})
