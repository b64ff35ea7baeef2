// The command line as a program of its own, so that its worker threads start as they do for people.
import { main } from '../../../src/surfaces/cli/main.ts'

process.exitCode = await main(process.argv.slice(2))
