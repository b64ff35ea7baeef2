// Designs in processes of their own: several at once, and with every way to the network closed.
import { afterEach, expect, test } from 'vitest'
import { type Project, eventsOf, newProject } from '../e2e/whet.ts'
import { booking } from '../workflows/design/project.ts'

let made: Project
afterEach(() => made.remove())

function project(): Project {
  made = newProject()
  made.write('requirements.md', booking.text)
  return made
}

const state = (made: Project, feature = 'table-booking') =>
  JSON.parse(made.read(`features/${feature}/design/state.json`)) as Record<string, unknown>
const begin = (made: Project, feature = 'table-booking', more: string[] = []) =>
  made.whet(['design', 'new', feature, '--requirements', 'requirements.md', ...more])

test('DE-096 processes work on features of one project at the same time, and lose or mix nothing', async () => {
  const made = project()
  const features = ['one', 'two', 'three', 'four']
  const codes = await Promise.all(features.map((feature) => begin(made, feature).then(({ code }) => code)))
  expect(codes).toEqual([3, 3, 3, 3])
  for (const feature of features) {
    expect(state(made, feature)).toMatchObject({ featureId: feature, state: 'CANDIDATE' })
    expect(eventsOf(made.journal(`design-${feature}`), 'created').map(({ input }) => (input as { featureId: string }).featureId)).toEqual([
      feature,
    ])
  }
  expect((await made.whet(['verify'])).code).toBe(0)
}, 60_000)

test('DE-100 a design is made with every way to the network closed', async () => {
  const made = project()
  const closed = made.write(
    'closed.mjs',
    `
    import net from 'node:net'
    import dns from 'node:dns'
    import dgram from 'node:dgram'
    const no = () => { throw new Error('the network is closed') }
    net.Socket.prototype.connect = no
    dns.lookup = dns.resolve = no
    dgram.createSocket = no
    globalThis.fetch = no`,
  )
  const probe = await made.whet(['design', 'new', 'table-booking', '--requirements', 'requirements.md'], {
    env: { NODE_OPTIONS: `--import ${closed}` },
  })
  expect(probe.code).toBe(3)
  expect(state(made)).toMatchObject({ state: 'CANDIDATE', preview: { renderer: 'builtin' } })
})
