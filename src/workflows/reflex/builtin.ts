// Plan and critique without a model, for makers that only produce: the plan lists the rules, the critique the findings.
import { findingsRead } from '../../report/words.ts'
import type { Issue } from './state.ts'

type Slots = Readonly<Record<string, string>>

const fewest = 3
const most = 5
const cut = (text: string) => (text.length > 1900 ? `${text.slice(0, 1900)}…` : text)

/** One step per rule; with few rules, generic steps fill up. */
export function planFor({ rules = '' }: Slots): { plan: string[] } {
  const lines = rules.split('\n').flatMap((line) => (line.startsWith('- ') ? [`Meet ${line.slice(2)}`] : []))
  const always = ['Write the whole artifact the task asks for', 'Compare it with every rule', 'Leave out what the task does not ask for']
  const plan = lines.length > most ? [...lines.slice(0, most - 1), `Meet the other ${lines.length - most + 1} rules too`] : lines
  return { plan: [...plan, ...always.slice(0, Math.max(0, fewest - plan.length))].map(cut) }
}

/** Adds nothing to what the checks saw. */
export function critiqueOf({ failed = '' }: Slots): { issues: Issue[] } {
  const issues = findingsRead(failed).map(({ id, demand, seen, places }) => ({
    rule_id: id,
    problem: cut([seen, ...places].join('; ')),
    fix_instruction: cut(`Change the artifact so that this holds: ${demand || seen}`),
    expected_effect: `${id} holds.`,
  }))
  return { issues: issues.slice(0, most) }
}
