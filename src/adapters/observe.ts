// Reads the project's files for a workflow; the result goes into the journal.
import { join } from 'node:path'
import type { Observe, Reply } from '../kernel/task.ts'
import { withoutSecrets } from '../lib/secrets.ts'
import { below, readText } from './disk.ts'

const mostChars = 200_000

/** Several text files joined, each under its path; missing ones are no error. */
export function observeFiles(root: string, task: Observe): Reply {
  const { paths } = task.args as { paths: string[] }
  const texts = paths.flatMap((path) => {
    const text = readText(below(root, join(path)))
    return text === null ? [] : [`## ${path}\n\n${text.slice(0, mostChars)}`]
  })
  return { ok: true, text: withoutSecrets(texts.join('\n\n')) }
}
