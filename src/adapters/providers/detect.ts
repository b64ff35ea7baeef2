// The assistants on this machine: found on PATH, asked for their version.
import { programVersion } from './command.ts'
import { findProgram } from './process.ts'
import { recipes } from './recipes.ts'

export interface DetectedAssistant {
  /** The word for --maker. */
  name: string
  title: string
  /** The program's path; null if it isn't on PATH. */
  path: string | null
  /** Null if it is missing or doesn't say. */
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
