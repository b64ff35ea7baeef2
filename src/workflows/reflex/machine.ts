// The order of steps as one closed table. A rule change needs PREPARE alone; EVALUATE decides where to go, and repeats after a hand edit.
import type { Transitions } from '../../kernel/machine.ts'
import type { Step } from './state.ts'

export const steps: Transitions<Step> = {
  PLAN: ['PRODUCE_PREPARE'],
  PRODUCE_PREPARE: ['EVALUATE'],
  PREPARE: ['EVALUATE'],
  EVALUATE: ['PREPARE', 'EVALUATE', 'CRITIQUE'],
  CRITIQUE: ['REFINE', 'EVALUATE'],
  REFINE: ['EVALUATE', 'PREPARE', 'PLAN'],
}
