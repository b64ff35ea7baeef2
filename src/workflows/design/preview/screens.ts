// The screens of a design: for each actor and entity a list, a detail and a form, including empty and error states.
import type { Component, Entity, Intent, Interaction } from '../intent.ts'
import { field, shownValue } from './fields.ts'
import { count, html, shorten, type Html } from './html.ts'
import { anchor, type Outline } from './outline.ts'
import type { Samples } from './samples.ts'
import type { Marks } from './since.ts'

/** More wouldn't be looked at; the flows below show every step. */
const mostScreens = 60
const mostColumns = 5
const mostActions = 8

interface Screen {
  actor: string
  entity: Entity
  /** What the actor does with it, by flow and step. */
  steps: { action: string; at: [flow: number, step: number] }[]
  isEntered: boolean
}

export function screensSection(outline: Outline, samples: Samples, marks: Marks): Html {
  const screens = screensOf(outline)
  const actors = Map.groupBy(screens.slice(0, mostScreens), ({ actor }) => actor)
  return html`<section id="screens" aria-labelledby="screens-title">
<h2 id="screens-title">Screens <small>${count(screens.length, 'screen')}, ${count(actors.size, 'actor')}</small></h2>
<p class="lead">What each actor sees of each entity. Values in upright letters are from the requirements; <i class="ph">these</i> only hold a place.</p>
${screens.length === 0 && html`<p class="none">No actor does anything with an entity yet.</p>`}
${[...actors].map(
  ([actor, own]) => html`<h3 class="actor"><span class="who">${actor}</span></h3>
<div class="screens">${own.map((screen) => drawn(outline, screen, samples, marks))}</div>`,
)}
${screens.length > mostScreens && html`<p class="none">and ${screens.length - mostScreens} more screens</p>`}
</section>`
}

/** An actor has a screen for every entity in their steps; the system's own work has none. */
function screensOf({ intent, component }: Outline): Screen[] {
  const screens = new Map<string, Screen>()
  intent.userFlows.forEach(({ actor: first, steps }, flow) =>
    steps.forEach((step, at) => {
      const actor = step.actor ?? first
      const place = component(step.componentId)?.component
      if (/^(?:the )?system$/i.test(actor) || place?.type === 'utility') return
      for (const name of new Set(step.entityRefs)) {
        const entity = intent.dataModel.entities.find((each) => each.name === name)
        if (!entity) continue
        const key = `${actor}\n${name}`
        const screen = screens.get(key) ?? { actor, entity, steps: [], isEntered: false }
        screens.set(key, {
          ...screen,
          steps: [...screen.steps, { action: step.action, at: [flow, at] }],
          isEntered: screen.isEntered || takes(intent, place, name),
        })
      }
    }),
  )
  return [...screens.values()]
}

/** Whether data is entered there: it is a control, contains some, or is called a form. */
function takes({ components }: Intent, place: Component | undefined, entity: string): boolean {
  if (!place || !place.dataRefs.includes(entity)) return place?.type === 'control'
  return (
    place.type === 'control' ||
    /\bform\b/i.test(place.name) ||
    components.some(({ id, type }) => type === 'control' && place.children.includes(id))
  )
}

function drawn(outline: Outline, { actor, entity, steps, isEntered }: Screen, samples: Samples, marks: Marks): Html {
  const at = outline.entity(entity.name)?.index ?? 0
  const troubles = troublesOf(outline, entity, steps)
  return html`<article class="shot" aria-label="${entity.name}, as the ${actor} sees it">
<div class="bar"><i></i><i></i><i></i><b>${entity.name}</b> ${marks.badge(`/dataModel/entities/${at}`)}</div>
<div class="panes">
${list(entity, actor, samples, marks, at)}
${detail(entity, samples, steps, marks)}
${isEntered && form(entity, samples)}
${states(entity, troubles)}
</div>
</article>`
}

function list(entity: Entity, actor: string, samples: Samples, marks: Marks, index: number): Html {
  const columns = entity.attributes.map((attribute, at) => ({ attribute, at })).slice(0, mostColumns)
  if (columns.length === 0) return html`<div class="pane"><h4>List</h4><p class="none">The requirements name no attribute of it.</p></div>`
  return html`<div class="pane wide"><h4>List</h4>
<div class="scroll" tabindex="0" role="region" aria-label="List of ${entity.name} for the ${actor}"><table><thead><tr>${columns.map(({ attribute, at }) => html`<th scope="col">${shorten(attribute.name, 24)} ${marks.badge(`/dataModel/entities/${index}/attributes/${at}`)}</th>`)}</tr></thead>
<tbody>${samples.rows(entity).map((row) => html`<tr>${columns.map(({ at }) => html`<td>${shownValue(row[at]!)}</td>`)}</tr>`)}</tbody></table></div></div>`
}

function detail(entity: Entity, samples: Samples, steps: Screen['steps'], marks: Marks): Html {
  const [row] = samples.rows(entity)
  return html`<div class="pane"><h4>Detail</h4>
<dl>${entity.attributes.slice(0, 10).map((attribute, at) => html`<div><dt>${shorten(attribute.name, 30)}</dt><dd>${shownValue(row![at]!)}</dd></div>`)}</dl>
<ul class="acts">${steps.slice(0, mostActions).map(({ action, at: [flow, step] }) => html`<li><a href="#${anchor.step(flow, step)}">${shorten(action, 90)}</a> ${marks.badge(`/userFlows/${flow}/steps/${step}`)}</li>`)}</ul>
${steps.length > mostActions && html`<p class="none">and ${steps.length - mostActions} more</p>`}</div>`
}

function form(entity: Entity, samples: Samples): Html {
  return html`<div class="pane"><h4>Form</h4>
${entity.attributes.slice(0, 10).map((attribute) => field(entity, attribute, samples))}
<p><span class="press">Save</span></p></div>`
}

/** The requirements' words for what happens on failure; silence is stated too. */
function states(entity: Entity, troubles: readonly Interaction[]): Html {
  return html`<div class="pane states"><h4>Empty and in error</h4>
<p class="state empty"><b>Empty</b> No ${entity.name.toLowerCase()} yet.</p>
${troubles.slice(0, 3).map(({ trigger, response }) => html`<p class="state wrong"><b>Error</b> ${shorten(trigger, 160)} → ${shorten(response, 160)}</p>`)}
${troubles.length === 0 && html`<p class="state wrong"><b>Error</b> <i class="ph">the requirements do not say</i></p>`}</div>`
}

const wrong =
  /\b(?:error|fail|fails|failed|refuse|refuses|refused|reject|rejects|rejected|invalid|warn|warns|warning|cannot|denied|denies|not allowed|must not|already|missing|not found|unavailable)\b/i

function troublesOf({ intent, interactions }: Outline, entity: Entity, steps: Screen['steps']): Interaction[] {
  const places = new Set(steps.map(({ at: [flow, step] }) => intent.userFlows[flow]?.steps[step]?.componentId ?? ''))
  return [...places]
    .flatMap((id): Interaction[] => interactions(id).map(({ interaction }) => interaction))
    .filter(({ trigger, response }) => wrong.test(`${trigger} ${response}`) || wrong.test(entity.name))
}
