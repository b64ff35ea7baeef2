// Places boxes in a grid so that related ones are close. Deterministic.

export interface Line {
  from: number
  to: number
}

export interface Cell {
  column: number
  row: number
}

export function placeBoxes(count: number, lines: Line[]): { cells: Cell[]; columns: number; rows: number } {
  const columns = count <= 3 ? Math.max(1, count) : count <= 9 ? 3 : 4
  const rows = Math.max(1, Math.ceil(count / columns))
  const near = neighbours(count, lines)
  const byDegree = Array.from({ length: count }, (_, box) => box).sort((a, b) => near[b]!.length - near[a]!.length || a - b)
  let best: Cell[] = []
  let lowest = Infinity
  // Hill climbing finds a local optimum; a few starting points find a good one.
  for (const start of byDegree.slice(0, 6)) {
    const { cells, cost } = climb(breadthFirst(start, byDegree, near), near, { columns, rows })
    if (cost < lowest) [best, lowest] = [cells, cost]
  }
  return dense(best)
}

/** Removes empty columns and rows. */
function dense(cells: Cell[]): { cells: Cell[]; columns: number; rows: number } {
  const used = (axis: keyof Cell) => [...new Set(cells.map((cell) => cell[axis]))].sort((a, b) => a - b)
  const [columns, rows] = [used('column'), used('row')]
  return {
    cells: cells.map(({ column, row }) => ({ column: columns.indexOf(column), row: rows.indexOf(row) })),
    columns: Math.max(1, columns.length),
    rows: Math.max(1, rows.length),
  }
}

/** Length of a line in grid steps; one that must go around boxes costs more. */
function length(a: Cell, b: Cell): number {
  const across = Math.abs(a.column - b.column)
  const down = Math.abs(a.row - b.row)
  const detour = across > 1 ? 3 : across === 0 && down > 1 ? 2 : 0
  return across * 4 + down * 3 + detour
}

function climb(order: number[], near: number[][], grid: { columns: number; rows: number }): { cells: Cell[]; cost: number } {
  const size = grid.columns * grid.rows
  const cellAt = (slot: number): Cell => {
    const row = Math.floor(slot / grid.columns)
    const column = slot % grid.columns
    return { row, column: row % 2 === 0 ? column : grid.columns - 1 - column }
  }
  const places = Array.from({ length: size }, (_, slot) => cellAt(slot))
  const boxAt: (number | undefined)[] = places.map((_, slot) => order[slot])
  const slotOf: number[] = []
  order.forEach((box, slot) => (slotOf[box] = slot))
  const costOf = (box: number | undefined): number =>
    box === undefined ? 0 : near[box]!.reduce((sum, other) => sum + length(places[slotOf[box]!]!, places[slotOf[other]!]!), 0)
  const swap = (a: number, b: number): void => {
    const [boxA, boxB] = [boxAt[a], boxAt[b]]
    boxAt[a] = boxB
    boxAt[b] = boxA
    if (boxA !== undefined) slotOf[boxA] = b
    if (boxB !== undefined) slotOf[boxB] = a
  }
  for (let better = true, pass = 0; better && pass < 25; pass++) {
    better = false
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        if (boxAt[a] === undefined && boxAt[b] === undefined) continue
        const before = costOf(boxAt[a]) + costOf(boxAt[b])
        swap(a, b)
        if (costOf(boxAt[a]) + costOf(boxAt[b]) < before) better = true
        else swap(a, b)
      }
    }
  }
  const cells = slotOf.map((slot) => places[slot]!)
  return { cells, cost: order.reduce((sum, box) => sum + costOf(box), 0) }
}

function neighbours(count: number, lines: Line[]): number[][] {
  const near: number[][] = Array.from({ length: count }, () => [])
  for (const { from, to } of lines) {
    if (from === to) continue
    near[from]!.push(to)
    near[to]!.push(from)
  }
  return near
}

/** Connected boxes one after another; groups start with their best connected box. */
function breadthFirst(start: number, byDegree: number[], near: number[][]): number[] {
  const order: number[] = []
  const seen = new Set<number>()
  for (const root of [start, ...byDegree]) {
    if (seen.has(root)) continue
    seen.add(root)
    const queue = [root]
    for (const box of queue) {
      order.push(box)
      for (const other of near[box]!) {
        if (seen.has(other)) continue
        seen.add(other)
        queue.push(other)
      }
    }
  }
  return order
}
