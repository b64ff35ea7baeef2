// The requirement statements and where each is covered; uncovered ones first.
import { refId, type Intent, type Source, type SourceRef } from '../intent.ts'
import type { LedgerRow } from '../outline/ledger.ts'
import { count, html, shorten, type Content, type Html } from './html.ts'
import { anchor, type Outline } from './outline.ts'

/** What the requirements leave open, most valuable first. */
export function questionsSection({ questions = [] }: Intent): Html | false {
  return (
    questions.length > 0 &&
    html`<section id="questions" aria-labelledby="questions-title">
<h2 id="questions-title">Open questions <small>${questions.length}</small></h2>
<p class="lead">What the requirements do not say. Answer it there, and start again.</p>
<ol class="gains">${questions.map(({ id, text, why }) => html`<li><code>${id}</code> <span>${text} <small>${why}</small></span></li>`)}</ol>
</section>`
  )
}

export function sourcesSection(outline: Outline, ledger: readonly LedgerRow[] = []): Html {
  const { intent } = outline
  const became = new Map(ledger.map((row) => [row.id, row]))
  const rows = intent.sources.map((source, index) => ({ source, index, links: coverage(outline, source) }))
  const isOpen = ({ source, links }: (typeof rows)[number]) =>
    (became.get(source.id)?.became ?? (links.length > 0 ? 'used' : 'not understood')) === 'not understood'
  const open = rows.filter(isOpen)
  const done = rows.filter((row) => !isOpen(row))
  return html`<section id="sources" aria-labelledby="sources-title">
<h2 id="sources-title">Ledger <small>${open.length} of ${rows.length} not understood</small></h2>
<p class="lead">Every statement of the requirements and what became of it.</p>
${rows.length === 0 && html`<p class="none">The design names no source statements.</p>`}
<ol class="statements">${[...open, ...done].map((row) => statement(row, became.get(row.source.id)))}</ol>
</section>`
}

/** Small links from a part of the design back to its source. */
export function sourceLinks(outline: Outline, refs: readonly SourceRef[]): Content {
  if (refs.length === 0) return html`<span class="from untraced">traced to no statement</span>`
  return html`<span class="from">from ${[...new Set(refs.map(refId))].map((ref) => {
    const found = outline.source(ref)
    return found
      ? html` <a href="#${anchor.source(found.index)}" title="${shorten(found.source.text, 160)}">${ref}</a>`
      : html` <span class="bad">${ref}?</span>`
  })}</span>`
}

function statement({ source, index, links }: { source: Source; index: number; links: Html[] }, row: LedgerRow | undefined): Html {
  const isOpen = row ? row.became === 'not understood' : links.length === 0
  const where =
    row && row.lines.length > 0 ? html` <small>line ${row.lines[0]}${row.lines.length > 1 ? `–${row.lines.at(-1)}` : ''}</small>` : ''
  return html`<li id="${anchor.source(index)}" class="${isOpen ? 'open' : 'covered'}">
<blockquote>${source.text}</blockquote>
<p><code>${source.id}</code>${where} ${links.length > 0 ? html`covered by ${links}` : isOpen ? html`<b class="bad">${row ? 'not understood' : 'not covered'}</b>` : row?.became === 'used' ? row.as.join(', ') : row?.became}</p>
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
