// Design bundles: a zip with a manifest, or an HTML page, scanned before use. They provide tokens and copy.
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../../lib/hash.ts'
import { Fault } from '../../../schema/fault.ts'
import { unzip } from './unzip.ts'

type ImportError = 'NOT_FOUND' | 'UNSUPPORTED_FORMAT' | 'UNSUPPORTED_VERSION' | 'SECURITY_REJECT' | 'MISSING_MANIFEST'

const mostBytes = 16 * 1024 * 1024
const fixes: Readonly<Record<ImportError, string>> = {
  NOT_FOUND: 'Check the path.',
  UNSUPPORTED_FORMAT: 'Give a zip archive with a manifest.json, or an HTML file.',
  UNSUPPORTED_VERSION: 'Export it again with format_version 1.',
  SECURITY_REJECT: 'Remove that from the bundle, or ask its author what it is for.',
  MISSING_MANIFEST: 'Put a manifest.json with a format_version at the top of the archive.',
}

export interface Imported {
  /** Subfolder of the given one, named by the bundle's content: the same bundle is written once. */
  folder: string
  files: string[]
  /** Removes what was written, unless it existed before. */
  undo(): void
}

export function importBundle(path: string, shown: string, into: string): Imported {
  const bytes = readBundle(path, shown)
  const files = bytes.subarray(0, 2).toString('latin1') === 'PK' ? fromZip(bytes, shown) : fromHtml(bytes, shown)
  const folder = join(into, `import-${sha256(bytes).slice(0, 8)}`)
  const isNew = !existsSync(folder)
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return { folder, files: [...files.keys()], undo: () => isNew && rmSync(folder, { recursive: true, force: true }) }
}

function readBundle(path: string, shown: string): Buffer {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) throw refused('NOT_FOUND', `there is no file ${shown}`)
  if (!found.isFile()) throw refused('UNSUPPORTED_FORMAT', `${shown} isn't a file`)
  if (found.size > mostBytes) throw refused('SECURITY_REJECT', `${shown} has more than ${mostBytes / 1024 / 1024} MB`)
  return readFileSync(path)
}

const wanted = /^(?:tokens\.json|copy\.json|manifest\.json|components\/.+|assets\/.+)$/

function fromZip(bytes: Buffer, shown: string): Map<string, Uint8Array> {
  const read = unzip(bytes)
  if ('problem' in read) throw refused(read.unsafe ? 'SECURITY_REJECT' : 'UNSUPPORTED_FORMAT', `${shown}: ${read.problem}`)
  const manifest = read.files.get('manifest.json')
  if (!manifest) throw refused('MISSING_MANIFEST', `${shown} has no manifest.json`)
  const version = versionOf(manifest)
  if (!/^1(?:\.\d+){0,2}$/.test(version))
    throw refused('UNSUPPORTED_VERSION', `${shown} has the format_version ${JSON.stringify(version)}; only 1 is supported`)
  return new Map([...read.files].filter(([name]) => wanted.test(name)))
}

function versionOf(manifest: Uint8Array): string {
  try {
    const { format_version: version } = JSON.parse(Buffer.from(manifest).toString('utf8')) as { format_version?: unknown }
    return typeof version === 'string' || typeof version === 'number' ? String(version) : ''
  } catch {
    return ''
  }
}

/** Content that would reach beyond the page when opened. */
const reaches: readonly [RegExp, string][] = [
  [/<script\b[^>]*\bsrc\s*=\s*["']?\s*(?:https?:)?\/\//i, 'a script from elsewhere'],
  [/<(?:iframe|object|embed|applet|base)\b/i, 'a frame, an object or a base address'],
  [/<meta\b[^>]*http-equiv\s*=\s*["']?refresh/i, 'a redirect'],
  [/\bhref\s*=\s*["']?\s*javascript:\s*(?!void|;|["'])/i, 'script in a link'],
]

function fromHtml(bytes: Buffer, shown: string): Map<string, Uint8Array> {
  const text = bytes.toString('utf8')
  if (!/\.html?$/i.test(shown) || !/<[a-z!]/i.test(text)) throw refused('UNSUPPORTED_FORMAT', `${shown} is neither a zip archive nor HTML`)
  const found = reaches.find(([pattern]) => pattern.test(text))
  if (found) throw refused('SECURITY_REJECT', `${shown} holds ${found[1]}`)
  const properties = [...text.matchAll(/(--[\w-]+)\s*:\s*([^;{}]+)[;}]/g)].map(([, name = '', value = '']) => [name.slice(2), value.trim()])
  return new Map([['tokens.json', Buffer.from(`${JSON.stringify(Object.fromEntries(properties), null, 2)}\n`)]])
}

const refused = (error: ImportError, message: string) => new Fault('refused', `DESIGN_IMPORT_${error}: ${message}`, { fix: fixes[error] })
