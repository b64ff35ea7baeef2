// A state machine as one closed table: a move that isn't in it is refused, with the reason as a value.

export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

export type Move<State extends string> = { ok: true; to: State } | { ok: false; from: State; to: State; reason: string }

export function move<State extends string>(table: Transitions<State>, from: State, to: State): Move<State> {
  if (table[from].includes(to)) return { ok: true, to }
  const allowed = table[from].length > 0 ? `it can move to ${table[from].join(', ')}` : 'it is terminal'
  return { ok: false, from, to, reason: `${from} can't move to ${to}: ${allowed}` }
}

/** The table as a mermaid state diagram, for the docs. */
export function diagram<State extends string>(table: Transitions<State>, initial: State): string {
  const lines = Object.entries<readonly State[]>(table).flatMap(([from, targets]) => targets.map((to) => `  ${from} --> ${to}`))
  return ['stateDiagram-v2', `  [*] --> ${initial}`, ...lines].join('\n')
}
