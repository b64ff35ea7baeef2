// The data model as an SVG diagram: entities as boxes, relationships as lines with a bar for one and a fork for many.
import type { Entity, Relationship } from '../../intent.ts'
import { html, shorten, type Html } from '../html.ts'
import { placeBoxes } from './place.ts'
import { boxWidth, routeLines, type Point } from './route.ts'

/** More would be unreadable; the best connected entities are drawn, and the list has all. */
const maxBoxes = 36
const maxRows = 8
const head = 32
const rowHeight = 19

type End = 'one' | 'many'

interface Tie {
  from: number
  to: number
  ends: [End, End]
}

export function drawDataModel(entities: Entity[]): Html {
  const drawn = choose(entities)
  const ties = tiesAmong(drawn)
  const { cells, columns, rows } = placeBoxes(drawn.length, ties)
  const boxes = cells.map((cell, index) => ({ ...cell, height: boxHeight(drawn[index]!) }))
  const lines = ties.filter((tie) => tie.from !== tie.to)
  const plan = routeLines(boxes, lines, { columns, rows })
  const left = entities.length - drawn.length
  return html`<div class="picture" tabindex="0" role="region" aria-label="Diagram of the data model; it scrolls sideways where it does not fit">
<svg class="model" viewBox="-1 -1 ${plan.width + 2} ${plan.height + 2}" width="${plan.width + 2}" height="${plan.height + 2}" role="img" aria-labelledby="model-title">
<title id="model-title">${drawn.length} entities and ${ties.length} relationships; the list below says the same in words</title>
${lines.map((tie, index) => drawLine(plan.paths[index]!, tie.ends))}
${drawn.map((entity, index) =>
  drawBox(
    entity,
    plan.corners[index]!,
    boxes[index]!.height,
    ties.some((tie) => tie.from === index && tie.to === index),
  ),
)}
</svg></div>
<p class="legend"><svg width="34" height="12" viewBox="0 0 34 12" aria-hidden="true"><path class="tie" d="M0 6H34M28 1V11"/></svg> one
<svg width="34" height="12" viewBox="0 0 34 12" aria-hidden="true"><path class="tie" d="M0 6H34M22 6L34 1M22 6L34 11"/></svg> many <span>↻ related to itself</span> <span><i>slanted</i> optional</span>${left > 0 && html` <span>${left} more in the list below</span>`}</p>`
}

function choose(entities: Entity[]): Entity[] {
  if (entities.length <= maxBoxes) return entities
  const degree = new Map<string, number>()
  const add = (name: string) => degree.set(name, (degree.get(name) ?? 0) + 1)
  for (const entity of entities) {
    for (const { to } of entity.relationships) {
      add(entity.name)
      add(to)
    }
  }
  const best = new Set([...entities].sort((a, b) => (degree.get(b.name) ?? 0) - (degree.get(a.name) ?? 0)).slice(0, maxBoxes))
  return entities.filter((entity) => best.has(entity))
}

/** A relationship stated from both sides is one line. */
function tiesAmong(entities: Entity[]): Tie[] {
  const indexOf = new Map(entities.map((entity, index) => [entity.name, index]))
  const ties = new Map<string, Tie>()
  entities.forEach((entity, from) => {
    for (const { to: name, kind } of entity.relationships) {
      const to = indexOf.get(name)
      if (to === undefined) continue
      const [fromEnd, toEnd] = endsOf(kind)
      const key = from <= to ? `${from} ${to} ${fromEnd} ${toEnd}` : `${to} ${from} ${toEnd} ${fromEnd}`
      if (!ties.has(key)) ties.set(key, { from, to, ends: [fromEnd, toEnd] })
    }
  })
  return [...ties.values()]
}

function endsOf(kind: Relationship['kind']): [End, End] {
  return kind === 'one-to-one' ? ['one', 'one'] : kind === 'one-to-many' ? ['one', 'many'] : ['many', 'many']
}

function boxHeight(entity: Entity): number {
  const rows = Math.min(entity.attributes.length, maxRows) + (entity.attributes.length > maxRows ? 1 : 0)
  return head + Math.max(1, rows) * rowHeight + 8
}

function drawBox(entity: Entity, { x, y }: Point, height: number, loop: boolean): Html {
  const shown = entity.attributes.slice(0, maxRows)
  const more = entity.attributes.length - shown.length
  const line = (index: number) => y + head + 15 + index * rowHeight
  return html`<g class="box"><rect x="${x}" y="${y}" width="${boxWidth}" height="${height}" rx="8" class="paper"/>
<path d="M${x} ${y + head}v-${head - 8}a8 8 0 0 1 8 -8h${boxWidth - 16}a8 8 0 0 1 8 8v${head - 8}z" class="head"/>
<text x="${x + 12}" y="${y + 21}" class="entity">${shorten(entity.name, 22)}</text>${loop && html`<text x="${x + boxWidth - 12}" y="${y + 21}" class="loop">↻</text>`}
${shown.map((attribute, index) => html`<text x="${x + 12}" y="${line(index)}"${attribute.required ? '' : html` class="optional"`}>${shorten(attribute.name, 17)}</text><text x="${x + boxWidth - 12}" y="${line(index)}" class="kind">${shorten(attribute.type, 11)}</text>`)}
${more > 0 && html`<text x="${x + 12}" y="${line(shown.length)}" class="kind start">and ${more} more</text>`}
${entity.attributes.length === 0 && html`<text x="${x + 12}" y="${line(0)}" class="kind start">no attributes</text>`}
</g>`
}

function drawLine(points: Point[], [fromEnd, toEnd]: [End, End]): Html {
  return html`<path class="tie" d="${rounded(points)}${mark(points[0]!, points[1]!, fromEnd)}${mark(points.at(-1)!, points.at(-2)!, toEnd)}"/>
`
}

/** The symbol at one end: `at` is on the box, `toward` is the next point of the line. */
function mark(at: Point, toward: Point, end: End): string {
  const dx = Math.sign(toward.x - at.x)
  const dy = Math.sign(toward.y - at.y)
  const tip = (along: number, aside: number) => `${at.x + dx * along - dy * aside} ${at.y + dy * along + dx * aside}`
  return end === 'one' ? `M${tip(8, -5)}L${tip(8, 5)}` : `M${tip(0, -5)}L${tip(11, 0)}L${tip(0, 5)}`
}

/** A polyline with corners rounded by up to six pixels. */
function rounded(points: Point[]): string {
  let path = `M${points[0]!.x} ${points[0]!.y}`
  for (let i = 1; i < points.length - 1; i++) {
    const [before, corner, after] = [points[i - 1]!, points[i]!, points[i + 1]!]
    const radius = Math.min(6, distance(before, corner) / 2, distance(corner, after) / 2)
    const into = toward(corner, before, radius)
    const out = toward(corner, after, radius)
    path += `L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`
  }
  const last = points.at(-1)!
  return path + `L${last.x} ${last.y}`
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
}

function toward(from: Point, to: Point, by: number): Point {
  return { x: from.x + Math.sign(to.x - from.x) * by, y: from.y + Math.sign(to.y - from.y) * by }
}
