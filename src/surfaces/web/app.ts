// The dashboard's routes: the page, what it reads, what a person does with it. The guard sees every request first.
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import * as z from 'zod'
import { fencedFiles } from '../../lib/fenced-files.ts'
import { withOwnFiles } from '../../report/artifact-html.ts'
import { Fault, faultCodes, toFault } from '../../schema/fault.ts'
import type { Acts } from './acts.ts'
import type { Asset } from './assets.ts'
import type { RunList } from './document.ts'
import type { Documents } from './documents.ts'
import { type Keys, checkToken, inertPolicy, onlyOurs, onlyWithToken, same, setCookie } from './guard.ts'
import type { Live } from './live.ts'
import type { Passkeys } from './passkeys.ts'
import type { RunIndex } from './run-index.ts'

export interface AppParts {
  keys: Keys
  documents: Documents
  acts: Acts
  passkeys: Passkeys
  /** The value of `--host`. */
  name: string | null
  live: Live
  index: RunIndex
  assets: ReadonlyMap<string, Asset>
  /** MCP, with its own token that opens nothing here. */
  mcp?(request: Request): Promise<Response>
}

const mostBody = 256 * 1024
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')
const Number1 = z.coerce.number().int().min(1).max(1e9)
const Answered = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) })
const Said = z.strictObject({
  gate: z.string().max(300),
  hash: Hash.nullable(),
  choice: z.string().max(100),
  text: z.string().max(100_000).optional(),
  phrase: z.string().max(1000).optional(),
  passkey: Answered.optional(),
  data: z.json().optional(),
})
const Principal = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\s*?!]+$/, 'must be a name without spaces or patterns')
const Fields = z.record(z.string().max(40), z.string().max(200_000))

export function createApp({ keys, documents, acts, passkeys, name, live, index, assets, mcp }: AppParts): Hono {
  const app = new Hono()
  app.use(onlyOurs(name))
  app.onError((error, context) => refusal(context, toFault(error)))
  app.notFound((context) => refusal(context, new Fault('not_found', 'there is nothing here')))
  if (mcp) app.all('/mcp', ({ req }) => mcp(req.raw))
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: mostBody,
      onError: (context) => refusal(context, new Fault('usage', `more than ${mostBody / 1024} KB were sent`), 413),
    }),
  )

  app.post('/api/session', async (context) => {
    checkToken(context, keys)
    setCookie(context, keys)
    return context.json({ forms: await acts.forms() })
  })
  const api = new Hono().use(onlyWithToken(keys), packed)
  const run = (context: Context) => z.string().max(128).parse(context.req.param('run'))
  api.get('/runs', async (context) => {
    await index.settled(150)
    return context.json({ ...documents.list(), heard: live.last } satisfies RunList)
  })
  api.get('/live', (context) =>
    context.newResponse(live.open(context.req.header('last-event-id')), 200, {
      'Content-Type': 'text/event-stream',
      'X-Accel-Buffering': 'no',
    }),
  )
  api.get('/runs/:run', async (context) => context.json(await documents.run(run(context))))
  api.get('/runs/:run/history', async (context) =>
    context.json(await documents.history(run(context), Number(context.req.query('after') ?? 0) || 0)),
  )
  api.get('/runs/:run/said', async (context) => context.json(await documents.said(run(context))))
  api.get('/runs/:run/entries/:seq', async (context) =>
    context.json(await documents.entry(run(context), Number1.parse(context.req.param('seq')))),
  )
  api.get('/runs/:run/findings/:number', async (context) =>
    context.json(await documents.findings(run(context), Number1.parse(context.req.param('number')))),
  )
  api.get('/runs/:run/prompt', async (context) => context.json(await documents.prompt(run(context), context.req.query('key') ?? '')))
  api.get('/runs/:run/diff', async (context) =>
    context.json(await documents.diff(run(context), Number1.parse(context.req.query('from')), Number1.parse(context.req.query('to')))),
  )
  api.get('/runs/:run/versions/:number', async (context) =>
    context.json(await documents.work(run(context), Number1.parse(context.req.param('number')))),
  )
  api.get('/runs/:run/report', async (context) => plain(context, await documents.report(run(context), context.req.query('as') === 'md')))
  api.get('/runs/:run/again', async (context) => context.json(await documents.again(run(context))))
  api.post(
    '/runs/:run/again',
    async (context) => (await body(context, z.strictObject({})), context.json({ run: await acts.again(run(context)) })),
  )
  api.get('/runs/:run/texts/:hash', async (context) =>
    plain(context, await documents.text(run(context), Hash.parse(context.req.param('hash')))),
  )
  api.post('/runs/:run/answer', async (context) => context.json({ run: await acts.answer(run(context), await body(context, Said)) }))
  const host = (context: Context) => context.req.header('host') ?? ''
  api.get('/passkeys', (context) => context.json(passkeys.list(host(context))))
  api.post('/passkeys/begin', async (context) =>
    context.json(await passkeys.begin((await body(context, z.strictObject({ principal: Principal }))).principal, host(context))),
  )
  api.post('/passkeys', async (context) => {
    const { code, answer } = await body(context, z.strictObject({ code: z.string().max(20), answer: Answered }))
    return context.json(await passkeys.finish(code, answer as never, host(context)))
  })
  api.post('/runs/:run/passkey', async (context) =>
    context.json(
      await passkeys.request(run(context), await body(context, z.strictObject({ gate: z.string().max(300), hash: Hash })), host(context)),
    ),
  )
  api.post('/runs/:run/resume', async (context) =>
    context.json({ run: await acts.resume(run(context), await body(context, z.strictObject({ retry: z.boolean().optional() }))) }),
  )
  api.post('/runs/:run/apply', async (context) =>
    context.json(await acts.apply(run(context), (await body(context, z.strictObject({ seen: Hash.nullable() }))).seen)),
  )
  api.post('/runs/:run/stop', async (context) =>
    context.json({ run: await acts.stop(run(context), (await body(context, z.strictObject({ reason: z.string().max(1000) }))).reason) }),
  )
  api.post('/questions/:workflow', async (context) =>
    context.json({ questions: await acts.questions(context.req.param('workflow'), await body(context, Fields)) }),
  )
  api.post('/start/:workflow', async (context) =>
    context.json({ run: await acts.start(context.req.param('workflow'), await body(context, Fields)) }),
  )
  app.route('/api', api)

  app.get('/preview/:run/:hash', async (context) => {
    const [hash, file] = [Hash.parse(context.req.param('hash')), context.req.query('file')]
    if (!same(context.req.query('ticket') ?? '', keys.ticket(framePath(run(context), hash, file))))
      throw new Fault('refused', 'this address is from before the server restarted')
    const { page, type } = framed(await documents.text(run(context), hash), file)
    return context.body(page, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': inertPolicy })
  })
  app.get('/picture/:run', async (context) => {
    const name = context.req.query('name') ?? ''
    if (!same(context.req.query('ticket') ?? '', keys.ticket(picturePath(run(context), name))))
      throw new Fault('refused', 'this address is from before the server restarted')
    const { bytes, type } = await documents.picture(run(context), name)
    return context.body(new Uint8Array(bytes), 200, { 'Content-Type': type, 'Content-Security-Policy': inertPolicy })
  })
  app.get('/assets/*', (context) => asset(context, assets.get(context.req.path), 'public, max-age=31536000, immutable'))
  // Every other path serves the page, which reports missing content itself.
  app.get('*', (context) => {
    const isPage = /^\/(run\/[a-z0-9-]{1,128}(\/[a-z]{1,20})?|new)?$/.test(context.req.path)
    const isRead = context.req.header('sec-fetch-dest') === 'document' || /text\/html/.test(context.req.header('accept') ?? '')
    return asset(context, isPage || isRead ? assets.get('/index.html') : undefined, 'no-cache', isPage ? 200 : 404)
  })
  return app
}

