// A passkey in a real Chromium with a virtual authenticator: enrolled by a code from the terminal, it signs what is decided, and verify checks that offline.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import verify from '../../src/operations/verify.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import { type Dashboard, startDashboard } from '../../src/surfaces/web/server.ts'
import newDesign from '../../src/workflows/design/verbs/new.ts'
import certificate from '../../src/workflows/design/verbs/certificate.ts'
import { forge, readLines } from '../attacks/forger.ts'
import { openChromium } from '../workflows/design/preview/chromium.ts'
import { booking } from '../workflows/design/project.ts'

const patience = 240_000
const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-passkey-')))
const [root, home, told] = [join(base, 'project'), join(base, 'home'), [] as string[]]
const own = join(home, '.config', 'whetstone')
let browser: Browser
let dashboard: Dashboard
let page: Page

const world = (at = home) => createWorld({ cwd: root, env: { PATH: process.env['PATH'] ?? '', HOME: at }, home: at, person: null })
async function within<T>(act: (made: ReturnType<typeof world>) => Promise<T>, at = home): Promise<T> {
  const made = world(at)
  try {
    return await act(made)
  } finally {
    await made.close()
  }
}
const verified = (at = home, run = booking.id) => within((made) => verify.run({ run, require: 'signed' }, made), at)

beforeAll(async () => {
  mkdirSync(root)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'policy.yaml'), 'require: signed\nexpires_days: 30\nseparation: true\n')
  await within((made) => newDesign.run({ feature: booking.id, requirements: booking.text }, made))
  dashboard = await startDashboard({
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    home,
    tell: (text) => told.push(text),
  })
  browser = await openChromium()
  page = await (await browser.newContext()).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}, patience)
afterAll(async () => {
  await browser?.close()
  await dashboard?.close()
  rmSync(base, { recursive: true, force: true })
})

const open = async (host: string) => {
  await page.goto(`${dashboard.origin.replace('127.0.0.1', host)}/run/design-${booking.id}#${dashboard.token}`)
  await page.getByRole('button', { name: /^approve/i }).click()
  await page.getByText('Sign with a passkey instead').click()
}

describe('a passkey', () => {
  it('is not offered where the page is shown by a number, which says where it is', { timeout: patience }, async () => {
    await open('127.0.0.1')
    await page.getByRole('link', { name: 'open this page as localhost' }).waitFor()
  })

  it('is enrolled only with the code from the terminal, outside of the project', { timeout: patience }, async () => {
    await open('localhost')
    for (const code of ['000000', null]) {
      await page.getByLabel('Whose passkey it is').fill('ann@example.com')
      await page.getByRole('button', { name: 'Make a passkey' }).click()
      await page.getByLabel('The code in the terminal').fill(code ?? /code there: (\d{6})/.exec(told.at(-1) ?? '')?.[1] ?? '')
      await page.getByRole('button', { name: 'Enrol', exact: true }).click()
      if (code) await page.getByText("that isn't the code").waitFor()
    }
    await page.getByRole('button', { name: 'Show what is signed' }).waitFor()
    expect(JSON.parse(readFileSync(join(own, 'passkeys.json'), 'utf8'))).toMatchObject([
      { principal: 'ann@example.com', rpId: 'localhost' },
    ])
  })

  it('signs the checksum on the terms that are asked for, and the design is frozen as signed', { timeout: patience }, async () => {
    await page.getByRole('button', { name: 'Show what is signed' }).click()
    await page.getByText(/^until \d{4}-\d\d-\d\d/m).waitFor()
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.locator('.run-bar .mark', { hasText: 'frozen' }).waitFor()
    const approved = readLines(root, `design-${booking.id}`)
      .flatMap(({ events }) => events)
      .find(({ type }) => type === 'approved')!.data as Record<string, string>
    expect(approved).toMatchObject({ assurance: 'signed', by: expect.stringMatching(/^ann@example\.com \(passkey /) })
    expect(approved['signature']).toMatch(/^[0-9a-f]{64}\nuntil \d{4}-\d\d-\d\d\nasked by \S+\n\{"id":/)
  })

  it('counts offline for whoever lists it, and for nobody else', async () => {
    expect(await verified()).toMatchObject({ ok: true })
    const stranger = join(base, 'stranger')
    mkdirSync(join(stranger, '.config', 'whetstone'), { recursive: true })
    expect(await verified(stranger)).toMatchObject({ ok: false })
    await within((made) => certificate.run({ feature: booking.id }, made))
    expect(await verified(home, `${booking.id}-certificate.html`)).toMatchObject({ ok: true })
    expect(await verified(stranger, `${booking.id}-certificate.html`)).toMatchObject({ ok: false })
  })

  it.each<[string, (stored: string) => string]>([
    ['a later last day', (stored) => stored.replace(/until \d{4}/, 'until 2099')],
    ['somebody else who asked', (stored) => stored.replace(/asked by \S+/, 'asked by nobody@nowhere')],
    ['no last day', (stored) => stored.replace(/until .*\n/, '')],
    [
      'another signature',
      (stored) => stored.replace(/"signature":"(.{20})/, (_, start: string) => `"signature":"${[...start].reverse().join('')}`),
    ],
    [
      'a flag of the authenticator',
      (stored) =>
        stored.replace(/"authenticatorData":"([^"]+)"/, (_, data: string) => `"authenticatorData":"${withoutVerification(data)}"`),
    ],
  ])('does not count with %s', async (_, change) => {
    const journal = join(root, '.whetstone', 'runs', `design-${booking.id}`, 'journal.jsonl')
    const before = readFileSync(journal)
    try {
      forge(root, `design-${booking.id}`, {
        event: ({ type, data }) => ({ type, data: 'signature' in data ? { ...data, signature: change(String(data.signature)) } : data }),
      })
      const { ok, runs } = await verified()
      expect(ok).toBe(false)
      expect(JSON.stringify(runs)).toContain("carries a signature that doesn't count")
    } finally {
      writeFileSync(journal, before)
    }
  })

  it('does not count once it has expired', async () => {
    const later = await within((made) =>
      verify.run({ run: booking.id }, { ...made, clock: { ...made.clock, now: () => Date.now() + 40 * 86_400_000 } }),
    )
    expect(JSON.stringify(later)).toContain('it expired')
    expect(later.ok).toBe(false)
  })
})

function withoutVerification(data: string): string {
  const bytes = Buffer.from(data, 'base64url')
  bytes[32]! &= ~4
  return bytes.toString('base64url')
}
