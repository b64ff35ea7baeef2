// Once before all tests: the command line in a few files, as people run it. Hundreds of processes start it, and finding its modules one by one is most of what they would do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(source('../node_modules/.whet-tests-')) // where packages that are not bundled are found
  await bundle(folder, {
    main: source('../src/surfaces/cli/main.ts'),
    worker: source('../src/adapters/evaluator/worker.ts'),
    'kill-main': source('./e2e/kill-main.ts'),
  })
  writeFileSync(
    join(folder, 'whet.mjs'),
    `import { enableCompileCache } from 'node:module'\nenableCompileCache(${JSON.stringify(join(folder, 'compiled'))})\nconst { main } = await import('./main.js')\nprocess.exitCode = await main(process.argv.slice(2))\n`,
  )
  process.env['WHET_TEST_BUNDLE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** What lies beside a module is found beside it, also from the bundle; the threads of checks are bundled too. */
export async function bundle(folder: string, input: Record<string, string>): Promise<void> {
  const atHome = {
    name: 'at-home',
    transform: (code: string, id: string) =>
      code.includes('import.meta.url') && !('worker' in input && id.endsWith('/evaluator/pool.ts'))
        ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        : null,
  }
  const made = await rolldown({ input, platform: 'node', external: [/^node:/, 'web-tree-sitter'], plugins: [atHome], logLevel: 'silent' })
  await made.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' })
  await made.close()
}
