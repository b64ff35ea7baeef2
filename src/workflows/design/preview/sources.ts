// The requirement statements and where each is covered; what nothing covers comes first.
import { refId, type Source, type SourceRef } from '../intent.ts'
import { count, html, shorten, type Content, type Html } from './html.ts'
import { anchor, type Outline } from './outline.ts'

export function sourcesSection(outline: Outline): Html {
  const { intent } = outline
  const rows = intent.sources.map((source, index) => ({ source, index, links: coverage(outline, source) }))
  const open = rows.filter(({ links }) => links.length === 0)
  const done = rows.filter(({ links }) => links.length > 0)
  return html`<section id="sources" aria-labelledby="sources-title">
<h2 id="sources-title">Statements <small>${done.length} of ${rows.length} covered</small></h2>
<p class="lead">What was asked for, sentence by sentence, and the parts of the design that claim it.</p>
${rows.length === 0 && html`<p class="none">The design names no source statements.</p>`}
<ol class="statements">${[...open, ...done].map(statement)}</ol>
</section>`
}

/** Small links from a part of the design back to what it came from. */
export function sourceLinks(outline: Outline, refs: readonly SourceRef[]): Content {
  if (refs.length === 0) return html`<span class="from untraced">traced to no statement</span>`
  return html`<span class="from">from ${[...new Set(refs.map(refId))].map((ref) => {
    const found = outline.source(ref)
    return found
      ? html` <a href="#${anchor.source(found.index)}" title="${shorten(found.source.text, 160)}">${ref}</a>`
      : html` <span class="bad">${ref}?</span>`
  })}</span>`
}

function statement({ source, index, links }: { source: Source; index: number; links: Html[] }): Html {
  return html`<li id="${anchor.source(index)}" class="${links.length > 0 ? 'covered' : 'open'}">
<blockquote>${source.text}</blockquote>
<p><code>${source.id}</code> ${links.length > 0 ? html`covered by ${links}` : html`<b class="bad">not covered</b>`}</p>
</li>`
}

function coverage(outline: Outline, source: Source): Html[] {
  const { goals, flows, entities } = outline.covered(source.id)
  const { intent } = outline
  return [
    ...goals.map((index) => html`<a class="chip" href="#${anchor.goal(index)}">goal ${index + 1}</a> `),
    ...flows.map((index) => html`<a class="chip view" href="#${anchor.flow(index)}">${shorten(intent.userFlows[index]!.name, 48)}</a> `),
    ...entities.map((index) => html`<a class="chip data" href="#${anchor.entity(index)}">${intent.dataModel.entities[index]!.name}</a> `),
  ]
}

export function coveredCount(outline: Outline): string {
  const covered = outline.intent.sources.filter((source) => coverage(outline, source).length > 0).length
  return `${covered} of ${count(outline.intent.sources.length, 'statement')}`
}
