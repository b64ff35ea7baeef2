// The diagram's promises, for any graph: boxes apart, lines at right angles, outside every box and never upon each other.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeBoxes } from '../../../../../src/workflows/design/preview/diagram/place.ts'
import { boxWidth, routeLines, type Point } from '../../../../../src/workflows/design/preview/diagram/route.ts'

const graph = fc
  .integer({ min: 1, max: 30 })
  .chain((count) =>
    fc.record({
      heights: fc.array(fc.integer({ min: 59, max: 211 }), { minLength: count, maxLength: count }),
      lines: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 45 }),
    }),
  )

function lay({ heights, lines: pairs }: { heights: number[]; lines: [number, number][] }) {
  const lines = pairs.filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to }))
  const { cells, columns, rows } = placeBoxes(heights.length, lines)
  const boxes = cells.map((cell, index) => ({ ...cell, height: heights[index]! }))
  const plan = routeLines(boxes, lines, { columns, rows })
  const rects = plan.corners.map(({ x, y }, index) => ({ x1: x, y1: y, x2: x + boxWidth, y2: y + heights[index]! }))
  return { cells, plan, rects, lines }
}

const segments = (path: Point[]) => path.slice(1).map((point, index) => ({ a: path[index]!, b: point }))

test('every box has a cell and a place of its own, inside the picture', () => {
  fc.assert(
    fc.property(graph, (input) => {
      const { cells, plan, rects } = lay(input)
      expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(input.heights.length)
      // No column and no row is left empty, so that the picture is not larger than what it shows.
      for (const axis of ['column', 'row'] as const)
        expect(new Set(cells.map((cell) => cell[axis])).size).toBe(Math.max(...cells.map((cell) => cell[axis])) + 1)
      rects.forEach((one, i) => {
        expect(one.x1 >= 0 && one.y1 >= 0 && one.x2 <= plan.width && one.y2 <= plan.height).toBe(true)
        rects
          .slice(i + 1)
          .forEach((other) => expect(one.x2 < other.x1 || other.x2 < one.x1 || one.y2 < other.y1 || other.y2 < one.y1).toBe(true))
      })
    }),
  )
})

test('every line runs at right angles from the edge of one box to the edge of the other, through no box', () => {
  fc.assert(
    fc.property(graph, (input) => {
      const { plan, rects, lines } = lay(input)
      plan.paths.forEach((path, index) => {
        const ends = [
          [path[0]!, lines[index]!.from],
          [path.at(-1)!, lines[index]!.to],
        ] as const
        for (const [{ x, y }, box] of ends) {
          const { x1, y1, x2, y2 } = rects[box]!
          expect(((x === x1 || x === x2) && y > y1 && y < y2) || ((y === y1 || y === y2) && x > x1 && x < x2)).toBe(true)
        }
        for (const { a, b } of segments(path)) {
          expect(a.x === b.x || a.y === b.y).toBe(true)
          for (const { x1, y1, x2, y2 } of rects) {
            const [left, right, top, bottom] = [Math.min(a.x, b.x), Math.max(a.x, b.x), Math.min(a.y, b.y), Math.max(a.y, b.y)]
            expect(right > x1 && left < x2 && bottom > y1 && top < y2).toBe(false)
          }
          expect(
            Math.min(a.x, b.x) >= 0 && Math.max(a.x, b.x) <= plan.width && Math.min(a.y, b.y) >= 0 && Math.max(a.y, b.y) <= plan.height,
          ).toBe(true)
        }
      })
    }),
  )
})

test('no two lines lie upon each other', () => {
  fc.assert(
    fc.property(graph, (input) => {
      const { plan } = lay(input)
      const runs = plan.paths.flatMap((path, line) => segments(path).map(({ a, b }) => ({ line, a, b })))
      for (const one of runs) {
        for (const other of runs) {
          if (one.line >= other.line) continue
          const upright = one.a.x === one.b.x && other.a.x === other.b.x && one.a.x === other.a.x
          const level = one.a.y === one.b.y && other.a.y === other.b.y && one.a.y === other.a.y
          const axis = upright ? 'y' : 'x'
          const apart =
            Math.max(one.a[axis], one.b[axis]) <= Math.min(other.a[axis], other.b[axis]) ||
            Math.max(other.a[axis], other.b[axis]) <= Math.min(one.a[axis], one.b[axis])
          if (upright || level) expect(apart).toBe(true)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('related boxes are put side by side where they can be', () => {
  const { cells } = placeBoxes(4, [
    { from: 0, to: 3 },
    { from: 3, to: 1 },
    { from: 1, to: 2 },
  ])
  for (const [a, b] of [
    [0, 3],
    [3, 1],
    [1, 2],
  ] as const)
    expect(Math.abs(cells[a]!.column - cells[b]!.column) + Math.abs(cells[a]!.row - cells[b]!.row)).toBe(1)
})
