// Findings → edits: one small repair for each rule, applied to the previous design.
import type { Finding } from '../../critic/critique.ts'
import type { Intent } from '../../intent.ts'
import { withAcronyms } from '../build/acronyms.ts'
import { mentionsOf } from '../build/mentions.ts'
import type { Understanding } from '../understand/understand.ts'
import { capital } from '../words/forms.ts'
import { addAttribute, dropThin, placeEntity } from './data.ts'
import { saySource } from './sources.ts'
import { joinFlow, mergeRepeat, splitCrowded } from './structure.ts'
import { withoutFramework, withoutWeak, withReferent } from './wording.ts'
import { finishWork, locate, startWork, type Target, type Work } from './work.ts'

interface Repair {
  work: Work
  target: Target
  finding: Finding
  understanding: Understanding
  mentions: (text: string) => string[]
}

/** Rule → repair. A rule that is not here asks for something the text cannot give. */
const repairs: Readonly<Record<string, (repair: Repair) => void>> = {
  'completeness.untraced': tell,
  'completeness.unsaid': tell,
  'completeness.copied-statement': ({ work, target }) => splitCrowded(work, target),
  'coherence.no-walk': ({ work, target }) => joinFlow(work, target),
  'coherence.orphan-flow': ({ work, target }) => joinFlow(work, target),
  'coherence.false-claim': unclaim,
  'coherence.orphan-component': drop,
  'coherence.unreached-view': drop,
  'coherence.child-cycle': ({ target }) => target.component && (target.component.children = []),
  'clarity.weak-word': reword,
  'clarity.thin-description': ({ target }) =>
    target.component &&
    target.text?.set(`${target.text.get().replace(/\.$/, '')}, in ${target.component.name.toLowerCase()} of this feature.`),
  'clarity.no-verb': ({ target }) =>
    target.interaction && target.text?.set(`System finds that ${target.text.get().charAt(0).toLowerCase()}${target.text.get().slice(1)}`),
  'clarity.vague-reference': refer,
  'clarity.no-object': refer,
  'clarity.vague-object': ({ target }) => target.step && name(target, (text, thing) => `${text} of the ${thing.toLowerCase()}`),
  'clarity.crowded': ({ work, target }) => splitCrowded(work, target),
  'clarity.not-one-act': ({ work, target }) => splitCrowded(work, target),
  'clarity.long-name': ({ target }) => target.text?.set(target.text.get().split(/\s+/).slice(0, 10).join(' ')),
  'clarity.duplicate': ({ work, target, finding }) => mergeRepeat(work, target, finding.change),
  'agnosticism.framework-term': ({ target, finding }) => target.text?.set(capital(withoutFramework(target.text.get(), finding.evidence))),
  'data.missing-attribute': ({ work, finding }) => addAttribute(work, finding.change),
  'data.untraced-entity': drop,
  'data.unused-entity': ({ work, target }) => placeEntity(work, target),
  'data.no-attributes': ({ work, target }) => dropThin(work, target),
  'data.unknown-relation': drop,
  'data.contradictory-relation': drop,
  'data.repeated-relation': drop,
}

export function revise(previous: Intent, findings: readonly Finding[], understanding: Understanding): Intent {
  const work = startWork(previous)
  const mentions = mentionsIn(previous, understanding)
  // Targets are found before anything changes, so that no repair moves what another points at.
  const planned = findings.map((finding) => ({ work, target: locate(work, finding.pointer), finding, understanding, mentions }))
  for (const repair of planned) repairs[repair.finding.ruleId]?.(repair)
  return finishWork(work)
}

/** Names of the design's entities that a text speaks of. */
export function mentionsIn(intent: Intent, { entities, acronyms }: Understanding): (text: string) => string[] {
  const speak = mentionsOf(entities)
  const known = new Set(intent.dataModel.entities.map((entity) => entity.name))
  return (text) =>
    speak(text)
      .map((name) => withAcronyms(capital(name), acronyms))
      .filter((name) => known.has(name))
}

function tell({ work, target, understanding, mentions }: Repair): void {
  const id = work.intent.sources[target.source ?? -1]?.id
  if (target.source !== undefined)
    saySource(
      work,
      target.source,
      understanding.statements.find((statement) => statement.id === id),
      mentions,
    )
}

/** The evidence lists the sources that are claimed in vain; a source nobody else says keeps its claim, for a step is added. */
function unclaim({ work, target, finding }: Repair): void {
  if (!target.flow) return
  const vain = new Set(finding.evidence.split(', '))
  const elsewhere = new Set(work.intent.userFlows.filter((flow) => flow !== target.flow).flatMap((flow) => flow.sourceRefs))
  const rest = (target.flow.sourceRefs as string[]).filter((ref) => !vain.has(ref) || !elsewhere.has(ref))
  if (rest.length > 0) target.flow.sourceRefs = rest
}

function drop({ work, target }: Repair): void {
  const part = target.relation ?? target.component ?? target.entity
  if (part) work.dropped.add(part)
}

function reword({ target, finding }: Repair): void {
  const weak = /^"((?:[^"\\]|\\.)*)"/.exec(finding.change)?.[1]
  // A flow keeps the verbs of its statements, weak as it is: without it the statement would not be said.
  if (weak && target.text) target.text.set(withoutWeak(target.text.get(), weak, target.flow !== undefined))
}

function refer({ target }: Repair): void {
  name(target, (text, thing) => (withReferent(text, thing) === text ? `${text} of the ${thing.toLowerCase()}` : withReferent(text, thing)))
}

function name(target: Target, write: (text: string, thing: string) => string): void {
  const thing = target.step?.entityRefs[0] ?? target.component?.dataRefs[0]
  if (thing && target.text) target.text.set(write(target.text.get(), thing))
}
