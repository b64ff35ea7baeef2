// Builds from a requirements text, by code and without understanding, the designs that must not pass for good ones.
import { proseReader } from '../../../../src/workflows/design/critic/prose.ts'
import { componentTypes, refId } from '../../../../src/workflows/design/intent.ts'
import type { Component, Entity, Intent, Source, SourceRef } from '../../../../src/workflows/design/intent.ts'
import type { Feature } from './fixtures.ts'

/** Each takes a feature and another feature, and comes in a lazy and in a thorough make. */
export const degenerates: Record<string, (feature: Feature, other: Feature) => Intent> = {
  'a noun dump': (feature) => nounDump(feature, false),
  'a noun dump with attributes': (feature) => nounDump(feature, true),
  'a flow per sentence': (feature) => flowPerSentence(feature, { thorough: false }),
  'a flow per sentence with a full data model': (feature) => flowPerSentence(feature, { thorough: true }),
  'a flow per sentence with a closing step': (feature) => closed(flowPerSentence(feature, { thorough: true })),
  'a flow per sentence around the good data model': (feature) => ({
    ...feature.intent,
    userFlows: flowPerSentence(feature, { thorough: false }).userFlows.map((flow) => onGoodParts(flow, feature)),
  }),
  "another feature's design": (feature, other) => transplant(feature, other, false),
  "another feature's design that claims every statement": (feature, other) => transplant(feature, other, true),
}

const readProse = proseReader()

function base(feature: Feature): Intent {
  return { ...feature.intent, goals: [], goalSourceRefs: [], userFlows: [], components: [], dataModel: { entities: [] }, interactions: [] }
}

function nounsOf(source: Source): string[] {
  return [
    ...new Set(
      readProse(source.text)
        .words.filter((word) => word.kind === 'content' && /^[a-z]{3,}$/.test(word.text))
        .map((word) => word.text),
    ),
  ]
}

const title = (word: string) => word[0]!.toUpperCase() + word.slice(1)

function parts(sources: Source[], thorough: boolean): { components: Component[]; entities: Entity[] } {
  const nouns = [...new Set(sources.flatMap(nounsOf))]
  const claims = (noun: string) => sources.filter((source) => nounsOf(source).includes(noun)).map((source) => source.id)
  return {
    components: nouns.map((noun, i) => ({
      id: noun,
      name: title(noun),
      type: componentTypes[i % componentTypes.length]!,
      description: thorough ? `Shows the ${noun} and the ${nouns[(i + 1) % nouns.length]!} of the feature.` : title(noun),
      children: [],
      dataRefs: [title(noun)],
    })),
    entities: nouns.map((noun, i) => ({
      name: title(noun),
      description: thorough ? `The ${noun} that the feature keeps.` : noun,
      sourceRefs: claims(noun),
      attributes: thorough
        ? [
            { name: 'id', type: 'identifier', required: true },
            ...nouns.slice(i + 1, i + 4).map((name) => ({ name, type: 'text', required: false })),
          ]
        : [],
      relationships: thorough && i > 0 ? [{ to: title(nouns[i - 1]!), kind: 'one-to-many' as const }] : [],
    })),
  }
}

function nounDump(feature: Feature, thorough: boolean): Intent {
  const intent = base(feature)
  const { components, entities } = parts(intent.sources, thorough)
  return {
    ...intent,
    goals: intent.sources.map((source) => nounsOf(source).join(' ') || 'goal'),
    goalSourceRefs: intent.sources.map((source) => [source.id]),
    userFlows: intent.sources.map((source, i) => ({
      id: `flow-${i}`,
      name: nounsOf(source).slice(0, 3).map(title).join(' ') || 'Flow',
      actor: title(nounsOf(source)[0] ?? 'user'),
      sourceRefs: [source.id],
      steps: nounsOf(source).map((noun, j, all) => ({
        id: `step-${i}-${j}`,
        action: all.slice(j, j + 3).join(' '),
        componentId: noun,
        entityRefs: [title(noun)],
      })),
    })),
    components,
    dataModel: { entities },
    interactions: components
      .slice(0, 5)
      .map((component, i) => ({
        id: `on-${i}`,
        trigger: component.id,
        response: components[i + 1]?.id ?? 'page',
        componentId: component.id,
      })),
  }
}

function flowPerSentence(feature: Feature, { thorough }: { thorough: boolean }): Intent {
  const intent = base(feature)
  const { components, entities } = parts(intent.sources, thorough)
  return {
    ...intent,
    goals: intent.sources.map((source) => source.text.slice(0, 600)),
    goalSourceRefs: intent.sources.map((source) => [source.id]),
    userFlows: intent.sources.map((source, i) => ({
      id: `flow-${i}`,
      name: source.text.slice(0, 160),
      actor: title(nounsOf(source)[0] ?? 'user'),
      sourceRefs: [source.id],
      steps: [
        {
          id: `step-${i}`,
          action: source.text.slice(0, 600),
          componentId: nounsOf(source)[0] ?? components[0]!.id,
          entityRefs: nounsOf(source).map(title),
        },
      ],
    })),
    components,
    dataModel: { entities },
    interactions: intent.sources
      .slice(0, 5)
      .map((source, i) => ({
        id: `on-${i}`,
        trigger: source.text.slice(0, 600),
        response: source.text.slice(0, 600),
        componentId: components[i]!.id,
      })),
  }
}

function closed(intent: Intent): Intent {
  return {
    ...intent,
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: [...flow.steps, { ...flow.steps[0]!, id: `${flow.id}-end`, action: 'System confirms the outcome to the person.' }],
    })),
  }
}

/** Copied sentences as steps, but hung on the components and entities of the good design. */
function onGoodParts(flow: Intent['userFlows'][number], { intent }: Feature): Intent['userFlows'][number] {
  const at = Number(flow.id.slice(5)) % intent.components.length
  return {
    ...flow,
    steps: flow.steps.map((step) => ({
      ...step,
      componentId: intent.components[at]!.id,
      entityRefs: intent.dataModel.entities.map((entity) => entity.name),
    })),
  }
}

function transplant(feature: Feature, other: Feature, greedy: boolean): Intent {
  const ids = feature.intent.sources.map((source) => source.id)
  const claim = (refs: SourceRef[]) =>
    greedy ? ids : [...new Set(refs.map(refId).map((ref) => ids[(Number(ref.slice(1)) - 1) % ids.length]!))]
  return {
    ...other.intent,
    featureId: feature.id,
    sources: feature.intent.sources,
    goalSourceRefs: other.intent.goalSourceRefs.map(claim),
    userFlows: other.intent.userFlows.map((flow) => ({ ...flow, sourceRefs: claim(flow.sourceRefs) })),
    dataModel: { entities: other.intent.dataModel.entities.map((entity) => ({ ...entity, sourceRefs: claim(entity.sourceRefs) })) },
  }
}
