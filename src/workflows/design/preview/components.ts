// The components by type, each with what it contains, what it shows and where it is used.
import { componentTypes, type Component, type ComponentType } from '../intent.ts'
import { count, html, type Content, type Html } from './html.ts'
import { anchor, type Outline } from './outline.ts'

const meaning: Record<ComponentType, [plural: string, what: string]> = {
  view: ['Views', 'places people go to'],
  container: ['Containers', 'parts of a place that hold others'],
  control: ['Controls', 'what people press, pick or fill in'],
  data: ['Data', 'what is shown from the records'],
  utility: ['Utilities', 'what works unseen'],
}

export function componentsSection(outline: Outline): Html {
  const numbered = outline.intent.components.map((component, index) => ({ component, index }))
  return html`<section id="components" aria-labelledby="components-title">
<h2 id="components-title">Components <small>${numbered.length}</small></h2>
${componentTypes.map((type) => {
  const members = numbered.filter(({ component }) => component.type === type)
  if (members.length === 0) return null
  const [plural, what] = meaning[type]
  return html`<h3 class="type"><span class="chip ${type}">${plural}</span> ${what} <small>${members.length}</small></h3>
<ul class="cards">${members.map(({ component, index }) => card(outline, component, index))}</ul>
`
})}
${numbered.length === 0 && html`<p class="none">This design has no components yet.</p>`}
</section>`
}

function card(outline: Outline, component: Component, index: number): Html {
  const steps = outline.steps(component.id)
  const shown = steps.slice(0, 6)
  return html`<li class="card ${component.type}" id="${anchor.component(index)}">
<h4>${component.name}</h4>
<p class="id"><code>${component.id}</code></p>
<p>${component.description}</p>
<dl>
${row(
  'Holds',
  component.children.map((id) => link(outline, id)),
)}
${row(
  'Shows',
  component.dataRefs.map((name) => entityLink(outline, name)),
)}
${row('Used in', [
  ...shown.map(
    ({ flow, flowIndex, stepIndex }) => html`<a href="#${anchor.step(flowIndex, stepIndex)}">${flow.name}, step ${stepIndex + 1}</a>`,
  ),
  ...(steps.length > shown.length ? [html`${count(steps.length - shown.length, 'more step')}`] : []),
])}
${outline.interactions(component.id).map(({ interaction, index: at }) => html`<div id="${anchor.interaction(at)}"><dt>When</dt><dd>${interaction.trigger} → ${interaction.response}</dd></div>`)}
</dl>
</li>`
}

function row(term: string, items: Html[]): Content {
  if (items.length === 0) return null
  return html`<div><dt>${term}</dt><dd>${items.map((item, index) => [index > 0 && ', ', item])}</dd></div>`
}

function link(outline: Outline, id: string): Html {
  const found = outline.component(id)
  return found
    ? html`<a href="#${anchor.component(found.index)}">${found.component.name}</a>`
    : html`<span class="bad">${id} (missing)</span>`
}

export function entityLink(outline: Outline, name: string): Html {
  const found = outline.entity(name)
  return found ? html`<a href="#${anchor.entity(found.index)}">${name}</a>` : html`<span class="bad">${name} (missing)</span>`
}
