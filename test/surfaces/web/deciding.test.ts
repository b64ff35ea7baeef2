// What a person decides or writes on the page, against a server that is a table: what is shown first, what is sent, what is refused, where the focus goes.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAssets } from '../../../src/surfaces/web/assets.ts'
import type { ShownRule, Gate, Planned, RunDocument, RunRow, Trouble } from '../../../src/surfaces/web/document.ts'
import { desktop, openChromium } from '../../workflows/design/preview/chromium.ts'

const origin = 'http://localhost:7431' // nothing listens there: every request is answered below
const assets = readAssets()
const hash = 'ab'.repeat(32)
const refusal: Trouble = { message: 'the question has changed', fix: 'View the page again with `whet show`.' }

type Answered = { status?: number; json: unknown } | 'down'
let replies: Record<string, (body: Record<string, unknown>) => Answered | Promise<Answered>>
let document: RunDocument
let sent: { path: string; body: Record<string, unknown> }[]
let browser: Browser
let page: Page

const accepted = (): Answered => ({ json: { run: 'r-1' } })
const refused = (): Answered => ({ status: 409, json: { error: refusal } })

beforeAll(async () => {
  browser = await openChromium()
  page = await (await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' })).newPage()
  page.setDefaultTimeout(20_000)
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const found = assets.get(pathname) ?? (pathname.startsWith('/run/') ? assets.get('/index.html') : undefined)
    if (found) return route.fulfill({ body: Buffer.from(found.bytes), contentType: found.type })
    if (pathname === '/api/live') return // it hears nothing
    const body = (route.request().postDataJSON() ?? {}) as Record<string, unknown>
    if (route.request().method() === 'POST' && pathname !== '/api/session') sent.push({ path: pathname, body })
    const reply = await (replies[pathname]?.(body) ?? { status: 404, json: {} })
    return reply === 'down' ? route.abort() : route.fulfill({ status: reply.status ?? 200, json: reply.json })
  })
})
afterAll(() => browser?.close())

beforeEach(() => {
  sent = []
  replies = {
    '/api/session': () => ({ json: { forms: {} } }),
    '/api/runs': () => ({ json: { project: 'p', rows: [document.row], unread: 0, workflows: ['design'], heard: '' } }),
    '/api/runs/r-1': () => ({ json: document }),
    '/api/runs/r-1/answer': accepted,
    '/api/passkeys': () => ({ json: { here: true, names: [] } }),
  }
})

const approval: Gate = {
  key: 'approve:1',
  question: 'Approve this design?',
  facts: { score: 93, all_rules_met: true, open_questions: [] },
  decides: { hash, phrase: 'calm river' },
  choices: [
    { name: 'approve', means: 'freeze it', attested: true },
    { name: 'reject', means: 'have it changed', needsText: 'what should be different' },
    { name: 'force-pass', means: 'freeze it anyway', attested: true, needsText: 'why' },
    { name: 'keep', means: 'leave it as it is' },
  ],
}

/** Opens the page of a run that waits at a gate. */
async function open(gate: Gate | null, more: Partial<RunDocument> = {}): Promise<void> {
  document = {
    row: { ...row, ...(gate ? {} : { stage: 'ended' as const, status: 'completed', question: null }) },
    about: { task: 'Customers see their orders.', criteria: [], makers: [] },
    actions: { apply: gate === null, again: null, retry: false },
    brief: [],
    children: [],
    createdAt: 1,
    updatedAt: 1,
    usage: { calls: 0, tokensIn: 0, tokensOut: 0, costMicros: 0, mayBePaid: 0, unpriced: 0 },
    gate,
    stop: null,
    steps: [],
    judged: [],
    versions: [],
    panels: [],
    entries: 1,
    foreign: false,
    ...more,
  }
  await page.goto('about:blank')
  await page.goto(`${origin}/run/r-1`)
  await page.locator('.run-bar').waitFor()
}

const row: RunRow = {
  run: 'r-1',
  workflow: 'design',
  name: 'orders',
  status: 'AWAITING_APPROVAL',
  iteration: 1,
  maxIterations: 0,
  phase: '',
  step: 'approve',
  score: null,
  scale: 100,
  updatedAt: '2026-01-01T00:00:00.000Z',
  waitsFor: null,
  reason: null,
  folder: '',
  stage: 'waiting',
  seq: 1,
  task: 'orders',
  busy: false,
  passed: null,
  question: 'Approve this design?',
  trouble: null,
}

