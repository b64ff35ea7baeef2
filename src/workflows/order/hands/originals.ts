// Runs the change again with the original files that judge it: a run that is green only without them was made green by changing them.
import { join } from 'node:path'
import { copyTree } from '../../../adapters/measure/copy.ts'
import { changedFiles, treeWith } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { notRun, readTests } from '../../../rules/measure/read-output.ts'
import { readLicence } from '../../../rules/tamper/licence.ts'
import { partOf } from '../../../rules/tamper/files.ts'
import { scriptsIn, unasked } from '../originals.ts'
import type { Accepted } from '../state.ts'

export interface Trees {
  from: string
  to: string
  task: string
  place: string
  signal: AbortSignal
}

export async function againstOriginals(project: Project, trees: Trees): Promise<Accepted['tampering']> {
  const { from, to, task, place } = trees
  const changed = changedFiles(project.top, from, to)
  const licence = readLicence(
    task,
    changed.some(({ path }) => partOf(path) === 'source'),
  )
  const back = unasked(changed, licence, task).map(({ path }) => path)
  if (back.length === 0) return []
  const lines = probesOf(project, task)
  const restored = treeWith(project, to, Object.fromEntries(back.map((path) => [path, { asIn: from }])), place)
  const then = await passing(project, restored, lines, trees)
  const failing = lines.filter((_line, n) => then[n] === false)
  const now = failing.length > 0 ? await passing(project, to, failing, trees) : []
  return failing
    .filter((_line, n) => now[n] === true)
    .map((line) => ({
      path: back[0] as string,
      message: `\`${line}\` passes only because ${back.join(', ')} ${back.length === 1 ? 'was' : 'were'} changed, which the task doesn't ask for`,
    }))
}

function probesOf({ commands, package: pack }: Project, task: string): string[] {
  const named = scriptsIn(task, Object.keys(pack?.scripts ?? {})).map((name) => `${commands.manager} run ${name}`)
  return [...new Set([...[commands.build, commands.test, commands.lint].filter((line) => line !== null), ...named])]
}

/** Whether each command passes in a fresh copy of a tree; null if it didn't finish. */
export async function passing(
  project: Project,
  tree: string,
  lines: readonly string[],
  { place, signal }: Pick<Trees, 'place' | 'signal'>,
): Promise<(boolean | null)[]> {
  const copy = await copyTree(project, tree, join(place, 'before'), signal)
  const passed: (boolean | null)[] = []
  try {
    for (const line of lines) {
      const end = await copy.run(line, { limitMs: project.limits.test * 1000, signal })
      passed.push(notRun('command', end) ? null : end.exitCode === 0 && (readTests(end).counts?.failed ?? 0) === 0)
    }
    return passed
  } finally {
    copy.remove()
  }
}
