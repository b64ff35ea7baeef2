// What an evaluation rests on, what it may not know, and what it leaves behind.
import { describe, expect, it } from 'vitest'
import { emptyMeasure } from '../../src/rules/page/measure.ts'
import type { AskAgent } from '../../src/kernel/task.ts'
import { criteriaFor } from '../../src/workflows/sprint/criteria.ts'
import { dimensions } from '../../src/workflows/sprint/dimensions.ts'
import { sprint } from '../../src/workflows/sprint/index.ts'
import { judgeTasks, judgedCriteria, leakOf } from '../../src/workflows/sprint/judging.ts'
import { evaluationPage } from '../../src/workflows/sprint/page-report.ts'
import { scorecard } from '../../src/workflows/sprint/scorecard.ts'
import { repliedIn } from '../kernel/facts.ts'
import { entriesOf, resumedRun, run, wholeRun } from '../kernel/harness.ts'
import { subjects } from '../kernel/subjects.ts'
import { tryCheck } from '../rules/checks/try-check.ts'
import { input, play } from '../workflows/sprint/play.ts'

describe('evidence', () => {
  it('SP-008 all four dimensions come from measured criteria; a judge adds to two of them, and can only lower', () => {
    const measured = criteriaFor(input().material)
    expect(new Set(measured.map(({ dimension }) => dimension))).toEqual(new Set(dimensions))
    expect(measured.every(({ check }) => check.kind !== 'judged-by-agent')).toBe(true)
    expect(judgedCriteria().map(({ dimension }) => dimension)).toEqual(['Design Quality', 'Originality'])
    const verdict = (ruleId: string, failed: number) => ({
      ruleId,
      outcome: failed === 0 ? ('pass' as const) : ('fail' as const),
      message: 'seen',
      evidence: [],
      counts: { checked: 100, failed },
    })
    const card = (judged: number) => {
      const criteria = [...measured, ...judgedCriteria()]
      const verdicts = Object.fromEntries(
        criteria.map(({ id }) => [id, verdict(id, id.endsWith('.judged') ? judged : id === 'originality.icons' ? 50 : 0)]),
      )
      return scorecard({ criteria, verdicts, contracted: null, passedBefore: [] })
    }
    const of = (judged: number) => Object.fromEntries(card(judged).dimensions.map(({ dimension, score }) => [dimension, score]))
    expect(of(0)).toMatchObject({ 'Design Quality': 100, Originality: 25 })
    expect(of(30)).toEqual({ 'Design Quality': 50, Originality: 25, Completeness: 100, Functionality: 100 })
  })

  it('SP-024 what a builder claims in its notes changes no score', () => {
    const played = play({}, { 'functionality.wcag': [4, 10] })
    expect(played.state.notes).toBe('Done.')
    expect(played.state.evaluations.every(({ card }) => card.firewall.some(({ id }) => id === 'functionality.wcag'))).toBe(true)
  })

  it('SP-048 originality is told in words, also where nothing is wrong', async () => {
    const text = {
      selector: 'p',
      box: { x: 0, y: 0, width: 9, height: 9 },
      tag: 'p',
      text: 'Bread',
      section: -1,
      shown: true,
      align: 'left',
      family: 'Charter, serif',
      sizePx: 18,
    }
    const { message } = await tryCheck('page.slop', {}, '', { page: { ...emptyMeasure, texts: [text] } })
    expect(message).toBe(
      'none of 9 fingerprints; what is its own: set in charter; without colour; set to one side; no rows of cards; 0 images and no icon set',
    )
  })
})