const choose = (name: string) => page.locator('.choices button', { hasText: new RegExp(`^${name}`) }).click()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert')
const focused = () => page.evaluate('document.activeElement.tagName + "." + document.activeElement.className') as Promise<string>
const bodies = () => sent.map(({ body }) => body)

describe('a question', () => {
  const finding = (index: number, more: Partial<ShownRule> = {}): ShownRule =>
    ({ rule: `a.rule-${index}`, outcome: 'fail', severity: 'fail', message: `finding ${index}`, evidence: [], ...more }) as ShownRule
  const judged = [
    {
      seq: 1,
      at: 1,
      label: 'candidate 1',
      shown: '93',
      score: 93,
      threshold: 80,
      scale: 100,
      passed: true,
      blockers: [],
      findings: 9,
      artifact: null,
      ref: null,
      dimensions: [],
    },
  ]

  it('shows what to know before anything can be typed, and chooses nothing by itself', async () => {
    replies['/api/runs/r-1/findings/1'] = () => ({
      json: [
        finding(1, { outcome: 'pass' }),
        ...[2, 3, 4, 5, 6, 7, 8].map((index) => finding(index)),
        finding(2, { evidence: [{ message: 'x', where: 'line 4' }] as never }),
        finding(9, { outcome: 'info' }),
      ],
    })
    await open(approval, {
      judged: judged as never,
      brief: [{ title: 'Your last requests', lines: [{ text: 'a cancellation', is: 'new' }] }],
    })
    const card = page.locator('.decide')
    await card.getByText('Open findings').waitFor()
    expect(await page.title()).toBe('orders: waiting for you · Whetstone')
    expect(await card.locator('.brief h3').allInnerTexts()).toEqual(['Your last requests', 'Open findings, most to gain first'])
    expect(await card.locator('.brief').last().locator('a').allInnerTexts()).toEqual([2, 3, 4, 5, 6].map((index) => `finding ${index}`))
    expect(await card.locator('.brief').last().innerText()).toMatch(/blocks[\s\S]*line 4[\s\S]*and 2 more in the list$/)
    expect(await card.locator('.answer').count()).toBe(0)
    expect(await card.locator('[aria-pressed=true]').count()).toBe(0)
    expect(await card.innerText()).not.toContain('calm river')
    await choose('approve')
    const [brief, phrase] = await Promise.all(['.brief', '.phrase'].map((each) => card.locator(each).first().boundingBox()))
    expect(brief!.y).toBeLessThan(phrase!.y)
    await choose('approve') // again: not chosen
    expect(await card.locator('.answer').count()).toBe(0)
    expect(sent).toEqual([])
  })

  it('opens all that it is based on if nothing else is told', async () => {
    await open(approval)
    expect(await page.locator('.decide details').first().getAttribute('open')).not.toBeNull()
    const facts = await page.locator('.decide .facts').innerText()
    expect(facts).toMatch(/score\s+93/i)
    expect(facts).not.toMatch(/open questions|all rules/i) // what is empty, and what only the form needs
  })

  it.each([
    ['what is typed letter by letter', 'calm river', true],
    ['other case and spaces', '  Calm   RIVER ', true],
    ['a part of it', 'calm', false],
    ['more than it', 'calm river x', false],
    ['nothing', '', false],
  ])('takes %s for the phrase: %j', async (_, typed, isTaken) => {
    await open(approval)
    await choose('approve')
    await expect.poll(focused).toBe('INPUT.typed')
    await page.keyboard.type(typed)
    expect(await button('Approve').isEnabled()).toBe(isTaken)
    await page.keyboard.press('Enter')
    if (isTaken) await button('Recorded…').waitFor()
    expect(bodies()).toEqual(isTaken ? [{ gate: 'approve:1', hash, choice: 'approve', phrase: typed }] : [])
  })

  it('takes no phrase by pasting or dropping', async () => {
    await open(approval)
    await choose('approve')
    for (const type of ['paste', 'drop'])
      expect(
        await page.locator('.typed').evaluate((box, kind) => box.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true })), type),
      ).toBe(false)
  })

  it('needs the words it asks for, and sends no phrase where none is due', async () => {
    await open(approval)
    await choose('reject')
    await expect.poll(focused).toMatch(/^TEXTAREA/)
    await page.keyboard.type('  \n ')
    expect(await button('Reject').isDisabled()).toBe(true)
    await page.keyboard.type('ask for a reason')
    await button('Reject').click()
    await button('Recorded…').waitFor()
    expect(await button('Recorded…').isDisabled()).toBe(true)
    expect(bodies()).toEqual([{ gate: 'approve:1', hash, choice: 'reject', text: '  \n ask for a reason' }])
  })

  it('wants both, words and phrase, where both are due', async () => {
    await open(approval)
    await choose('force pass')
    await page.locator('textarea').fill('in a hurry')
    expect(await button('Force pass').isDisabled()).toBe(true)
    await page.locator('.typed').pressSequentially('calm river')
    await page.locator('textarea').fill('')
    expect(await button('Force pass').isDisabled()).toBe(true)
    await page.locator('textarea').fill('in a hurry')
    await button('Force pass').click()
    await button('Recorded…').waitFor()
    expect(bodies()).toEqual([{ gate: 'approve:1', hash, choice: 'force-pass', text: 'in a hurry', phrase: 'calm river' }])
  })

  it('forgets what was typed for another choice', async () => {
    await open(approval)
    await choose('reject')
    await page.locator('textarea').fill('ask for a reason')
    await choose('force pass')
    expect(await page.locator('textarea').inputValue()).toBe('')
    await choose('keep')
    await button('Keep').click()
    await button('Recorded…').waitFor()
    expect(bodies()).toEqual([{ gate: 'approve:1', hash, choice: 'keep' }])
  })

  it('is answered once, however often it is sent', async () => {
    let answer = () => {}
    replies['/api/runs/r-1/answer'] = () => new Promise((resolve) => (answer = () => resolve(accepted())))
    await open(approval)
    await choose('approve')
    await page.locator('.typed').pressSequentially('calm river')
    for (let press = 0; press < 3; press++) await page.keyboard.press('Enter')
    await expect.poll(() => sent.length).toBe(1)
    expect(await page.locator('.answer .primary:not(.passkey *)').isDisabled()).toBe(true)
    answer()
    await button('Recorded…').waitFor()
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['refused', refused, ['the question has changed', 'View the page again with whet show.']],
    ['lost', (): Answered => 'down', ["The server can't be reached.", 'The page keeps trying.']],
    ['an error without words', (): Answered => ({ status: 500, json: {} }), ['the server answered 500']],
  ])('that is %s keeps what was typed, says why, and can be sent again', async (_, how, words) => {
    replies['/api/runs/r-1/answer'] = how
    await open(approval)
    await choose('reject')
    await page.locator('textarea').fill('ask for a reason')
    await button('Reject').click()
    expect(await alert().locator('p').allInnerTexts()).toEqual(words)
    expect(await page.locator('textarea').inputValue()).toBe('ask for a reason')
    replies['/api/runs/r-1/answer'] = accepted
    await button('Reject').click()
    await button('Recorded…').waitFor()
    expect(await alert().count()).toBe(0)
  })

  it('that only a signature answers cannot be sent from here', async () => {
    await open({ ...approval, decides: undefined } as unknown as Gate)
    await choose('approve')
    await page.getByText('answer it on the command line with --signature').waitFor()
    expect(await button('Approve').isDisabled()).toBe(true)
  })
})

