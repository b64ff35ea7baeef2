// A bounded pool of worker threads for checks: a check that hangs is ended with its thread and becomes an error; without threads, one after another.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Finding, type Exec, checkError } from '../../rules/check.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import { filesBelow } from './files.ts'
import { type Job, catalogWith, defaultTimeoutMs, runCheck } from './job.ts'
import type { WorkerRequest } from './worker.ts'

export interface PoolOptions {
  /** 0: no threads, everything in this one, one after another. */
  threads?: number
  timeoutMs?: number
}

interface Waiting {
  index: number
  check: TypedCheck
}

const script = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)
const chunkSize = 256

export class CheckPool {
  readonly #threads: number
  readonly #timeoutMs: number
  readonly #idle: Worker[] = []
  readonly #all = new Set<Worker>()

  constructor({ threads = Math.max(1, Math.min(4, availableParallelism())), timeoutMs = defaultTimeoutMs }: PoolOptions = {}) {
    this.#threads = threads
    this.#timeoutMs = timeoutMs
  }

  /** Findings in the order of the checks, however they finish. */
  async run(job: Job, checks: readonly TypedCheck[]): Promise<Finding[]> {
    const found: Finding[] = new Array(checks.length)
    const queue: Waiting[] = checks.map((check, index) => ({ index, check }))
    if (this.#threads === 0) return this.#inline(job, queue, found)
    const lanes = Math.min(this.#threads, Math.ceil(queue.length / 8))
    try {
      await Promise.all(Array.from({ length: lanes }, () => this.#lane(job, queue, found)))
    } catch {
      return this.#inline(job, queue.concat(checks.flatMap((check, index) => (found[index] ? [] : [{ index, check }]))), found)
    }
    return found
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
    this.#all.clear()
    this.#idle.length = 0
  }

  async #lane(job: Job, queue: Waiting[], found: Finding[]): Promise<void> {
    while (queue.length > 0) {
      let chunk = queue.splice(0, Math.max(1, Math.min(chunkSize, Math.ceil(queue.length / this.#threads))))
      while (chunk.length > 0) chunk = await this.#send(job, chunk, found)
    }
  }

  /** Runs a chunk in one thread; what comes back is what is still to do after a thread had to be ended. */
  #send(job: Job, chunk: Waiting[], found: Finding[]): Promise<Waiting[]> {
    const worker = this.#take()
    return new Promise((resolve, reject) => {
      let done = 0
      let last = Date.now()
      const finish = (rest: Waiting[], keep: boolean) => {
        clearInterval(watch)
        worker.off('message', take).off('error', fail).off('exit', gone)
        if (keep) this.#release(worker)
        else this.#drop(worker)
        resolve(rest)
      }
      const lose = (message: string) => {
        const at = chunk[done] as Waiting
        found[at.index] = checkError(message)
        finish(chunk.slice(done + 1), false)
      }
      const watch = setInterval(() => {
        if (Date.now() - last > this.#timeoutMs) lose(`the check ${chunk[done]?.check.kind} did not end within ${this.#timeoutMs / 1000} s and was stopped`)
      }, Math.min(250, this.#timeoutMs))
      const take = ({ index, finding }: { index: number; finding: Finding }) => {
        found[index] = finding
        last = Date.now()
        done += 1
        if (done === chunk.length) finish([], true)
      }
      const fail = (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_INIT_FAILED') {
          clearInterval(watch)
          reject(error)
        } else lose(`the check ${chunk[done]?.check.kind} ended its thread: ${error instanceof Error ? error.message : String(error)}`)
      }
      const gone = () => lose(`the check ${chunk[done]?.check.kind} ended its thread`)
      worker.on('message', take).on('error', fail).on('exit', gone)
      worker.ref()
      worker.postMessage({ job, checks: chunk } satisfies WorkerRequest)
    })
  }

  async #inline(job: Job, queue: Waiting[], found: Finding[]): Promise<Finding[]> {
    const world = { catalog: await catalogWith(job.modules), files: filesBelow(job.root), exec: noExec, signal: new AbortController().signal }
    for (const { index, check } of queue) {
      found[index] ??= await runCheck(check, job, world)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return found
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    if (idle) return idle
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 1024 }, stdout: true, stderr: true })
    this.#all.add(worker)
    return worker
  }

  #release(worker: Worker): void {
    worker.unref()
    this.#idle.push(worker)
  }

  #drop(worker: Worker): void {
    this.#all.delete(worker)
    void worker.terminate()
  }
}

const noExec: Exec = { run: () => Promise.reject(new Error('this check must declare that it needs exec')) }
