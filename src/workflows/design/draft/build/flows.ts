// Steps → flows: what belongs to one story, scenario or section and one actor is walked together; a lone step joins its neighbours.
import { capital, clip } from '../words/forms.ts'
import { storyActor, system } from '../understand/actors.ts'
import type { Statement, Understanding } from '../understand/understand.ts'
import { openingWords } from './clause.ts'
import { stepsOf, type Context, type Step } from './steps.ts'

export interface Flow {
  name: string
  actor: string
  unit: number
  title: string
  steps: Step[]
  /** A scenario or story keeps its steps together and is not mixed with others. */
  whole: boolean
}

const longest = 12

export function planFlows({ statements, actors }: Understanding): Flow[] {
  const flows: Flow[] = []
  for (const group of Map.groupBy(statements, (statement) => statement.unit).values())
    flows.push(...unitFlows(group, { actors, actor: mainActor(group, actors), last: '' }))
  return nameFlows(splitLong(joinLone(flows)))
}

function mainActor(group: readonly Statement[], { usual, nameOf }: Understanding['actors']): string {
  const teller = group.map(storyActor).find((name) => name !== '')
  if (teller !== undefined) return nameOf(teller)
  for (const { deeds } of group) for (const { doer } of deeds) if (doer !== '' && doer !== system) return doer
  return usual
}

function unitFlows(group: readonly Statement[], context: Context): Flow[] {
  const whole = group.some(({ kind }) => kind === 'story' || kind === 'given' || kind === 'when' || kind === 'then')
  const flows: Flow[] = []
  let current: Flow | undefined
  for (const statement of group) {
    for (const step of stepsOf(statement, context)) {
      const doer = step.doer === system ? (current?.actor ?? context.actor) : step.doer
      if (!whole || current === undefined) {
        current =
          flows.find((flow) => flow.actor === doer) ??
          add(flows, {
            name: '',
            actor: doer,
            unit: statement.unit,
            title: group.find(({ title }) => title !== '')?.title ?? '',
            steps: [],
            whole,
          })
      }
      const same = current.steps.find((one) => one.text === step.text)
      if (same) same.also.push(statement.id)
      else current.steps.push(step)
      if (step.doer !== system) context.actor = step.doer
    }
  }
  return flows
}

function add(flows: Flow[], flow: Flow): Flow {
  flows.push(flow)
  return flow
}

/** One step alone cannot be walked: it joins its section, a flow of the same actor near it, or the one next to it. */
function joinLone(flows: readonly Flow[]): Flow[] {
  const gone = new Set<Flow>()
  const latest = new Map<string, Flow>()
  const roomy = (flow: Flow | undefined): flow is Flow => flow !== undefined && !gone.has(flow) && flow.steps.length < longest
  for (const [at, lone] of flows.entries()) {
    if (lone.steps.length === 1) {
      const around = neighbours(flows, at).filter(roomy)
      const object = headOf(lone.steps[0]?.object ?? '')
      const next = flows[at + 1]
      const target =
        (lone.whole ? undefined : around.find((flow) => flow.unit === lone.unit)) ??
        (next && next.unit === lone.unit + 1 && next.whole && !lone.whole ? next : undefined) ??
        around.find((flow) => flow.actor === lone.actor && object !== '' && flow.steps.some((step) => headOf(step.object) === object)) ??
        around.find((flow) => flow.actor === lone.actor) ??
        [latest.get(lone.actor)].find(roomy) ??
        around[0]
      if (target) {
        target.steps.push(...lone.steps)
        target.steps.sort((a, b) => order(a) - order(b)) // walked in the order of the text
        if (!target.whole) target.title ||= lone.title
        gone.add(lone)
        continue
      }
    }
    latest.set(lone.actor, lone)
  }
  return flows.filter((flow) => !gone.has(flow))
}

/** The flows within reach, nearest first, earlier before later. */
function neighbours(flows: readonly Flow[], at: number): Flow[] {
  const found: Flow[] = []
  for (let away = 1; away <= 8; away += 1) found.push(...[flows[at - away], flows[at + away]].filter((flow) => flow !== undefined))
  return found
}

function order(step: Step): number {
  return Number(step.statement.id.slice(1))
}

function headOf(object: string): string {
  return object.toLowerCase().split(' ').at(-1)?.replace(/s$/, '') ?? ''
}

/** A walk of more than a dozen steps is cut where a statement ends. */
function splitLong(flows: readonly Flow[]): Flow[] {
  return flows.flatMap((flow) => {
    if (flow.steps.length <= longest) return [flow]
    const parts: Flow[] = []
    const count = Math.ceil(flow.steps.length / longest)
    const size = Math.ceil(flow.steps.length / count)
    let part: Step[] = []
    for (const [at, step] of flow.steps.entries()) {
      part.push(step)
      const left = flow.steps.length - at - 1
      if (part.length >= size && left >= 2 && flow.steps[at + 1]?.statement !== step.statement) {
        parts.push({ ...flow, steps: part })
        part = []
      }
    }
    if (part.length > 0) parts.push({ ...flow, steps: part })
    return parts
  })
}

/** A flow is named by its heading, or by the first things its actor does. */
function nameFlows(flows: Flow[]): Flow[] {
  const taken = new Set<string>()
  for (const flow of flows) {
    const titled = /\p{L}{3,}/u.test(flow.title) ? clip(flow.title, 70) : ''
    const deeds = [
      ...new Set(
        flow.steps
          .filter((step) => step.doer === flow.actor)
          .concat(flow.steps)
          .map(shortName)
          .filter((name) => name !== ''),
      ),
    ]
    const options = [
      titled,
      deeds[0] ?? '',
      `${titled || deeds[0] || flow.actor}: ${deeds[0] ?? flow.actor}`,
      deeds.slice(0, 2).join(' and '),
      `${capital(flow.actor)}: ${deeds[0] ?? titled}`,
    ]
    const name =
      options.find((option) => option !== '' && !taken.has(option.toLowerCase())) ?? numbered(titled || deeds[0] || flow.actor, taken)
    taken.add(name.toLowerCase())
    flow.name = capital(clip(name, 70))
  }
  return flows
}

function numbered(name: string, taken: Set<string>): string {
  for (let at = 2; ; at += 1) if (!taken.has(`${name}, part ${at}`.toLowerCase())) return `${name}, part ${at}`
}

function shortName(step: Step): string {
  const object = step.object.split(' ').slice(-4).join(' ')
  return capital(object === '' ? openingWords(step.bare) : `${step.verb} ${object}`)
}
