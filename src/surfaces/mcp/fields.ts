// Which fields of a verb an assistant may fill; none of them leads outside the project.
import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type * as z from 'zod'
import { below } from '../../adapters/disk.ts'
import { Fault } from '../../schema/fault.ts'

/** Each field declares whether an assistant may fill it: as a `value`, or as a `path` below the project. By default it is for people and their scripts. */
export type Offered = 'value' | 'path'

export function offered(field: z.ZodType): Offered | undefined {
  return field.meta()?.['assistant'] as Offered | undefined
}

/** Refuses paths that leave the project or take our own input for a file. */
export function confine(
  given: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, z.ZodType>>,
  { root, cwd }: { root: string; cwd: string },
): void {
  for (const [name, value] of Object.entries(given)) {
    for (const word of Array.isArray(value) ? value : [value]) {
      if (typeof word !== 'string') continue
      if (word.trim() === '-')
        throw new Fault('usage', `${name}: there is no standard input here`, { fix: 'Give the text itself, or a file in the project.' })
      if (shape[name] && offered(shape[name]) === 'path') below(root, relative(root, resolve(cwd, word)) || '.')
      else if (leadsOut(word, root, cwd))
        throw new Fault('refused', `${name}: ${word} is outside the project`, { fix: 'Use a path inside the project folder.' })
    }
  }
}

/** Some verbs take a file or words; words aren't a path, so only existing files count. */
function leadsOut(word: string, root: string, cwd: string): boolean {
  if (word.length > 4096 || word.includes('\0') || word.includes('\n')) return false
  const full = resolve(cwd, word)
  if (!existsSync(full)) return false
  const rel = relative(realpathSync(root), realpathSync(full))
  return rel === '..' || rel.startsWith(`..${sep}`) || isAbsolute(rel)
}