describe('criteria', () => {
  const rule = (id: string, more: object = {}) => ({
    id,
    description: `says ${id}`,
    severity: 'fail',
    weight: 2,
    phase: 'A',
    check: { kind: 'content.contains', text: id },
    ...more,
  })
  const [title, short] = [rule('a.title'), rule('a.short', { severity: 'warn', weight: 1, check: 'It is short.' })]
  const gate: Gate = {
    key: 'confirm-criteria',
    question: 'Confirm these success criteria?',
    facts: { max_iterations: 4, thresholds: { A: 0.8, B: 0.9 }, all_rules: [title, short] },
    choices: [
      { name: 'confirm', means: 'begin' },
      { name: 'change', means: 'change them', takes: 'JSON' },
    ],
  }
  const changed = async () => {
    await button('Change').click()
    await button('Recorded…').waitFor()
    const { data, ...said } = bodies()[0] as { data?: unknown }
    expect(said).toEqual({ gate: 'confirm-criteria', hash: null, choice: 'change' })
    return data
  }
  const draft = { max_iterations: 4, thresholds: { A: 0.8, B: 0.9 }, rules: [title, short] }

  it('are shown with what decides them, and sent only if something was changed', async () => {
    await open(gate)
    expect(await page.locator('.criteria-form').count()).toBe(0)
    await choose('confirm')
    expect(await page.locator('.criteria-form').count()).toBe(0)
    await choose('change')
    expect(await page.locator('.rule-list small').allInnerTexts()).toEqual([
      'content.contains: text a.title',
      'in words: a judge, or a check written by the maker, decides',
    ])
    expect(await page.locator('.rule-list select').first().inputValue()).toBe('fail')
    expect(await changed()).toBeUndefined()
  })

  it.each<[string, () => Promise<unknown>, object]>([
    ['a limit', () => page.getByLabel('Most iterations').fill('7'), { max_iterations: 7 }],
    ['one threshold of two', () => page.getByLabel('Threshold of level B').fill('0.95'), { thresholds: { A: 0.8, B: 0.95 } }],
    ['a severity', () => page.getByLabel('What a.short does').selectOption('is noted'), { rules: [title, { ...short, severity: 'info' }] }],
    ['a level', () => page.getByLabel('Level of a.title').selectOption('level B'), { rules: [{ ...title, phase: 'B' }, short] }],
    ['a weight', () => page.getByLabel('Weight of a.title').fill('5'), { rules: [{ ...title, weight: 5 }, short] }],
    [
      'a description',
      () => page.getByLabel('What a.title says').fill('It has one.'),
      { rules: [{ ...title, description: 'It has one.' }, short] },
    ],
    ['a rule removed', () => page.getByLabel('Remove a.title').click(), { rules: [short] }],
  ])('%s is sent with all the rest as it was', async (_, edit, part) => {
    await open(gate)
    await choose('change')
    await edit()
    expect(await changed()).toEqual({ ...draft, ...part })
  })

  it('a rule in words gets an id of its own, and nothing without words is added', async () => {
    await open(gate)
    await choose('change')
    const words = page.getByLabel('Another rule, in words')
    expect(await button('Add').isDisabled()).toBe(true)
    for (const text of ['  It is calm, short & kind to all. ', 'It is calm, short and loud', '???', '!']) {
      await words.fill(text)
      await button('Add').click()
      expect(await words.inputValue()).toBe('')
    }
    expect(await page.locator('.criteria-form h3').innerText()).toBe('6 rules')
    const { rules } = (await changed()) as { rules: { id: string; description: string }[] }
    expect(rules.slice(2)).toMatchObject([
      {
        id: 'a.quality.it-is-calm-short',
        description: 'It is calm, short & kind to all.',
        check: 'It is calm, short & kind to all.',
        severity: 'warn',
        weight: 1,
        phase: 'A',
      },
      { id: 'a.quality.it-is-calm-short-2' },
      { id: 'a.quality.rule' },
      { id: 'a.quality.rule-2' },
    ])
  })

  it('of a page are set aside and taken back one by one', async () => {
    await open({
      ...gate,
      facts: {
        max_iterations: 4,
        pass_threshold: 0.8,
        open: [
          { id: 'c1', message: 'It loads.' },
          { id: 'c2', message: 'It reads.' },
        ],
      },
      choices: [{ name: 'adjust', means: 'adjust them', takes: 'JSON' }],
    } as unknown as Gate)
    await choose('adjust')
    await page.getByLabel('It loads.').check()
    await page.getByLabel('It reads.').check()
    await page.getByLabel('It loads.').uncheck()
    await page.getByLabel('Threshold', { exact: true }).fill('0.7')
    await button('Adjust').click()
    await button('Recorded…').waitFor()
    expect(bodies()).toMatchObject([{ choice: 'adjust', data: { max_iterations: 4, pass_threshold: 0.7, drop: ['c2'] } }])
  })
})

