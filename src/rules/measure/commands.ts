// The commands that judge a project, from its package.json or a person's overrides. Pure: texts in, command lines out.

const managers = ['npm', 'pnpm', 'yarn'] as const
export type Manager = (typeof managers)[number]

export const probes = ['build', 'test', 'lint'] as const
type Probe = (typeof probes)[number]

/** Seconds. */
export type Limits = Record<Probe, number>
export const defaultLimits: Limits = { build: 120, test: 180, lint: 60 }

export interface Commands {
  manager: Manager
  /** Null if the project has none. */
  build: string | null
  test: string | null
  lint: string | null
  /** Only checks types; null if nothing is compiled. */
  compile: string | null
}

export interface Package {
  scripts: Readonly<Record<string, string>>
  /** All its dependencies, by name. */
  depends: readonly string[]
  workspaces: boolean
  manager: string | null
}

export function readPackage(text: string): Package | null {
  try {
    const read = JSON.parse(text) as Record<string, unknown>
    const names = (key: string) => Object.keys((read[key] ?? {}) as object)
    const scripts = Object.entries((read['scripts'] ?? {}) as Record<string, unknown>).filter(([, line]) => typeof line === 'string')
    return {
      scripts: Object.fromEntries(scripts) as Record<string, string>,
      depends: ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap(names),
      workspaces: read['workspaces'] !== undefined,
      manager: typeof read['packageManager'] === 'string' ? (read['packageManager'].split('@')[0] ?? null) : null,
    }
  } catch {
    return null
  }
}

export interface ProjectFacts {
  package: Package | null
  /** Whether a file exists, relative to the project. */
  has(path: string): boolean
  /** Whether a package is installed. */
  installed(name: string): boolean
}

export type Overrides = { readonly [name in Probe | 'compile']?: string | false | undefined }

export function commandsOf({ package: pack, has, installed }: ProjectFacts, overrides: Overrides = {}): Commands {
  const manager = managerOf(pack, has)
  const script = (name: Probe) =>
    pack && isReal(pack.scripts[name]) ? runScript(manager, name, name === 'test' ? coverageFlags(pack, installed) : '') : null
  const compile = has('tsconfig.json') && installed('typescript') ? 'node_modules/.bin/tsc --noEmit --pretty false' : null
  const chosen = (name: Probe | 'compile', found: string | null) => {
    const said = overrides[name]
    return said === false ? null : (said ?? found)
  }
  return {
    manager,
    build: chosen('build', script('build')),
    test: chosen('test', script('test')),
    lint: chosen('lint', script('lint')),
    compile: chosen('compile', compile),
  }
}

/** Yarn 2 and later have other commands, and store packages in the user's home unless told otherwise. */
const berry = 'YARN_ENABLE_SCRIPTS=false YARN_ENABLE_GLOBAL_CACHE=false YARN_ENABLE_TELEMETRY=0 yarn install'

export const installCommand = (manager: Manager, { locked, modern }: { locked: boolean; modern: boolean }): string =>
  ({
    npm: `npm ${locked ? 'ci' : 'install --no-package-lock'} --ignore-scripts --no-audit --no-fund`,
    pnpm: `pnpm install ${locked ? '--frozen-lockfile ' : ''}--ignore-scripts`,
    yarn: modern ? `${berry}${locked ? ' --immutable' : ''}` : `yarn install ${locked ? '--frozen-lockfile ' : ''}--ignore-scripts`,
  })[manager]

export const lockFiles: Readonly<Record<Manager, string>> = { npm: 'package-lock.json', pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock' }

function managerOf(pack: Package | null, has: (path: string) => boolean): Manager {
  const named = managers.find((name) => name === pack?.manager)
  return named ?? (has(lockFiles.pnpm) ? 'pnpm' : has(lockFiles.yarn) ? 'yarn' : 'npm')
}

/** A script that only prints, such as npm init's, tests nothing. */
const isReal = (line: string | undefined) =>
  line !== undefined && line.split(/&&|\|\||;/).some((part) => !/^\s*(?:(?:echo|exit|true|false|:)(?:\s.*)?)?$/.test(part))

function runScript(manager: Manager, name: Probe, flags: string): string {
  const run = name === 'test' ? `${manager} test` : `${manager} run ${name}`
  return flags === '' ? run : `${run} ${manager === 'npm' ? '-- ' : ''}${flags}`
}

/** Coverage is only requested from runners that can collect it as installed; otherwise V8's record serves. */
function coverageFlags({ scripts }: Package, installed: (name: string) => boolean): string {
  const line = scripts['test'] ?? ''
  if (/[;&|]/.test(line) || /--coverage\b/.test(line)) return ''
  if (/\bjest\b/.test(line)) return '--coverage --coverageReporters=json-summary --coverageReporters=text'
  if (/\bvitest\b/.test(line) && (installed('@vitest/coverage-v8') || installed('@vitest/coverage-istanbul')))
    return '--coverage --coverage.reportOnFailure --coverage.reporter=json-summary --coverage.reporter=text'
  return ''
}
