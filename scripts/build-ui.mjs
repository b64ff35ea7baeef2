// Builds the page of the dashboard into dist/surfaces/web/ui, when its sources are newer than what was built.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const from = join(root, 'src', 'surfaces', 'web', 'ui')
const to = join(root, 'dist', 'surfaces', 'web', 'ui')

if (process.argv.includes('--force') || Math.max(...[from, join(root, 'src', 'report'), join(root, 'src', 'lib')].map(newest)) > built()) {
  process.env['NODE_ENV'] = 'production' // a test run that builds must not ship a page for developers
  const { build } = await import('vite')
  await build({
    root: from,
    configFile: false,
    logLevel: 'warn',
    base: '/',
    build: {
      outDir: to,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  })
}

function built() {
  const page = join(to, 'index.html')
  return existsSync(page) ? statSync(page).mtimeMs : 0
}

function newest(folder) {
  return Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  )
}
