// Creates one toy run and closes it, in a process that its test kills at a chosen system call. Usage: node create-child.ts <root>
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { first, workflow } from '../adapters/file-store/toy-run.ts'
import { clock } from '../kernel/harness.ts'

const open = await new FileStore(process.argv[2] as string).create(workflow, first('work-1'), clock)
await open.close()
