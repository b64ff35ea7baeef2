// The order of steps as one closed table.
import type { Transitions } from '../../kernel/machine.ts'
import type { Step } from './state.ts'

export const steps: Transitions<Step> = {
  READ: ['CONTRACT', 'BUILD', 'EVALUATE'],
  CONTRACT: ['BUILD', 'EVALUATE'],
  BUILD: ['EVALUATE'],
  EVALUATE: ['CONTRACT', 'BUILD'],
}
