// A spec that lists its orders: headings or list items under "Orders" or "Work orders". Any other spec is split by a maker.
import type { OrderItem } from './state.ts'

/** Null if the spec has no such list. */
export function readList(spec: string): OrderItem[] | null {
  const lines = spec.split('\n')
  const start = lines.findIndex((line) => /^#{1,3}\s+(?:work\s+)?orders\s*$/i.test(line))
  if (start < 0) return null
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1
  const end = lines.findIndex((line, n) => n > start && (/^(#+)\s/.exec(line)?.[1]?.length ?? 9) <= level)
  const items: OrderItem[] = []
  for (const line of lines.slice(start + 1, end < 0 ? undefined : end)) {
    const item = /^(?:[-*]|\d+[.)])\s+(?:\[(\w+)\]\s+)?(.+)$/.exec(line)
    const last = items.at(-1)
    if (item) items.push({ title: (item[2] ?? '').slice(0, 100), task: item[2] ?? '', type: item[1]?.toLowerCase() ?? 'code' })
    else if (last && line.trim() !== '') last.task += `\n${line.trim()}`
  }
  return items.length > 0 ? items : null
}
