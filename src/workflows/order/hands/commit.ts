// The change as one commit on its own branch. The same work gives the same commit, so a crash leaves neither half of one nor two.
import { findProgram, runProgram } from '../../../adapters/providers/process.ts'
import { makerEnvironment } from '../../../adapters/providers/environment.ts'
import { git, repositoryOf } from '../../../adapters/measure/git.ts'
import type { World } from '../../../operations/world.ts'
import { Fault } from '../../../schema/fault.ts'
import { branchOf } from '../next.ts'
import type { Given } from '../state.ts'

type Committed = Pick<Given, 'run' | 'repo' | 'base' | 'tree' | 'task' | 'at'>

export function commit(given: Committed): { commit: string; branch: string } {
  const branch = branchOf(given.run)
  return { commit: put(given, `refs/heads/${branch}`), branch }
}

/** Unaccepted work is kept under a separate ref, so that nothing is lost with the working copy. */
export function keepWork(given: Committed): string {
  const ref = `refs/whet/${given.run}`
  put(given, ref)
  return ref
}

function put({ run, repo, base, tree, task, at }: Committed, ref: string): string {
  const { top } = repositoryOf(repo)
  const [title = ''] = task.trim().split('\n')
  const subject = title.length > 72 ? `${title.slice(0, 71)}…` : title
  const date = `@${Math.floor(at / 1000)} +0000` // git would read a small bare number as a year
  const who = (name: string, otherwise: string) => git(top, ['config', name], { ok: [0, 1] }).trim() || otherwise
  const [name, email] = [who('user.name', 'whet'), who('user.email', 'whet@localhost')]
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  }
  const made = git(top, ['commit-tree', tree, '-p', base], {
    input: `${subject}\n\n${task.trim() === subject ? '' : `${task.trim()}\n\n`}Whet-Order: ${run}\n`,
    env,
  }).trim()
  const there = git(top, ['rev-parse', '--verify', '--quiet', ref], { ok: [0, 1] }).trim()
  if (there === made) return made
  if (there !== '') throw new Fault('conflict', `${ref} already exists with different work`, { fix: 'Rename or delete it, then resume.' })
  git(top, ['update-ref', ref, made, '0'.repeat(made.length)])
  return made
}

/** A draft, because acceptance comes after it. A failed pull request is reported and blocks nothing. */
export async function pull(
  { env }: World,
  { repo, branch, task }: Pick<Given, 'repo' | 'branch' | 'task'>,
  signal: AbortSignal,
): Promise<{ url: string | null; problem: string | null }> {
  const { top } = repositoryOf(repo)
  if ((await findProgram('gh', env, top)) === null) return { url: null, problem: 'there is no gh on PATH, so no pull request was opened' }
  const run = (argv: [string, ...string[]]) =>
    runProgram({
      argv,
      input: '',
      cwd: top,
      env: makerEnvironment(env, ['GH_*', 'GITHUB_*', 'SSH_AUTH_SOCK']),
      timeoutMs: 120_000,
      maxStdoutBytes: 1_000_000,
      signal,
    })
  const pushed = await run(['git', 'push', '--quiet', 'origin', `refs/heads/${branch}:refs/heads/${branch}`])
  if (pushed.exitCode !== 0) return { url: null, problem: `the branch couldn't be pushed: ${pushed.stderrTail.split('\n').at(-1) ?? ''}` }
  const [title = ''] = task.trim().split('\n')
  const made = await run(['gh', 'pr', 'create', '--draft', '--head', branch, '--title', title.slice(0, 100), '--body', task])
  const said = Buffer.from(made.stdout).toString('utf8').trim()
  return made.exitCode === 0
    ? { url: said.split('\n').at(-1) ?? said, problem: null }
    : { url: null, problem: `gh: ${made.stderrTail.split('\n').at(-1) ?? ''}` }
}
