// Numbers of findings beside the places they are about; each links to its finding.
import type { Anchor } from './anchors.ts'
import { Link, withQuery } from './route.tsx'

export function Marks({ anchors }: { anchors: readonly Anchor[] }) {
  const each = [...new Map(anchors.map((anchor) => [anchor.number, anchor])).values()]
  return (
    <span class="spots">
      {each.map(({ number, tone, says }) => (
        <Link key={number} to={withQuery({ f: number })} class={`spot ${tone}`} label={`Finding ${number}: ${says}`} replace>
          {number}
        </Link>
      ))}
    </span>
  )
}
