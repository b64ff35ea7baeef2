// What judges the work, copied before the work begins: tests, settings, fixtures and the code they test.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guarded, mostChars } from '../../../rules/checks/tamper-guard.ts'
import { projectFiles } from '../../../adapters/evaluator/files.ts'

const mostBytes = 32 * 1024 * 1024

/** Each file by its path, as one JSON text. */
export function copyOfChecks(root: string): string {
  const texts: [string, string][] = []
  let bytes = 0
  for (const path of projectFiles(root).filter(guarded)) {
    const text = readFileSync(join(root, path), 'utf8')
    bytes += text.length
    if (text.length <= mostChars && bytes <= mostBytes) texts.push([path, text])
  }
  return JSON.stringify(Object.fromEntries(texts))
}
