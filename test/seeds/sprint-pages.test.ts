// What must pass and what caps, on pages in a real browser: one good page, and for each rule that page with a single thing changed.
import { afterAll, describe, expect, it } from 'vitest'
import { PageBrowser } from '../../src/adapters/browser/browser.ts'
import { criteriaFor } from '../../src/workflows/sprint/criteria.ts'
import { decide } from '../../src/workflows/sprint/decide.ts'
import { scorecard } from '../../src/workflows/sprint/scorecard.ts'
import { tryCheck } from '../rules/checks/try-check.ts'
import { input } from '../workflows/sprint/play.ts'

const browser = new PageBrowser()
afterAll(() => browser.close())

const copy = {
  page_type: 'landing',
  sections: { hero: { primary: { headline: 'Bread that leaves the oven at four', cta_primary: 'Order a loaf' } } },
}
const tokens = {
  colors: { ink: '#2b2118', paper: '#fbf6ec', crust: '#8a3b12' },
  typography: { fontFamily: { body: 'Georgia' }, fontSize: { body: '18px', title: '36px', part: '24px' } },
  spacing: { base: 8, scale: [8, 16, 32] },
  radii: { button: '6px' },
}
const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="320" height="200"%3E%3Crect width="320" height="200"/%3E%3C/svg%3E'
const good = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour Bread</title><style>
body { margin: 0; font: 18px/1.5 Georgia, serif; color: #2b2118; background: #fbf6ec }
main { padding: 16px } h1 { font-size: 36px; margin: 16px 0 } h2 { font-size: 24px; margin: 16px 0 }
p { margin: 16px 0 }
.button { display: inline-block; padding: 16px 32px; border-radius: 6px; background: #8a3b12; color: #fbf6ec }
img { max-width: 100% }
</style></head><body><main>
<section id="hero"><h1>Bread that leaves the oven at four</h1><a class="button" href="#prices">Order a loaf</a></section>
<section id="prices"><h2>Prices</h2><img src='${picture}' alt="Three loaves on a board"><p>Rye costs four, oat costs five.</p></section>
</main></body></html>`

/** An evaluation as a sprint makes it, with the pictures left out. */
async function evaluated(change: (html: string) => string) {
  const html = change(good)
  const page = await browser.measure({ text: html, name: 'index.html', root: '/nowhere' }, null)
  expect(page.problem).toBeNull()
  const criteria = criteriaFor({ ...input().material, page: 'index.html', sections: [], copy, tokens })
  const files = { 'copy.json': JSON.stringify(copy), 'tokens.json': JSON.stringify(tokens) }
  const verdicts = await Promise.all(
    criteria.map(async ({ id, check: { kind, ...params } }) => ({
      ruleId: id,
      ...(await tryCheck(kind, params, html, { page, files, name: 'index.html' })),
    })),
  )
  const card = scorecard({
    criteria,
    verdicts: Object.fromEntries(verdicts.map((each) => [each.ruleId, each])),
    contracted: null,
    passedBefore: [],
  })
  const { rule } = decide({
    card,
    iteration: 1,
    maxIterations: 5,
    threshold: 6000,
    strict: false,
    escalationAfter: 3,
    leastGain: 500,
    scores: [card.overall],
    sinceAnswer: 1,
  })
  return {
    rule,
    firewall: card.firewall.map(({ id }) => id),
    capped: card.dimensions.flatMap(({ dimension, score, capsBy }) => (capsBy.length > 0 ? [[dimension, score, ...capsBy]] : [])),
  }
}

const inHead = (style: string) => (html: string) => html.replace('</style>', `${style}</style>`)
const inBody = (more: string) => (html: string) => html.replace('</main>', `${more}</main>`)
const cards = '<div class="card"><h3>Fast</h3><p>It is fast for you.</p></div>'
const icon =
  '<svg class="lucide lucide-zap" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 14h6l-1 8 9-12h-6l1-8z"/></svg>'

describe('a page in the browser', () => {
  it('passes as it is, and nothing caps it', async () => {
    expect(await evaluated((html) => html)).toEqual({ rule: 'pass', firewall: [], capped: [] })
  })

  it.each<[string, string, (html: string) => string, string[]]>([
    ['SP-034', 'one word of the copy changed', (html) => html.replace('at four</h1>', 'at five</h1>'), ['completeness.copy']],
    [
      'SP-035',
      'the violet gradient over white cards',
      (html) =>
        inHead(
          '#hero { background: linear-gradient(#8B5CF6, #6D28D9); padding: 32px; min-height: 400px } #hero h1 { color: #fff } .row { display: flex } .card { background: #fff; padding: 16px; border-radius: 6px; flex: 1 }',
        )(inBody(`<div class="row">${cards}${cards}${cards}</div>`)(html)),
      ['originality.slop'],
    ],
    [
      'SP-036',
      'a box wider than a phone',
      inBody('<div style="width:600px;height:16px;background:#8a3b12"></div>'),
      ['functionality.mobile'],
    ],
    [
      'SP-036',
      'words nobody can read on a phone',
      inBody('<p style="font-size:9px">Closed on Mondays and Tuesdays</p>'),
      ['functionality.mobile'],
    ],
    ['SP-037', 'a link to a page that is not there', inBody('<a href="gone.html">Opening hours</a>'), ['functionality.actions']],
    ['SP-037', 'a button that throws', inBody('<button onclick="nope()">Show more</button>'), ['functionality.actions']],
    [
      'SP-038',
      'fields, a frame and a page language that nobody can make out',
      (html) =>
        inBody('<input><input type="checkbox"><select><option>1</option></select><iframe></iframe>')(html).replace(' lang="en"', ''),
      ['functionality.wcag', 'functionality.accessibility'],
    ],
    ['SP-039', 'one field without a label', inBody('<input>'), ['functionality.wcag']],
  ])('%s fails the iteration with %s', async (_pin, _what, change, barring) => {
    const { rule, firewall } = await evaluated(change)
    expect(rule).not.toBe('pass')
    expect(firewall).toEqual(barring)
  })

  it.each<[string, string, (html: string) => string, [string, string]]>([
    ['SP-041', 'stock icons', inBody(`<p>${icon}Fast ${icon}Warm ${icon}Near</p>`), ['Originality', 'originality.icons']],
    ['SP-042', 'spacing off the scale', inHead('h2 { padding: 13px } p { padding: 11px }'), ['Design Quality', 'design.spacing']],
    [
      'SP-043',
      'a picture without words',
      (html) => html.replace(' alt="Three loaves on a board"', ''),
      ['Functionality', 'functionality.alt'],
    ],
    ['SP-044', 'another headline', (html) => html.replace('at four</h1>', 'at five</h1>'), ['Completeness', 'completeness.copy']],
  ])('%s %s hold a dimension at 0.50', async (_pin, _what, change, [dimension, by]) => {
    const { capped } = await evaluated(change)
    expect(capped.map(([name, , ...ids]) => [name, ...ids])).toEqual([[dimension, by]])
    expect(capped[0]?.[1]).toBeLessThanOrEqual(50)
  })
})
