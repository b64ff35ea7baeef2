// What somebody gets who installs the package: every page with links that work, both commands, what old Node is told, and no texts that fetch a stranger's package.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const [packed] = JSON.parse(npm('pack', '--dry-run', '--json', '--ignore-scripts')) as { files: { path: string }[] }[]
const files = new Set(packed?.files.map(({ path }) => path))
const pages = [...files].filter((path) => path.endsWith('.md'))
const text = (path: string) => readFileSync(join(root, path), 'utf8')

it('the package holds commands, program, dashboard, schemas, templates, examples, plugin and docs, and no tests', () => {
  for (const path of [
    'bin/whet.js',
    'dist/cli/main.js',
    'dist/index.d.ts',
    'schemas/rules.schema.json',
    'templates/prompts/judge-v1.0.0.txt',
    'examples/reflex-readme/criteria.yaml',
    'plugin/.mcp.json',
    'docs/guides/makers.md',
    'docs/reference/exit-codes.md',
    'README.md',
    'LICENSE',
  ])
    expect(files, path).toContain(path)
  expect(
    [...files].filter(
      (path) => /^(?:test|bench|src)\/|\.test\.|node_modules/.test(path) && !path.startsWith('examples/') && path !== 'bench/README.md',
    ),
  ).toEqual([])
})

it('both names of the command lead to the same program', () => {
  const { bin, engines } = JSON.parse(text('package.json')) as { bin: Record<string, string>; engines: { node: string } }
  expect(bin).toEqual({ whet: 'bin/whet.js', whetstone: 'bin/whet.js' })
  expect(text('bin/whet.js')).toContain(`Node ${engines.node.replace('>=', '')} or later`)
})

it.each(pages)('%s: every link to a file leads to one that is packed', (page) => {
  const links = [
    ...text(page)
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g),
  ].map(([, link]) => normalize(join(dirname(page), link as string)))
  const folders = new Set(
    [...files].flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, n, parts) => parts.slice(0, n + 1).join('/')),
    ),
  )
  expect(links.filter((link) => !files.has(link) && !folders.has(link.replace(/\/$/, '')))).toEqual([])
})

it('nothing people copy says `npx whet`, which fetches a stranger’s package where ours is not installed', () => {
  const sources = [...files].filter((path) => /\.(?:md|json|ya?ml|sh|mjs)$/.test(path) && !path.startsWith('dist/'))
  expect([...sources, 'scripts/start.mjs'].filter((path) => /npx (?:-{1,2}\S+ )*whet(?!stone)\b/.test(text(path)))).toEqual([])
  const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join('src', path))
  expect(code.filter((path) => /npx (?:-{1,2}\S+ )*whet(?!stone)\b/.test(text(path)))).toEqual([])
})
