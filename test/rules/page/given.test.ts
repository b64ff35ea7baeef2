// Checks that compare a page with something it was given: copy, tokens, sections; and the colours that a check proposes.
import { wcagContrast } from 'culori'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessibilityScore } from '../../../src/rules/page/accessible.ts'
import { hexOf, passingForegrounds } from '../../../src/rules/page/colour.ts'
import { type AxeRule, type Declaration, type PageMeasure, emptyMeasure } from '../../../src/rules/page/measure.ts'
import { beyondLimits, readCopy } from '../../../src/rules/page/read-copy.ts'
import { tokensInFile, tokensOfPage } from '../../../src/rules/page/read-tokens.ts'
import { readStatic } from '../../../src/rules/page/static.ts'
import { idle } from '../../../src/adapters/browser/try-actions.ts'
import { tryCheck } from '../checks/try-check.ts'

const html = (body: string) => `<!doctype html><html lang="en"><body><main>${body}</main></body></html>`
/** As a browser would have read it: texts, sections and images are the same. */
const seen = (body: string): Partial<PageMeasure> => ({ ...readStatic(html(body)), by: 'browser' })

describe('page.copy', () => {
  const copy = JSON.stringify({
    page_type: 'landing',
    sections: {
      hero: {
        primary: { headline: 'Bread that leaves the oven at four', cta_primary: 'Order a loaf', href: '/order' },
        variant_a: { headline: 'Warm at four', cta_primary: 'Order a loaf' },
      },
      features: { primary: [{ title: 'Long proved', body: 'Every loaf rests for a day.' }] },
    },
  })
  const page = (headline: string, feature = 'Every loaf rests for a day.') =>
    `<section id="hero"><h1>${headline}</h1><a href="/order">Order a loaf</a></section><section id="features"><h2>What we do</h2><h3>Long proved</h3><p>${feature}</p></section>`
  const run = (body: string, params: object = {}) =>
    tryCheck('page.copy', { copy: 'copy.json', ...params }, '', { files: { 'copy.json': copy }, page: seen(body) })

  test.each([
    ['as given', page('Bread that leaves the oven at four'), 'pass'],
    ['the other variant', page('Warm at four'), 'pass'],
    ['set with other quotes, blanks and breaks', page('Bread that  leaves <em>the&nbsp;oven</em><br>at four'), 'pass'],
    ['one word changed', page('Bread that leaves the oven at five'), 'fail'],
    ['words added to it', page('Bread that leaves the oven at four, best-in-class'), 'fail'],
    ['an arrow added to it', page('Bread that leaves the oven at four →'), 'pass'],
    ['one line missing', page('Bread that leaves the oven at four', ''), 'fail'],
  ])('%s', async (_name, body, outcome) => {
    const finding = await run(body)
    expect({ outcome: finding.outcome, message: finding.message }).toMatchObject({ outcome })
  })

  test('the difference is shown word by word, at the element', async () => {
    const { evidence } = await run(page('Bread that leaves the oven at five'))
    expect(evidence).toMatchObject([
      {
        message: 'hero.primary.headline reads differently',
        expected: 'Bread that leaves the oven at four',
        actual: 'Bread that leaves the oven at five',
        location: { sight: { selector: '#hero > h1' } },
      },
    ])
    expect(evidence[0]?.quote).toMatch(/\[-four-\].*\{\+five\+\}/)
  })

  test('in the wrong section', async () => {
    const { evidence } = await run(
      `<section id="hero"><h1>Bread that leaves the oven at four</h1></section><section id="features"><h3>Long proved</h3><p>Every loaf rests for a day.</p><a href="/order">Order a loaf</a></section>`,
    )
    expect(evidence.map(({ message }) => message)).toEqual(['hero.primary.cta_primary is outside the section hero'])
  })

  test('a certain variant, certain sections', async () => {
    expect((await run(page('Warm at four'), { variant: 'primary', sections: ['hero'] })).outcome).toBe('fail')
    expect((await run(page('Warm at four'), { variant: 'variant_a', sections: ['hero'] })).outcome).toBe('pass')
    expect((await run(page('Warm at four'), { sections: ['pricing'] })).outcome).toBe('not-applicable')
  })

  test('a copy that cannot be read is an error that names it', async () => {
    const broken = (text: string) =>
      tryCheck('page.copy', { copy: 'copy.json' }, '', { files: { 'copy.json': text }, page: seen('<p>x</p>') })
    expect(await broken('{"hero": ')).toMatchObject({
      outcome: 'error',
      message: expect.stringMatching(/^copy\.json isn't JSON: /) as unknown,
    })
    expect(await broken('[]')).toMatchObject({ outcome: 'error', message: "copy.json isn't a JSON object" })
    expect(await broken('{}')).toMatchObject({ outcome: 'error', message: 'copy.json has no copy' })
    expect(await tryCheck('page.copy', { copy: 'none.json' }, '', { page: seen('<p>x</p>') })).toMatchObject({
      outcome: 'error',
      message: "none.json can't be read",
    })
  })

  test('the copy of a brief: its section Copy, labels aside', async () => {
    const brief = '# Brief\n\nMake it warm.\n\n## Copy\n\n- Headline: "Warm at four"\n- Order a loaf\n\n## Sections\n\nhero\n'
    const run = (body: string) => tryCheck('page.copy', { copy: 'brief.md' }, '', { files: { 'brief.md': brief }, page: seen(body) })
    expect((await run('<h1>Warm at four</h1><button>Order a loaf</button>')).outcome).toBe('pass')
    expect((await run('<h1>Warm at five</h1><button>Order a loaf</button>')).evidence.map(({ message }) => message)).toEqual([
      'line 7 reads differently',
    ])
  })
})

describe('limits of copy.json', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'bread').join(' – ')
  const features = (count: number, title: string) => Array.from({ length: count }, () => ({ title, body: words(30) }))
  const beyond = (root: object) => {
    const copy = readCopy(JSON.stringify(root), 'copy.json')
    if ('problem' in copy) throw new Error(copy.problem)
    return beyondLimits(root, copy)
  }
  const hero = (headline: number, subheadline: number, action: number) => ({
    headline: words(headline),
    subheadline: words(subheadline),
    cta_primary: { text: words(action), href: '/order' },
  })

  test('the longest that is allowed, and whatever no limit is for', () => {
    const filled = {
      hero: { primary: hero(12, 25, 5), variant_a: hero(1, 1, 1) },
      features: { primary: { title: words(9), items: features(6, words(5)) } },
    }
    expect(beyond({ page_type: 'pricing', sections: filled })).toEqual([])
    expect(beyond(filled)).toEqual([])
    expect(beyond({ hero: [words(40)], features: Array.from({ length: 9 }, () => words(9)) })).toEqual([]) // lines, as a brief has them
  })

  test('one more of each, in any variant, is named with what is allowed', () => {
    const sections = {
      hero: { primary: hero(1, 1, 1), variant_a: hero(13, 26, 6) },
      features: { primary: features(7, words(1)), variant_a: features(1, words(6)) },
    }
    expect(beyond({ page_type: 'shop', sections })).toEqual([
      'page_type is "shop"; it is one of landing, about, services, pricing, contact',
      'hero.variant_a.headline has 13 words; a headline has at most 12',
      'hero.variant_a.subheadline has 26 words; a subheadline has at most 25',
      'hero.variant_a.cta_primary.text has 6 words; a primary call to action has at most 5',
      'features.primary has 7 features; at most 6 are allowed',
      'features.variant_a[0].title has 6 words; a feature title has at most 5',
    ])
  })
})

