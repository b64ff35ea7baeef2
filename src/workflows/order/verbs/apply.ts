// whet order apply: shows what an accepted order changed, then merges or cherry-picks it into the current branch.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { changedFiles, git, patchOf, repositoryOf, treeOf } from '../../../adapters/measure/git.ts'
import { inert } from '../../../lib/inert.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { findRun, loadRun } from '../../../operations/runs.ts'
import { Fault } from '../../../schema/fault.ts'
import order from '../index.ts'
import type { OrderState } from '../state.ts'
import { onward } from '../view.ts'

export default defineOperation({
  summary: 'Show what an order changed, then merge or cherry-pick it into the checkout',
  input: z.object({
    run: z.string().meta({ description: 'run id or name' }),
    pick: z.boolean().optional().meta({ description: 'cherry-pick the commit instead of merging its branch' }),
    reviewed: z.boolean().optional().meta({ description: 'apply even an order that needs review' }),
    yes: z.boolean().optional().meta({ description: 'apply without asking' }),
  }),
  positional: [{ name: 'run' }],
  personOnly: true,
  examples: ['whet order apply fix-sum', 'whet order apply fix-sum --pick --yes'],
  async run({ run: name, pick = false, reviewed = false, yes = false }, world): Promise<Applied> {
    const { run } = await findRun(world, name, 'order')
    const { state } = await loadRun(world, run, order)
    const { commit, branch } = applicable(state, name, reviewed)
    const { top, gitDir } = repositoryOf(state.input.repo)
    const patch = patchOf(top, `${commit}^`, commit, 3)
    const head = git(top, ['rev-parse', 'HEAD']).trim()
    const done = { run, branch, commit, into: git(top, ['rev-parse', '--abbrev-ref', 'HEAD']).trim(), patch }
    const shared = git(top, ['merge-base', 'HEAD', commit]).trim()
    if (shared === commit) return { ...done, how: 'already there' }
    const merged = mergedTree(top, head, commit, branch)
    if (merged === treeOf(top, head)) return { ...done, how: 'already there' }
    refuseOverlap(top, commit)
    if (!yes && world.person) {
      world.person.show(inert(patch))
      if (!(await world.person.confirm(`Apply this to ${done.into}?`))) return { ...done, how: 'not applied' }
    } else if (!yes) return { ...done, how: 'not applied' }
    refuseUnready(top, gitDir, pick || shared !== head)
    putIn(top, pick ? ['cherry-pick', commit] : ['merge', '--no-edit', branch])
    return { ...done, how: pick ? 'cherry-picked' : 'merged' }
  },
  text({ patch, how, branch, into }, { run, yes }) {
    const end = {
      merged: `Merged ${branch} into ${into}.`,
      'cherry-picked': `Cherry-picked ${branch} onto ${into}.`,
      'already there': `${into} already has it.`,
      'not applied': `Nothing was applied. \`whet order apply ${run} --yes\` applies it.`,
    }[how]
    return [...(how === 'not applied' || yes ? [inert(patch).trimEnd(), ''] : []), end].join('\n')
  },
})

interface Applied {
  run: string
  branch: string
  commit: string
  into: string
  patch: string
  how: 'merged' | 'cherry-picked' | 'already there' | 'not applied'
}

function applicable(state: OrderState, name: string, reviewed: boolean): { commit: string; branch: string } {
  const { commit, status, stop } = state
  if (!commit || !stop)
    throw new Fault('refused', `${name} has no commit to apply${stop ? `: ${stop.because}` : ' yet'}`, {
      fix: stop ? onward({ state }, name) : `\`whet show ${name}\` shows its state.`,
    })
  if (status === 'completed' || (reviewed && status === 'needs_review')) return commit
  throw new Fault('refused', `${name} is ${status}: ${stop.because}`, {
    fix: `View it with \`git show ${commit.branch}\`; --reviewed applies it anyway.`,
  })
}

/** Uncommitted work is never put at risk, not even where git would cope. */
function refuseOverlap(top: string, commit: string): void {
  const mine = new Set(
    git(top, ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'])
      .split('\0')
      .map((line) => line.slice(3)),
  )
  const both = changedFiles(top, treeOf(top, `${commit}^`), treeOf(top, commit)).filter(({ path }) => mine.has(path))
  if (both.length > 0)
    throw new Fault(
      'conflict',
      `${both.map(({ path }) => path).join(', ')} ${both.length === 1 ? 'has' : 'have'} uncommitted changes that the order changes too`,
      { fix: 'Commit or move them away, then apply again.' },
    )
}

/** Refuses, before touching anything, whatever would stop git half-way, and work in progress. */
function refuseUnready(top: string, gitDir: string, commits: boolean): void {
  const underWay = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'].some((name) =>
    existsSync(join(gitDir, name)),
  )
  if (underWay)
    throw new Fault('conflict', 'a merge, rebase or cherry-pick is under way in the checkout', {
      fix: 'Finish or abort it, then apply again.',
    })
  if (commits && git(top, ['var', 'GIT_COMMITTER_IDENT'], { ok: [0, 128] }) === '')
    throw new Fault('refused', "git doesn't know who you are, and a merge is a commit in your name", {
      fix: 'Set user.name and user.email with `git config`, then apply again.',
    })
}

/** All or nothing: a failure half-way, such as in signing, is undone. */
function putIn(top: string, [verb, ...args]: [string, ...string[]]): void {
  try {
    git(top, [verb, ...args])
  } catch (error) {
    git(top, [verb, '--abort'], { ok: [0, 1, 128] })
    throw error
  }
}

/** The result of a merge; a conflict is refused. */
function mergedTree(top: string, head: string, commit: string, branch: string): string {
  const said = git(top, ['merge-tree', '--write-tree', '--name-only', '--no-messages', head, commit], { ok: [0, 1] })
    .trim()
    .split('\n')
  if (said.length > 1)
    throw new Fault('conflict', `the change conflicts with what is checked out, in ${said.slice(1).join(', ')}`, {
      fix: `Merge ${branch} yourself and resolve the conflict, or start the order again from what is checked out now.`,
    })
  return said[0] ?? ''
}
