// Runs under whatever Node is there: installs what the lockfile says when it is not there yet, then builds what changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })

if (!isInstalled()) {
  process.stderr.write('Installing packages (once)…\n')
  run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}
oneAtATime(() => {
  if (newest(join(root, 'src')) > newest(join(root, 'dist'))) {
    process.stderr.write('Building…\n')
    run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.build.json'])
    run(join(root, 'node_modules', '.bin', 'node'), ['scripts/bundle.mjs'])
  }
  run(join(root, 'node_modules', '.bin', 'node'), ['scripts/build-ui.mjs'])
})
if (process.argv.includes('--with-browser') && !hasBrowser()) installBrowser()

/** The tests look at pages in a real browser; npm cannot bring one, Debian's packages can. The build tells where one is looked for. */
function hasBrowser() {
  const script = "import('./dist/adapters/browser/find.js').then(({ findChromium }) => process.exit(findChromium().path === null ? 1 : 0))"
  return spawnSync(join(root, 'node_modules', '.bin', 'node'), ['-e', script], { cwd: root }).status === 0
}

function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    process.stderr.write('No Chromium was found: the tests that look at pages will fail. Install it, or name one in CHROME_PATH.\n')
    return
  }
  process.stderr.write('Installing Chromium for the page tests (once)…\n')
  const apt = (...args) =>
    execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')
}

/** npm writes what it installed beside the packages; it must be what the lockfile asks for. */
function isInstalled() {
  const marker = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(marker) || !existsSync(join(root, 'node_modules', '.bin', 'node'))) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(marker, 'utf8')).packages
  return Object.entries(wanted).every(([name, entry]) => name === '' || entry.optional || installed[name]?.version === entry.version)
}

/** Two that build into the same folder would take files from under each other; one whose builder died is stale after a while. */
function oneAtATime(build) {
  const lock = join(root, 'node_modules', '.building')
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > 180_000) rmSync(lock, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  }
  try {
    build()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Without the page of the dashboard, which is built by itself. */
function newest(folder) {
  if (!existsSync(folder)) return 0
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (path.endsWith(join('web', 'ui'))) continue
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return latest
}
