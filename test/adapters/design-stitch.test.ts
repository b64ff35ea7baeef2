// Stitch is asked once; what it started is asked after; whatever goes wrong is said in words.
import { afterEach, describe, expect, test } from 'vitest'
import { drawByStitch } from '../../src/workflows/design/hands/stitch.ts'
import { type Manner, type StitchServer, stitchServer } from '../workflows/design/stitch-server.ts'

let server: StitchServer
afterEach(() => server.close())

async function draw(manner: Manner, limitMs = 5_000): Promise<string> {
  server = await stitchServer(manner)
  return drawByStitch({
    url: server.url,
    project: '7',
    key: 'a-key',
    prompt: 'Draw it.',
    signal: new AbortController().signal,
    say: () => {},
    limitMs,
    pauseMs: 20,
  })
}

const asked = () => server.calls.filter(({ name }) => name === 'generate_screen_from_text')

describe('a drawing', () => {
  test.each(['draws', 'draws later'] as const)('of a server that %s comes, and the key is not sent to where it lies', async (manner) => {
    expect(await draw(manner)).toContain('<h1>A drawing</h1>')
    expect(asked()).toEqual([{ name: 'generate_screen_from_text', args: { projectId: '7', prompt: 'Draw it.', deviceType: 'DESKTOP' } }])
    expect(server.keys).not.toHaveLength(0)
    expect(new Set(server.keys)).toEqual(new Set(['a-key']))
    expect(server.downloadKeys).toEqual([null])
  })

  test.each([
    ['refuses', /generate_screen_from_text: .*quota is used up/],
    ['has no such tool', /the server has no tool generate_screen_from_text; it has list_screens, get_screen/],
    ['gives no page', /the download isn't a page/],
  ] as const)('of a server that %s fails with the reason, asked for at most once', async (manner, why) => {
    await expect(draw(manner)).rejects.toThrow(why)
    expect(asked().length).toBeLessThanOrEqual(1)
  })

  test('that never comes is given up after the limit, without asking again', async () => {
    await expect(draw('never draws', 300)).rejects.toThrow(/no drawing came within/)
    expect(asked()).toHaveLength(1)
  })

  test('whose call got lost is looked for among the screens that are new, and not asked for again', async () => {
    expect(await draw('loses the connection', 2_000)).toContain('<h1>A drawing</h1>')
    expect(asked()).toHaveLength(1)
  })

  test('is not asked for where the key would travel in the open', async () => {
    server = await stitchServer('draws')
    await expect(
      drawByStitch({
        url: 'http://stitch.example/mcp',
        project: '7',
        key: 'k',
        prompt: '',
        signal: new AbortController().signal,
        say: () => {},
      }),
    ).rejects.toThrow("stitch.example doesn't use https")
  })
})
