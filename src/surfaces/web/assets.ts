// The built page, read once: only files found then are ever served, so no path leads anywhere else.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packageRoot } from '../../adapters/package.ts'
import { Fault } from '../../schema/fault.ts'

export interface Asset {
  bytes: Uint8Array<ArrayBuffer>
  packed: Uint8Array<ArrayBuffer>
  type: string
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export function readAssets(): ReadonlyMap<string, Asset> {
  const folder = join(packageRoot, 'dist', 'surfaces', 'web', 'ui')
  if (!existsSync(join(folder, 'index.html')))
    throw new Fault('internal', "the dashboard page isn't built", { fix: 'Run `node scripts/build-ui.mjs`, or `npm start`, which does.' })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => Object.hasOwn(types, extname(name)))
  return new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, read(join(folder, name))]))
}

function read(path: string): Asset {
  const bytes = new Uint8Array(readFileSync(path))
  return { bytes, packed: new Uint8Array(gzipSync(bytes, { level: 9 })), type: types[extname(path)] as string }
}
