// The seven states of a design and the eleven moves between them, as one closed table. Unfreezing and integrity violations are outside it.
import type { Transitions } from '../../kernel/machine.ts'

export const stateNames = ['IDLE', 'GENERATING', 'EVALUATING', 'CANDIDATE', 'REVISING', 'FROZEN', 'FAILED'] as const
export type StateName = (typeof stateNames)[number]

export const transitions: Transitions<StateName> = {
  IDLE: ['GENERATING'],
  GENERATING: ['EVALUATING', 'FAILED'],
  EVALUATING: ['CANDIDATE', 'REVISING', 'FAILED'],
  CANDIDATE: ['FROZEN', 'REVISING', 'FAILED'],
  REVISING: ['GENERATING'],
  FROZEN: [],
  FAILED: ['IDLE'],
}
