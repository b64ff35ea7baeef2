#!/usr/bin/env node
// The command: hands over to the built program; an older Node is refused in a line, unless the newer one a checkout brings is beside it.
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
  const here = (path) => fileURLToPath(new URL(path, import.meta.url))
  const newer = here('../node_modules/node/bin/node')
  if (existsSync(newer)) {
    const { spawn } = await import('node:child_process')
    const child = spawn(newer, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal)) // it leaves in good order, then so do we
    child.on('close', (code) => (process.exitCode = code ?? 130))
  } else {
    const how = existsSync(here('../scripts/prepare.mjs'))
      ? `run \`npm start\` once in ${here('..')}: it brings one`
      : 'get it from nodejs.org or by `nvm install 24`, or type `npx -p node@24 -p whetstone whetstone` before what you want to do'
    process.stderr.write(`whet needs Node 24.15 or later, and this is ${process.versions.node}: ${how}.\n`)
    process.exitCode = 2
  }
}
