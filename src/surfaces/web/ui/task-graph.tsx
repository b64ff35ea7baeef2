// Tasks in waves from left to right, coloured by result, joined by dependencies; the selected one is shown in full.
import { useEffect } from 'preact/hooks'
import type { GraphNode } from '../document.ts'
import { address } from './address.ts'
import { Empty, Pairs, Scroll } from './parts.tsx'
import { Link, place, withQuery } from './route.tsx'

const box = { width: 152, height: 54, gapX: 28, gapY: 14 }

export function TaskGraph({ nodes, run }: { nodes: readonly GraphNode[]; run: string }) {
  const chosen = nodes.find(({ id }) => id === place.value.query.get('task'))
  useEffect(() => document.querySelector('.task.chosen')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [chosen?.id])
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
    <>
      <Scroll label="Tasks by wave">
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
              <Link
                key={node.id}
                to={withQuery({ task: node.id === chosen?.id ? null : node.id })}
                class={`task ${node.state} ${node.tone ?? ''}${node.id === chosen?.id ? ' chosen' : ''}`}
                label={[...told(node), ...(node.needs.length > 0 ? [`needs ${node.needs.join(', ')}`] : [])].join(' ')}
                replace
              >
                <g aria-hidden="true">
                  {' '}
                  <rect x={x} y={y} width={box.width} height={box.height} rx={7} />
                  <text x={x + 10} y={y + 18} class="id">
                    {told(node)[0]}
                  </text>{' '}
                  <text x={x + 10} y={y + 33}>
                    {told(node)[1]}
                  </text>{' '}
                  <text x={x + 10} y={y + 47} class="state">
                    {told(node)[2]}
                  </text>
                </g>{' '}
              </Link>
            )
          })}
        </svg>
      </Scroll>
      {chosen && <Detail node={chosen} run={run} />}
    </>
  )
}

function Detail({ node: { id, label, detail = [], at }, run }: { node: GraphNode; run: string }) {
  return (
    <section class="card" aria-label={id}>
      <h3>
        {id}: {label}
      </h3>
      <Pairs pairs={detail.map(({ name, text }) => [name, text])} />
      {at !== undefined && (
        <p class="links">
          <Link to={address(run, 'work', `?at=${at}&show=artifact`)}>Its report and findings</Link>
          <Link to={address(run, 'timeline', `?at=${at}`)}>Its scores</Link>
        </p>
      )}
    </section>
  )
}

/** The three lines of a box, as seen and as spoken. */
const told = ({ id, label, note, state }: GraphNode) => [short(id, 20), short(label, 23), note ? `${note}, ${state}` : state]

const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
