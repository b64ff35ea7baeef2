// The command line called in this process: the same words, folder and environment, for what a process of its own would show no better.
import { main } from '../../src/surfaces/cli/main.ts'
import type { Ended, Project } from './whet.ts'

/** One at a time: folder, environment and output belong to the whole process. */
export async function call(
  { root, env }: Project,
  args: readonly string[],
  { env: more = {} }: { env?: Record<string, string> } = {},
): Promise<Ended> {
  const [folder, outside] = [process.cwd(), { ...process.env }]
  const streams = ['stdout', 'stderr'] as const
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  const writes = streams.map((name) => process[name].write)
  for (const name of streams)
    process[name].write = (text: string | Uint8Array, ...rest: unknown[]) => {
      ended[name] += text
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }
  process.chdir(root)
  become({ ...env, ...more })
  try {
    ended.code = await main(args)
    return ended
  } finally {
    become(outside)
    process.chdir(folder)
    streams.forEach((name, at) => (process[name].write = writes[at] as typeof process.stdout.write))
  }
}

/** In place: what asks the system for the home folder looks there. */
function become(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
}
