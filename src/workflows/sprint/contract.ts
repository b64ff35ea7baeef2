// The sprint contract: drafted from brief and material, reviewed by the builder in a few rounds, settled by the brief, then sealed. Only its items are scored.
import type { Criterion } from './criteria.ts'
import { type Anchor, type Dimension, dimensions } from './dimensions.ts'
import type { SprintState } from './state.ts'

type ItemStatus = 'pending' | 'passed' | 'refined' | 'failed' | 'new'

interface ChecklistItem {
  id: string
  criterion: string
  verification: string
  status: ItemStatus
  dimension: Dimension
  /** The criterion it stands for. */
  measures: string
  /** Why it is new, or the builder's remark. */
  note?: string
}

interface Exchange {
  round: number
  by: 'builder' | 'evaluator'
  says: string
  about: string[]
}

export interface Contract {
  sprint_id: string
  iteration: number
  priority_dimension: Dimension
  acceptance_checklist: ChecklistItem[]
  test_scenarios: { id: string; description: string; tool: string; command: string }[]
  pass_conditions: Record<Dimension, number>
  negotiation_history: Exchange[]
  created_at: string
  /** What a person asked for when adjusting the run. */
  guidance?: string[]
  /** Earlier iterations of the run. */
  scores: { iteration: number; score: number }[]
}

export function draftContract(state: SprintState): Contract {
  const { input, iteration, criteria, standing, contract, dropped, guidance } = state
  const before = contract?.acceptance_checklist.map(({ measures }) => measures) ?? null
  return {
    sprint_id: `sprint-${input.firstNumber + iteration - 1}`,
    iteration,
    priority_dimension: state.priority,
    acceptance_checklist: criteria
      .filter(({ id }) => !dropped.includes(id))
      .map((criterion, index) => ({
        id: `AC-${String(index + 1).padStart(2, '0')}`,
        criterion: criterion.says,
        verification: `${criterion.check.kind} on ${input.material.page}`,
        status: statusOf(criterion.id, standing, before),
        dimension: criterion.dimension,
        measures: criterion.id,
        ...(criterion.from && { note: `from the brief: ${criterion.from}` }),
      })),
    test_scenarios: scenarios(input.material.page),
    pass_conditions: Object.fromEntries(dimensions.map((dimension) => [dimension, state.parameters.gan_loop.pass_threshold])) as Record<
      Dimension,
      number
    >,
    negotiation_history: [],
    created_at: new Date(state.updatedAt).toISOString(),
    ...(guidance.length > 0 && { guidance: [...guidance] }),
    scores: state.scores.map((each) => ({ iteration: each.iteration, score: each.score / 10_000 })),
  }
}

function statusOf(id: string, standing: Readonly<Record<string, Anchor>>, before: readonly string[] | null): ItemStatus {
  if (before !== null && !before.includes(id)) return 'new'
  return standingOf(standing[id] ?? null)
}

export const standingOf = (score: Anchor | null): ItemStatus =>
  score === null ? 'pending' : score >= 75 ? 'passed' : score >= 50 ? 'refined' : 'failed'

const scenarios = (page: string): Contract['test_scenarios'] =>
  [
    ['The page is photographed whole at 1280x720 and at 375x667', 'screenshot'],
    ['At 375 px nothing scrolls sideways and all text is readable, in a window and on an emulated phone', 'page.overflow'],
    ['Every call to action is clicked and every link followed', 'page.actions'],
    ['axe-core finds no WCAG A or AA violation', 'page.axe'],
  ].map(([description = '', kind = ''], index) => ({
    id: `TS-${String(index + 1).padStart(2, '0')}`,
    description,
    tool: 'Chromium',
    command: `whet check ${page} # ${kind}`,
  }))

export interface Proposal {
  /** An item of the checklist. */
  id: string
  /** Remove it; otherwise `alternative` is the builder's wording. */
  drop?: boolean | undefined
  alternative?: string | undefined
  reason: string
}

export interface Reviewed {
  contract: Contract
  /** Items still in dispute. */
  disputed: string[]
}

/** The evaluator's answer to one round. It yields if the brief doesn't require the item and something else measures the dimension; how a thing is measured never changes. */
export function answerProposals(
  contract: Contract,
  proposals: readonly Proposal[],
  criteria: readonly Criterion[],
  round: number,
): Reviewed {
  const history: Exchange[] = proposals.map(({ id, drop, alternative, reason }) => ({
    round,
    by: 'builder',
    says: `${drop ? 'drop it' : `put it as: ${alternative ?? ''}`}, because ${reason}`,
    about: [id],
  }))
  const disputed: string[] = []
  let items = contract.acceptance_checklist
  for (const { id, drop, alternative } of proposals) {
    const item = items.find((each) => each.id === id)
    if (!item) {
      history.push({ round, by: 'evaluator', says: 'there is no such item', about: [id] })
      continue
    }
    if (!drop) {
      items = items.map((each) => (each.id === id ? { ...each, note: `the builder reads it as: ${alternative ?? ''}` } : each))
      history.push({ round, by: 'evaluator', says: 'noted; it is measured as before', about: [id] })
      continue
    }
    const why = keeps(item, items, criteria)
    if (why === null) items = items.filter((each) => each.id !== id)
    else disputed.push(id)
    history.push({ round, by: 'evaluator', says: why ?? 'agreed, it is removed', about: [id] })
  }
  return {
    contract: { ...contract, acceptance_checklist: items, negotiation_history: [...contract.negotiation_history, ...history] },
    disputed,
  }
}

/** Why an item stays whatever the builder says, or null. */
function keeps({ measures, dimension }: ChecklistItem, items: readonly ChecklistItem[], criteria: readonly Criterion[]): string | null {
  const criterion = criteria.find(({ id }) => id === measures)
  if (criterion?.mustPass) return "can't be dropped: it must pass in every iteration"
  if (criterion?.from) return `can't be dropped: the brief asks for it («${criterion.from}»)`
  return items.filter((each) => each.dimension === dimension).length < 2
    ? `can't be dropped: nothing else would measure ${dimension}`
    : null
}

/** After the last round: disputed items stay as in the brief, and that is recorded. */
export function settle({ contract, disputed }: Reviewed, round: number): Contract {
  if (disputed.length === 0) return contract
  const says = 'settled against the brief after the last round: these stay'
  return { ...contract, negotiation_history: [...contract.negotiation_history, { round, by: 'evaluator', says, about: disputed }] }
}

/** The lowest dimension first; `besides` is the one that didn't help. */
export function priorityOf(scores: Readonly<Partial<Record<Dimension, number>>>, besides: Dimension | null): Dimension {
  const open = dimensions.filter((dimension) => dimension !== besides)
  return open.reduce((lowest, dimension) => ((scores[dimension] ?? 0) < (scores[lowest] ?? 0) ? dimension : lowest), open[0] as Dimension)
}
