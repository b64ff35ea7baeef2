// Runs under whatever Node is there: installs what the lockfile says when it is not there yet, then builds what changed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })

if (!isInstalled()) {
  process.stderr.write('Installing packages (once)…\n')
  run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}
if (newest(join(root, 'src')) > newest(join(root, 'dist'))) {
  process.stderr.write('Building…\n')
  run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.build.json'])
}

/** npm writes what it installed beside the packages; it must be what the lockfile asks for. */
function isInstalled() {
  const marker = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(marker) || !existsSync(join(root, 'node_modules', '.bin', 'node'))) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(marker, 'utf8')).packages
  return Object.entries(wanted).every(([name, entry]) => name === '' || entry.optional || installed[name]?.version === entry.version)
}

function newest(folder) {
  if (!existsSync(folder)) return 0
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return latest
}
