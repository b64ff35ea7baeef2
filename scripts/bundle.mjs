// Bundles the built command line into a few files: a command starts in a fraction of the time that hundreds of modules take to find.
import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const bundle = await rolldown({
  input: { main: `${dist}surfaces/cli/main.js`, worker: `${dist}adapters/evaluator/worker.js` },
  platform: 'node',
  external: [/^node:/, 'web-tree-sitter'],
  logLevel: 'warn',
  // A definition loads its verbs when they are used, and they name the definition: nothing to split there.
  onLog: (level, log, tell) => log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && tell(level, log),
})
await bundle.write({
  dir: `${dist}cli`,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'part-[name]-[hash].js',
  cleanDir: true,
  minify: { compress: true, mangle: false, codegen: true },
})
await bundle.close()

// Of the grammars only those that are read, so that a package brings eight files and no compiler.
const { grammars } = await import('../dist/rules/reading/syntax.js')
const { resolve } = createRequire(import.meta.url)
mkdirSync(`${dist}grammars`, { recursive: true })
for (const name of grammars.map((grammar) => `tree-sitter-${grammar}.wasm`))
  copyFileSync(resolve(`@vscode/tree-sitter-wasm/wasm/${name}`), `${dist}grammars/${name}`)
