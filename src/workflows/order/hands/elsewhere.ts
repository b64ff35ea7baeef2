// Does the change work elsewhere? A new condition on where or when the code runs is inverted, and the tests must still
// pass, or have passed without the change, in which case it made nothing green.
import { syntax } from '../../../adapters/evaluator/syntax.ts'
import { changedFiles, treeTexts, treeWith } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { guarded, mostChars } from '../../../rules/checks/tamper-guard.ts'
import { ambientConditions } from '../../../rules/tamper/ambient.ts'
import { partOf } from '../../../rules/tamper/files.ts'
import { readLicence } from '../../../rules/tamper/licence.ts'
import { grammarsFor, reader } from '../../../rules/tamper/read.ts'
import type { Accepted } from '../state.ts'
import { type Trees, passing } from './originals.ts'

const most = 4

export async function redElsewhere(project: Project, trees: Trees): Promise<Accepted['tampering']> {
  const { from, to, task } = trees
  const { test } = project.commands
  if (test === null) return []
  const [before, after] = [treeTexts(project.top, from, guarded, mostChars), treeTexts(project.top, to, guarded, mostChars)]
  const read = reader(await syntax.load(grammarsFor(before, after)))
  const around = { before, licence: readLicence(task, true), read }
  const changed = changedFiles(project.top, from, to)
  const found = changed.flatMap(({ path }) => ambientConditions({ path, before: before[path] ?? null, after: after[path] ?? null }, around))
  const greenBefore = async () => {
    const sources = changed.filter((each) => partOf(each.path) === 'source').map((each) => [each.path, { asIn: from }] as const)
    return (await passing(project, treeWith(project, to, Object.fromEntries(sources), trees.place), [test], trees))[0] === true
  }
  for (const { path, line, condition, turned } of found.slice(0, most)) {
    const [passes] = await passing(project, treeWith(project, to, { [path]: { text: turned } }, trees.place), [test], trees)
    if (passes === false && !(await greenBefore()))
      return [{ path, line, message: `the tests pass only because of \`${condition}\`, which only checks where or when the code runs` }]
  }
  return []
}
