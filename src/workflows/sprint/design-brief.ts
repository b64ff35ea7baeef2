// A frozen design as a page's brief: its screens, its flows and the statements they come from.
import * as z from 'zod'
import { canonicalize } from '../../lib/canonical.ts'
import { sha256 } from '../../lib/hash.ts'
import { jsonOrNothing } from '../../rules/reading/parsed.ts'

/** Something the page must have, with the requirement's words. */
interface Traced {
  id: string
  title: string
  from: string
}

export interface DesignBrief {
  /** The design written as a brief. */
  text: string
  screens: Traced[]
  /** With the names of the controls its steps use. */
  flows: (Traced & { controls: string[] })[]
}

const Ref = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

/** The parts of intent.json that a page can be held to. */
const Intent = z.object({
  featureId: z.string(),
  sources: z.array(z.object({ id: z.string(), text: z.string() })),
  goals: z.array(z.string()),
  userFlows: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      actor: z.string().optional(),
      sourceRefs: z.array(Ref),
      steps: z.array(z.object({ componentId: z.string(), actor: z.string().optional(), sourceRefs: z.array(Ref).optional() })),
    }),
  ),
  components: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      description: z.string(),
      dataRefs: z.array(z.string()).default([]),
      children: z.array(z.string()).default([]),
    }),
  ),
})

/** Only a frozen design counts, byte for byte: the marker's checksum must match. */
export function readDesign(intent: string, marker: string): DesignBrief | { problem: string } {
  const raw = jsonOrNothing(intent)
  const read = Intent.safeParse(raw)
  if (!read.success) return { problem: "its intent.json isn't a design" }
  const stated = /^checksumSHA256:[ \t]*["']?([0-9a-f]{64})["']?[ \t\r]*$/m.exec(marker)?.[1]
  if (stated !== sha256(canonicalize(raw))) return { problem: "its intent.json isn't the one that FROZEN.md marks" }
  const { featureId, sources, goals, userFlows, components } = read.data
  const texts = new Map(sources.map(({ id, text }) => [id, text]))
  const said = (refs: readonly string[]) => [...new Set(refs)].flatMap((id) => texts.get(id) ?? []).join(' / ')
  const known = new Map(components.map((component) => [component.id, component]))
  const inside = (id: string, above: readonly string[] = []): string[] =>
    above.includes(id) ? [] : [id, ...(known.get(id)?.children ?? []).flatMap((child) => inside(child, [...above, id]))]
  const actors = new Set(
    userFlows.flatMap(({ actor, steps }) => [actor, ...steps.map((step) => step.actor)].flatMap((name) => name?.toLowerCase() ?? [])),
  )
  const screens = components
    .filter(({ type }) => type === 'view')
    .map((view) => {
      const parts = new Set(inside(view.id))
      const refs = userFlows.flatMap(({ sourceRefs, steps }) =>
        steps.flatMap((step) => (parts.has(step.componentId) ? (step.sourceRefs ?? sourceRefs) : [])),
      )
      return { id: view.id, title: spoken(view, actors), from: said(refs) || view.description || view.name }
    })
  const flows = userFlows.flatMap(({ id, name, sourceRefs, steps }) => {
    const parts = steps.flatMap(({ componentId }) => inside(componentId)).flatMap((part) => known.get(part) ?? [])
    const used = [...new Set(parts.filter(({ type }) => type === 'control').map((control) => spoken(control, actors)))]
    return used.length === 0 ? [] : [{ id, title: name, controls: used, from: said(sourceRefs) || name }]
  })
  const text = [
    `# ${featureId}`,
    ...goals.map((goal) => `- ${goal}`),
    '## Screens',
    ...screens.map(({ title, from }) => `- ${title}: ${from}`),
    '## Flows',
    ...flows.map(({ title, controls: named }) => `- ${title}, with ${named.join(', ')}`),
    '## Requirements',
    ...sources.map((source) => `- ${source.text}`),
  ].join('\n')
  return { text: `${text}\n`, screens, flows }
}

/** A name as a page would show it: without the actor and the entity by which a design distinguishes its parts. */
function spoken({ name, dataRefs }: { name: string; dataRefs: readonly string[] }, actors: ReadonlySet<string>): string {
  const bare = name.replace(/ \(([^()]+)\)$/, (all, actor: string) => (actors.has(actor.toLowerCase()) ? '' : all))
  const entity = dataRefs.find((each) => bare.toLowerCase().startsWith(`${each.toLowerCase()}: `))
  return entity === undefined ? bare : bare.slice(entity.length + 2)
}
