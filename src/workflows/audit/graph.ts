// The task graph: waves (topological depth), cycles with their members, dependents. Every function is linear in tasks and dependencies.

export interface GraphNode {
  readonly id: string
  readonly deps: readonly string[]
}

interface Waves {
  readonly wave: ReadonlyMap<string, number> // from 1; tasks on or behind a cycle have none
  readonly order: readonly string[] // every task of `wave`, dependencies first
  readonly cycles: readonly (readonly string[])[]
}

/** Depth from 1: one more than the deepest dependency. Unknown dependencies are skipped (validation reports them). */
export function computeWaves(nodes: readonly GraphNode[]): Waves {
  const graph = adjacency(nodes)
  const wave = new Map<string, number>()
  const order: string[] = []
  const open = new Map([...graph].map(([id, node]) => [id, node.deps.length]))
  const ready = [...graph.keys()].filter((id) => open.get(id) === 0)
  for (const id of ready) wave.set(id, 1)
  for (let next = 0; next < ready.length; next += 1) {
    const id = ready[next]!
    order.push(id)
    for (const dependent of graph.get(id)!.dependents) {
      wave.set(dependent, Math.max(wave.get(dependent) ?? 1, wave.get(id)! + 1))
      const left = open.get(dependent)! - 1
      open.set(dependent, left)
      if (left === 0) ready.push(dependent)
    }
  }
  const stuck = [...graph.keys()].filter((id) => open.get(id)! > 0)
  for (const id of stuck) wave.delete(id)
  return { wave, order, cycles: stuck.length === 0 ? [] : findCycles(graph, stuck) }
}

/** Direct dependents. */
export function dependentsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly string[]> {
  return new Map([...adjacency(nodes)].map(([id, node]) => [id, node.dependents]))
}

/** All dependencies, direct and indirect. */
export function ancestorsOf(byId: ReadonlyMap<string, GraphNode>, id: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const queue = [id]
  for (let next = 0; next < queue.length; next += 1) {
    for (const dep of byId.get(queue[next]!)?.deps ?? []) {
      if (seen.has(dep)) continue
      seen.add(dep)
      queue.push(dep)
    }
  }
  return seen
}

interface Links {
  readonly deps: readonly string[]
  readonly dependents: string[]
}

/** The first task with an id counts; a repeated dependency counts once. */
function adjacency(nodes: readonly GraphNode[]): Map<string, Links> {
  const graph = new Map<string, { deps: readonly string[]; dependents: string[] }>()
  for (const { id, deps } of nodes) if (!graph.has(id)) graph.set(id, { deps, dependents: [] })
  for (const [id, node] of graph) {
    if (node.deps.length > 0) node.deps = [...new Set(node.deps)].filter((dep) => graph.has(dep))
    for (const dep of node.deps) graph.get(dep)!.dependents.push(id)
  }
  return graph
}

/** Tarjan's strongly connected components without recursion, so that a long chain can't overflow the stack. */
function findCycles(graph: ReadonlyMap<string, Links>, stuck: readonly string[]): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const cycles: string[][] = []
  const enter = (id: string) => {
    index.set(id, index.size)
    low.set(id, index.get(id)!)
    stack.push(id)
    onStack.add(id)
    return { id, next: 0 }
  }
  for (const root of stuck) {
    if (index.has(root)) continue
    const path = [enter(root)]
    while (path.length > 0) {
      const top = path.at(-1)!
      const deps = graph.get(top.id)!.deps
      if (top.next < deps.length) {
        const dep = deps[top.next++]!
        if (!index.has(dep)) path.push(enter(dep))
        else if (onStack.has(dep)) low.set(top.id, Math.min(low.get(top.id)!, index.get(dep)!))
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(top.id)!))
      if (low.get(top.id) !== index.get(top.id)) continue
      const members = stack.splice(stack.lastIndexOf(top.id))
      for (const member of members) onStack.delete(member)
      if (members.length > 1 || deps.includes(top.id)) cycles.push(members)
    }
  }
  return cycles
}
