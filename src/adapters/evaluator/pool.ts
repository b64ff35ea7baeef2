// A bounded pool of worker threads for checks: a hanging check is ended with its thread and becomes an error; without threads, checks run one after another.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Exec, type CheckResult, checkError } from '../../rules/check.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import { filesBelow } from './files.ts'
import { type Job, catalogOrReason, defaultTimeoutMs, runCheck } from './job.ts'
import type { FromWorker, Placed, ToWorker } from './worker.ts'

export interface PoolOptions {
  /** 0: no threads; checks run here, one after another. */
  threads?: number
  timeoutMs?: number
}

export interface RunOptions {
  signal?: AbortSignal
  /** For checks that need it, by their index. Commands run here, not in the threads. */
  execFor?(index: number): Exec
}

const script = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)
const chunkSize = 256
const commandsAtOnce = 2
/** Time for a thread to start and load; not the check's fault. */
const startMs = 60_000

export class CheckPool {
  readonly #threads: number
  readonly #timeoutMs: number
  readonly #idle: Worker[] = []
  readonly #all = new Map<Worker, Job | undefined>()
  /** Threads busy with checks that need no command, and those waiting for one. */
  #busy = 0
  readonly #waiting: (() => void)[] = []

  constructor({ threads = Math.max(1, Math.min(4, availableParallelism())), timeoutMs = defaultTimeoutMs }: PoolOptions = {}) {
    this.#threads = threads
    this.#timeoutMs = timeoutMs
  }

  /** Findings in the order of the checks, however they finish. */
  async run(job: Job, checks: readonly TypedCheck[], options: RunOptions = {}): Promise<CheckResult[]> {
    const found: CheckResult[] = new Array(checks.length)
    const queue: Placed[] = checks.map((check, index) => ({ index, check }))
    if (this.#threads === 0) return this.#inline(job, queue, found, options)
    const lanes = options.execFor
      ? Math.min(commandsAtOnce, this.#threads, queue.length)
      : Math.min(this.#threads, Math.ceil(queue.length / 8))
    try {
      await Promise.all(Array.from({ length: lanes }, () => this.#lane(job, queue, found, options)))
    } catch {
      // Threads can't be started: do the same work here.
      return this.#inline(
        job,
        checks.flatMap((check, index) => (found[index] ? [] : [{ index, check }])),
        found,
        options,
      )
    }
    return found
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all.keys()].map((worker) => worker.terminate()))
    this.#all.clear()
    this.#idle.length = 0
  }

  async #lane(job: Job, queue: Placed[], found: CheckResult[], options: RunOptions): Promise<void> {
    while (queue.length > 0) {
      const size = options.execFor ? 1 : Math.max(1, Math.min(chunkSize, Math.ceil(queue.length / this.#threads)))
      let chunk = queue.splice(0, size)
      while (chunk.length > 0) chunk = await this.#inTurn(options, () => this.#send(job, chunk, found, options))
    }
  }

  /** However many runs share the pool, the limit on busy threads holds. A thread waiting for a command doesn't count. */
  async #inTurn<T>({ execFor }: RunOptions, work: () => Promise<T>): Promise<T> {
    if (execFor) return work()
    if (this.#busy >= this.#threads) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#busy += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }

  /** Runs a chunk in one thread; returns what remains after a thread had to be ended. */
  #send(job: Job, chunk: Placed[], found: CheckResult[], { signal, execFor }: RunOptions): Promise<Placed[]> {
    if (signal?.aborted) return Promise.resolve(skip(chunk, found))
    const worker = this.#take()
    return new Promise((resolve, reject) => {
      const commands = new AbortController()
      let done = 0
      let last = Date.now()
      let limitMs = startMs
      let running = 0
      let parted = false
      let why = 'ended its thread'
      const part = (keep: boolean) => {
        parted = true
        clearInterval(watch)
        signal?.removeEventListener('abort', leave)
        for (const name of ['message', 'error', 'exit']) worker.removeAllListeners(name) // its other listeners are Node's own
        commands.abort()
        if (keep) this.#release(worker)
        else this.#drop(worker)
      }
      const finish = (rest: Placed[], keep: boolean) => {
        part(keep)
        resolve(rest)
      }
      const lose = (how: string) => {
        const at = chunk[done] as Placed
        found[at.index] = checkError(`the check ${at.check.kind} ${how}`)
        finish(chunk.slice(done + 1), false)
      }
      const leave = () => finish(skip(chunk.slice(done), found), false)
      const watch = setInterval(
        () => {
          if (running > 0 || Date.now() - last <= limitMs) return
          const seen = last // if this thread was blocked, answers may be waiting
          setImmediate(() => last === seen && !parted && lose(`took longer than ${limitMs / 1000} s and was stopped`))
        },
        Math.min(250, this.#timeoutMs),
      )
      signal?.addEventListener('abort', leave, { once: true })
      worker.on('message', (message: FromWorker) => {
        last = Date.now()
        if ('ready' in message) limitMs = this.#timeoutMs
        else if ('limitMs' in message) limitMs = message.limitMs
        else if ('result' in message) {
          found[message.index] = message.result
          limitMs = this.#timeoutMs
          if (++done === chunk.length) finish([], true)
        } else {
          running += 1
          const { call, index, command, timeoutMs } = message
          const answer = (reply: ToWorker) => {
            running -= 1
            last = Date.now()
            worker.postMessage(reply)
          }
          void (execFor?.(index) ?? noExec).run(command, { timeoutMs, signal: commands.signal }).then(
            (result) => answer({ call, result }),
            (error: Error) => answer({ call, problem: error.message }),
          )
        }
      })
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_INIT_FAILED') {
          part(false)
          reject(error)
        } else why = `ended its thread: ${error instanceof Error ? error.message : String(error)}`
      })
      worker.on('exit', () => lose(why)) // an error may overtake findings sent before it; an exit doesn't
      worker.ref()
      worker.postMessage({ checks: chunk, ...(this.#all.get(worker) !== job && { job }) } satisfies ToWorker)
      this.#all.set(worker, job)
    })
  }

  async #inline(
    job: Job,
    queue: Placed[],
    found: CheckResult[],
    { signal = new AbortController().signal, execFor }: RunOptions,
  ): Promise<CheckResult[]> {
    const { catalog, reason } = await catalogOrReason(job.modules)
    const files = filesBelow(job.root, job.kept)
    for (const { index, check } of queue) {
      if (signal.aborted) skip([{ index, check }], found)
      else if (reason !== null && !catalog.has(check.kind)) found[index] = checkError(reason)
      else found[index] = await runCheck(check, job, { catalog, files, signal, exec: execFor?.(index) ?? noExec })
      await new Promise((resolve) => setImmediate(resolve))
    }
    return found
  }

  #take(): Worker {
    const idle = this.#idle.pop()
    if (idle) return idle
    const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 1024 }, stdout: true, stderr: true })
    this.#all.set(worker, undefined)
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

let shared: CheckPool | undefined

/** One pool for all runs of this process, for built-in checks: a thread takes half a second to start. A project's checks get their own pool, because their code could affect the others. */
export const sharedPool = (): CheckPool => (shared ??= new CheckPool())

const noExec: Exec = { run: () => Promise.reject(new Error('this check must declare that it needs exec')) }

/** Aborted: checks that didn't run say so. */
function skip(checks: readonly Placed[], found: CheckResult[]): [] {
  for (const { index } of checks) found[index] = checkError('not checked: the evaluation was told to stop')
  return []
}
