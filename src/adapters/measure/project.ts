// A project to measure: its repository, the commands it names, and whether a person trusts those.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sha256 } from '../../lib/hash.ts'
import {
  type Commands,
  type Limits,
  type Overrides,
  type Package,
  commandsOf,
  defaultLimits,
  probes,
  readPackage,
} from '../../rules/measure/commands.ts'
import { sectionOf } from '../../schema/config.ts'
import { Fault } from '../../schema/fault.ts'
import { OrderSettings } from '../../schema/order.ts'
import { isTrusted, loadConfig, untrusted } from '../config.ts'
import { readText } from '../disk.ts'
import { commitOf, git, repositoryOf, uncommitted } from './git.ts'

export interface Project {
  /** The folder whose package.json names the commands. */
  folder: string
  top: string
  gitDir: string
  /** Its path below the root; empty at the root itself. */
  prefix: string
  package: Package | null
  commands: Commands
  limits: Limits
  settings: OrderSettings
  /** What a person should know before relying on the result. */
  notes: string[]
}

export function readProject(folder: string, env: NodeJS.ProcessEnv): Project {
  const place = resolve(folder)
  if (!existsSync(place)) throw new Fault('not_found', `there is no folder ${folder}`, { fix: 'Check the path.' })
  const { top, gitDir, prefix } = repositoryOf(place)
  commitOf(top, 'HEAD')
  const { config, trusted } = loadConfig(place, env)
  if (config['order'] && !trusted) throw untrusted('the commands and settings under order:')
  const settings = sectionOf(config, 'order', OrderSettings)
  const text = readText(join(place, 'package.json'))
  const pack = text === null ? null : readPackage(text)
  if (text !== null && pack === null) throw new Fault('invalid', `${join(place, 'package.json')} isn't JSON`, { fix: 'Fix it.' })
  const has = (path: string) => existsSync(join(place, path)) || existsSync(join(top, path))
  const facts = { package: pack, has, installed: (name: string) => has(`node_modules/${name}/package.json`) }
  return {
    folder: place,
    top,
    gitDir,
    prefix,
    package: pack,
    commands: commandsOf(facts, (settings.commands ?? {}) as Overrides),
    limits: { ...defaultLimits, ...(settings.seconds as Partial<Limits> | undefined) },
    settings,
    notes: notesOf(place, top, pack),
  }
}

function notesOf(folder: string, top: string, pack: Package | null): string[] {
  const others = uncommitted(top).length
  return [
    ...(others > 0
      ? [
          `${others} uncommitted ${others === 1 ? 'change in the checkout stays there and is' : 'changes in the checkout stay there and are'} not part of this`,
        ]
      : []),
    ...(git(top, ['rev-parse', '--is-shallow-repository']).trim() === 'true'
      ? ['the repository is shallow: earlier commits are missing']
      : []),
    ...(existsSync(join(top, '.gitmodules')) ? ["submodules aren't checked out in the working copy"] : []),
    ...([folder, top].some(isWorkspace) ? [`a workspace: commands run in ${folder === top ? 'its root' : 'this package'}`] : []),
    ...(pack === null
      ? ['there is no package.json here: name commands under order: in whetstone.yaml, or nothing is built or tested']
      : []),
  ]
}

const isWorkspace = (folder: string) =>
  existsSync(join(folder, 'pnpm-workspace.yaml')) || (readPackage(readText(join(folder, 'package.json')) ?? '')?.workspaces ?? false)

/** What a person trusts: the scripts verbatim, and which of them are run. */
export const scriptsHash = ({ package: pack, commands }: Pick<Project, 'package' | 'commands'>): string =>
  sha256(JSON.stringify({ scripts: pack?.scripts ?? {}, commands: [...probes, 'compile' as const].map((name) => commands[name]) }))

export const scriptsKey = (folder: string) => `${resolve(folder)}#scripts`

/** What a repository names runs only after a person has read it. */
export function requireTrust(project: Project, env: NodeJS.ProcessEnv, allowed: boolean): void {
  const lines = [...probes, 'compile' as const].flatMap((name) => project.commands[name] ?? [])
  if (allowed || lines.length === 0 || isTrusted(scriptsKey(project.folder), scriptsHash(project), env)) return
  throw new Fault('untrusted', `the commands of ${project.folder} aren't trusted, so they don't run: ${lines.join('; ')}`, {
    fix: 'Read the scripts in package.json, then run `whet trust` there; or allow them just this once with --allow-commands.',
  })
}
