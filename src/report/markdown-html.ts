// Markdown as inert HTML: no markup of its own, no scripts, nothing loaded, links that show their target.
import type { Nodes, Parents, Root, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { type Html, html, trusted } from '../lib/html.ts'

/** Longer or deeper texts are shown verbatim. */
const longest = 200_000
const deepest = 60

export function markdownHtml(text: string): Html {
  if (text.length > longest) return plain(text)
  const tree: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const targets = new Map(tree.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])))
  return within(tree, { targets, depth: 0 })
}

interface Context {
  /** Link targets by label, for reference links. */
  targets: ReadonlyMap<string, string>
  depth: number
}

const plain = (text: string) => html`<pre>${text}</pre>`

function within(parent: Parents, context: Context): Html {
  const deeper = { ...context, depth: context.depth + 1 }
  return trusted(parent.children.map((child) => node(child, deeper).markup).join(''))
}

function node(one: Nodes, context: Context): Html {
  if (context.depth > deepest) return html`…`
  switch (one.type) {
    case 'paragraph':
      return html`<p>${within(one, context)}</p>`
    case 'heading':
      return heading(one.depth, within(one, context))
    case 'text':
      return html`${one.value}`
    case 'emphasis':
      return html`<em>${within(one, context)}</em>`
    case 'strong':
      return html`<strong>${within(one, context)}</strong>`
    case 'delete':
      return html`<del>${within(one, context)}</del>`
    case 'inlineCode':
      return html`<code>${one.value}</code>`
    case 'code':
      return html`<pre tabindex="0"><code>${one.value}</code></pre>`
    case 'blockquote':
      return html`<blockquote>${within(one, context)}</blockquote>`
    case 'list':
      return one.ordered ? html`<ol start="${one.start ?? 1}">${within(one, context)}</ol>` : html`<ul>${within(one, context)}</ul>`
    case 'listItem':
      return html`<li>${typeof one.checked === 'boolean' && (one.checked ? '☑ ' : '☐ ')}${within(one, context)}</li>`
    case 'thematicBreak':
      return html`<hr>`
    case 'break':
      return html`<br>`
    case 'link':
      return link(one.url, within(one, context))
    case 'linkReference':
      return link(context.targets.get(one.identifier) ?? '', within(one, context))
    case 'image':
      return picture(one.url, one.alt ?? '')
    case 'imageReference':
      return picture(context.targets.get(one.identifier) ?? '', one.alt ?? '')
    case 'table':
      return table(one, context)
    case 'html': // shown verbatim, so readers see what is there
      return html`<code class="raw">${one.value}</code>`
    case 'footnoteReference':
      return html`<sup>${one.label ?? one.identifier}</sup>`
    case 'footnoteDefinition':
      return html`<aside>${one.label ?? one.identifier}: ${within(one, context)}</aside>`
    case 'definition':
    case 'yaml':
      return html``
    case 'root':
    case 'tableRow':
    case 'tableCell':
      return within(one, context)
    default:
      return html``
  }
}

/** Two levels down, because the page has its own title. */
function heading(depth: number, content: Html): Html {
  const tag = trusted(`h${Math.min(6, depth + 2)}`)
  return html`<${tag} class="h${depth}">${content}</${tag}>`
}

/** Only URLs that a person can read before following. */
function link(url: string, content: Html): Html {
  return /^(?:https?:|mailto:)/i.test(url)
    ? html`<a href="${url}" rel="noreferrer noopener nofollow" title="${url}">${content}</a>`
    : html`<span class="link" title="${url}">${content}</span>`
}

/** An inline picture is shown, a remote one only named: a page someone sends must not report who opens it. */
function picture(url: string, alt: string): Html {
  return /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i.test(url)
    ? html`<img src="${url}" alt="${alt}">`
    : html`<span class="missing">picture: ${alt || 'no text'} (${url})</span>`
}

function table({ children, align }: Table, context: Context): Html {
  const [head, ...rows] = children
  const cells = (row: Table['children'][number] | undefined, tag: 'th' | 'td') =>
    (row?.children ?? []).map((cell, at) => {
      const name = trusted(tag)
      return html`<${name}${align?.[at] ? html` class="${align[at]}"` : ''}>${within(cell, context)}</${name}>`
    })
  return html`<div class="scroll" tabindex="0"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row, 'td')}</tr>`)}</tbody></table></div>`
}