describe('page.tokens', () => {
  const of = (property: string, value: string, more: Partial<Declaration> = {}): Declaration => ({
    property,
    value,
    resolved: value,
    named: false,
    rule: 'p',
    media: '',
    parts: [{ selector: 'p', box: { x: 0, y: 0, width: 1, height: 1 } }],
    count: 1,
    ...more,
  })
  const plain = JSON.stringify({
    colors: { ink: '#112233', paper: 'rgb(250, 240, 230)' },
    spacing: { base: 4, scale: [4, 8, 16] },
    radii: { small: '6px' },
    typography: { fontFamily: { body: 'Georgia, serif' }, fontSize: { body: '1rem', large: 24 } },
  })
  const w3c = JSON.stringify({
    color: {
      $type: 'color',
      ink: { $value: '#112233' },
      alias: { $value: '{color.ink}' },
      paper: { $value: { colorSpace: 'srgb', components: [0.98, 0.94, 0.9], hex: '#faf0e6' } },
    },
    spacing: { $type: 'dimension', small: { $value: { value: 4, unit: 'px' } }, medium: { $value: '8px' }, large: { $value: '1rem' } },
    radius: { small: { $type: 'dimension', $value: '6px' } },
    font: {
      body: { $type: 'fontFamily', $value: ['Georgia', 'serif'] },
      size: { body: { $type: 'dimension', $value: '16px' }, large: { $type: 'dimension', $value: '24px' } },
    },
  })

  describe.each([
    ['our form', plain],
    ['the form of the W3C', w3c],
  ])('%s', (_name, tokens) => {
    test.each([
      ['color', '#112233', 'pass'],
      ['color', 'rgb(17, 34, 51)', 'pass'],
      ['background', 'linear-gradient(90deg, #112233, #faf0e6)', 'pass'],
      ['color', '#112234', 'fail'],
      ['border', '1px solid tomato', 'fail'],
      ['color', 'inherit', 'pass'],
      ['padding', '0px 16px', 'pass'],
      ['padding', '0.5rem', 'pass'],
      ['margin', '-8px auto', 'pass'],
      ['margin', '13px', 'fail'],
      ['gap', '10%', 'pass'],
      ['border-radius', '6px', 'pass'],
      ['border-radius', '50%', 'pass'],
      ['border-radius', '7px', 'fail'],
      ['font-size', '24px', 'pass'],
      ['font-size', '19px', 'fail'],
      ['font-family', '"Georgia", serif', 'pass'],
      ['font-family', 'Inter, serif', 'fail'],
    ])('%s: %s → %s', async (property, value, outcome) => {
      const finding = await tryCheck('page.tokens', { tokens: 'tokens.json' }, '', {
        files: { 'tokens.json': tokens },
        page: { declarations: [of(property, value)] },
      })
      expect(finding.outcome).toBe(outcome)
    })
  })

  test('a custom property is no way round tokens.json, but is the token where there is none', async () => {
    const page = { declarations: [of('color', 'var(--odd)', { resolved: '#123123', named: true })], properties: { '--odd': '#123123' } }
    expect((await tryCheck('page.tokens', { tokens: 'tokens.json' }, '', { files: { 'tokens.json': plain }, page })).outcome).toBe('fail')
    expect((await tryCheck('page.tokens', {}, '', { page })).outcome).toBe('pass')
    expect((await tryCheck('page.tokens', {}, '', { page: { declarations: page.declarations } })).outcome).toBe('not-applicable')
  })

  test('both themes count, wherever the file states them, and the name of the file does not', () => {
    const { colours, spacing } = tokensInFile(
      JSON.stringify({
        name: 'teal',
        ink: { $type: 'color', $value: { light: '#111111', dark: '#eeeeee' } },
        dark: { paper: { $type: 'color', $value: '#222222' } },
        accent: { $type: 'color', $value: '{paper}' },
        gaps: { spacing: [4, '0.5rem'] },
      }),
    )!
    expect([...colours].sort()).toEqual(['#111111', '#222222', '#eeeeee'])
    expect([...spacing]).toEqual([4, 8])
  })

  test('what is no token file is said so', async () => {
    expect(tokensInFile('[1]')).toBeNull()
    expect(tokensInFile('{')).toBeNull()
    expect(tokensInFile('{"colors": {"ink": "notacolour"}}')).toBeNull()
    expect(tokensOfPage({})).toBeNull()
    expect([...(tokensInFile('{"spacing": {"base": 4}}')?.spacing ?? [])].slice(0, 3)).toEqual([4, 8, 12])
    expect(await tryCheck('page.tokens', { tokens: 't.json' }, '', { files: { 't.json': '{}' } })).toMatchObject({
      outcome: 'error',
      message: 't.json has no usable token: no colour, font, font size, spacing or radius',
    })
  })
})

