// The order of steps as one closed table.
import type { Transitions } from '../../kernel/machine.ts'
import type { Step } from './state.ts'

export const steps: Transitions<Step> = {
  SURVEY: ['SPLIT', 'CODE', 'CLOSE'],
  SPLIT: ['CHILDREN', 'CLOSE'],
  CHILDREN: ['CLOSE'],
  CODE: ['REFINE', 'CLOSE'],
  REFINE: ['CODE', 'COMMIT', 'CLOSE'],
  COMMIT: ['ACCEPT', 'CLOSE'],
  ACCEPT: ['CLOSE'],
  CLOSE: [],
}
