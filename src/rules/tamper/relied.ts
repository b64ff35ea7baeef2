// Files that checks rely on, recorded test data and tests in unread languages: nothing of them may go, unless the task asks for it.
import { functionsIn } from './calls.ts'
import { lostData, snapshotsIn } from './data.ts'
import { type Tree, isUnread, nameOf, partOf } from './files.ts'
import { names } from './globs.ts'
import type { Licence } from './licence.ts'
import { readAssertions } from './matchers.ts'
import { type Read, surplus } from './read.ts'
import type { Suite } from './suite.ts'
import { type Change, type Tampering, lineOf, tampering } from './tampering.ts'

export interface Reliance {
  reliedOn: readonly string[]
  before: Suite
  /** After the change. */
  tree: Tree
  isNew(path: string): boolean
  /** Whether a test of this title is gone. */
  isOver(title: string): boolean
  /** Whether the work gave up the one word, or came to have it. */
  follows(word: string, isNew: boolean): boolean
  inlined: Inlined
  licence: Licence
  read: Read
}

export function findRelied(
  change: Change,
  { reliedOn, before, tree, isNew, isOver, follows, inlined, licence, read }: Reliance,
): Tampering[] {
  const { path, before: was, after: is } = change
  const part = partOf(path)
  const relied = reliedOn.some((pattern) => names(pattern, path))
  const file = before.files.get(path)
  const saidIn = (text: string | null) => {
    const source = text === null || !file ? null : read(path, text)
    return source && file ? readAssertions([source.root], file.language).length : 0
  }
  // A test in a language that is not read, or one that asserts outside any test, and less than it did.
  const byLine =
    part === 'test' &&
    (isUnread(path) || (file?.cases.length === 0 && functionsIn(file.source.root).length === 0 && saidIn(was) > saidIn(is)))
  if (was === null || (!relied && part !== 'data' && !byLine)) return []
  const what = byLine ? 'test-removed' : part === 'data' && !relied ? 'test-data-changed' : 'relied-on-file'
  const report = (message: string) => [tampering(change, what, `${path} ${message}${relied && !byLine ? ', and checks rely on it' : ''}`)]
  // What tests assert, and what settings ask for, is compared piece by piece elsewhere.
  if (file && file.cases.length > 0) return []
  if (part === 'settings' && !/\.(?:sh|bash|ps1|cmd)$|(?:^|\/)scripts?\//.test(path)) return []
  if (part !== 'data' && !byLine && (licence.mayEdit(path) || (licence.testEdits && part === 'test'))) return []
  if (part === 'test' && (licence.skips([path]) || (licence.skipsTests && is === null))) return []
  if (is === null) {
    const lines = was.split('\n')
    const isMost = (text: string) => surplus(lines, text.split('\n')).length * 5 < lines.length
    const moved = Object.entries(tree).some(
      ([other, text]) => other !== path && partOf(other) === part && (text === was || (isNew(other) && isMost(text))),
    )
    const folders = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'))
    const asked = licence.removal && (part === 'data' || byLine) && folders.some(licence.mayEdit)
    return moved || inlined.paths.has(path) || asked || isOrphan(path, before, tree) ? [] : report('was deleted')
  }
  // Where the language is known, only lines with an assertion in them say something.
  const asserting =
    file && new Set(readAssertions([file.source.root], file.language).map(({ node }) => was.split('\n')[node.line - 1]?.trim()))
  if (byLine) return lostLines(change, was, is, licence, (line) => asserting?.has(line) ?? true)
  if (part === 'data') {
    const lost = lostData(
      { path, before: was, after: is, follows, isOver: (key) => path.endsWith('.snap') && isOver(key.replace(/ \d+$/, '')) },
      licence,
    )
    return lost === null ? [] : report(lost)
  }
  // What a helper of the tests asserts is compared with the tests that call it.
  return file ? [] : report('was changed')
}

/** Recorded data that only tests which are gone spoke of; whether those may go is looked at elsewhere. */
function isOrphan(path: string, before: Suite, after: Tree): boolean {
  const speaks = (text: string) => text.includes(nameOf(path))
  const users = [...before.files.values()].filter(({ source }) => speaks(source.text))
  return users.length > 0 && users.every((file) => !Object.hasOwn(after, file.path)) && !Object.values(after).some(speaks)
}

const how = 'compared line by line, as its tests are not read'
const skips =
  /@(?:Ignore|Disabled)\b|\[(?:Ignore|Skip|Explicit)\b|\bSkip\s*=|markTestSkipped|markTestIncomplete|XCTSkip|@tag :skip|\bxit\b|\bpending\b|\bGTEST_SKIP|\bDISABLED_|\bskip:\s*(?:true|['"])|\.skip\b|#\[ignore|\bplan skip_all/
const says = /assert|expect|should|verify|require|check|test|fail|throw|raise|must|equal|->|==|!=/i
const saysNothing = /^$|^(?:\/\/|#(?![[\w])|\*|\/\*|--|;)|^(?:import|using|use|#include|package|namespace)\b/

function lostLines(change: Change, before: string, after: string, licence: Licence, asserts: (line: string) => boolean): Tampering[] {
  const lines = (text: string) => text.split('\n').flatMap((line) => (saysNothing.test(line.trim()) ? [] : [line.trim()]))
  const [gone, added] = [surplus(lines(before), lines(after)), surplus(lines(after), lines(before))]
  const skipped = added.filter((line) => skips.test(line))
  const lost = gone.filter((line) => says.test(line) && asserts(line))
  // A line for a line: the task may ask for other values in it, never for fewer lines that say something.
  const excused = licence.changes([change.path, ...lost]) && added.filter((line) => says.test(line)).length >= lost.length
  const found = licence.skips([change.path, ...skipped])
    ? []
    : skipped.map((line) => tampering(change, 'test-skipped', `${how}: ${line.slice(0, 80)}`, lineOf(after, line)))
  if (lost.length === 0 || excused || licence.mayEdit(change.path)) return found
  const told = `${how}: ${lost.length} ${lost.length === 1 ? 'line is' : 'lines are'} gone, such as ${lost[0]?.slice(0, 80)}`
  return [...found, tampering(change, 'assertion-weakened', told)]
}

/** Recorded data that moved into a test as it was: the file is gone, its content stands in a text of the tests. */
export interface Inlined {
  paths: ReadonlySet<string>
  /** What a test may have called the files by: their paths and pieces of those. */
  literals: ReadonlySet<string>
}

export function findInlined(changes: readonly Change[], read: Read): Inlined {
  const gone = changes.filter(({ path, after }) => after === null && partOf(path) === 'data')
  const tests = gone.length > 0 ? changes.filter(({ path }) => partOf(path) === 'test') : []
  const strings = tests.flatMap(({ path, after }) => (read(path, after ?? '')?.leaves ?? []).filter(({ kind }) => kind === 'string'))
  const unescaped = (text: string) =>
    text
      .replaceAll('\\n', '\n')
      .replaceAll('\\t', '\t')
      .replace(/\\(["'\\])/g, '$1')
  const bare = (text: string) => text.replace(/^\s+|\s+$/gm, '')
  const texts = new Set(strings.map(({ text }) => bare(unescaped(text))))
  const isIn = (text: string) => bare(text) !== '' && texts.has(bare(text))
  // A file of snapshots is inlined where each of them is.
  const pieces = ({ path, before }: Change) =>
    path.endsWith('.snap') ? snapshotsIn(before ?? '').map(({ value }) => value) : [before ?? '']
  const paths = gone.flatMap((one) => (pieces(one).length > 0 && pieces(one).every(isIn) ? [one.path] : []))
  const named = paths.flatMap((path) => path.split('/').flatMap((part, index, all) => [part, all.slice(index).join('/')]))
  return { paths: new Set(paths), literals: new Set(named.map((piece) => `s:${piece}`)) }
}
