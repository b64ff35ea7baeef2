// A copy of what judges the work, made before the work begins: tests, settings, fixtures and the code they test.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../lib/hash.ts'
import { guarded, mostChars } from '../rules/checks/tamper-guard.ts'
import { projectFiles } from './evaluator/files.ts'
import { makeFolder, writeNew } from './file-store/disk.ts'
import { homePath } from './file-store/home.ts'

const mostBytes = 32 * 1024 * 1024

export interface Baseline {
  folder: string
  sha256: string
  /** Writes the copy; the run's own folder must exist. */
  keep(): void
}

/** Kept with the run, so that both are deleted together. */
export function readBaseline(root: string, run: string): Baseline {
  const folder = homePath('runs', run, 'baseline')
  const texts = new Map<string, string>()
  let bytes = 0
  for (const path of projectFiles(root).filter(guarded)) {
    const text = readFileSync(join(root, path), 'utf8')
    bytes += text.length
    if (text.length <= mostChars && bytes <= mostBytes) texts.set(path, text)
  }
  const list = JSON.stringify(Object.fromEntries([...texts].map(([path, text]) => [path, sha256(text)])))
  return {
    folder,
    sha256: sha256(list),
    keep() {
      for (const [path, text] of [[`list.json`, list], ...[...texts].map(([name, body]) => [`files/${name}`, body])] as [
        string,
        string,
      ][]) {
        makeFolder(dirname(join(root, folder, path)))
        writeNew(join(root, folder, path), text)
      }
    },
  }
}
