// What a maker must leave alone beside its working copy: git hooks and settings, the person's own settings, the folder around the copy.
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { closes } from '../../../adapters/evaluator/isolation.ts'
import { userFolder } from '../../../adapters/config.ts'
import { git } from '../../../adapters/measure/git.ts'
import type { Project } from '../../../adapters/measure/project.ts'
import { sha256 } from '../../../lib/hash.ts'

const ownFiles = '.gitconfig .config/git .npmrc .yarnrc .yarnrc.yml .bashrc .bash_profile .profile .zshrc .zshenv .ssh .netrc'.split(' ')
/** What we put around the copy ourselves. */
const ours = new Set(['work', 'home', 'none', 'index', 'ready', 'check', 'accept', 'before', 'base', 'packages'])

/** Path → fingerprint. */
export function fingerprints(env: NodeJS.ProcessEnv, { top }: Project, place: string): Record<string, string> {
  const common = resolve(top, git(top, ['rev-parse', '--git-common-dir']).trim())
  const home = env['HOME'] || homedir()
  const watched = [
    ...['hooks', 'config', 'info', 'config.worktree'].map((name) => join(common, name)),
    ...['hooks', 'config', 'info'].map((name) => join(place, 'work', '.git', name)),
    ...ownFiles.map((name) => join(home, name)),
    userFolder(env),
  ]
  return {
    ...Object.fromEntries(watched.map((path) => [path, fingerprint(path)])),
    // Where the checkout is shut to the maker, changes in it are the person's own.
    ...(closes() ? {} : { [top]: sha256(git(top, ['status', '--porcelain', '--untracked-files=all']) + git(top, ['diff', 'HEAD'])) }),
    [place]: existsSync(place)
      ? sha256(
          readdirSync(place)
            .filter((name) => !ours.has(name))
            .sort()
            .join('\n'),
        )
      : '',
    [join(place, '..')]: existsSync(place) ? sha256(strays(join(place, '..')).join('\n')) : '',
  }
}

/** In words, what is not as it was. */
export function violationsSince(
  env: NodeJS.ProcessEnv,
  project: Project,
  place: string,
  watched: Readonly<Record<string, string>>,
): string[] {
  const now = fingerprints(env, project, place)
  return Object.keys(watched)
    .filter((path) => watched[path] !== now[path])
    .map((path) => `${path} was changed while the maker worked, outside its working copy`)
}

/** Files and links beside the copies; other copies come and go. */
const strays = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() || !existsSync(join(folder, entry.name, 'work')))
    .map(({ name }) => name)
    .sort()

function fingerprint(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return ''
  if (found.isDirectory())
    return sha256(
      readdirSync(path)
        .sort()
        .map((name) => `${name} ${fingerprint(join(path, name))}`)
        .join('\n'),
    )
  if (!found.isFile()) return 'not a file'
  try {
    return sha256(`${found.mode} ${found.size > 1_000_000 ? found.mtimeMs : readFileSync(path, 'base64')}`)
  } catch {
    return 'unreadable'
  }
}
