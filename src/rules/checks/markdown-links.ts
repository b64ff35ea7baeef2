// Links lead somewhere: relative files exist, anchors name a heading, references are defined.
import * as z from 'zod'
import { didYouMean } from '../../lib/nearest.ts'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, fail, pass } from '../check.ts'
import type { Artifact, Files } from '../check.ts'
import { plural, quoted, shorten } from '../reading/lines.ts'
import { outline, outlineOf } from '../reading/markdown.ts'
import type { Outline } from '../reading/markdown.ts'
import { unescaped } from '../reading/pointer.ts'
import { readable } from '../reading/readable.ts'

export const links = defineCheck({
  kind: 'markdown.links',
  summary: 'Relative links point at files that exist, anchors at headings that exist; addresses on the web are listed, not fetched.',
  version: '1',
  params: z.strictObject({ ignore: z.array(z.string().min(1)).default([]) }),
  demands: ({ ignore }) =>
    `has relative links only to files that exist, anchors only to headings that exist, and defines its references${ignore.length > 0 ? `; links that begin with ${quoted(ignore, 'or')} are left out` : ''}`,
  needs: ['files'],
  run: ({ params, artifact, files }) =>
    readable(artifact, async () => {
      const found = outlineOf(artifact)
      const links = found.links.filter((link) => !params.ignore.some((prefix) => link.url.startsWith(prefix)))
      const problems: Finding[] = found.dangling.map(({ label, line }) => ({
        message: `the reference [${shorten(label, 60)}] isn't defined`,
        expected: `a line [${shorten(label, 60)}]: <address>`,
        location: { file: artifact.name, line },
      }))
      const { external = [], local = [] } = Object.groupBy(links, ({ url }) => (/^(?:https?:)?\/\//i.test(url) ? 'external' : 'local'))
      const broken = finder(artifact, found, files)
      for (const { url, line } of local) {
        const message = await broken(url)
        if (message)
          problems.push({
            message,
            expected: 'a link that leads somewhere',
            actual: shorten(url) || 'nothing',
            quote: shorten(url),
            location: { file: artifact.name, line },
          })
      }
      const note = external.length === 0 ? '' : `; ${plural(external.length, 'web address', 'web addresses')} not checked`
      if (problems.length > 0) return fail(`${plural(problems.length, 'link does', 'links do')} not resolve${note}`, problems)
      const unchecked = external.map(({ url, line }) => ({
        message: 'not checked',
        quote: shorten(url),
        location: { file: artifact.name, line },
      }))
      return pass(`${plural(local.length, 'local link')} resolved${note}`, unchecked)
    }),
})

/** Maps a link's target to what is wrong with it; reads each target file once. */
function finder(artifact: Artifact, here: Outline, files: Files): (url: string) => Promise<string | undefined> {
  const outlines = new Map<string, Promise<Outline | null>>()
  const read = async (path: string) => {
    const text = await files.read(path)
    return text === null || text.length > maxLinked ? null : outline(text)
  }
  return async (url) => {
    if (url.trim() === '') return 'the link is empty'
    const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase()
    if (scheme === 'file' || scheme === 'javascript') return `a ${scheme}: address works only for you`
    if (scheme) return undefined
    const [address = '', fragment] = split(url)
    const path = address === '' ? artifact.name : resolve(artifact.name, address)
    if (path === undefined) return 'the link leads out of the folder'
    if (path !== artifact.name && path !== '' && !(await files.exists(path))) return `${path} doesn't exist`
    if (fragment === undefined || fragment === '' || fragment === 'top') return undefined
    if (path !== artifact.name && !/\.(?:md|markdown|mdx)$/i.test(path)) return undefined
    if (path !== artifact.name && !outlines.has(path)) outlines.set(path, read(path))
    const target = path === artifact.name ? here : await outlines.get(path)
    if (!target || target.anchors.has(fragment)) return undefined
    return `no heading has the anchor #${fragment}${didYouMean(fragment, target.anchors)}`
  }
}

const maxLinked = 2_000_000

function split(url: string): [string, string | undefined] {
  const hash = url.indexOf('#')
  const address = (hash === -1 ? url : url.slice(0, hash)).replace(/\?.*$/s, '')
  return [unescaped(address), hash === -1 ? undefined : unescaped(url.slice(hash + 1))]
}

/** The target's path from the working folder; undefined if it leaves it. */
function resolve(from: string, address: string): string | undefined {
  const parts = address.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of address.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
