// The outline of a markdown text: headings, links, anchors and references, each with its line.
import GithubSlugger from 'github-slugger'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { visit } from 'unist-util-visit'
import { chunks } from './markdown-chunks.ts'
import type { Artifact } from '../check.ts'
import { oncePer } from './once-per.ts'

export interface Heading {
  depth: number
  text: string
  line: number
  /** Empty up to the next heading of its level or above. */
  empty: boolean
  /** Not inside a quote or a list. */
  top: boolean
}

interface Link {
  url: string
  line: number
  text: string
}

export interface Outline {
  headings: Heading[]
  links: Link[]
  /** Valid `#fragment` names, as GitHub generates them. */
  anchors: Set<string>
  /** `[text][label]` without a definition of that label. */
  dangling: { label: string; line: number }[]
}

export const outlineOf = oncePer((artifact: Artifact) => outline(artifact.text))

export function outline(text: string): Outline {
  const slugger = new GithubSlugger()
  const found: Outline = { headings: [], links: [], anchors: new Set(), dangling: [] }
  const labels = new Set<string>()
  for (const chunk of chunks(text)) {
    const tree = fromMarkdown(chunk.text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    const lineOf = (node: Nodes) => (node.position?.start.line ?? 1) + chunk.lines
    const top = new Set<Nodes>(tree.children)
    visit(tree, (node) => {
      const line = lineOf(node)
      if (node.type === 'heading') {
        const title = toString(node, { includeImageAlt: false })
        found.headings.push({ depth: node.depth, text: title.trim(), line, empty: false, top: top.has(node) })
        found.anchors.add(slugger.slug(title))
      } else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
        found.links.push({ url: node.url, line, text: node.type === 'link' ? toString(node) : '' })
        if (node.type === 'definition') labels.add(normal(node.identifier))
      } else if (node.type === 'html') readHtml(node.value, line, found)
      else if (node.type === 'text') found.dangling.push(...references(node.value, line))
    })
    markEmpty(tree, found.headings, chunk.lines)
  }
  // A long text is parsed in parts, and a label may be defined in another part than it is used in.
  found.dangling = found.dangling.filter(({ label }) => !labels.has(normal(label)))
  return found
}

function markEmpty(tree: Root, headings: Heading[], lines: number): void {
  const byLine = new Map(headings.map((heading) => [heading.line, heading]))
  tree.children.forEach((node, index) => {
    if (node.type !== 'heading') return
    const next = tree.children[index + 1]
    const heading = byLine.get((node.position?.start.line ?? 1) + lines)
    if (heading) heading.empty = next === undefined || (next.type === 'heading' && next.depth <= node.depth)
  })
}

function readHtml(html: string, line: number, found: Outline): void {
  for (const match of html.matchAll(/<(?:a|img)\s[^<>]{0,1000}?\b(?:href|src)\s{0,9}=\s{0,9}["']([^"'<>]{1,2000})["']/gi)) {
    found.links.push({ url: match[1] ?? '', line: line + newlines(html, match.index), text: '' })
  }
  for (const match of html.matchAll(/\b(?:id|name)\s{0,9}=\s{0,9}["']([^"'<>\s]{1,200})["']/gi)) found.anchors.add(match[1] ?? '')
}

/** Left as text by the parser for lack of a definition. */
function references(text: string, line: number): { label: string; line: number }[] {
  return [...text.matchAll(/(?<![\w\]\\])\[([^\][\n]{1,200})\]\[([^\][\n]{0,200})\]/g)]
    .filter(([, shown = '']) => !/^\d*$/.test(shown)) // indexes such as m[0][1]
    .map((match) => ({ label: match[2] || match[1] || '', line: line + newlines(text, match.index) }))
}

function newlines(text: string, end: number): number {
  return text.slice(0, end).split('\n').length - 1
}

function normal(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}
