// The toy workflow as stores and child processes use it.
import type { Workflow } from '../../../src/kernel/workflow.ts'
import { type ToyState, toy } from '../../kernel/toy.ts'

export const workflow = toy as unknown as Workflow<ToyState>

export const first = (run: string, input: object = { rounds: 2, mostCalls: 99 }) => ({ run, workflow: 'toy', input, pins: { maker: 'x' } })
