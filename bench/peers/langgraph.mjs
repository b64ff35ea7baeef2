// LangGraph: a graph of one node that goes round, its checkpoints in SQLite, written and synced before the next step.
import { join } from 'node:path'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite'
import { artifactText, eventFiller, stateFiller } from './work.mjs'

const State = Annotation.Root({
  step: Annotation(),
  steps: Annotation(),
  run: Annotation(),
  filler: Annotation(),
  event: Annotation(),
  artifact: Annotation(),
})

export async function langgraph(folder, loops, steps) {
  const saver = SqliteSaver.fromConnString(join(folder, 'checkpoints.db'))
  saver.db.pragma('journal_mode = WAL')
  saver.db.pragma('synchronous = FULL') // a commit survives power loss, as ours do
  const graph = new StateGraph(State)
    .addNode('work', ({ step, run }) => ({
      step: step + 1,
      event: { type: 'stepped', step, filler: eventFiller },
      artifact: artifactText(run, `step-${step + 1}`),
    }))
    .addEdge(START, 'work')
    .addConditionalEdges('work', ({ step, steps: all }) => (step >= all ? END : 'work'))
    .compile({ checkpointer: saver })
  const one = (run) =>
    graph.invoke(
      { step: 0, steps, run, filler: stateFiller, event: null, artifact: '' },
      { configurable: { thread_id: run }, recursionLimit: steps + 10, durability: 'sync' },
    )
  return { run: () => Promise.all(Array.from({ length: loops }, (_, i) => one(`run-${i}`))), close: () => saver.db.close() }
}