/** The URL of a foreign page, for a frame. */
export function frameAddress(keys: Keys, run: string, hash: string, file?: string): string {
  const path = framePath(run, hash, file)
  return `${path}${file === undefined ? '?' : '&'}ticket=${keys.ticket(path)}`
}

const framePath = (run: string, hash: string, file?: string) =>
  `/preview/${run}/${hash}${file === undefined ? '' : `?file=${encodeURIComponent(file)}`}`

/** A text as a page, or one file of the set it contains. */
function framed(text: string, file: string | undefined): { page: string; type: string } {
  const { files } = file === undefined ? { files: [] } : fencedFiles(text)
  const own = file === undefined ? text : files.find(({ path }) => path === file)?.text
  if (own === undefined) throw new Fault('not_found', `there is no file ${file}`)
  const page = file === undefined ? own : withOwnFiles(file, own, files)
  return { page, type: /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/i.test(page) ? 'image/svg+xml' : 'text/html' }
}

const picturePath = (run: string, name: string) => `/picture/${run}?name=${encodeURIComponent(name)}`

export function pictureAddress(keys: Keys, run: string, name: string): string {
  const path = picturePath(run, name)
  return `${path}&ticket=${keys.ticket(path)}`
}

function asset(context: Context, found: Asset | undefined, cache: string, status: 200 | 404 = 200): Response {
  if (!found) throw new Fault('not_found', 'there is no such page', { fix: 'Go back to the list.' })
  const packed = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
  return context.body(packed ? found.packed : found.bytes, status, {
    'Content-Type': found.type,
    'Cache-Control': cache,
    Vary: 'Accept-Encoding',
    ...(packed && { 'Content-Encoding': 'gzip' }),
  })
}

/** Compresses answers but not the live stream, which compression would delay. */
const pack = compress()
const packed: MiddlewareHandler = (context, next) => (context.req.path === '/api/live' ? next() : pack(context, next))

const plain = (context: Context, text: string) => context.body(text, 200, { 'Content-Type': 'text/plain; charset=utf-8' })

/** JSON only: a form on another site can't send it without a preflight. */
async function body<T>({ req }: Context, schema: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/.test(req.header('content-type') ?? '')) throw new Fault('usage', 'send JSON')
  const sent: unknown = await req.json().catch(() => undefined)
  const read = shallow(() => schema.safeParse(sent))
  if (!read.success) throw new Fault('usage', z.prettifyError(read.error).replaceAll('\n', ' '))
  return read.data
}

/** An overly nested body is the sender's fault, not ours. */
function shallow<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new Fault('usage', 'the request is nested too deeply', { cause })
  }
}

function refusal(context: Context, fault: Fault, status: number = faultCodes[fault.code].http): Response {
  const known = fault.cause instanceof z.ZodError ? new Fault('usage', fault.cause.issues.map(({ message }) => message).join('; ')) : fault
  return context.json({ error: known.toJSON() }, (known === fault ? status : 400) as 400)
}
