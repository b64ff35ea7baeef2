// An intent.json edited by hand: validated like any intent, and used when the next one is generated.
import type { Accepted } from '../../kernel/workflow.ts'
import { canonicalizeText } from '../../lib/canonical.ts'
import { sha256 } from '../../lib/hash.ts'
import { toFault } from '../../schema/fault.ts'
import { critique } from './critic/critic.ts'
import { critiqueText } from './critic/critique-file.ts'
import { validateIntent } from './critic/validate.ts'
import { judgedBy } from './evaluate.ts'
import { event } from './events.ts'
import type { Intent } from './intent.ts'
import type { DesignState } from './state.ts'
import { problemText } from './stop.ts'

export function adopt(state: DesignState, _path: string, text: string): Accepted {
  const object = sha256(text)
  const read = readIntent(text, state.input.featureId)
  if ('problem' in read) return { events: [event('external_edit', { object, hash: null, critique: null, problem: read.problem })] }
  const judged = critiqueText(critique(read.intent, judgedBy(state, read.intent, read.hash)))
  return { events: [event('external_edit', { object, hash: read.hash, critique: sha256(judged), problem: null })], objects: [judged] }
}

export function readIntent(text: string, featureId: string): { intent: Intent; hash: string } | { problem: string } {
  try {
    const hash = sha256(canonicalizeText(text))
    const intent = JSON.parse(text) as Intent
    const problems = validateIntent(intent, featureId)
    return problems.length > 0 ? { problem: problemText(problems) } : { intent, hash }
  } catch (error) {
    return { problem: toFault(error).message }
  }
}
