// The change once more with what it is judged by put back as it was: a run that is green only without the originals was made green by changing them.
import { join } from 'node:path'
import { copyTree } from '../../../adapters/measure/copy.ts'
import { changedFiles, git } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { readTests } from '../../../rules/measure/read-output.ts'
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

export async function againstOriginals(project: Project, { from, to, task, place, signal }: Trees): Promise<Accepted['tampering']> {
  const changed = changedFiles(project.top, from, to)
  const licence = readLicence(
    task,
    changed.some(({ path }) => partOf(path) === 'source'),
  )
  const back = unasked(changed, licence, task)
  if (back.length === 0) return []
  const tree = putBack(project, from, to, back, join(place, 'index'))
  const lines = probesOf(project, task)
  const [now, then] = [
    await ended(project, to, lines, join(place, 'accept'), signal),
    await ended(project, tree, lines, join(place, 'before'), signal),
  ]
  const names = back.map(({ path }) => path)
  return lines
    .filter((_line, n) => now[n] === true && then[n] === false)
    .map((line) => ({
      path: names[0] as string,
      message: `\`${line}\` passes only because ${names.join(', ')} ${names.length === 1 ? 'was' : 'were'} changed, which the task does not ask for`,
    }))
}

function probesOf({ commands, package: pack }: Project, task: string): string[] {
  const named = scriptsIn(task, Object.keys(pack?.scripts ?? {})).map((name) => `${commands.manager} run ${name}`)
  return [...new Set([...[commands.build, commands.test, commands.lint].filter((line) => line !== null), ...named])]
}

/** Whether each command passes; null where it did not come to an end. */
async function ended(
  project: Project,
  tree: string,
  lines: readonly string[],
  place: string,
  signal: AbortSignal,
): Promise<(boolean | null)[]> {
  const copy = await copyTree(project, tree, place, signal)
  const passed: (boolean | null)[] = []
  try {
    for (const line of lines) {
      const end = await copy.run(line, { limitMs: project.limits.test * 1000, signal })
      passed.push(end.timedOut || end.exitCode === null ? null : end.exitCode === 0 && (readTests(end).counts?.failed ?? 0) === 0)
    }
    return passed
  } finally {
    copy.remove()
  }
}

function putBack(
  { top, gitDir }: Project,
  from: string,
  to: string,
  back: readonly { path: string; status: string }[],
  index: string,
): string {
  const env = { GIT_DIR: gitDir, GIT_INDEX_FILE: index }
  git(top, ['read-tree', to], { env })
  const lines = back.map(({ path, status }) => {
    const [mode = '0', , oid = ''] = status === 'A' ? [] : git(top, ['ls-tree', '-z', from, '--', path]).split(/[ \t]/)
    return `${mode} ${oid || '0'.repeat(40)}\t${path}\0`
  })
  git(top, ['update-index', '-z', '--index-info'], { env, input: lines.join('') })
  return git(top, ['write-tree'], { env }).trim()
}
