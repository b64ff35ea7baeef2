// The work itself, the same for every engine.
export { artifactText, eventFiller } from '../lib/step-workflow.ts'

export const stateFiller = 's'.repeat(3900)
