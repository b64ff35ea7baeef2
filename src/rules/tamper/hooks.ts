// What hooks make tests fail by: a throw or an assertion in set-up, which no test names and every test relies on.
import { type Node, leavesOf, spell, walk } from '../reading/syntax.ts'
import { callOf } from './calls.ts'
import { languageOf } from './files.ts'
import { readAssertions } from './matchers.ts'
import type { Read } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

/** Hooks may move from file to file, so those of the whole change are looked at together. */
export function findHooks(changes: readonly Change[], read: Read): Tampering[] {
  const was = changes.flatMap((change) =>
    change.after === null ? [] : failures(change.path, change.before, read).map((text) => ({ change, text })),
  )
  const now = was.length > 0 ? changes.flatMap(({ path, after }) => failures(path, after, read)) : []
  if (now.length >= was.length) return []
  return was
    .filter(({ text }) => !now.includes(text))
    .map(({ change, text }) => tampering(change, 'harness-altered', `a hook no longer makes tests fail by ${text.slice(0, 80)}`))
}

function failures(path: string, text: string | null, read: Read): string[] {
  const language = languageOf(path)
  const source = text !== null && language && hookWord.test(text) ? read(path, text) : null
  if (!source || !language) return []
  return walk(source.root)
    .filter(isHook)
    .flatMap((hook) => [
      ...readAssertions([hook], language).map(({ node }) => spell(leavesOf(node.parent))),
      ...leavesOf(hook)
        .filter(({ kind, text: word }) => kind === 'word' && /^(?:throw|raise)$/.test(word))
        .map((leaf) => spell(leavesOf(leaf.parent))),
    ])
}

const hookWord = /\b(?:before|after|setup|teardown|set_up|tear_down|autouse)/i
const hookName = /^(?:before|after)(?:Each|All|_each|_all|_action)?$|^(?:set_?up|tear_?down)(?:_method|_class|_module|Class)?$/i

/** `beforeEach(() => …)`, `config.before do … end`, `def setUp`, an autouse fixture, a method marked `@BeforeEach`. */
function isHook(node: Node): boolean {
  const call = callOf(node)
  if (call) return hookName.test(call.name) && (call.block !== null || call.args.some(({ type }) => /function/.test(type)))
  if (node.type === 'decorated_definition') return /\bautouse = True\b/.test(spell(leavesOf(node.children[0])))
  if (!/^(?:function_definition|method_declaration|method)$/.test(node.type)) return false
  return leavesOf(node)
    .slice(0, 6)
    .some(({ kind, text }) => kind === 'word' && hookName.test(text))
}
