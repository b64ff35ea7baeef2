// A worker thread that runs checks one after another and reports each as soon as it is known.
import { parentPort } from 'node:worker_threads'
import type { Exec } from '../../rules/check.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import { filesBelow } from './files.ts'
import { type Job, catalogWith, runCheck } from './job.ts'

export interface WorkerRequest {
  job: Job
  checks: { index: number; check: TypedCheck }[]
}

/** Commands are never run here: the thread may be ended at any moment, and its children would stay. */
const noExec: Exec = { run: () => Promise.reject(new Error('this check must declare that it needs exec')) }

parentPort?.on('message', async ({ job, checks }: WorkerRequest) => {
  const files = filesBelow(job.root)
  const signal = new AbortController().signal
  let catalog
  try {
    catalog = await catalogWith(job.modules)
  } catch (error) {
    const message = `a check module could not be loaded: ${error instanceof Error ? error.message : String(error)}`
    for (const { index } of checks) parentPort?.postMessage({ index, finding: { outcome: 'error', message, evidence: [] } })
    return
  }
  for (const { index, check } of checks) parentPort?.postMessage({ index, finding: await runCheck(check, job, { catalog, files, exec: noExec, signal }) })
})
