// The figures the built-in generator must reach, over every fixture text and with the real critic.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { critique } from '../../../../src/workflows/design/critic/critic.ts'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import { draftIntent, readSources } from '../../../../src/workflows/design/draft/draft-intent.ts'
import type { Missing } from '../../../../src/workflows/design/draft/missing.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'

const root = join(import.meta.dirname, '../../../fixtures/requirements')
const texts = (folder: string) => readdirSync(join(root, folder)).sort().map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }))
const good = [...texts('good'), ...texts('held-out')]
const lacking = texts('missing')
const threshold = 8000

interface Outcome { name: string; text: string; intent: Intent; score: number; iterations: number }

/** Drafts and revises as the workflow does, until the threshold or the tenth iteration. */
function design(name: string, text: string): Outcome | { missing: Missing } {
  let previous: Intent | undefined
  let findings: ReturnType<typeof critique>['findings'] = []
  for (let iteration = 1; ; iteration += 1) {
    const draft = draftIntent({ featureId: 'feature', requirements: text, previous, findings })
    if ('missing' in draft) return draft
    expect(validateIntent(draft.intent, 'feature'), name).toEqual([])
    const judged = critique(draft.intent)
    previous = draft.intent
    findings = judged.findings
    if (judged.overall >= threshold || iteration === 10) return { name, text, intent: draft.intent, score: judged.overall, iterations: iteration }
  }
}

const outcomes = good.map(({ name, text }) => design(name, text)).filter((outcome): outcome is Outcome => 'intent' in outcome)

const idle = new Set('a an the of to and or in on at by for with from into is are be been was were as that this it its their his her my i we you they them he she can could may might must shall should will would not no each every any all some if when then given so who which than there has have had do does'.split(' '))
const stem = (word: string) => word.replace(/['’]s$/, '').replace(/ies$/, 'y').replace(/(?:ss|x|ch|sh)es$/, (end) => end.slice(0, -2)).replace(/(?<=[^s])s$/, '').replace(/(?:ing|ed)$/, '').replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '')
const stems = (text: string) => new Set((text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []).filter((word) => !idle.has(word)).map(stem))
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)

describe('texts that name actors, actions and data', () => {
  test('are many, of many kinds, and twenty of them were held out', () => {
    expect(good.length).toBeGreaterThanOrEqual(45)
    expect(texts('held-out')).toHaveLength(20)
    const sizes = good.map(({ text }) => readSources(text).length)
    expect(Math.min(...sizes)).toBeLessThanOrEqual(3)
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(55)
  })

  test('become candidates within ten iterations', () => {
    const reached = outcomes.filter(({ score }) => score >= threshold)
    expect(good.map(({ name }) => name).filter((name) => !reached.some((outcome) => outcome.name === name))).toEqual([])
  })

  test('are traced: nine in ten flows, entities and attributes are words of the text', () => {
    const names = outcomes.flatMap(({ text, intent }) => {
      const known = stems(text)
      return [...intent.userFlows.map(({ name }) => name), ...intent.dataModel.entities.flatMap(({ name, attributes }) => [name, ...attributes.map((attribute) => attribute.name)])].map((name) => ({ name, traced: [...stems(name)].every((word) => known.has(word)) }))
    })
    expect(names.length).toBeGreaterThan(400)
    expect(share(names.filter(({ traced }) => traced).length, names.length)).toBeGreaterThanOrEqual(0.9)
  })

  test('are walked: eight in ten SHALL, story and Given/When/Then statements are steps', () => {
    const stated = outcomes.flatMap(({ intent }) => {
      const steps = intent.userFlows.flatMap((flow) => flow.steps.map((step) => stems(`${flow.actor} ${step.action}`)))
      return intent.sources
        .filter(({ text }) => /\b(?:shall|must|should)\b/i.test(text) || /^as an? /i.test(text) || /^(?:given|when|then|and|but)\b/i.test(text))
        .map(({ text }) => {
          const words = [...stems(text.replace(/,?\s+(?:so that|in order to|so)\s.*$/i, ''))]
          return steps.some((step) => words.filter((word) => step.has(word)).length * 2 >= words.length)
        })
    })
    expect(stated.length).toBeGreaterThan(150)
    expect(share(stated.filter((said) => said).length, stated.length)).toBeGreaterThanOrEqual(0.8)
  })

  test('keep their statements word for word', () => {
    const squeeze = (text: string) => text.replace(/[*_`|]/g, ' ').replace(/\s+/g, ' ')
    const sources = outcomes.flatMap(({ text, intent }) => intent.sources.map((source) => ({ source: source.text, found: squeeze(text).includes(squeeze(source.text)) })))
    // What is put together from a list, a table or a story over several lines is the exception.
    expect(share(sources.filter(({ found }) => found).length, sources.length)).toBeGreaterThanOrEqual(0.9)
  })

  test('give the same bytes every time', () => {
    for (const { name, text } of good) expect(JSON.stringify(draftIntent({ featureId: 'f', requirements: text })), name).toBe(JSON.stringify(draftIntent({ featureId: 'f', requirements: text })))
  })

  test('give flows of several steps, not a flow for every sentence', () => {
    for (const { name, intent } of outcomes) {
      expect(intent.userFlows.filter((flow) => flow.steps.length < 2), name).toEqual([])
      expect(intent.userFlows.length, name).toBeLessThan(Math.max(4, intent.sources.length))
    }
  })
})

describe('texts that lack something', () => {
  test.each(lacking)('$name ends with what is missing', ({ name, text }) => {
    const outcome = design(name, text)
    expect(outcome).toHaveProperty('missing')
    expect(Object.values((outcome as { missing: Missing }).missing).every((why) => why.endsWith('.'))).toBe(true)
  })

  test.each([
    ['missing/08-passive-without-actors.md', ['actors']],
    ['missing/09-system-only.md', ['actors']],
    ['missing/10-actors-only.md', ['actions', 'data']],
    ['missing/11-no-data.md', ['data']],
    ['missing/13-one-act.md', ['actions']],
    ['missing/05-german.md', ['actors', 'actions', 'data']],
  ])('%s lacks %j', (name, parts) => {
    const outcome = design(name, lacking.find((one) => one.name === name)?.text ?? 'not found')
    expect(Object.keys((outcome as { missing: Missing }).missing)).toEqual(parts)
  })
})