describe('page.sections', () => {
  const body =
    '<header>x</header><section class="price-table"><h2>What it costs</h2><p>3 euro</p></section><section id="hero"><h1>Bread</h1></section><section aria-label="How it works"><p>Bake.</p></section><section id="empty"></section><footer><p>Quay 3</p></footer>'
  test.each([
    [['hero', 'footer'], 'pass'],
    [['how it works', 'what it costs'], 'pass'],
    [['Prices'], 'pass'],
    [['testimonials'], 'fail'],
    [['empty'], 'fail'],
  ])('%j → %s', async (required, outcome) => {
    expect((await tryCheck('page.sections', { required }, '', { page: seen(body) })).outcome).toBe(outcome)
  })
})

test('without a browser what needs one is unknown and says why, the rest is decided', async () => {
  const page = { ...readStatic(html('<h1>Bread</h1><img src="a.png"><a href="#gone">x</a>')), notes: ['no Chromium was found'] }
  const outcomes = async (...kinds: string[]) => Promise.all(kinds.map(async (kind) => (await tryCheck(kind, {}, '', { page })).outcome))
  expect(await outcomes('page.alt', 'page.actions', 'page.wording')).toEqual(['fail', 'fail', 'pass'])
  for (const kind of [
    'page.overflow',
    'page.axe',
    'page.contrast',
    'page.slop',
    'page.primary-cta',
    'page.tokens',
    'page.console',
    'page.accessibility-score',
    'page.breakpoints',
    'page.touch-targets',
    'page.text-size',
  ])
    expect(await tryCheck(kind, {}, '', { page })).toMatchObject({ outcome: 'unknown', message: 'not measured: no Chromium was found' })
})

