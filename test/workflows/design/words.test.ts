// A design in words: cards, lines, phrases, and what a drawing service is told.
import { describe, expect, test } from 'vitest'
import { previewHash } from '../../../src/workflows/design/preview/render.ts'
import { phraseFrom } from '../../../src/workflows/design/phrase.ts'
import { card, iterationLine } from '../../../src/workflows/design/report.ts'
import type { DesignState } from '../../../src/workflows/design/state.ts'
import { points } from '../../../src/workflows/design/stop.ts'
import { drawingPrompt, markDrawn } from '../../../src/workflows/design/stitch.ts'
import { maker, memoryRun } from './memory.ts'
import { booking, weaker } from './project.ts'

async function ran(intents: object[], settings = {}): Promise<DesignState> {
  let asked = 0
  const run = await memoryRun({ default: maker(() => intents[Math.min(asked++, intents.length - 1)] as object) }, { settings })
  await run.go()
  return run.state()
}

describe('cards', () => {
  test('of a candidate fit a terminal and name score, dimensions, findings and files', async () => {
    const text = card(
      await ran([weaker(1), { ...booking.intent, goals: ['Guests handle various things easily.', booking.intent.goals[1]] }]),
    )
    expect(text).toMatch(/^CANDIDATE: table-booking, iteration 2 of 10\n/)
    expect(text).toMatch(/Score +\d+\.?\d* +█+·*  threshold 80/)
    expect(text).toMatch(/\n {2}\+\d+\.?\d* {2}[a-z.-]+ {2}goal 1/)
    expect(text).toMatch(/\nFindings: \d+, by kind and by points to gain\n/)
    expect(text).toMatch(/ goal 1 and \d+ more\n/)
    for (const line of text.split('\n').filter((one) => !one.includes('features/'))) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('of a failed run show the best design and say that it is not the last', async () => {
    const failed = await ran([weaker(0), weaker(1), weaker(2)], { maxIterations: 3 })
    expect(failed).toMatchObject({ state: 'FAILED', failure: { reason: 'max_iterations' }, evaluation: { iteration: 0 } })
    const text = card(failed)
    expect(text).toContain('\nShown: the best design, of iteration 1 of 3\n')
    expect(text).toMatch(new RegExp(`\\n {2}Score +${points(failed.best!.evaluation.score)} +█+·*  threshold 80\\n`))
    expect(text).toMatch(/\nDesign: +features\/table-booking\/design\/intent\.json\nPreview: +features/)
    expect(text).not.toMatch(/ at \//)
    expect(failed.shown.intentHash).toBe(failed.best?.evaluation.hash)
    expect(failed.shown.preview?.hash).toBe(failed.best?.evaluation.hash)
  })

  test('a line an iteration, with an arrow against the one before', async () => {
    expect(iterationLine(await ran([weaker(1), booking.intent]))).toMatch(
      /^iteration 2\/10 {2}score 100 ↑, threshold 80 {2}\(complete 100, coherent 100, clear 100, agnostic 100, data 100\)$/,
    )
  })

  test.each([
    [8000, '80'],
    [8640, '86.40'],
    [7999, '79.99'],
    [5, '0.05'],
    [0, '0'],
  ])('%d hundredths read %s', (hundredths, text) => {
    expect(points(hundredths)).toBe(text)
  })
})

describe('a phrase', () => {
  test('is a few words of a flow, another for another design, and never empty', () => {
    const names = booking.intent.userFlows.map(({ name }) => name.toLowerCase())
    const phrases = new Set(
      Array.from({ length: 50 }, (_, index) => phraseFrom(booking.intent, (index * 7919).toString(16).padStart(8, '0'))),
    )
    expect(phrases.size).toBe(names.length)
    for (const phrase of phrases) expect(names).toContain(phrase)
    expect(phraseFrom({ ...booking.intent, userFlows: [] }, 'ffffffff')).toBe('table booking')
    expect(phraseFrom({ ...booking.intent, userFlows: [{ ...booking.intent.userFlows[0]!, name: '!!!' }] }, '00000000')).toBe(
      'table booking',
    )
    expect(
      phraseFrom(
        { ...booking.intent, userFlows: [{ ...booking.intent.userFlows[0]!, name: 'Réserver une table près de la fenêtre' }] },
        '00000000',
      ),
    ).toBe('réserver une table près')
  })
})

describe('a drawing service', () => {
  test('is told goals, steps, screens and data, and never more than it can read', () => {
    const prompt = drawingPrompt(booking.intent)
    for (const part of [booking.intent.goals[0], 'Guest chooses one free table.', 'Booking page', 'Table: number, seats'])
      expect(prompt).toContain(part)
    expect(drawingPrompt({ ...booking.intent, goals: Array.from({ length: 200 }, () => 'x'.repeat(600)) }).length).toBeLessThanOrEqual(
      12_001,
    )
  })

  const hash = 'ab'.repeat(32)
  test.each([
    ['a page', '<!doctype html><html><head><title>x</title></head><body>y</body></html>'],
    ['a page with attributes', '<html><HEAD class="a">x</HEAD><body>y</body></html>'],
    ['a fragment', '<div>y</div>'],
    ['a page that claims another hash', `<html><head><meta name="whetstone-intent-sha256" content="${'0'.repeat(64)}"></head></html>`],
  ])('gives %s, which then carries the hash of the intent', (_, page) => {
    expect(previewHash(markDrawn(page, hash))).toBe(hash)
  })
})
