#!/usr/bin/env node
// The command: hands over to the built program; an older Node is refused in words, unless the newer one this package brings is beside it.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 24 || (major === 24 && minor >= 15)) {
  // Started by the branch below: when that process dies, however it does, so do we.
  process.channel?.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { main } = await import('../dist/cli/main.js')
  process.exitCode = await main(process.argv.slice(2))
} else {
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  const newer = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))
  if (existsSync(newer)) {
    const { spawn } = await import('node:child_process')
    const child = spawn(newer, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal)) // it leaves in good order, then so do we
    child.on('close', (code) => (process.exitCode = code ?? 130))
  } else {
    process.stderr.write(`whet needs Node 24.15 or later; this is ${process.versions.node}.\nInstall a newer Node, or run \`npm start\` once in the folder of whet: it brings one.\n`)
    process.exitCode = 2
  }
}
