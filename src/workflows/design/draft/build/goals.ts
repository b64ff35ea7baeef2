// What the feature is for: the reasons the text gives, and for each actor what the feature lets them do.
import { capital } from '../words/forms.ts'
import { system } from '../understand/actors.ts'
import type { Statement } from '../understand/understand.ts'
import { list } from './components.ts'
import type { Flow } from './flows.ts'
import { say, sayBare } from './phrasing.ts'

export interface Goal {
  text: string
  refs: string[]
}

const most = 12
/** "so that I don't have to visit the office". */
const spared = /^(?:I|we|they)\s(?:do not|don['’]t|need not|will not|won['’]t)\s?(?:have to|need to)?/i

export function planGoals(flows: readonly Flow[], statements: readonly Statement[]): Goal[] {
  const goals: Goal[] = []
  const seen = new Set<string>()
  const take = (text: string, refs: string[]) => {
    const key = text.toLowerCase()
    if (goals.length >= most || seen.has(key) || text.split(' ').length < 3) return
    seen.add(key)
    goals.push({ text, refs })
  }
  const deeds = flows
    .flatMap((flow) => flow.steps)
    .filter((step) => step.doer !== system && step.role !== 'check' && step.verb !== 'start at')
  for (const [actor, steps] of Map.groupBy(deeds, (step) => step.doer)) {
    const chosen = [...new Map(steps.map((step) => [step.short, step])).entries()].slice(0, 3)
    if (chosen.length > 0)
      take(`Let the ${actor} ${list(chosen.map(([text]) => text))}`, [...new Set(chosen.map(([, step]) => step.statement.id))])
  }
  for (const statement of statements) {
    const [act] = statement.purposeActs
    const actor = statement.deeds.find(({ doer }) => doer !== '' && doer !== system)?.doer ?? ''
    if (!act || actor === '' || act.kind === 'passive' || /^(?:not|never)\b/i.test(statement.purpose)) continue
    if (act.negative && spared.test(statement.purpose)) {
      take(`Spare the ${actor} having to ${sayBare({ act: { ...act, negative: false }, doer: actor, actor, last: '' })}`, [statement.id])
      continue
    }
    const last = statement.deeds.at(-1)?.act.objects[0]?.text ?? ''
    const self = act.subject === undefined && (act.pronoun === '' || /^(?:i|we|they)$/.test(act.pronoun))
    const voice = { act, doer: self ? actor : '', actor, last }
    take(self && act.kind === 'do' && !act.negative ? `Help the ${actor} ${sayBare(voice)}` : capital(say(voice)), [statement.id])
  }
  if (goals.length === 0) {
    const steps = flows
      .flatMap((flow) => flow.steps)
      .filter((step) => step.role !== 'check')
      .slice(0, 3)
    if (steps.length > 0)
      goals.push({ text: capital(list(steps.map((step) => step.bare))), refs: [...new Set(steps.map((step) => step.statement.id))] })
  }
  return goals
}
