// A report as a single page to send: no scripts, nothing loaded, readable on a phone and on paper. Everything in it is escaped or in an inert frame.
import { type Content, type Html, html, trusted } from '../lib/html.ts'
import { onScale } from '../lib/on-scale.ts'
import { artifactHtml, frameHtml } from './artifact-html.ts'
import { scoreChart } from './chart.ts'
import { diffHtml } from './diff-html.ts'
import { findingsHtml } from './findings-html.ts'
import { style } from './page-style.ts'
import { type Story, duration, moment, named, tellingAt, verdictWords } from './story.ts'

/** Frames inherit it, so their content can do no more than the page. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'none'; base-uri 'none'; form-action 'none'"

export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`.markup
}

export function storyPage(story: Story): string {
  return page(`${story.name}: ${verdictWords(story)}`, storyHtml(story))
}

function storyHtml(story: Story): Html {
  const { judged, findings, artifact, frames, pictures, tables, changes, decisions } = story
  return html`<header>
<p class="eyebrow">${story.project} · ${story.workflow} · ${moment(story.updatedAt)}</p>
<h1>${story.name}</h1>
<p class="verdict ${tone(story)}"><b>${verdictWords(story)}</b>${story.reason && html` <span class="note">${story.reason.replaceAll('_', ' ')}</span>`}</p>
${story.because && html`<p class="because">${story.because}</p>`}
${story.waits && html`<p class="because">Waits: ${story.waits}</p>`}
</header>
${story.asked && section('asked', 'What was asked', html`<div class="asked">${story.asked}</div>`)}
${judged.length > 0 && section('score', 'Score', scoreHtml(story))}
${section('findings', 'Findings', findingsHtml(findings, artifact, judged.at(-1)?.scale))}
${frames.map(({ title, note, label, page: shown }, at) => section(`frame-${at}`, title, html`<p class="note">${label}. ${note}</p>${frameHtml(shown, title)}`))}
${artifact && section('artifact', 'Artifact', html`<p class="note"><code>${artifact.path}</code>, ${artifact.label}</p>${artifactHtml(artifact)}`)}
${changes.length > 0 && section('changes', 'What changed', html`${changes.map(diffHtml)}`)}
${pictures.length > 0 && section('pictures', 'Pictures', html`${pictures.map(({ name, source }) => html`<figure><img src="${source}" alt="${name}"><figcaption>${name}</figcaption></figure>`)}`)}
${tables.map(({ title, columns, rows, empty }, at) => section(`table-${at}`, title, rows.length === 0 ? html`<p class="note">${empty}</p>` : table(columns, rows)))}
${section('decisions', 'Decisions', decisionsHtml(decisions))}
${section(
  'spent',
  'Spent',
  html`<p>${story.spent}</p>${
    story.makers.length > 0 &&
    table(
      ['role', 'maker', 'model', 'calls'],
      story.makers.map(({ role, maker, model, calls }) => [role, maker, model, String(calls)]),
    )
  }`,
)}
${section('provenance', 'Provenance', provenanceHtml(story.provenance))}`
}

export function section(id: string, title: string, content: Content): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`
}

export function table(columns: readonly string[], rows: readonly (readonly Content[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="table"><table><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

function scoreHtml({ judged, distance, startedAt, updatedAt, iteration, maxIterations }: Story): Html {
  const last = judged[tellingAt(judged) - 1]!
  return html`${scoreChart(judged)}
<ol class="legend">${judged.slice(-12).map(({ label, shown, passed }, at) => html`<li value="${Math.max(0, judged.length - 12) + at + 1}">${label}: <b>${shown}</b>${passed ? ', passed' : ''}</li>`)}</ol>
${last.dimensions.length > 0 && html`<table class="bars"><caption>By dimension, ${last.label}</caption><tbody>${last.dimensions.map(({ name, score }) => html`<tr><th scope="row">${named(name)}</th><td class="bar"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="8"/><rect class="full" width="${score}" height="8"/></svg></td><td>${onScale(score, last.scale)}</td></tr>`)}</tbody></table>`}
<dl>${distance.map(({ name, value }) => fact(name, value))}${maxIterations > 0 && fact('iterations', `${iteration} of at most ${maxIterations}`)}${fact('took', duration(updatedAt - startedAt))}</dl>`
}

/** The first characters identify it; the rest is for verification. */
function provenanceHtml(all: Story['provenance']): Html {
  const list = (part: Story['provenance']) =>
    html`<dl class="long">${part.map(({ name, value }) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>`
  return html`${list(all.slice(0, 3))}${all.length > 3 && html`<details><summary>Makers, prompts and versions</summary>${list(all.slice(3))}</details>`}`
}

const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

function decisionsHtml(decisions: Story['decisions']): Html {
  if (decisions.length === 0) return html`<p class="note">No decision was asked of a person.</p>`
  return html`${table(
    ['when', 'decision', 'by', 'assurance', 'words'],
    decisions.map(({ at, what, by, assurance, text }) => [moment(at), what, by, assurance, text]),
  )}<p class="note">signed: by an approver's key. attended: a person typed a phrase taken from what was decided; a program with a shell can imitate that. unattested: nothing proves who it was.</p>`
}

const tone = ({ passed, waits }: Pick<Story, 'passed' | 'waits'>) =>
  passed === true ? 'good' : passed === false ? 'bad' : waits ? 'warn' : 'calm'
