// The source of a page: a text, a file with its neighbours, or a URL on this machine. Also decides what it may load.
import { readFile, stat } from 'node:fs/promises'
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

export interface PageSource {
  /** The URL for the browser. */
  url: string
  isOwn(url: URL): boolean
  /** A file's bytes, or null if it doesn't exist. A URL serves itself. */
  read: ((url: URL) => Promise<{ body: Buffer; type: string } | null>) | null
}

export interface PageAsked {
  text: string
  /** Path of the artifact below the root. */
  name: string
  root: string
  /** A file, a folder or a URL to look at instead of the artifact. */
  at?: string
}

/** Far more than a page needs; larger ones would keep the browser busy for minutes. */
const mostText = 8 * 1024 * 1024
const mostFile = 32 * 1024 * 1024
const origin = 'http://page.localhost'
const loopback = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

export async function sourceOf({ text, name, root, at }: PageAsked): Promise<PageSource | { problem: string }> {
  if (at !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(at)) return addressSource(at)
  if (at === undefined) {
    if (text.length > mostText)
      return { problem: `the page has ${megabytes(text.length)} MB; the limit for pages is ${megabytes(mostText)} MB` }
    if (!/<[a-z!]/i.test(text)) return { problem: "the text isn't HTML: it has no element" }
    const file = resolve(root, name)
    return fileSource(root, /\.(?:x?html?|svg)$/i.test(file) ? file : join(dirname(file), 'index.html'), text)
  }
  const path = inside(root, resolve(root, at))
  const found = path === null ? null : await stat(path).catch(() => null)
  if (path === null || !found) return { problem: `there is no page ${at} in the working folder` }
  const file = found.isDirectory() ? join(path, 'index.html') : path
  const size = (await stat(file).catch(() => null))?.size
  if (size === undefined) return { problem: `the folder ${at} has no index.html` }
  if (size > mostText) return { problem: `${at} has ${megabytes(size)} MB; the limit for pages is ${megabytes(mostText)} MB` }
  return fileSource(realpathSync(root), file, null)
}

/** Its text, if there is no browser to fetch it; null for a URL. */
export async function textOf({ text, root, at }: PageAsked): Promise<string | null> {
  if (at === undefined) return text
  const path = /:\/\//.test(at) ? null : inside(root, resolve(root, at))
  if (path === null) return null
  const found = await stat(path).catch(() => null)
  return readFile(found?.isDirectory() ? join(path, 'index.html') : path, 'utf8').catch(() => null)
}

function addressSource(at: string): PageSource | { problem: string } {
  if (!URL.canParse(at)) return { problem: `${at} isn't an address` }
  const url = new URL(at)
  if (!/^https?:$/.test(url.protocol) || !loopback.test(url.hostname))
    return { problem: `${at} isn't on this machine; only pages on localhost are examined` }
  return { url: url.href, isOwn: (other) => other.origin === url.origin, read: null }
}

/** Only files of the page's own folder: `style.css` beside it, and `/style.css`, by which a site means the same. */
function fileSource(root: string, file: string, text: string | null): PageSource {
  const folder = dirname(file)
  const shown = relative(root, file)
  const page = `/${(isOutside(shown) ? basename(file) : shown).split(sep).join('/')}`
  const above = page.slice(0, page.lastIndexOf('/') + 1)
  const find = (path: string) => {
    const inFolder = [...(path.startsWith(above) ? [path.slice(above.length)] : []), path]
    for (const each of inFolder.flatMap((one) => [one, `${one}/index.html`, `${one}.html`])) {
      const full = inside(folder, join(folder, each))
      if (full !== null && statSync(full).isFile()) return full
    }
    return null
  }
  const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))
  return {
    url: `${origin}${page.split('/').map(encodeURIComponent).join('/')}`,
    isOwn: ({ origin: from, pathname }) => {
      const path = decoded(pathname)
      if (from !== origin || path === null) return from === origin
      const elsewhere = !path.startsWith(above) && !isHidden(path) && inside(root, join(root, path)) !== null
      return !elsewhere || path === '/' || find(path) !== null
    },
    read: async ({ pathname }) => {
      const path = decoded(pathname)
      if (path === null || isHidden(path)) return null
      const own = text === null ? null : { body: Buffer.from(text), type: typeOf(file) }
      if (path === page && own) return own
      const full = find(path)
      if (full !== null && statSync(full).size <= mostFile) return { body: await readFile(full), type: typeOf(full) }
      return path === '/' ? own : null
    },
  }
}

const isOutside = (path: string) => path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)

/** Null if it doesn't exist or, even through a link, lies outside. */
function inside(folder: string, path: string): string | null {
  try {
    const real = realpathSync(path)
    return isOutside(relative(realpathSync(folder), real)) ? null : real
  } catch {
    return null
  }
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** Types that hono doesn't know and a page may play or show. */
const more: Record<string, string> = {
  '.vtt': 'text/vtt',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.mov': 'video/quicktime',
  '.apng': 'image/apng',
  '.cjs': 'text/javascript',
  '.md': 'text/markdown',
}

export const typeOf = (file: string) => getMimeType(file.toLowerCase()) ?? more[extname(file).toLowerCase()] ?? 'application/octet-stream'
