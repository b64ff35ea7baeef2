// A copy of the project for a program that edits files instead of printing them: its changes become files in marked fences.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFenced } from '../../lib/fenced-files.ts'
import { makeSandbox } from '../evaluator/sandbox.ts'

export interface EditedCopy {
  cwd: string
  /** New and changed files; empty if there are none. */
  changed(): string
  remove(): void
}

const mostFiles = 5000
const mostBytes = 1024 * 1024

export function openCopy(root: string, files: string): EditedCopy {
  const { cwd, remove } = makeSandbox(root, { text: files, name: 'artifact.md' })
  const before = textsBelow(cwd)
  return {
    cwd,
    remove,
    changed: () =>
      writeFenced(Object.fromEntries([...textsBelow(cwd)].filter(([path, text]) => before.get(path) !== text && path !== 'artifact.md'))),
  }
}

/** Text files, without links and hidden folders. */
function textsBelow(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (inside: string) => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || found.size >= mostFiles) continue
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile() && statSync(join(folder, path)).size <= mostBytes) {
        const bytes = readFileSync(join(folder, path))
        if (!bytes.includes(0)) found.set(path, bytes.toString('utf8'))
      }
    }
  }
  visit('')
  return found
}
