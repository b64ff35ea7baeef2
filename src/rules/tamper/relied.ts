// Files that checks rely on, and recorded test data: any change counts, unless it provably takes nothing away or the task asks for it.
import { lostData } from './data.ts'
import { type Tree, partOf } from './files.ts'
import { functionsIn } from './calls.ts'
import { names } from './globs.ts'
import type { Inlined } from './inlined.ts'
import type { Licence } from './licence.ts'
import { type Read, sameCode } from './read.ts'
import type { Suite } from './suite.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export interface Reliance {
  reliedOn: readonly string[]
  before: Suite
  tree: Tree
  inlined: Inlined
  licence: Licence
  read: Read
}

export function findRelied(change: Change, { reliedOn, before, tree, inlined, licence, read }: Reliance): Tampering[] {
  const part = partOf(change.path)
  const relied = reliedOn.some((pattern) => names(pattern, change.path))
  if (change.before === null || (!relied && part !== 'data')) return []
  const what = part === 'data' && !relied ? ('test-data-changed' as const) : ('relied-on-file' as const)
  const why = relied ? ', and checks rely on it' : ''
  // What tests assert, and what settings ask for, is compared piece by piece elsewhere.
  const cases = before.files.get(change.path)?.cases.length ?? 0
  if (cases > 0 || (part === 'settings' && !isScript(change.path))) return []
  if (part !== 'data' && (licence.mayEdit(change.path) || (licence.testEdits && part === 'test'))) return []
  if (change.after === null)
    return movedOn(change, part, tree) ||
      inlined.paths.has(change.path) ||
      (part === 'data' && licence.removal && namesFile(licence, change.path))
      ? []
      : [tampering(change, what, `${change.path} was deleted${why}`)]
  if (part === 'data') {
    const lost = lostData(change.path, change.before, change.after, licence)
    return lost === null ? [] : [tampering(change, what, `${change.path} ${lost}${why}`)]
  }
  if (part === 'test' && sameCode(change.before, change.after, change.path, read)) return []
  // A helper of the tests may grow and be rearranged; what it asserts is compared with the tests that call it.
  if (part === 'test' && helps(change, before)) return []
  return [tampering(change, what, `${change.path} was changed${why}`)]
}

function helps(change: Change, before: Suite): boolean {
  const file = before.files.get(change.path)
  return file !== undefined && functionsIn(file.source.root).length > 0
}

function isScript(path: string): boolean {
  return /\.(?:sh|bash|ps1|cmd)$/.test(path) || /(?:^|\/)scripts?\//.test(path)
}

/** By its own path, or by a folder above it. */
function namesFile(licence: Licence, path: string): boolean {
  return path.split('/').some((_, index, all) => licence.mayEdit(all.slice(0, index + 1).join('/')))
}

/** Gone from here, but there under another name as it was, and still a test where it was one. */
function movedOn(change: Change, part: string, tree: Tree): boolean {
  return Object.entries(tree).some(([path, text]) => path !== change.path && text === change.before && partOf(path) === part)
}
