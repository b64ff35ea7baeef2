// The user who runs this program: whose signatures they trust and what they demand of an approval. Never taken from a run, a repository or the environment.
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { type AllowedSigners, parseAllowedSigners } from '../gates/allowed-signers.ts'
import type { PolicyWords } from '../gates/policy.ts'
import { Fault, toFault } from '../schema/fault.ts'
import { configName, parseConfig } from './config.ts'
import { readText } from './disk.ts'
import { type Passkey, passkeysBeside, readPasskeys } from './passkeys.ts'

export interface Verifier {
  /** Where approvers are looked up, in words; null if the account has no home. */
  file: string | null
  /** Null if there is no such file. */
  signers: AllowedSigners | null
  passkeys: Passkey[]
  policy: PolicyWords | undefined
}

/** The account's home as the system knows it: any program that starts us can set HOME and XDG_CONFIG_HOME. */
export function accountHome(): string | null {
  try {
    return userInfo().homedir || null
  } catch {
    return null
  }
}

const ownFolder = (home: string) => join(home, '.config', 'whetstone')

/** `file`: the approvers named by the caller; their other files lie beside it. */
export function readVerifier({ home, file, root }: { home: string | null; file?: string | undefined; root: string }): Verifier {
  const named = file === undefined ? undefined : resolve(file)
  if (named !== undefined && isBelow(real(root), real(named)))
    throw new Fault('refused', `${file} is in the project, and a project can't say who may approve it`, {
      fix: 'Name a file that only you can write, outside any repository.',
    })
  const place = named ?? (home === null ? null : join(ownFolder(home), 'approvers'))
  const text = place === null ? null : readText(place)
  if (named !== undefined && text === null) throw new Fault('not_found', `there is no file ${file}`, { fix: 'Check the path.' })
  const passkeys = place === null ? [] : readPasskeys(passkeysBeside(place))
  return {
    file: place,
    passkeys,
    signers: text === null ? null : parseAllowedSigners(text),
    policy: place === null ? undefined : ownPolicy(place),
  }
}

/** The link's target, since a link outside can lead back in. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const isBelow = (folder: string, path: string) => !/^\.\.(?:[\\/]|$)/.test(relative(folder, path)) && !isAbsolute(relative(folder, path))

/** `policy.yaml` beside the approvers holds what whetstone.yaml has under `approval:`. */
function ownPolicy(approvers: string): PolicyWords | undefined {
  const path = join(dirname(approvers), 'policy.yaml')
  const text = readText(path)
  return text === null ? undefined : parseConfig(`approval:\n${text.replace(/^/gm, '  ')}`, path).approval
}

/** `policy`: what the repository demanded. `unsure`: why there may have been more. */
type PolicyThen = { policy: PolicyWords | undefined; unsure?: string } | { problem: string }

/** What the repository demanded when this file was first committed in its present form; null without git, or if it never was. */
export function policyWhen(root: string, path: string): PolicyThen | null {
  const asked = ['--format=%H', '--diff-filter=A', '--raw', '-m', '--no-abbrev', '--no-renames', '--no-ext-diff', '--no-textconv']
  const log = git(root, ['log', ...asked, '--', path])
  const added = [...(log ?? '').matchAll(/^([0-9a-f]{40,64})\n\n:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) A/gm)]
  if (added.length === 0) return null
  const now = git(root, ['hash-object', '--no-filters', '--', path])?.trim() // a filter would be a program of the repository's choice
  // A file that is removed and re-added was frozen at its first commit.
  const commit = (added.findLast(([, , blob]) => blob === now) ?? added[0])?.[1]
  if (commit === undefined) return null
  const text = git(root, ['cat-file', 'blob', `${commit}:./${configName}`])
  try {
    const policy = text === null ? undefined : parseConfig(text, configName).approval
    return git(root, ['rev-parse', '--is-shallow-repository'])?.trim() === 'true'
      ? {
          policy,
          unsure:
            'the history here is cut short, so it may have been frozen under a stricter policy; `git fetch --unshallow` fetches the rest',
        }
      : { policy }
  } catch (error) {
    return { problem: `${configName} of the freezing commit ${commit.slice(0, 12)} can't be read: ${toFault(error).message}` }
  }
}

/** Reads only committed history: runs no program from the repository's git configuration and follows no replacement commits. */
function git(root: string, args: readonly string[]): string | null {
  const quiet = ['log.showSignature=false', 'core.fsmonitor=false', 'core.hooksPath=/dev/null', 'protocol.allow=never']
  const { status, stdout } = spawnSync('git', ['--no-pager', ...quiet.flatMap((set) => ['-c', set]), '-C', root, ...args], {
    encoding: 'utf8',
    maxBuffer: 8 << 20,
    env: {
      PATH: process.env['PATH'],
      HOME: accountHome() ?? '/',
      GIT_GRAFT_FILE: '/dev/null',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
    },
  })
  return status === 0 ? stdout : null
}
