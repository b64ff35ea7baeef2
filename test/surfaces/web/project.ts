// A project with a design that waits and a loop whose artifact is full of script, and a dashboard over it, all in this process.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import designNew from '../../../src/workflows/design/verbs/new.ts'
import reflexNew from '../../../src/workflows/reflex/verbs/new.ts'
import { createWorld } from '../../../src/runtime/create-world.ts'
import { type Dashboard, startDashboard } from '../../../src/surfaces/web/server.ts'

export const requirements = `# Order tracking
Customers can see the status of their orders. A customer opens the list of orders and selects an order to see its status, its expected delivery date and its items.
Customers can cancel an order before it is shipped. The system asks for a reason.
Support staff can search orders by order number and by customer email.
Each order has an order number, a status, a total amount and a delivery date.
`

/** Everything a page could do if it ran: read us, answer for us, tell others. */
export const hostile = `<!doctype html><title>hostile</title><body onload="document.title='ran'"><script>document.title='ran';fetch('/api/runs').then(r=>r.text()).then(t=>parent.postMessage(t,'*'))</script>
<img src="/api/runs" onerror="document.title='ran'"><svg onload="document.title='ran'"></svg><iframe src="/"></iframe><form action="/api/runs/design-order-tracking/answer" method="post"><input name=choice value=approve></form>
<meta http-equiv="refresh" content="0;url=http://example.invalid/"><link rel="stylesheet" href="http://example.invalid/a.css"><a id="out" href="http://example.invalid/">out</a>
`

export interface Served {
  root: string
  dashboard: Dashboard
  close(): Promise<void>
}

export async function serveProject({ runs = true } = {}): Promise<Served> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-web-')))
  writeFileSync(join(root, 'whetstone.yaml'), '# a project of its own\n')
  const env = { ...process.env, HOME: root, CI: '1' }
  if (runs) await makeRuns(root, env)
  const dashboard = await startDashboard({ cwd: root, env })
  return {
    root,
    dashboard,
    close: async () => {
      await dashboard.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function makeRuns(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  const world = createWorld({ cwd: root, env })
  writeFileSync(
    join(root, 'script.json'),
    JSON.stringify({
      replies: [
        { role: 'plan', json: { plan: ['begin', 'write it', 'end'] } },
        { role: 'produce', text: hostile },
      ],
    }),
  )
  writeFileSync(
    join(root, 'criteria.json'),
    JSON.stringify({
      type: 'docs',
      ideal_result: 'a page',
      max_iterations: 1,
      rules: [
        {
          id: 'a.completeness.title',
          description: 'it has a title',
          severity: 'fail',
          check: { kind: 'content.regex', pattern: '<title>', min: 1 },
        },
        { id: 'a.quality.short', description: 'it is short', severity: 'warn', check: { kind: 'content.count', of: 'words', max: 1 } },
      ],
    }),
  )
  try {
    await designNew.run({ feature: 'order-tracking', requirements }, world)
    await reflexNew.run({ task: 'a page', alias: 'hostile-page', criteria: 'criteria.json', maker: ['scripted:script.json'] }, world)
  } finally {
    await world.close()
  }
}

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A request with exactly these headers, as no browser would let a page send them. */
export function ask(
  dashboard: Dashboard,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answered> {
  const { port } = new URL(dashboard.origin)
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, agent: false, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What the page itself sends, once it has been let in. */
export async function letIn(dashboard: Dashboard): Promise<Record<string, string>> {
  const { headers, status } = await ask(dashboard, '/api/session', {
    method: 'POST',
    headers: { origin: dashboard.origin, 'x-whet-token': dashboard.token },
  })
  if (status !== 200) throw new Error(`not let in: ${status}`)
  const cookie = String(headers['set-cookie']?.[0]).split(';')[0] as string
  return { origin: dashboard.origin, cookie, 'x-whet-token': dashboard.token, 'content-type': 'application/json' }
}
