// The built-in design generator: requirement text → intent, and the next intent from findings and a person's words. No model, no clock, no chance.
import type { Finding } from '../critic/critique.ts'
import type { Intent } from '../intent.ts'
import { buildIntent } from './build/intent.ts'
import { whatIsMissing, type Missing } from './missing.ts'
import { readFeedback } from './revise/feedback.ts'
import { graft } from './revise/graft.ts'
import { carryOut } from './revise/requests.ts'
import { mentionsIn, revise } from './revise/revise.ts'
import { saySource } from './revise/sources.ts'
import { finishWork, startWork } from './revise/work.ts'
import { understand, type Statement, type Understanding } from './understand/understand.ts'

export interface DraftInput {
  featureId: string
  requirements: string
  /** The design to improve, with what the critic found in it. */
  previous?: Intent | undefined
  findings?: readonly Finding[] | undefined
  /** Everything a person said when rejecting, oldest first. */
  feedback?: readonly string[] | undefined
}

export type Draft = { intent: Intent } | { missing: Missing }

export function draftIntent({ featureId, requirements, previous, findings = [], feedback = [] }: DraftInput): Draft {
  const requests = readFeedback(feedback)
  const understanding = understand(requirements, requests.statements)
  const missing = whatIsMissing(requirements, understanding)
  if (missing) return { missing }
  const fresh = previous && previous.featureId === featureId ? newStatements(previous, understanding.statements) : undefined
  if (previous === undefined || fresh === undefined) return { intent: carryOut(buildIntent(featureId, understanding), requests) }
  const revised = revise(previous, findings, understanding)
  if (fresh.length === 0) return { intent: carryOut(revised, requests) }
  const addition = buildIntent(featureId, { ...understanding, statements: fresh })
  const sources = [...previous.sources, ...addition.sources]
  return { intent: carryOut(coverAll(graft(revised, { ...addition, sources }), fresh, understanding), requests) }
}

/** Every new statement is said at once; a person should not have to ask twice. */
function coverAll(intent: Intent, fresh: readonly Statement[], understanding: Understanding): Intent {
  const claimed = new Set(intent.userFlows.flatMap((flow) => flow.sourceRefs))
  const work = startWork(intent)
  const mentions = mentionsIn(intent, understanding)
  for (const statement of fresh)
    if (!claimed.has(statement.id))
      saySource(
        work,
        intent.sources.findIndex(({ id }) => id === statement.id),
        statement,
        mentions,
      )
  return finishWork(work)
}

/** The requirement statements of a text, as every maker's design must quote them. */
export function readSources(requirements: string): Intent['sources'] {
  return understand(requirements).statements.map(({ id, text }) => ({ id, text }))
}

/** Statements the previous design does not have; undefined when it was made from another text. */
function newStatements(previous: Intent, statements: readonly Statement[]): Statement[] | undefined {
  const texts = new Map(statements.map((statement) => [statement.id, statement.text]))
  if (previous.sources.some((source) => texts.get(source.id) !== source.text)) return undefined
  const known = new Set(previous.sources.map((source) => source.id))
  const last = Math.max(0, ...previous.sources.map((source) => Number(source.id.slice(1)) || 0))
  // A gap before the last known one was taken out at a person's wish and stays out.
  return statements.filter((statement) => !known.has(statement.id) && Number(statement.id.slice(1)) > last)
}
