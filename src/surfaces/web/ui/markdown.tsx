// Renders Markdown from its tree with our own elements. Nothing in it loads, runs or is treated as HTML.
import type { ComponentChildren } from 'preact'
import type { Nodes, Parents, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { useMemo } from 'preact/hooks'
import type { RenderProps } from './anchors.ts'
import { Highlighted } from './code.tsx'
import { Marks } from './marks.tsx'
import { Pre, Scroll } from './parts.tsx'

export default function Markdown({ part: { text }, anchors, chosen }: RenderProps) {
  const tree = useMemo(() => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), [text])
  useMemo(() => setLevels(tree.children), [tree])
  return (
    <div class="prose">
      {tree.children.map((node, index) => {
        const [first, last] = [node.position?.start.line ?? 0, node.position?.end.line ?? 0]
        const here = anchors.filter(({ line }) => line >= first && line <= last)
        const isChosen = here.some(({ number }) => number === chosen)
        return (
          <div key={index} class={`block${here.length > 0 ? ' found' : ''}${isChosen ? ' chosen' : ''}`}>
            {here.length > 0 && <Marks anchors={here} />}
            {shown(node)}
          </div>
        )
      })}
    </div>
  )
}

/** The page has headings above, so these start one level below; skipped levels are closed up. */
const levels = new WeakMap<object, number>()
function setLevels(nodes: readonly RootContent[]): void {
  let last = 2
  for (const node of nodes) if (node.type === 'heading') levels.set(node, (last = Math.min(6, node.depth + 2, last + 1)))
}

const inside = ({ children }: Parents): ComponentChildren => children.map((child) => shown(child))

function shown(node: RootContent | Nodes): ComponentChildren {
  switch (node.type) {
    case 'text':
      return node.value
    case 'paragraph':
      return <p>{inside(node)}</p>
    case 'heading': {
      const Heading = `h${levels.get(node) ?? 6}` as 'h3'
      return <Heading class={`level-${node.depth}`}>{inside(node)}</Heading>
    }
    case 'emphasis':
      return <em>{inside(node)}</em>
    case 'strong':
      return <strong>{inside(node)}</strong>
    case 'delete':
      return <del>{inside(node)}</del>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'blockquote':
      return <blockquote>{inside(node)}</blockquote>
    case 'code':
      return (
        <Pre label={node.lang ? `Code in ${node.lang}` : 'Code'}>
          <Highlighted text={node.value} language={node.lang ?? ''} />
        </Pre>
      )
    case 'list': {
      const List = node.ordered ? 'ol' : 'ul'
      return (
        <List {...(node.ordered && typeof node.start === 'number' && { start: node.start })}>
          {node.children.map((item) => (
            <li>
              {typeof item.checked === 'boolean' && (item.checked ? '☑ ' : '☐ ')}
              {item.children.map((child) => (child.type === 'paragraph' && !node.spread ? inside(child) : shown(child)))}
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <Scroll label="Table">
          <table>
            {node.children.map((row, index) => (
              <tr>
                {row.children.map((cell, at) => {
                  const style = { textAlign: node.align?.[at] ?? 'left' }
                  return index === 0 ? (
                    <th scope="col" style={style}>
                      {inside(cell)}
                    </th>
                  ) : (
                    <td style={style}>{inside(cell)}</td>
                  )
                })}
              </tr>
            ))}
          </table>
        </Scroll>
      )
    case 'link':
      return outward(node.url) ? (
        <a href={node.url} target="_blank" rel="noreferrer noopener nofollow">
          {inside(node)}
        </a>
      ) : (
        <span class="link" title={node.url}>
          {inside(node)}
        </span>
      )
    case 'image':
      return <span class="image">{`picture: ${node.alt || node.url}`}</span>
    case 'html':
      return <code class="raw">{node.value}</code>
    case 'footnoteReference':
      return <sup>{node.identifier}</sup>
    case 'definition':
    case 'yaml':
      return null
    default:
      return 'children' in node ? inside(node) : 'value' in node ? String(node.value) : null
  }
}

/** Only to the open web: no scripts, no files, nothing of this server. */
const outward = (url: string) => /^https?:\/\//i.test(url)
