// Shows a foreign artifact as what it is: Markdown as text, a page in an inert frame, data and code verbatim.
import { fencedFiles } from '../lib/fenced-files.ts'
import { type Html, escapeOnly, html, trusted } from '../lib/html.ts'
import { kindOfName } from '../schema/artifact.ts'
import { markdownHtml } from './markdown-html.ts'

/** Longer texts are cut, with a note: a report is for reading, not storage. */
const longestSource = 120_000

export function artifactHtml({ path, text }: { path: string; text: string }): Html {
  const { files, problems } = fencedFiles(text)
  if (files.length > 0 && problems.length === 0)
    return html`${files.map(
      (file) =>
        html`<details${file === files[0] ? trusted(' open') : ''}><summary><code>${file.path}</code></summary>${one(file.path, file.text, files)}</details>`,
    )}`
  return one(path, text, [])
}

/** A foreign page: no scripts, forms, navigation or loading; the report's policy also applies inside the frame. */
export function frameHtml(page: string, name: string): Html {
  return html`<iframe sandbox referrerpolicy="no-referrer" title="${name}" srcdoc="${trusted(escapeOnly(page))}"></iframe>`
}

function one(path: string, text: string, others: readonly { path: string; text: string }[]): Html {
  const kind = kindOf(path, text)
  if (kind === 'page') return html`${frameHtml(withOwnFiles(path, text, others), path)}${source(text, 'Source')}`
  if (kind === 'picture') return html`<img class="drawing" alt="${path}" src="${svgAddress(text)}">${source(text, 'Source')}`
  if (kind === 'markdown') return html`<article class="prose">${markdownHtml(text)}</article>${source(text, 'Source')}`
  return source(kind === 'json' ? pretty(text) : text, null)
}

type Kind = 'page' | 'picture' | 'markdown' | 'json' | 'text'

/** Decided by content first, because a reflex run's artifact has one name whatever it is. */
function kindOf(path: string, text: string): Kind {
  const begins = text.trimStart().slice(0, 200).toLowerCase()
  if (/^(?:<!doctype html|<html[\s>])/.test(begins)) return 'page'
  if (/^(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(begins)) return 'picture'
  if (/^[[{]/.test(begins) && pretty(text) !== null) return 'json'
  const named = kindOfName(path)
  return named === 'markdown' ? 'markdown' : named === 'json' ? 'json' : 'text'
}

function source(text: string | null, title: string | null): Html {
  const whole = text ?? ''
  const shown = whole.length > longestSource ? `${whole.slice(0, longestSource)}\n… ${whole.length - longestSource} more characters` : whole
  const code = html`<pre class="source" tabindex="0"><code>${shown}</code></pre>`
  return title === null ? code : html`<details><summary>${title}</summary>${code}</details>`
}

/** Inlines style sheets and drawings of the same set, since the page can load nothing. */
export function withOwnFiles(path: string, page: string, files: readonly { path: string; text: string }[]): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const byPath = new Map(files.map((file) => [file.path, file.text]))
  const own = (tag: string, attribute: RegExp) => byPath.get(folder + (attribute.exec(tag)?.[1] ?? '').replace(/^\.\//, ''))
  return page
    .replaceAll(/<link\b[^>]*>/gi, (tag) => {
      const css = /stylesheet/i.test(tag) ? own(tag, /\bhref\s*=\s*["']?([^"'\s>]+)/i) : undefined
      return css === undefined ? tag : `<style>${css.replaceAll(/<\/style/gi, '<\\/style')}</style>`
    })
    .replaceAll(/<img\b[^>]*>/gi, (tag) => {
      const drawing = own(tag, /\bsrc\s*=\s*["']?([^"'\s>]+\.svg)/i)
      return drawing === undefined ? tag : tag.replace(/\bsrc\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/i, () => `src="${svgAddress(drawing)}"`)
    })
}

function pretty(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

/** An SVG used as an image runs no scripts and loads nothing. */
function svgAddress(text: string): string {
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return `data:image/svg+xml;base64,${btoa(bytes)}`
}
