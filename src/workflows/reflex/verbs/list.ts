// whet reflex list: every loop folder, ours or another tool's, and drafts awaiting confirmation.
import * as z from 'zod'
import { listed } from '../../../operations/list.ts'
import { columns } from '../../../report/look.ts'
import { defineOperation } from '../../../operations/operation.ts'
import { loopFolders } from '../hands/folder.ts'
import { type LoopRow, foreignLoops, readLoop, shownRow } from './status.ts'

export default defineOperation({
  summary: 'List all loops',
  input: z.object({}),
  reads: true,
  async run(_input, world): Promise<{ loops: LoopRow[] }> {
    const drafts = (await listed(world, { workflow: 'reflex', ended: false })).filter(({ status }) => status === 'draft')
    const foreign = await foreignLoops(world)
    return {
      loops: [
        ...loopFolders(world).map((alias) => readLoop(world, alias, foreign)),
        ...drafts.map(({ name, updatedAt }) => ({
          alias: name,
          status: 'draft',
          iteration: '',
          phase: '',
          current_step: '',
          last_score: '',
          updated_at: updatedAt,
        })),
      ],
    }
  },
  text({ loops }) {
    if (loops.length === 0) return 'No loops yet.\nNext: `whet reflex new "<task>"`.'
    return columns([
      ['alias', 'status', 'iteration', 'last_score', 'updated_at'],
      ...loops
        .map(shownRow)
        .map(({ alias, status, iteration, last_score, updated_at }) => [alias, status, iteration, last_score, updated_at]),
    ])
  },
})
