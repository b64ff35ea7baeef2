// Prompts for makers: splitting a spec into orders, doing one, and fixing compiler errors.
import * as z from 'zod'
import type { AskAgent } from '../../kernel/task.ts'
import { lazy } from '../../lib/lazy.ts'
import type { CompileError } from '../../rules/measure/read-output.ts'
import type { Json } from '../../schema/event.ts'
import type { OrderState } from './state.ts'

export const orderTemplates = ['order-make', 'order-mend', 'order-split'] as const

const line = z.string().trim().min(1)

export const Split = z.object({
  orders: z
    .array(z.object({ title: line.max(200), task: line.max(20_000), type: line.max(40).default('code') }))
    .min(1)
    .max(50),
})

export const splitSchema = lazy(() => z.toJSONSchema(Split, { io: 'input' }) as Json)

export function splitTask(state: OrderState): AskAgent {
  return {
    ...asked(state, 'split'),
    role: 'splitter',
    template: 'order-split',
    expects: 'json',
    schema: splitSchema(),
    slots: { spec: { object: state.input.spec?.object ?? '', as: 'fenced' }, files: context(state) },
  }
}

export function makeTask(state: OrderState): AskAgent {
  const { input, proposer, survey, cycle, refined } = state
  const errors = refined.at(-1)?.errors ?? []
  const shared = {
    ...asked(state, `make:${cycle}`),
    role: proposer?.maker ?? 'proposer',
    expects: 'text' as const,
    makes: 'code' as const,
    ...(refined.at(-1)?.changed.length === 0 && { again: 'No file was changed in the working copy, and none was returned in a fence.' }),
    edits: { folder: survey?.folder ?? '', place: survey?.place ?? '' },
  }
  const slots = { task: input.task, context: context(state), type: input.type, guidelines: guidelines(state.told?.text ?? '') }
  return cycle === 1 || errors.length === 0
    ? { ...shared, template: 'order-make', slots }
    : { ...shared, template: 'order-mend', slots: { ...slots, errors: { text: errorsText(errors), as: 'inert' } } }
}

/** The block is absent if there is nothing to say. */
export const guidelines = (text: string) => (text === '' ? '' : `\n\n${text}`)

const mostErrors = 50

export function errorsText(errors: readonly CompileError[]): string {
  const shown = errors
    .slice(0, mostErrors)
    .map(({ file, line: at, column, code, message }) => `${file}:${at}:${column} ${code}: ${message}`)
  return [...shown, ...(errors.length > mostErrors ? [`… and ${errors.length - mostErrors} more`] : [])].join('\n')
}

const context = ({ context: object }: OrderState) => (object === null ? 'none' : ({ object, as: 'fenced' } as const))

function asked({ attempts }: OrderState, key: string): Pick<AskAgent, 'kind' | 'key' | 'again'> {
  const { count, problem } = attempts[key] ?? { count: 0, problem: '' }
  return { kind: 'ask', key: count === 0 ? key : `${key}#${count + 1}`, ...(count > 0 && { again: problem }) }
}
