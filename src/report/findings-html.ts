// Findings, failures first: rule, place, line, what was expected and what was found. Passed rules are folded away.
import { blotSecrets } from '../lib/secrets.ts'
import { type Html, html } from '../lib/html.ts'
import { gained } from '../lib/on-scale.ts'
import { codeFrame, linesOf } from './code-frame.ts'
import { type Story, type StoryFinding, type StoryText, isOpen } from './story.ts'

const mostEvidence = 20

export function findingsHtml(groups: Story['findings'], artifact: StoryText | null, scale?: number): Html {
  const all = groups.flatMap(({ findings }) => findings)
  if (all.length === 0) return html`<p class="note">No problems found.</p>`
  const many = groups.length > 1
  return html`${groups.map(({ label, findings }) => {
    const open = findings.filter(isOpen)
    const held = findings.filter((each) => !isOpen(each))
    return html`${many && html`<h3>${label}</h3>`}
${open.length === 0 ? html`<p class="note">No problems found.</p>` : html`<ol class="findings">${open.map((each) => findingHtml(each, artifact, scale))}</ol>`}
${held.length > 0 && html`<details><summary>${held.length} ${held.length === 1 ? 'rule holds or does' : 'rules hold or do'} not apply</summary><ul class="held">${held.map(({ rule, outcome, message }) => html`<li><span class="tag ${outcome}">${outcome}</span> <code>${rule}</code> ${message}</li>`)}</ul></details>`}`
  })}`
}

function findingHtml(
  { rule, outcome, message, fix, gain, group, evidence }: StoryFinding,
  artifact: StoryText | null,
  scale?: number,
): Html {
  const shown = evidence.slice(0, mostEvidence)
  return html`<li><p><span class="tag ${outcome}">${outcome}</span> <code>${rule}</code>${group && group !== rule && html` <span class="note">${group}</span>`}${gain !== null && gain > 0 && html` <span class="gain">${gained(gain, scale)}</span>`}</p>
<p>${message}</p>${fix && fix !== message && html`<p class="fix">${fix}</p>`}
${shown.map((each) => seen(each, artifact))}${evidence.length > shown.length && html`<p class="note">… and ${evidence.length - shown.length} more</p>`}</li>`
}

function seen({ message, quote, expected, actual, where, at }: StoryFinding['evidence'][number], artifact: StoryText | null): Html {
  const line = artifact && (at?.file === undefined || at.file === artifact.path) ? at?.line : undefined
  const frame =
    line !== undefined && artifact ? codeFrame(linesOf(blotSecrets(artifact.text)), { line, quote }, { context: 2, width: 160 }) : null
  return html`<div class="seen">${(where || message) && html`<p>${where && html`<span class="where">${where}</span> `}${message}</p>`}
${frame ? html`<pre class="frame" tabindex="0">${frame.lines.map(({ number, text, marked }) => html`<span class="${marked ? 'line marked' : 'line'}"><i>${number}</i>${text || ' '}\n</span>`)}</pre>` : quote && html`<blockquote>${quote}</blockquote>`}
${(expected !== undefined || actual !== undefined) && html`<dl>${expected !== undefined && html`<div><dt>expected</dt><dd>${expected}</dd></div>`}${actual !== undefined && html`<div><dt>found</dt><dd>${actual}</dd></div>`}</dl>`}</div>`
}
