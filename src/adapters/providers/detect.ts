// Which assistants this machine has: found on PATH, asked for their version.
import { programVersion } from './command.ts'
import { findProgram } from './process.ts'
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
      const path = await findProgram(recipe.program, env, cwd)
      return {
        name,
        title: recipe.title,
        path,
        version: path === null ? null : await programVersion({ argv: [path], cwd, recipe, source: env }),
      }
    }),
  )
}
