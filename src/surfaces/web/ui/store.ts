// The page's data: the rows of all runs, kept live, and the state of the connection.
import { computed, signal } from '@preact/signals'
import type { Change, RunDocument, RunList, RunRow, StartForm } from '../document.ts'
import { Refusal, get, listen, signIn } from './api.ts'

export type Line = 'connecting' | 'live' | 'lost' | 'refused'

export const line = signal<Line>('connecting')
export const project = signal('')
export const workflows = signal<string[]>([])
export const forms = signal<Readonly<Record<string, StartForm>>>({})
export const unread = signal(0)
const byRun = signal<ReadonlyMap<string, RunRow>>(new Map())
export const loaded = signal(false)
/** The run whose page is open, and its views. */
export const current = signal<{ document: RunDocument; tabs: readonly { id: string; title: string }[] } | null>(null)

export const rows = computed(() => [...byRun.value.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)))
export const waiting = computed(() => rows.value.filter(({ question }) => question !== null))
export const rowOf = (run: string) => byRun.value.get(run)

export async function begin(token?: string): Promise<void> {
  try {
    forms.value = (await signIn(token)).forms
    await readAll()
    void follow()
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) line.value = 'refused'
    else {
      line.value = 'lost'
      setTimeout(() => void begin(token), 1500)
    }
  }
}

/** Changes that arrived during a full load: they may be newer than the loaded data. */
let meanwhile: Change[] | null = null

async function readAll(): Promise<void> {
  const missed: Change[] = (meanwhile = [])
  const list = await get<RunList>('/api/runs').finally(() => (meanwhile = null))
  byRun.value = new Map(list.rows.map((row) => [row.run, row]))
  project.value = list.project
  workflows.value = list.workflows
  unread.value = list.unread
  last = list.heard
  loaded.value = true
  for (const change of missed) apply(change)
}

function apply({ rows: changed, gone, unread: left }: Change): void {
  const next = new Map(byRun.value)
  for (const row of changed) next.set(row.run, row)
  for (const run of gone) next.delete(run)
  byRun.value = next
  unread.value = left
}

let last = ''
let wait = 500

/** Listens until the page is closed; reports a lost connection and restores it. A hidden page disconnects, because browsers allow few connections. */
async function follow(): Promise<void> {
  for (;;) {
    await visible()
    const hidden = new AbortController()
    const leave = () => document.hidden && hidden.abort()
    document.addEventListener('visibilitychange', leave)
    try {
      await listen(last, hidden.signal, hear)
      line.value = 'lost'
    } catch (error) {
      if (error instanceof Refusal && error.status === 403) {
        line.value = 'refused'
        return
      }
      if (!hidden.signal.aborted) line.value = 'lost'
    } finally {
      document.removeEventListener('visibilitychange', leave)
    }
    if (!hidden.signal.aborted) await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(wait * 1.6, 5000)
  }
}

function hear(event: string, data: string, id: string): void {
  line.value = 'live'
  wait = 500
  if (id) last = id
  if (event === 'anew') void readAll().catch(() => {})
  if (event !== 'change') return
  const change = JSON.parse(data) as Change
  meanwhile?.push(change)
  apply(change)
}

function visible(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }))
}
