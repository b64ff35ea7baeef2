// One screen drawn in HTML: the view a step happens in, with the step's own component highlighted.
import type { Component } from '../intent.ts'
import { html, shorten, type Content, type Html } from './html.ts'
import { shownValue } from './fields.ts'
import type { Outline } from './outline.ts'
import type { Samples } from './samples.ts'

/** A larger drawing is unreadable, and a page of them wouldn't load. */
const maxParts = 24

export interface Scene {
  outline: Outline
  samples: Samples
  componentId: string
  /** The link of the highlighted component. */
  next: string | undefined
}

export function wireframe(scene: Scene): Html {
  const found = scene.outline.component(scene.componentId)
  if (!found) return html`<div class="frame missing"><p>No component has the id <code>${scene.componentId}</code>.</p></div>`
  const path = pathTo(scene.outline, scene.componentId)
  const root = scene.outline.component(path[0]!)!.component
  const lit = root.id === scene.componentId
  const state: Drawing = { scene, room: maxParts, path: new Set(path), open: new Set([root.id]) }
  return html`<div class="frame${lit ? ' lit' : ''}">
<div class="bar"><i></i><i></i><i></i><b>${root.name}</b></div>
<div class="inside">${root.type === 'view' || root.type === 'container' ? inside(root, state) : part(root, state)}</div>
</div>`
}

interface Drawing {
  scene: Scene
  room: number
  /** From the outermost component to the highlighted one: always drawn, whatever else is left out. */
  path: Set<string>
  /** Enclosing components: a child that contains its own parent isn't drawn again. */
  open: Set<string>
}

/** The component drawn as a step's screen: the nearest enclosing view. */
export function screenOf(outline: Outline, id: string): string {
  return pathTo(outline, id)[0] ?? id
}

/** From the nearest view (or the outermost component, if there is none) down to a component. */
function pathTo(outline: Outline, id: string): string[] {
  const path = [id]
  const seen = new Set(path)
  while (outline.component(path[0]!)?.component.type !== 'view') {
    const above = outline.parent(path[0]!)
    if (above === undefined || seen.has(above)) break
    seen.add(above)
    path.unshift(above)
  }
  return path
}

function inside(component: Component, drawing: Drawing): Content {
  const shown: Content[] = []
  let left = 0
  for (const id of new Set(component.children)) {
    const child = drawing.scene.outline.component(id)?.component
    if (!child || drawing.open.has(id)) continue
    if (drawing.room <= 0 && !drawing.path.has(id)) {
      left++
      continue
    }
    drawing.room--
    drawing.open.add(id)
    shown.push(part(child, drawing))
    drawing.open.delete(id)
  }
  const data = component.dataRefs.length > 0 && shown.length === 0
  return [
    data && records(component, drawing),
    shown,
    left > 0 && html`<p class="left">and ${left} more</p>`,
    shown.length === 0 && !data && lines,
  ]
}

function part(component: Component, drawing: Drawing): Html {
  const lit = component.id === drawing.scene.componentId
  const light = lit ? ' lit' : ''
  const name = shorten(component.name, 60)
  if (component.type === 'control') return control(component, lit, drawing.scene.next)
  if (component.type === 'utility')
    return html`<div class="part utility${light}"><span class="name">${name}</span><small>works unseen</small></div>`
  const body = component.type === 'data' && component.children.length === 0 ? records(component, drawing) : inside(component, drawing)
  return html`<div class="part ${component.type}${light}"><span class="name">${name}</span>${body}</div>`
}

/** The look of a control, from its name; a button by default. */
const looks: [look: string, words: RegExp][] = [
  ['toggle', /\b(toggle|switch|checkbox|check box|radio|option|mark|tick)\b/i],
  ['choice', /\b(select|selector|pick|picker|choose|chooser|dropdown|filter|sort|menu|calendar)\b/i],
  ['field', /\b(field|input|box|search|enter|entry|write|type|fill|text|editor|upload|area|form)\b/i],
]

function control(component: Component, lit: boolean, next: string | undefined): Html {
  const look = looks.find(([, words]) => words.test(component.name))?.[0] ?? 'button'
  const face = html`<span class="name">${shorten(component.name, 40)}</span>`
  if (lit && next !== undefined)
    return html`<a class="part control ${look} lit" href="#${next}">${face}<span class="unseen">, go to the next step</span></a>`
  return html`<div class="part control ${look}${lit ? ' lit' : ''}">${face}</div>`
}

/** The first entity a component shows, as a table of values from the requirements and placeholders for the rest. */
function records(component: Component, { scene }: Drawing): Html {
  const entity = component.dataRefs.map((name) => scene.outline.entity(name)?.entity).find((each) => each !== undefined)
  const columns = (entity?.attributes ?? [])
    .map(({ name, type }, at) => ({ name, type, at }))
    .filter(({ type }) => type !== 'identifier')
    .slice(0, 4)
  if (!entity || columns.length === 0) return lines
  const rows = scene.samples.rows(entity)
  return html`<div class="records" aria-hidden="true">${columns.map(({ name, at }) => html`<div><b>${shorten(name, 18)}</b>${rows.map((row) => html`<span>${shownValue(row[at]!)}</span>`)}</div>`)}</div>`
}

const lines = html`<div class="lines" aria-hidden="true"><i></i><i></i><i></i></div>`
