// JSON as a folding tree: nodes with findings are open and marked, deep ones are closed.
import { useMemo } from 'preact/hooks'
import type { Anchor, RenderProps } from './anchors.ts'
import { plural } from './format.ts'
import { Marks } from './marks.tsx'

const openDepth = 2
const mostShown = 200

export function JsonTree({ part: { text }, anchors, chosen }: RenderProps) {
  const value = useMemo(() => JSON.parse(text) as unknown, [text])
  return (
    <div class="tree" tabIndex={0} role="region" aria-label="As a tree">
      <ul>
        {entries(value).map(([name, inner]) => (
          <Node key={name} name={name} value={inner} pointer={`/${escaped(name)}`} depth={1} anchors={anchors} chosen={chosen} />
        ))}
      </ul>
    </div>
  )
}

interface NodeProps {
  name: string
  value: unknown
  pointer: string
  depth: number
  anchors: readonly Anchor[]
  chosen: number
}

function Node({ name, value, pointer, depth, anchors, chosen }: NodeProps) {
  const here = anchors.filter((anchor) => anchor.pointer === pointer)
  const below = anchors.some((anchor) => anchor.pointer?.startsWith(`${pointer}/`))
  const isChosen = here.some(({ number }) => number === chosen)
  const marks = here.length > 0 && <Marks anchors={here} />
  const all = entries(value)
  if (typeof value !== 'object' || value === null || all.length === 0)
    return (
      <li class={isChosen ? 'chosen' : undefined}>
        {marks}
        <span class="hl-name">{name}</span> <Leaf value={value} />
      </li>
    )
  return (
    <li class={isChosen ? 'chosen' : undefined}>
      {marks}
      <details open={depth < openDepth || below || here.length > 0}>
        <summary>
          <span class="hl-name">{name}</span> <span class="quiet">{summary(value)}</span>
        </summary>
        <ul>
          {all.slice(0, mostShown).map(([key, inner]) => (
            <Node
              key={key}
              name={key}
              value={inner}
              pointer={`${pointer}/${escaped(key)}`}
              depth={depth + 1}
              anchors={anchors}
              chosen={chosen}
            />
          ))}
          {all.length > mostShown && <li class="quiet">{all.length - mostShown} more in the source</li>}
        </ul>
      </details>
    </li>
  )
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span class="hl-string">{value}</span>
  return <span class="hl-number">{JSON.stringify(value)}</span>
}

const entries = (value: unknown) => (typeof value === 'object' && value !== null ? Object.entries(value as Record<string, unknown>) : [])
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** What distinguishes an entry: its name, if it has one. */
function summary(value: object): string {
  if (Array.isArray(value)) return plural(value.length, 'entry', 'entries')
  const { name, id, title, action, text } = value as Record<string, unknown>
  const told = [name, title, action, text, id].find((each) => typeof each === 'string')
  return typeof told === 'string' ? (told.length > 70 ? `${told.slice(0, 69)}…` : told) : plural(Object.keys(value).length, 'field')
}
