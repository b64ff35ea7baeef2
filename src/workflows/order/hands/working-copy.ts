// A maker's working copy: the starting tree, packages and its own git repository, sharing nothing with the checkout.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from '../../../adapters/measure/copy.ts'
import { git } from '../../../adapters/measure/git.ts'
import { type Project, readProject } from '../../../adapters/measure/project.ts'
import type { World } from '../../../operations/world.ts'
import type { Given } from '../state.ts'
import { keepWork } from './commit.ts'
import { placeOf } from './place.ts'
import { fingerprints } from './watch.ts'

/** Created once and brought to the tree; one left by a crash is reused if complete. */
export async function open(
  world: Pick<World, 'env'>,
  { run, repo, base, tree }: Pick<Given, 'run' | 'repo' | 'base' | 'tree'>,
  signal: AbortSignal,
): Promise<{ reused: boolean; watched: Record<string, string> }> {
  const project = readProject(repo, world.env)
  const place = placeOf(world.env, repo, run)
  const ready = join(place, 'ready')
  const reused = existsSync(ready) && existsSync(join(place, 'work'))
  if (!reused) {
    await copyTree(project, tree, place, signal)
    ownRepository(project, base, join(place, 'work'))
    writeFileSync(ready, run)
  }
  bringTo(project, tree, place)
  return { reused, watched: fingerprints(world.env, project, place) }
}

export function close(
  world: Pick<World, 'env'>,
  { run, repo, base, tree, task, at }: Pick<Given, 'run' | 'repo' | 'base' | 'task' | 'at'> & { tree: string | null },
): object {
  const kept = tree === null ? null : keepWork({ repo, run, base, tree, task, at })
  rmSync(placeOf(world.env, repo, run), { recursive: true, force: true })
  return { kept }
}

/** The copy's repository gets the commit, so that makers can use git diff; hooks, settings and refs aren't the user's. */
function ownRepository({ top }: Project, base: string, work: string): void {
  git(work, ['fetch', '--quiet', '--depth=1', '--no-tags', `file://${top}`, base], { env: { GIT_PROTOCOL_FROM_USER: '1' } })
  git(work, ['update-ref', 'HEAD', base])
  git(work, ['read-tree', base])
}

/** The files of the tree, and besides them only ignored ones. */
function bringTo({ gitDir }: Project, tree: string, place: string): void {
  const work = join(place, 'work')
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: work, GIT_INDEX_FILE: join(place, 'index') }
  mkdirSync(work, { recursive: true })
  git(work, ['read-tree', tree], { env })
  git(work, ['checkout-index', '--all', '--force'], { env })
  const others = git(work, ['ls-files', '-z', '--others', '--exclude-standard'], { env }).split('\0').filter(Boolean)
  for (const path of others)
    if (!/(?:^|\/)(?:node_modules|\.env)(?:\/|$)/.test(path)) rmSync(join(work, path), { recursive: true, force: true })
}
