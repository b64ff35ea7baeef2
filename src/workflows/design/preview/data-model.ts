// The data model: the diagram, then every entity in words.
import type { Entity, Relationship } from '../intent.ts'
import { entityLink } from './components.ts'
import { drawDataModel } from './diagram/draw.ts'
import { html, type Html } from './html.ts'
import { anchor, type Outline } from './outline.ts'
import type { Marks } from './since.ts'
import { sourceLinks } from './sources.ts'

export function dataModelSection(outline: Outline, marks: Marks): Html {
  const { entities } = outline.intent.dataModel
  return html`<section id="data" aria-labelledby="data-title">
<h2 id="data-title">Data model <small>${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}</small></h2>
${entities.length === 0 ? html`<p class="none">This design remembers nothing yet.</p>` : drawDataModel(entities)}
<ul class="cards">${entities.map((entity, index) => card(outline, marks, entity, index))}</ul>
</section>`
}

function card(outline: Outline, marks: Marks, entity: Entity, index: number): Html {
  return html`<li class="card data" id="${anchor.entity(index)}">
<h3>${entity.name} ${marks.badge(`/dataModel/entities/${index}`)}</h3>
<p>${entity.description}</p>
<p class="by">${sourceLinks(outline, entity.sourceRefs)}</p>
${
  entity.attributes.length > 0 &&
  html`<table><caption class="unseen">Attributes of ${entity.name}</caption>
<thead><tr><th scope="col">Attribute</th><th scope="col">Kind</th><th scope="col">Needed</th></tr></thead>
<tbody>${entity.attributes.map(({ name, type, required }, at) => html`<tr><th scope="row">${name} ${marks.badge(`/dataModel/entities/${index}/attributes/${at}`)}</th><td>${type}</td><td>${required ? 'yes' : 'optional'}</td></tr>`)}</tbody></table>`
}
${entity.relationships.length > 0 && html`<ul class="relations">${entity.relationships.map((relationship) => html`<li>${sentence(outline, entity, relationship)}</li>`)}</ul>`}
</li>`
}

function sentence(outline: Outline, entity: Entity, { to, kind }: Relationship): Html {
  const other = entityLink(outline, to)
  if (kind === 'one-to-one') return html`one ${entity.name} has one ${other}`
  if (kind === 'one-to-many') return html`one ${entity.name} has many ${other}`
  return html`many ${entity.name} have many ${other}`
}
