// Who may talk to the dashboard: a page of this server start, by a loopback name, from its own origin, with cookie and token.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { Fault } from '../../schema/fault.ts'

export interface Keys {
  /** In the URL that is printed once; the page sends it with every request. */
  token: string
  /** In an HttpOnly cookie. Neither works without the other. */
  cookie: string
  /** A URL for one text in a frame, because frames can't send headers. */
  ticket(path: string): string
}

const tokenHeader = 'x-whet-token'

export function makeKeys(): Keys {
  const [token, cookie, secret] = [secretText(), secretText(), randomBytes(32)]
  return { token, cookie, ticket: (path) => createHmac('sha256', secret).update(path).digest('base64url') }
}

const secretText = () => randomBytes(32).toString('base64url')

/** Nothing foreign runs, loads, frames us, or receives anything. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** For foreign pages: no script, no network, an origin of their own. */
export const inertPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
}

/** For every request: a loopback name (which a rebound name isn't) or that of `--host`, and no other page behind it. */
export function onlyOurs(name: string | null): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? ''
    if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/.test(host) && !isNamed(host, name)) throw refused('only loopback names are served')
    const origin = context.req.header('origin')
    if (origin !== undefined && origin !== originOf(host, name)) throw refused("pages from other origins aren't served")
    const site = context.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit(context))
      throw refused("pages from other origins aren't served")
    await next()
    for (const [header, value] of Object.entries(headers)) if (!context.res.headers.has(header)) context.res.headers.set(header, value)
  }
}

const isNamed = (host: string, name: string | null) => name !== null && host.replace(/:\d{1,5}$/, '') === name

/** A custom name is reached through a proxy that speaks https; loopback isn't. */
export const originOf = (host: string, name: string | null) => `${isNamed(host, name) ? 'https' : 'http'}://${host}`

/** A link from elsewhere may lead to the page itself: it shows nothing before it has presented its token. */
const isVisit = ({ req }: Context) =>
  req.method === 'GET' &&
  req.header('sec-fetch-mode') === 'navigate' &&
  req.header('sec-fetch-dest') === 'document' &&
  !/^\/(api|preview|picture|mcp)(\/|$)/.test(req.path)

export function onlyWithToken(keys: Keys): MiddlewareHandler {
  return async (context, next) => {
    checkToken(context, keys)
    if (!same(readCookie(context), keys.cookie)) throw new Fault('refused', "this browser isn't signed in", { fix: signInFix })
    await next()
  }
}

export function checkToken({ req }: Context, { token }: Keys): void {
  if (!same(req.header(tokenHeader) ?? '', token))
    throw new Fault('refused', 'the token is missing or from before the server restarted', { fix: signInFix })
  // Browsers send an Origin with every request that may change something; a request without one isn't from a page.
  if (req.method !== 'GET' && req.header('origin') === undefined) throw refused('only the page itself may request this')
}

/** The cookie's name contains the port, because browsers share cookies between the ports of a host. */
export function setCookie({ req, header }: Context, keys: Keys): void {
  header(
    'Set-Cookie',
    `${cookieName(req.header('host'))}=${keys.cookie}; Path=/; HttpOnly; SameSite=Strict${req.header('origin')?.startsWith('https:') ? '; Secure' : ''}`,
  )
}

export const same = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
const cookieName = (host = '') => `whet-${/:(\d+)$/.exec(host)?.[1] ?? '80'}`
const signInFix = 'Open the address that `whet serve` printed.'
const refused = (message: string) => new Fault('refused', message, { fix: signInFix })

function readCookie({ req }: Context): string {
  const name = `${cookieName(req.header('host'))}=`
  const pair = (req.header('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(name))
  return pair?.slice(name.length) ?? ''
}
