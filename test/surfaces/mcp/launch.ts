// The command line as a program of its own, so that its worker threads start as they do for people.
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

enableCompileCache(join(tmpdir(), 'whet-tests-compiled'))
const { main } = await import('../../../src/surfaces/cli/main.ts')

process.exitCode = await main(process.argv.slice(2))
