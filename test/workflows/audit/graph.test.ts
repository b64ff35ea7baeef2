// Waves, cycles and dependents of any graph.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ancestorsOf, computeWaves, dependentsOf } from '../../../src/workflows/audit/graph.ts'

const node = (id: string, ...deps: string[]) => ({ id, deps })

describe('waves', () => {
  test.each([
    ['a chain', [node('c', 'b'), node('b', 'a'), node('a')], { a: 1, b: 2, c: 3 }],
    ['a diamond', [node('a'), node('b', 'a'), node('c', 'a', 'b'), node('d', 'c', 'a')], { a: 1, b: 2, c: 3, d: 4 }],
    ['a dependency named twice', [node('a'), node('b', 'a', 'a')], { a: 1, b: 2 }],
    ['a dependency that is no task', [node('a', 'ghost')], { a: 1 }],
    ['an id that stands twice', [node('a'), node('b', 'a'), node('a', 'b')], { a: 1, b: 2 }],
  ])('of %s', (_, nodes, expected) => {
    expect(Object.fromEntries(computeWaves(nodes).wave)).toEqual(expected)
  })

  test('in any acyclic graph a wave is one more than the deepest dependency', () => {
    fc.assert(
      fc.property(acyclic, (nodes) => {
        const { wave, order, cycles } = computeWaves(nodes)
        expect(cycles).toEqual([])
        expect(new Set(order).size).toBe(nodes.length)
        for (const { id, deps } of nodes) expect(wave.get(id)).toBe(1 + Math.max(0, ...deps.map((dep) => wave.get(dep)!)))
      }),
    )
  })

  test('a chain of 50,000 tasks needs no deep stack, a circle of them neither', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => node(String(index), ...(index === 0 ? [] : [String(index - 1)])))
    expect(computeWaves(chain).wave.get('49999')).toBe(50_000)
    expect(computeWaves([node('0', '49999'), ...chain.slice(1)]).cycles[0]).toHaveLength(50_000)
  })
})

describe('cycles', () => {
  test('are told with exactly their members; what lies behind one has no wave', () => {
    const { cycles, wave } = computeWaves([
      node('a', 'b'),
      node('b', 'c'),
      node('c', 'a'),
      node('after', 'a'),
      node('free'),
      node('x', 'x'),
    ])
    expect(cycles.map((members) => [...members].sort())).toEqual([['a', 'b', 'c'], ['x']])
    expect([...wave.keys()]).toEqual(['free'])
  })

  test('in any graph every member reaches itself, and every task that does is a member', () => {
    fc.assert(
      fc.property(anyGraph, (nodes) => {
        const byId = new Map(nodes.map((each) => [each.id, each]))
        const members = new Set(computeWaves(nodes).cycles.flat())
        for (const { id } of nodes) expect(members.has(id)).toBe(ancestorsOf(byId, id).has(id))
      }),
    )
  })
})

test('dependents are the dependencies read backwards', () => {
  fc.assert(
    fc.property(acyclic, (nodes) => {
      const dependents = dependentsOf(nodes)
      for (const { id } of nodes)
        expect([...dependents.get(id)!].sort()).toEqual(
          nodes
            .filter((each) => each.deps.includes(id))
            .map((each) => each.id)
            .sort(),
        )
    }),
  )
})

const acyclic = fc
  .array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 25 })
  .map((list) => list.map((deps, index) => node(`t${index}`, ...(index === 0 ? [] : [...new Set(deps.map((dep) => `t${dep % index}`))]))))
const anyGraph = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 12 })
  .map((list) => list.map((deps, index) => node(`t${index}`, ...new Set(deps.map((dep) => `t${dep % list.length}`)))))
