// A workflow of its own: pure functions that say what to do next and what an answer means, and a gate where a person decides.
import { defineWorkflow, type FileSet } from 'whetstone'
import * as z from 'zod'

export interface Naming {
  product: string
  names: string[]
  round: number
  chosen: string | null
  failed: string | null
}

/** What can happen to it, by name: its state changes by nothing else. */
type Events = { proposed: { names: string[] }; refused: object; chosen: { name: string }; failed: { why: string } }

const Proposal = z.object({ names: z.array(z.string()).min(1) })

export default defineWorkflow<Naming, { product: string }, { choose: 'take' | 'again' }, Events>({
  name: 'naming',
  version: 1,
  summary: 'propose names for a product, and let a person take one',
  input: z.object({ product: z.string().meta({ description: 'what is to be named' }) }),
  roles: ['namer'],
  prompts: { propose: 'Propose names for {{product}}. Answer {"names": […]}.' },
  initial: ({ product }) => ({ product, names: [], round: 1, chosen: null, failed: null }),
  // The only place state changes.
  evolve(state, { type, data }) {
    if (type === 'proposed') return { ...state, names: data.names }
    if (type === 'refused') return { ...state, names: [], round: state.round + 1 }
    if (type === 'failed') return { ...state, failed: data.why }
    return type === 'chosen' ? { ...state, chosen: data.name } : state
  },
  next({ product, names, round, chosen, failed }) {
    if (failed) return { done: { status: 'failed', reason: failed, passed: false } }
    if (chosen) return { done: { status: 'named', reason: chosen, passed: true } }
    if (names.length === 0) return { do: [{ kind: 'ask', key: `propose:${round}`, role: 'namer', template: 'propose', slots: { product }, expects: 'json' }] }
    return {
      ask: {
        key: `choose:${round}`,
        question: `Which name for ${product}: ${names.join(', ')}?`,
        choices: [
          { name: 'take', means: 'take one of them', needsText: 'the name' },
          { name: 'again', means: 'propose others' },
        ],
        facts: { product, names },
      },
    }
  },
  // Every reply means something, a useless one too: a task that is answered is not asked for again.
  accept(_state, _task, reply) {
    const proposal = Proposal.safeParse(reply.ok && 'value' in reply && reply.value)
    if (proposal.success) return { events: [{ type: 'proposed', data: proposal.data }] }
    return { events: [{ type: 'failed', data: { why: reply.ok ? 'no name was proposed' : reply.error.message } }] }
  },
  // A gate or a choice without its case does not compile.
  gates: {
    choose: {
      take: ({ names }, _gate, { text = '' }) => (names.includes(text) ? { events: [{ type: 'chosen', data: { name: text } }] } : { refused: `"${text}" is none of ${names.join(', ')}` }),
      again: () => ({ events: [{ type: 'refused', data: {} }] }),
    },
  },
  files: ({ chosen }): FileSet => (chosen ? { 'NAME.txt': { role: 'state', text: `${chosen}\n` } } : {}),
})
