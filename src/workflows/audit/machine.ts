// The steps of an audit run as one closed table. Everything is read before it is planned, and planned before it is written.
import type { Transitions } from '../../kernel/machine.ts'

export type Step = 'READ' | 'WRITE' | 'WORK' | 'ASK' | 'CONFLICT' | 'OVER'

export const steps: Transitions<Step> = {
  READ: ['WRITE', 'WORK', 'ASK', 'OVER'],
  WRITE: ['READ', 'WORK', 'ASK', 'CONFLICT', 'OVER'],
  WORK: ['READ', 'OVER'],
  ASK: ['READ', 'OVER'],
  CONFLICT: ['READ', 'OVER'],
  OVER: [],
}
