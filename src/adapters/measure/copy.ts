// A fresh copy of a tree for commands: its files, its own dependencies, its own home, isolated if the system can.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { installCommand, lockFiles } from '../../rules/measure/commands.ts'
import type { Ended } from '../../rules/measure/read-output.ts'
import { createExec } from '../evaluator/exec.ts'
import { readText } from '../disk.ts'
import { makerEnvironment } from '../providers/environment.ts'
import { runProgram } from '../providers/process.ts'
import { checkoutTree, git } from './git.ts'
import { keep, note, take } from './kept-packages.ts'
import type { Project } from './project.ts'

export interface TreeCopy {
  /** Holds the copy, its home and our records of it. */
  place: string
  /** The root of the copied tree. */
  top: string
  /** The project's folder in it, where commands run. */
  cwd: string
  /** Why dependencies are missing, if they are. */
  problem: string | null
  /** Git's hooks and settings there, as text: building or testing has no reason to change them. */
  hooks(): string
  run(command: string, options: { limitMs: number; signal: AbortSignal; env?: Readonly<Record<string, string>> }): Promise<Ended>
  remove(): void
}

export async function copyTree(project: Project, tree: string, place: string, signal: AbortSignal): Promise<TreeCopy> {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, 'home'), { recursive: true })
  mkdirSync(join(place, 'none'))
  const real = realpathSync(place)
  const top = join(real, 'work')
  checkoutTree(project.gitDir, tree, top, join(real, 'index'))
  // Linters and scripts ask git which files exist and which are ignored.
  git(top, ['init', '--quiet', '--template='])
  cpSync(join(real, 'index'), join(top, '.git', 'index'))
  const cwd = join(top, project.prefix)
  mkdirSync(cwd, { recursive: true }) // a change may have removed it
  const kept = join(dirname(real), 'packages') // for the next copy
  const problem = await addPackages(project, tree, { top, cwd, kept }, signal)
  addEnv(project, cwd)
  // The copy brings its own packages: there is no project to mount any from.
  const exec = createExec({ copy: { root: join(real, 'none'), place: real, cwd }, home: join(real, 'home'), confined: false })
  return {
    place: real,
    top,
    cwd,
    problem,
    hooks: () => hooksIn(top, join(real, 'home')),
    run: async (command, { limitMs, signal: stop, env = {} }) => {
      const words = Object.entries({
        ...steady,
        ...(project.commands.manager === 'pnpm' && noInstall),
        ...portsOf(project, real),
        ...env,
      }).map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'`)
      const { network: _network, ...ended } = await exec.run(`exec 2>&1; export ${words.join(' ')}; ${command}`, {
        timeoutMs: limitMs,
        signal: stop,
      })
      return { ...ended, limitMs }
    },
    remove: () => {
      for (const path of packageFolders(project.top)) keep(kept, path, join(top, path))
      rmSync(real, { recursive: true, force: true })
    },
  }
}

function hooksIn(top: string, home: string): string {
  const folder = join(top, '.git')
  const names = ['hooks', 'info'].flatMap((name) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name)).map((file) => `.git/${name}/${file}`) : [],
  )
  const settings = git(top, ['config', '--list', '--show-scope'], {
    env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config') },
    ok: [0, 128],
  })
  return [...names, ...settings.split('\n').filter((line) => /^(?:global|local|worktree)\t/.test(line))].join('\n')
}

/** Settings that make npm, yarn or pnpm run programs; the install itself isn't confined. */
const installerFiles = ['.npmrc', '.yarnrc', '.yarnrc.yml', '.yarn/**', '.pnpmfile.*', 'pnpm-workspace.yaml'].map(
  (name) => `:(glob)**/${name}`,
)

/** pnpm would reinstall, or fetch the version of itself that package.json names, which hangs without a network. Versions read different names. */
const noInstall = Object.fromEntries(
  ['verify_deps_before_run', 'manage_package_manager_versions'].flatMap((name) => [
    [`npm_config_${name}`, 'false'],
    [`pnpm_config_${name}`, 'false'],
  ]),
)

