#!/usr/bin/env node
// The command: refuses an older Node in words, then hands over to the built program.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(`whet needs Node 24.15 or later; this is ${process.versions.node}.\nInstall a newer Node, or run it through npm in its own folder: npm start\n`)
  process.exit(2)
}
const { enableCompileCache } = await import('node:module')
enableCompileCache()
const { main } = await import('../dist/cli/main.js')
process.exitCode = await main(process.argv.slice(2))
