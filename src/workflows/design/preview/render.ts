// The preview of a design: one self-contained page, made from the intent and its critique alone.
import { sha256 } from '../../../lib/hash.ts'
import type { Critique } from '../critic/critique.ts'
import type { Intent } from '../intent.ts'
import { componentsSection } from './components.ts'
import { dataModelSection } from './data-model.ts'
import { flowsSection } from './flows.ts'
import { count, html, title, trusted, type Html } from './html.ts'
import { anchor, outline, type Outline } from './outline.ts'
import { ring, scoreSection } from './score.ts'
import { script } from './script.ts'
import type { LedgerRow } from '../outline/ledger.ts'
import { coveredCount, questionsSection, sourceLinks, sourcesSection } from './sources.ts'
import { samplesOf } from './samples.ts'
import { screensSection } from './screens.ts'
import { marksOf, sinceSection, type Since } from './since.ts'
import { style } from './style.ts'

export interface PreviewInput {
  intent: Intent
  critique: Critique
  /** SHA-256 of the canonical intent; a preview with another one is stale. */
  intentHash: string
  /** The ledger of the requirements' lines, if known. */
  ledger?: readonly LedgerRow[]
  /** What changed since the last rejection, and what was asked then. */
  since?: Since
}

export function renderPreview({ intent, critique, intentHash, ledger, since }: PreviewInput): string {
  const map = outline(intent)
  const marks = marksOf(since)
  const samples = samplesOf(
    intent,
    ledger?.map(({ text }) => text),
  )
  const css = style(intent.userFlows.map((flow) => flow.steps.length))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(css, script)}">
<meta name="${hashName}" content="${intentHash}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title(intent.featureId)}: design preview</title>
<style>${trusted(css)}</style>
</head>
<body>
<a class="skip" href="#screens">Skip to the screens</a>
<nav class="top" aria-label="Sections"><b>${title(intent.featureId)}</b>${sections.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
<main>
${masthead(map, critique, intentHash)}
${sinceSection(since)}
${screensSection(map, samples, marks)}
${flowsSection(map, samples, marks)}
${questionsSection(intent)}
${sourcesSection(map, ledger)}
${scoreSection(critique)}
${dataModelSection(map, marks)}
${componentsSection(map)}
</main>
<footer><p>Drawn from <code>intent.json</code>, version ${intent.version}, by critic ${critique.criticVersion}. The drawing shows structure, not looks: names and kinds come from the design, words in italics only hold a place.</p>
<p>Intent SHA-256 <code>${intentHash}</code></p></footer>
<script>${trusted(script)}</script>
</body>
</html>
`
  return page.markup
}

/** The intent hash in a preview, or null. */
export function previewHash(page: string): string | null {
  const end = page.indexOf('</head>')
  const head = page.slice(0, end < 0 ? 0 : end)
  return new RegExp(`<meta name="${hashName}" content="([0-9a-f]{64})">`).exec(head)?.[1] ?? null
}

/** The name of the meta element that contains it. */
export const hashName = 'whetstone-intent-sha256'

const sections = [
  ['screens', 'Screens'],
  ['flows', 'Flows'],
  ['sources', 'Ledger'],
  ['score', 'Score'],
  ['data', 'Data'],
  ['components', 'Components'],
] as const

function masthead(map: Outline, critique: Critique, intentHash: string): Html {
  const { intent } = map
  const steps = intent.userFlows.reduce((sum, flow) => sum + flow.steps.length, 0)
  return html`<header class="masthead" id="goals">
<div>
<p class="eyebrow">Design preview · version ${intent.version} · <code title="${intentHash}">${intentHash.slice(0, 12)}</code></p>
<h1>${title(intent.featureId)}</h1>
<ol class="goals">${intent.goals.map((goal, index) => html`<li id="${anchor.goal(index)}">${goal} ${sourceLinks(map, intent.goalSourceRefs[index] ?? [])}</li>`)}</ol>
<ul class="facts">
<li><a href="#flows">${count(intent.userFlows.length, 'flow')}, ${count(steps, 'step')}</a></li>
<li><a href="#components">${count(intent.components.length, 'component')}</a></li>
<li><a href="#data">${count(intent.dataModel.entities.length, 'entity', 'entities')}</a></li>
<li><a href="#sources">${coveredCount(map)} covered</a></li>
</ul>
</div>
<a class="overall" href="#score">${ring(critique.overall)}</a>
</header>`
}

/** Nothing may be loaded; only our own style and script, named by hash, may run. */
export function policy(css: string | readonly string[], code?: string): string {
  const hashed = (text: string) =>
    `'sha256-${btoa(String.fromCharCode(...(sha256(text).match(/../g) ?? []).map((pair) => parseInt(pair, 16))))}'`
  return `default-src 'none'; style-src ${[css].flat().map(hashed).join(' ')}; ${code === undefined ? '' : `script-src ${hashed(code)}; `}base-uri 'none'; form-action 'none'`
}
