// Markdown as HTML that can do nothing: no markup of its own, no script, nothing loaded, links that say where they lead.
import type { Nodes, Parents, Root, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { type Html, html, trusted } from '../lib/html.ts'

/** Longer texts, and those nested deeper, are shown as they are written. */
const longest = 200_000
const deepest = 60

export function markdownHtml(text: string): Html {
  if (text.length > longest) return plain(text)
  const tree: Root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const targets = new Map(tree.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])))
  return within(tree, { targets, depth: 0 })
}

interface Context {
  /** Addresses by label, for links that name one. */
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
    case 'html': // shown as it is written: whoever reads should see what is there
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

/** Two levels down: the page has a title of its own. */
function heading(depth: number, content: Html): Html {
  const tag = trusted(`h${Math.min(6, depth + 2)}`)
  return html`<${tag} class="h${depth}">${content}</${tag}>`
}

/** Only addresses a person can look at before they go there. */
function link(url: string, content: Html): Html {
  return /^(?:https?:|mailto:)/i.test(url)
    ? html`<a href="${url}" rel="noreferrer noopener nofollow" title="${url}">${content}</a>`
    : html`<span class="link" title="${url}">${content}</span>`
}

/** A picture that is in the text is shown, one elsewhere is named: a page that is sent must not report who opens it. */
function picture(url: string, alt: string): Html {
  return /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]+$/i.test(url)
    ? html`<img src="${url}" alt="${alt}">`
    : html`<span class="missing">picture: ${alt || 'without a text'} (${url})</span>`
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
