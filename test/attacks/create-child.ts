// Creates one toy run and closes it, in a process that its test kills at a chosen system call. Usage: node create-child.ts <root>
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { first, workflow } from '../adapters/file-store/toy-run.ts'

const clock = { now: () => 1_750_000_000_000 } // the harness would bring every subject along

const open = await new FileStore(process.argv[2] as string).create(workflow, first('work-1'), clock)
await open.close()
