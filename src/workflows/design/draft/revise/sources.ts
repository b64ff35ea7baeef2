// Makes the design say a statement it does not say yet: a step in the flow next to it, and failing that a goal.
import { limits, type UserFlow } from '../../intent.ts'
import { list } from '../build/components.ts'
import { lowerFirst } from '../build/phrasing.ts'
import type { Statement } from '../understand/understand.ts'
import { clip, thirdPerson } from '../words/forms.ts'
import type { Work } from './work.ts'

export function saySource(work: Work, at: number, statement: Statement | undefined, mentions: (text: string) => string[]): void {
  const source = work.intent.sources[at]
  if (!source) return
  const text = clip(restate(statement, source.text), limits.action)
  const host = hostFlow(work, at)
  const goal = clip(`Make sure that ${lowerFirst(clauseOf(statement?.kind === 'item' ? statement.core : source.text))}`, limits.action)
  const told = host?.steps.some((step) => step.action === text)
  if (host && !told && host.steps.length < limits.stepsPerFlow) {
    const before = host.steps.findLastIndex((step) => step.action !== '')
    host.steps.push({
      id: freeId(work, `${host.id}-said-${at + 1}`),
      action: text,
      componentId: host.steps[Math.max(0, before)]?.componentId ?? work.intent.components[0]?.id ?? '',
      entityRefs: mentions(text),
    })
    if (!host.sourceRefs.includes(source.id)) host.sourceRefs.push(source.id)
  } else if (!work.intent.goals.includes(goal) && work.intent.goals.length < limits.goals) {
    work.intent.goals.push(goal)
    work.intent.goalSourceRefs.push([source.id])
  }
}

/** The flow that claims the statement, or the one that claims the closest statement before or after it. */
function hostFlow({ intent }: Work, at: number): UserFlow | undefined {
  const index = new Map(intent.sources.map((source, i) => [source.id, i]))
  let best: UserFlow | undefined
  let distance = Infinity
  for (const flow of intent.userFlows) {
    for (const ref of flow.sourceRefs) {
      const away = Math.abs((index.get(ref as string) ?? Infinity) - at)
      if (away < distance) [best, distance] = [flow, away]
    }
  }
  return best
}

function restate(statement: Statement | undefined, text: string): string {
  if (statement?.fields) {
    const names = statement.fields.fields.map((field) => field.name.toLowerCase()).slice(0, 12)
    return `System stores ${list(names)} of each ${lowerFirst(statement.fields.owner) || 'record'}`
  }
  // A remark to the designer was already put as a wish about the product.
  const wish = statement?.kind === 'item' ? statement.core : text
  return `System makes sure that ${lowerFirst(clauseOf(wish))}`
}

/** The statement as a plain clause: "The page shall load" → "the page loads"; a story becomes what its teller does. */
function clauseOf(text: string): string {
  const story = /^as (?:an? |the )?(.{2,60}?),? i (?:want|need|would like|wish)(?: to be able)?(?: to)? (.+)$/i.exec(
    text.replace(/[.!]$/, ''),
  )
  const plain = story ? `the ${story[1]} can ${(story[2] ?? '').replace(/,? so (?:that )?.*$/i, '')}` : text
  return plain
    .replace(/^(?:given|when|then|and|but)\b[:,]?\s+(?:that\s+)?/i, '')
    .replace(/\b(?:shall|must|should|will) not be\b/gi, 'is not')
    .replace(/\b(?:shall|must|should|will) not\b/gi, 'does not')
    .replace(/\b(?:shall|must|should|will) be\b/gi, 'is')
    .replace(
      /\b(?:shall|must|should|will)\s+(?:(\w+ly)\s+)?(\p{L}+)/giu,
      (_, adverb: string | undefined, verb: string) => `${adverb ? `${adverb} ` : ''}${thirdPerson(verb.toLowerCase())}`,
    )
    .replace(/\bmy\b/gi, 'their')
    .replace(/\bI\b/g, 'they')
    .replace(/[\s.!;:]+$/, '')
}

export function freeId(work: Work, wish: string): string {
  const taken = new Set(work.intent.userFlows.flatMap((flow) => flow.steps.map((step) => step.id)))
  const base = wish.slice(0, 70).replace(/-+$/, '')
  if (!taken.has(base)) return base
  for (let at = 2; ; at += 1) if (!taken.has(`${base}-${at}`)) return `${base}-${at}`
}
