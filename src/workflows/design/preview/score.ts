// The score: one number, five dimensions, then every finding with its place, its evidence and what to change.
import { dimensions, weights, type Critique, type Dimension, type Finding } from '../critic/critique.ts'
import { count, html, shorten, title, type Html } from './html.ts'
import { points } from '../stop.ts'
import { anchorOf } from './outline.ts'

/** Further findings of a dimension are only counted: the critique file lists them all. */
const maxListed = 40

export function scoreSection(critique: Critique): Html {
  const byDimension = Map.groupBy(critique.findings, (finding) => finding.dimension)
  const ranked = [...dimensions].sort((a, b) => critique.dimensions[a] - critique.dimensions[b])
  return html`<section id="score" aria-labelledby="score-title">
<h2 id="score-title">Score <small>${points(critique.overall)} of 100, ${word(critique.overall)}</small></h2>
<table class="dimensions">
<caption class="unseen">Score by dimension</caption>
<thead><tr><th scope="col">Dimension</th><th scope="col">Share</th><th scope="col" class="wide">Score</th></tr></thead>
<tbody>${dimensions.map((dimension) => bar(dimension, critique.dimensions[dimension]))}</tbody>
</table>
${
  critique.recommendations.length > 0 &&
  html`<h3>What gains most</h3>
<ol class="gains">${critique.recommendations
    .slice(0, 5)
    .map(
      (item) =>
        html`<li><b class="points">+${points(item.gain)}</b> <span>${item.change} <small>${title(spaced(item.dimension))}, ${count(item.pointers.length, 'place')}</small></span></li>`,
    )}</ol>`
}
<h3>Findings <small>${critique.findings.length + critique.findingsOmitted}</small></h3>
${critique.findings.length === 0 && html`<p class="none">The critic found nothing to change.</p>`}
${ranked.map((dimension) => group(dimension, critique.dimensions[dimension], byDimension.get(dimension) ?? []))}
${
  critique.dismissed.length > 0 &&
  html`<h3>Dismissed <small>${critique.dismissed.length}</small></h3>
<ul>${critique.dismissed.map(({ id, change, reason, by }) => html`<li><p>${change}</p><p class="where"><code>${id}</code> dismissed by ${by}: ${reason}</p></li>`)}</ul>`
}
${critique.findingsOmitted > 0 && html`<p class="none">${count(critique.findingsOmitted, 'more finding')} not listed; their points are in the scores.</p>`}
</section>`
}

/** Every score has a word beside its colour. */
function word(score: number): string {
  return score >= 9000 ? 'strong' : score >= 8000 ? 'good' : score >= 7000 ? 'fair' : 'weak'
}

/** Overall score as a ring; sized by attributes, because the page allows no inline style. */
export function ring(score: number): Html {
  const round = 2 * 54 * 355
  return html`<svg class="ring ${word(score)}" viewBox="0 0 128 128" role="img" aria-label="Score ${points(score)} of 100, ${word(score)}">
<circle cx="64" cy="64" r="54" class="track"/><circle cx="64" cy="64" r="54" class="fill" pathLength="10000" stroke-dasharray="${score} ${round}" transform="rotate(-90 64 64)"/>
<text x="64" y="66" class="big">${points(score)}</text><text x="64" y="86" class="small">${word(score)}</text></svg>`
}

function bar(dimension: Dimension, score: number): Html {
  return html`<tr><th scope="row">${title(spaced(dimension))}</th><td>${weights[dimension]}%</td>
<td class="wide"><svg class="bar ${word(score)}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" class="track"/><rect width="${points(score)}" height="8" class="fill"/></svg><b>${points(score)}</b> <small>${word(score)}</small></td></tr>
`
}

function group(dimension: Dimension, score: number, findings: Finding[]): Html | null {
  if (findings.length === 0) return null
  const listed = [...findings].sort((a, b) => b.points - a.points).slice(0, maxListed)
  return html`<details class="findings"${findings.length > 0 && score < 10_000 ? html` open` : ''}>
<summary><b>${title(spaced(dimension))}</b> ${points(score)} <small>${count(findings.length, 'finding')}</small></summary>
<ul>${listed.map(finding)}</ul>
${findings.length > listed.length && html`<p class="none">and ${findings.length - listed.length} smaller ones</p>`}
</details>`
}

function finding({ id, ruleId, pointer, evidence, change, points: lost, hard }: Finding): Html {
  const target = anchorOf(pointer)
  const place = html`<code>${pointer === '' ? 'whole design' : pointer}</code>`
  return html`<li><p><b class="points">−${points(lost)}</b> ${change}</p>
${evidence !== '' && html`<blockquote>${shorten(evidence, 300)}</blockquote>`}
<p class="where">${target === undefined ? place : html`<a href="#${target}">${place}</a>`} · ${ruleId}${hard && html` · <b>must be fixed</b> or dismissed as <code>${id}</code>`}</p></li>
`
}

/** "dataModelIntegrity" → "data model integrity". */
function spaced(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => ' ' + letter.toLowerCase())
}
