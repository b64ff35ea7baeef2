// A decision on a promotion that waits, named by its lesson so that nobody decides on another one by mistake.
import { pending } from '../../../learning/book.ts'
import { type Proof, answerOpen } from '../../../operations/answer.ts'
import type { World } from '../../../operations/world.ts'
import { Fault } from '../../../schema/fault.ts'
import lessons from '../index.ts'
import { withBook } from './book.ts'

export interface Decided {
  proposal: string
  lesson: string
  status: string
}

export function decide(
  world: World,
  lesson: string,
  said: { choice: 'approve' | 'reject'; text?: string | undefined } & Proof,
): Promise<Decided> {
  return withBook(world, async (open) => {
    const waiting = pending(open.state.state)
    const wanted = waiting.find(({ id, about }) => id === lesson || about === lesson)
    if (!wanted)
      throw new Fault('not_found', `no promotion of ${JSON.stringify(lesson)} waits for a decision`, {
        fix: '`whet inbox` shows what does.',
      })
    // One question is open at a time; whoever wants another one first puts the others off.
    while (pending(open.state.state)[0]?.id !== wanted.id) await answerOpen(world, open, lessons, { choice: 'later' })
    const { text, ...proof } = said
    await answerOpen(world, open, lessons, { ...proof, ...(text !== undefined && { text }) })
    const status = open.state.state.proposals.find(({ id }) => id === wanted.id)?.status ?? ''
    return { proposal: wanted.id, lesson: wanted.about, status }
  })
}