describe('an evaluator that starts fresh', () => {
  const judged = () => {
    const played = play({}, { 'functionality.wcag': [4, 10] })
    return { ...played.state, input: { ...played.state.input, judge: true }, step: 'EVALUATE' as const }
  }

  it('SP-030 is given the criterion and the page, and the same words whatever came before', () => {
    const later = judged()
    const tasks = judgeTasks(later)
    expect(tasks.length).toBe(2)
    const words = (task: AskAgent) => JSON.stringify(task.slots)
    const first = { ...later, iteration: 1, evaluations: [], evaluation: null, scores: [], standing: {}, passedBefore: [], guidance: [] }
    expect(judgeTasks(first).map(words)).toEqual(tasks.map(words))
  })

  it('SP-008 a judge is asked once the page is measured, and shown the pictures of it', () => {
    const state = judged()
    expect(judgeTasks({ ...state, verdicts: null })).toEqual([])
    const seen = {
      by: 'browser' as const,
      notes: [],
      blocked: [],
      pictures: { mobile: 'b', desktop: 'a', w768: 'c' },
      times: { lcpMs: null, cls: null, measuredMs: 1 },
    }
    for (const task of judgeTasks({ ...state, seen })) expect(task.pictures?.map(({ object }) => object)).toEqual(['a', 'b'])
  })

  it('SP-031 a request that tells of earlier scores, feedback, verdicts or iterations is never sent', () => {
    const [task] = judgeTasks(judged())
    if (!task) throw new Error('nobody is asked')
    expect(leakOf(task)).toBeNull()
    for (const told of [
      'Score: 0.5',
      'Feedback: mend the hero',
      'Verdict: fail',
      'This is iteration 3',
      'The previous evaluator liked it',
      'the prior evaluation',
    ])
      expect(leakOf({ ...task, slots: { ...task.slots, note: told } })).toContain(told)
    expect(leakOf({ ...task, slots: { ...task.slots, artifact: { text: 'Score: 0.5', as: 'fenced' } } })).toBeNull()
  })
})

describe('what a sprint leaves behind', () => {
  it('SP-075 the log keeps what earlier runs wrote, and warns where two scores lie apart', () => {
    const earlier = [{ run: 'sprint-a', divergence: 0 }]
    const run = { runsBefore: 4, calibratedBefore: earlier }
    const apart = play(run, { 'functionality.console': [1, 20] })
    const log = apart.file('calibration-log.json') as unknown as {
      run: string
      warning: boolean
      first: number
      second: number
      divergence: number
    }[]
    expect(log).toEqual([
      earlier[0],
      expect.objectContaining({ run: 'sprint-site-20260101-000000', warning: false, first: 0.95, second: 1, divergence: 0.05 }),
    ])
  })

  it('SP-071 a question waits in the journal until somebody answers, however often the run is opened', () => {
    const stuck = play({}, { 'functionality.wcag': [4, 10] })
    expect(stuck.gate?.choices.map(({ name }) => name)).toEqual(['continue', 'adjust', 'abort'])
    const reopened = structuredClone(stuck.state)
    expect(sprint.next(reopened)).toEqual(sprint.next(stuck.state))
    expect(sprint.next({ ...reopened, updatedAt: reopened.updatedAt + 10 ** 12 })).toHaveProperty('ask')
  })

  it('SP-079 killed after any entry, a run goes on from the journal and evaluates no build twice', async () => {
    const subject = subjects.find(({ name }) => name === 'sprint')
    if (!subject) throw new Error('no subject')
    const whole = await wholeRun(subject, 7)
    const lines = whole.store.journal(run)
    const evaluated = (ran: typeof whole) =>
      (ran.state.state as { evaluations: { iteration: number }[] }).evaluations.map(({ iteration }) => iteration)
    expect(evaluated(whole)).toEqual([...new Set(evaluated(whole))])
    for (let cut = 1; cut < lines.length; cut += 3) {
      const resumed = await resumedRun(subject, 7, lines.slice(0, cut))
      expect(evaluated(resumed)).toEqual(evaluated(whole))
      const recorded = repliedIn((await entriesOf(whole.store)).slice(0, cut))
      expect(resumed.asked.filter((key) => recorded.includes(key))).toEqual([])
    }
  })
})

