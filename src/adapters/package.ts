// The root of this package, whether run from source, built or bundled: the folder of our package.json.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packageRoot = findPackage(dirname(fileURLToPath(import.meta.url)))

export function packageVersion(): string {
  return readPackage(packageRoot)?.version ?? 'unknown'
}

function findPackage(folder: string): string {
  if (readPackage(folder)?.name === 'whetstone' || dirname(folder) === folder) return folder
  return findPackage(dirname(folder))
}

function readPackage(folder: string): { name?: string; version?: string } | null {
  const path = join(folder, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string }) : null
}
