// Any workflow of the kernel's subjects on the file store, from wherever it was left to its end.
import { FileStore } from '../../src/adapters/file-store/store.ts'
import type { OpenRun } from '../../src/kernel/commit.ts'
import type { DriveOptions } from '../../src/kernel/driver.ts'
import { Fault } from '../../src/schema/fault.ts'
import { clock, run, toTheEnd } from '../kernel/harness.ts'
import { type Subject, beginning, subjects } from '../kernel/subjects.ts'

export interface Witness {
  called(key: string): void
  committed(seq: string): void
}

export const subjectOf = (name: string) => subjects.find((subject) => subject.name === name) as Subject

export async function runSubject(root: string, name: string, seed: number, witness: Witness): Promise<void> {
  const subject = witnessed(subjectOf(name), witness)
  const open = await beginOrGoOn(new FileStore(root), subject, seed)
  const onCommit: DriveOptions<unknown>['onCommit'] = ({ seq }) => witness.committed(String(seq))
  witness.committed(String(open.state.seq))
  await toTheEnd(subject, seed, open, { onCommit })
}

function witnessed(subject: Subject, { called }: Witness): Subject {
  return {
    ...subject,
    perform: (seed, task) => {
      called(task.key)
      return subject.perform(seed, task)
    },
  }
}

async function beginOrGoOn(store: FileStore, subject: Subject, seed: number): Promise<OpenRun<unknown>> {
  try {
    return await store.create(
      subject.workflow,
      { run, workflow: subject.workflow.name, input: subject.input(seed, run), pins: {} },
      clock,
      beginning(subject, seed),
    )
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'conflict') throw error
    return (await store.open(subject.workflow, run)).open
  }
}
