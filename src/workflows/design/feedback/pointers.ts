// Questions point at places of a design: where things have moved, the pointers follow them.
import type { Intent } from '../intent.ts'

/** Questions about what is gone go with it. */
export function moved(before: Intent, after: Intent): Intent {
  if (!after.questions) return after
  const questions = after.questions.flatMap((question) => {
    const [, list = '', first = '', second = '', third = '', ...rest] = question.about.split('/')
    const nested = list === 'dataModel' ? second : first
    const key = keyAt(before, list, Number(nested))
    if (key === undefined) return [question]
    const at = keysOf(after, list).indexOf(key)
    if (at < 0) return []
    if (list === 'dataModel')
      return [{ ...question, about: ['', list, first, at, third, ...rest].filter((part, i) => i === 0 || part !== '').join('/') }]
    if (list === 'userFlows' && second === 'steps' && third !== '') {
      const step = before.userFlows[Number(first)]?.steps[Number(third)]?.id
      const flow = after.userFlows.findIndex(({ steps }) => steps.some(({ id }) => id === step))
      const index = after.userFlows[flow]?.steps.findIndex(({ id }) => id === step)
      return flow < 0 ? [] : [{ ...question, about: ['', list, flow, second, index, ...rest].join('/') }]
    }
    return [{ ...question, about: ['', list, at, second, third, ...rest].filter((part, i) => i === 0 || part !== '').join('/') }]
  })
  return { ...after, questions }
}

const keyAt = (intent: Intent, list: string, index: number) => (Number.isInteger(index) ? keysOf(intent, list)[index] : undefined)

/** What tells the members of a list apart; an entity's place stays its own when it is only renamed. */
function keysOf(intent: Intent, list: string): string[] {
  if (list === 'dataModel') return intent.dataModel.entities.map(({ name, description }) => description || name)
  if (list === 'userFlows') return intent.userFlows.map(({ id }) => id)
  if (list === 'components') return intent.components.map(({ id }) => id)
  if (list === 'interactions') return intent.interactions.map(({ id }) => id)
  if (list === 'sources') return intent.sources.map(({ id }) => id)
  return list === 'goals' ? intent.goals : []
}
