// Runs of every workflow, each in processes that are killed at a write, until one of them ends: nothing lost, doubled, asked again or stuck.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import type { Entry } from '../../src/schema/event.ts'
import { whole } from '../kernel/chance.ts'
import { facts, repliedIn } from '../kernel/facts.ts'
import { bundle } from '../bundled.ts'
import { cutOthersShort, run } from '../kernel/harness.ts'
import { subjects } from '../kernel/subjects.ts'
import { subjectOf } from './subject-loop.ts'

export interface KillFigures {
  kills: number
  runs: number
  lost: number
  doubled: number
  askedAgain: number
  stuck: number
  wrong: string[]
}

export const noKills = (): KillFigures => ({ kills: 0, runs: 0, lost: 0, doubled: 0, askedAgain: 0, stuck: 0, wrong: [] })

/** Bundled, as it is started very often and finding its modules is most of what it does. */
export async function bundleChild(folder: string): Promise<string> {
  await bundle(folder, { child: fileURLToPath(new URL('./child.ts', import.meta.url)) })
  return join(folder, 'child.js')
}

/** One run undisturbed, then the same again and again with its processes killed at other writes, the first of them among those that create it. */
export async function killCase(script: string, index: number, seed: number, times: number, into: KillFigures): Promise<void> {
  const { name } = subjects[index % subjects.length] as (typeof subjects)[number]
  const own = seed + index
  const start = (root: string, killAt: number) => child(script, [root, String(killAt), '', name, String(own)])
  await inRoot(async (calm) => {
    const { boundaries, wrong } = await start(calm, 0)
    if (wrong) throw new Error(`${name} ${own} does not run at all: ${wrong}`)
    const expected = await endOf(calm, name)
    for (let time = 0; time < times; time++)
      await inRoot(async (root) => {
        const about = `${name} ${own}.${time}`
        into.runs += 1
        for (let process = 0; process < 20; process++) {
          const recorded = repliedIn(await entriesOf(root))
          const calls = linesOf(root, 'calls').length
          // Later processes have less left to do; the last is let alone.
          const killAt = process >= 3 ? 0 : 1 + whole(own, `${time} ${process}`, process === 0 ? boundaries : Math.ceil(boundaries / 2))
          const { killed, wrong } = await start(root, killAt)
          into.kills += killed ? 1 : 0
          if (wrong) {
            into.stuck += 1
            into.wrong.push(`${about}: ${wrong.trim().split('\n').slice(0, 3).join(' ')}`)
            return
          }
          const seqs = (await entriesOf(root)).map((entry) => entry.seq)
          if (seqs.length < Math.max(0, ...linesOf(root, 'commits').map(Number)) || seqs.some((seq, at) => seq !== at + 1))
            into.lost += fault(into, `${about}: lost`)
          const again = linesOf(root, 'calls')
            .slice(calls)
            .filter((key) => recorded.includes(key))
          if (again.length > 0) into.askedAgain += fault(into, `${about}: asked again: ${again.join(', ')}`)
          if (!killed) break
        }
        const end = await endOf(root, name)
        const same = expected.short || end.short ? isDeepStrictEqual(end.outcome, expected.outcome) : isDeepStrictEqual(end, expected)
        if (!same) into.doubled += fault(into, `${about}: ends otherwise`)
      })
  })
}

const fault = ({ wrong }: KillFigures, words: string) => wrong.push(words) && 1

function child(script: string, args: string[]): Promise<{ killed: boolean; boundaries: number; wrong: string }> {
  const started = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let wrong = ''
  started.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  started.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  return new Promise((resolve) => {
    started.on('close', (code, signal) =>
      resolve({
        killed: signal === 'SIGKILL',
        boundaries: Number(said),
        wrong: code === 0 || signal === 'SIGKILL' ? '' : wrong || `left with ${code ?? signal}`,
      }),
    )
  })
}

async function entriesOf(root: string): Promise<Entry[]> {
  const store = new FileStore(root)
  const entries: Entry[] = []
  for (const name of await store.list()) await store.read(name, 1, (entry) => entries.push(entry))
  return entries
}

async function endOf(root: string, name: string) {
  const store = new FileStore(root)
  const { run: end } = await store.load(subjectOf(name).workflow, run)
  return { facts: facts(await entriesOf(root)), state: end.state, outcome: end.outcome, short: await cutOthersShort(store) }
}

const linesOf = (root: string, name: string) =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8').split('\n').filter(Boolean) : []

async function inRoot(act: (root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'whet-kills-'))
  try {
    await act(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
