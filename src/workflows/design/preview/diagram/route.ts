// Routes every line between two boxes through the gaps of the grid: right angles only, never through a box, never two lines on one track.
import type { Cell, Line } from './place.ts'

export interface Point {
  x: number
  y: number
}

export interface Box extends Cell {
  height: number
}

export interface Plan {
  width: number
  height: number
  /** Top left corner of each box. */
  corners: Point[]
  /** One per line, from its first box to its second. */
  paths: Point[][]
}

export const boxWidth = 216
const lead = 18
const track = 11

/** Where a line leaves a box. */
type Side = 'left' | 'right' | 'top' | 'bottom'

/** A segment of a line inside one gap, from and to in half grid steps. */
interface Stretch {
  line: number
  gap: number
  from: number
  to: number
  lane: number
}

interface Route {
  sides: [Side, Side]
  vertical: Stretch[]
  across: Stretch | undefined
}

export function routeLines(boxes: Box[], lines: Line[], grid: { columns: number; rows: number }): Plan {
  const routes = lines.map((line, index) => chooseRoute(boxes[line.from]!, boxes[line.to]!, index))
  const upright = lanes(routes.flatMap((route) => route.vertical))
  const level = lanes(routes.flatMap((route) => route.across ?? []))
  const rowHeights = Array.from({ length: grid.rows }, (_, row) =>
    Math.max(0, ...boxes.filter((box) => box.row === row).map((box) => box.height)),
  )

  const xs = spread(
    Array.from({ length: grid.columns }, () => boxWidth),
    (gap) => gapSize(upright.get(gap) ?? 0, gap === 0 || gap === grid.columns),
  )
  const ys = spread(rowHeights, (gap) => gapSize(level.get(gap) ?? 0, gap === 0 || gap === grid.rows))
  const corners = boxes.map(({ column, row }) => ({ x: xs.starts[column]!, y: ys.starts[row]! }))
  const laneX = (stretch: Stretch) => middle(xs.gaps[stretch.gap]!, upright.get(stretch.gap)!, stretch.lane)
  const laneY = (stretch: Stretch) => middle(ys.gaps[stretch.gap]!, level.get(stretch.gap)!, stretch.lane)

  const ports = placePorts(boxes, lines, routes, corners)
  const paths = routes.map((route, index) => {
    const [start, end] = ports[index]!
    if (route.sides[0] === 'top' || route.sides[0] === 'bottom') {
      const y = laneY(route.across!)
      return tidy([start, { x: start.x, y }, { x: end.x, y }, end])
    }
    const [first, second] = route.vertical.map(laneX)
    if (second === undefined || !route.across) return tidy([start, { x: first!, y: start.y }, { x: first!, y: end.y }, end])
    const y = laneY(route.across)
    return tidy([start, { x: first!, y: start.y }, { x: first!, y }, { x: second, y }, { x: second, y: end.y }, end])
  })
  return { width: xs.total, height: ys.total, corners, paths }
}

/** Gap g is before column (or row) g. Positions are in half grid steps: gaps even, boxes odd. */
function chooseRoute(a: Box, b: Box, line: number): Route {
  const across = b.column - a.column
  const down = b.row - a.row
  const middleOf = (box: Box) => 2 * box.row + 1
  const stretch = (gap: number, from: number, to: number): Stretch => ({
    line,
    gap,
    from: Math.min(from, to),
    to: Math.max(from, to),
    lane: 0,
  })
  if (across === 0 && Math.abs(down) === 1) {
    return {
      sides: down > 0 ? ['bottom', 'top'] : ['top', 'bottom'],
      vertical: [],
      across: stretch(Math.max(a.row, b.row), 2 * a.column + 1, 2 * b.column + 1),
    }
  }
  if (across === 0) return { sides: ['right', 'right'], vertical: [stretch(a.column + 1, middleOf(a), middleOf(b))], across: undefined }
  const sides: [Side, Side] = across > 0 ? ['right', 'left'] : ['left', 'right']
  const gapA = across > 0 ? a.column + 1 : a.column
  const gapB = across > 0 ? b.column : b.column + 1
  if (gapA === gapB) return { sides, vertical: [stretch(gapA, middleOf(a), middleOf(b))], across: undefined }
  // Two or more columns apart: through the row gap on the way, or the one above within the same row.
  const gap = down > 0 ? b.row : a.row
  return {
    sides,
    vertical: [stretch(gapA, middleOf(a), 2 * gap), stretch(gapB, 2 * gap, middleOf(b))],
    across: stretch(gap, 2 * gapA, 2 * gapB),
  }
}