test('page.axe names every rule that is broken, however often another one is', async () => {
  const node = (index: number) => ({ selector: `#i${index}`, box: { x: 0, y: 0, width: 1, height: 1 }, html: '', why: '' })
  const rule = (id: string, count: number): AxeRule => ({
    view: 'desktop',
    id,
    help: id,
    impact: '',
    tags: ['wcag2a'],
    outcome: 'violation',
    nodes: Array.from({ length: count }, (_, index) => node(index)),
  })
  const { message, evidence } = await tryCheck('page.axe', {}, '', { page: { axe: [rule('image-alt', 90), rule('label', 2)] } })
  expect(message).toBe('92 violations of WCAG A or AA (image-alt, label)')
  expect(evidence.slice(0, 2).map((each) => each.message)).toEqual(['image-alt: image-alt', 'label: label'])
})

test('a page that could not be looked at is an error for every check', async () => {
  expect(await tryCheck('page.alt', {}, '', { page: { ...emptyMeasure, problem: "the page didn't load within 10 s" } })).toMatchObject({
    outcome: 'error',
    message: "the page didn't load within 10 s",
  })
})

test('the colours proposed do pass, and there are three of them', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, hex, fc.constantFrom(3, 4.5), (foreground, background, required) => {
      const found = passingForegrounds(foreground, background, required)
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThanOrEqual(3)
      for (const colour of found) expect(wcagContrast(colour, background)).toBeGreaterThanOrEqual(required)
    }),
  )
  expect(passingForegrounds('#999999', '#ffffff', 4.5)).toHaveLength(3)
})

test("the score is Lighthouse's arithmetic: weights of what applies, undecided counts as held", () => {
  const rule = (id: string, outcome: PageMeasure['axe'][number]['outcome']) => ({
    view: 'mobile' as const,
    id,
    help: '',
    impact: '',
    tags: [],
    outcome,
    nodes: [],
  })
  expect(
    accessibilityScore({
      axe: [
        rule('image-alt', 'violation'),
        rule('label', 'pass'),
        rule('link-name', 'incomplete'),
        rule('list', 'inapplicable'),
        rule('region', 'violation'),
        { ...rule('link-name', 'violation'), opened: true }, // Lighthouse opens nothing
      ],
    })?.score,
  ).toBe(63)
  expect(accessibilityScore({ axe: [] })).toBeNull()
})

test.each([
  ['() => {}', true],
  ['function onclick(event) {\n\n}', true],
  ['function onclick(event) {\nreturn false\n}', true],
  ['(e) => { e.preventDefault(); }', true],
  ['(event) => undefined', true],
  ["() => console.log('save')", true],
  ["(e) => { e.preventDefault(); console.log('save') }", true],
  ["() => { console.log('save'); save() }", false],
  ['function (e) { /* later */ }', true],
  ['() => open()', false],
  ['function onclick(event) {\nbuy()\n}', false],
  ['(e) => { e.preventDefault(); send() }', false],
])('a handler that can do nothing: %s', (source, nothing) => expect(idle(source)).toBe(nothing))

test.each(['rgb(', 'rgb(from', 'color(srgb', 'hsl()'])('half a colour is none: %s', (text) => {
  expect(hexOf(text)).toBeNull()
  expect(passingForegrounds(text, '#fff', 4.5)).toEqual([])
})

test('a placeholder that is shown is pointed at; one in a comment is not on the page', async () => {
  const run = (body: string) => tryCheck('page.placeholders', {}, '', { page: seen(body) })
  const { outcome, evidence } = await run('<h1>Bread</h1><p id="later">Lorem ipsum dolor</p><!-- TODO -->')
  expect({ outcome, places: evidence.map(({ location }) => location?.sight?.selector) }).toEqual({ outcome: 'fail', places: ['#later'] })
  expect((await run('<h1>Bread</h1><!-- TODO -->')).outcome).toBe('pass')
})

test('what lies over a control counts only where the page had its own styles and scripts', async () => {
  const link = { selector: 'a', box: { x: 0, y: 0, width: 90, height: 44 }, text: 'Order' }
  const desktop = { layoutWidth: 1280, contentWidth: 1280, pageHeight: 720, scrolls: false, beyond: [], picture: null }
  const run = async (...blocked: PageMeasure['blocked']) => {
    const actions = [{ ...link, kind: 'link', to: '#a', result: { state: 'works', how: '' } }] as PageMeasure['actions']
    const views = { desktop: { ...desktop, covered: [{ ...link, by: 'div' }] } }
    return (await tryCheck('page.actions', {}, '', { page: { ...seen(''), actions, blocked, views } })).outcome
  }
  expect(await run()).toBe('fail')
  expect(await run({ url: 'https://fonts.example/css', type: 'stylesheet' })).toBe('fail')
  expect(await run({ url: 'https://cdn.example/grid.css', type: 'stylesheet' })).toBe('pass')
  expect(await run({ url: 'https://cdn.example/slides.js', type: 'script' })).toBe('pass')
})
