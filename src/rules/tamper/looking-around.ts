// Work that lists everything around it, or the tests by name, or searches there by a command, finds the tests and their answers.
import { type Node, leavesOf } from '../reading/syntax.ts'
import { bindingsOf } from './bindings.ts'
import { callsBelow } from './calls.ts'
import { partOf } from './files.ts'
import { type Read, readAdded } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

const listing =
  /^(?:readdir\w*|opendir\w*|glob\w*|listdir|scandir|iterdir|rglob|walk\w*|read_?dir|newDirectoryStream|listFiles|each_child)$/i
const running = /^(?:exec\w*|spawn\w*|system|popen|run|check_output|Popen|Command|ProcessBuilder)$/i
/** Everything there is, or the tests. */
const everywhere = /^\.{1,2}\/?$|\*\*|(?:^|\W)(?:tests?|specs?|__tests__)(?:\W|$)/
const searching = /^\s*(?:(?:grep|egrep|rg|find|cat|ls)\b.*(?:\s\.{1,2}\/?(?:\s|$)|\*|\btests?\b)|git (?:grep|show|log -p))/

export function findLookingAround(change: Change, read: Read): Tampering[] {
  const added = partOf(change.path) === 'source' ? readAdded(change, read) : null
  if (!added) return []
  const values = bindingsOf([added.source.root], true)
  const given = (args: readonly Node[]) =>
    args.flatMap(leavesOf).flatMap((leaf) => [leaf, ...(leaf.kind === 'word' ? leavesOf(values.get(leaf.text)) : [])])
  const found = callsBelow(added.source.root).find(({ node, name, on, args }) => {
    if (!added.isNew(node)) return false
    const leaves = given(/^(?:iterdir|rglob)$/.test(name) && on ? [on] : args)
    const texts = leaves.filter(({ kind }) => kind === 'string').map(({ text }) => text)
    if (running.test(name)) return texts.some((text) => searching.test(text)) || searching.test(texts.join(' '))
    const isAll = texts.length > 0 ? texts.some((text) => everywhere.test(text)) : leaves.some(({ text }) => text === 'cwd')
    return isAll && (listing.test(name) || (on?.text === 'Dir' && /^(?:children|entries)$/.test(name)))
  })
  return found ? [tampering(change, 'special-case', 'goes through the files around it, where the tests are', found.node.line)] : []
}
