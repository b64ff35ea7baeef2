// What an assistant may say to a verb. Every field stands in one list; one that stands in none is left out, and a test says so.
import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { below } from '../../adapters/file-store/disk.ts'
import { Fault } from '../../schema/fault.ts'

/** Values and words. */
export const open: readonly string[] = [
  'alias',
  'all',
  'audit',
  'calls',
  'canonical',
  'concurrency',
  'cost',
  'dryRun',
  'feature',
  'from',
  'ideal',
  'mandatory',
  'maxIterations',
  'prefer',
  'print',
  'reason',
  'reask',
  'require',
  'requirements',
  'retry',
  'role',
  'rule',
  'run',
  'runs',
  'seconds',
  'set',
  'status',
  'steps',
  'task',
  'threshold',
  'thresholdA',
  'thresholdB',
  'timeLimit',
  'to',
  'tokens',
  'type',
  'version',
]

/** Files and folders: below the project, links followed. */
export const paths: readonly string[] = ['criteria', 'file', 'files', 'labels', 'out', 'rules', 'session']

/** For people and their scripts: who makes, what may run, what is overwritten, what stands for a confirmation. */
export const closed: readonly string[] = [
  'allowCommands',
  'choice',
  'data',
  'draft',
  'editor',
  'force',
  'format',
  'investigated',
  'judge',
  'maker',
  'record',
  'replay',
  'reply',
  'report',
  'saveTo',
  'show',
  'signature',
  'text',
  'workflow',
]

/** Refuses what would reach outside the project or take our own input for a file. */
export function confine(given: Readonly<Record<string, unknown>>, { root, cwd }: { root: string; cwd: string }): void {
  for (const [name, value] of Object.entries(given)) {
    for (const word of Array.isArray(value) ? value : [value]) {
      if (typeof word !== 'string') continue
      if (word.trim() === '-')
        throw new Fault('usage', `${name}: there is no standard input here`, { fix: 'Give the text itself, or a file of the project.' })
      if (paths.includes(name)) below(root, relative(root, resolve(cwd, word)) || '.')
      else if (leadsOut(word, root, cwd))
        throw new Fault('refused', `${name}: ${word} is outside the project`, { fix: 'Use a path below the project folder.' })
    }
  }
}

/** Some verbs take a file where they take words; words are no path, so only what is there counts. */
function leadsOut(word: string, root: string, cwd: string): boolean {
  if (word.length > 4096 || word.includes('\0') || word.includes('\n')) return false
  const full = resolve(cwd, word)
  if (!existsSync(full)) return false
  const rel = relative(realpathSync(root), realpathSync(full))
  return rel === '..' || rel.startsWith(`..${sep}`) || isAbsolute(rel)
}
