// The preview as text: the same bytes each time, nothing unescaped, every link with a target, and a hash that tells a stale one.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Intent } from '../../../../src/workflows/design/intent.ts'
import { previewHash, renderPreview } from '../../../../src/workflows/design/preview/render.ts'
import { hostile } from './hostile.ts'
import { critique, entities, intent, intentHash } from './sample.ts'

const preview = renderPreview({ intent, critique, intentHash })
const render = (change: Partial<Intent>) => renderPreview({ intent: { ...intent, ...change }, critique, intentHash })

test('the same design gives the same bytes', () => {
  expect(renderPreview(structuredClone({ intent, critique, intentHash }))).toBe(preview)
})

describe('the intent hash', () => {
  test('is read back from the page', () => {
    expect(previewHash(preview)).toBe(intentHash)
  })

  test.each([
    ['a page without one', '<!doctype html><html><head><title>x</title></head><body></body></html>'],
    [
      'a page that shows one in its body only',
      `<html><head></head><body><meta name="whetstone-intent-sha256" content="${intentHash}"></body></html>`,
    ],
    ['a page whose hash is cut short', preview.replace(intentHash, intentHash.slice(1))],
    ['nothing', ''],
  ])('of %s is null', (_, page) => {
    expect(previewHash(page)).toBeNull()
  })

  test('cannot be set by the text of the design', () => {
    const other = 'f'.repeat(64)
    const page = render({
      featureId: `x"><meta name="whetstone-intent-sha256" content="${other}">`,
      goals: [`<meta name="whetstone-intent-sha256" content="${other}">`],
    })
    expect(previewHash(page)).toBe(intentHash)
  })
})

test('everything the design says is on the page', () => {
  const page = text(preview)
  const said = [
    ...intent.goals,
    ...intent.sources.map((source) => source.text),
    ...intent.userFlows.flatMap((flow) => [flow.name, flow.actor, ...flow.steps.map((step) => step.action)]),
    ...intent.components.flatMap((component) => [component.name, component.description]),
    ...intent.dataModel.entities.flatMap((entity) => [
      entity.name,
      entity.description,
      ...entity.attributes.map((attribute) => attribute.name),
    ]),
    ...intent.interactions.flatMap((interaction) => [interaction.trigger, interaction.response]),
    ...critique.findings.flatMap((finding) => [finding.change, finding.evidence, finding.pointer, finding.ruleId]),
    ...Object.values(critique.dimensions).map((score) => String(score / 100)),
  ]
  expect(said.filter((each) => !page.includes(each))).toEqual([])
})

test.each([
  ['the sample', preview],
  ['a hostile design', renderPreview({ intent: hostile(intent), critique: hostile(critique), intentHash })],
  ['thirty entities', render({ dataModel: { entities: entities(30) } })],
])('%s: ids are unique, every link leads to one, nothing leads outside', (_, page) => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]!)
  const links = [...page.matchAll(/ href="([^"]*)"/g)].map((match) => match[1]!)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(links.filter((link) => !link.startsWith('#') || !ids.includes(link.slice(1)))).toEqual([])
  const tags = page.slice(0, page.indexOf('<script>')).replace(/"[^"]*"/g, '""')
  expect(tags).not.toMatch(/<[a-z][^<>]* (?:src|action|style|on\w+)=/)
})

test('a hostile text stays text, and what is unseen is shown', () => {
  const page = renderPreview({ intent: hostile(intent), critique: hostile(critique), intentHash })
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toMatch(/<(?:img|iframe|base)\b/)
  expect(page).not.toMatch(/[\u0000\u200b\u202e]/)
  expect(page).toContain('⟨U+202E⟩')
})

test('the policy names exactly the style and the script that are there', () => {
  const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(preview)![1]!.replaceAll('&#39;', "'")
  const style = /<style>([^]*?)<\/style>/.exec(preview)![1]!
  const script = /<script>([^]*?)<\/script>/.exec(preview)![1]!
  expect(policy).toBe(`default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`)
})

describe('a design with faults is still shown', () => {
  test.each<[string, Partial<Intent>, RegExp]>([
    ['no flows', { userFlows: [] }, /This design has no flow yet/],
    ['a flow without steps', { userFlows: [{ ...intent.userFlows[0]!, steps: [] }] }, /no steps to walk through/],
    [
      'a step at an unknown component',
      { userFlows: [{ ...intent.userFlows[0]!, steps: [{ id: 'x', action: 'a', componentId: 'gone', entityRefs: ['Gone'] }] }] },
      /No component has the id <code>gone<\/code>[^]*Gone \(not in the data model\)/,
    ],
    ['no components', { components: [] }, /has no components yet/],
    ['a missing child', { components: [{ ...intent.components[0]!, children: ['nobody'] }] }, /nobody \(missing\)/],
    [
      'components that hold each other',
      { components: intent.components.map((each) => ({ ...each, children: intent.components.map(({ id }) => id) })) },
      /Search page/,
    ],
    ['no entities', { dataModel: { entities: [] } }, /remembers nothing yet/],
    [
      'an entity without attributes',
      {
        dataModel: {
          entities: [{ ...intent.dataModel.entities[0]!, attributes: [], relationships: [{ to: 'Gone', kind: 'one-to-one' }] }],
        },
      },
      /no attributes[^]*Gone \(missing\)/,
    ],
    ['no sources', { sources: [], goalSourceRefs: [[], []] }, /names no source statements/],
    ['an unknown source', { goalSourceRefs: [['s99'], []] }, /s99\?[^]*traced to no statement/],
  ])('%s', (_, change, expected) => {
    expect(render(change)).toMatch(expected)
  })
})

test('statements that nothing covers come first and say so', () => {
  const list = preview.slice(preview.indexOf('<ol class="statements">'))
  expect(list.indexOf('not covered')).toBeLessThan(list.indexOf('covered by'))
  expect(list.match(/not covered/g)).toHaveLength(1)
})

test('a design at the limits of the schema gives a page that is bounded, not a drawing for each step', () => {
  const [first] = intent.userFlows
  const many = render({
    userFlows: Array.from({ length: 300 }, (_, n) => ({
      ...first!,
      id: `flow-${n}`,
      steps: Array.from({ length: 20 }, (_, at) => ({ ...first!.steps[at % 6]!, id: `step-${n}-${at}` })),
    })),
    dataModel: { entities: entities(200) },
  })
  expect(many.match(/class="screen"/g)).toHaveLength(300)
  expect(many.match(/<g class="box">/g)).toHaveLength(36)
  expect(many).toContain('164 more in the list below')
  expect(many.length).toBeLessThan(6_000_000)
})

function text(page: string): string {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
  return page.replace(/<[^>]+>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
}