/** Assigns different lanes to overlapping segments in a gap; returns how many lanes each gap needs. */
function lanes(stretches: Stretch[]): Map<number, number> {
  const needed = new Map<number, number>()
  for (const [gap, members] of Map.groupBy(stretches, (stretch) => stretch.gap)) {
    const ends: number[] = []
    for (const stretch of members.sort((a, b) => a.from - b.from || a.to - b.to || a.line - b.line)) {
      let lane = ends.findIndex((end) => end < stretch.from)
      if (lane < 0) lane = ends.length
      ends[lane] = stretch.to
      stretch.lane = lane
    }
    needed.set(gap, ends.length)
  }
  return needed
}

/** Spreads the ends on one side of a box, ordered by target. */
function placePorts(boxes: Box[], lines: Line[], routes: Route[], corners: Point[]): [Point, Point][] {
  const ends = lines.flatMap((line, index) => [
    { index, end: 0 as 0 | 1, box: line.from, other: line.to, side: routes[index]!.sides[0] },
    { index, end: 1 as 0 | 1, box: line.to, other: line.from, side: routes[index]!.sides[1] },
  ])
  const ports: [Point, Point][] = lines.map(() => [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ])
  // Sideways ends use the height common to all boxes of the row, so that lines between neighbours run straight.
  const shared = new Map<number, number>()
  for (const { row, height } of boxes) shared.set(row, Math.min(height, shared.get(row) ?? Infinity))
  /** Lines leaving a box to the right, by the gap they enter: those from the other side must avoid them. */
  const taken = new Map<string, { y: number; index: number }[]>()
  const bySide = [...Map.groupBy(ends, ({ box, side }) => `${side} ${box}`).values()].sort(
    (a, b) => Number(a[0]!.side === 'left') - Number(b[0]!.side === 'left'),
  )
  for (const members of bySide) {
    const { box, side } = members[0]!
    const level = side === 'left' || side === 'right'
    const { row, column } = boxes[box]!
    const aim = (other: number) => (level ? corners[other]!.y + boxes[other]!.height / 2 : corners[other]!.x)
    members.sort((a, b) => aim(a.other) - aim(b.other) || a.index - b.index || a.end - b.end)
    const gap = `${row} ${side === 'left' ? column : column + 1}`
    const across = taken.get(gap) ?? []
    let last = corners[box]!.y
    members.forEach(({ index, end }, n) => {
      const corner = corners[box]!
      const share = (n + 1) / (members.length + 1)
      if (!level) {
        ports[index]![end] = { x: Math.round(corner.x + boxWidth * share), y: side === 'top' ? corner.y : corner.y + boxes[box]!.height }
        return
      }
      let y = Math.max(Math.round(corner.y + shared.get(row)! * share), last + 3)
      while (side === 'left' && across.some((port) => port.index !== index && Math.abs(port.y - y) < 3)) y++
      last = y
      ports[index]![end] = { x: side === 'left' ? corner.x : corner.x + boxWidth, y }
      if (side === 'right') taken.set(gap, [...(taken.get(gap) ?? []), { y, index }])
    })
  }
  return ports
}

function gapSize(laneCount: number, outer: boolean): number {
  if (laneCount === 0) return outer ? 2 : 32
  return 2 * lead + (laneCount - 1) * track + 4
}

function spread(sizes: number[], gapOf: (gap: number) => number) {
  const starts: number[] = []
  const gaps: { start: number; size: number }[] = []
  let at = 0
  for (let i = 0; i <= sizes.length; i++) {
    gaps.push({ start: at, size: gapOf(i) })
    at += gapOf(i)
    if (i === sizes.length) break
    starts.push(at)
    at += sizes[i]!
  }
  return { starts, gaps, total: at }
}

function middle(gap: { start: number; size: number }, laneCount: number, lane: number): number {
  return Math.round(gap.start + gap.size / 2 + (lane - (laneCount - 1) / 2) * track)
}

/** Removes points on the straight line between their neighbours. */
function tidy(points: Point[]): Point[] {
  return points.filter((point, i) => {
    const before = points[i - 1]
    const after = points[i + 1]
    if (!before || !after) return true
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y))
  })
}
