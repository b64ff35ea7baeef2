// Where the user's files lie that belong to no project.
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** A relative XDG_DATA_HOME is ignored, as its specification says. */
export const inUserData = ({ XDG_DATA_HOME: data, HOME: home }: NodeJS.ProcessEnv, name: string) =>
  join(data && isAbsolute(data) ? data : join(home || homedir(), '.local', 'share'), 'whetstone', name)

/** Resolved, as the system names its contents. */
export function homeFolder(env: NodeJS.ProcessEnv): string {
  const home = env['HOME'] || homedir()
  return existsSync(home) ? realpathSync(home) : home
}
