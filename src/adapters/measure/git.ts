// Git as plumbing: trees and commits are written with our own index, so nobody's checkout, index or stash is touched. Hooks are off.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from '../../schema/fault.ts'
import { homePath } from '../own-folder.ts'
import { makerEnvironment } from '../providers/environment.ts'

export interface GitOptions {
  input?: string
  env?: Record<string, string>
  /** Exit codes that are results too. */
  ok?: readonly number[]
}

/** No fsmonitor, no external diff, no hooks: settings that would run programs. */
const quiet = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.auto=0', '-c', 'core.quotePath=true']

export function git(cwd: string, args: readonly string[], { input, env = {}, ok = [0] }: GitOptions = {}): string {
  const end = spawnSync('git', [...quiet, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...makerEnvironment(process.env, []), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', ...env },
    maxBuffer: 256 * 1024 * 1024,
    ...(input !== undefined && { input }),
  })
  if (end.error) throw new Fault('refused', `git couldn't be started: ${end.error.message}`, { fix: 'Install git, or put it on PATH.' })
  if (!ok.includes(end.status ?? -1))
    throw new Fault('refused', `git ${args.find((word) => !word.startsWith('-')) ?? ''}: ${end.stderr.trim().split('\n').at(-1) ?? ''}`, {
      fix: 'Run the same command in the repository to see what is wrong.',
    })
  return end.stdout
}

/** The root of the repository that holds a folder, its git folder, and the folder's path below the root. */
export function repositoryOf(folder: string): { top: string; gitDir: string; prefix: string } {
  const found = spawnSync('git', ['rev-parse', '--show-toplevel', '--absolute-git-dir', '--show-prefix'], { cwd: folder, encoding: 'utf8' })
  const [top = '', gitDir = '', prefix = ''] = found.status === 0 ? found.stdout.split('\n') : []
  if (top === '')
    throw new Fault('usage', `${folder} isn't a git repository`, { fix: 'Run `git init`, commit everything, and start again.' })
  return { top, gitDir, prefix: prefix.replace(/\/$/, '') }
}

export function commitOf(top: string, ref: string): string {
  const commit = git(top, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { ok: [0, 1, 128] }).trim()
  if (commit === '')
    throw new Fault('usage', ref === 'HEAD' ? `${top} has no commit yet` : `${ref} isn't a commit in ${top}`, {
      fix: ref === 'HEAD' ? 'Commit everything, and start again.' : 'Name a branch, a tag or a commit.',
    })
  return commit
}

export const treeOf = (top: string, commit: string): string => git(top, ['rev-parse', `${commit}^{tree}`]).trim()

/** Uncommitted changes, one line each. Our own folder is left out wherever it is in the repository. */
export const uncommitted = (top: string): string[] =>
  git(top, ['status', '--porcelain', '--untracked-files=all', '--', '.', `:(exclude,glob)**/${homePath()}/**`])
    .split('\n')
    .filter(Boolean)

/** A folder's files as a tree object. Ignored files are left out; a nested repository shows as a link, which is a finding. */
export function writeTree(gitDir: string, work: string, base: string, index: string): string {
  mkdirSync(dirname(index), { recursive: true })
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: work, GIT_INDEX_FILE: index }
  git(work, ['read-tree', base], { env })
  git(
    work,
    ['add', '--all', '--', '.', ':(exclude,glob)**/node_modules/**', ':(exclude,glob)**/.env', `:(exclude,glob)**/${homePath()}/**`],
    { env },
  )
  return git(work, ['write-tree'], { env }).trim()
}

/** Writes the files of a tree into a folder. */
export function checkoutTree(gitDir: string, tree: string, folder: string, index: string): void {
  mkdirSync(folder, { recursive: true })
  mkdirSync(dirname(index), { recursive: true })
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: folder, GIT_INDEX_FILE: index }
  git(folder, ['read-tree', tree], { env })
  git(folder, ['checkout-index', '--all', '--force'], { env })
}

/** A tree with some files taken from another tree, or with another text. */
export function treeWith(
  { top, gitDir }: { top: string; gitDir: string },
  tree: string,
  files: Readonly<Record<string, { asIn: string } | { text: string }>>,
  place: string,
): string {
  const env = { GIT_DIR: gitDir, GIT_INDEX_FILE: join(place, 'index') }
  git(top, ['read-tree', tree], { env })
  const lines = Object.entries(files).map(([path, wanted]) => {
    const [mode = '0', , blob = ''] = git(top, ['ls-tree', '-z', 'asIn' in wanted ? wanted.asIn : tree, '--', path]).split(/[ \t]/)
    const oid = 'asIn' in wanted ? blob : git(top, ['hash-object', '-w', '--stdin'], { input: wanted.text }).trim()
    return `${oid ? mode || '100644' : '0'} ${oid || '0'.repeat(40)}\t${path}\0`
  })
  git(top, ['update-index', '-z', '--index-info'], { env, input: lines.join('') })
  return git(top, ['write-tree'], { env }).trim()
}

export interface ChangedFile {
  path: string
  /** A added, M modified, D deleted, T changed type. */
  status: string
  /** 120000 is a symbolic link, 160000 a nested repository. */
  mode: string
  added: number
  deleted: number
}

export function changedFiles(top: string, from: string, to: string): ChangedFile[] {
  const counts = new Map(
    git(top, ['diff-tree', '-r', '-z', '--numstat', '--no-renames', from, to])
      .split('\0')
      .flatMap((line) => {
        const [added = '', deleted = '', path] = line.split('\t')
        return path ? [[path, { added: Number(added) || 0, deleted: Number(deleted) || 0 }] as const] : []
      }),
  )
  const raw = git(top, ['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to]).split('\0')
  const found: ChangedFile[] = []
  for (let n = 0; n + 1 < raw.length; n += 2) {
    const [, mode = '', , , status = ''] = (raw[n] ?? '').split(' ')
    const path = raw[n + 1] ?? ''
    found.push({ path, status, mode, ...(counts.get(path) ?? { added: 0, deleted: 0 }) })
  }
  return found
}

export const patchOf = (top: string, from: string, to: string, context = 0): string =>
  git(top, ['diff', '--no-ext-diff', '--no-textconv', '--no-renames', '--no-color', `-U${context}`, from, to])

/** Every text file of a tree with its content; binary and oversized files are left out. */
export function treeTexts(top: string, tree: string, wanted: (path: string) => boolean, mostChars: number): Record<string, string> {
  const rows = git(top, ['ls-tree', '-r', '-z', '-l', tree])
    .split('\0')
    .flatMap((row) => {
      const found = /^(\d+) blob (\w+) +(\d+)\t([\s\S]+)$/.exec(row)
      return found && found[1] !== '120000' && Number(found[3]) <= mostChars && wanted(found[4] ?? '')
        ? [{ oid: found[2] ?? '', path: found[4] ?? '' }]
        : []
    })
  const texts: Record<string, string> = Object.create(null)
  if (rows.length === 0) return texts
  const end = spawnSync('git', ['cat-file', '--batch'], {
    cwd: top,
    input: rows.map(({ oid }) => `${oid}\n`).join(''),
    maxBuffer: 1024 * 1024 * 1024,
  })
  let at = 0
  for (const { path } of rows) {
    const line = end.stdout.indexOf(10, at)
    const size = Number(end.stdout.subarray(at, line).toString().split(' ')[2])
    const bytes = end.stdout.subarray(line + 1, line + 1 + size)
    if (!bytes.includes(0)) texts[path] = bytes.toString('utf8')
    at = line + 1 + size + 1
  }
  return texts
}