describe('the page about an evaluation', () => {
  const seen = (hash: string) => ({
    by: 'browser' as const,
    notes: ['the sandbox of Chromium is off'],
    blocked: [],
    pictures: { desktop: hash },
    times: { lcpMs: 1, cls: 0, measuredMs: 1 },
  })
  const evaluations = play({}, { 'functionality.mobile': [1, 4], 'functionality.alt': [1, 2] }, { 'functionality.alt': [1, 2] })
    .state.evaluations.slice(0, 2)
    .map((evaluation, index) => ({
      ...evaluation,
      seen: seen(`hash${index}`),
      card: {
        ...evaluation.card,
        criteria: evaluation.card.criteria.map((each) => ({
          ...each,
          evidence: each.evidence.map((evidence) => ({
            ...evidence,
            location: {
              sight: {
                view: '1280×720',
                selector: `#${each.id.split('.')[1]}`,
                box: { x: 1, y: 2, width: 30, height: 40 },
                picture: `hash${index}`,
              },
            },
          })),
        })),
      },
    }))
  const picture = { src: 'data:image/png;base64,AA==', width: 1280, height: 900 }
  const html = evaluationPage({ page: '<b>site</b>', evaluations, threshold: 0.75, pictures: { hash0: picture, hash1: picture } })

  it('shows before and after, what was fixed and what is open, and names its limits', () => {
    expect(html).toContain('Before: iteration 1')
    expect(html).toContain('After: iteration 2')
    expect(html.match(/<g class="fixed">/g)).toHaveLength(1)
    expect(html.match(/<g class="open">/g)).toHaveLength(1)
    expect(html).toContain('the sandbox of Chromium is off')
  })

  it('tells faults apart by their kind and their element: one is fixed where another of the same element is open', () => {
    const both = { hash0: picture, hash1: picture }
    const same = JSON.parse(JSON.stringify(evaluations).replaceAll('"#alt"', '"#mobile"')) as typeof evaluations
    const page = evaluationPage({ page: 'site', evaluations: same, threshold: 0.75, pictures: both })
    expect([page.match(/<g class="fixed">/g), page.match(/<g class="open">/g), page.match(/<g class="new">/g)]).toEqual([
      ['<g class="fixed">'],
      ['<g class="open">'],
      null,
    ])
    const alt = JSON.stringify(evaluations[1])
    const saying = (message: string, hash: string) =>
      JSON.parse(
        alt.replaceAll('"functionality.alt fails at main > p"', JSON.stringify(message)).replaceAll('hash1', hash),
      ) as (typeof evaluations)[number]
    const states = (before: string, after: string) => {
      const told = [saying(before, 'hash0'), saying(after, 'hash1')]
      const drawn = evaluationPage({ page: 'site', evaluations: told, threshold: 0.75, pictures: both })
      return ['fixed', 'open', 'new'].filter((state) => drawn.includes(`<g class="${state}">`))
    }
    expect(states('image-alt: it has no alt', 'color-contrast: too faint')).toEqual(['fixed', 'new'])
    expect(states('"Rye" has a contrast of 1.4:1, #aab on #fff', '"Oat" has a contrast of 2:1, #99a on #fff')).toEqual(['open'])
  })

  it('explains only the colours it uses', () => {
    expect(html).toMatch(/<p class="legend"><span class="fixed">fixed since<\/span> <span class="open">still open<\/span><\/p>/)
  })

  it('keeps numbers apart where boxes lie close, and readable where a picture is made smaller', () => {
    const close = structuredClone(evaluations.slice(0, 1))
    for (const { evidence } of close[0]?.card.criteria ?? [])
      for (const { location } of evidence) if (location?.sight) location.sight.box = { x: 9, y: 300, width: 40, height: 20 }
    const wide = { ...picture, width: 2000, height: 4000 }
    const page = evaluationPage({ page: 'site', evaluations: close, threshold: 0.75, pictures: { hash0: wide } })
    const tags = [...page.matchAll(/class="tag" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map((tag) => tag.slice(1).map(Number))
    expect(tags).toHaveLength(2)
    const [[x = 0, , width = 0, height] = [], [next] = []] = tags
    expect([next, height]).toEqual([x + width, 88])
  })

  it('holds nothing from elsewhere, and no markup that a page brought', () => {
    expect(html).not.toContain('<b>site</b>')
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/)
    expect(html).not.toContain('<script')
  })
})
