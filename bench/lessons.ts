// Lessons in a simulated world, counted over every weekly look: how often one that does nothing would be promoted, and how soon one that helps is. Then the tables at 100,000 orders.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attemptsOf, recurring, select, trialsOf } from '../src/adapters/database/learned.ts'
import { migrate, openSqlite, upsert, writing } from '../src/adapters/database/open.ts'
import { projectAll } from '../src/adapters/database/project.ts'
import { bandOf } from '../src/learning/failures.ts'
import { defaultTokens, guidelinesFor, tokensOf } from '../src/learning/told.ts'
import { type Application, type Lesson, analyse, lessonId, windowOf } from '../src/learning/lesson.ts'
import { order, failed, sunday } from '../test/learning/orders.ts'
import { median } from './lib/figures.ts'

const [worlds = 2000] = process.argv.slice(2).map(Number)
const lessonsEach = 8
const ordersEach = 300
const hour = 3600_000

/** A generator of its own, so that the figures can be had again. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const lesson: Lesson = {
  id: 'L',
  code: 'TS2304',
  text: 'Import every name.',
  version: 1,
  parent: null,
  reason: 'bench',
  status: 'trial',
  proposers: null,
  minComplexity: null,
  maxComplexity: null,
  addedAt: 0,
}

interface Promoted {
  ours: boolean
  literal: boolean
}

/** One lesson, 300 orders over five weeks, looked at at the end of each. Before its trial there were 300 orders without it, as S2 compares. */
function trial(roll: () => number, rates: { with: number; without: number; before: number }): Promoted {
  const applications = Array.from({ length: ordersEach }, (_, n): Application => {
    const arm = roll() < 0.2 ? 'held_out' : 'treated'
    const at = sunday + Math.floor((n / ordersEach) * 5 * 7 * 24) * hour
    return { stratum: `claude 0.${3 + Math.floor(roll() * 3)}`, arm, failed: roll() < (arm === 'treated' ? rates.with : rates.without), at }
  })
  const before = Array.from({ length: ordersEach }, () => roll() < rates.before).filter(Boolean).length / ordersEach
  const found: Promoted = { ours: false, literal: false }
  const weeks = [...new Set(applications.map(({ at }) => windowOf(at)))]
  for (const week of weeks) {
    const seen = applications.filter(({ at }) => windowOf(at) <= week)
    const { advice, effect, applications: given, windows } = analyse(lesson, seen)
    if (advice === 'promote') found.ours = true
    // three numbers alone: with the lesson against all comparable orders without it, three numbers, no interval.
    const rate = effect.treated.failed / Math.max(1, effect.treated.orders)
    if (before > 0 && (before - rate) / before >= 0.7 && given >= 30 && windows >= 3) found.literal = true
    if (found.ours && found.literal) break
  }
  return found
}

function world(name: string, rates: { with: number; without: number; before: number }) {
  const roll = dice(20260104)
  let [anyOurs, anyLiteral, ours, literal] = [0, 0, 0, 0]
  for (let n = 0; n < worlds; n++) {
    const all = Array.from({ length: lessonsEach }, () => trial(roll, rates))
    ours += all.filter((each) => each.ours).length
    literal += all.filter((each) => each.literal).length
    anyOurs += Number(all.some((each) => each.ours))
    anyLiteral += Number(all.some((each) => each.literal))
  }
  const share = (count: number, of: number) => `${((100 * count) / of).toFixed(2)}%`
  return {
    world: name,
    'promoted, ours': share(ours, worlds * lessonsEach),
    'promoted, three numbers alone': share(literal, worlds * lessonsEach),
    'any of 8, ours': share(anyOurs, worlds),
    'any of 8, three numbers alone': share(anyLiteral, worlds),
  }
}

console.log(`${worlds} worlds of ${lessonsEach} lessons, ${ordersEach} orders each, five weekly looks`)
console.table([
  world('no effect: .5 with and without', { with: 0.5, without: 0.5, before: 0.5 }),
  world('no effect, rare error: .05', { with: 0.05, without: 0.05, before: 0.05 }),
  world('no effect, but orders got easier: .5 before, .12 since', { with: 0.12, without: 0.12, before: 0.5 }),
  world('the lesson helps: .5 without, .1 with', { with: 0.1, without: 0.5, before: 0.5 }),
])

