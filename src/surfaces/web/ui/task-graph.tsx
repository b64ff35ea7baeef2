// Tasks in waves from left to right, each with its state in a word, joined by what it needs.
import type { GraphNode } from '../document.ts'
import { Empty } from './parts.tsx'

const box = { width: 152, height: 54, gapX: 28, gapY: 14 }

export function TaskGraph({ nodes }: { nodes: readonly GraphNode[] }) {
  if (nodes.length === 0) return <Empty title="The session has no tasks." />
  const columns = new Map<number, GraphNode[]>()
  for (const node of nodes) columns.set(node.column, [...(columns.get(node.column) ?? []), node])
  const at = new Map<string, { x: number; y: number }>()
  const order = [...columns.keys()].sort((a, b) => a - b)
  order.forEach((column, index) =>
    columns
      .get(column)
      ?.forEach((node, row) => at.set(node.id, { x: 8 + index * (box.width + box.gapX), y: 30 + row * (box.height + box.gapY) })),
  )
  const width = 16 + order.length * (box.width + box.gapX) - box.gapX
  const height = 40 + Math.max(...[...columns.values()].map((each) => each.length)) * (box.height + box.gapY)
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Tasks by wave">
      <svg
        class="task-graph"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={`${nodes.length} tasks in ${order.length} waves`}
      >
        {order.map((column, index) => (
          <text key={column} x={8 + index * (box.width + box.gapX)} y={16} class="wave">
            wave {column}
          </text>
        ))}
        <g aria-hidden="true">
          {nodes.flatMap((node) =>
            node.needs.flatMap((need) => {
              const [from, to] = [at.get(need), at.get(node.id)]
              if (!from || !to) return []
              const [x1, y1, x2, y2] = [from.x + box.width, from.y + box.height / 2, to.x, to.y + box.height / 2]
              return [<path key={`${need} ${node.id}`} d={`M${x1} ${y1}C${x1 + 16} ${y1} ${x2 - 16} ${y2} ${x2} ${y2}`} class="edge" />]
            }),
          )}
        </g>
        {nodes.map((node) => {
          const { x, y } = at.get(node.id) as { x: number; y: number }
          return (
            <g
              key={node.id}
              class={`task ${node.state}`}
              role="img"
              aria-label={`${node.id}, ${node.label}: ${node.state}${node.needs.length > 0 ? `, needs ${node.needs.join(', ')}` : ''}`}
            >
              <title>{node.label}</title>
              <rect x={x} y={y} width={box.width} height={box.height} rx={7} />
              <text x={x + 10} y={y + 18} class="id">
                {short(node.id, 20)}
              </text>
              <text x={x + 10} y={y + 33}>
                {short(node.label, 23)}
              </text>
              <text x={x + 10} y={y + 47} class="state">
                {node.state}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
