// Files that checks rely on, and recorded test data: any change counts, unless it provably takes nothing away or the task asks for it.
import { addedLines } from './added.ts'
import { type TestFile, outsideCases } from './cases.ts'
import { type Suite, sameCode } from './compare-tests.ts'
import { type Tree, partOf } from './files.ts'
import type { Licence } from './licence.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'
import { spell } from './tokens.ts'

export interface Reliance {
  reliedOn: readonly string[]
  before: Suite
  after: Suite
  tree: Tree
  licence: Licence
}

export function findRelied(change: Change, { reliedOn, before, after, tree, licence }: Reliance): Tampering[] {
  const part = partOf(change.path)
  const relied = reliedOn.some((pattern) => isRelied(pattern, change.path))
  if (change.before === null || (!relied && part !== 'data')) return []
  if (allowed(change.path, part === 'data' || part === 'test', licence)) return []
  const what = part === 'data' && !relied ? ('test-data-changed' as const) : ('relied-on-file' as const)
  if (change.after === null) return movedOn(change, part, tree) ? [] : [tampering(change, what, `${change.path} was deleted`)]
  if (part === 'settings' && change.path.endsWith('package.json')) return []
  if (part === 'test') {
    const [was, is] = [before.files.get(change.path), after.files.get(change.path)]
    if (sameCode(change.before, change.after, change.path) || (was && is && onlyGrew(was, is))) return []
    // Lost and weakened assertions are named on their own; what is left here is code around the tests.
    return was && is && sameAround(was, is) ? [] : [tampering(change, what, `${change.path} was changed, and checks rely on it`)]
  }
  if (sameCode(change.before, change.after, change.path)) return []
  const added = changedValues(change)
  if (part === 'data' && (onlyAdds(change) || (added.length > 0 && added.every((word) => licence.mentions(word))))) return []
  return [tampering(change, what, `${change.path} was changed${relied ? ', and checks rely on it' : ''}`)]
}

/** A path, a folder with its slash, or a pattern with `*` and `**`. */
function isRelied(pattern: string, path: string): boolean {
  if (pattern === path || (pattern.endsWith('/') && path.startsWith(pattern))) return true
  if (!pattern.includes('*') || pattern.length > 300) return false
  const form = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${form}$`).test(path)
}

/** The task names the file, or asks for the tests to be edited. */
function allowed(path: string, isTest: boolean, licence: Licence): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return licence.mentions(path) || (licence.testEdits && isTest) || (isTest && licence.testEdits && licence.mentions(name))
}

/** Gone from here, but there under another name as it was, and still a test where it was one. */
function movedOn(change: Change, part: string, tree: Tree): boolean {
  return Object.entries(tree).some(([path, text]) => path !== change.path && text === change.before && partOf(path) === part)
}

/** Everything around the tests is still there, in order: new imports, helpers and tests only came between. */
function onlyGrew(was: TestFile, is: TestFile): boolean {
  const [old, now] = [outsideCases(was).map(({ text }) => text), outsideCases(is).map(({ text }) => text)]
  let at = 0
  for (const text of now) if (text === old[at]) at++
  const names = new Set(is.cases.map(({ name }) => name))
  return at === old.length && was.cases.every(({ name }) => names.has(name))
}

function sameAround(was: TestFile, is: TestFile): boolean {
  return spell(outsideCases(was)) === spell(outsideCases(is))
}

function onlyAdds(change: Change): boolean {
  const kept = new Set((change.after ?? '').split('\n').map((line) => line.trim().replace(/,$/, '')))
  return (change.before ?? '').split('\n').every((line) => kept.has(line.trim().replace(/,$/, '')))
}

/** Words and numbers of the new lines that the old text did not have. */
function changedValues(change: Change): string[] {
  const lines = (change.after ?? '').split('\n')
  const old = new Set((change.before ?? '').match(/[\p{L}\p{N}_.]+/gu) ?? [])
  return [...addedLines(change)].flatMap((line) => lines[line - 1]?.match(/[\p{L}\p{N}_.]+/gu) ?? []).filter((word) => !old.has(word) && word.length > 1)
}