describe('a passkey', () => {
  const shown = { options: { challenge: 'AAAA', rpId: 'localhost' }, text: `${hash}\nuntil 2026-02-01`, code: 'ABAB ABAB' }
  const creation = {
    rp: { name: 'whet' },
    user: { id: 'AAAA', name: 'ann', displayName: 'ann' },
    challenge: 'AAAA',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  }
  /** What the device says: its answer, nothing, or that its owner refused. */
  const device = (says: 'answer' | 'nothing' | 'refusal') =>
    page.evaluate((how) => {
      const act = async () => {
        if (how === 'refusal') throw new DOMException('The operation was not allowed.', 'NotAllowedError')
        return how === 'answer' ? { toJSON: () => ({ id: 'key', response: {} }) } : null
      }
      Object.assign(navigator.credentials, { get: act, create: act })
    }, says)
  const unfold = async (names: string[], here = true) => {
    replies['/api/passkeys'] = () => ({ json: { here, names } })
    replies['/api/runs/r-1/passkey'] = () => ({ json: shown })
    replies['/api/passkeys/begin'] = () => ({ json: creation })
    await open(approval)
    await choose('approve')
    await page.getByText('Sign with a passkey instead').click()
  }

  it('shows what is signed before it asks the device, and sends its answer instead of a phrase', async () => {
    await unfold(['ann'])
    await device('answer')
    expect(await button('Confirm with a passkey').count()).toBe(0)
    await button('Show what is signed').click()
    await page.getByText('until 2026-02-01').waitFor()
    expect(await page.locator('.passkey .code').innerText()).toBe('ABAB ABAB')
    expect(sent).toEqual([{ path: '/api/runs/r-1/passkey', body: { gate: 'approve:1', hash } }])
    await button('Confirm with a passkey').click()
    await button('Recorded…').waitFor()
    expect(sent.slice(1)).toEqual([
      { path: '/api/runs/r-1/answer', body: { gate: 'approve:1', hash, choice: 'approve', passkey: { id: 'key', response: {} } } },
    ])
  })

  it.each([
    ['refusal', ['The operation was not allowed.', 'Nothing was sent. Try again.']],
    ['nothing', []],
  ] as const)('decides nothing when the device says %s', async (says, words) => {
    await unfold(['ann'])
    await device(says)
    await button('Show what is signed').click()
    await button('Confirm with a passkey').click()
    if (words.length > 0) await alert().waitFor()
    expect(await alert().locator('p').allInnerTexts()).toEqual(words)
    expect(sent.filter(({ path }) => path.endsWith('/answer'))).toEqual([])
  })

  it('that does not count is told so, and can be tried again', async () => {
    await unfold(['ann'])
    await device('answer')
    replies['/api/runs/r-1/answer'] = refused
    await button('Show what is signed').click()
    await button('Confirm with a passkey').click()
    await alert().getByText('the question has changed').waitFor()
    expect(await button('Confirm with a passkey').isEnabled()).toBe(true)
    expect(await button('Recorded…').count()).toBe(0)
  })

  it('is only enrolled where the page has a name, with an owner and the code of the terminal', async () => {
    await unfold([], false)
    expect(await page.getByRole('link', { name: 'open this page as localhost' }).getAttribute('href')).toMatch(
      /^http:\/\/localhost:7431\/run\/r-1#/,
    )
    expect(await page.getByText('Enrol a passkey').count()).toBe(0)
    await unfold([])
    await device('answer')
    expect(await button('Show what is signed').count()).toBe(0)
    expect(await button('Make a passkey').isDisabled()).toBe(true)
    await page.getByLabel('Whose passkey it is').fill('ann')
    await button('Make a passkey').click()
    expect(await button('Enrol').isDisabled()).toBe(true)
    replies['/api/passkeys'] = () => ({ status: 403, json: { error: { message: "that isn't the code" } } })
    await page.getByLabel('The code in the terminal').fill('000000')
    await button('Enrol').click()
    await alert().getByText("that isn't the code").waitFor()
    await button('Make a passkey').waitFor() // a code is for one try
    expect(sent).toEqual([
      { path: '/api/passkeys/begin', body: { principal: 'ann' } },
      { path: '/api/passkeys', body: { code: '000000', answer: { id: 'key', response: {} } } },
    ])
  })

  it('is made by nobody whose device refuses', async () => {
    await unfold([])
    await device('refusal')
    await page.getByLabel('Whose passkey it is').fill('ann')
    await button('Make a passkey').click()
    expect(await alert().locator('p').first().innerText()).toBe('The operation was not allowed.')
    expect(await page.getByLabel('The code in the terminal').count()).toBe(0)
  })
})

