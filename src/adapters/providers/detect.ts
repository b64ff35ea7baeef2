// Which assistants this machine has: found on PATH, asked for their version.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { programVersion } from './command.ts'
import { recipes } from './recipes.ts'

export interface DetectedAssistant {
  /** As after --maker. */
  name: string
  title: string
  /** Where its program is; null when it is not on PATH. */
  path: string | null
  /** Null when it is not there, or does not say. */
  version: string | null
}

export function detectAssistants(env: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): Promise<DetectedAssistant[]> {
  return Promise.all(
    Object.entries(recipes).map(async ([name, recipe]) => {
      const path = await findProgram(recipe.program, env)
      return { name, title: recipe.title, path, version: path === null ? null : await programVersion({ argv: [path], cwd, recipe, source: env }) }
    }),
  )
}

/** The file a program name stands for, or null. */
export async function findProgram(name: string, env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const endings = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : ['']
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((part) => part !== '')) {
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (await access(path, constants.X_OK).then(() => true, () => false)) return path
    }
  }
  return null
}
