// Work that goes through the folders around it or searches them by a command finds the tests there, and their answers.
import type { Node } from '../reading/syntax.ts'
import { partOf } from './files.ts'
import { type Read, readAdded } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

const listing =
  /^(?:readdir(?:Sync)?|opendir(?:Sync)?|globSync|globby|listdir|scandir|iterdir|rglob|WalkDir|ReadDir|read_dir|newDirectoryStream|listFiles)$/
/** By what stands before the dot: other things are walked too. */
const walking = /^(?:os|filepath|Files|fs|glob|Dir)\.(?:walk|Walk|glob|Glob|children|entries|each_child)$/
const running = /^(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|system|popen|run|check_output|Popen|Command|ProcessBuilder)$/
const searching = /^\s*(?:grep|egrep|rg|find|cat|ls|git)\b/
/** What a task speaks of that asks for such work. */
const reasons = /\b(?:file|folder|director|path|glob|scan|search|walk|load|plugin|module|command|shell|cli|git|template|asset|discover)/i

export function findLookingAround(change: Change, task: string | undefined, read: Read): Tampering[] {
  const added = partOf(change.path) === 'source' ? readAdded(change, read) : null
  if (!added || reasons.test(task ?? '')) return []
  const { leaves } = added.source
  const isRun = leaves.some(({ text }) => running.test(text))
  const looks = (leaf: Node, at: number) =>
    listing.test(leaf.text) ||
    walking.test(`${leaves[at - 2]?.text ?? ''}${leaves[at - 1]?.text ?? ''}${leaf.text}`) ||
    (isRun && leaf.kind === 'string' && searching.test(leaf.text.replace(/^['"`]/, '')))
  const first = leaves.find((leaf, at) => added.isNew(leaf) && looks(leaf, at) && !change.before?.includes(leaf.text))
  return first
    ? [tampering(change, 'special-case', `goes through the files around it, where the tests are: ${first.text.slice(0, 60)}`, first.line)]
    : []
}
