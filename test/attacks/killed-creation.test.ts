// A process killed at every system call of creating a run: nothing is left that blocks, and a run is there whole or not at all.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import * as verify from '../../src/operations/verify.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import { first, workflow } from '../adapters/file-store/toy-run.ts'
import { everything } from '../everything.ts'
import { clock } from '../kernel/harness.ts'
import { loop, project, run, runFile, says, steady } from '../operations/support.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0
const cache = mkdtempSync(join(tmpdir(), 'whet-create-'))
const script = join(cache, 'create-child.js')

beforeAll(async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./create-child.ts', import.meta.url)),
    platform: 'node',
    external: [/^node:/],
    logLevel: 'silent',
  })
  await bundle.write({ dir: cache, format: 'esm' })
  await bundle.close()
})
afterAll(() => rmSync(cache, { recursive: true, force: true }))

/** The main thread alone: every file is made, written and moved by it. */
function create(root: string, ...strace: string[]): { killed: boolean } {
  const { signal, status, stderr } = spawnSync('strace', ['-qq', '-o', join(cache, 'trace'), ...strace, process.execPath, script, root], {
    encoding: 'utf8',
  })
  const killed = signal === 'SIGKILL' || status === 137
  if (!killed && status !== 0) throw new Error(stderr)
  return { killed }
}

describe('creating a run', () => {
  it.skipIf(!hasStrace)(
    'can be killed at any system call',
    async () => {
      const calm = mkdtempSync(join(tmpdir(), 'whet-calm-'))
      create(calm)
      const calls = readFileSync(join(cache, 'trace'), 'utf8').split('\n')
      rmSync(calm, { recursive: true })
      const begins = calls.findIndex((call, n) => n > 0 && call.includes(calm)) // the first line starts the program
      const ends = calls.findLastIndex((call) => call.includes(calm)) + 10
      expect(ends - begins).toBeGreaterThan(40)
      let there = 0
      for (let at = begins; at < ends; at += everything ? 1 : 5) {
        const root = mkdtempSync(join(tmpdir(), 'whet-kill-'))
        create(root, '-e', `inject=all:signal=SIGKILL:when=${at}`)
        const store = new FileStore(root)
        const left = await store.list()
        there += left.length
        for (const name of left) expect((await store.load(workflow, name)).run.seq, `killed at call ${at}`).toBe(1)
        const world = createWorld({ cwd: root, env: { PATH: process.env['PATH'], HOME: cache } })
        if (left.length === 0) expect((await run(verify, {}, world)).runs).toEqual([])
        await world.close()
        const open = left.length === 0 ? await store.create(workflow, first('work-1'), clock) : (await store.open(workflow, 'work-1')).open
        await open.close()
        expect(await store.list()).toEqual(['work-1'])
        rmSync(root, { recursive: true })
      }
      expect(there).toBeGreaterThan(0)
    },
    10 * 60_000,
  )
})

describe('a criteria file', () => {
  it('is both confirmations in the very entry that creates the run, so that nothing can come between', async () => {
    const at = project()
    await loop(at, { rules: [says('a.quality.word', 'word')], makes: steady(['word\n']) })
    const types: string[][] = []
    await new FileStore(at.root).read(runFile(at).run_id, 1, ({ events }) => types.push(events.map(({ type }) => type)))
    expect(types[0]).toEqual(expect.arrayContaining(['created', 'criteria_confirmed', 'iterations_confirmed', 'run_started', 'asked']))
  })
})
