// Public packages as folders: fetched, installed and committed once, below $WHET_PACKAGES or the folder for temporary files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type Case, cases } from './packages.ts'

export const place = process.env['WHET_PACKAGES'] ?? join(tmpdir(), 'whet-packages')
export const tools = join(place, 'tools')
const home = join(place, 'home')
/** With a home of its own. */
export const whet = `HOME=${home} node ${new URL('../../bin/whet.js', import.meta.url).pathname}`

const env = { ...process.env, PATH: [join(tools, 'node_modules/.bin'), process.env['PATH']].join(delimiter), CI: '1', FORCE_COLOR: '0' }

export interface Ended {
  code: number | null
  text: string
  said: string
}

export function run(command: string, cwd: string, { seconds = 600, first = '' }: { seconds?: number; first?: string } = {}): Ended {
  const end = spawnSync('sh', ['-c', `ulimit -d 4000000; ${command}`], {
    cwd,
    env: first ? { ...env, PATH: [first, env.PATH].join(delimiter) } : env,
    encoding: 'utf8',
    maxBuffer: 1e9,
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  })
  return { code: end.status, text: end.stdout, said: `${end.stdout}${end.stderr}` }
}

export const commit = (folder: string, message: string) =>
  run(`git add -A && git -c user.name=E -c user.email=e@example.com commit -qm ${message}`, folder)

/** Those named on the command line, or all. */
export function wanted(): [string, Case][] {
  const names = process.argv.slice(2)
  prepareTools()
  return Object.entries(cases).filter(([name]) => names.length === 0 || names.includes(name))
}

/** The package managers, and the ESLint that complexity is compared with. */
function prepareTools(): void {
  mkdirSync(home, { recursive: true })
  if (existsSync(join(tools, 'node_modules/eslint'))) return
  put(join(tools, 'package.json'), '{}')
  run(
    'npm install --no-audit --no-fund pnpm@10 yarn@1.22.22 @yarnpkg/cli-dist@4 eslint@9.35.0 && ln -sf ../yarn/bin/yarn.js node_modules/.bin/yarn',
    tools,
  )
}

const install = {
  npm: 'npm install --ignore-scripts --no-audit --no-fund',
  pnpm: 'pnpm install --ignore-scripts',
  yarn: 'yarn install --ignore-scripts',
  berry: `mkdir -p .yarn/releases && cp ${tools}/node_modules/@yarnpkg/cli-dist/bin/yarn.js .yarn/releases/yarn.cjs && YARN_ENABLE_SCRIPTS=0 yarn install --no-immutable`,
}

export function prepare(name: string, { from, add = [], files = {}, scripts, manifest, manager = 'npm' }: Case): string {
  const folder = join(place, name)
  if (existsSync(join(folder, '.ready'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (from?.startsWith('pypi:')) run(`pip download -q --no-deps ${from.slice(5)} && unzip -q *.whl && rm -r *.whl *.dist-info`, folder)
  else if (from) run(`npm pack --silent ${from} && tar xzf *.tgz --strip-components=1 && rm *.tgz`, folder)
  const ignored = 'node_modules\n.yarn/cache\n.yarn/install-state.gz\n.nyc_output\n.ready\n'
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text)
  put(join(folder, '.gitignore'), `${ignored}${files['.gitignore'] ?? ''}`)
  const path = join(folder, 'package.json')
  if (existsSync(path)) {
    const read = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    const depends = Object.fromEntries(add.map((each) => [each.slice(0, each.lastIndexOf('@')), each.slice(each.lastIndexOf('@') + 1)]))
    const own = scripts
      ? { scripts, devDependencies: depends }
      : { devDependencies: { ...(read['devDependencies'] as object), ...depends } }
    put(path, JSON.stringify({ ...read, ...own, ...manifest }, null, 2))
    const { code, said } = run(install[manager], folder)
    if (code !== 0) throw new Error(`${name}: ${said.slice(-800)}`)
  }
  run('git init -q -b main', folder)
  commit(folder, 'base')
  put(join(folder, '.ready'), '')
  return folder
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