const steady = { npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false', FORCE_COLOR: '0' }

/** Copied from the checkout, never linked; installed if the change needs other packages, or not at all. */
async function addPackages(
  project: Project,
  tree: string,
  { top, cwd, kept }: { top: string; cwd: string; kept: string },
  signal: AbortSignal,
): Promise<string | null> {
  const { folder, commands, package: pack } = project
  const changed = ['package.json', ...Object.values(lockFiles)].some(
    (name) => dependencies(join(folder, name)) !== dependencies(join(cwd, name)),
  )
  const found = packageFolders(project.top)
  if (!changed && found.length > 0) {
    for (const path of found) {
      if (take(kept, path, join(top, path))) continue
      copyFolder(join(project.top, path), join(top, path))
      note(kept, path, join(top, path))
    }
    return null
  }
  const now = readText(join(cwd, 'package.json'))
  if (now === null || (!changed && (pack?.depends.length ?? 0) === 0) || !/ependencies"/.test(now)) return null
  const steered = git(project.top, ['diff-tree', '-r', '-z', '--name-only', 'HEAD', tree, '--', ...installerFiles]).split('\0')
  if (steered[0]) return `its packages were not installed: ${steered[0]} was changed, and installers run what it says`
  const here = [cwd, top] // a workspace's lock file is at its root
  const locked = here.some((folder) => existsSync(join(folder, lockFiles[commands.manager])))
  const modern = here.some(
    (folder) => /^__metadata:/m.test(readText(join(folder, 'yarn.lock')) ?? '') || existsSync(join(folder, '.yarnrc.yml')),
  )
  const line = installCommand(commands.manager, { locked, modern })
  const end = await runProgram({
    argv: ['sh', '-c', line],
    input: '',
    cwd,
    env: makerEnvironment(process.env, []),
    timeoutMs: 300_000,
    maxStdoutBytes: 4 * 1024 * 1024,
    signal,
  })
  return end.exitCode === 0 ? null : `its packages couldn't be installed (${line}): ${end.stderrTail.split('\n').at(-1) ?? ''}`
}

/** `cp` takes a quarter of Node's time for ten thousand small files. */
function copyFolder(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  if (spawnSync('cp', ['-a', '--', from, to]).status !== 0) cpSync(from, to, { recursive: true, verbatimSymlinks: true, force: true })
}

/** The parts of a manifest that decide which packages are installed; scripts and version don't. */
function dependencies(path: string): string {
  const text = readText(path) ?? ''
  if (!path.endsWith('package.json')) return text
  try {
    const read = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(
      ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides', 'workspaces'].map((key) => read[key] ?? null),
    )
  } catch {
    return text
  }
}

/** Of the root and of a workspace's packages. */
function packageFolders(top: string): string[] {
  const folders = new Set(
    git(top, ['ls-files', '-z', '--', 'package.json', '*/package.json'])
      .split('\0')
      .filter(Boolean)
      .map((path) => (dirname(path) === '.' ? 'node_modules' : join(dirname(path), 'node_modules'))),
  )
  return [...folders].filter((path) => existsSync(join(top, path)) && readdirSync(join(top, path)).length > 0)
}

/** Only the keys that a trusted configuration names. */
function addEnv({ folder, settings }: Project, cwd: string): void {
  const path = join(folder, '.env')
  const names = settings.env ?? []
  if (names.length === 0 || !existsSync(path)) return
  const all = parseEnv(readFileSync(path, 'utf8'))
  const lines = names.flatMap((name) => (all[name] === undefined ? [] : [`${name}=${JSON.stringify(all[name])}`]))
  writeFileSync(join(cwd, '.env'), `${lines.join('\n')}\n`)
}

/** Its own ports, so that two copies don't collide if the network isn't isolated. */
function portsOf({ settings: { ports = ['PORT'] } }: Project, place: string): Record<string, string> {
  const first = 20_000 + (createHash('sha256').update(place).digest().readUInt16BE(0) % 20_000)
  return Object.fromEntries(ports.map((name, n) => [name, String(first + n)]))
}
