// whetstone.yaml on disk: found, parsed with line and column, and untrusted until a person says otherwise.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { sha256 } from '../lib/hash.ts'
import { didYouMean } from '../lib/nearest.ts'
import { Config, type Sections, configWith } from '../schema/config.ts'
import { Fault } from '../schema/fault.ts'
import { type BroughtIn, broughtIn } from './brought-in.ts'
import { below, makeFolder, readText, replaceFile } from './disk.ts'
import { inHome } from './own-folder.ts'

const require = createRequire(import.meta.url)

export const configName = 'whetstone.yaml'

export interface LoadedConfig {
  config: Config
  /** Null if there is no file: then defaults apply and nothing needs trust. */
  path: string | null
  /** Over the file and all code it brings in. */
  sha256: string
  /** That code, and the places in it that run something unreadable in advance. */
  covers: { files: string[]; open: string[] }
  trusted: boolean
  /** Why the file couldn't be read; the defaults replace it then. */
  problem?: Fault
}

/** The nearest parent folder that is a project of ours, else the folder itself. The search stops at the repository's root. */
export function findRoot(from: string): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, configName)) || existsSync(inHome(folder))) return folder
    if (dirname(folder) === folder || existsSync(join(folder, '.git'))) return resolve(from)
  }
}

export const noConfig: LoadedConfig = { config: {}, path: null, sha256: sha256(''), covers: { files: [], open: [] }, trusted: true }

/** `sections`: what workflows may set; null if it doesn't matter here. */
export function loadConfig(root: string, env: NodeJS.ProcessEnv = process.env, sections: Sections | null = null): LoadedConfig {
  const path = join(root, configName)
  const text = readText(path)
  if (text === null) return noConfig
  const config = parseConfig(text, configName, sections)
  const { files, open } = codeOf(root, config)
  const hash = sha256([text, ...[...files].sort().map(([name, bytes]) => `${name}:${bytes}`)].join('\n'))
  return {
    config,
    path,
    sha256: hash,
    covers: { files: [...files.keys()].sort(), open },
    trusted: saysNothing(config) || isTrusted(root, hash, env),
  }
}

/** A file of comments only asks for nothing. */
const saysNothing = (config: Config) => Object.keys(config).length === 0

/** For read-only commands: an unreadable file doesn't block the rest. */
export function configDespite(root: string, env: NodeJS.ProcessEnv, sections: Sections): LoadedConfig {
  try {
    return loadConfig(root, env, sections)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { config: {}, path: join(root, configName), sha256: '', covers: { files: [], open: [] }, trusted: false, problem: error }
  }
}

export function parseConfig(text: string, name: string, sections: Sections | null = null): Config {
  const { LineCounter, parseDocument } = require('yaml') as typeof import('yaml') // only if there is a configuration
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const broken = document.errors[0]
  if (broken)
    throw new Fault('invalid', `${at(broken.pos[0])}: ${broken.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '')}`, {
      fix: 'Fix the YAML there.',
    })
  const values = plain(document, name) ?? {}
  const schema = configWith(sections && { ...unloaded(values), ...sections })
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data as Config
  // A misspelt setting also counts as missing; the misspelling says more.
  const issue = parsed.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? parsed.error.issues[0]
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const where = [...(issue?.path ?? []), ...keys.slice(0, 1)]
  const nodeAt = (path: typeof where) => document.getIn(path, true) as { range?: [number, number, number] } | undefined
  const node = where.map((_key, at) => nodeAt(where.slice(0, where.length - at))).find((found) => found?.range)
  const message =
    keys[0] !== undefined
      ? `there is no setting "${keys[0]}"${didYouMean(keys[0], known(schema, issue?.path ?? []))}`
      : `${where.join('.')}${issue?.message.endsWith('received undefined') ? ' is needed' : `: ${issue?.message}`}`
  throw new Fault('invalid', `${node?.range ? at(node.range[0]) : name}: ${message}`, {
    fix: `\`whet init --print\` shows every setting with its allowed values.`,
  })
}

/** Settings of the project's own workflows: what they may be is known once those are trusted and loaded. */
function unloaded(values: unknown): Sections {
  const named = Object.keys((values as { workflows?: object | null }).workflows ?? {})
  return Object.fromEntries(named.flatMap((name) => (name in Config.shape ? [] : [[name, z.looseObject({})]])))
}

/** Its values; endlessly expanding aliases are the file's fault, not ours. */
function plain(document: { toJS(options: { maxAliasCount: number }): unknown }, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 })
  } catch (cause) {
    throw new Fault('invalid', `${name}: its aliases can't be expanded: ${(cause as Error).message}`, {
      cause,
      fix: 'Write the values out instead of using aliases.',
    })
  }
}

/** Trust covers the file and the code it brings in, byte for byte: modules, programs and scripts of makers, and what those import, source or run. */
function codeOf(root: string, config: Config): BroughtIn {
  const modules = { checks: config.checks ?? [], workflows: Object.values(config.workflows ?? {}) }
  for (const [setting, paths] of Object.entries(modules))
    for (const path of paths)
      if (!existsSync(below(root, path)))
        throw new Fault('not_found', `${configName} names the module ${path}, which doesn't exist`, {
          fix: `Create ${path}, or remove it from ${setting}:.`,
        })
  return broughtIn(root, [...modules.checks, ...modules.workflows, ...wordsIn(config.makers)])
}

/** What a repository names runs only after a person has read it. */
export function untrusted(what: string): Fault {
  return new Fault('untrusted', `this project's whetstone.yaml isn't trusted, so ${what} don't run`, {
    fix: 'Read it, then run `whet trust`. Any later change needs trust again.',
  })
}

/** Who said so, and how: nothing proves that it was a person. */
export interface TrustSaid {
  by: string
  at: string
  assurance: 'unattested'
  preload?: readonly string[]
}

export function trust(root: string, hash: string, env: NodeJS.ProcessEnv = process.env, said?: TrustSaid): string {
  const path = trustFile(env)
  const known = { ...readTrust(path), [resolve(root)]: said ? { sha256: hash, ...said } : hash }
  makeFolder(dirname(path))
  replaceFile(path, `${JSON.stringify(known, null, 2)}\n`, dirname(path))
  return path
}

export function isTrusted(root: string, hash: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const said = readTrust(trustFile(env))[resolve(root)]
  return (typeof said === 'string' ? said : said?.sha256) === hash
}

/** Outside every repository: a clone can't bring its own trust. */
const trustFile = (env: NodeJS.ProcessEnv) =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'whetstone', 'trust.json')

function readTrust(path: string): Record<string, string | (TrustSaid & { sha256: string })> {
  try {
    return JSON.parse(readText(path) ?? '{}') as ReturnType<typeof readTrust>
  } catch {
    throw new Fault('integrity', `${path} isn't JSON`, { fix: 'Delete it; `whet trust` rewrites it.' })
  }
}

/** Words of a maker's command, any of which may name a file. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[\s"'=:,]+/).filter(Boolean)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : []
}

function known(schema: unknown, path: readonly PropertyKey[]): string[] {
  let shape = schema
  for (const key of path) shape = unwrap((unwrap(shape) as { shape?: Record<PropertyKey, unknown> })?.shape?.[key])
  return Object.keys((unwrap(shape) as { shape?: object })?.shape ?? {})
}

function unwrap(schema: unknown): unknown {
  const inner = (schema as { unwrap?: () => unknown })?.unwrap
  return typeof inner === 'function' && (schema as { shape?: unknown }).shape === undefined ? inner.call(schema) : schema
}
