// A worker thread that runs checks one after another and reports each result at once.
import { parentPort } from 'node:worker_threads'
import { type Exec, type ExecResult, checkError } from '../../rules/check.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import { filesBelow } from './files.ts'
import { type CheckWorld, type Job, catalogOrReason, runCheck } from './job.ts'

export interface Placed {
  index: number
  check: TypedCheck
}

export type ToWorker =
  | { checks: Placed[]; /** Left out when it is the one of the last message. */ job?: Job }
  | { call: number; result: ExecResult }
  | { call: number; problem: string }

export type FromWorker =
  | { ready: true }
  | { index: number; result: Awaited<ReturnType<typeof runCheck>> }
  | { limitMs: number }
  | { call: number; index: number; command: string; timeoutMs: number }

const say = (message: FromWorker) => parentPort?.postMessage(message)
const calls = new Map<number, { resolve(result: ExecResult): void; reject(error: Error): void }>()
let calling = 0
let job: Job | undefined

parentPort?.on('message', (message: ToWorker) => {
  if ('checks' in message) return void work((job = message.job ?? job) as Job, message.checks)
  const call = calls.get(message.call)
  calls.delete(message.call)
  if ('result' in message) call?.resolve(message.result)
  else call?.reject(new Error(message.problem))
})

async function work(current: Job, checks: Placed[]): Promise<void> {
  const { catalog, reason } = await catalogOrReason(current.modules)
  const world = {
    catalog,
    files: filesBelow(current.root, current.kept),
    signal: new AbortController().signal,
    limit: (limitMs: number) => say({ limitMs }),
  } satisfies Partial<CheckWorld>
  say({ ready: true })
  for (const { index, check } of checks) {
    const result =
      reason !== null && !catalog.has(check.kind) ? checkError(reason) : await runCheck(check, current, { ...world, exec: execFor(index) })
    say({ index, result })
  }
}

/** Commands run in the main thread: this one may be ended at any moment, which would orphan its children. */
function execFor(index: number): Exec {
  return {
    run: (command, { timeoutMs }) =>
      new Promise((resolve, reject) => {
        calls.set(++calling, { resolve, reject })
        say({ call: calling, index, command, timeoutMs })
      }),
  }
}
