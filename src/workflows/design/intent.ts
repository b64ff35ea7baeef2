// The design intent: the schema of intent.json and its types. Everything the design workflow makes, scores, shows and freezes is one of these.
import * as z from 'zod'

/** Limits that keep a document readable by a person and quick to score. */
export const limits = {
  bytes: 4_000_000,
  depth: 12,
  sources: 5000,
  goals: 200,
  flows: 2000,
  stepsPerFlow: 200,
  components: 5000,
  entities: 1000,
  attributesPerEntity: 200,
  interactions: 5000,
  refs: 200,
  actors: 200,
  questions: 200,
  name: 160,
  action: 4000,
  question: 600,
  text: 4000,
} as const

const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .describe('lower-case words and digits joined by hyphens')
const Name = z.string().min(1).max(limits.name)
const EntityName = Name.regex(/^\p{L}[\p{L}\p{N}' _-]*$/u).describe('the name other parts of the document refer to the entity by')
const Assumed = z.boolean().optional().describe('true where the text does not say so itself')

export const SourceRef = z.union([
  Slug,
  z.strictObject({
    id: Slug,
    start: z.int().min(0).max(limits.text),
    end: z.int().min(0).max(limits.text).describe('exclusive; start and end count UTF-16 units of that source'),
  }),
])
const SourceRefs = z.array(SourceRef).max(limits.refs).describe('the sources this comes from: an id, or a slice of the text of one')

export const Source = z.strictObject({
  id: Slug,
  text: z.string().min(1).max(limits.text).describe('one requirement statement, copied from the input by code'),
  background: z.literal(true).optional().describe('it asks for nothing, as the reader of the input took it'),
})

export const Step = z.strictObject({
  id: Slug.describe('unique among all steps of the document'),
  action: z.string().min(1).max(limits.action).describe('who does what to what, one act'),
  actor: Name.optional().describe('who does it, where that is not the actor of the flow'),
  componentId: Slug.describe('the component where it happens'),
  entityRefs: z.array(EntityName).max(limits.refs).describe('names of the entities it reads or changes'),
  sourceRefs: SourceRefs.optional(),
})

export const UserFlow = z.strictObject({
  id: Slug,
  name: Name,
  actor: Name,
  sourceRefs: SourceRefs,
  steps: z.array(Step).max(limits.stepsPerFlow),
})

export const componentTypes = ['view', 'container', 'control', 'data', 'utility'] as const

export const Component = z.strictObject({
  id: Slug,
  name: Name,
  type: z.enum(componentTypes),
  description: z.string().max(limits.text),
  children: z.array(Slug).max(limits.refs).describe('ids of the components inside it'),
  dataRefs: z.array(EntityName).max(limits.refs).describe('names of the entities it shows or holds'),
  sourceRefs: z.array(Slug).max(limits.refs).optional(),
})

export const Attribute = z.strictObject({
  name: Name,
  type: z.string().min(1).max(60).describe('a plain kind of value: text, number, date, money, yes/no, identifier …'),
  required: z.boolean(),
  assumed: Assumed,
})

const relationshipKinds = ['one-to-one', 'one-to-many', 'many-to-many'] as const

export const Relationship = z.strictObject({
  to: EntityName,
  kind: z.enum(relationshipKinds).describe('read from this entity to the other: one-to-many means one of this has many of the other'),
})

export const Entity = z.strictObject({
  name: EntityName,
  description: z.string().max(limits.text),
  sourceRefs: SourceRefs,
  attributes: z.array(Attribute).max(limits.attributesPerEntity),
  relationships: z.array(Relationship).max(limits.refs),
  assumed: Assumed,
})

export const Interaction = z.strictObject({
  id: Slug,
  trigger: z.string().min(1).max(limits.action),
  response: z.string().min(1).max(limits.action),
  componentId: Slug,
  sourceRefs: SourceRefs.optional(),
})

const Actor = z.strictObject({ name: Name, assumed: Assumed, sourceRefs: SourceRefs })

export const Question = z.strictObject({
  id: Slug,
  about: z.string().max(limits.question).describe('JSON pointer to what it asks about'),
  text: z.string().min(1).max(limits.question),
  why: z.string().min(1).max(limits.question),
})

export const intentSchemaVersion = '1.1.0'

export const Intent = z.strictObject({
  schemaVersion: z
    .enum(['1.0.0', intentSchemaVersion])
    .describe('1.1.0 added actors, also of steps, questions, assumed and slices of sources'),
  featureId: Slug,
  version: z
    .string()
    .max(64)
    .regex(/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/)
    .describe('semantic version of this design'),
  sources: z.array(Source).max(limits.sources),
  goals: z.array(z.string().min(1).max(limits.action)).min(1).max(limits.goals),
  goalSourceRefs: z.array(SourceRefs).min(1).max(limits.goals).describe('one array for each goal, in the order of the goals'),
  userFlows: z.array(UserFlow).max(limits.flows),
  components: z.array(Component).max(limits.components),
  dataModel: z.strictObject({ entities: z.array(Entity).max(limits.entities) }),
  interactions: z.array(Interaction).max(limits.interactions),
  actors: z.array(Actor).max(limits.actors).optional(),
  questions: z.array(Question).max(limits.questions).optional().describe('what the requirements leave open'),
})

export type Source = z.infer<typeof Source>
export type Step = z.infer<typeof Step>
export type UserFlow = z.infer<typeof UserFlow>
/** All actors of a flow, its initiator first. */
export const doersOf = ({ actor, steps }: UserFlow): string[] => [...new Set([actor, ...steps.map((step) => step.actor ?? actor)])]
export type Component = z.infer<typeof Component>
export type ComponentType = (typeof componentTypes)[number]
export type Attribute = z.infer<typeof Attribute>
export type Relationship = z.infer<typeof Relationship>
export type Entity = z.infer<typeof Entity>
export type Interaction = z.infer<typeof Interaction>
export type SourceRef = z.infer<typeof SourceRef>
export type Question = z.infer<typeof Question>
export type Intent = z.infer<typeof Intent>

/** The id of the source that a reference names, whole or in part. */
export const refId = (ref: SourceRef): string => (typeof ref === 'string' ? ref : ref.id)

/** The JSON Schema (2020-12) published in schemas/; `validateIntent` checks what it can't express (unique ids, matching lengths). */
export function intentJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(Intent, { target: 'draft-2020-12' }) as Record<string, unknown>
  return {
    $schema,
    $id: 'urn:whetstone:schema:design-intent:' + intentSchemaVersion,
    title: 'Design intent',
    description:
      'What a feature is for, how people walk through it, what it is built of and what it remembers, without naming any framework.',
    ...rest,
  }
}