/** A prompt after 1,000 orders with 60 lessons in trial. */
{
  const lessons = Array.from({ length: 60 }, (_, n) => ({
    ...lesson,
    id: `L-${n}`,
    text: 'Check the value before it is used. '.repeat(1 + (n % 9)),
  }))
  const weak = {
    scores: { architecture: 1, readability: 1, completeness: 1, test_coverage: 1, build_success: 0 },
    todos: 9,
    coverage: 1,
    longestFile: 2000,
    worstComplexity: 90,
    lintWarnings: 40,
    firstBuildError: 'TS2304: Cannot find name',
  }
  const tokens = Array.from({ length: 1000 }, (_, n) =>
    tokensOf(
      guidelinesFor({
        order: `o-${n}`,
        proposer: 'p',
        complexity: 0.3,
        band: '0.3-0.4',
        last: weak,
        lessons: lessons.slice(n % 60),
        seed: 's',
      }).text,
    ),
  )
  console.log(`largest block of guidelines in 1,000 prompts: ${Math.max(...tokens)} tokens (budget ${defaultTokens}, and its heading)`)
}

const folder = mkdtempSync(join(tmpdir(), 'whet-bench-lessons-'))
try {
  const database = openSqlite(join(folder, 'learning.db'))
  await migrate(database)
  await upsert(database.rows, 'projects', ['project_id'], [{ project_id: 'p', root: folder, seed: null }])
  const learning = { database, project: 'p' }
  const texts = Array.from({ length: lessonsEach }, (_, n) => `Lesson number ${n}: check it before you finish.`)
  const lessons = texts.map((text, n) => ({ ...lesson, id: lessonId(`TS230${n}`, text, null), code: `TS230${n}`, text, analysis: null }))
  await writing(database, (rows) =>
    projectAll(rows, 'p', [{ book: { seed: 's', lessons, versions: [], proposals: [], experiments: [], unwritten: [] } }]),
  )
  const roll = dice(1)
  const figures = []
  let written = 0
  let writingMs = 0
  for (const size of [10_000, 30_000, 100_000]) {
    const began = performance.now()
    while (written < size) {
      const batch = Array.from({ length: 5000 }, () => {
        const id = `o-${written++}`
        const [at, code, fails] = [sunday + written * 60_000, `TS230${Math.floor(roll() * 8)}`, roll() < 0.3]
        const applications = lessons
          .slice(0, 5)
          .map((each) => ({
            lesson: each.id,
            code: each.code,
            arm: roll() < 0.2 ? ('held_out' as const) : ('treated' as const),
            tokens: tokensOf(each.text),
          }))
        const more = { complexity_score: Math.floor(roll() * 10) / 10, complexity_band: '', applications }
        more.complexity_band = bandOf(more.complexity_score)
        return { order: fails ? failed(id, [code], more, at) : order(id, more, at) }
      })
      await writing(database, (rows) => projectAll(rows, 'p', batch))
    }
    writingMs += performance.now() - began
    // By the clock on the wall, as a person waits; beside it the time on a core, which a busy machine does not lengthen.
    const cores = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000
    const selecting = []
    const onCore = []
    for (let n = 0; n < 500; n++) {
      const [from, used] = [performance.now(), cores()]
      await select(learning, { order: `new-${n}`, proposer: 'claude', complexity: 0.35, band: '0.3-0.4', outputType: 'code', at: sunday })
      selecting.push(performance.now() - from)
      onCore.push(cores() - used)
    }
    const [from, used] = [performance.now(), cores()]
    const trials = await trialsOf(learning, lessons)
    for (const each of lessons) analyse(each, trials.get(each.id)?.applications ?? [])
    await recurring(learning)
    await attemptsOf(learning, {
      id: 'x',
      proposer: 'claude',
      current: 0.3,
      experimental: 0.5,
      status: 'running',
      attempts: 0,
      successes: 0,
      at: sunday,
    })
    const ninetyNinth = (times: number[]) => (times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0).toFixed(2)
    figures.push({
      orders: size,
      'orders projected a second': Math.round(size / (writingMs / 1000)),
      'selection, median ms': median(selecting).toFixed(2),
      'selection, 99th of 100': ninetyNinth(selecting),
      'on a core': ninetyNinth(onCore),
      'analysis, ms': Math.round(performance.now() - from),
      'analysis on a core': Math.round(cores() - used),
    })
  }
  console.table(figures)
  await database.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
