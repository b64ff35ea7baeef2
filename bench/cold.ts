// How long a person waits for `whet status` in a fresh process, against a Node that does nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, show } from './lib/figures.ts'

const home = fileURLToPath(new URL('..', import.meta.url))

export async function benchCold() {
  if (!existsSync(join(home, 'dist/cli/main.js')))
    for (const words of [
      ['node_modules/.bin/tsc', '-p', 'tsconfig.build.json'],
      [process.execPath, 'scripts/bundle.mjs'],
    ])
      spawnSync(words[0] as string, words.slice(1), { cwd: home, stdio: 'inherit' })
  const cwd = mkdtempSync(join(tmpdir(), 'whet-cold-'))
  const once = (args: string[]) => {
    const began = performance.now()
    spawnSync(process.execPath, args, { cwd, stdio: 'ignore' })
    return performance.now() - began
  }
  const status = [join(home, 'bin/whet.js'), 'status']
  once(status)
  const pairs = Array.from({ length: 15 }, () => ({ node: once(['-e', '0']), whet: once(status) }))
  rmSync(cwd, { recursive: true })
  const [node, whet] = [median(pairs.map((pair) => pair.node)), median(pairs.map((pair) => pair.whet))]
  return [
    {
      what: 'whet status, cold',
      node: `${node.toFixed(0)} ms`,
      whet: `${whet.toFixed(0)} ms`,
      ratio: (whet / node).toFixed(2),
      target: '≤ 4',
    },
  ]
}

await show(import.meta, 'Starting', benchCold)
