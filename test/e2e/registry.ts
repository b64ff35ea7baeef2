// A package registry on loopback that holds what our lockfile names, packed from what is installed here: npm installs from it as it would from the real one.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export async function startRegistry(): Promise<{ url: string; close(): Promise<void> }> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; version: string; optional?: boolean }>
  }
  const found = new Map<string, Map<string, string>>()
  for (const [path, { dev, version }] of Object.entries(packages)) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    if (name && !dev) found.set(name, (found.get(name) ?? new Map()).set(version, path))
  }
  const server = createServer((request, response) => {
    const [, name = '', version] =
      /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(decodeURIComponent(new URL(request.url ?? '/', 'http://registry').pathname)) ?? []
    const versions = found.get(name)
    const path = version ? versions?.get(version) : undefined
    if (path) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      return void spawn('tar', ['czf', '-', '--exclude', 'node_modules', '--transform', 's,^\\.,package,', '-C', join(root, path), '.'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }).stdout.pipe(response)
    }
    if (!versions || version) return void response.writeHead(404).end('{}')
    const listed = Object.fromEntries(
      [...versions].map(([each, at]) => [each, { ...manifest(at), dist: { tarball: `${url}/${name}/-/${each}.tgz` } }]),
    )
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name, 'dist-tags': { latest: [...versions.keys()].at(-1) }, versions: listed }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())) }
}

/** Without what npm keeps for developers. */
function manifest(path: string): object {
  const {
    devDependencies: _dev,
    scripts: _scripts,
    ...rest
  } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Record<string, unknown>
  return rest
}
