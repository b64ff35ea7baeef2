// whet lessons approve and reject: decides a waiting promotion, named by its lesson so that no other is decided by mistake.
import * as z from 'zod'
import { pending } from '../../../learning/book.ts'
import { type Proof, answerInput, answerOpen } from '../../../operations/answer.ts'
import { defineOperation } from '../../../operations/operation.ts'
import type { World } from '../../../operations/world.ts'
import { Fault } from '../../../schema/fault.ts'
import lessons from '../index.ts'
import { withBook } from './book.ts'

const lesson = z.string().meta({ description: 'the waiting lesson or proposal' })
const { signature, approvers } = answerInput

export const approve = defineOperation({
  summary: 'Promote a waiting lesson, with a phrase typed at a terminal or a signature',
  input: z.object({ lesson, signature, approvers }),
  positional: [{ name: 'lesson' }],
  personOnly: true,
  run: ({ lesson: id, ...proof }, world): Promise<Decided> => decide(world, id, { choice: 'approve', ...proof }),
  text: ({ lesson: id }) => `${id} is approved. Undo this with: whet lessons rollback "<reason>"`,
})

export const reject = defineOperation({
  summary: 'Leave a waiting lesson in trial, for a stated reason',
  input: z.object({ lesson, text: z.string().optional().meta({ description: 'why not' }) }),
  positional: [{ name: 'lesson' }, { name: 'text', rest: true }],
  personOnly: true,
  run: ({ lesson: id, text }, world): Promise<Decided> => decide(world, id, { choice: 'reject', text }),
  text: ({ lesson: id }) => `${id} stays in trial; the reason is recorded.`,
})

interface Decided {
  proposal: string
  lesson: string
  status: string
}

function decide(world: World, name: string, said: { choice: 'approve' | 'reject'; text?: string | undefined } & Proof): Promise<Decided> {
  return withBook(world, async (open) => {
    const waiting = pending(open.state.state)
    const wanted = waiting.find(({ id, about }) => id === name || about === name)
    if (!wanted)
      throw new Fault('not_found', `no promotion of ${JSON.stringify(name)} is waiting for a decision`, {
        fix: '`whet inbox` shows what is.',
      })
    // One question is open at a time; to get to another one, the others are put off first.
    while (pending(open.state.state)[0]?.id !== wanted.id) await answerOpen(world, open, lessons, { choice: 'later' })
    const { text, ...proof } = said
    await answerOpen(world, open, lessons, { ...proof, ...(text !== undefined && { text }) })
    const status = open.state.state.proposals.find(({ id }) => id === wanted.id)?.status ?? ''
    return { proposal: wanted.id, lesson: wanted.about, status }
  })
}
