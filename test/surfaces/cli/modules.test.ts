// What a command loads before it works: a verb must not drag in what it doesn't use.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const source = new URL('../../../src/', import.meta.url)
const empty = mkdtempSync(join(tmpdir(), 'whet-modules-'))
afterAll(() => rmSync(empty, { recursive: true }))

/** Names each of our modules as it is loaded, and runs the command line. */
const counting = join(empty, 'count.mjs')
writeFileSync(
  counting,
  `import { registerHooks } from 'node:module'
const seen = new Set()
registerHooks({ load: (url, context, next) => (url.startsWith(${JSON.stringify(source.href)}) && seen.add(url), next(url, context)) })
const { main } = await import(${JSON.stringify(new URL('surfaces/cli/main.ts', source).href)})
await main(process.argv.slice(2))
process.stdout.write('\\n' + JSON.stringify([...seen]))
`,
)

it.each([
  ['status', 105, /^workflows\/\w+\/index\.ts$/],
  ['reflex resume', 190, /^workflows\/reflex\/verbs\/new\.ts$/],
  ['reflex new', 235, /^rules\/tamper\//],
])('%s loads at most %i modules, and none like %s', (words, most, without) => {
  const { stdout } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', counting, ...words.split(' ')], {
    cwd: empty,
    env: { ...process.env, HOME: empty },
    encoding: 'utf8',
  })
  const loaded = (JSON.parse(stdout.split('\n').at(-1) ?? '') as string[]).map((url) =>
    fileURLToPath(url).slice(fileURLToPath(source).length),
  )
  expect(loaded.length).toBeGreaterThan(20)
  expect(loaded.length).toBeLessThanOrEqual(most)
  expect(loaded.filter((path) => without.test(path))).toEqual([])
})
