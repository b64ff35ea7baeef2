// The current page: the text files of its folder as one artifact, or the document served at a loopback URL.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Performed } from '../../../kernel/task.ts'
import { sha256 } from '../../../lib/hash.ts'
import { findChromium } from '../../../adapters/browser/find.ts'
import { below, exists } from '../../../adapters/disk.ts'
import { writeFileSet } from '../file-set.ts'

export interface PageTask {
  folder: string | null
  page: string
  /** Rest while the page is still this one. */
  unless: string | null
  /** No browser has measured it yet: if one is available now, continue. */
  unseen: boolean
}

const answerMs = 30_000
const mostFiles = 300
const mostBytes = 4 * 1024 * 1024
const endings = /\.(?:html?|css|scss|m?js|jsx|tsx?|json|svg|txt|md|webmanifest|vue|svelte|astro)$/i
const leftOut = new Set(['node_modules', 'package-lock.json'])

export async function readPage(root: string, { folder, page, unless, unseen }: PageTask, signal: AbortSignal): Promise<Performed> {
  const text = folder === null ? await fetchPage(page, signal) : readFolder(root, folder, page)
  if (typeof text !== 'string') return { ok: false, error: { code: 'page', message: text.problem } }
  const rests = unless !== null && sha256(text) === unless && !(unseen && findChromium().path !== null)
  return rests ? 'pending' : { ok: true, text }
}

function readFolder(root: string, folder: string, page: string): string | { problem: string } {
  if (!/^https?:/i.test(page) && !exists(below(root, page))) return ''
  const files: Record<string, string> = {}
  let bytes = 0
  for (const path of textFiles(below(root, folder))) {
    const [name, { size }] = [relative(root, path).split(sep).join('/'), statSync(path)]
    bytes += size
    if (bytes > mostBytes)
      return {
        problem: `${folder} holds more than ${megabytes(mostBytes)} of text, ${name} alone ${megabytes(size)}: remove what isn't part of the page`,
      }
    if (Object.keys(files).length >= mostFiles)
      return { problem: `${folder} holds more than ${mostFiles} text files: name a folder with just the page` }
    files[name] = readFileSync(path, 'utf8')
  }
  return writeFileSet(files)
}

/** In an order independent of the disk, without packages, builds and hidden folders; doesn't follow links. */
function textFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name.startsWith('.') || leftOut.has(entry.name)) return []
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return textFiles(path)
      return entry.isFile() && endings.test(entry.name) ? [path] : []
    })
}

async function fetchPage(url: string, signal: AbortSignal): Promise<string | { problem: string }> {
  const [limit, { origin }] = [AbortSignal.timeout(answerMs), new URL(url)]
  let at = url
  try {
    for (let step = 0; step < 10; step++) {
      const response = await fetch(at, { redirect: 'manual', signal: AbortSignal.any([signal, limit]) })
      const to = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (to === null) return await documentIn(response, url)
      at = new URL(to, at).href
      if (new URL(at).origin !== origin) return { problem: `${url} redirects elsewhere, to ${at}` }
    }
    return { problem: `${url} redirects too many times` }
  } catch (error) {
    if (limit.aborted) return { problem: `${url} didn't answer within ${answerMs / 1000} s` }
    // fetch itself only says that it failed.
    const why = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const silent = why instanceof Error && 'code' in why && why.code === 'ECONNREFUSED'
    const says = why instanceof Error ? why.message : String(why)
    return { problem: silent ? `nothing answers at ${url}: start what serves it, or give --start` : `${url} can't be read: ${says}` }
  }
}

async function documentIn(response: Response, url: string): Promise<string | { problem: string }> {
  if (!response.ok) return { problem: `${url} answers ${response.status}` }
  const text = await response.text()
  return text.length > mostBytes ? { problem: `${url} serves more than ${megabytes(mostBytes)}` } : writeFileSet({ 'index.html': text })
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