describe('applying', () => {
  const file = (path: string, is: Planned['files'][number]['is'], patch = '') => ({ path, is, patch })
  const patch = '--- a\n+++ b\n@@ -1,1 +1,1 @@\n-old\n+new\n'
  const plan = (seen: string, files: Planned['files']): Planned => ({ files, seen, written: false })
  const first = plan('1'.repeat(64), [
    file('a.md', 'changed', patch),
    file('b.md', 'new', patch),
    file('c.md', 'same'),
    file('d.md', 'gone', patch),
  ])
  const dialog = () => page.getByRole('dialog')
  const opened = async () => {
    await open(null)
    await button('Apply…').click()
    await dialog().waitFor()
  }
  const serve = (how: (seen: unknown) => Answered | Promise<Answered>) => (replies['/api/runs/r-1/apply'] = ({ seen }) => how(seen))

  it('shows every change before it writes, and writes what was shown', async () => {
    serve((seen) => ({ json: { ...first, written: seen !== null } }))
    await opened()
    await button('Write 3 files').waitFor() // one is as it should be
    expect(await dialog().locator('summary').allInnerTexts()).toEqual(['changed a.md', 'new b.md', 'same c.md', 'gone d.md'])
    expect(await dialog().locator('details[open] summary').allInnerTexts()).toEqual(['changed a.md'])
    expect(await dialog().locator('.diff .add').first().innerText()).toContain('new')
    expect(bodies()).toEqual([{ seen: null }])
    await button('Write 3 files').click()
    await dialog().getByRole('status').waitFor()
    expect(await dialog().getByRole('status').innerText()).toContain('3 files in your project')
    expect(bodies()).toEqual([{ seen: null }, { seen: first.seen }])
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Apply…')
  })

  it('writes nothing that was not shown: it shows the new changes, and forgets the old refusal once they are written', async () => {
    const second = plan('2'.repeat(64), [file('a.md', 'new', patch)])
    let asked = 0
    serve((seen) =>
      seen === first.seen ? refused() : { json: seen === null && asked++ === 0 ? first : { ...second, written: seen !== null } },
    )
    await opened()
    await button('Write 3 files').click()
    await button('Write 1 file').waitFor()
    expect(await alert().innerText()).toContain('the question has changed')
    expect(await dialog().getByRole('status').count()).toBe(0)
    await button('Write 1 file').click()
    await dialog().getByRole('status').waitFor()
    expect(await alert().count()).toBe(0)
    expect(bodies().map(({ seen }) => seen)).toEqual([null, first.seen, null, second.seen])
  })

  it('writes once, however often it is clicked', async () => {
    let answer = () => {}
    serve((seen) =>
      seen === null ? { json: first } : new Promise((resolve) => (answer = () => resolve({ json: { ...first, written: true } }))),
    )
    await opened()
    await button('Write 3 files').evaluate((each) => (each as unknown as { click(): void }).click())
    await button('Write 3 files').evaluate((each) => (each as unknown as { click(): void }).click())
    await expect.poll(() => sent.length).toBe(2)
    answer()
    await dialog().getByRole('status').waitFor()
    expect(sent).toHaveLength(2)
  })

  it.each<[string, () => Answered, string]>([
    ['there is nothing to write', () => ({ json: plan('3'.repeat(64), [file('a.md', 'same')]) }), 'Your project already has these files.'],
    ['it is refused', refused, 'the question has changed'],
    ['the server is gone', () => 'down', "The server can't be reached."],
  ])('offers no button when %s', async (_, how, words) => {
    serve(how)
    await opened()
    await dialog().getByText(words).waitFor()
    expect(await dialog().locator('.primary').count()).toBe(0)
    expect(await dialog().getByText('Loading…').count()).toBe(0)
  })
})
